import Foundation
import MicaEvents

/// A user's actions on a window, as lines of text: one action a line, at times counted from the script's start.
///
///     tap 100,80 at 0.5
///     drag 10,10 to 200,80 at 1 over 0.3
///     type "abc" at 2
///
/// docs/scripted-windows.md describes the language. Reading limits what a script may ask for, so that a script from a
/// stranger is either played or refused.
public struct EventScript: Sendable, Hashable {
    /// An action at one time.
    public struct Step: Sendable, Hashable {
        /// The action of a step.
        public enum Action: Sendable, Hashable {
            /// Sends an event to the window.
            case event(WindowEvent.Content)
            /// Presses, releases or cancels a pointer on the element that a text names: its identifier, its label, or a
            /// part of its label. The element is looked for when it is pressed.
            case element(String, PointerEvent)
            /// Changes the window's size in points, its scale, or both; nil leaves it.
            case metrics(size: CGSize?, scale: CGFloat?)
            /// Passes a state's name to the program, which goes to that state.
            case state(String)
            /// Passes an input's name and its new value to the program; without a value, an event's name.
            case input(String, String?)
        }

        /// The time, in seconds from the script's start.
        public var time: Double
        /// The action.
        public var action: Action
        /// The modifier keys that are down at that time.
        public var modifiers: KeyModifiers
        /// The step's line in the script, from 1.
        public var line: Int
    }

    /// The script's name in errors, usually its file.
    public let name: String
    /// The steps, by time; steps at equal times are in the order of their lines.
    public let steps: [Step]
    /// The time at which the last action has ended. *Units*: seconds.
    public let duration: Double

    /// Reads a script.
    ///
    /// - Parameter name: The script's name in errors.
    /// - Throws: A `ScriptError` with the position and the reason, if the script cannot be read.
    public init(_ text: String, name: String = "script") throws(ScriptError) {
        try self.init(Array(text.utf8), name: name, limits: .standard)
    }

    /// Reads a script from a file; `-` is standard input.
    ///
    /// - Throws: A `ScriptError` with the position and the reason, if the script cannot be read.
    public init(contentsOf path: String) throws(ScriptError) {
        let limits = ScriptLimits.standard
        let name = path == "-" ? "standard input" : path
        let bytes: [UInt8]
        do {
            let handle =
                path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { if path != "-" { try? handle.close() } }
            // One byte above the limit shows that the file is too long.
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

    /// Reads a script within limits.
    package init(_ bytes: [UInt8], name: String, limits: ScriptLimits) throws(ScriptError) {
        var reader = ScriptReader(name: name, limits: limits)
        try reader.read(bytes)
        self.name = name
        // Sorted by time, then by creation: the gestures of two fingers may overlap.
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

/// The reason why a script cannot be read or played.
public struct ScriptError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The script's name.
    public let file: String
    /// The line, from 1; 0 if the error concerns the whole file.
    public let line: Int
    /// The column in Unicode scalars, from 1; 0 if the error concerns the whole line or file.
    public let column: Int
    /// The reason, as a sentence without a full stop.
    public let reason: String

    /// Makes an error.
    public init(file: String, line: Int, column: Int, reason: String) {
        (self.file, self.line, self.column, self.reason) = (file, line, column, reason)
    }

    /// The error in the form of compilers' messages.
    public var description: String {
        let location = [line, column].filter { $0 > 0 }.map { ":\($0)" }.joined()
        return "\(file)\(location): error: \(reason)"
    }
    /// The description, as `localizedDescription` gives it.
    public var errorDescription: String? { description }
}

/// The limits of a script.
package struct ScriptLimits: Sendable {
    /// The longest text. *Units*: bytes.
    package var bytes = 1 << 20
    /// The largest number of steps. A drag has one for each refresh.
    package var steps = 200_000
    /// The latest time. *Units*: seconds.
    package var time = 86_400.0
    /// The largest coordinate. *Units*: points.
    package var coordinate = 1e6
    /// The largest number of pixels of a window.
    package var pixels = 1 << 25

    /// The usual limits.
    package static let standard = ScriptLimits()

    package init() {}
}
