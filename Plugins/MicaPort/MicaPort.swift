import Foundation
import PackagePlugin

/// Ports the sources of a target before it is compiled (docs/porting.md).
///
/// The copies go to .build/mica-port/TARGET of the package, and beside it stands TARGET.yaml, which the target's settings name
/// for `-vfsoverlay`. A plugin cannot give the compiler options itself.
@main struct MicaPort: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target as? SwiftSourceModuleTarget else { return [] }
        guard let tool = Self.tool(context.package) else {
            Diagnostics.error(
                "there is no mica-port: `make port` in Mica's checkout builds it; or set MICA_PORT to its path")
            return []
        }
        let package = context.package.directoryURL.path
        let folder = package + "/.build/mica-port/" + target.name
        let others = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
            .filter { $0.directoryURL.path.hasPrefix(package + "/") }
        let files = Self.sources(module)
        // A prebuild command runs when the package is planned, and an edit is no reason to plan. A build command runs when one of
        // its inputs changed, and before the target is compiled, because the target has its output among its sources.
        let stamp = context.pluginWorkDirectoryURL.appending(path: "MicaPort.swift")
        let context = others.flatMap { Self.sources($0) }
        let options = URL(fileURLWithPath: package + "/.mica-port")
        let more = FileManager.default.fileExists(atPath: options.path) ? [tool, options] : [tool]
        return [
            .buildCommand(
                displayName: "mica-port \(target.name)", executable: tool,
                arguments: [
                    "--package", package, "--overlay", folder + ".yaml", "--out", folder, "--stamp", stamp.path,
                ]
                    + context.flatMap { ["--context", $0.path] } + files.map(\.path),
                inputFiles: files + context + more, outputFiles: [stamp])
        ]
    }

    private static func sources(_ module: SwiftSourceModuleTarget) -> [URL] {
        module.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }
    }

    /// The program: MICA_PORT of the environment, where Mica's checkout builds it, on the PATH.
    private static func tool(_ package: Package) -> URL? {
        let environment = ProcessInfo.processInfo.environment
        var indices = [environment["MICA_PORT"] ?? ""]
        indices += package.dependencies.map(\.package).filter { $0.displayName == "Mica" }
            .map { $0.directoryURL.path + "/.build/port/release/mica-port" }
        indices += (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/mica-port" }
        return indices.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }
    }
}
