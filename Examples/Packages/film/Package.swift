// swift-tools-version: 6.2
import PackageDescription

// Lottie documents to films.
let package = Package(
    name: "film", dependencies: [.package(path: "../mica")],
    targets: [
        .executableTarget(
            name: "film",
            dependencies: [
                .product(name: "Mica", package: "mica"), .product(name: "MicaDocuments", package: "mica"),
                .product(name: "MicaVideo", package: "mica"),
            ])
    ])
