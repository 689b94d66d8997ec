// swift-tools-version: 6.2
import PackageDescription

// A package for iOS and Linux, with the sources of iOS unchanged: on Linux `mica build` in place of `swift build` compiles them. There
// Mica stands for Apple's frameworks; on Apple's systems `import UIKit` is Apple's, and no product of Mica is built.
let mica: [Target.Dependency] = [
    .product(name: "UIKit", package: "mica", condition: .when(platforms: [.linux])),
    .product(name: "MicaScripts", package: "mica", condition: .when(platforms: [.linux])),
]
let package = Package(
    name: "ios", platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "Counter", targets: ["Counter"])],
    dependencies: [.package(path: "../mica")],
    targets: [
        .target(name: "Counter", dependencies: mica),
        .executableTarget(name: "picture", dependencies: ["Counter"] + mica),
    ])
