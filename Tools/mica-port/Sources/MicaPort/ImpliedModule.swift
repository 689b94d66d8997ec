/// A module that has on Linux what comes with another module on iOS: a source that names something of it imports it as well.
struct ImpliedModule: Sendable {
    /// The imported module.
    let name: String
    /// The beginnings of its names; reports have the first.
    let prefixes: [String]
    /// The modules with which it is imported here.
    let comesWith: Set<String>

    static let all = [
        // Apple's Foundation has these types.
        ImpliedModule(
            name: "FoundationNetworking",
            prefixes: [
                "URLSession", "URLRequest", "HTTPURLResponse", "URLResponse", "URLCache", "CachedURLResponse",
                "URLCredential", "URLProtocol", "HTTPCookie",
            ], comesWith: ["FoundationNetworking", "UIKit"]),
        // Apple's QuartzCore has the layer, whose header imports that of the context.
        ImpliedModule(
            name: "OpenGLES", prefixes: ["CAEAGLLayer", "EAGLContext", "EAGLSharegroup", "EAGLRenderingAPI", "kEAGL"],
            comesWith: ["OpenGLES", "GLKit"]),
    ]
}
