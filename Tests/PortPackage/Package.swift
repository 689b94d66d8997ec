// swift-tools-version: 6.2
import PackageDescription

// A package with sources as they are written for iOS, which `dev/port-client` builds: by the plugin, and by `mica build`, for which
// the manifest stays as it is.
let usesPlugin = Context.environment["PORT_PLUGIN"] != nil
let mode: SwiftLanguageMode = Context.environment["PORT_MODE"] == "5" ? .v5 : .v6

#if os(Linux)
let overlay: [SwiftSetting] =
    usesPlugin ? [.unsafeFlags(["-vfsoverlay", Context.packageDirectory + "/.build/mica-port/App.yaml"])] : []
let plugins: [Target.PluginUsage] = usesPlugin ? [.plugin(name: "MicaPort", package: "Mica")] : []
#else
let (overlay, plugins): ([SwiftSetting], [Target.PluginUsage]) = ([], [])
#endif

let package = Package(
    name: "PortPackage",
    dependencies: [.package(name: "Mica", path: Context.environment["MICA"] ?? "../..")],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "UIKit", package: "Mica")],
            swiftSettings: [.swiftLanguageMode(mode)] + overlay, plugins: plugins)
    ]
)
