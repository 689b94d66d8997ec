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
}
