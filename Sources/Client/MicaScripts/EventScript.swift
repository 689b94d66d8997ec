import Foundation
import MicaEvents

/// What a person does to a window, as lines of text: one action a line, at times that count from the script's start.
///
///     tap 100,80 at 0.5
///     drag 10,10 to 200,80 at 1 over 0.3
///     type "abc" at 2
///
/// docs/scripted-windows.md has the whole language. Reading a script bounds what it may ask for, so that one from a stranger
/// is either played or refused.
public struct EventScript: Sendable, Hashable {
    /// What happens at one time.
    public struct Step: Sendable, Hashable {
        /// What happens.
        public enum Action: Sendable, Hashable {
            /// The window gets an event.
            case event(WindowEvent.Content)
            /// The window gets another size, another scale, or both; nil leaves it.
            case metrics(size: CGSize?, scale: CGFloat?)
            /// The program is told the name of a state that it is to go to.
            case state(String)
        }

        /// When, in seconds from the script's start.
        public var time: Double
        /// What.
        public var action: Action
        /// The modifier keys that are down then.
        public var modifiers: KeyModifiers
        /// The line that says so, from 1.
        public var line: Int
    }

    /// What the script is called in errors: its file, as a rule.
    public let name: String
    /// What happens, by time; what happens at the same time is in the order of the lines.
    public let steps: [Step]
    /// How long it is: when the last thing has happened. *Units*: seconds.
    public let duration: Double

    /// Reads a script.
    ///
    /// - Parameter name: what it is called in errors.
    /// - Throws: a `ScriptError` that says where it cannot be read, and why.
    public init(_ text: String, name: String = "script") throws(ScriptError) {
        try self.init(Array(text.utf8), name: name, limits: .standard)
    }

    /// Reads a script from a file; `-` is standard input.
    ///
    /// - Throws: a `ScriptError` that says where it cannot be read, and why.
    public init(contentsOf path: String) throws(ScriptError) {
        let limits = ScriptLimits.standard
        let name = path == "-" ? "standard input" : path
        let bytes: [UInt8]
        do {
            let handle =
                path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { if path != "-" { try? handle.close() } }
            // One byte more than may be read tells that there is more.
            var data = Data()
            while data.count <= limits.bytes, let piece = try handle.read(upToCount: limits.bytes + 1 - data.count),
                !piece.isEmpty
            { data.append(piece) }
            bytes = [UInt8](data)
        } catch {
            throw ScriptError(file: name, line: 0, column: 0, reason: "the file cannot be read: \(Self.reason(error))")
        }
        try self.init(bytes, name: name, limits: limits)
    }

    /// Reads a script within bounds.
    package init(_ bytes: [UInt8], name: String, limits: ScriptLimits) throws(ScriptError) {
        var reader = ScriptReader(name: name, limits: limits)
        try reader.read(bytes)
        self.name = name
        // Sorted by time and then as they were made: gestures of two fingers may overlap.
        steps = reader.steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element)
        duration = reader.end
    }

    private static func reason(_ error: any Error) -> String {
        let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        guard system.domain == NSPOSIXErrorDomain else { return "\(error.localizedDescription)" }
        return unsafe String(cString: strerror(Int32(system.code))).lowercased()
    }
}

/// Why a script cannot be read or played.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The script's file.
    public let file: String
    /// The line, from 1; 0 where the fault is the file's as a whole.
    public let line: Int
    /// The column in Unicode scalars, from 1; 0 where the fault is the line's or the file's as a whole.
    public let column: Int
    /// What is wrong, as a sentence without a full stop.
    public let reason: String

    /// Makes an error.
    public init(file: String, line: Int, column: Int, reason: String) {
        (self.file, self.line, self.column, self.reason) = (file, line, column, reason)
    }

    /// The error as compilers write it.
    public var description: String {
        let location = [line, column].filter { $0 > 0 }.map { ":\($0)" }.joined()
        return "\(file)\(location): error: \(reason)"
    }
}

/// What a script may ask for.
package struct ScriptLimits: Sendable {
    /// The longest text. *Units*: bytes.
    package var bytes = 1 << 20
    /// The most steps that lines are made into: a drag is one a refresh.
    package var steps = 200_000
    /// The latest time. *Units*: seconds.
    package var time = 86_400.0
    /// The farthest coordinate. *Units*: points.
    package var coordinate = 1e6
    /// The most pixels of a window.
    package var pixels = 1 << 25

    /// What is enough for everybody.
    package static let standard = ScriptLimits()

    package init() {}
}
