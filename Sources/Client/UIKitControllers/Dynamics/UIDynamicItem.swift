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

/// A collection of items that moves as one: the items keep their places in it.
///
/// *Source*: Apple, UIDynamicItemGroup.
@preconcurrency @MainActor open class UIDynamicItemGroup: NSObject, UIDynamicItem {
    /// The items.
    public let items: [any UIDynamicItem]
    private var offsets: [(place: CGPoint, transform: CGAffineTransform)] = []
    private var place: CGPoint
    private var turn = CGAffineTransform.identity
    private let size: CGSize

    /// Makes a group of items at their present places.
    public init(items: [any UIDynamicItem]) {
        self.items = items
        let all = items.map { item in
            CGRect(
                x: item.center.x - item.bounds.width / 2, y: item.center.y - item.bounds.height / 2,
                width: item.bounds.width, height: item.bounds.height)
        }
        let whole = all.reduce(CGRect.null) { $0.union($1) }
        size = whole.isNull ? .zero : whole.size
        place = whole.isNull ? .zero : CGPoint(x: whole.midX, y: whole.midY)
        super.init()
        offsets = items.map { (CGPoint(x: $0.center.x - place.x, y: $0.center.y - place.y), $0.transform) }
    }

    /// The middle of all items.
    open var center: CGPoint {
        get { place }
        set {
            place = newValue
            show()
        }
    }
    /// The size of the rectangle around all items.
    open var bounds: CGRect { CGRect(origin: .zero, size: size) }
    /// The turn of the group.
    open var transform: CGAffineTransform {
        get { turn }
        set {
            turn = newValue
            show()
        }
    }

    private func show() {
        for (item, (offset, own)) in zip(items, offsets) {
            let moved = offset.applying(turn)
            item.center = CGPoint(x: place.x + moved.x, y: place.y + moved.y)
            item.transform = own.concatenating(turn)
        }
    }
}
