// swift-tools-version: 6.2
import PackageDescription

// A package that another one depends on, with sources as on iOS: `mica build` ports these, too.
let package = Package(
    name: "Kit",
    products: [.library(name: "Kit", targets: ["Kit"])],
    targets: [.target(name: "Kit")]
)
