import MicaTrace
import Synchronization

/// Signposts go into the trace that is recorded (`PerformanceTrace`, `mica trace`), beside Mica's own spans; without one they cost the load
/// of a flag. Apple's go to Instruments in the same way.

/// The number of an interval, which tells it apart from others of its name.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt64

    /// Makes one of a number.
    public init(_ value: UInt64) { rawValue = value }
    /// A number that no other interval has.
    public init(log: OSLog) { rawValue = Self.next.add(1, ordering: .relaxed).newValue }
    /// A number that the object always has.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// For a name with one interval at a time.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// No interval: signposts with it are left out.
    public static let invalid = OSSignpostID(UInt64.max)
    /// No interval: signposts with it are left out.
    public static let null = OSSignpostID(0)

    /// Numbers are counted from a place where no object is.
    private static let next = Atomic<UInt64>(1 << 63)

    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }

    var isValid: Bool { self != .invalid && self != .null }
}

/// The kind of a signpost.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt8

    /// Makes one of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A moment.
    public static let event = OSSignpostType(rawValue: 0)
    /// The begin of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)

    var kind: TraceEvent.Kind { self == .begin ? .begin : self == .end ? .end : .instant }
}

extension OSLog {
    /// Whether signposts are recorded.
    public var signpostsEnabled: Bool { isOn && TraceLog.isRecording }

    func signpost(
        _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ message: @autoclosure () -> OSLogMessage?
    ) {
        guard isOn, id.isValid, TraceLog.isOn else { return }
        let title = isDefault ? "\(name)" : "\(category): \(name)"
        // A trace stays on the machine, and is made on request, so that its texts have all values.
        TraceLog.signpost(
            type.kind, title, id: id.rawValue,
            text: message().map { "\(name): \($0.text(showingPrivateValues: true))" } ?? "\(name)")
    }
}

/// Records a signpost.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    log.signpost(type, name, signpostID, nil)
}

/// Records a signpost with a text in the format of `printf` (see `os_log`).
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: CVarArg...
) {
    log.signpost(type, name, signpostID, OSLogMessage(format: "\(format)", arguments))
}

/// Records intervals and events of a log.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Records signposts of a subsystem and category.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// Records signposts of a subsystem and category.
    public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }
    /// Records signposts of a logger.
    public init(logger: Logger) { log = logger.log }
    /// Records signposts of a log.
    public init(logHandle: OSLog) { log = logHandle }
    /// Records signposts without a subsystem.
    public init() { log = .default }

    /// A signposter that records nothing.
    public static let disabled = OSSignposter(logHandle: .disabled)

    /// Whether anything is recorded.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// A number that no other interval has.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    /// The number of an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Begins an interval.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        log.signpost(.begin, name, id, nil)
        return OSSignpostIntervalState(id: id)
    }

    /// Begins an interval.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage
    ) -> OSSignpostIntervalState {
        log.signpost(.begin, name, id, message)
        return OSSignpostIntervalState(id: id)
    }

    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        if state.end() { log.signpost(.end, name, state.id, nil) }
    }

    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {
        if state.end() { log.signpost(.end, name, state.id, message) }
    }

    /// Records a moment.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) { log.signpost(.event, name, id, nil) }

    /// Records a moment.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {
        log.signpost(.event, name, id, message)
    }

    /// Records an interval around a task.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }

    /// Records an interval around a task, with a text.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage, around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id, message)
        defer { endInterval(name, state) }
        return try task()
    }
}

/// An interval that has begun. Its first end counts.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID
    private let hasEnded = Atomic(false)

    init(id: OSSignpostID) { self.id = id }

    /// The state of an interval that began elsewhere.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }

    func end() -> Bool { !hasEnded.exchange(true, ordering: .relaxed) }
}
