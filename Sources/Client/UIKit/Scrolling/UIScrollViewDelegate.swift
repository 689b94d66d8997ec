import CoreGraphics
import Foundation

/// An object that is told of scrolling and zooming, and can change them. Every method has a default body. *Source*:
/// Apple, UIScrollViewDelegate.
@preconcurrency @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The offset has changed, for whatever reason. *Source*: Apple, scrollViewDidScroll(_:).
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// The zoom scale has changed. *Source*: Apple, scrollViewDidZoom(_:).
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// A finger begins to drag. *Source*: Apple, scrollViewWillBeginDragging(_:).
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// A finger that drags was lifted.
    ///
    /// - Parameters:
    ///   - velocity: The offset's velocity. *Units*: points a millisecond.
    ///   - targetContentOffset: The offset at which the view would rest. The delegate may write another one into it.
    ///
    /// *Source*: Apple, scrollViewWillEndDragging(_:withVelocity:targetContentOffset:).
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// A finger that dragged was lifted; `decelerate` is true if the view keeps moving. *Source*: Apple,
    /// scrollViewDidEndDragging(_:willDecelerate:).
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// The view begins to move by itself after a drag. *Source*: Apple, scrollViewWillBeginDecelerating(_:).
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// The movement after a drag has ended. *Source*: Apple, scrollViewDidEndDecelerating(_:).
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// Animated scrolling by a program has ended. *Source*: Apple, scrollViewDidEndScrollingAnimation(_:).
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// The subview to zoom; nil for none. *Source*: Apple, viewForZooming(in:).
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Zooming begins. *Source*: Apple, scrollViewWillBeginZooming(_:with:).
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// Zooming has ended, with a scale within the bounds. *Source*: Apple, scrollViewDidEndZooming(_:with:atScale:).
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
    /// Whether the view may scroll to its top, as the user wants. *Source*: Apple, scrollViewShouldScrollToTop(_:).
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    /// The view has scrolled to its top. *Source*: Apple, scrollViewDidScrollToTop(_:).
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    /// `adjustedContentInset` has changed. *Source*: Apple, scrollViewDidChangeAdjustedContentInset(_:).
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing. *Source*: Apple, scrollViewDidScroll(_:).
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Does nothing. *Source*: Apple, scrollViewDidZoom(_:).
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Does nothing. *Source*: Apple, scrollViewWillBeginDragging(_:).
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Leaves the target. *Source*: Apple, scrollViewWillEndDragging(_:withVelocity:targetContentOffset:).
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Does nothing. *Source*: Apple, scrollViewDidEndDragging(_:willDecelerate:).
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Does nothing. *Source*: Apple, scrollViewWillBeginDecelerating(_:).
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing. *Source*: Apple, scrollViewDidEndDecelerating(_:).
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing. *Source*: Apple, scrollViewDidEndScrollingAnimation(_:).
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Nil. *Source*: Apple, viewForZooming(in:).
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Does nothing. *Source*: Apple, scrollViewWillBeginZooming(_:with:).
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    /// Does nothing. *Source*: Apple, scrollViewDidEndZooming(_:with:atScale:).
    public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
    /// True. *Source*: Apple, UIScrollView.h: "if not defined, assumes YES".
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    /// Does nothing. *Source*: Apple, scrollViewDidScrollToTop(_:).
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    /// Does nothing. *Source*: Apple, scrollViewDidChangeAdjustedContentInset(_:).
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
