// swift-tools-version: 6.2
import PackageDescription

// Public repositories of views, built against Mica; dev/uikit-clients fetches and ports their sources, which are not in git here.

/// A repository's sources in `Sources/NAME`, in the language mode that it was written in.
func client(_ name: String, _ mode: SwiftLanguageMode = .v5, on other: String? = nil, media: Bool = false) -> Target {
    .target(
        name: name,
        dependencies: (other.map { [.target(name: $0)] } ?? [])
            + (["QuartzCore", "UIKit"] + (media ? ["AVFoundation"] : [])).map { .product(name: $0, package: "Mica") },
        swiftSettings: [.swiftLanguageMode(mode), .unsafeFlags(["-enable-testing", "-suppress-warnings"])])
}

let clients = [
    client("NVActivityIndicatorView"),
    client("Cosmos"),
    client("Pastel"),
    client("HamburgerButton", .v4),
    client("TKSubmitTransition"),
    client("SAConfettiView", .v4),
    client("Pulsator"),
    client("DOFavoriteButton", .v4),
    client("PaperOnboarding"),
    client("FaveButton"),
    client("NVActivityIndicatorViewExtended", on: "NVActivityIndicatorView"),
    client("SnapKit"),
    client("SnapKitExample", on: "SnapKit"),
    client("EasyPeasy"),
    client("EasyPeasyExample", on: "EasyPeasy"),
    client("TinyConstraints"),
    client("TinyConstraintsExample", on: "TinyConstraints"),
    client("Cartography"),
    client("Anchorage"),
    client("Listings", .v4),
    client("LayerPlayer", .v4, media: true),
    client("BasicDemos"),
]

let package = Package(
    name: "UIKitClients", defaultLocalization: "en",
    dependencies: [.package(name: "Mica", path: "../..")],
    targets: clients + [
        .executableTarget(
            name: "Film",
            dependencies: clients.map { .target(name: $0.name) }
                + ["ImageIO", "MicaScripts", "UIKit"].map {
                    .product(name: $0, package: "Mica")
                },
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
