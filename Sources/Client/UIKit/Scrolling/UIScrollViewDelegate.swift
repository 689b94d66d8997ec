import CoreGraphics
import Foundation

/// Hears of what a scroll view does, and has a say in it. Every requirement has a default. *Source*: Apple, UIScrollViewDelegate.
@preconcurrency @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The offset is another, for whatever reason. *Source*: Apple, scrollViewDidScroll(_:).
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// The zoom scale is another. *Source*: Apple, scrollViewDidZoom(_:).
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// A finger begins to drag. *Source*: Apple, scrollViewWillBeginDragging(_:).
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// A finger that drags was lifted.
    ///
    /// - Parameters:
    ///   - velocity: of the offset. *Units*: points a millisecond.
    ///   - targetContentOffset: Where the view would come to rest; another may be written into it.
    ///
    /// *Source*: Apple, scrollViewWillEndDragging(_:withVelocity:targetContentOffset:).
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// A finger that dragged was lifted; `decelerate` says whether the view goes on moving. *Source*: Apple,
    /// scrollViewDidEndDragging(_:willDecelerate:).
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// The view goes on by itself. *Source*: Apple, scrollViewWillBeginDecelerating(_:).
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// It has come to rest. *Source*: Apple, scrollViewDidEndDecelerating(_:).
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// Scrolling that a program has asked for is over, where it was animated. *Source*: Apple,
    /// scrollViewDidEndScrollingAnimation(_:).
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// The view in the scroll view that is to be scaled; nil where nothing is. *Source*: Apple, viewForZooming(in:).
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Zooming begins. *Source*: Apple, scrollViewWillBeginZooming(_:with:).
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// Zooming is over, with a scale within the bounds. *Source*: Apple, scrollViewDidEndZooming(_:with:atScale:).
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
    /// Whether the view may scroll to its top, which a person wants. *Source*: Apple, scrollViewShouldScrollToTop(_:).
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    /// The view has scrolled to its top. *Source*: Apple, scrollViewDidScrollToTop(_:).
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    /// What is added around the content, safe area included, is another. *Source*: Apple,
    /// scrollViewDidChangeAdjustedContentInset(_:).
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Nothing. *Source*: Apple, scrollViewDidScroll(_:).
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Nothing. *Source*: Apple, scrollViewDidZoom(_:).
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Nothing. *Source*: Apple, scrollViewWillBeginDragging(_:).
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// The target stays. *Source*: Apple, scrollViewWillEndDragging(_:withVelocity:targetContentOffset:).
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Nothing. *Source*: Apple, scrollViewDidEndDragging(_:willDecelerate:).
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Nothing. *Source*: Apple, scrollViewWillBeginDecelerating(_:).
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Nothing. *Source*: Apple, scrollViewDidEndDecelerating(_:).
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Nothing. *Source*: Apple, scrollViewDidEndScrollingAnimation(_:).
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// No view is scaled. *Source*: Apple, viewForZooming(in:).
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Nothing. *Source*: Apple, scrollViewWillBeginZooming(_:with:).
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    /// Nothing. *Source*: Apple, scrollViewDidEndZooming(_:with:atScale:).
    public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
    /// It may. *Source*: Apple, UIScrollView.h: "if not defined, assumes YES".
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    /// Nothing. *Source*: Apple, scrollViewDidScrollToTop(_:).
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    /// Nothing. *Source*: Apple, scrollViewDidChangeAdjustedContentInset(_:).
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
