import CoreGraphics
import Foundation

/// An observer of scrolling and zooming, which can change them. Every method has a default body.
@preconcurrency @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The offset has changed, for whatever reason.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// The zoom scale has changed.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// A finger begins to drag.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// A finger that drags was lifted.
    ///
    /// - Parameters:
    ///   - velocity: The offset's velocity. *Units*: points a millisecond.
    ///   - targetContentOffset: The offset at which the view would rest. The delegate may write another one into it.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// A finger that dragged was lifted; `decelerate` is true if the view keeps moving.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// The view begins to move by itself after a drag.
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// The movement after a drag has ended.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// Animated scrolling by a program has ended.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// The subview to zoom; nil for none.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Zooming begins.
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// Zooming has ended, with a scale within the bounds.
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
    /// Whether the view may scroll to its top, as the user wants.
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    /// The view has scrolled to its top.
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    /// `adjustedContentInset` has changed.
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Leaves the target.
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Does nothing.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Does nothing.
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Nil.
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Does nothing.
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    /// Does nothing.
    public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
    /// True. *Source*: Apple, UIScrollView.h: "if not defined, assumes YES".
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    /// Does nothing.
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
