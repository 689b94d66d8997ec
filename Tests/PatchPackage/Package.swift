// swift-tools-version: 6.2
import PackageDescription

// Programs that use the additions of the patches in docs/patches: `dev/try-patch` builds them beside a copy that is
// patched.
let package = Package(
    name: "PatchPackage",
    dependencies: [.package(name: "Mica", path: "../..")],
    targets: [
        .executableTarget(
            name: "AddAProperty", dependencies: [.product(name: "Mica", package: "Mica")],
            path: "Sources/AddAProperty"),
        .executableTarget(
            name: "AddALayerClass", dependencies: [.product(name: "Mica", package: "Mica")],
            path: "Sources/AddALayerClass"),
    ]
)
