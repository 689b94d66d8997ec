import CoreGraphics
import Foundation
import UIKitCore

/// A layout between two others: each element is on the way from its place in one to its place in the other. *Source*:
/// Apple, UICollectionViewTransitionLayout; WWDC 2013, session 218.
open class UICollectionViewTransitionLayout: UICollectionViewLayout {
    /// The layout at the beginning.
    public let currentLayout: UICollectionViewLayout
    /// The layout at the end.
    public let nextLayout: UICollectionViewLayout
    private var values: [String: CGFloat] = [:]
    private var progress: CGFloat = 0

    /// Makes a layout between two others.
    public init(currentLayout: UICollectionViewLayout, nextLayout newLayout: UICollectionViewLayout) {
        (self.currentLayout, nextLayout) = (currentLayout, newLayout)
        super.init()
    }

    /// Nil: a transition is not archived.
    public required init?(coder: NSCoder) { nil }

    /// How far the transition is: 0 at the beginning, 1 at the end; values beyond are extrapolated. Setting it
    /// invalidates the layout.
    open var transitionProgress: CGFloat {
        get { progress }
        set {
            guard newValue.isFinite, newValue != progress else { return }
            progress = newValue
            invalidateLayout()
        }
    }

    /// Sets a value of the program's that belongs to the progress, such as an offset of a gesture.
    open func updateValue(_ value: CGFloat, forAnimatedKey key: String) { values[key] = value }
    /// A value of the program's; 0 if it was not set.
    open func value(forAnimatedKey key: String) -> CGFloat { values[key] ?? 0 }

    /// Prepares both layouts if they are invalid.
    open override func prepare() {
        for layout in [currentLayout, nextLayout] where !layout.isValid {
            layout.isValid = true
            layout.prepare()
        }
    }

    /// A size between those of the two layouts.
    open override var collectionViewContentSize: CGSize {
        let (from, to) = (currentLayout.collectionViewContentSize, nextLayout.collectionViewContentSize)
        let t = min(max(progress, 0), 1)
        return CGSize(
            width: from.width + (to.width - from.width) * t, height: from.height + (to.height - from.height) * t)
    }

    /// The elements that are in sight in either layout, on their ways.
    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        // Where the content lies in each layout while the view shows this rectangle.
        let all =
            (currentLayout.layoutAttributesForElements(in: rect.offsetBy(dx: -shift(0).x, dy: -shift(0).y)) ?? [])
            + (nextLayout.layoutAttributesForElements(in: rect.offsetBy(dx: -shift(1).x, dy: -shift(1).y)) ?? [])
        var seen: Set<ElementKey> = []
        return all.compactMap { seen.insert($0.key).inserted ? between($0.key) : nil }
    }

    /// The attributes of an item on its way.
    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        between(.cell(indexPath))
    }

    /// The attributes of a supplementary view on its way.
    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        between(ElementKey(category: .supplementaryView, kind: elementKind, indexPath: indexPath))
    }

    /// The attributes of a decoration view on its way.
    open override func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        between(ElementKey(category: .decorationView, kind: elementKind, indexPath: indexPath))
    }

    /// The offsets at which the transition begins and ends.
    final var offsets: (from: CGPoint, to: CGPoint) = (.zero, .zero)

    /// How far a layout's content is from this one's, so that the view's offset shows both where they are seen.
    private func shift(_ layout: Int) -> CGPoint {
        let now = CGPoint(
            x: offsets.from.x + (offsets.to.x - offsets.from.x) * progress,
            y: offsets.from.y + (offsets.to.y - offsets.from.y) * progress)
        let own = layout == 0 ? offsets.from : offsets.to
        return CGPoint(x: now.x - own.x, y: now.y - own.y)
    }

    private func between(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        var (a, b) = (currentLayout.attributes(key), nextLayout.attributes(key))
        if a == nil { a = b?.faded }
        if b == nil { b = a?.faded }
        guard let a, let b else { return nil }
        let made = progress < 0.5 ? a.copied() : b.copied()
        func mix(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x + (y - x) * progress }
        made.center = CGPoint(x: mix(a.center.x, b.center.x), y: mix(a.center.y, b.center.y))
        made.size = CGSize(
            width: max(0, mix(a.size.width, b.size.width)), height: max(0, mix(a.size.height, b.size.height)))
        made.alpha = min(max(mix(a.alpha, b.alpha), 0), 1)
        made.transform3D = a.transform3D.mixed(with: b.transform3D, progress)
        return made
    }
}

extension CATransform3D {
    /// The transform between two, number by number.
    fileprivate func mixed(with other: CATransform3D, _ t: CGFloat) -> CATransform3D {
        func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * t }
        return CATransform3D(
            m11: mix(m11, other.m11), m12: mix(m12, other.m12), m13: mix(m13, other.m13), m14: mix(m14, other.m14),
            m21: mix(m21, other.m21), m22: mix(m22, other.m22), m23: mix(m23, other.m23), m24: mix(m24, other.m24),
            m31: mix(m31, other.m31), m32: mix(m32, other.m32), m33: mix(m33, other.m33), m34: mix(m34, other.m34),
            m41: mix(m41, other.m41), m42: mix(m42, other.m42), m43: mix(m43, other.m43), m44: mix(m44, other.m44))
    }
}
