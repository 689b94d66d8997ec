/// The name of work that a program wants to finish in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number of the work.
    public let rawValue: Int
    /// Makes a name from a number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The name of no work.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

// Work in the background: Linux lets a program run there, so that its time is not limited, and no handler is called.
extension UIApplication {
    /// Begins work that shall go on in the background. The handler is not called: the time is not limited here.
    public func beginBackgroundTask(expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil)
        -> UIBackgroundTaskIdentifier
    {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Begins work with a name, which is for people who look for faults.
    public func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        lastBackgroundTask += 1
        return UIBackgroundTaskIdentifier(rawValue: lastBackgroundTask)
    }

    /// Ends work.
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    /// The time that is left in the background, in seconds: without limit. *Source*: Apple,
    /// UIApplication.backgroundTimeRemaining, for the value in the foreground.
    public var backgroundTimeRemaining: Double { .greatestFiniteMagnitude }
}
