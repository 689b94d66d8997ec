import Foundation

// Core Foundation's run loops and their timers, over Foundation's.

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

    /// The mode in which a run loop runs when nothing else is said.
    public static let defaultMode = CFRunLoopMode(rawValue: "kCFRunLoopDefaultMode")
    /// All modes that count as common.
    public static let commonModes = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")

    /// The mode as Foundation knows it.
    fileprivate var mode: RunLoop.Mode {
        switch self {
        case .defaultMode: .default
        case .commonModes: .common
        default: RunLoop.Mode(rawValue: rawValue)
        }
    }
}

/// The mode in which a run loop runs when nothing else is said.
public var kCFRunLoopDefaultMode: CFRunLoopMode { .defaultMode }
/// All modes that count as common.
public var kCFRunLoopCommonModes: CFRunLoopMode { .commonModes }

/// The run loop of this thread.
public func CFRunLoopGetCurrent() -> CFRunLoop! { RunLoop.current }

/// The run loop of the main thread.
public func CFRunLoopGetMain() -> CFRunLoop! { RunLoop.main }

/// An allocator of memory as Core Foundation's functions take it; there is none but the default, which is nil.
public final class CFAllocator {
    private init() {}
}
/// The allocator that is meant where none is named. *Source*: Apple, kCFAllocatorDefault.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// Makes a timer that runs a block; it fires once it is added to a run loop.
///
/// - Parameters:
///   - allocator: Is not looked at.
///   - fireDate: When it fires first. *Units*: seconds since 1 January 2001.
///   - interval: The time between two firings; 0 fires once.
///   - flags: Is not looked at.
///   - order: Is not looked at.
public func CFRunLoopTimerCreateWithHandler(
    _ allocator: CFAllocator?, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: UInt, _ order: CFIndex,
    _ block: ((CFRunLoopTimer?) -> Void)?
) -> CFRunLoopTimer! {
    // Safe because: the block runs on the run loop that the timer is added to, and no other timer has it.
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

/// Takes a timer out of its run loop, in all modes: Foundation knows no other way.
public func CFRunLoopRemoveTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {
    timer.invalidate()
}

/// Stops a timer for good.
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) { timer.invalidate() }

/// Whether a timer may still fire.
public func CFRunLoopTimerIsValid(_ timer: CFRunLoopTimer!) -> Bool { timer.isValid }

/// When a timer fires next. *Units*: seconds since 1 January 2001.
public func CFRunLoopTimerGetNextFireDate(_ timer: CFRunLoopTimer!) -> CFAbsoluteTime {
    timer.fireDate.timeIntervalSinceReferenceDate
}

/// Sets when a timer fires next. *Units*: seconds since 1 January 2001.
public func CFRunLoopTimerSetNextFireDate(_ timer: CFRunLoopTimer!, _ fireDate: CFAbsoluteTime) {
    timer.fireDate = Date(timeIntervalSinceReferenceDate: fireDate)
}
