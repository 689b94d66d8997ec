import Foundation
import MicaCommandLine

/// A package whose sources are ported, and the options with which SwiftPM builds it.
struct PortedPackage {
    /// The toolchain's `swift`.
    let swift: String
    /// The options of `swift build` or `swift test`: the overlay, and the kit if the package does not name Mica itself.
    private(set) var options: [String] = []
    /// 0, or the exit status of what failed.
    private(set) var status: Int32 = 0
    /// Whether the package is compiled against the kit.
    private(set) var usesKit = false

    /// Fetches the packages that a package depends on, if they are not there, and ports all sources.
    ///
    /// - Parameters:
    ///   - project: The targets of an Xcode project, if the package was made of these.
    ///   - home: The folder of the file `.mica-port`; nil for the package's.
    ///   - needsKit: Whether a package that does not name Mica needs the kit. If not, and there is none, it is only ported.
    ///   - isLocalized: Whether the package's programs have the user's language and region.
    ///   - isQuiet: Whether what programs print on standard output goes to standard error.
    /// - Throws: one line, when a program or the kit is missing.
    init(
        _ build: BuildCommand.Build, project: ProjectPackage? = nil, home: String? = nil, command: String,
        needsKit: Bool = true, isLocalized: Bool = false, isQuiet: Bool = false
    ) throws {
        swift = try PortTool.swift(command: command)
        let tool = try PortTool(command: command)
        guard FileManager.default.fileExists(atPath: build.package + "/Package.swift") else {
            throw PortError("\(command): there is no Package.swift in \(build.package)")
        }
        if !FileManager.default.fileExists(atPath: build.state) {
            status = try PortTool.run(swift, ["package"] + build.folders + ["resolve"], isQuiet: isQuiet)
            guard status == 0 else { return }
        }
        let state = (try? Data(contentsOf: URL(fileURLWithPath: build.state))) ?? Data()
        let all = BuildCommand.Build.allDependencies(state, scratch: build.scratch)
        let others = all.filter { !BuildCommand.Build.isMica($0) }
        var porting = build.toolOptions + ["--package", home ?? build.package]
        porting += project?.modules.flatMap { ["--has", $0] } ?? []
        var kit: [String] = []
        // A package that names Mica is compiled against that.
        if others.count == all.count, !BuildCommand.Build.isMica(build.package) {
            let found = needsKit ? try Kit(command: command) : try? Kit(command: command)
            kit = try found?.buildOptions(isLocalized: isLocalized) ?? []
            usesKit = found != nil
        }
        if usesKit { porting.append("--kit") }
        if usesKit || needsKit { porting.append("--ios-packages") }
        let overlay = build.scratch + "/mica-port/overlay.yaml"
        status = try PortTool.run(
            tool.path,
            porting + ["--overlay", overlay, "--out", build.scratch + "/mica-port/copies"]
                + (project?.sources ?? [build.package]) + others,
            isQuiet: isQuiet)
        options = ["-Xswiftc", "-vfsoverlay", "-Xswiftc", overlay] + kit
    }
}
