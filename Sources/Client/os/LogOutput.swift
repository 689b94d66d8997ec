import Foundation
import Synchronization

/// The place where messages are written: lines of standard error, as in the console of a debugger.
///
/// Linux has no log of messages by subsystem that every program may write to. The environment chooses the levels, with the variable
/// that Xcode's schemes set: `OS_ACTIVITY_MODE` is `default` (messages of `debug` and `info` are left out, as Apple's log
/// leaves them out of its store), `info`, `debug` or `disable`. Values that are private are written as `<private>`;
/// `OS_LOG_PRIVATE_DATA=1` shows them.
struct LogOutput: Sendable {
    /// The lowest importance that is written; nil if nothing is.
    var lowest: OSLogType?
    /// Whether private values are shown.
    var showsPrivateValues: Bool
    /// Takes a line without its newline.
    var write: @Sendable (String) -> Void

    /// The output of the process, or of a test within its task.
    @TaskLocal static var current = LogOutput(environment: ProcessInfo.processInfo.environment) { line in
        // One call for a line, so that lines of threads do not mix.
        // A standard error that is closed loses the line, and does not end the program.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    init(environment: [String: String], write: @escaping @Sendable (String) -> Void) {
        self.write = write
        showsPrivateValues = environment["OS_LOG_PRIVATE_DATA"] == "1"
        switch environment["OS_ACTIVITY_MODE"] {
        case "disable": lowest = nil
        case "debug": lowest = .debug
        case "info": lowest = .info
        default: lowest = .default
        }
    }

    /// Whether messages of a level are written.
    func writes(_ type: OSLogType) -> Bool { lowest.map { type.importance >= $0.importance } ?? false }

    /// Writes a message with its time (universal time, microseconds), program, process, subsystem and category.
    func write(_ message: String, of type: OSLogType, to log: OSLog) {
        let place = log.isDefault ? "" : "[\(log.subsystem):\(log.category)] "
        let level = type.name.map { "\($0): " } ?? ""
        write("\(Self.now) \(ProcessInfo.processInfo.processName)[\(getpid())] \(place)\(level)\(message)")
    }

    /// The time of day as `2026-11-29 18:20:11.123456+0000`.
    private static var now: String {
        var time = timespec(), parts = unsafe tm()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        unsafe gmtime_r(&time.tv_sec, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
        let microseconds = String(time.tv_nsec / 1000)
        let seconds = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return seconds + "." + String(repeating: "0", count: 6 - microseconds.count) + microseconds + "+0000"
    }
}

/// The importance of a message.
///
/// *Source*: developer.apple.com, "Generating log messages from your code".
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: UInt8

    /// Makes one of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Makes one of a number.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// Messages that are kept until there are too many.
    public static let `default` = OSLogType(0)
    /// Helpful, but not essential, for finding a fault.
    public static let info = OSLogType(1)
    /// For finding a fault only.
    public static let debug = OSLogType(2)
    /// A fault of this program.
    public static let error = OSLogType(0x10)
    /// A fault of the system, or of several programs.
    public static let fault = OSLogType(0x11)

    /// The rank among the levels: debug is the lowest.
    var importance: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .error: 3
        case .fault: 4
        default: 2
        }
    }

    /// The name in written lines; nil for the default.
    var name: String? {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .error: "error"
        case .fault: "fault"
        default: nil
        }
    }
}
