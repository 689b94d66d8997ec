import CoreGraphics
import Foundation

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
