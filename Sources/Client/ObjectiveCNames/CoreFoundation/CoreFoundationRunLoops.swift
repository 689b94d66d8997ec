import Foundation

// Core Foundation's run loops and timers, implemented with Foundation's.

/// A run loop as Core Foundation's functions take it.
public typealias CFRunLoop = RunLoop
/// A timer as Core Foundation's functions take it.
public typealias CFRunLoopTimer = Timer

/// A mode of a run loop, by its name.
public struct CFRunLoopMode: Hashable, RawRepresentable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes a mode of any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The default mode.
    public static let defaultMode = CFRunLoopMode(rawValue: "kCFRunLoopDefaultMode")
    /// All common modes.
    public static let commonModes = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")

    /// Foundation's mode of this name.
    fileprivate var mode: RunLoop.Mode {
        switch self {
        case .defaultMode: .default
        case .commonModes: .common
        default: RunLoop.Mode(rawValue: rawValue)
        }
    }
}

/// The default mode.
public var kCFRunLoopDefaultMode: CFRunLoopMode { .defaultMode }
/// All common modes.
public var kCFRunLoopCommonModes: CFRunLoopMode { .commonModes }

/// The run loop of this thread.
public func CFRunLoopGetCurrent() -> CFRunLoop! { RunLoop.current }

/// The run loop of the main thread.
public func CFRunLoopGetMain() -> CFRunLoop! { RunLoop.main }

/// A memory allocator of Core Foundation; the only value is nil, the default allocator.
public final class CFAllocator {
    private init() {}
}
/// The default allocator.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// Makes a timer that calls a block; it fires once it is added to a run loop.
///
/// - Parameters:
///   - allocator: Ignored.
///   - fireDate: The time of the first firing. *Units*: seconds since 1 January 2001.
///   - interval: The time between two firings, in seconds; 0 fires once.
///   - flags: Ignored.
///   - order: Ignored.
public func CFRunLoopTimerCreateWithHandler(
    _ allocator: CFAllocator?, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: UInt, _ order: CFIndex,
    _ block: ((CFRunLoopTimer?) -> Void)?
) -> CFRunLoopTimer! {
    // Safe because: the block runs on the run loop that the timer is added to; only this timer has the block.
    nonisolated(unsafe) let block = block
    return Timer(
        fire: Date(timeIntervalSinceReferenceDate: fireDate), interval: max(0, interval), repeats: interval > 0
    ) { timer in
        unsafe block?(timer)
    }
}

/// Adds a timer to a run loop.
public func CFRunLoopAddTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {
    rl.add(timer, forMode: mode.mode)
}

/// Invalidates a timer, which removes it from all modes: Foundation cannot remove it from one mode.
public func CFRunLoopRemoveTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {
    timer.invalidate()
}

/// Stops a timer permanently.
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) { timer.invalidate() }

/// Whether a timer may still fire.
public func CFRunLoopTimerIsValid(_ timer: CFRunLoopTimer!) -> Bool { timer.isValid }

/// The time of a timer's next firing. *Units*: seconds since 1 January 2001.
public func CFRunLoopTimerGetNextFireDate(_ timer: CFRunLoopTimer!) -> CFAbsoluteTime {
    timer.fireDate.timeIntervalSinceReferenceDate
}

/// Sets the time of a timer's next firing. *Units*: seconds since 1 January 2001.
public func CFRunLoopTimerSetNextFireDate(_ timer: CFRunLoopTimer!, _ fireDate: CFAbsoluteTime) {
    timer.fireDate = Date(timeIntervalSinceReferenceDate: fireDate)
}
