import UIKit

@MainActor
final class Screen: NSObject {
    @objc private(set) var taps = 0

    @objc func tap(_ sender: Any?) { taps += 1 }

    func wire() -> Int {
        perform(#selector(tap))
        perform(#selector(Screen.tap(_:)), with: nil)
        return taps
    }
}

// Safe because: only its address is used.
private nonisolated(unsafe) var key: UInt8 = 0

final class Told: NSObject {
    // Safe because: the program has one thread.
    nonisolated(unsafe) static let ends = NSMutableArray()
    deinit { Self.ends.add("end") }
}

func associate() {
    autoreleasepool {
        let owner = NSObject()
        objc_setAssociatedObject(owner, &key, Told(), .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        objc_sync_enter(owner)
        objc_sync_exit(owner)
    }
}

#if os(iOS)
let platform = "iOS"
#else
let platform = "other"
#endif
