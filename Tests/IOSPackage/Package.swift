// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "Cards", platforms: [.iOS(.v15)], products: [.library(name: "Cards", targets: ["Cards"])],
    targets: [
        .target(name: "Cards"),
        .executableTarget(name: "Counter"),
        .testTarget(name: "CardsTests", dependencies: ["Cards"], resources: [.copy("Words.txt")]),
    ])
