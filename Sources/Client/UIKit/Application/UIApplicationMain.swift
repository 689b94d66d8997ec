import Foundation
import MicaEvents
import MicaTrace
import QuartzCore

/// Makes the application and its delegate, launches them, and runs the main run loop until the hosts of all windows are
/// closed.
///
/// Windows are shown by `UIApplication.host`. A program sets it before this call, or in its delegate's
/// `didFinishLaunching`. Without a host, this prints a notice to the error stream, launches, and returns. *Source*:
/// Apple, UIApplicationMain(_:_:_:_:).
///
/// - Parameters:
///   - principalClassName: The class of the application: ignored here, as it is always UIApplication.
///   - delegateClassName: The name of the delegate's class, with the module's name; nil for none.
/// - Returns: 0; 1 if there is no such class.
@MainActor @discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    guard let delegateClassName else { return UIApplication.shared.run(nil) }
    guard let type = NSClassFromString(delegateClassName) as? NSObject.Type else {
        Notices.say("UIApplicationMain: there is no class '\(delegateClassName)'")
        return 1
    }
    return UIApplication.shared.run(type)
}

extension UIApplicationDelegate {
    /// Runs the program with a delegate of this class; `@main` calls it.
    public static func main() {
        guard let type = self as? NSObject.Type else { return }
        UIApplication.shared.run(type)
    }
}

extension UIApplication {
    /// Runs the program with a delegate of a class; nil for none.
    @discardableResult
    final func run(_ type: NSObject.Type?) -> Int32 {
        if let type, let made = makeObject(of: type) as? any UIApplicationDelegate {
            (ownedDelegate, delegate) = (made, made)
        }
        launch()
        guard host != nil || windows.contains(where: { $0.host != nil }) else {
            Notices.say("UIApplicationMain: no host shows the program's windows")
            return 0
        }
        let isShown = { self.windows.contains { $0.host.map { !$0.isClosed } ?? false } }
        let hosts = [host] + windows.map(\.host)
        let answering = hosts.lazy.compactMap { $0 as? any AnsweringHost }.first
        let service = answering?.answer { [weak self] in Self.accessibilityText(of: self?.windows ?? []) }
        while isShown(), RunLoop.main.run(mode: .default, before: .distantFuture) {}
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
}
