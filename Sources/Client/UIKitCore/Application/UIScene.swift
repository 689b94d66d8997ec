import Foundation

/// The purposes of scenes; the names are Apple's.
extension UISceneSession {
    /// The purpose of a scene.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a role from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Windows of the program on its screen.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }
}

/// The classes of a scene and of its delegate.
open class UISceneConfiguration: NSObject {
    /// The configuration's name in Info.plist; nil for none.
    public let name: String?
    /// The purpose of the scene.
    public let role: UISceneSession.Role
    /// The scene's class; nil for UIWindowScene.
    open var sceneClass: AnyClass?
    /// The class of the scene's delegate. If nil, the application's delegate observes the scene's life instead.
    open var delegateClass: AnyClass?
    /// The delegate's class in Info.plist; it may have Xcode's variable for the module's name.
    private(set) final var delegateClassName: String?
    /// The storyboard whose initial controller the scene's first window shows; nil for that of Info.plist, if it names one.
    open var storyboard: UIStoryboard?
    /// The storyboard's name in Info.plist; nil for none.
    final var storyboardName: String?

    /// Makes a configuration with the classes that the main bundle's Info.plist gives for the name, or for the role
    /// without one.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        (self.name, role) = (name, sessionRole)
        super.init()
        let found = ProgramInfo.scene(name, sessionRole.rawValue)
        sceneClass = (found?["UISceneClassName"] as? String).flatMap { NSClassFromString($0) }
        delegateClassName = found?["UISceneDelegateClassName"] as? String
        delegateClass = ProgramInfo.type(delegateClassName, module: nil)
        storyboardName = found?["UISceneStoryboardFile"] as? String
    }
}

/// The lasting description of a scene.
@preconcurrency @MainActor open class UISceneSession: NSObject {
    /// The scene; nil while none is connected.
    open internal(set) weak var scene: UIScene?
    /// The purpose of the scene.
    public let role: Role
    /// The classes of the scene and its delegate.
    open internal(set) var configuration: UISceneConfiguration
    /// A name that no other session has: a UUID.
    public let persistentIdentifier = UUID().uuidString
    /// Values of the program's own; nil at first.
    open var userInfo: [String: Any]?

    init(role: Role) {
        (self.role, configuration) = (role, UISceneConfiguration(name: nil, sessionRole: role))
        super.init()
    }
}

/// One instance of a program's interface. There is one here, which shows all windows.
@preconcurrency @MainActor open class UIScene: UIResponder {
    /// Whether a scene is in the foreground; raw values are Apple's.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In the foreground, and takes input.
        case foregroundActive = 0
        /// In the foreground, and takes no input.
        case foregroundInactive = 1
        /// Not visible.
        case background = 2
    }

    /// The reasons for connecting a scene.
    open class ConnectionOptions: NSObject {
        /// The URLs to open: the program's arguments that are URLs.
        public let urlContexts: Set<UIOpenURLContext>
        /// The activities to continue: none, as no other device or program hands one over here.
        public let userActivities: Set<NSUserActivity> = []

        init(urlContexts: Set<UIOpenURLContext>) {
            self.urlContexts = urlContexts
            super.init()
        }
    }

    /// The scene's lasting description.
    public let session: UISceneSession
    /// The observer of the scene's life. The scene owns it if the application made it.
    open weak var delegate: (any UISceneDelegate)?
    final var ownedDelegate: (any UISceneDelegate)?
    /// Whether the scene is in the foreground.
    open internal(set) var activationState = ActivationState.unattached
    /// The scene's name for the user; empty at first.
    open var title: String! = ""

    /// Makes a scene of a session.
    public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        self.session = session
        super.init()
        session.scene = self
    }

    /// The application. *Source*: Apple, UIResponder.next of scenes.
    open override var next: UIResponder? { UIApplication.shared }

    // MARK: Life

    /// Changes the state, tells the delegate and posts notifications.
    final func enter(_ state: ActivationState) {
        guard state != activationState else { return }
        switch (activationState, state) {
        case (.background, .foregroundActive), (.unattached, .foregroundActive):
            enter(.foregroundInactive)
            enter(.foregroundActive)
        case (.foregroundActive, .background):
            enter(.foregroundInactive)
            enter(.background)
        case (.background, .foregroundInactive), (.unattached, .foregroundInactive):
            delegate?.sceneWillEnterForeground(self)
            post(Self.willEnterForegroundNotification)
            activationState = state
        case (.foregroundInactive, .foregroundActive):
            activationState = state
            delegate?.sceneDidBecomeActive(self)
            post(Self.didActivateNotification)
        case (.foregroundActive, .foregroundInactive):
            delegate?.sceneWillResignActive(self)
            post(Self.willDeactivateNotification)
            activationState = state
        case (_, .background):
            activationState = state
            delegate?.sceneDidEnterBackground(self)
            post(Self.didEnterBackgroundNotification)
        case (_, .unattached):
            activationState = state
            delegate?.sceneDidDisconnect(self)
            post(Self.didDisconnectNotification)
        default: activationState = state
        }
    }

    final func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }

    /// A scene is being connected.
    public nonisolated class var willConnectNotification: NSNotification.Name { name("WillConnect") }
    /// A scene was disconnected.
    public nonisolated class var didDisconnectNotification: NSNotification.Name { name("DidDisconnect") }
    /// A scene takes input now.
    public nonisolated class var didActivateNotification: NSNotification.Name { name("DidActivate") }
    /// A scene is about to take no more input.
    public nonisolated class var willDeactivateNotification: NSNotification.Name { name("WillDeactivate") }
    /// A scene is about to be visible again.
    public nonisolated class var willEnterForegroundNotification: NSNotification.Name { name("WillEnterForeground") }
    /// A scene is no longer visible.
    public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { name("DidEnterBackground") }

    private nonisolated class func name(_ event: String) -> NSNotification.Name {
        NSNotification.Name("UIScene\(event)Notification")
    }
}

/// A URL that a program is asked to open.
// Safe because: the stored property is immutable and of a Sendable type.
open class UIOpenURLContext: NSObject, @unchecked Sendable {
    /// The URL.
    public let url: URL

    init(url: URL) {
        self.url = url
        super.init()
    }
}

/// An observer of the life of a scene.
///
/// On Linux, protocols have no optional methods: each method has a default body that does nothing.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene is being connected: time to make a window.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The scene was disconnected.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene takes input now.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to take no more input.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene is about to be visible.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene is no longer visible.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// An activity of another device or program is to be continued. Nothing hands one over here; a program may call it.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}
