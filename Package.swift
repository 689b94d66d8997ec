// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 language mode, strict memory safety.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()]

let package = Package(
    name: "Mica",
    products: [],
    targets: [
        // Wire
        .target(name: "MicaWire", dependencies: ["MicaPixels"], path: "Sources/Wire/MicaWire", swiftSettings: settings),
        // Server
        // Raster
        .target(name: "MicaPixels", path: "Sources/Raster/MicaPixels", swiftSettings: settings),
        // Compositors
        // System
        // Surfaces
        // Client
        // Documents
        // Tools
        // Tests
    ]
)
