// swift-tools-version: 6.2
import PackageDescription

// A window over the whole screen.
let package = Package(
    name: "kiosk", dependencies: [.package(path: "../mica")],
    targets: [
        .executableTarget(
            name: "kiosk",
            dependencies: [
                .product(name: "MicaWindow", package: "mica"), .product(name: "UIKit", package: "mica"),
            ])
    ])
