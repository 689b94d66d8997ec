import Foundation

extension UIApplication {
    /// The connected scenes: one, from the launch on.
    public var connectedScenes: Set<UIScene> { scene.map { [$0] } ?? [] }

    /// The sessions of the scenes.
    public var openSessions: Set<UISceneSession> { scene.map { [$0.session] } ?? [] }

    /// Whether a program may have several scenes: false.
    public var supportsMultipleScenes: Bool { false }

    /// Makes the scene with the classes that the delegate or Info.plist names, and connects it.
    ///
    /// *Source*: Apple, "Managing your app's life cycle": `application(_:configurationForConnecting:options:)`, then
    /// `scene(_:willConnectTo:options:)`.
    final func connectScene() {
        guard scene == nil else { return }
        let session = UISceneSession(role: .windowApplication)
        let addresses = Self.launchAddresses.map { UIOpenURLContext(url: $0) }
        let options = UIScene.ConnectionOptions(urlContexts: Set(addresses))
        let given = delegate?.application(self, configurationForConnecting: session, options: options)
        if let given { session.configuration = given }
        let configuration = session.configuration
        if configuration.delegateClass == nil {
            configuration.delegateClass = ProgramInfo.type(configuration.delegateClassName, module: moduleName)
        }
        completeForTemplate(configuration)
        let type = session.configuration.sceneClass as? UIWindowScene.Type ?? UIWindowScene.self
        let made = type.init(session: session, connectionOptions: options)
        scene = made
        if let type = session.configuration.delegateClass as? NSObject.Type,
            let delegate = makeObject(of: type) as? any UISceneDelegate
        {
            (made.ownedDelegate, made.delegate) = (delegate, delegate)
        }
        sceneWindow = makeWindow(of: made)
        made.post(UIScene.willConnectNotification)
        made.delegate?.scene(made, willConnectTo: session, options: options)
        sceneWindow?.makeKeyAndVisible()
    }
}

extension UIApplication {
    /// The class's value for a key: `shared`, or `sharedApplication` as Objective-C has it; nil for another.
    ///
    /// A class is an object in Objective-C, and this is how sources that are compiled for extensions, too, find the application.
    public static func value(forKeyPath keyPath: String) -> Any? {
        ["shared", "sharedApplication"].contains(keyPath) ? shared : nil
    }

    /// `value(forKeyPath:)` for one key.
    public static func value(forKey key: String) -> Any? { value(forKeyPath: key) }
}
