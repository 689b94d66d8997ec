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
            .map(\.directoryURL.path).filter { $0.hasPrefix(package + "/") }
        let files = module.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }.map(\.path)
        let arguments =
            ["--package", package, "--overlay", folder + ".yaml", "--out", folder]
            + others.flatMap { ["--context", $0] } + files
        return [
            .prebuildCommand(
                displayName: "mica-port \(target.name)", executable: tool, arguments: arguments,
                outputFilesDirectory: context.pluginWorkDirectoryURL.appending(path: "none"))
        ]
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
