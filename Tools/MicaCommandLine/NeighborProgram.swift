import Foundation

/// The programs beside this one: in the folder of its executable.
///
/// `mica-play` and `mica-dev-window` open windows. Only they link a window system, so that the commands start fast, and
/// run where there is none.
package enum NeighborProgram {
    /// The path of a program beside this one.
    ///
    /// - Throws: when it is missing.
    package static func path(of name: String) throws -> String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        guard unsafe access(path, X_OK) == 0 else {
            throw CommandFailure("\(path) is missing: 'swift build --product \(name)' makes it")
        }
        return path
    }

    /// Runs a program that another has become, and ends the process if it fails.
    ///
    /// - Parameters:
    ///   - name: the program's name, which begins its messages.
    ///   - run: the program; it gets the `name=value` words, by name.
    @MainActor package static func main(_ name: String, _ run: @MainActor ([String: String]) throws -> Void) {
        var values: [String: String] = [:]
        for word in CommandLine.arguments.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        do {
            try run(values)
        } catch let error as UsageError {
            Console.error("\(name): \(error.message)")
            exit(ExitCode.usage)
        } catch {
            Console.error("\(name): \(error)")
            exit(ExitCode.failure)
        }
    }

    /// Becomes a program beside this one.
    ///
    /// - Parameter words: its arguments, as `name=value`; checked, since the program takes them as they are.
    /// - Throws: when the program is missing, or cannot be started.
    package static func become(_ name: String, _ words: [String]) throws -> Never {
        let path = try path(of: name)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + words).map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        unsafe _ = execv(path, arguments)
        throw CommandFailure("\(path): \(unsafe String(cString: strerror(errno)).lowercased())")
    }
}
