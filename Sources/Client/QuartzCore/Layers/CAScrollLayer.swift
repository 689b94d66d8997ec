import CoreGraphics
import Foundation

/// The directions in which a scroll layer scrolls.
///
/// *Source*: Apple, CAScrollLayer.h; any string makes a value; strings other than those below count as `both`.
public struct CAScrollLayerScrollMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No scrolling.
    public static let none = CAScrollLayerScrollMode(rawValue: "none")
    /// Scrolling along y.
    public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
    /// Scrolling along x.
    public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
    /// Scrolling along x and y.
    public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// A layer that shows a part of its sublayers. Scrolling moves the origin of its bounds.
///
/// It clips its sublayers only if `masksToBounds` is set, as any layer.
open class CAScrollLayer: CALayer {
    /// The directions in which the layer scrolls.
    open var scrollMode: CAScrollLayerScrollMode = .both

    /// Makes a layer that scrolls in both directions.
    public override init() { super.init() }

    /// Makes a copy of a layer, with its scroll mode.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? CAScrollLayer { scrollMode = other.scrollMode }
    }

    /// Reads a layer from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard coder.containsValue(forKey: "scrollMode") else { return }
        guard let mode = coder.decodeObject(of: NSString.self, forKey: "scrollMode") else { return nil }
        scrollMode = CAScrollLayerScrollMode(rawValue: String(describing: mode))
    }

    /// Writes the layer into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if shouldArchiveValue(forKey: "scrollMode") {
            coder.encode(NSString(string: scrollMode.rawValue), forKey: "scrollMode")
        }
    }

    /// Whether an archive holds the value under a key: a value that was set, or a scroll mode other than `both`.
    open override func shouldArchiveValue(forKey key: String) -> Bool {
        key == "scrollMode" ? scrollMode != .both : super.shouldArchiveValue(forKey: key)
    }

    /// Moves a point of the layer's own space to the origin of the bounds, along the directions of `scrollMode`.
    open func scroll(to p: CGPoint) {
        var bounds = bounds
        if scrollMode != .vertically && scrollMode != .none { bounds.origin.x = p.x }
        if scrollMode != .horizontally && scrollMode != .none { bounds.origin.y = p.y }
        self.bounds = bounds
    }

    /// Scrolls by the least amount that shows a rectangle of the layer's own space; if it does not fit, to its origin.
    open func scroll(to r: CGRect) {
        guard !r.isNull, !r.isInfinite else { return }
        let b = bounds
        scroll(
            to: CGPoint(
                x: Self.moved(b.minX, b.width, toShow: r.minX, r.maxX),
                y: Self.moved(b.minY, b.height, toShow: r.minY, r.maxY)))
    }

    private static func moved(_ low: CGFloat, _ length: CGFloat, toShow first: CGFloat, _ last: CGFloat) -> CGFloat {
        if first < low { return first }
        return last > low + length ? min(first, last - length) : low
    }

    /// The value of a property or under any other key.
    open override func value(forKey key: String) -> Any? {
        key == "scrollMode" ? scrollMode.rawValue : super.value(forKey: key)
    }

    /// Sets a property, or a value under any other key.
    open override func setValue(_ value: Any?, forKey key: String) {
        guard key == "scrollMode" else { return super.setValue(value, forKey: key) }
        scrollMode =
            (value as? CAScrollLayerScrollMode) ?? (value as? String).map { CAScrollLayerScrollMode(rawValue: $0) }
            ?? .both
    }

    /// The default of a property.
    open override class func defaultValue(forKey key: String) -> Any? {
        key == "scrollMode" ? CAScrollLayerScrollMode.both.rawValue : super.defaultValue(forKey: key)
    }
}

extension CALayer {
    /// The nearest scroll layer, from this layer upwards.
    package var scrollLayer: CAScrollLayer? {
        var layer: CALayer? = self
        while let current = layer {
            if let found = current as? CAScrollLayer { return found }
            layer = current.superlayer
        }
        return nil
    }

    /// The part of the bounds that the nearest scroll layer shows; all of the bounds without a scroll layer.
    package var rectWithinScrollLayer: CGRect {
        guard let scroll = scrollLayer, scroll !== self else { return bounds }
        let seen = bounds.intersection(convert(scroll.bounds, from: scroll))
        return seen.isNull ? CGRect(origin: bounds.origin, size: .zero) : seen
    }
}
