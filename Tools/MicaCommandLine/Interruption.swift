import Dispatch
import Foundation
import MicaSurface
import Synchronization

/// Handles Ctrl-C and a closed terminal: unfinished files are removed, and the process ends as it would have without a
/// handler.
package enum Interruption {
    /// The signals' sources, which wait as long as the process lives.
    // Safe because: made once, behind the lock of static properties, and never looked at again.
    nonisolated(unsafe) private static let sources: [any DispatchSourceSignal] = [SIGINT, SIGTERM, SIGHUP].compactMap {
        number in
        let before = signal(number, SIG_IGN)
        if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
        source.setEventHandler {
            if let end = own.withLock({ $0 }) { return end() }
            AtomicFile.abandonAll {
                if Console.hasTerminal { Console.write("\r\u{1B}[K", to: 2) }
                _ = signal(number, SIG_DFL)
                // The thread that reads a signal has it blocked.
                var signals = sigset_t()
                unsafe sigemptyset(&signals)
                unsafe sigaddset(&signals, number)
                unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                _ = kill(getpid(), number)
                _exit(128 + number)
            }
        }
        source.resume()
        return source
    }

    /// Called instead, for a command that ends in order when it is asked to.
    package static let own = Mutex<(@Sendable () -> Void)?>(nil)

    /// Begins to wait for the signals. A signal that was ignored from outside, as under nohup, stays ignored.
    package static func handle() { unsafe _ = sources }
}
