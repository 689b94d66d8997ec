/// A module of Apple's systems that neither Linux nor Mica has.
///
/// An import of it ends the compilation of the whole module with one error, which hides all others. The tool leaves the import
/// out, so that the compiler names the lines that need the module; a source that only imports it compiles.
struct AbsentModule: Sendable {
    /// How names begin that only this module has.
    var prefixes: [String] = []
    /// Whole names that only this module has.
    var names: Set<String> = []
    /// Common words that name this module's types in the head of a declaration, if the package declares no such type.
    var types: Set<String> = []

    /// Whether a name is this module's.
    func has(_ name: String) -> Bool { names.contains(name) || prefixes.contains { Self.matches(name, prefix: $0) } }

    /// `SCNScene` begins with SCN, and `SCNumber` does not: behind the prefix a word begins.
    private static func matches(_ name: String, prefix: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        guard prefix.last != "_" else { return true }
        let rest = name.dropFirst(prefix.count)
        guard let first = rest.first, first.isUppercase else { return false }
        return rest.dropFirst().first.map { $0.isLowercase } ?? false
    }

    /// The modules by name. Those without names are modules whose uses are not told from others'.
    static let all: [String: AbsentModule] = {
        var all: [String: AbsentModule] = [
            "SwiftUI": AbsentModule(
                names: [
                    "UIHostingController", "UIViewRepresentable", "UIViewControllerRepresentable", "ViewBuilder",
                    "NavigationView",
                    "NavigationStack", "VStack", "HStack", "ZStack", "ViewModifier", "EnvironmentObject", "StateObject",
                    "GeometryReader", "ObservableObject",
                ],
                types: [
                    "View", "Color", "Text", "Image", "Button", "Shape", "ShapeStyle", "Binding", "AnyView",
                    "EmptyView",
                    "EdgeInsets", "EnvironmentValues", "EnvironmentKey", "PreferenceKey", "ObservedObject",
                    "LinearGradient",
                    "GeometryProxy", "ButtonStyle", "PrimitiveButtonStyle", "Animatable", "AnimatableModifier",
                    "InsettableShape",
                    "LocalizedStringKey", "TimelineView", "Scene", "App", "DynamicProperty",
                ]),
            "SceneKit": AbsentModule(prefixes: ["SCN"]),
            "SpriteKit": AbsentModule(prefixes: ["SK"]),
            "MetalKit": AbsentModule(prefixes: ["MTK"]),
            "MetalPerformanceShaders": AbsentModule(prefixes: ["MPS"]),
            "Accelerate": AbsentModule(prefixes: ["vDSP_", "vImage"], names: ["vDSP"]),
            "CoreMotion": AbsentModule(names: ["CMMotionManager", "CMDeviceMotion", "CMAttitude", "CMPedometer"]),
            "CoreImage": AbsentModule(prefixes: ["CI"]),
            "CoreData": AbsentModule(prefixes: ["NSManaged", "NSFetch", "NSPersistent"]),
            "CoreLocation": AbsentModule(prefixes: ["CL"]),
            "MapKit": AbsentModule(prefixes: ["MK"]),
            "WebKit": AbsentModule(prefixes: ["WK"]),
            "Photos": AbsentModule(prefixes: ["PH"]),
            "StoreKit": AbsentModule(prefixes: ["SKProduct", "SKPayment", "SKStore"]),
            "MessageUI": AbsentModule(prefixes: ["MFMail", "MFMessage"]),
            "SafariServices": AbsentModule(prefixes: ["SF"]),
            "UserNotifications": AbsentModule(prefixes: ["UN"]),
            "AppKit": AbsentModule(names: [
                "NSView", "NSWindow", "NSViewController", "NSApplication", "NSImage", "NSBezierPath",
            ]),
            "WatchKit": AbsentModule(prefixes: ["WK"]),
            "Combine": AbsentModule(names: [
                "AnyCancellable", "AnyPublisher", "PassthroughSubject", "CurrentValueSubject", "ObservableObject",
                "Cancellable",
            ]),
            "AudioToolbox": AbsentModule(prefixes: ["AudioServices", "AudioQueue"], names: ["kSystemSoundID_Vibrate"]),
        ]
        for name in [
            "ARKit", "AVKit", "Accessibility", "AdSupport", "AppIntents", "ActivityKit", "AuthenticationServices",
            "CallKit",
            "CloudKit", "Cocoa", "Contacts", "ContactsUI", "CoreAudio", "CoreBluetooth", "CoreFoundation",
            "CoreHaptics", "CoreML",
            "CoreNFC", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreVideo", "CryptoKit", "Darwin", "EventKit",
            "GameController", "GameKit", "GameplayKit", "HealthKit", "IOKit", "Intents", "LocalAuthentication",
            "MLCompute",
            "MediaPlayer", "Metal", "MobileCoreServices", "ModelIO", "MultipeerConnectivity", "NaturalLanguage",
            "Network", "NotificationCenter",
            "ObjectiveC", "PDFKit", "PassKit", "PencilKit", "PhotosUI", "QuickLook", "RealityKit", "ReplayKit",
            "Security", "Social",
            "Speech", "SwiftData", "SystemConfiguration", "TVUIKit", "UniformTypeIdentifiers", "Vision", "VisionKit",
            "WidgetKit",
        ] where all[name] == nil { all[name] = AbsentModule() }
        return all
    }()
}
