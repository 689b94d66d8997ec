import Foundation

/// The program beside this one that opens windows: it links a window system, so that `mica` starts fast, and runs where there is none.
enum WindowProgram {
    /// Becomes that program.
    ///
    /// - Parameter words: what it is to do, as `name=value`; checked, since it takes them as they are.
    /// - Throws: when it is not there, or cannot be started.
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
