import CoreGraphics
import Foundation
import MicaBase
import QuartzCore

extension UIScrollView {
    // MARK: Whole pixels

    /// Pixels per point of the view's screen, at least 1.
    var pixelsPerPoint: Double { max(Double(screenScale), 1) }

    /// The nearest offset at whole pixels.
    ///
    /// *Source*: setting an offset rounds it so, setting `bounds` does not: A. Marinov, "UIScrollView's contentOffset
    /// precision" (3.8 becomes 4.0 at one pixel a point; -187.5 becomes -187.333 at three: Stack Overflow, on an iPhone
    /// 12 mini). During a drag and after it, offsets at two pixels a point are multiples of a half:
    /// Flutter-Bounty-Hunters/page_list_viewport, issue 52.
    func wholePixels(_ offset: CGPoint) -> CGPoint {
        let scale = pixelsPerPoint
        return CGPoint(
            x: CGFloat(Double(offset.x).wholePixel(scale)), y: CGFloat(Double(offset.y).wholePixel(scale)))
    }

    // MARK: Where it may rest

    /// The hidden part of the height of a bar that follows the view, in points.
    final var barInset: CGFloat {
        get { settings.barInset }
        set { settings.barInset = newValue }
    }

    /// The bar that follows the view; nil for none.
    package final var barLink: (any ScrollBarLink)? {
        get { settings.barLink }
        set { settings.barLink = newValue }
    }

    /// The insets of the content at present, in points.
    var currentInset: UIEdgeInsets {
        var inset = settings.contentInset
        inset.top += settings.refreshInset
        var safe = safeAreaInsets
        safe.top += settings.barInset
        guard safe != .zero else { return inset }
        switch settings.adjustment {
        case .never: return inset
        case .always: return inset + safe
        case .automatic, .scrollableAxes:
            let size = bounds.size
            var added = UIEdgeInsets.zero
            if settings.contentSize.width > size.width || alwaysBounceHorizontal {
                (added.left, added.right) = (safe.left, safe.right)
            }
            if settings.contentSize.height > size.height || alwaysBounceVertical
                || (settings.adjustment == .automatic && isFirstOfNavigation)
            {
                (added.top, added.bottom) = (safe.top, safe.bottom)
            }
            return inset + added
        }
    }

    /// Whether the view is the view of a controller in a navigation controller, or the first subview of such a view.
    /// *Source*: Apple, UIScrollView.h, UIScrollViewContentInsetAdjustmentAutomatic.
    private var isFirstOfNavigation: Bool {
        if let controller { return controller.navigationController != nil }
        guard let parent, let controller = parent.controller, parent.children.first === self else { return false }
        return controller.navigationController != nil
    }

    /// The x offsets at which the view may rest.
    var rangeX: ClosedRange<Double> {
        let inset = currentInset
        return range(settings.contentSize.width, bounds.width, inset.left, inset.right)
    }

    /// The y offsets at which the view may rest.
    var rangeY: ClosedRange<Double> {
        let inset = currentInset
        return range(settings.contentSize.height, bounds.height, inset.top, inset.bottom)
    }

    private func range(_ content: CGFloat, _ size: CGFloat, _ before: CGFloat, _ after: CGFloat)
        -> ClosedRange<Double>
    {
        let scale = pixelsPerPoint
        let low = (-Double(before)).wholePixel(scale)
        return low...max(low, Double(content + after - size).wholePixel(scale))
    }

    /// The nearest offset at which the view may rest.
    func clamped(_ offset: CGPoint) -> CGPoint {
        let (x, y) = (rangeX, rangeY)
        return CGPoint(
            x: min(max(Double(offset.x), x.lowerBound), x.upperBound),
            y: min(max(Double(offset.y), y.lowerBound), y.upperBound))
    }

    /// Whether a finger moves the content along x.
    var scrollsHorizontally: Bool {
        (alwaysBounceHorizontal && bounces) || !rangeX.isPoint
    }

    /// Whether a finger moves the content along y.
    var scrollsVertically: Bool {
        (alwaysBounceVertical && bounces) || !rangeY.isPoint
    }

    // MARK: Changes

    /// The offset or the size has changed.
    func boundsChanged(from old: CGRect) {
        let new = bounds
        let isOwn = isMoving
        isMoving = false
        guard new != old else { return }
        if new.origin != old.origin {
            if !isOwn { rebase(from: old.origin) }
            offsetChanged()
        }
        guard new.size != old.size else { return }
        insetChanged(keepsTop: true)
        indicators.update()
    }

    private func offsetChanged() {
        setNeedsLayout()
        if motion == nil { indicators.update() }
        refresh?.follow()
        settings.barLink?.scrolled(self)
        delegate?.scrollViewDidScroll(self)
    }

    /// Sets the offset, rounded to whole pixels, as a movement of the view's own rather than a program's.
    func move(to offset: CGPoint) {
        let offset = wholePixels(offset)
        guard offset != contentOffset else { return }
        isMoving = true
        bounds.origin = offset
    }

    func contentChanged() {
        insetChanged(keepsTop: true)
        setNeedsLayout()
        indicators.update()
    }

    /// Checks whether the adjusted insets have changed, and moves the offset into the new range.
    ///
    /// - Parameter keepsTop: Whether a view that was at its top stays there. When a program sets `contentInset`, the
    ///   content stays where it is.
    func insetChanged(keepsTop: Bool) {
        let (old, new) = (settings.adjustedInset, currentInset)
        if new != old {
            settings.adjustedInset = new
            if keepsTop, drag == nil, motion == nil {
                var offset = contentOffset
                if offset.y == -old.top { offset.y = -new.top }
                if offset.x == -old.left { offset.x = -new.left }
                move(to: offset)
            }
            adjustedContentInsetDidChange()
            delegate?.scrollViewDidChangeAdjustedContentInset(self)
            indicators.update()
        }
        adjustOffsetIfNecessary()
    }

    /// Moves an offset that is out of range back into it, unless a finger or a movement will.
    ///
    /// A deceleration continues with the new edges.
    func adjustOffsetIfNecessary() {
        if let motion, motion.kind == .deceleration {
            // A page, or a target that the delegate has chosen, stays the target.
            if !isPagingEnabled, !motion.hasOwnTarget { restartDeceleration() }
            return
        }
        guard drag == nil, motion == nil, !zooming.isActive, !isTracking else { return }
        move(to: clamped(contentOffset))
    }

    // MARK: Layout

    func layoutContent() {
        applyContentGuide()
        if settings.adjustedInset != currentInset { insetChanged(keepsTop: true) }
        if let refresh, refresh.bounds.width != bounds.width { refresh.lay(in: self) }
        indicators.bringToFront()
    }
}

extension ClosedRange<Double> {
    /// Whether the range has only one value.
    var isPoint: Bool { lowerBound == upperBound }
}
