import Foundation

/// `dispatch_main`, which Swift calls at the end of an asynchronous `main`: it runs the main run loop, on the main thread.
///
/// `mica test` links this module's object into test programs. Dispatch's own function ends the main thread on Linux, and
/// Swift Testing's tests of the main actor would run on other threads. Swift's library calls the function by its name, and
/// the program's own comes first.
@_cdecl("dispatch_main")
public func runMainLoop() -> Never {
    while true {
        // It returns if the loop has nothing to wait for.
        if !RunLoop.main.run(mode: .default, before: .distantFuture) { usleep(1000) }
    }
}
