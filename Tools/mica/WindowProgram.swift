import Foundation

/// The program beside this one that opens windows. Only that program links a window system, so that `mica` starts fast,
/// and runs where there is none.
enum WindowProgram {
    /// Becomes that program.
    ///
    /// - Parameter words: its arguments, as `name=value`; checked, since the program takes them as they are.
    /// - Throws: when the program is missing, or cannot be started.
    static func start(_ words: [String]) throws -> Never {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("mica-play").path
        guard unsafe access(path, X_OK) == 0 else {
            throw CommandFailure(
                "there is no \(path), which opens windows: 'swift build --product mica-play' makes it")
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + words).map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        unsafe _ = execv(path, arguments)
        throw CommandFailure("\(path): \(unsafe String(cString: strerror(errno)).lowercased())")
    }
}
