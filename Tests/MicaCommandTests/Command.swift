import Dispatch
import Foundation

/// A run of the built command `mica` or `mica-dev`, as a shell would start it, with its memory bounded.
struct Command {
    /// Its text on standard output.
    let output: String
    /// Its text on standard error.
    let errors: String
    /// Its exit status; 128 and the signal's number when a signal ended it.
    let status: Int32

    /// The most address space that a run has: 1 GiB, so that resident memory is below that as well.
    static let memoryLimit = 1 << 30

    /// A run that takes longer hangs, and is ended by a signal. *Units*: seconds.
    private static let timeLimit = 600.0

    /// Runs the command to its end.
    init(_ arguments: String..., program: String = "mica") throws {
        try self.init(arguments: arguments, program: program)
    }

    /// Runs the command to its end, through a line of shell in which `"$@"` stands for it.
    init(arguments: [String], program: String = "mica", shell: String = "exec \"$@\"") throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Each thread that meets another in malloc reserves 64 MiB of address space, which is no memory: the bound would be
        // one of threads.
        process.environment = ProcessInfo.processInfo.environment.merging(["MALLOC_ARENA_MAX": "2"]) { $1 }
        process.arguments =
            ["-c", "ulimit -v \(Self.memoryLimit / 1024); \(shell)", "sh", try Self.url(of: program).path] + arguments
        let scratch = try ScratchDirectory()
        let files = [scratch.url.appendingPathComponent("out"), scratch.url.appendingPathComponent("errors")]
        for file in files { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        let identifier = process.processIdentifier
        let end = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeLimit, execute: end)
        process.waitUntilExit()
        end.cancel()
        output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
        status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }

    /// A program that the package builds beside the tests; `mica` is another one if MICA_COMMAND names it, such as a package's.
    static func url(of program: String = "mica") throws -> URL {
        if program == "mica", let other = ProcessInfo.processInfo.environment["MICA_COMMAND"] {
            return URL(fileURLWithPath: other)
        }
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return tests.deletingLastPathComponent().appendingPathComponent(program)
    }
}

/// A directory that goes with the value.
final class ScratchDirectory {
    /// Where it is.
    let url: URL

    /// Makes an empty directory.
    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("mica-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in it.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file in it, and gives its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Writes a file in it, and gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// The names of its files, hidden ones too.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }

    /// A file's bytes.
    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appendingPathComponent(name))) }
}
