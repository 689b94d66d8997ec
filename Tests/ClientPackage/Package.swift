// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package as a user writes it. Layers names the product QuartzCore only; most programs name Mica.
let package = Package(
    name: "ClientPackage",
    dependencies: [.package(name: "Mica", path: "../..")],
    targets: [
        .executableTarget(
            name: "Layers", dependencies: [.product(name: "QuartzCore", package: "Mica")], path: "Sources/Layers"),
        .executableTarget(name: "Ten", dependencies: [.product(name: "Mica", package: "Mica")], path: "Sources/Ten"),
        .executableTarget(
            name: "Client", dependencies: [.product(name: "Mica", package: "Mica")], path: "Sources/Client"),
        .executableTarget(
            name: "Chart",
            dependencies: [.product(name: "Mica", package: "Mica"), .product(name: "MicaVideo", package: "Mica")],
            path: "Sources/Chart"),
        .executableTarget(
            name: "Film",
            dependencies: [
                .product(name: "Mica", package: "Mica"), .product(name: "MicaDocuments", package: "Mica"),
                .product(name: "MicaSnapshots", package: "Mica"), .product(name: "MicaVideo", package: "Mica"),
            ], path: "Sources/Film"),
        .executableTarget(
            name: "Older",
            dependencies: [
                .product(name: "MicaScripts", package: "Mica"), .product(name: "QuartzCore", package: "Mica"),
                .product(name: "UIKit", package: "Mica"),
            ], path: "Sources/Older", swiftSettings: [.swiftLanguageMode(.v4)]),
        .executableTarget(
            name: "Window",
            dependencies: [
                .product(name: "QuartzCore", package: "Mica"), .product(name: "MicaWindow", package: "Mica"),
            ], path: "Sources/Window"),
        .executableTarget(
            name: "HelloUIKit",
            dependencies: [
                .product(name: "UIKit", package: "Mica"), .product(name: "MicaWindow", package: "Mica"),
            ], path: "Sources/HelloUIKit"),
    ]
)

// The pages' Swift, which dev/snippets writes there.
if FileManager.default.fileExists(atPath: Context.packageDirectory + "/Sources/Snippets/main.swift") {
    let products = [
        "AVFoundation", "CoreText", "GLKit", "ImageIO", "Mica", "MicaDocuments", "MicaPlayer", "MicaScripts",
        "MicaSnapshots", "MicaVideo", "QuartzCore", "UIKit",
    ]
    package.targets.append(
        .executableTarget(
            name: "Snippets", dependencies: products.map { .product(name: $0, package: "Mica") },
            path: "Sources/Snippets"))
}
