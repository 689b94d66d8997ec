import CoreGraphics
import Foundation

/// The shape with which an item collides; raw values are Apple's.
public enum UIDynamicItemCollisionBoundsType: UInt, Sendable {
    /// Its bounds.
    case rectangle = 0
    /// The ellipse in its bounds.
    case ellipse = 1
    /// A path of its own: counts as its bounds here.
    case path = 2
}

/// An object that an animator moves and turns.
///
/// Views are items, and so are the attributes of a collection view's elements. The animator, in the controllers' module, is
/// the only user: the protocol is here because lists conform to it.
///
/// *Source*: Apple, UIDynamicItem.
@preconcurrency @MainActor public protocol UIDynamicItem: NSObjectProtocol {
    /// The middle, in the animator's reference space.
    var center: CGPoint { get set }
    /// The size is that of the item; the origin does not matter.
    var bounds: CGRect { get }
    /// The turn.
    var transform: CGAffineTransform { get set }
    /// The shape with which the item collides.
    var collisionBoundsType: UIDynamicItemCollisionBoundsType { get }
}

extension UIDynamicItem {
    /// A rectangle.
    public var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
}

extension UIView: UIDynamicItem {}
