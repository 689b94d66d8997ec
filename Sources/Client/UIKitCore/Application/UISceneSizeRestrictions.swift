import CoreGraphics
import Foundation
import MicaEvents

/// The sizes that the user can give a scene's window. *Units*: points.
///
/// *Source*: Apple, UISceneSizeRestrictions.
@preconcurrency @MainActor open class UISceneSizeRestrictions: NSObject {
    /// The least size; zero at first, which is no limit.
    open var minimumSize = CGSize.zero { didSet { host?.minimumSize = Self.limit(minimumSize, least: true) } }
    /// The largest size; at first `CGFloat.greatestFiniteMagnitude` in both directions, which is no limit.
    open var maximumSize = CGSize(
        width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
    {
        didSet { host?.maximumSize = Self.limit(maximumSize, least: false) }
    }
    private weak var host: (any LimitedHost)?

    /// Makes the limits of a host's window.
    init(_ host: any LimitedHost) {
        self.host = host
        super.init()
    }

    /// The restrictions are those of a host.
    func belongs(to host: any LimitedHost) -> Bool { self.host === host }

    /// A size as hosts take it; nil for no limit.
    private static func limit(_ size: CGSize, least: Bool) -> CGSize? {
        let largest: CGFloat = 16384
        func part(_ number: CGFloat) -> CGFloat { number.isNaN ? (least ? 0 : largest) : min(max(number, 1), largest) }
        let result = CGSize(width: part(size.width), height: part(size.height))
        let none = least ? CGSize(width: 1, height: 1) : CGSize(width: largest, height: largest)
        return result == none ? nil : result
    }
}

/// What the user can do with a scene's window. *Source*: Apple, UISceneWindowingBehaviors.
@preconcurrency @MainActor open class UISceneWindowingBehaviors: NSObject {
    /// Whether the user can close the window; true at first.
    open var isClosable = true
    /// Whether the user can minimise the window; true at first.
    open var isMiniaturizable = true
}

extension UIWindowScene {
    /// The sizes that the user can give the window; nil if the host's window has no such limits: in a window without a
    /// screen, and without a host. *Source*: Apple, UIWindowScene.sizeRestrictions, which is nil where scenes have no
    /// sizes of their own.
    public final var sizeRestrictions: UISceneSizeRestrictions? {
        guard let host = UIApplication.shared.host as? any LimitedHost else { return nil }
        if let known = restrictions, known.belongs(to: host) { return known }
        let made = UISceneSizeRestrictions(host)
        restrictions = made
        return made
    }

    /// Nil: the desktop decides whether the user can close and minimise a window. *Source*: Apple,
    /// UIWindowScene.windowingBehaviors, which is nil where a scene has none.
    public final var windowingBehaviors: UISceneWindowingBehaviors? { nil }
}
