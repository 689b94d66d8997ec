// swift-tools-version: 6.2
import PackageDescription

// A package as a user writes it: what it names of Mica is the product QuartzCore.
let package = Package(
    name: "ClientPackage",
    dependencies: [.package(name: "Mica", path: "../..")],
    targets: [
        .executableTarget(
            name: "Ten", dependencies: [.product(name: "QuartzCore", package: "Mica")], path: "Sources/Ten"),
        .executableTarget(
            name: "Client", dependencies: [.product(name: "QuartzCore", package: "Mica")], path: "Sources/Client"),
    ]
)
