// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 language mode, strict memory safety.
///
/// Swift 6.3 inlines a `package` function into no other module, `@inlinable` or not, unless its module is testable: what comes
/// before drawing takes half as long again without (measured; docs/performance.md).
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .strictMemorySafety(), .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
]

/// Settings of tests that leave the work to the modules that they test: compiling them optimised takes longer than all of their runs.
/// Nobody imports them, so that their module is not made apart from their code, for which all of it would be checked twice.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// Settings of what re-exports Foundation's networking, or imports what does, and calls nothing of it: it is not linked, with curl and
/// two dozen libraries under that, whose headers a static build would want as well. Clients that call it link it, as they import it.
let withoutNetworking: [SwiftSetting] = [
    .unsafeFlags(
        ["FoundationNetworking", "_CFURLSessionInterface", "curl"].flatMap {
            ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", $0]
        })
]

/// Settings of views: tiled layers ask them on other threads than the main one, to which views belong, what no check at run time is to
/// end the program for; Apple's views, which are not Swift, are not checked either.
let drawnAnywhere: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-dynamic-actor-isolation"])]

let package = Package(
    name: "Mica",
    products: [
        .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
        .executable(name: "mica", targets: ["mica"]),
        .executable(name: "mica-play", targets: ["mica-play"]),
        .executable(name: "tutorials", targets: ["tutorials"]),
        .library(name: "AVFoundation", targets: ["AVFoundation", "_Testing_CoreGraphics"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreText", targets: ["CoreText", "_Testing_CoreGraphics"]),
        .library(name: "ImageIO", targets: ["ImageIO", "_Testing_CoreGraphics"]),
        .library(name: "MicaDocuments", targets: ["MicaDocuments", "_Testing_CoreGraphics"]),
        .library(name: "MicaSnapshots", targets: ["MicaSnapshots", "_Testing_CoreGraphics"]),
        .library(name: "MicaEvents", targets: ["MicaEvents"]),
        .library(name: "MicaScripts", targets: ["MicaScripts", "MicaEvents", "_Testing_CoreGraphics"]),
        .library(name: "MicaInstruments", targets: ["MicaInstruments", "_Testing_CoreGraphics"]),
        .library(name: "MicaPlayer", targets: ["MicaPlayer", "MicaEvents", "_Testing_CoreGraphics"]),
        .library(name: "MicaExtras", targets: ["MicaExtras", "_Testing_CoreGraphics"]),
        .library(name: "MicaWindow", targets: ["MicaWindow", "_Testing_CoreGraphics"]),
        .library(name: "GLKit", targets: ["GLKit", "_Testing_CoreGraphics", "_Testing_UIKit"]),
        .library(name: "OpenGLES", targets: ["OpenGLES", "_Testing_CoreGraphics"]),
        .library(name: "QuartzCore", targets: ["QuartzCore", "_Testing_CoreGraphics"]),
        .plugin(name: "MicaPort", targets: ["MicaPort"]),
        .library(name: "UIKit", targets: ["UIKit", "_Testing_CoreGraphics", "_Testing_UIKit"]),
    ],
    targets: [
        // Wire
        .target(
            name: "MicaWire", dependencies: ["MicaGeometry", "MicaRaster", "MicaResources"],
            path: "Sources/Wire/MicaWire",
            swiftSettings: settings),
        // Server
        .target(
            name: "MicaFrame", dependencies: ["MicaGeometry", "MicaResources"],
            path: "Sources/Server/MicaFrame",
            swiftSettings: settings),
        .target(
            name: "MicaAnimation", dependencies: ["MicaGeometry", "MicaResources", "MicaWire"],
            path: "Sources/Server/MicaAnimation",
            swiftSettings: settings),
        .target(
            name: "MicaParticles",
            dependencies: ["MicaAnimation", "MicaGeometry", "MicaPixels", "MicaResources", "MicaWire"],
            path: "Sources/Server/MicaParticles", swiftSettings: settings),
        .target(
            name: "MicaScene",
            dependencies: [
                "MicaAnimation", "MicaFrame", "MicaGeometry", "MicaParticles", "MicaRaster", "MicaResources",
                "MicaWire", "MicaWorkers",
            ],
            path: "Sources/Server/MicaScene", swiftSettings: settings),
        .target(
            name: "MicaServer",
            dependencies: ["MicaFrame", "MicaGeometry", "MicaScene", "MicaTrace", "MicaWire", "MicaWorkers"],
            path: "Sources/Server/MicaServer", swiftSettings: settings),
        // Hosting
        .target(
            name: "MicaHosting",
            dependencies: [
                "MicaFrame", "MicaGeometry", "MicaOverlays", "MicaResources", "MicaServer", "MicaTrace", "MicaWire",
                "MicaCompositor",
            ],
            path: "Sources/Hosting/MicaHosting", swiftSettings: settings),
        .target(
            name: "MicaOverlays", dependencies: ["MicaFrame", "MicaGeometry", "MicaResources", "MicaTrace"],
            path: "Sources/Hosting/MicaOverlays", swiftSettings: settings),
        .target(name: "MicaEvents", path: "Sources/Hosting/MicaEvents", swiftSettings: settings),
        .target(
            name: "MicaSocket",
            dependencies: ["CMicaSocket", "MicaEvents", "MicaGeometry", "MicaResources", "MicaWire"],
            path: "Sources/Hosting/MicaSocket", swiftSettings: settings),
        .target(
            name: "MicaServing",
            dependencies: [
                "CMicaSocket", "MicaCPU", "MicaCompositor", "MicaEvents", "MicaFrame", "MicaHosting", "MicaResources",
                "MicaScene", "MicaServer", "MicaSocket", "MicaWire", "MicaWorkers",
            ],
            path: "Sources/Hosting/MicaServing", swiftSettings: settings),
        // Raster
        .target(name: "MicaGeometry", path: "Sources/Raster/MicaGeometry", swiftSettings: settings),
        .target(name: "MicaResources", path: "Sources/Raster/MicaResources", swiftSettings: settings),
        .target(name: "CMicaPixels", path: "Sources/Raster/CMicaPixels"),
        .target(
            name: "MicaPixels", dependencies: ["CMicaPixels", "MicaResources"],
            path: "Sources/Raster/MicaPixels",
            swiftSettings: settings),
        .target(
            name: "MicaRaster", dependencies: ["MicaGeometry", "MicaPixels"],
            path: "Sources/Raster/MicaRaster",
            swiftSettings: settings),
        .target(
            name: "MicaText", dependencies: ["CLibPango", "MicaGeometry", "MicaResources", "MicaTrace"],
            path: "Sources/Raster/MicaText",
            swiftSettings: settings),
        // Compositors
        .target(
            name: "MicaCompositor",
            dependencies: ["MicaFrame", "MicaGeometry", "MicaResources", "MicaTrace", "MicaWorkers"],
            path: "Sources/Compositors/MicaCompositor", swiftSettings: settings),
        .target(
            name: "MicaCPU",
            dependencies: [
                "MicaCompositor", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources",
                "MicaTrace", "MicaWorkers",
            ],
            path: "Sources/Compositors/MicaCPU", swiftSettings: settings),
        .target(
            name: "MicaReference",
            dependencies: [
                "MicaCompositor", "MicaFrame", "MicaGeometry", "MicaRaster", "MicaResources",
            ],
            path: "Sources/Compositors/MicaReference", swiftSettings: settings),
        .target(
            name: "MicaGL",
            dependencies: [
                "CMicaGL", "MicaCompositor", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources",
                "MicaTrace",
            ],
            path: "Sources/Compositors/MicaGL", swiftSettings: settings),
        // System
        // Opens libEGL and libGLESv2 where they are used; no header of theirs is needed.
        .target(name: "CMicaGL", path: "Sources/System/CMicaGL"),
        .target(name: "MicaWorkers", path: "Sources/System/MicaWorkers", swiftSettings: settings),
        .target(name: "CMicaSocket", path: "Sources/System/CMicaSocket"),
        .target(name: "MicaTrace", path: "Sources/System/MicaTrace", swiftSettings: settings),
        .systemLibrary(
            name: "CLibPNG", path: "Sources/System/CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(
            name: "CLibJPEG", path: "Sources/System/CLibJPEG", pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(
            name: "CLibWebP", path: "Sources/System/CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(
            name: "CLibGIF", path: "Sources/System/CLibGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(
            name: "CLibZip", path: "Sources/System/CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(
            name: "CLibDeflate", path: "Sources/System/CLibDeflate", pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"])]),
        // Opened where they are used, so that a program that only draws layers loads neither.
        .target(name: "CLibCairo", path: "Sources/System/CLibCairo"),
        .target(name: "CLibAV", path: "Sources/System/CLibAV"),
        .target(name: "CMicaSound", path: "Sources/System/CMicaSound"),
        // HarfBuzz's flags name all folders of headers that are used; Pango's have one that SwiftPM warns about (pango.h).
        .systemLibrary(
            name: "CLibPango", path: "Sources/System/CLibPango", pkgConfig: "harfbuzz",
            providers: [.apt(["libpango1.0-dev"])]),
        .target(
            name: "CMicaCodecs", dependencies: ["CLibDeflate", "CLibPNG", "CLibJPEG"],
            path: "Sources/System/CMicaCodecs"),
        // No flags of SDL's: its headers are found by their folder, and SwiftPM warns about the one flag there is besides.
        .systemLibrary(name: "CSDL", path: "Sources/System/CSDL", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(
            name: "CWayland", path: "Sources/System/CWayland", pkgConfig: "wayland-client",
            providers: [.apt(["libwayland-dev"])]),
        .target(
            name: "CMicaWindow", dependencies: ["CSDL", "CWayland"], path: "Sources/System/CMicaWindow"),
        // Surfaces
        .target(
            name: "MicaCodecs", dependencies: ["CMicaCodecs", "CLibWebP", "CLibGIF", "MicaResources"],
            path: "Sources/Surfaces/MicaCodecs", swiftSettings: settings),
        .target(
            name: "MicaSurface", dependencies: ["MicaCodecs", "MicaResources"],
            path: "Sources/Surfaces/MicaSurface",
            swiftSettings: settings),
        .target(
            name: "MicaVideo", dependencies: ["MicaPixels", "MicaCodecs", "MicaResources", "MicaSurface", "CLibAV"],
            path: "Sources/Surfaces/MicaVideo", swiftSettings: settings),
        .target(name: "CMicaFilm", path: "Sources/System/CMicaFilm"),
        .target(
            name: "MicaFilm",
            dependencies: ["CLibAV", "CMicaFilm", "MicaCodecs", "MicaResources", "MicaSurface", "MicaVideo"],
            path: "Sources/Surfaces/MicaFilm", swiftSettings: settings),
        // Client
        .target(name: "CMicaObjects", path: "Sources/Client/CMicaObjects"),
        .target(
            name: "CoreGraphics",
            dependencies: [
                "CLibCairo", "CMicaObjects", "MicaCodecs", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources",
                "MicaText", "MicaTrace",
            ],
            path: "Sources/Client/CoreGraphics", swiftSettings: settings),
        .target(
            name: "_Testing_CoreGraphics", path: "Sources/Client/_Testing_CoreGraphics", swiftSettings: settings),
        .target(
            name: "ImageIO", dependencies: ["CoreGraphics", "MicaCodecs", "MicaResources", "MicaTrace"],
            path: "Sources/Client/ImageIO", swiftSettings: settings),
        .target(name: "CoreMedia", path: "Sources/Client/CoreMedia", swiftSettings: settings),
        .target(
            name: "MicaExtras", dependencies: ["CoreGraphics", "MicaWire"], path: "Sources/Client/MicaExtras",
            swiftSettings: settings),
        .target(
            name: "CoreText", dependencies: ["CoreGraphics", "MicaText"],
            path: "Sources/Client/CoreText", swiftSettings: settings),
        .target(name: "CMicaInterop", path: "Sources/Client/CMicaInterop"),
        .target(
            name: "QuartzCore",
            dependencies: [
                "CoreGraphics", "CMicaInterop", "MicaAnimation", "MicaCPU", "MicaExtras", "MicaFrame", "MicaGL",
                "MicaGeometry", "MicaHosting", "MicaPixels", "MicaRaster", "MicaReference", "MicaResources",
                "MicaScene", "MicaServer", "MicaSocket",
                "CoreText", "MicaText", "MicaSurface", "MicaVideo", "MicaCodecs", "MicaWire", "MicaWorkers",
                "MicaCompositor", "MicaOverlays", "MicaTrace",
            ],
            path: "Sources/Client/QuartzCore", swiftSettings: settings),
        .target(
            name: "AVFoundation",
            dependencies: [
                "CMicaSound", "CoreGraphics", "CoreMedia", "MicaCodecs", "MicaFilm", "MicaHosting", "MicaResources",
                "MicaSurface", "MicaTrace", "MicaVideo", "QuartzCore",
            ],
            path: "Sources/Client/AVFoundation", swiftSettings: settings),
        .target(name: "MicaConstraints", path: "Sources/Client/MicaConstraints", swiftSettings: settings),
        .target(name: "_Testing_UIKit", path: "Sources/Client/_Testing_UIKit", swiftSettings: settings),
        .target(
            name: "UIKit",
            dependencies: [
                "CMicaSocket", "CoreGraphics", "CoreText", "ImageIO", "MicaConstraints", "MicaEvents", "MicaExtras",
                "MicaGeometry", "MicaRaster", "MicaResources", "MicaText", "MicaTrace", "QuartzCore",
            ],
            path: "Sources/Client/UIKit", swiftSettings: settings + withoutNetworking + drawnAnywhere),
        .target(name: "COpenGLES", path: "Sources/System/COpenGLES"),
        .target(
            name: "OpenGLES",
            dependencies: [
                "CMicaGL", "COpenGLES", "CoreGraphics", "MicaFrame", "MicaGL", "MicaGeometry", "MicaResources",
                "MicaTrace", "QuartzCore",
            ],
            path: "Sources/Client/OpenGLES", swiftSettings: settings),
        .target(
            name: "GLKit",
            dependencies: [
                "COpenGLES", "CoreGraphics", "ImageIO", "MicaResources", "MicaTrace", "OpenGLES", "QuartzCore", "UIKit",
            ],
            path: "Sources/Client/GLKit", swiftSettings: settings + withoutNetworking + drawnAnywhere),
        .target(
            name: "MicaInstruments",
            dependencies: [
                "CoreGraphics", "MicaCodecs", "MicaCPU", "MicaFrame", "MicaGL", "MicaGeometry", "MicaHosting",
                "MicaOverlays", "MicaPixels", "MicaReference", "MicaResources", "MicaScene", "MicaServer", "MicaTrace",
                "MicaWire", "MicaWorkers", "QuartzCore",
            ],
            path: "Sources/Client/MicaInstruments", swiftSettings: settings),
        .target(
            name: "MicaSnapshots",
            dependencies: [
                "CoreGraphics", "MicaCodecs", "MicaResources", "MicaSurface", "QuartzCore",
            ],
            path: "Sources/Client/MicaSnapshots", swiftSettings: settings),
        .target(
            name: "MicaScripts",
            dependencies: [
                "CoreGraphics", "MicaEvents", "MicaResources", "MicaSurface", "QuartzCore",
            ],
            path: "Sources/Client/MicaScripts", swiftSettings: settings),
        .target(
            name: "MicaWindow",
            dependencies: [
                "CMicaWindow", "CSDL", "CoreGraphics", "MicaCPU", "MicaCompositor", "MicaEvents", "MicaFrame", "MicaGL",
                "MicaGeometry", "MicaHosting", "MicaPixels", "MicaResources", "MicaSocket", "MicaTrace", "MicaWire",
                "MicaWorkers", "QuartzCore",
            ],
            path: "Sources/Client/MicaWindow", swiftSettings: settings),
        // Documents
        .target(
            name: "MicaDocuments",
            dependencies: [
                "AVFoundation", "MicaFilm", "QuartzCore", "CoreGraphics", "CoreText", "MicaExtras", "MicaResources",
                "MicaWire", "MicaCodecs",
                "CLibZip",
            ],
            path: "Sources/Documents/MicaDocuments", swiftSettings: settings),
        .target(
            name: "MicaPlayer", dependencies: ["MicaDocuments", "MicaEvents", "QuartzCore"],
            path: "Sources/Documents/MicaPlayer", swiftSettings: settings),
        .target(
            name: "MicaFuzzImages", dependencies: ["MicaCodecs", "MicaRandom"], path: "Fuzz/MicaFuzzImages",
            swiftSettings: settings),
        .target(
            name: "MicaFuzz",
            dependencies: [
                "MicaDocuments", "MicaFuzzImages", "MicaGeometry", "MicaRandom", "MicaServer", "MicaWire",
                "QuartzCore",
            ],
            path: "Fuzz/MicaFuzz", swiftSettings: settings),
        // Examples
        .target(
            name: "MicaExamples",
            dependencies: [
                "AVFoundation", "CoreText", "GLKit", "MicaDocuments", "MicaEvents", "MicaExtras", "MicaPlayer",
                "MicaScripts", "MicaSurface", "MicaVideo", "QuartzCore", "UIKit",
            ],
            path: "Examples", exclude: ["Documents", "Scripts"],
            swiftSettings: [.swiftLanguageMode(.v6)] + withoutNetworking),
        // The tutorials' listings in a window: a program of its own, as `mica` links no window system.
        .executableTarget(
            name: "tutorials", dependencies: ["MicaExamples", "MicaWindow", "UIKit"], path: "Tools/tutorials",
            swiftSettings: [.swiftLanguageMode(.v6)] + withoutNetworking),
        // Tools
        .target(name: "CMicaArguments", path: "Tools/CMicaArguments"),
        .plugin(name: "MicaPort", capability: .buildTool(), path: "Plugins/MicaPort"),
        .target(name: "CMicaAllocations", path: "Tools/CMicaAllocations"),
        .target(name: "MicaRandom", path: "Tools/MicaRandom", swiftSettings: settings),
        .target(
            name: "MicaBench",
            dependencies: [
                "CMicaAllocations", "CoreGraphics", "MicaCompositor", "MicaConstraints", "MicaCPU", "MicaEvents",
                "MicaExtras", "MicaFrame", "MicaGL", "MicaGeometry", "MicaHosting", "MicaParticles", "MicaPixels",
                "MicaRandom",
                "MicaRaster", "MicaResources", "MicaScene", "MicaServer", "MicaWire", "MicaWorkers", "OpenGLES",
                "QuartzCore", "UIKit",
            ],
            path: "Tools/MicaBench", swiftSettings: settings + withoutNetworking),
        .target(
            name: "MicaCurves", dependencies: ["CoreGraphics", "QuartzCore"], path: "Tools/MicaCurves",
            swiftSettings: settings),
        .executableTarget(
            name: "mica",
            dependencies: [
                "AVFoundation", "CMicaArguments", "CMicaSocket", "CoreGraphics", "MicaBench", "MicaCodecs",
                "MicaCompositor", "MicaCPU", "MicaCurves", "MicaDocuments", "MicaExamples", "MicaFilm", "MicaFrame",
                "MicaFuzzImages", "MicaHosting", "MicaInstruments",
                "MicaPlayer", "MicaRandom", "MicaResources", "MicaScripts", "MicaServer", "MicaServing",
                "MicaSocket", "MicaSurface", "MicaText", "MicaTrace", "MicaVideo", "MicaWire", "QuartzCore",
            ],
            path: "Tools/mica", swiftSettings: settings + withoutNetworking),
        // The window of `mica play`: a program of its own, so that `mica` links no window system.
        .executableTarget(
            name: "mica-play",
            dependencies: [
                "AVFoundation", "CoreGraphics", "MicaCPU", "MicaCodecs", "MicaCompositor", "MicaEvents", "MicaExamples",
                "MicaFrame",
                "MicaGeometry", "MicaHosting", "MicaInstruments", "MicaOverlays", "MicaPlayer", "MicaServer",
                "MicaServing", "MicaSocket", "MicaTrace", "MicaWindow", "MicaWire", "QuartzCore",
            ],
            path: "Tools/mica-play", swiftSettings: settings),
        // Tests
        .executableTarget(
            name: "WindowProbe",
            dependencies: [
                "AVFoundation", "CoreGraphics", "MicaEvents", "MicaExamples", "MicaHosting", "MicaWindow", "QuartzCore",
            ],
            path: "Tests/WindowProbe", swiftSettings: settings),
        .executableTarget(
            name: "WindowStorm",
            dependencies: [
                "CMicaAllocations", "CoreGraphics", "MicaEvents", "MicaHosting", "MicaWindow", "QuartzCore",
            ],
            path: "Tests/WindowStorm", swiftSettings: settings),
        .testTarget(
            name: "MicaWindowTests",
            dependencies: [
                "CSDL", "CoreGraphics", "MicaCPU", "MicaCompositor", "MicaEvents", "MicaFrame", "MicaHosting",
                "MicaOverlays",
                "MicaPixels",
                "MicaResources", "MicaServer", "MicaWindow", "MicaWire", "QuartzCore", "_Testing_CoreGraphics",
            ],
            path: "Tests/MicaWindowTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaBenchTests",
            dependencies: [
                "CMicaAllocations", "MicaBench", "MicaFrame", "MicaHosting", "MicaServer", "MicaWire", "QuartzCore",
                "_Testing_CoreGraphics", "MicaCPU", "MicaCompositor",
            ],
            path: "Tests/MicaBenchTests",
            swiftSettings: settings),
        .testTarget(
            name: "MicaCommandTests",
            dependencies: [
                "mica", "MicaBench", "MicaCPU", "MicaCodecs", "MicaDocuments", "MicaResources", "MicaSurface",
                "QuartzCore", "TestSupport", "_Testing_CoreGraphics", "_Testing_UIKit",
            ],
            path: "Tests/MicaCommandTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "QuartzCoreTests",
            dependencies: [
                "MicaReference",
                "CoreGraphics", "MicaExtras", "QuartzCore", "_Testing_CoreGraphics", "MicaAnimation", "MicaExamples",
                "MicaFrame", "MicaGeometry", "MicaHosting", "CoreText", "MicaRandom", "MicaResources", "MicaScene",
                "MicaServer", "MicaWire", "TestSupport", "MicaCPU", "MicaCompositor", "MicaTrace",
            ],
            path: "Tests/QuartzCoreTests", exclude: ["FactSources.tsv", "Facts.tsv"],
            swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaDocumentsTests",
            dependencies: [
                "MicaExtras", "MicaDocuments", "MicaFuzz", "QuartzCore", "CoreGraphics", "_Testing_CoreGraphics",
                "CoreText", "MicaCodecs", "MicaResources", "MicaSurface", "MicaVideo", "MicaWire", "CLibZip",
                "TestSupport",
            ],
            path: "Tests/MicaDocumentsTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaCPUTests",
            dependencies: [
                "MicaCompositor", "MicaCPU", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRandom", "MicaRaster",
                "MicaReference", "MicaResources", "MicaWorkers", "TestSupport",
            ],
            path: "Tests/MicaCPUTests", swiftSettings: settings),
        .testTarget(
            name: "MicaGLTests",
            dependencies: [
                "CMicaAllocations", "MicaBench", "MicaCPU", "MicaCompositor", "MicaFrame", "MicaGL", "MicaGeometry",
                "MicaRandom", "MicaReference", "MicaResources", "ReftestKit",
            ],
            path: "Tests/MicaGLTests", swiftSettings: settings),
        .testTarget(
            name: "MicaTextTests", dependencies: ["MicaGeometry", "MicaText", "MicaRaster", "MicaTrace"],
            path: "Tests/MicaTextTests",
            swiftSettings: settings),
        .testTarget(
            name: "CoreTextTests", dependencies: ["CoreText", "_Testing_CoreGraphics", "MicaText"],
            path: "Tests/CoreTextTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "GLKitTests",
            dependencies: [
                "CoreGraphics", "GLKit", "MicaCPU", "MicaEvents", "MicaExamples", "MicaFrame", "MicaGL", "MicaGeometry",
                "MicaRandom", "MicaResources", "MicaScripts", "OpenGLES", "QuartzCore",
                "_Testing_CoreGraphics", "_Testing_UIKit",
            ],
            path: "Tests/GLKitTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "UIKitTests",
            dependencies: [
                "UIKit", "CMicaSocket", "CoreText", "MicaConstraints", "MicaEvents", "MicaExamples", "MicaGeometry",
                "MicaExtras", "MicaRandom",
                "MicaScene", "MicaScripts", "MicaServer", "MicaWire", "QuartzCore", "_Testing_CoreGraphics",
                "_Testing_UIKit", "MicaResources",
            ],
            path: "Tests/UIKitTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaConstraintsTests", dependencies: ["MicaConstraints", "MicaRandom"],
            path: "Tests/MicaConstraintsTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "CoreGraphicsTests", dependencies: ["CoreGraphics", "_Testing_CoreGraphics", "MicaResources"],
            path: "Tests/CoreGraphicsTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "ImageIOTests",
            dependencies: [
                "CoreGraphics", "ImageIO", "_Testing_CoreGraphics", "MicaCodecs", "MicaRandom", "MicaResources",
            ],
            path: "Tests/ImageIOTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaCodecsTests", dependencies: ["MicaCodecs", "MicaFuzzImages", "MicaRandom", "MicaResources"],
            path: "Tests/MicaCodecsTests",
            swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaRasterTests",
            dependencies: [
                "MicaGeometry", "MicaPixels", "MicaRandom", "MicaRaster", "MicaResources",
            ],
            path: "Tests/MicaRasterTests",
            swiftSettings: settings),
        .testTarget(
            name: "MicaParticlesTests", dependencies: ["MicaParticles", "MicaResources", "MicaWire"],
            path: "Tests/MicaParticlesTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaAnimationTests",
            dependencies: [
                "MicaAnimation", "MicaGeometry", "MicaRandom", "MicaResources", "MicaWire",
            ],
            path: "Tests/MicaAnimationTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaSurfaceTests", dependencies: ["MicaResources", "MicaSurface", "MicaCodecs"],
            path: "Tests/MicaSurfaceTests", swiftSettings: settings),
        .testTarget(
            name: "MicaSnapshotsTests",
            dependencies: [
                "MicaSnapshots", "MicaCodecs", "CoreGraphics", "QuartzCore", "_Testing_CoreGraphics",
            ],
            path: "Tests/MicaSnapshotsTests", exclude: ["__Snapshots__"], swiftSettings: settings),
        .testTarget(
            name: "MicaInstrumentsTests",
            dependencies: [
                "CoreGraphics", "MicaExamples", "MicaFrame", "MicaFuzzImages", "MicaHosting", "MicaInstruments",
                "MicaOverlays", "MicaRandom", "MicaResources", "MicaScripts", "MicaSnapshots", "MicaTrace", "MicaWire",
                "QuartzCore", "_Testing_CoreGraphics",
            ],
            path: "Tests/MicaInstrumentsTests", exclude: ["__Snapshots__"], swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaScriptsTests",
            dependencies: [
                "MicaRandom", "MicaScripts", "QuartzCore", "_Testing_CoreGraphics",
            ],
            path: "Tests/MicaScriptsTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaPlayerTests",
            dependencies: [
                "MicaDocuments", "MicaPlayer", "MicaScripts", "QuartzCore",
                "_Testing_CoreGraphics",
            ],
            path: "Tests/MicaPlayerTests", swiftSettings: settings),
        .testTarget(
            name: "MicaVideoTests", dependencies: ["MicaResources", "MicaVideo", "MicaSurface", "MicaCodecs"],
            path: "Tests/MicaVideoTests", swiftSettings: settings),
        .testTarget(
            name: "CoreMediaTests", dependencies: ["CoreMedia", "MicaRandom"], path: "Tests/CoreMediaTests",
            swiftSettings: settings + unoptimized),
        .testTarget(
            name: "AVFoundationTests",
            dependencies: [
                "AVFoundation", "CLibAV", "MicaFilm", "MicaHosting", "MicaRandom", "MicaResources", "MicaSurface",
                "MicaVideo", "QuartzCore", "_Testing_CoreGraphics",
            ],
            path: "Tests/AVFoundationTests", swiftSettings: [.swiftLanguageMode(.v6)] + unoptimized),
        .testTarget(
            name: "MicaFilmTests",
            dependencies: [
                "CLibAV", "CMicaFilm", "MicaCodecs", "MicaFilm", "MicaRandom", "MicaResources", "MicaSurface",
                "MicaVideo",
            ],
            path: "Tests/MicaFilmTests", swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "MicaWireTests",
            dependencies: [
                "MicaFuzz", "MicaGeometry", "MicaResources", "MicaWire", "MicaRandom", "MicaRaster",
            ],
            path: "Tests/MicaWireTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaSceneTests",
            dependencies: [
                "MicaAnimation", "MicaCPU", "MicaGeometry", "MicaResources", "MicaScene", "MicaFrame", "MicaRandom",
                "MicaRaster", "MicaWire", "MicaPixels", "MicaWorkers",
            ],
            path: "Tests/MicaSceneTests", exclude: ["Goldens"], swiftSettings: settings + unoptimized),
        .testTarget(
            name: "MicaServerTests",
            dependencies: [
                "MicaFuzz", "MicaGeometry", "MicaRandom", "MicaResources", "MicaServer", "MicaScene", "MicaFrame",
                "MicaWire",
            ],
            path: "Tests/MicaServerTests", swiftSettings: settings),
        .testTarget(
            name: "MicaServingTests",
            dependencies: [
                "CoreGraphics", "MicaCPU", "MicaCompositor", "MicaFrame", "MicaHosting", "MicaRandom", "MicaResources",
                "MicaEvents", "MicaServer",
                "MicaServing", "MicaSocket", "MicaWire", "QuartzCore",
            ],
            path: "Tests/MicaServingTests", swiftSettings: settings + unoptimized),
        .testTarget(
            name: "ThreadTests", dependencies: ["CoreGraphics", "QuartzCore", "_Testing_CoreGraphics"],
            path: "Tests/ThreadTests", swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["MicaCompositor", "MicaFrame", "MicaResources"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(
            name: "ReftestKit",
            dependencies: [
                "QuartzCore", "CoreGraphics", "MicaCodecs", "MicaDocuments", "MicaFrame", "MicaGeometry",
                "MicaRandom", "MicaRaster", "MicaReference", "MicaSocket", "MicaWire", "TestSupport",
                "_Testing_CoreGraphics", "MicaResources",
            ],
            path: "Tests/ReftestKit", swiftSettings: settings),
        .testTarget(
            name: "Reftests",
            dependencies: [
                "MicaBench", "MicaExamples", "MicaExtras", "ReftestKit", "QuartzCore", "CoreGraphics", "MicaCPU",
                "MicaCodecs", "MicaDocuments", "MicaFrame", "MicaFuzz", "MicaGL", "MicaReference", "MicaResources",
                "MicaWire", "MicaWorkers", "CoreText", "MicaScripts", "TestSupport", "UIKit", "_Testing_CoreGraphics",
                "_Testing_UIKit",
            ],
            path: "Tests/Reftests", exclude: ["Goldens", "LottieOracle"], swiftSettings: settings),
    ]
)

// The fuzzers link against libFuzzer's main and exist only for `dev/fuzz`; with "documents" the readers of documents alone
// count what they reach, with "archives" the layers that read themselves.
if let instrumented = Context.environment["MICA_FUZZ"] {
    let reader = ["documents": "MicaDocuments", "archives": "QuartzCore"][instrumented]
    for target in package.targets where target.name == reader {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
    }
    let fuzzing: [SwiftSetting] = settings + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]
    package.targets.append(
        .executableTarget(
            name: "LoopLottie", dependencies: ["MicaFuzz"], path: "Fuzz/LoopLottie", swiftSettings: settings))
    package.targets.append(
        .target(name: "MicaFuzzDriver", path: "Fuzz/MicaFuzzDriver", swiftSettings: settings))
    let fuzzers = [
        "MicaFuzz": ["FuzzArchive", "FuzzCAML", "FuzzLottie", "FuzzWire"],
        "MicaFuzzImages": ["FuzzGIF", "FuzzJPEG", "FuzzPNG", "FuzzWebP"],
    ]
    for (module, names) in fuzzers {
        for name in names {
            package.targets.append(
                .executableTarget(
                    name: name,
                    dependencies: Set([module, "MicaFuzzDriver", "MicaFuzzImages"]).sorted().map { .byName(name: $0) },
                    path: "Fuzz/\(name)", swiftSettings: fuzzing,
                    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
        }
    }
}

// MICA_QUICK=1 compiles all but what goes through pixels unoptimised, for builds with a sanitizer: compiling takes most of their time.
if Context.environment["MICA_QUICK"] != nil {
    let optimized: Set = [
        "MicaCPU", "MicaCPUTests", "MicaCodecs", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources",
    ]
    for target in package.targets where !optimized.contains(target.name) {
        target.swiftSettings?.append(contentsOf: unoptimized)
    }
}

// MICA_TESTS=NAME,NAME builds these test targets alone: all of them take longer to compile than the modules that they test.
if let wanted = Context.environment["MICA_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
