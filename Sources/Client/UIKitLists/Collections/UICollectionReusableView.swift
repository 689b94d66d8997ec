import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// A view of a collection view that is used again for other elements: a cell, a supplementary or a decoration view.
/// *Source*: Apple, UICollectionReusableView.
open class UICollectionReusableView: UIView {
    /// The identifier under which the view was dequeued; nil for a decoration view and one that a program made.
    final var identifier: String?
    /// The name of the queue that it came from; nil for a view that a program made.
    final var queueName: String?
    /// The last attributes that it got.
    final var attributes: UICollectionViewLayoutAttributes?
    /// The size for which it was last asked for its own; nil for none.
    final var fittedSize: CGSize?
    /// Whether the view lies in flipped coordinates, so that it is flipped back.
    final var isFlipped = false

    /// Makes a view with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }
    /// Reads a view from an archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The identifier under which the view was registered; nil for none.
    open var reuseIdentifier: String? { identifier }

    /// The view is about to be used for another element; does nothing here.
    open func prepareForReuse() {}

    /// The view gets attributes; does nothing here. The collection view itself has set the frame, the transform, the
    /// opacity and the position on the z axis: an override only takes over values of its own.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

    /// The layout of the collection view is about to change.
    open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}

    /// The layout of the collection view has changed.
    open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}

    /// The attributes that suit the view's content best. Here: the given ones, with sides that the layout has estimated
    /// replaced by those of the constraints, or of `sizeThatFits(_:)` where there are none. *Source*: Apple,
    /// UICollectionReusableView.preferredLayoutAttributesFitting(_:).
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let estimates = layoutAttributes.estimates
        guard estimates.contains(.width) || estimates.contains(.height) else { return layoutAttributes }
        let made = layoutAttributes.copied()
        made.size = sizeFitting(layoutAttributes.size, estimates)
        return made
    }

    private func sizeFitting(
        _ size: CGSize, _ estimates: UICollectionViewLayoutAttributes.Estimates
    ) -> CGSize {
        let target = CGSize(
            width: estimates.contains(.width) ? UIView.layoutFittingCompressedSize.width : size.width,
            height: estimates.contains(.height) ? UIView.layoutFittingCompressedSize.height : size.height)
        var fit = systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: estimates.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: estimates.contains(.height) ? .fittingSizeLevel : .required)
        if fit.width <= 0 || fit.height <= 0 {
            // No constraints give the size.
            let room = CGSize(
                width: estimates.contains(.width) ? CGFloat.greatestFiniteMagnitude : size.width,
                height: estimates.contains(.height) ? CGFloat.greatestFiniteMagnitude : size.height)
            let own = sizeThatFits(room)
            if fit.width <= 0 { fit.width = own.width }
            if fit.height <= 0 { fit.height = own.height }
        }
        return CGSize(
            width: estimates.contains(.width) ? fit.width : size.width,
            height: estimates.contains(.height) ? fit.height : size.height)
    }

    /// Takes over attributes. *Source*: Apple, UICollectionReusableView.apply(_:): the collection view applies the
    /// standard ones, whichever overrides there are.
    final func take(_ new: UICollectionViewLayoutAttributes) {
        let old = attributes
        attributes = new
        if new.size != bounds.size { bounds = CGRect(origin: bounds.origin, size: new.size) }
        let place = place(of: new.center, new)
        if place != center { center = place }
        // A swipe has moved a row aside.
        let isSwiped = (self as? UICollectionViewCell)?.isSwiped == true
        var matrix = new.transform3D
        if isFlipped { matrix = CATransform3DConcat(CATransform3DMakeScale(-1, 1, 1), matrix) }
        if !isSwiped, !CATransform3DEqualToTransform(layer.transform, matrix) { transform3D = matrix }
        if new.alpha != alpha { alpha = new.alpha }
        // A data source may hide a view. *Source*: Apple, "Implementing Modern Collection Views": the badge of an item
        // without a count is hidden by the provider of supplementary views.
        if old?.isHidden != new.isHidden { isHidden = new.isHidden }
        if old == nil || old !== new || new.isMoved { apply(new) }
    }

    /// A point of the content in the space of the view's superview.
    final func place(of point: CGPoint, _ attributes: UICollectionViewLayoutAttributes) -> CGPoint {
        // A part that scrolls by itself has its own space.
        guard attributes.isInScroller, let scroller = superview as? OrthogonalScrollView else { return point }
        return CGPoint(x: point.x - scroller.frame.minX, y: point.y - scroller.frame.minY)
    }
}
