import Foundation

/// What hears of the life of a program.
///
/// Linux has no optional requirements: each has a default body that does what Apple's does when the method is missing. *Source*: Apple,
/// UIApplicationDelegate.
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The program is being launched; false says that a given address cannot be opened.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The program has been launched: time to make a window; false says that a given address cannot be opened.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// The program takes input from now on.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The program is about to take no more input.
    func applicationWillResignActive(_ application: UIApplication)
    /// The program is no longer seen.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The program is about to be seen again.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The program is about to end.
    func applicationWillTerminate(_ application: UIApplication)
    /// Memory is running short.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// The program's window. A delegate that declares it keeps its window by it. *Source*: Apple, UIApplicationDelegate.window.
    var window: UIWindow? { get set }
    /// A scene is being connected: which classes it and its delegate are of. *Source*: Apple,
    /// UIApplicationDelegate.application(_:configurationForConnecting:options:).
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// Sessions of scenes were given up by the person. *Source*: Apple, UIApplicationDelegate.application(_:didDiscardSceneSessions:).
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
    /// Which ways a window may stand; asked for, and without effect, as windows here have the shape that they are given. *Source*: Apple,
    /// UIApplicationDelegate.application(_:supportedInterfaceOrientationsFor:).
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
    /// Nil, where a delegate declares none; setting it keeps nothing.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    /// What Info.plist says of the session's role.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }
    /// Does nothing.
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
    /// All.
    public func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .all }
}
