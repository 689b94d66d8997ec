// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package of its own: SwiftSyntax is that of the toolchain, and no client of Mica shall need it to build.

/// The modules of the toolchain whose `swift` is the first on the PATH.
let host: String = {
    let folders = (Context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let compilers = folders.map { $0 + "/swiftc" }.filter { FileManager.default.isExecutableFile(atPath: $0) }
    let resolved = compilers.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
    let hosts = resolved.map { $0.deletingLastPathComponent().deletingLastPathComponent().path + "/lib/swift/host" }
    return hosts.first { FileManager.default.fileExists(atPath: $0 + "/SwiftParser.swiftmodule") } ?? "/no-toolchain"
}()

let swift: [SwiftSetting] = [.swiftLanguageMode(.v6), .unsafeFlags(["-I", host])]
let linker: [LinkerSetting] = [
    .unsafeFlags(["-L", host, "-lSwiftParser", "-lSwiftSyntax", "-Xlinker", "-rpath", "-Xlinker", host])
]

let package = Package(
    name: "mica-port",
    products: [.executable(name: "mica-port", targets: ["mica-port"])],
    targets: [
        .target(name: "MicaPort", swiftSettings: swift, linkerSettings: linker),
        .executableTarget(
            name: "mica-port", dependencies: ["MicaPort"], swiftSettings: swift, linkerSettings: linker),
        .testTarget(
            name: "MicaPortTests", dependencies: ["MicaPort"], swiftSettings: swift, linkerSettings: linker),
    ]
)
