import Foundation

/// Mica as packages of others are compiled against: modules, one shared library, and the compiler's options (dev/kit).
struct Kit {
    /// Its folder.
    let path: String

    /// Finds the kit: `MICA_KIT` in the environment, beside this program or in a folder above, where an installation has
    /// it.
    ///
    /// - Throws: one line that says how to get it.
    init(command: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        var folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath().deletingLastPathComponent()
        var candidates = [environment["MICA_KIT"] ?? ""]
        for _ in 0..<4 {
            candidates += ["kit", "lib/mica/kit"].map { folder.appendingPathComponent($0).path }
            folder = folder.deletingLastPathComponent()
        }
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0 + "/flags") }) else {
            throw PortError("\(command): there is no kit beside mica; `dev/kit` in Mica's checkout builds it")
        }
        path = found
    }

    /// The options of `swift build` and `swift test` with which every package finds Mica's modules.
    ///
    /// - Parameter isLocalized: Whether programs have the user's language and region (`MicaLocale`).
    func buildOptions(isLocalized: Bool) throws -> [String] {
        let flags = try String(contentsOfFile: path + "/flags", encoding: .utf8).split(separator: "\n")
            .map { $0.replacingOccurrences(of: "@KIT@", with: path) }
        let compiler = ["-I", path + "/Modules"] + flags
        var linker = ["-L\(path)/lib", "-lMicaKit", "-rpath", path + "/lib"]
        let objects = try FileManager.default.contentsOfDirectory(atPath: path + "/lib").sorted()
        for module in isLocalized ? ["MicaMainLoop", "MicaLocale"] : ["MicaMainLoop"] {
            let own = objects.filter { $0.hasPrefix(module + ".") && $0.hasSuffix(".o") }
            guard !own.isEmpty else {
                throw PortError(
                    "\(path) is an older kit, without \(module); `dev/kit` in Mica's checkout makes a new one")
            }
            linker += own.map { "\(path)/lib/\($0)" }
        }
        return compiler.flatMap { ["-Xswiftc", $0] } + linker.flatMap { ["-Xlinker", $0] }
    }
}
