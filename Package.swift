// swift-tools-version: 6.2
// swift-format-ignore-file
import PackageDescription

// MARK: Settings

/// Swift 6 language mode.
let swift6: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// Settings of most Swift targets: Swift 6 language mode, strict memory safety.
///
/// Swift 6.3 inlines a `package` function into no other module, `@inlinable` or not, unless its module is testable: what comes
/// before drawing takes half as long again without (measured; docs/performance.md).
let strict = swift6 + [.strictMemorySafety(), .unsafeFlags(["-enable-testing"], .when(configuration: .release))]

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

// MARK: Kinds of targets

/// The path of a module: a stage of Sources, or a folder beside Sources.
func path(_ name: String, _ folder: String) -> String {
    ["Tools", "Tests", "Fuzz"].contains(folder) ? "\(folder)/\(name)" : "Sources/\(folder)/\(name)"
}

/// A Swift module, in a folder of its own name, or at a path.
func swift(
    _ name: String, in folder: String = "", at location: String? = nil, _ dependencies: [Target.Dependency] = [],
    with settings: [SwiftSetting] = [], strict isStrict: Bool = true, exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: location ?? path(name, folder), exclude: exclude,
        swiftSettings: (isStrict ? strict : swift6) + settings)
}

/// A program, in a folder of its own name, or at a path.
func program(
    _ name: String, in folder: String = "", at location: String? = nil, _ dependencies: [Target.Dependency],
    with settings: [SwiftSetting] = [], strict isStrict: Bool = true
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: location ?? path(name, folder),
        swiftSettings: (isStrict ? strict : swift6) + settings)
}

/// A module in C.
func c(_ name: String, in folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path(name, folder))
}

/// A library of the system, by the Debian package of its headers.
func system(_ name: String, pkgConfig: String? = nil, apt package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Tests. They are optimised where they go through many pixels themselves.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], optimized: Bool = false,
    strict isStrict: Bool = true
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
        swiftSettings: (isStrict ? strict : swift6) + (optimized ? [] : unoptimized))
}

/// A library that programs name, with the overlays that Swift Testing looks for.
func library(_ name: String, and others: String...) -> Product { .library(name: name, targets: [name] + others) }

let package = Package(
    name: "Mica",
    products: [
        .executable(name: "mica", targets: ["MicaCommand"]),
        .executable(name: "mica-play", targets: ["mica-play"]),
        .executable(name: "mica-dev", targets: ["mica-dev"]),
        .executable(name: "mica-dev-window", targets: ["mica-dev-window"]),
        .executable(name: "tutorials", targets: ["tutorials"]),
        library("AVFoundation", and: "_Testing_CoreGraphics"),
        library("CoreGraphics", and: "_Testing_CoreGraphics"),
        library("CoreMedia"),
        library("CoreText", and: "_Testing_CoreGraphics"),
        library("GLKit", and: "_Testing_CoreGraphics", "_Testing_UIKit"),
        library("ImageIO", and: "_Testing_CoreGraphics"),
        library("MicaDocuments", and: "_Testing_CoreGraphics"),
        library("MicaEvents"),
        library("Mica", and: "QuartzCore", "_Testing_CoreGraphics"),
        library("MicaInstruments", and: "_Testing_CoreGraphics"),
        library("MicaPlayer", and: "MicaEvents", "_Testing_CoreGraphics"),
        library("MicaScripts", and: "MicaEvents", "_Testing_CoreGraphics"),
        library("MicaSnapshots", and: "_Testing_CoreGraphics"),
        library("MicaTesting", and: "_Testing_CoreGraphics", "_Testing_UIKit"),
        library("MicaVideo"),
        library("MicaWindow", and: "_Testing_CoreGraphics"),
        library("OpenGLES", and: "_Testing_CoreGraphics"),
        library("os", and: "OSLog"),
        library("QuartzCore", and: "_Testing_CoreGraphics"),
        library("simd"),
        // iOS' programs import the modules of the system without naming them.
        library("UIKit", and: "_Testing_CoreGraphics", "_Testing_UIKit", "os", "OSLog", "simd"),
        .plugin(name: "MicaPort", targets: ["MicaPort"]),
        // All that a package of others may import, in one shared library: `mica test` compiles against it (dev/kit).
        .library(name: "MicaKit", type: .dynamic, targets: [
            "_Testing_CoreGraphics", "_Testing_UIKit", "AVFoundation", "CoreGraphics", "CoreMedia", "CoreText", "GLKit", "ImageIO",
            "Mica", "MicaEvents", "MicaScripts", "MicaSnapshots", "MicaTesting", "OpenGLES", "os", "OSLog", "QuartzCore", "simd", "UIKit",
        ]),
    ],
    targets: [
        // Wire
        swift("MicaEncoding", in: "Wire", ["MicaGeometry", "MicaResources", "MicaTrace", "MicaWire"]),
        swift("MicaWire", in: "Wire", ["MicaGeometry", "MicaResources"]),
        // Server
        swift("MicaFrame", in: "Server", ["MicaGeometry", "MicaResources"]),
        swift("MicaAnimation", in: "Server", ["MicaGeometry", "MicaResources", "MicaWire"]),
        swift("MicaParticles", in: "Server", ["MicaAnimation", "MicaGeometry", "MicaResources", "MicaWire"]),
        swift("MicaScene", in: "Server", [
            "MicaAnimation", "MicaFrame", "MicaGeometry", "MicaParticles", "MicaRaster", "MicaResources", "MicaWire", "MicaWorkers",
        ]),
        swift("MicaServer", in: "Server", ["MicaFrame", "MicaGeometry", "MicaScene", "MicaTrace", "MicaWire", "MicaWorkers"]),
        // Hosting
        swift("MicaHosting", in: "Hosting", [
            "MicaCompositor", "MicaEncoding", "MicaFrame", "MicaGeometry", "MicaOverlays", "MicaResources", "MicaServer", "MicaTrace",
            "MicaWire",
        ]),
        swift("MicaOverlays", in: "Hosting", ["MicaFrame", "MicaGeometry", "MicaResources", "MicaTrace"]),
        swift("MicaEvents", in: "Client"),
        swift("MicaSocket", in: "Hosting", [
            "CMicaSocket", "MicaEncoding", "MicaEvents", "MicaGeometry", "MicaResources", "MicaTrace", "MicaWire",
        ]),
        swift("MicaServing", in: "Hosting", [
            "CMicaSocket", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents", "MicaFrame", "MicaHosting", "MicaResources",
            "MicaScene", "MicaServer", "MicaSocket", "MicaTrace", "MicaWire", "MicaWorkers",
        ]),
        // Raster
        swift("MicaGeometry", in: "Raster"),
        swift("MicaResources", in: "Raster"),
        c("CMicaPixels", in: "Raster"),
        swift("MicaPixels", in: "Raster", ["CMicaPixels", "MicaResources"]),
        swift("MicaRaster", in: "Raster", ["MicaGeometry", "MicaPixels"]),
        swift("MicaText", in: "Raster", ["CLibPango", "MicaGeometry", "MicaResources", "MicaTrace"]),
        // Compositors
        swift("MicaCompositor", in: "Compositors", ["MicaFrame", "MicaGeometry", "MicaResources", "MicaTrace", "MicaWorkers"]),
        swift("MicaCPU", in: "Compositors", [
            "MicaCompositor", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources", "MicaTrace", "MicaWorkers",
        ]),
        swift("MicaReference", in: "Compositors", ["MicaCompositor", "MicaFrame", "MicaGeometry", "MicaRaster", "MicaResources"]),
        swift("MicaGL", in: "Compositors", [
            "CMicaGL", "MicaCompositor", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources", "MicaTrace",
        ]),
        // System
        swift("MicaWorkers", in: "System"),
        swift("MicaTrace", in: "System"),
        swift("MicaMarkup", in: "System"),
        c("CMicaSocket", in: "System"),
        c("CMicaParts", in: "System"),
        c("CMicaCodecs", in: "System", ["CLibJPEG", "CLibPNG"]),
        c("CMicaImageFiles", in: "System", ["CLibDeflate", "CLibJPEG", "CLibPNG", "CMicaCodecs"]),
        c("CMicaWindow", in: "System", ["CSDL", "CWayland"]),
        c("CMicaFilm", in: "System"),
        // Libraries that are opened where they are used, so that a program that only draws layers loads none of them
        c("CMicaGL", in: "System"),
        c("CLibCairo", in: "System"),
        c("CLibAV", in: "System", ["CMicaParts"]),
        c("CMicaSound", in: "System", ["CMicaParts"]),
        c("CLibDuktape", in: "System"),
        c("COpenGLES", in: "System"),
        // Libraries that are linked
        system("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        system("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
        system("CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        system("CLibGIF", pkgConfig: "libgif", apt: "libgif-dev"),
        system("CLibZip", pkgConfig: "libzip", apt: "libzip-dev"),
        system("CLibDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        // HarfBuzz's flags name all folders of headers that are used; Pango's have one that SwiftPM warns about (pango.h).
        system("CLibPango", pkgConfig: "harfbuzz", apt: "libpango1.0-dev"),
        // Without flags: SDL's headers are found by their folder, and SwiftPM warns about one of SDL's flags.
        system("CSDL", apt: "libsdl2-dev"),
        system("CWayland", pkgConfig: "wayland-client", apt: "libwayland-dev"),
        // Surfaces
        swift("MicaCodecs", in: "Surfaces", ["CLibGIF", "CLibWebP", "CMicaCodecs", "MicaResources"]),
        swift("MicaImageFiles", in: "Surfaces", ["CLibGIF", "CLibWebP", "CMicaCodecs", "CMicaImageFiles", "MicaCodecs", "MicaResources"]),
        swift("MicaSurface", in: "Surfaces", ["CMicaParts", "MicaCodecs", "MicaImageFiles", "MicaResources"]),
        swift("MicaVideo", in: "Surfaces", ["CLibAV", "MicaCodecs", "MicaPixels", "MicaResources", "MicaSurface"]),
        swift("MicaFilm", in: "Surfaces", ["CLibAV", "CMicaFilm", "MicaCodecs", "MicaResources", "MicaSurface", "MicaVideo"]),
        // Client: Apple's modules
        c("CMicaObjects", in: "Client"),
        swift("ObjectiveCNames", in: "Client", ["CMicaObjects", "MicaTrace"]),
        swift("CoreGraphics", in: "Client", [
            "CLibCairo", "MicaCodecs", "MicaGeometry", "MicaPixels", "MicaRaster", "MicaResources", "MicaText", "MicaTrace",
            "ObjectiveCNames",
        ]),
        swift("_Testing_CoreGraphics", in: "Client"),
        swift("os", in: "Client", ["MicaTrace"]),
        swift("OSLog", in: "Client", ["os"]),
        swift("simd", in: "Client", ["MicaTrace"]),
        swift("ImageIO", in: "Client", ["CoreGraphics", "MicaCodecs", "MicaImageFiles", "MicaResources", "MicaTrace"]),
        swift("CoreMedia", in: "Client"),
        swift("MicaValues", in: "Client", ["CoreGraphics", "MicaTrace", "MicaWire"]),
        swift("CoreText", in: "Client", ["CoreGraphics", "MicaText", "MicaTrace"]),
        c("CMicaInterop", in: "Client"),
        swift("QuartzCore", in: "Client", [
            "CMicaInterop", "CMicaParts", "CoreGraphics", "CoreText", "MicaAnimation", "MicaCPU", "MicaFrame", "MicaGeometry",
            "MicaResources", "MicaServer", "MicaText", "MicaTrace", "MicaValues", "MicaWire", "MicaWorkers",
        ]),
        swift("AVFoundation", in: "Client", [
            "CMicaSound", "CoreGraphics", "CoreMedia", "Mica", "MicaCodecs", "MicaFilm", "MicaResources", "MicaSurface", "MicaTrace",
            "MicaVideo", "QuartzCore",
        ]),
        swift("MicaConstraints", in: "Client"),
        swift("_Testing_UIKit", in: "Client"),
        // UIKit is a name for its parts.
        swift("UIKit", in: "Client", [
            "UIKitControllers", "UIKitCore", "UIKitLists", "UIKitNibs", "UIKitText",
        ], with: withoutNetworking),
        swift("UIKitCore", in: "Client", [
            "CoreGraphics", "CoreText", "ImageIO", "MicaConstraints", "MicaEvents", "MicaGeometry", "MicaRaster", "MicaResources",
            "MicaText", "MicaTrace", "MicaValues", "QuartzCore",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitLists", in: "Client", ["CoreGraphics", "MicaTrace", "QuartzCore", "UIKitCore"], with: withoutNetworking + drawnAnywhere),
        swift("UIKitText", in: "Client", [
            "CoreGraphics", "CoreText", "MicaEvents", "MicaTrace", "QuartzCore", "UIKitCore",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitControllers", in: "Client", [
            "CoreGraphics", "MicaTrace", "QuartzCore", "UIKitCore", "UIKitLists", "UIKitText",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitNibs", in: "Client", [
            "CoreGraphics", "MicaMarkup", "MicaTrace", "QuartzCore", "UIKitControllers", "UIKitCore", "UIKitLists", "UIKitText",
        ], with: withoutNetworking + drawnAnywhere),
        swift("OpenGLES", in: "Client", [
            "CMicaGL", "COpenGLES", "CoreGraphics", "Mica", "MicaFrame", "MicaGeometry", "MicaGL", "MicaResources", "MicaTrace",
            "QuartzCore",
        ]),
        swift("GLKit", in: "Client", [
            "COpenGLES", "CoreGraphics", "ImageIO", "MicaResources", "MicaTrace", "OpenGLES", "QuartzCore", "UIKit",
        ], with: withoutNetworking + drawnAnywhere),
        // Client: Mica's own modules
        swift("Mica", in: "Client", [
            "CoreGraphics", "MicaCodecs", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaFrame", "MicaGeometry", "MicaGL",
            "MicaHosting", "MicaImageFiles", "MicaOverlays", "MicaPixels", "MicaReference", "MicaResources", "MicaServer", "MicaSocket",
            "MicaSurface", "MicaTrace", "MicaValues", "MicaWire", "MicaWorkers", "QuartzCore",
        ]),
        swift("MicaInstruments", in: "Client", [
            "CoreGraphics", "Mica", "MicaCodecs", "MicaCPU", "MicaEncoding", "MicaFrame", "MicaGeometry", "MicaGL", "MicaHosting",
            "MicaImageFiles", "MicaOverlays", "MicaPixels", "MicaReference", "MicaResources", "MicaScene", "MicaServer", "MicaTrace",
            "MicaWire", "MicaWorkers", "QuartzCore",
        ]),
        swift("MicaSnapshots", in: "Client", [
            "CoreGraphics", "Mica", "MicaCodecs", "MicaImageFiles", "MicaResources", "MicaSurface", "MicaValues", "QuartzCore",
        ]),
        // Functions that take the place of Foundation's in programs of `mica test --language`, whose objects dev/kit keeps.
        swift("MicaLocale", in: "Client", []),
        // The same for all programs of `mica test`: the main loop runs on the main thread.
        swift("MicaMainLoop", in: "Client", []),
        // The names of XCTest and Core Image that tests of views use, and the application that tests run in.
        swift("MicaTesting", in: "Client", [
            "CoreGraphics", "MicaEvents", "MicaResources", "MicaScripts", "MicaSnapshots", "MicaTrace", "QuartzCore", "UIKit",
        ], with: withoutNetworking),
        swift("MicaScripts", in: "Client", [
            "CoreGraphics", "Mica", "MicaEvents", "MicaResources", "MicaSurface", "MicaValues", "QuartzCore",
        ]),
        swift("MicaWindow", in: "Client", [
            "CMicaWindow", "CoreGraphics", "CSDL", "Mica", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents", "MicaFrame",
            "MicaGeometry", "MicaGL", "MicaHosting", "MicaPixels", "MicaResources", "MicaSocket", "MicaTrace", "MicaWire", "MicaWorkers",
            "QuartzCore",
        ]),
        // Documents
        swift("MicaDocuments", in: "Documents", [
            "CLibDeflate", "CLibDuktape", "CLibZip", "CoreGraphics", "CoreText", "MicaCodecs", "MicaMarkup", "MicaResources", "MicaValues", "MicaWire", "QuartzCore",
        ]),
        swift("MicaPlayer", in: "Documents", ["Mica", "MicaDocuments", "MicaEvents", "QuartzCore"]),
        // Fuzz
        swift("MicaFuzzImages", in: "Fuzz", ["MicaCodecs", "MicaRandom"]),
        swift("MicaFuzz", in: "Fuzz", [
            "Mica", "MicaDocuments", "MicaEncoding", "MicaFuzzImages", "MicaGeometry", "MicaRandom", "MicaServer", "MicaWire",
            "QuartzCore",
        ]),
        // Examples
        swift("MicaExamples", at: "Examples", [
            "AVFoundation", "CoreText", "GLKit", "Mica", "MicaDocuments", "MicaEvents", "MicaPlayer", "MicaScripts", "MicaSurface",
            "MicaVideo", "QuartzCore", "UIKit",
        ], with: withoutNetworking, strict: false, exclude: ["Documents", "Farm", "Packages", "Scripts"]),
        // Tools
        c("CMicaArguments", in: "Tools"),
        c("CMicaAllocations", in: "Tools"),
        c("CMicaPango", in: "Tools"),
        swift("MicaRandom", in: "Tools"),
        swift("MicaBench", in: "Tools", [
            "CMicaAllocations", "CMicaPango", "CoreGraphics", "Mica", "MicaCompositor", "MicaConstraints", "MicaCPU", "MicaEncoding", "MicaEvents",
            "MicaFrame", "MicaGeometry", "MicaGL", "MicaHosting", "MicaParticles", "MicaPixels", "MicaRandom", "MicaRaster",
            "MicaResources", "MicaScene", "MicaScripts", "MicaServer", "MicaSurface", "MicaText", "MicaTrace", "MicaWire", "MicaWorkers", "OpenGLES", "QuartzCore",
            "UIKit",
        ], with: withoutNetworking),
        swift("MicaCurves", in: "Tools", ["CoreGraphics", "Mica", "QuartzCore"]),
        .plugin(name: "MicaPort", capability: .buildTool(), path: "Plugins/MicaPort"),
        // The frame of programs with subcommands, for `mica` and `mica-dev`.
        swift("MicaCommandLine", in: "Tools", [
            "CMicaArguments", "CoreGraphics", "Mica", "MicaDocuments", "MicaExamples", "MicaPlayer", "MicaScripts", "MicaSurface",
            "MicaText", "QuartzCore",
        ], with: withoutNetworking),
        program("MicaCommand", at: "Tools/mica", [
            "AVFoundation", "CMicaSocket", "CoreGraphics", "Mica", "MicaCodecs", "MicaCommandLine", "MicaDocuments",
            "MicaExamples", "MicaFilm", "MicaImageFiles", "MicaInstruments", "MicaPlayer", "MicaResources", "MicaScripts", "MicaSnapshots",
            "MicaServing", "MicaSocket", "MicaSurface", "MicaText", "MicaTrace", "MicaVideo", "QuartzCore",
        ], with: withoutNetworking),
        // The windows of `mica play` and `mica serve`: a program of its own, so that `mica` links no window system.
        program("mica-play", in: "Tools", [
            "CoreGraphics", "Mica", "MicaCodecs", "MicaCommandLine", "MicaEncoding", "MicaEvents", "MicaExamples", "MicaHosting",
            "MicaImageFiles", "MicaOverlays", "MicaPlayer", "MicaServer", "MicaServing", "MicaSocket", "MicaTrace", "MicaWindow",
            "MicaWire", "QuartzCore",
        ], with: withoutNetworking),
        // For those who work on Mica: benches, stress programs and pictures, and the windows of its benches.
        program("mica-dev", in: "Tools", [
            "AVFoundation", "CoreGraphics", "Mica", "MicaBench", "MicaCodecs", "MicaCommandLine", "MicaCompositor", "MicaCPU",
            "MicaCurves", "MicaDocuments", "MicaEncoding", "MicaExamples", "MicaFilm", "MicaFrame", "MicaFuzzImages",
            "MicaHosting", "MicaImageFiles", "MicaInstruments", "MicaRandom", "MicaResources", "MicaScripts", "MicaServer", "MicaServing",
            "MicaSocket", "MicaSurface", "MicaTrace", "MicaVideo", "MicaWire", "QuartzCore",
        ], with: withoutNetworking),
        program("mica-dev-window", in: "Tools", [
            "AVFoundation", "CoreGraphics", "Mica", "MicaCommandLine", "MicaCompositor", "MicaCPU", "MicaFrame", "MicaGeometry", "MicaHosting",
            "MicaInstruments", "MicaPlayer", "MicaTrace", "MicaWindow", "QuartzCore",
        ]),
        program("tutorials", in: "Tools", ["MicaExamples", "MicaWindow", "UIKit"], with: withoutNetworking, strict: false),
        program("WindowProbe", in: "Tests", [
            "AVFoundation", "CoreGraphics", "Mica", "MicaEvents", "MicaExamples", "MicaWindow", "QuartzCore", "UIKit",
        ]),
        program("TimeProbe", in: "Tests", ["MicaScripts", "QuartzCore"]),
        program("WindowStorm", in: "Tests", ["CMicaAllocations", "CoreGraphics", "MicaEvents", "MicaTrace", "MicaWindow", "QuartzCore"]),

        // Tests
        tests("MicaWindowTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "CSDL", "Mica", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents",
            "MicaFrame", "MicaHosting", "MicaOverlays", "MicaPixels", "MicaResources", "MicaServer", "MicaServing", "MicaSocket",
            "MicaTrace", "MicaWindow", "MicaWire", "QuartzCore",
        ]),
        tests("MicaBenchTests", [
            "_Testing_CoreGraphics", "CMicaAllocations", "MicaBench", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaFrame",
            "MicaHosting", "MicaServer", "MicaWire", "QuartzCore",
        ], optimized: true),
        tests("MicaCommandTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "Mica", "mica-dev", "MicaBench", "MicaCodecs", "MicaCommand",
            "MicaCommandLine", "MicaCPU", "MicaDocuments", "MicaImageFiles", "MicaResources", "MicaSurface", "QuartzCore",
            "TestSupport",
        ]),
        tests("QuartzCoreTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "CoreText", "Mica", "MicaAnimation", "MicaCompositor", "MicaCPU", "MicaEncoding",
            "MicaExamples", "MicaFrame", "MicaGeometry", "MicaHosting", "MicaRandom", "MicaReference", "MicaResources", "MicaScene",
            "MicaServer", "MicaTrace", "MicaWire", "QuartzCore", "TestSupport",
        ], exclude: ["FactSources.tsv", "Facts.tsv"]),
        tests("MicaDocumentsTests", [
            "_Testing_CoreGraphics", "AVFoundation", "CLibDeflate", "CLibZip", "CoreGraphics", "CoreText", "Mica", "MicaCodecs", "MicaDocuments",
            "MicaFuzz", "MicaFuzzImages", "MicaImageFiles", "MicaResources", "MicaSurface", "MicaVideo", "MicaWire", "QuartzCore",
            "TestSupport",
        ]),
        tests("MicaCPUTests", [
            "CMicaPixels", "MicaCompositor", "MicaCPU", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRandom", "MicaRaster", "MicaReference",
            "MicaResources", "MicaWorkers", "TestSupport",
        ], optimized: true),
        tests("MicaGLTests", [
            "CMicaAllocations", "MicaBench", "MicaCompositor", "MicaCPU", "MicaFrame", "MicaGeometry", "MicaGL", "MicaRandom",
            "MicaReference", "MicaResources", "ReftestKit",
        ], optimized: true),
        tests("MicaTextTests", ["MicaGeometry", "MicaRaster", "MicaText", "MicaTrace"], optimized: true),
        tests("CoreTextTests", ["_Testing_CoreGraphics", "CoreGraphics", "CoreText", "MicaText"]),
        tests("GLKitTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "GLKit", "Mica", "MicaCPU", "MicaEvents", "MicaExamples",
            "MicaFrame", "MicaGeometry", "MicaGL", "MicaRandom", "MicaResources", "MicaScripts", "OpenGLES", "QuartzCore",
        ]),
        tests("UIKitTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "CoreText", "Mica", "MicaConstraints", "MicaEvents",
            "MicaExamples", "MicaGeometry", "MicaRandom", "MicaResources", "MicaScene", "MicaScripts", "MicaServer", "MicaText", "MicaTrace",
            "MicaValues", "MicaWire", "QuartzCore", "UIKit", "UIKitCore",
        ]),
        tests("UIKitListsTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "MicaEvents", "MicaRandom", "MicaScripts", "QuartzCore",
            "UIKit", "UIKitCore", "UIKitLists",
        ]),
        tests("UIKitTextTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "MicaEvents", "MicaRandom", "MicaScripts",
            "QuartzCore", "TestSupport", "UIKit", "UIKitCore", "UIKitText",
        ]),
        tests("UIKitControllersTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "MicaEvents", "MicaScripts", "QuartzCore", "UIKit",
            "UIKitControllers", "UIKitCore",
        ]),
        tests("UIKitNibsTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "MicaScripts", "MicaTrace", "QuartzCore", "UIKit",
            "UIKitControllers", "UIKitCore", "UIKitLists", "UIKitNibs",
        ]),
        tests("MicaConstraintsTests", ["MicaConstraints", "MicaRandom"]),
        tests("CoreGraphicsTests", ["_Testing_CoreGraphics", "CoreGraphics", "MicaGeometry", "MicaResources", "MicaTrace"]),
        tests("ImageIOTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "ImageIO", "MicaCodecs", "MicaImageFiles", "MicaRandom", "MicaResources",
        ]),
        tests("MicaCodecsTests", ["CMicaImageFiles", "MicaCodecs", "MicaFuzzImages", "MicaImageFiles", "MicaRandom", "MicaResources"]),
        tests("MicaRasterTests", ["MicaGeometry", "MicaPixels", "MicaRandom", "MicaRaster", "MicaResources"], optimized: true),
        tests("MicaParticlesTests", ["MicaParticles", "MicaResources", "MicaWire"]),
        tests("MicaAnimationTests", ["MicaAnimation", "MicaGeometry", "MicaRandom", "MicaResources", "MicaWire"]),
        tests("MicaSurfaceTests", ["MicaCodecs", "MicaImageFiles", "MicaResources", "MicaSurface"], optimized: true),
        tests("MicaSnapshotsTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "Mica", "MicaCodecs", "MicaScripts", "MicaSnapshots", "QuartzCore", "UIKit",
        ], exclude: ["__Snapshots__"], optimized: true),
        tests("MicaInstrumentsTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "Mica", "MicaEncoding", "MicaExamples", "MicaFrame", "MicaFuzzImages",
            "MicaInstruments", "MicaOverlays", "MicaRandom", "MicaResources", "MicaScripts", "MicaSnapshots", "MicaTrace", "MicaWire",
            "os", "QuartzCore",
        ], exclude: ["__Snapshots__"]),
        tests("MicaScriptsTests", ["_Testing_CoreGraphics", "MicaRandom", "MicaScripts", "QuartzCore", "TimeProbe"]),
        tests("MicaPlayerTests", [
            "_Testing_CoreGraphics", "Mica", "MicaDocuments", "MicaPlayer", "MicaScripts", "QuartzCore",
        ], optimized: true),
        tests("MicaVideoTests", ["MicaCodecs", "MicaFilm", "MicaResources", "MicaSurface", "MicaVideo"], optimized: true),
        tests("SystemModulesTests", ["os", "simd"]),
        tests("CoreMediaTests", ["CoreMedia", "MicaRandom"]),
        tests("AVFoundationTests", [
            "_Testing_CoreGraphics", "AVFoundation", "CLibAV", "Mica", "MicaFilm", "MicaRandom", "MicaResources", "MicaSurface",
            "MicaTrace", "MicaVideo", "QuartzCore",
        ], strict: false),
        tests("MicaFilmTests", [
            "CLibAV", "CMicaFilm", "MicaCodecs", "MicaFilm", "MicaRandom", "MicaResources", "MicaSurface", "MicaVideo",
        ], optimized: true, strict: false),
        tests("MicaWireTests", ["MicaEncoding", "MicaFuzz", "MicaGeometry", "MicaRandom", "MicaResources", "MicaWire"]),
        tests("MicaSceneTests", [
            "MicaAnimation", "MicaCPU", "MicaFrame", "MicaGeometry", "MicaPixels", "MicaRandom", "MicaRaster", "MicaResources",
            "MicaScene", "MicaWire", "MicaWorkers",
        ], exclude: ["Goldens"]),
        tests("MicaServerTests", [
            "MicaEncoding", "MicaFrame", "MicaFuzz", "MicaFuzzImages", "MicaGeometry", "MicaRandom", "MicaResources", "MicaScene", "MicaServer", "MicaWire",
        ], optimized: true),
        tests("MicaServingTests", [
            "CMicaSocket", "CoreGraphics", "Mica", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents", "MicaFrame", "MicaHosting",
            "MicaRandom", "MicaResources", "MicaServer", "MicaServing", "MicaSocket", "MicaTrace", "MicaWire", "QuartzCore",
        ]),
        tests("ThreadTests", ["_Testing_CoreGraphics", "CoreGraphics", "Mica", "QuartzCore"], optimized: true),
        swift("TestSupport", in: "Tests", ["MicaCompositor", "MicaFrame", "MicaResources"]),
        swift("ReftestKit", in: "Tests", [
            "_Testing_CoreGraphics", "CoreGraphics", "Mica", "MicaCodecs", "MicaDocuments", "MicaFrame", "MicaGeometry", "MicaImageFiles",
            "MicaRandom", "MicaRaster", "MicaReference", "MicaResources", "MicaSocket", "MicaWire", "QuartzCore", "TestSupport",
        ]),
        tests("Reftests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "CoreText", "Mica", "MicaBench", "MicaCodecs", "MicaCPU",
            "MicaDocuments", "MicaExamples", "MicaFrame", "MicaFuzz", "MicaGL", "MicaReference", "MicaResources", "MicaScripts",
            "MicaValues", "MicaWire", "MicaWorkers", "QuartzCore", "ReftestKit", "TestSupport", "UIKit",
        ], exclude: ["Goldens", "LottieOracle"], optimized: true),
    ]
)

// The fuzzers link against libFuzzer's main and exist only for `dev/fuzz`; with "documents" the readers of documents alone
// count what they reach, with "archives" the layers that read themselves.
if let instrumented = Context.environment["MICA_FUZZ"] {
    let reader = ["documents": "MicaDocuments", "archives": "QuartzCore"][instrumented]
    for target in package.targets where target.name == reader {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
    }
    let fuzzing: [SwiftSetting] = strict + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]
    package.targets += [program("LoopLottie", in: "Fuzz", ["MicaFuzz"]), swift("MicaFuzzDriver", in: "Fuzz")]
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
