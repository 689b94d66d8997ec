// swift-tools-version: 6.2
// swift-format-ignore-file
import PackageDescription

// MARK: Settings

/// Swift 6 language mode.
let swift6: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// Settings of most Swift targets: Swift 6 language mode, strict memory safety.
///
/// Swift 6.3 inlines `package` functions into other modules only if their module is testable, `@inlinable` or not. Without it
/// commits and frames take half as long again (docs/what-did-not-pay.md).
let strict = swift6 + [.strictMemorySafety(), .unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// Settings of most tests: compiling them optimised takes longer than running them. No module imports them, so that their module file
/// is not made separately, which would check all of their code twice.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// Settings of modules that re-export Foundation's networking, or import one that does, without a call: it is not linked, nor are curl
/// and two dozen libraries below it, whose headers a static build would need. A client that calls it imports it, and so links it.
let withoutNetworking: [SwiftSetting] = [
    .unsafeFlags(
        ["FoundationNetworking", "_CFURLSessionInterface", "curl"].flatMap {
            ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", $0]
        })
]

/// Settings of views, which belong to the main thread: tiled layers call them on other threads, and no check at run time may end the
/// program for that. Apple's views, which are not Swift, are not checked either.
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

/// A product for programs, with the overlays that Swift Testing looks for.
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
        // Programs for iOS import the modules of the system, and no manifest names these.
        library("UIKit", and: "_Testing_CoreGraphics", "_Testing_UIKit", "os", "OSLog", "simd"),
        .plugin(name: "MicaPort", targets: ["MicaPort"]),
        // All modules that a package for iOS may import, in one shared library: `mica test` compiles against it (dev/kit).
        .library(name: "MicaKit", type: .dynamic, targets: [
            "_Testing_CoreGraphics", "_Testing_UIKit", "AVFoundation", "CoreGraphics", "CoreMedia", "CoreText", "GLKit", "ImageIO",
            "Mica", "MicaEvents", "MicaScripts", "MicaSnapshots", "MicaTesting", "OpenGLES", "os", "OSLog", "QuartzCore", "simd", "UIKit",
        ]),
    ],
    targets: [
        // Wire
        swift("MicaEncoding", in: "Wire", ["MicaBase", "MicaTrace", "MicaWire"]),
        swift("MicaWire", in: "Wire", ["MicaBase"]),
        // Server
        swift("MicaFrame", in: "Server", ["MicaBase"]),
        swift("MicaServer", in: "Server", [
            "MicaBase", "MicaFrame", "MicaRaster", "MicaTrace", "MicaWire", "MicaWorkers",
        ]),
        // Hosting
        swift("MicaHosting", in: "Hosting", [
            "MicaBase", "MicaCompositor", "MicaEncoding", "MicaFrame", "MicaOverlays", "MicaServer", "MicaTrace", "MicaWire",
        ]),
        swift("MicaOverlays", in: "Hosting", ["MicaBase", "MicaFrame", "MicaTrace"]),
        swift("MicaEvents", in: "Client"),
        swift("MicaSocket", in: "Hosting", ["CMicaSocket", "MicaBase", "MicaEncoding", "MicaEvents", "MicaTrace", "MicaWire"]),
        swift("MicaServing", in: "Hosting", [
            "CMicaSocket", "MicaBase", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents", "MicaFrame", "MicaHosting",
            "MicaServer", "MicaSocket", "MicaTrace", "MicaWire", "MicaWorkers",
        ]),
        // Raster
        c("CMicaPixels", in: "Raster"),
        swift("MicaBase", in: "Raster"),
        swift("MicaRaster", in: "Raster", ["CMicaPixels", "MicaBase"]),
        swift("MicaText", in: "Raster", ["CLibPango", "MicaBase", "MicaTrace"]),
        // Compositors
        swift("MicaCompositor", in: "Compositors", ["MicaBase", "MicaFrame", "MicaTrace", "MicaWorkers"]),
        swift("MicaCPU", in: "Compositors", [
            "MicaBase", "MicaCompositor", "MicaFrame", "MicaRaster", "MicaTrace", "MicaWorkers",
        ]),
        swift("MicaReference", in: "Compositors", ["MicaBase", "MicaCompositor", "MicaFrame", "MicaRaster"]),
        swift("MicaGL", in: "Compositors", ["CMicaGL", "MicaBase", "MicaCompositor", "MicaFrame", "MicaRaster", "MicaTrace"]),
        // System
        swift("MicaWorkers", in: "System"),
        swift("MicaTrace", in: "System"),
        swift("MicaMarkup", in: "System"),
        c("CMicaSocket", in: "System"),
        c("CMicaParts", in: "System"),
        c("CMicaCodecs", in: "System", ["CLibJPEG", "CLibPNG"]),
        c("CMicaImageFiles", in: "System", ["CLibDeflate", "CLibJPEG", "CLibPNG", "CMicaCodecs"]),
        c("CMicaWindow", in: "System", ["CMicaBus", "CSDL", "CWayland"]),
        c("CMicaFilm", in: "System"),
        // Libraries that are opened when they are first used, so that a program that only draws layers loads none of them
        c("CMicaBus", in: "System"),
        c("CMicaGL", in: "System"),
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
        swift("MicaCodecs", in: "Surfaces", ["CLibGIF", "CLibWebP", "CMicaCodecs", "MicaBase"]),
        swift("MicaImageFiles", in: "Surfaces", [
            "CLibGIF", "CLibWebP", "CMicaCodecs", "CMicaImageFiles", "MicaBase", "MicaCodecs",
        ]),
        swift("MicaSurface", in: "Surfaces", ["CMicaParts", "MicaBase", "MicaCodecs", "MicaImageFiles"]),
        swift("MicaVideo", in: "Surfaces", ["CLibAV", "MicaBase", "MicaCodecs", "MicaRaster", "MicaSurface"]),
        swift("MicaFilm", in: "Surfaces", ["CLibAV", "CMicaFilm", "MicaBase", "MicaCodecs", "MicaSurface", "MicaVideo"]),
        // Client: Apple's modules
        c("CMicaObjects", in: "Client"),
        swift("ObjectiveCNames", in: "Client", ["CMicaObjects", "MicaTrace"]),
        swift("CoreGraphics", in: "Client", [
            "MicaBase", "MicaCodecs", "MicaRaster", "MicaText", "MicaTrace", "ObjectiveCNames",
        ]),
        swift("_Testing_CoreGraphics", in: "Client"),
        swift("os", in: "Client", ["MicaTrace"]),
        swift("OSLog", in: "Client", ["os"]),
        swift("simd", in: "Client", ["MicaTrace"]),
        swift("ImageIO", in: "Client", ["CoreGraphics", "MicaBase", "MicaCodecs", "MicaImageFiles", "MicaTrace"]),
        swift("CoreMedia", in: "Client"),
        swift("MicaValues", in: "Client", ["CoreGraphics", "MicaTrace", "MicaWire"]),
        swift("CoreText", in: "Client", ["CoreGraphics", "MicaText", "MicaTrace"]),
        c("CMicaInterop", in: "Client"),
        swift("QuartzCore", in: "Client", [
            "CMicaInterop", "CMicaParts", "CoreGraphics", "CoreText", "MicaBase", "MicaCPU", "MicaFrame", "MicaServer",
            "MicaText", "MicaTrace", "MicaValues", "MicaWire", "MicaWorkers",
        ]),
        swift("AVFoundation", in: "Client", [
            "CMicaSound", "CoreGraphics", "CoreMedia", "Mica", "MicaBase", "MicaCodecs", "MicaFilm", "MicaSurface", "MicaTrace",
            "MicaVideo", "QuartzCore",
        ]),
        swift("MicaConstraints", in: "Client"),
        swift("_Testing_UIKit", in: "Client"),
        // UIKit is a name for its parts.
        swift("UIKit", in: "Client", [
            "UIKitControllers", "UIKitCore", "UIKitLists", "UIKitNibs", "UIKitText",
        ], with: withoutNetworking),
        swift("UIKitCore", in: "Client", [
            "CoreGraphics", "CoreText", "ImageIO", "MicaBase", "MicaConstraints", "MicaEvents", "MicaRaster", "MicaText",
            "MicaTrace", "MicaValues", "QuartzCore",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitLists", in: "Client", [
            "CoreGraphics", "MicaEvents", "MicaTrace", "QuartzCore", "UIKitCore",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitText", in: "Client", [
            "CoreGraphics", "CoreText", "MicaEvents", "MicaTrace", "QuartzCore", "UIKitCore",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitControllers", in: "Client", [
            "CoreGraphics", "MicaEvents", "MicaTrace", "QuartzCore", "UIKitCore", "UIKitLists", "UIKitText",
        ], with: withoutNetworking + drawnAnywhere),
        swift("UIKitNibs", in: "Client", [
            "CoreGraphics", "MicaMarkup", "MicaTrace", "QuartzCore", "UIKitControllers", "UIKitCore", "UIKitLists", "UIKitText",
        ], with: withoutNetworking + drawnAnywhere),
        swift("OpenGLES", in: "Client", [
            "CMicaGL", "COpenGLES", "CoreGraphics", "Mica", "MicaBase", "MicaFrame", "MicaGL", "MicaTrace", "QuartzCore",
        ]),
        swift("GLKit", in: "Client", [
            "COpenGLES", "CoreGraphics", "ImageIO", "MicaBase", "MicaTrace", "OpenGLES", "QuartzCore", "UIKit",
        ], with: withoutNetworking + drawnAnywhere),
        // Client: Mica's own modules
        swift("Mica", in: "Client", [
            "CoreGraphics", "MicaBase", "MicaCodecs", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaFrame", "MicaGL",
            "MicaHosting", "MicaImageFiles", "MicaOverlays", "MicaRaster", "MicaReference", "MicaServer", "MicaSocket",
            "MicaSurface", "MicaTrace", "MicaValues", "MicaWire", "MicaWorkers", "QuartzCore",
        ]),
        swift("MicaInstruments", in: "Client", [
            "CoreGraphics", "Mica", "MicaBase", "MicaCodecs", "MicaCPU", "MicaEncoding", "MicaFrame", "MicaGL", "MicaHosting",
            "MicaImageFiles", "MicaOverlays", "MicaRaster", "MicaReference", "MicaServer", "MicaTrace", "MicaWire",
            "MicaWorkers", "QuartzCore",
        ]),
        swift("MicaSnapshots", in: "Client", [
            "CoreGraphics", "Mica", "MicaBase", "MicaCodecs", "MicaImageFiles", "MicaSurface", "MicaValues", "QuartzCore",
        ]),
        // Functions that take the place of Foundation's in programs of `mica test --language`, whose objects dev/kit keeps.
        swift("MicaLocale", in: "Client", []),
        // The same for all programs of `mica test`: the main loop runs on the main thread.
        swift("MicaMainLoop", in: "Client", []),
        // The names of XCTest and Core Image that tests of views use, and the application that tests run in.
        swift("MicaTesting", in: "Client", [
            "CoreGraphics", "MicaBase", "MicaEvents", "MicaScripts", "MicaSnapshots", "MicaTrace", "QuartzCore", "UIKit",
            "UIKitCore",
        ], with: withoutNetworking),
        swift("MicaScripts", in: "Client", [
            "CoreGraphics", "Mica", "MicaBase", "MicaEvents", "MicaSurface", "MicaValues", "QuartzCore",
        ]),
        // The bus of assistive technologies.
        swift("MicaAccessibility", in: "Client", ["CMicaBus", "MicaEvents", "MicaTrace"]),
        swift("MicaWindow", in: "Client", [
            "CMicaWindow", "CoreGraphics", "CSDL", "Mica", "MicaAccessibility", "MicaBase", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents",
            "MicaFrame", "MicaGL", "MicaHosting", "MicaRaster", "MicaSocket", "MicaTrace", "MicaWire", "MicaWorkers",
            "QuartzCore",
        ]),
        // Documents
        swift("MicaDocuments", in: "Documents", [
            "CLibDeflate", "CLibDuktape", "CLibZip", "CoreGraphics", "CoreText", "MicaBase", "MicaCodecs", "MicaMarkup",
            "MicaValues", "MicaWire", "QuartzCore",
        ]),
        swift("MicaPlayer", in: "Documents", ["Mica", "MicaDocuments", "MicaEvents", "QuartzCore"]),
        // Fuzz
        swift("MicaFuzzImages", in: "Fuzz", ["MicaCodecs", "MicaRandom"]),
        swift("MicaFuzz", in: "Fuzz", [
            "Mica", "MicaBase", "MicaDocuments", "MicaEncoding", "MicaFuzzImages", "MicaRandom", "MicaServer", "MicaWire",
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
            "CMicaAllocations", "CMicaPango", "CoreGraphics", "Mica", "MicaBase", "MicaCompositor", "MicaConstraints", "MicaCPU",
            "MicaEncoding", "MicaEvents", "MicaFrame", "MicaGL", "MicaHosting", "MicaRandom", "MicaRaster", "MicaScripts",
            "MicaServer", "MicaSurface", "MicaText", "MicaTrace", "MicaWire", "MicaWorkers", "OpenGLES", "QuartzCore", "UIKit",
        ], with: withoutNetworking),
        swift("MicaCurves", in: "Tools", ["CoreGraphics", "Mica", "QuartzCore"]),
        .plugin(name: "MicaPort", capability: .buildTool(), path: "Plugins/MicaPort"),
        // The frame of programs with subcommands, for `mica` and `mica-dev`.
        swift("MicaCommandLine", in: "Tools", [
            "CMicaArguments", "Mica", "MicaDocuments", "MicaExamples", "MicaPlayer", "MicaScripts", "MicaSurface", "MicaText",
            "QuartzCore",
        ], with: withoutNetworking),
        program("MicaCommand", at: "Tools/mica", [
            "AVFoundation", "CMicaSocket", "CoreGraphics", "Mica", "MicaBase", "MicaCodecs", "MicaCommandLine", "MicaDocuments",
            "MicaExamples", "MicaFilm", "MicaImageFiles", "MicaInstruments", "MicaPlayer", "MicaScripts", "MicaServing",
            "MicaSnapshots", "MicaSocket", "MicaSurface", "MicaText", "MicaTrace", "MicaVideo", "QuartzCore",
        ], with: withoutNetworking),
        // The windows of `mica play` and `mica serve`: a program of its own, so that `mica` links no window system.
        program("mica-play", in: "Tools", [
            "CoreGraphics", "Mica", "MicaCodecs", "MicaCommandLine", "MicaEncoding", "MicaEvents", "MicaExamples", "MicaHosting",
            "MicaImageFiles", "MicaOverlays", "MicaPlayer", "MicaServer", "MicaServing", "MicaSocket", "MicaTrace", "MicaWindow",
            "MicaWire", "QuartzCore",
        ], with: withoutNetworking),
        // For those who work on Mica: benches, stress programs and pictures, and the windows of its benches.
        program("mica-dev", in: "Tools", [
            "AVFoundation", "CoreGraphics", "Mica", "MicaBase", "MicaBench", "MicaCodecs", "MicaCommandLine", "MicaCompositor",
            "MicaCPU", "MicaCurves", "MicaDocuments", "MicaEncoding", "MicaExamples", "MicaFilm", "MicaFrame", "MicaFuzzImages",
            "MicaHosting", "MicaImageFiles", "MicaInstruments", "MicaRandom", "MicaScripts", "MicaServer", "MicaServing",
            "MicaSocket", "MicaSurface", "MicaTrace", "MicaVideo", "MicaWire", "QuartzCore",
        ], with: withoutNetworking),
        program("mica-dev-window", in: "Tools", [
            "AVFoundation", "CoreGraphics", "Mica", "MicaBase", "MicaCommandLine", "MicaCompositor", "MicaCPU", "MicaFrame",
            "MicaHosting", "MicaInstruments", "MicaPlayer", "MicaTrace", "MicaWindow", "QuartzCore",
        ]),
        program("tutorials", in: "Tools", ["MicaExamples", "MicaWindow", "UIKit"], with: withoutNetworking, strict: false),
        program("WindowProbe", in: "Tests", [
            "AVFoundation", "CoreGraphics", "Mica", "MicaEvents", "MicaExamples", "MicaWindow", "QuartzCore", "UIKit",
        ]),
        program("TimeProbe", in: "Tests", ["MicaScripts", "QuartzCore"]),
        program("WindowStorm", in: "Tests", [
            "CMicaAllocations", "CoreGraphics", "MicaEvents", "MicaTrace", "MicaWindow", "QuartzCore",
        ]),

        // Tests
        tests("MicaWindowTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "CSDL", "Mica", "MicaBase", "MicaCompositor", "MicaCPU", "MicaEncoding",
            "MicaEvents", "MicaFrame", "MicaHosting", "MicaOverlays", "MicaRaster", "MicaServer", "MicaServing", "MicaSocket",
            "MicaTrace", "MicaWindow", "MicaWire", "QuartzCore",
        ]),
        tests("MicaAccessibilityTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CMicaBus", "Mica", "MicaAccessibility", "MicaEvents", "QuartzCore", "UIKit", "UIKitCore",
        ]),
        tests("MicaBenchTests", [
            "_Testing_CoreGraphics", "CMicaAllocations", "CoreGraphics", "MicaBench", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaFrame",
            "MicaHosting", "MicaServer", "MicaWire", "QuartzCore",
        ], optimized: true),
        tests("MicaCommandTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "Mica", "mica-dev", "MicaBase", "MicaBench", "MicaCodecs",
            "MicaCommand", "MicaCommandLine", "MicaCPU", "MicaDocuments", "MicaImageFiles", "MicaSurface", "QuartzCore",
            "TestSupport",
        ]),
        tests("QuartzCoreTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "CoreText", "Mica", "MicaBase", "MicaCompositor", "MicaCPU", "MicaEncoding",
            "MicaExamples", "MicaFrame", "MicaHosting", "MicaRandom", "MicaReference", "MicaServer", "MicaTrace", "MicaWire",
            "QuartzCore", "TestSupport",
        ], exclude: ["FactSources.tsv", "Facts.tsv"]),
        tests("MicaDocumentsTests", [
            "_Testing_CoreGraphics", "AVFoundation", "CLibDeflate", "CLibZip", "CoreGraphics", "CoreText", "Mica", "MicaBase",
            "MicaCodecs", "MicaDocuments", "MicaFuzz", "MicaFuzzImages", "MicaImageFiles", "MicaSurface", "MicaVideo",
            "MicaWire", "QuartzCore", "TestSupport",
        ]),
        tests("MicaCPUTests", [
            "CMicaPixels", "MicaBase", "MicaCompositor", "MicaCPU", "MicaFrame", "MicaRandom", "MicaRaster", "MicaReference",
            "MicaWorkers", "TestSupport",
        ], optimized: true),
        tests("MicaGLTests", [
            "CMicaAllocations", "MicaBase", "MicaBench", "MicaCompositor", "MicaCPU", "MicaFrame", "MicaGL", "MicaRandom",
            "MicaReference", "ReftestKit",
        ], optimized: true),
        tests("MicaTextTests", ["MicaBase", "MicaRaster", "MicaText", "MicaTrace"], optimized: true),
        tests("CoreTextTests", ["_Testing_CoreGraphics", "CoreGraphics", "CoreText", "MicaText"]),
        tests("GLKitTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "GLKit", "Mica", "MicaBase", "MicaCPU", "MicaEvents",
            "MicaExamples", "MicaFrame", "MicaGL", "MicaRandom", "MicaScripts", "OpenGLES", "QuartzCore",
        ]),
        tests("UIKitTests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "CoreText", "Mica", "MicaBase", "MicaConstraints",
            "MicaEvents", "MicaExamples", "MicaRandom", "MicaScripts", "MicaServer", "MicaText", "MicaTrace", "MicaValues",
            "MicaWire", "QuartzCore", "UIKit", "UIKitCore",
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
        tests("CoreGraphicsTests", ["_Testing_CoreGraphics", "CoreGraphics", "MicaBase", "MicaTrace"]),
        tests("ImageIOTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "ImageIO", "MicaBase", "MicaCodecs", "MicaImageFiles", "MicaRandom",
        ]),
        tests("MicaCodecsTests", ["CMicaImageFiles", "MicaBase", "MicaCodecs", "MicaFuzzImages", "MicaImageFiles", "MicaRandom"]),
        tests("MicaRasterTests", ["MicaBase", "MicaRandom", "MicaRaster"], optimized: true),
        tests("MicaParticlesTests", ["MicaBase", "MicaServer", "MicaWire"]),
        tests("MicaAnimationTests", ["MicaBase", "MicaRandom", "MicaWire"]),
        tests("MicaSurfaceTests", ["MicaBase", "MicaCodecs", "MicaImageFiles", "MicaSurface"], optimized: true),
        tests("MicaSnapshotsTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "Mica", "MicaCodecs", "MicaScripts", "MicaSnapshots", "QuartzCore", "UIKit",
        ], exclude: ["__Snapshots__"], optimized: true),
        tests("MicaInstrumentsTests", [
            "_Testing_CoreGraphics", "CoreGraphics", "Mica", "MicaBase", "MicaEncoding", "MicaExamples", "MicaFrame",
            "MicaFuzzImages", "MicaInstruments", "MicaOverlays", "MicaRandom", "MicaScripts", "MicaSnapshots", "MicaTrace",
            "MicaWire", "os", "QuartzCore",
        ], exclude: ["__Snapshots__"]),
        tests("MicaScriptsTests", ["_Testing_CoreGraphics", "MicaRandom", "MicaScripts", "QuartzCore", "TimeProbe"]),
        tests("MicaPlayerTests", [
            "_Testing_CoreGraphics", "Mica", "MicaDocuments", "MicaPlayer", "MicaScripts", "QuartzCore",
        ], optimized: true),
        tests("MicaVideoTests", ["MicaBase", "MicaCodecs", "MicaFilm", "MicaSurface", "MicaVideo"], optimized: true),
        tests("SystemModulesTests", ["os", "simd"]),
        tests("CoreMediaTests", ["CoreMedia", "MicaRandom"]),
        tests("AVFoundationTests", [
            "_Testing_CoreGraphics", "AVFoundation", "CLibAV", "Mica", "MicaBase", "MicaFilm", "MicaRandom", "MicaSurface",
            "MicaTrace", "MicaVideo", "QuartzCore",
        ], strict: false),
        tests("MicaFilmTests", [
            "CLibAV", "CMicaFilm", "MicaBase", "MicaCodecs", "MicaFilm", "MicaRandom", "MicaSurface", "MicaVideo",
        ], optimized: true, strict: false),
        tests("MicaWireTests", ["MicaBase", "MicaEncoding", "MicaFuzz", "MicaRandom", "MicaWire"]),
        tests("MicaSceneTests", [
            "MicaBase", "MicaCPU", "MicaFrame", "MicaRandom", "MicaRaster", "MicaServer", "MicaWire", "MicaWorkers",
        ], exclude: ["Goldens"]),
        tests("MicaServerTests", [
            "MicaBase", "MicaEncoding", "MicaFrame", "MicaFuzz", "MicaFuzzImages", "MicaRandom", "MicaServer", "MicaWire",
        ], optimized: true),
        tests("MicaServingTests", [
            "CMicaSocket", "CoreGraphics", "Mica", "MicaBase", "MicaCompositor", "MicaCPU", "MicaEncoding", "MicaEvents",
            "MicaFrame", "MicaHosting", "MicaRandom", "MicaServer", "MicaServing", "MicaSocket", "MicaTrace", "MicaWire",
            "QuartzCore",
        ]),
        tests("ThreadTests", ["_Testing_CoreGraphics", "CoreGraphics", "Mica", "QuartzCore"], optimized: true),
        swift("TestSupport", in: "Tests", ["MicaBase", "MicaCompositor", "MicaFrame"]),
        swift("ReftestKit", in: "Tests", [
            "_Testing_CoreGraphics", "CoreGraphics", "Mica", "MicaBase", "MicaCodecs", "MicaDocuments", "MicaFrame",
            "MicaImageFiles", "MicaRandom", "MicaRaster", "MicaReference", "MicaSocket", "MicaWire", "QuartzCore", "TestSupport",
        ]),
        tests("Reftests", [
            "_Testing_CoreGraphics", "_Testing_UIKit", "CoreGraphics", "CoreText", "Mica", "MicaBase", "MicaBench", "MicaCodecs",
            "MicaCPU", "MicaDocuments", "MicaExamples", "MicaFrame", "MicaFuzz", "MicaGL", "MicaReference", "MicaScripts",
            "MicaValues", "MicaWire", "MicaWorkers", "QuartzCore", "ReftestKit", "TestSupport", "UIKit",
        ], exclude: ["Goldens", "LottieOracle"], optimized: true),
    ]
)

// The fuzzers link against libFuzzer's main and exist only for `dev/fuzz`. Its value names the module whose
// coverage is counted: "documents" for the readers of documents, "archives" for layers, which read themselves from archives.
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

// MICA_QUICK=1 optimises only the modules with loops over pixels. Compiling takes most of the time of a build with a sanitizer.
if Context.environment["MICA_QUICK"] != nil {
    let optimized: Set = [
        "MicaBase", "MicaCPU", "MicaCPUTests", "MicaCodecs", "MicaRaster",
    ]
    for target in package.targets where !optimized.contains(target.name) {
        target.swiftSettings?.append(contentsOf: unoptimized)
    }
}

// MICA_TESTS=NAME,NAME builds only these test targets: all of them take longer to compile than the modules that they test.
if let wanted = Context.environment["MICA_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// MARK: All modules below

/// SwiftPM compiles a target again if a module that it names has changed, but not if only a module below that has: after an edit of
/// a stored property, the memory of objects would be overwritten (dev/stale-build shows it). So each target names all modules below
/// it. `MICA_DECLARED=1` leaves only the modules that its files import, which dev/imports checks.
if Context.environment["MICA_DECLARED"] == nil {
    let named = Dictionary(uniqueKeysWithValues: package.targets.map { target in
        (target.name, target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } })
    })
    for target in package.targets where target.type != .plugin {
        var below: Set<String> = [], waiting = named[target.name] ?? []
        while let name = waiting.popLast() {
            if below.insert(name).inserted { waiting += named[name] ?? [] }
        }
        target.dependencies = below.sorted().map { .byName(name: $0) }
    }
}
