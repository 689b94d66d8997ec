// swift-tools-version: 6.2
import PackageDescription

// A view and a test that compares its picture with the recorded one.
let package = Package(
    name: "snapshot", dependencies: [.package(path: "../mica")],
    targets: [
        .target(name: "Badge", dependencies: [.product(name: "UIKit", package: "mica")]),
        .testTarget(
            name: "BadgeTests",
            dependencies: [
                "Badge", .product(name: "MicaScripts", package: "mica"),
                .product(name: "MicaSnapshots", package: "mica"), .product(name: "UIKit", package: "mica"),
            ],
            exclude: ["__Snapshots__"]),
    ])
