import CoreGraphics
import Foundation

/// A scene that shows windows.
open class UIWindowScene: UIScene {
    /// The screen.
    open var screen: UIScreen { UIScreen.main }

    /// The scene's space, which is the screen's here. *Source*: Apple, UIWindowScene.coordinateSpace.
    public final var coordinateSpace: any UICoordinateSpace { screen.coordinateSpace }

    /// The scene's windows that are or were shown, back to front.
    open var windows: [UIWindow] { UIApplication.shared.windows.filter { $0.windowScene === self } }

    /// The scene's key window; nil for none.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

    /// The orientation: upright, or on its side if the screen is wider than high.
    open var interfaceOrientation: UIInterfaceOrientation { UIInterfaceOrientation(of: screen.bounds.size) }

    /// The traits of the system.
    open var traitCollection: UITraitCollection { UITraitCollection.system }

    /// The state of the status bar.
    public final let statusBarManager: UIStatusBarManager? = UIStatusBarManager()

    /// The limits of the host's window, once they were asked for.
    final var restrictions: UISceneSizeRestrictions?
}

/// The state of the status bar, which does not exist here.
@preconcurrency @MainActor open class UIStatusBarManager: NSObject {
    /// The status bar's rectangle: empty.
    open var statusBarFrame: CGRect { .zero }
    /// Whether the status bar is hidden: true.
    open var isStatusBarHidden: Bool { true }
    /// The style that the front-most controller prefers.
    open var statusBarStyle: UIStatusBarStyle {
        UIApplication.shared.statusBarStyle
    }
}

/// An observer of the life of a scene with windows.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate, UIWindowOwner {}

extension UIWindowSceneDelegate {
    /// The delegate's window, as an optional requirement: nil twice for a delegate that declares none on Apple's systems,
    /// nil once here.
    public var window: UIWindow?? {
        let own: UIWindow? = window
        return .some(own)
    }
}
