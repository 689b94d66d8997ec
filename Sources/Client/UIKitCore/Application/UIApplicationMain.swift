import Foundation
import MicaEvents
import MicaTrace
import QuartzCore

/// Makes the application and its delegate, launches them, and runs the main run loop until the hosts of all windows are
/// closed. While no window is shown yet, it keeps running.
///
/// Windows are shown by `UIApplication.host`. A program sets it before this call, or in its delegate's
/// `didFinishLaunching`. Without a host nothing can be shown: then the process ends with status 1 and one message: the
/// delegate's own if its `didFinishLaunching` returned false, otherwise one of this function. *Source*: Apple,
/// UIApplicationMain(_:_:_:_:), which never returns.
///
/// - Parameters:
///   - principalClassName: The class of the application: ignored here, as it is always UIApplication.
///   - delegateClassName: The name of the delegate's class, with the module's name; nil for none.
/// - Returns: 0, after the last window was closed.
@preconcurrency @MainActor @discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    var type: NSObject.Type?
    if let delegateClassName {
        type = NSClassFromString(delegateClassName) as? NSObject.Type
        if type == nil {
            Notices.say("UIApplicationMain: there is no class '\(delegateClassName)'")
            exit(1)
        }
    }
    let status = UIApplication.shared.run(type)
    if status != 0 { exit(status) }
    return status
}

extension UIApplicationDelegate {
    /// Runs the program with a delegate of this class; `@main` calls it. Without a host for its windows the process
    /// ends with status 1.
    public static func main() {
        guard let type = self as? NSObject.Type else { return }
        let status = UIApplication.shared.run(type)
        if status != 0 { exit(status) }
    }
}

extension UIApplication {
    /// Called after the launch, before the run loop runs: for a host that plays a script to the program, whose main queue
    /// it can only turn outside of the run loop.
    package static var afterLaunch: (() -> Void)?

    /// Runs the program with a delegate of a class; nil for none.
    ///
    /// - Returns: 0 after the last window was closed; 1 if no host can show a window.
    final func run(_ type: NSObject.Type?) -> Int32 {
        if let type, let made = makeObject(of: type) as? any UIApplicationDelegate {
            (ownedDelegate, delegate) = (made, made)
        }
        let launched = launch()
        Self.afterLaunch?()
        guard host != nil || windows.contains(where: { $0.host != nil }) else {
            // A delegate that returns false has said why.
            if launched {
                Notices.say(
                    "UIApplicationMain: no host shows the program's windows: set UIApplication.shared.host, for example "
                        + "to a LayerWindow, before the first window is shown")
            }
            return 1
        }
        let hosts = [host] + windows.map(\.host)
        let answering = hosts.lazy.compactMap { $0 as? any AnsweringHost }.first
        let service = answering?.answer { [weak self] in Self.accessibilityText(of: self?.windows ?? []) }
        // A run loop with neither timers nor sources ends at once.
        let waiting = Timer(timeInterval: 1e9, repeats: true) { _ in }
        if !hasShownWindow { RunLoop.main.add(waiting, forMode: .default) }
        while isShown {
            if hasShownWindow { waiting.invalidate() }
            guard RunLoop.main.run(mode: .default, before: .distantFuture) else { break }
        }
        waiting.invalidate()
        withExtendedLifetime(service) {}
        terminate()
        return 0
    }

    /// The accessibility trees of a program's windows, after a line that names the program.
    static func accessibilityText(of windows: [UIWindow]) -> String {
        let name = ProcessInfo.processInfo.processName
        let trees = windows.filter { !$0.isHidden }.map { $0.accessibilityTree.description }
        return (["program \(getpid()) \(name)"] + trees).joined(separator: "\n") + "\n"
    }

    /// Whether a window was shown, now or before.
    private var hasShownWindow: Bool { !windows.isEmpty }

    /// Whether the host of a shown window is open, or, while no window is shown yet, the application's.
    private var isShown: Bool {
        let hosts = hasShownWindow ? windows.compactMap(\.host) : [host].compactMap { $0 }
        return hosts.contains { !$0.isClosed }
    }
}
