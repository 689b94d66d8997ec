import CoreGraphics
import Foundation

/// A scene of windows. *Source*: Apple, UIWindowScene.
open class UIWindowScene: UIScene {
    /// The screen. *Source*: Apple, UIWindowScene.screen.
    open var screen: UIScreen { UIScreen.main }

    /// The windows that are or were shown in it, back to front. *Source*: Apple, UIWindowScene.windows.
    open var windows: [UIWindow] { UIApplication.shared.windows.filter { $0.windowScene === self } }

    /// The one of them that keys go to; nil for none. *Source*: Apple, UIWindowScene.keyWindow.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

    /// How it stands: upright, or on its side where it is wider than high. *Source*: Apple, UIWindowScene.interfaceOrientation.
    open var interfaceOrientation: UIInterfaceOrientation { UIInterfaceOrientation(of: screen.bounds.size) }

    /// What the screen, the system and the person want. *Source*: Apple, UITraitEnvironment.traitCollection.
    open var traitCollection: UITraitCollection { UITraitCollection.system }

    /// What is known of the status bar, of which there is none. *Source*: Apple, UIWindowScene.statusBarManager.
    public final let statusBarManager: UIStatusBarManager? = UIStatusBarManager()
}

/// What is known of the status bar: there is none here, and it says so. *Source*: Apple, UIStatusBarManager.
@preconcurrency @MainActor open class UIStatusBarManager: NSObject {
    /// Where it is: nowhere. *Source*: Apple, UIStatusBarManager.statusBarFrame.
    open var statusBarFrame: CGRect { .zero }
    /// Whether it is hidden: true. *Source*: Apple, UIStatusBarManager.isStatusBarHidden.
    open var isStatusBarHidden: Bool { true }
    /// How the controller in front would have it drawn. *Source*: Apple, UIStatusBarManager.statusBarStyle.
    open var statusBarStyle: UIStatusBarStyle {
        UIApplication.shared.keyWindow?.rootViewController?.statusBarController.preferredStatusBarStyle ?? .default
    }
}

/// What hears of the life of a scene of windows. *Source*: Apple, UIWindowSceneDelegate.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window. A delegate that declares it keeps its window by it. *Source*: Apple, UIWindowSceneDelegate.window.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// Nil, where a delegate declares none; setting it keeps nothing.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
