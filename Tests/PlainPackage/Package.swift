// swift-tools-version: 6.2
import PackageDescription

// A package without Mica whose sources are as on iOS: what `mica build` does to it shows within seconds (dev/port-client).
let mode: SwiftLanguageMode = Context.environment["PORT_MODE"] == "5" ? .v5 : .v6

let package = Package(
    name: "PlainPackage",
    dependencies: [.package(path: "Kit")],
    targets: [.executableTarget(name: "App", dependencies: ["Kit"], swiftSettings: [.swiftLanguageMode(mode)])]
)
