import Foundation

/// The output of `swift test`, passed on while it is read for failures: a failure that names a picture within the
/// tolerance does not count.
struct TestOutput {
    /// The failures, each with all its lines.
    private(set) var failures: [String] = []

    /// Reads an output.
    ///
    /// *Source*: the forms of swift-corelibs-xctest (`FILE:LINE: error: TEST : MESSAGE`), of Swift Testing (`✘ Test NAME
    /// recorded an issue at FILE:LINE:COLUMN: MESSAGE`) and of SwiftPM (`error: MESSAGE`).
    init(_ text: String) {
        var isFailure = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.contains("error: ") || line.contains(" recorded an issue") {
                failures.append(String(line))
                isFailure = true
            } else if line.hasPrefix("Test Case ") || line.hasPrefix("Test Suite ")
                || line.first.map({ "✘✔◇➜".contains($0) }) == true
            {
                isFailure = false
            } else if isFailure {
                failures[failures.count - 1] += "\n" + line
            }
        }
    }

    /// Whether there are failures, and each names one of some pictures.
    func failsOnly(by pictures: [DifferingPicture]) -> Bool {
        let stems = pictures.flatMap { [String($0.expected.dropLast(4)), $0.actual] }
        return !failures.isEmpty && failures.allSatisfy { failure in stems.contains { failure.contains($0) } }
    }

    /// Runs a program, and passes its output on; returns its exit status and the output.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws -> (status: Int32, output: TestOutput) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        (process.arguments, process.environment) = (arguments, environment)
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        var all = Data()
        while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
            all.append(data)
            FileHandle.standardOutput.write(data)
        }
        process.waitUntilExit()
        return (process.terminationStatus, TestOutput(String(decoding: all, as: UTF8.self)))
    }
}
