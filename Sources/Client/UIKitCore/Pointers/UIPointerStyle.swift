import CoreGraphics
import Foundation

/// The look of the pointer in a region, and its effect on a view.
///
/// *Source*: Apple, UIPointerStyle.
@preconcurrency @MainActor public final class UIPointerStyle: NSObject, NSCopying {
    /// The kinds of styles.
    enum Content {
        case effect(UIPointerEffect, UIPointerShape?)
        case shape(UIPointerShape)
        case hidden
        case system
    }

    let content: Content

    private init(_ content: Content) {
        self.content = content
        super.init()
    }

    /// An effect on a view.
    ///
    /// - Parameter shape: The pointer's shape; nil for the outline of the effect's preview. A beam is shown; a path and
    ///   a rectangle are the outline of a highlight. *Space*: the container of the preview's target.
    public convenience init(effect: UIPointerEffect, shape: UIPointerShape? = nil) {
        self.init(.effect(effect, shape))
    }

    /// A shape of the pointer, without an effect. Beams are shown; a path and a rectangle leave the system's arrow.
    ///
    /// - Parameter constrainedAxes: The axes along which Apple's pointer returns to the region's middle when a button is
    ///   released; without effect here, where the pointer is the window system's.
    public convenience init(shape: UIPointerShape, constrainedAxes: UIAxis = []) { self.init(.shape(shape)) }

    /// No pointer.
    public static func hidden() -> UIPointerStyle { UIPointerStyle(.hidden) }

    /// The system's pointer.
    public static func system() -> UIPointerStyle { UIPointerStyle(.system) }

    /// The style itself, which never changes.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The change of a view while the pointer is over it.
///
/// *Source*: Apple, UIPointerEffect.
public enum UIPointerEffect {
    /// The tint of a view with a hover effect; raw values are Apple's.
    public enum TintMode: Int, Sendable {
        /// None.
        case none = 0
        /// Over the view.
        case overlay = 1
        /// Beneath the view.
        case underlay = 2
    }

    /// The effect that suits the view: a highlight for small views without a background, a lift for those with one, a
    /// tint without scaling for larger views.
    case automatic(UITargetedPreview)
    /// A platter beneath the view.
    case highlight(UITargetedPreview)
    /// The view grows, with a shadow.
    case lift(UITargetedPreview)
    /// The view is tinted, and may grow and have a shadow; the pointer stays the system's.
    case hover(
        UITargetedPreview, preferredTintMode: TintMode = .overlay, prefersShadow: Bool = false,
        prefersScaledContent: Bool = true)

    /// The preview of the view.
    public var preview: UITargetedPreview {
        switch self {
        case .automatic(let preview), .highlight(let preview), .lift(let preview), .hover(let preview, _, _, _): preview
        }
    }

    /// The effect, with the one that suits the view in place of `automatic`.
    @MainActor var resolved: UIPointerEffect {
        guard case .automatic(let preview) = self else { return self }
        let size = preview.size
        if size.width > PointerMetrics.largestButton.width || size.height > PointerMetrics.largestButton.height {
            return .hover(preview, prefersScaledContent: false)
        }
        return preview.view.hasVisibleBackground ? .lift(preview) : .highlight(preview)
    }
}

/// A shape of the pointer.
///
/// *Source*: Apple, UIPointerShape.
public enum UIPointerShape {
    /// A path.
    case path(UIBezierPath)
    /// A rectangle with round corners. *Units*: points.
    case roundedRect(CGRect, radius: CGFloat = UIPointerShape.defaultCornerRadius)
    /// An upright beam. *Units*: points.
    case verticalBeam(length: CGFloat)
    /// A level beam. *Units*: points.
    case horizontalBeam(length: CGFloat)

    /// The radius of corners: 8 points, which is assumed.
    public static let defaultCornerRadius: CGFloat = 8

    /// The outline of a path or a rectangle; nil for a beam.
    @MainActor var outline: UIBezierPath? {
        switch self {
        case .path(let path): path
        case .roundedRect(let rect, let radius): .pointerOutline(rect, radius)
        case .verticalBeam, .horizontalBeam: nil
        }
    }
}

extension UIBezierPath {
    /// A rectangle with corners no rounder than its sides allow.
    @MainActor static func pointerOutline(_ rect: CGRect, _ radius: CGFloat) -> UIBezierPath {
        UIBezierPath(roundedRect: rect, cornerRadius: max(0, min(radius, rect.width / 2, rect.height / 2)))
    }
}

extension UIView {
    /// Whether the view itself paints a background: a colour, a picture, or a button's configuration.
    fileprivate final var hasVisibleBackground: Bool {
        if let color = layer.backgroundColor, color.alpha > 0.1 { return true }
        return (self as? UIButton)?.hasButtonBackground ?? (self is UIImageView)
    }
}

/// Sizes and times of pointers' effects. *Units*: points, seconds. *Source*: our own.
enum PointerMetrics {
    static let duration = 0.2
    /// The largest growth of a lifted view: as a part of its longest side, and in points.
    static let growth: CGFloat = 0.1, longestGrowth: CGFloat = 8
    /// The size up to which a view counts as a button for `automatic`.
    static let largestButton = CGSize(width: 250, height: 80)
    /// The room around a button's title in its highlight.
    static let buttonMargins = CGSize(width: 6, height: 2)
}
