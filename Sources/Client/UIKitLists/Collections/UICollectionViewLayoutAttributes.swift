import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

/// The place and the appearance of one element of a collection view: a cell, a supplementary view or a decoration view.
///
/// A layout makes them, and the view of the element gets their values. A subclass with more values overrides
/// `copy(with:)` and `isEqual(_:)`, and a layout names it by `layoutAttributesClass`.
///
/// *Units*: points. *Space*: the content of the collection view. *Source*: Apple, UICollectionViewLayoutAttributes.
@preconcurrency @MainActor open class UICollectionViewLayoutAttributes: NSObject, @preconcurrency NSCopying {
    /// The place and the size about which `transform3D` turns.
    private var place = CGPoint.zero
    private var extent = CGSize.zero
    private var matrix = CATransform3DIdentity
    /// The sides whose length is an estimate, so that the view is asked for its own.
    final var estimates: Estimates = .unknown
    /// Whether the view lies in a part that scrolls by itself.
    final var isInScroller = false
    /// Whether an animator changes the object while it is in use, so that its values count although it is the same one.
    final var isMoved = false
    /// The kind of the element.
    private(set) final var category = UICollectionView.ElementCategory.cell
    private(set) final var kind: String?

    /// The sides that a layout has estimated.
    struct Estimates: OptionSet {
        let rawValue: UInt8
        static let width = Estimates(rawValue: 1)
        static let height = Estimates(rawValue: 2)
        /// The layout does not say: one that is no layout of the system's.
        static let unknown = Estimates(rawValue: 4)
    }

    /// The index path of the element.
    open var indexPath = IndexPath()
    /// The opacity, 0 to 1; 1 at first.
    open var alpha: CGFloat = 1
    /// The position on the z axis: an element with a larger one is in front; 0 at first. *Source*: Apple,
    /// UICollectionViewLayoutAttributes.zIndex.
    open var zIndex = 0
    /// Whether the element has no view; false at first.
    open var isHidden = false

    /// Makes attributes of no element.
    public override init() { super.init() }

    /// Makes attributes of the cell of an item.
    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }

    /// Makes attributes of a supplementary view.
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init()
        name(.supplementaryView, elementKind, indexPath)
    }

    /// Makes attributes of a decoration view.
    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init()
        name(.decorationView, decorationViewKind, indexPath)
    }

    final func name(_ category: UICollectionView.ElementCategory, _ kind: String?, _ indexPath: IndexPath) {
        (self.category, self.kind, self.indexPath) = (category, kind, indexPath)
    }

    /// Whether the element is a cell, a supplementary view or a decoration view.
    open var representedElementCategory: UICollectionView.ElementCategory { category }
    /// The kind of a supplementary or decoration view; nil for cells.
    open var representedElementKind: String? { kind }

    /// The smallest rectangle around the element. Setting it sets `center` and `size`.
    open var frame: CGRect {
        get {
            let plain = CGRect(
                x: place.x - extent.width / 2, y: place.y - extent.height / 2, width: extent.width,
                height: extent.height)
            guard !CATransform3DIsIdentity(matrix) else { return plain }
            return plain.transformed(by: matrix)
        }
        set {
            extent = newValue.size
            place = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }

    /// The middle of the element.
    open var center: CGPoint {
        get { place }
        set { place = newValue }
    }

    /// The size of the element before its transform.
    open var size: CGSize {
        get { extent }
        set { extent = newValue }
    }

    /// The element's rectangle in its own space. *Precondition*: its origin is zero, as Apple demands; another origin
    /// is left out.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: extent) }
        set { extent = newValue.size }
    }

    /// The transform about the middle; the identity at first.
    open var transform3D: CATransform3D {
        get { matrix }
        set { matrix = newValue }
    }

    /// `transform3D`, where it is flat; otherwise the identity.
    open var transform: CGAffineTransform {
        get { CATransform3DIsAffine(matrix) ? CATransform3DGetAffineTransform(matrix) : .identity }
        set { matrix = CATransform3DMakeAffineTransform(newValue) }
    }

    // MARK: Copies

    /// A copy, of the same class.
    open func copy(with zone: NSZone? = nil) -> Any {
        let made = makeObject(of: type(of: self))
        made.take(self)
        return made
    }

    private func take(_ other: UICollectionViewLayoutAttributes) {
        name(other.category, other.kind, other.indexPath)
        (place, extent, matrix) = (other.place, other.extent, other.matrix)
        (alpha, zIndex, isHidden, estimates) = (other.alpha, other.zIndex, other.isHidden, other.estimates)
        isInScroller = other.isInScroller
    }

    /// A copy, as its type.
    final func copied() -> UICollectionViewLayoutAttributes {
        copy(with: nil) as? UICollectionViewLayoutAttributes ?? self
    }

    /// Whether all values are equal. A collection view does not apply attributes again that are equal to the last.
    ///
    /// *Source*: Apple, UICollectionViewLayoutAttributes, "Subclassing Notes".
    nonisolated open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UICollectionViewLayoutAttributes else { return false }
        return assumeMainActor { self === other || self.hasValues(of: other) }
    }

    nonisolated open override var hash: Int { assumeMainActor { indexPath.hashValue } }

    private func hasValues(of other: UICollectionViewLayoutAttributes) -> Bool {
        place == other.place && extent == other.extent && alpha == other.alpha && zIndex == other.zIndex
            && isHidden == other.isHidden && category == other.category && kind == other.kind
            && indexPath == other.indexPath && CATransform3DEqualToTransform(matrix, other.matrix)
    }

    /// The element, the frame, and values that are not those of new attributes.
    nonisolated open override var description: String {
        assumeMainActor {
            var text = "<\(type(of: self)) index path: \(indexPath); frame = \(frame); zIndex = \(zIndex)"
            if let kind { text += "; element kind = \(kind)" }
            if alpha != 1 { text += "; alpha = \(alpha)" }
            if isHidden { text += "; hidden = YES" }
            return text + ">"
        }
    }

    /// The element, as a key.
    final var key: ElementKey { ElementKey(category: category, kind: kind ?? "", indexPath: indexPath) }
}

/// An animator of dynamics moves elements by their attributes. *Source*: Apple, UIDynamicItem; WWDC 2013, session 221.
extension UICollectionViewLayoutAttributes: UIDynamicItem {}

extension UICollectionViewLayout {
    /// Invalidates elements whose attributes an animator has changed. The layout is asked for attributes again, but a layout
    /// of the system's measures nothing anew.
    package final func invalidate(moved: [UICollectionViewLayoutAttributes]) {
        guard !moved.isEmpty else { return }
        let context = makeContext()
        if let flow = context as? UICollectionViewFlowLayoutInvalidationContext {
            (flow.invalidateFlowLayoutDelegateMetrics, flow.invalidateFlowLayoutAttributes) = (false, false)
        }
        for attributes in moved {
            attributes.isMoved = true
            let path = attributes.indexPath, kind = attributes.representedElementKind ?? ""
            switch attributes.representedElementCategory {
            case .cell: context.invalidateItems(at: [path])
            case .supplementaryView: context.invalidateSupplementaryElements(ofKind: kind, at: [path])
            case .decorationView: context.invalidateDecorationElements(ofKind: kind, at: [path])
            }
        }
        invalidateLayout(with: context)
    }
}

/// An element of a collection view: a cell by its index path, another view by its kind, too.
struct ElementKey: Hashable, Sendable {
    var category: UICollectionView.ElementCategory
    var kind: String
    var indexPath: IndexPath

    static func cell(_ indexPath: IndexPath) -> ElementKey {
        ElementKey(category: .cell, kind: "", indexPath: indexPath)
    }
}

extension CGRect {
    /// Whether two rectangles have more than an edge in common. A rectangle without a width or a height counts where it
    /// lies inside.
    func overlaps(_ other: CGRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The smallest rectangle around the rectangle after a transform about its middle. *Space*: y down; the eye is
    /// where the transform puts it.
    fileprivate func transformed(by matrix: CATransform3D) -> CGRect {
        var low = CGPoint(x: CGFloat.infinity, y: CGFloat.infinity)
        var high = CGPoint(x: -CGFloat.infinity, y: -CGFloat.infinity)
        for (x, y) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] as [(CGFloat, CGFloat)] {
            let (u, v) = (x * width / 2, y * height / 2)
            let w = matrix.m14 * u + matrix.m24 * v + matrix.m44
            let divisor = abs(w) < 1e-9 ? 1 : w
            let point = CGPoint(
                x: (matrix.m11 * u + matrix.m21 * v + matrix.m41) / divisor,
                y: (matrix.m12 * u + matrix.m22 * v + matrix.m42) / divisor)
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return CGRect(x: midX + low.x, y: midY + low.y, width: high.x - low.x, height: high.y - low.y)
    }
}
