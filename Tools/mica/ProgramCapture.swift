import Foundation
import Glibc
import MicaCommandLine
import MicaInstruments

/// `mica capture PROGRAM`: runs a program that writes down its trees of layers, and reports the captures.
enum ProgramCapture {
    /// The path of the program that a word names: an executable file, or one in a folder of PATH; nil where it names
    /// none.
    static func program(_ word: String) -> String? {
        if word.contains("/") { return isProgram(word) ? word : nil }
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/\(word)"
            if isProgram(path) { return path }
        }
        return nil
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
        return unsafe !isFolder.boolValue && access(path, X_OK) == 0
    }

    /// Runs a program to its end. Its captures are put beside the output; the first one becomes the output.
    ///
    /// - Returns: the program's exit status, and the paths of the captures, the output first.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], output: String) throws -> (status: Int32, paths: [String])
    {
        let target = URL(fileURLWithPath: output)
        let folder = target.deletingLastPathComponent().appendingPathComponent(".mica-capture-\(getpid())")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw CommandFailure("\(output): \(error.localizedDescription)")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let status = try wait(program, arguments, capture: folder.appendingPathComponent("run.micacapture").path)
        var paths: [String] = []
        while true {
            let name = paths.isEmpty ? "run.micacapture" : "run-\(paths.count + 1).micacapture"
            let source = folder.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: source.path) else { break }
            let path = LayerCapture.path(output, tree: paths.count + 1)
            // An existing file is replaced.
            guard unsafe rename(source.path, path) == 0 else {
                throw CommandFailure("\(path): \(unsafe String(cString: strerror(errno)).lowercased())")
            }
            paths.append(path)
            let capture = try LayerCapture(contentsOfFile: path)
            Console.print(
                "\(path): \(capture.commitCount) commits, \(capture.shownFrameCount) frames shown, "
                    + String(format: "%.1f s", capture.duration))
        }
        if paths.isEmpty {
            throw CommandFailure(
                "\(program): nothing was captured: it has shown no layers, or does not use this library")
        }
        if status != 0 { Console.error("mica: note: \(program) has ended with status \(status)") }
        return (status, paths)
    }

    private static func wait(_ program: String, _ arguments: [String], capture: String) throws -> Int32 {
        var environment = ProcessInfo.processInfo.environment
        environment["MICA_CAPTURE"] = capture
        var list: [UnsafeMutablePointer<CChar>?] =
            unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (list + variables).forEach { unsafe free($0) } }
        // Ctrl-C goes to the program: this process waits for its end. SIGTERM is passed on.
        var (attributes, signals) = (posix_spawnattr_t(), sigset_t())
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        unsafe sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let error = unsafe posix_spawn(&child, program, nil, &attributes, &list, &variables)
        guard error == 0 else {
            throw CommandFailure("\(program): \(unsafe String(cString: strerror(error)).lowercased())")
        }
        let number = child
        Interruption.own.withLock { $0 = { _ = kill(number, SIGTERM) } }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }
}
