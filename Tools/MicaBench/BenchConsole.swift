import Foundation

/// Writes a line of a command's output.
func write(_ line: String, to file: FileHandle) { file.write(Data((line + "\n").utf8)) }

/// Reports an error in the arguments of a command, with a hint at `--help`.
///
/// - Returns: The exit status.
func refuse(_ message: String, of command: String) -> Int32 {
    write("mica-dev: \(message)\nSee 'mica-dev \(command) --help'.", to: .standardError)
    return 2
}

extension ArraySlice<String> {
    /// Removes a number from `least` to a million from the front and returns it; nil when there is none.
    mutating func takeNumber(least: Int = 1) -> Int? {
        popFirst().flatMap { Int($0) }.flatMap { (least...1_000_000).contains($0) ? $0 : nil }
    }
}

extension Duration {
    /// The duration in nanoseconds.
    var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) * 1e-9 }
}
