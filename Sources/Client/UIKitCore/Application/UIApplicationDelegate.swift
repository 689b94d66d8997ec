import Foundation

/// An observer of the life of a program.
///
/// On Linux, protocols have no optional methods: each method has a default body, which does what Apple's system does if
/// the method is missing.
@preconcurrency @MainActor public protocol UIApplicationDelegate: UIWindowOwner {
    /// The program is being launched. False means that it cannot open a given URL.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The program has been launched: time to make a window. False means that it cannot open a given URL.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// A URL is to be opened: at the launch one of the program's arguments. False means that the program cannot open it.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
    /// The program takes input now.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The program is about to take no more input.
    func applicationWillResignActive(_ application: UIApplication)
    /// The program is no longer visible.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The program is about to be visible again.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The program is about to end.
    func applicationWillTerminate(_ application: UIApplication)
    /// Memory is running low.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// A scene is being connected: returns its class and its delegate's class.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// The user closed scenes for good.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
    /// The orientations that a window supports. Asked for, but without effect: a window here has the shape that its
    /// host gives it.
    func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?)
        -> UIInterfaceOrientationMask
}

extension UIApplicationDelegate {
    /// True.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// True.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// False.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// The delegate's window, as an optional requirement: nil twice for a delegate that declares none on Apple's systems,
    /// nil once here.
    public var window: UIWindow?? {
        let own: UIWindow? = window
        return .some(own)
    }
    /// The configuration in Info.plist for the session's role.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }
    /// Does nothing.
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
    /// All orientations.
    public func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .all }
}

/// A delegate that may own a window: an application's, or a scene's.
///
/// Apple's requirement is optional, so that `UIApplication.shared.delegate!.window!!` and `delegate?.window??` are
/// what sources write. The protocols of delegates have a `window` of that type, which Swift prefers for a delegate
/// whose class it does not know; the `window` of a class is a `UIWindow?`.
@preconcurrency @MainActor public protocol UIWindowOwner: NSObjectProtocol {
    /// The window. A delegate that declares it owns the window.
    @_disfavoredOverload var window: UIWindow? { get set }
}

extension UIWindowOwner {
    /// Nil, for delegates that declare none; setting it has no effect.
    @_disfavoredOverload public var window: UIWindow? {
        get { nil }
        set {}
    }
}
