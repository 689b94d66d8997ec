// swift-tools-version: 6.2
import PackageDescription

// A worker of a server: JSON lines in, PNG files out.
let package = Package(
    name: "worker", dependencies: [.package(path: "../mica")],
    targets: [.executableTarget(name: "worker", dependencies: [.product(name: "Mica", package: "mica")])])
