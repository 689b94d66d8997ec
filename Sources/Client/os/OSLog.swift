import Foundation

/// The subsystem and category of messages.
public final class OSLog: NSObject, Sendable {
    let subsystem: String
    let category: String
    /// Whether its messages and signposts go anywhere.
    let isOn: Bool

    /// A log of a subsystem, named in reverse DNS notation, and of a category in it.
    public convenience init(subsystem: String, category: String) { self.init(subsystem, category) }

    /// A log whose category has a meaning to tools. Here they are categories like others.
    public convenience init(subsystem: String, category: Category) { self.init(subsystem, category.rawValue) }

    private init(_ subsystem: String, _ category: String, isOn: Bool = true) {
        (self.subsystem, self.category, self.isOn) = (subsystem, category, isOn)
    }

    /// The log without a subsystem.
    public static let `default` = OSLog("", "")
    /// A log whose messages are left out.
    public static let disabled = OSLog("", "", isOn: false)

    var isDefault: Bool { subsystem.isEmpty && category.isEmpty }

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool { isOn && LogOutput.current.writes(type) }

    /// Categories with a meaning to Apple's Instruments.
    public struct Category: Sendable {
        let rawValue: String
        /// Places that are worth looking at.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Signposts that tools turn on.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Signposts with call stacks, that tools turn on.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    /// Writes a message if its level is written. A message whose level is not is never made.
    func write(_ message: @autoclosure () -> OSLogMessage, _ type: OSLogType) {
        let output = LogOutput.current
        guard isOn, output.writes(type) else { return }
        output.write(message().text(showingPrivateValues: output.showsPrivateValues), of: type, to: self)
    }
}

/// Writes a message in the format of `printf`, with `%@` for objects and `%{public}` or `%{private}` before a value's kind.
///
/// Objects and strings are private, numbers are public, unless the format says otherwise.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ args: CVarArg...
) {
    log.write(OSLogMessage(format: "\(message)", args), type)
}

/// Writes a message of a level in the format of `printf`.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString, _ args: CVarArg...
) {
    log.write(OSLogMessage(format: "\(message)", args), type)
}

/// Writes an interpolated message.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(message, .default) }

/// Writes an interpolated message to a log.
@_disfavoredOverload
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(message, type)
}

/// Writes messages of a subsystem and category.
public struct Logger: Sendable {
    let log: OSLog

    /// A logger of a subsystem, named in reverse DNS notation, and of a category in it.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// The logger without a subsystem.
    public init() { log = .default }
    /// Writes to a log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Writes a message of the default level.
    public func log(_ message: OSLogMessage) { log.write(message, .default) }
    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message, level) }
    /// Writes a message of the level `debug`.
    public func trace(_ message: OSLogMessage) { log.write(message, .debug) }
    /// Writes a message of the level `debug`.
    public func debug(_ message: OSLogMessage) { log.write(message, .debug) }
    /// Writes a message of the level `info`.
    public func info(_ message: OSLogMessage) { log.write(message, .info) }
    /// Writes a message of the default level.
    public func notice(_ message: OSLogMessage) { log.write(message, .default) }
    /// Writes a message of the level `error`.
    public func warning(_ message: OSLogMessage) { log.write(message, .error) }
    /// Writes a message of the level `error`.
    public func error(_ message: OSLogMessage) { log.write(message, .error) }
    /// Writes a message of the level `fault`.
    public func critical(_ message: OSLogMessage) { log.write(message, .fault) }
    /// Writes a message of the level `fault`.
    public func fault(_ message: OSLogMessage) { log.write(message, .fault) }
}
