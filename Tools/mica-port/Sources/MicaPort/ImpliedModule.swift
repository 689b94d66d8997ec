/// A module that has on Linux what comes with another module on iOS: a source that names something of it imports it as well.
struct ImpliedModule: Sendable {
    /// The imported module.
    let name: String
    /// The beginnings of its names; reports have the first.
    let prefixes: [String]
    /// The modules with which it is imported here.
    let comesWith: Set<String>
    /// Whether only Mica's kit has it.
    var isOfKit = false
    /// The module whose import brings it on iOS; nil if it is another that every source has.
    var broughtBy: String?

    /// Whether a name may be its. Behind a prefix of two letters a word begins.
    func has(_ name: String) -> Bool {
        prefixes.contains { prefix in
            guard name.hasPrefix(prefix) else { return false }
            return prefix.count > 2 || name.dropFirst(prefix.count).first?.isUppercase ?? false
        }
    }

    /// The names of XCTest and of Core Image that tests of pictures use, and a member of NSObject, from which XCTest's classes inherit on
    /// iOS.
    static let ofKit = ImpliedModule(
        name: "MicaTesting",
        prefixes: [
            "XCTAttachment", "XCTActivity", "XCTContext", "CIImage", "CIContext", "CIFormat", "kCIInput", "vImage",
            "kvImage", "classForCoder", "MTLCreateSystemDefaultDevice", "MPSSupportsMTLDevice",
            "MPSImageThresholdBinary",
        ], comesWith: ["MicaTesting"], isOfKit: true)

    static let all = [
        ofKit,
        // A class of tests may have it from a class of another source.
        ImpliedModule(
            name: "XCTest", prefixes: ["XCTestCaseEntry"], comesWith: Set(["XCTest"] + SnapshotTestCase.modules),
            isOfKit: true),
        // XCTest's headers import UIKit.
        ImpliedModule(
            name: "UIKit",
            prefixes: [
                "UI", "CG", "CA", "NSLayout", "NSDirectional", "NSParagraphStyle", "NSMutableParagraphStyle",
                "NSShadow",
                "NSText", "NSDataAsset", "NSDiffableDataSource", "NSCollectionLayout",
            ], comesWith: ["UIKit"], isOfKit: true, broughtBy: "XCTest"),
        // Apple's Foundation has these types.
        ImpliedModule(
            name: "FoundationNetworking",
            prefixes: [
                "URLSession", "URLRequest", "HTTPURLResponse", "URLResponse", "URLCache", "CachedURLResponse",
                "URLCredential", "URLProtocol", "HTTPCookie",
            ], comesWith: ["FoundationNetworking", "UIKit"]),
        // UIKit brings it on iOS, by Core Image; the names of kinds of files are those of MobileCoreServices.
        ImpliedModule(
            name: "ImageIO",
            prefixes: [
                "CGImageDestination", "CGImageSource", "CGImagePropertyOrientation", "kCGImageProperty",
                "kCGImageSource", "kCGImageDestination", "kUTType",
            ], comesWith: ["ImageIO"], isOfKit: true),
        // SceneKit brings it on iOS.
        ImpliedModule(name: "GLKit", prefixes: ["GLKView", "GLKViewController"], comesWith: ["GLKit"], isOfKit: true),
        // Apple's QuartzCore has the layer, whose header imports that of the context.
        ImpliedModule(
            name: "OpenGLES",
            prefixes: [
                "CAEAGLLayer", "EAGLContext", "EAGLSharegroup", "EAGLRenderingAPI", "kEAGL", "GLuint", "GLint",
                "GLfloat", "GLenum", "GLsizei", "GL_TEXTURE", "glGenTextures", "glBindTexture",
            ], comesWith: ["OpenGLES", "GLKit"]),
    ]
}
