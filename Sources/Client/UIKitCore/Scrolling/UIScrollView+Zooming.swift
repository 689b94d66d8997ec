import CoreGraphics
import Foundation
import QuartzCore

/// The zooming of a view in a scroll view.
struct ScrollZoom {
    var minimum: CGFloat = 1, maximum: CGFloat = 1
    var scale: CGFloat = 1
    var pinch: ScrollPinchGestureRecognizer?
    /// Whether two fingers are zooming.
    var isActive = false
    /// Whether the scale is moving back to a bound.
    var isBouncing = false
    weak var view: UIView?
    /// The point of the zoomed view that stays under the fingers.
    var anchor = CGPoint.zero
    /// The scale at the pinch's beginning.
    var startScale: CGFloat = 1
}

/// The pinch of a scroll view. It may recognize together with the view's drag.
final class ScrollPinchGestureRecognizer: UIPinchGestureRecognizer {
    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        !isOwnPan(preventedGestureRecognizer) && super.canPrevent(preventedGestureRecognizer)
    }

    override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool {
        !isOwnPan(preventingGestureRecognizer) && super.canBePrevented(by: preventingGestureRecognizer)
    }

    private func isOwnPan(_ other: UIGestureRecognizer) -> Bool {
        other.view === view && other is ScrollPanGestureRecognizer
    }
}

extension UIScrollView {
    private static let pinchAction = Selector(
        "scrollPinch:", onMain: { (target: UIScrollView, pinch: UIPinchGestureRecognizer) in target.pinched(pinch) })

    /// The smallest scale of the zoomed view; 1 at first.
    public final var minimumZoomScale: CGFloat {
        get { zooming.minimum }
        set {
            guard newValue.isFinite, newValue > 0 else { return }
            zooming.minimum = newValue
            updatePinch()
        }
    }

    /// The largest scale; 1 at first. Fingers can zoom only if it is more than the smallest.
    public final var maximumZoomScale: CGFloat {
        get { zooming.maximum }
        set {
            guard newValue.isFinite, newValue > 0 else { return }
            zooming.maximum = newValue
            updatePinch()
        }
    }

    /// Whether zooming passes its bounds and bounces back; true at first.
    public final var bouncesZoom: Bool {
        get { settings.flags.contains(.bouncesZoom) }
        set { settings.flags.set(.bouncesZoom, newValue) }
    }

    /// The scale of the zoomed view; 1 at first.
    public final var zoomScale: CGFloat {
        get { zooming.scale }
        set { setZoomScale(newValue, animated: false) }
    }

    /// Whether two fingers are zooming.
    public final var isZooming: Bool { zooming.isActive }
    /// Whether the scale is moving back to a bound.
    public final var isZoomBouncing: Bool { zooming.isBouncing }
    /// The recognizer of pinches; nil if only one scale is allowed.
    public final var pinchGestureRecognizer: UIPinchGestureRecognizer? { zooming.pinch }

    /// Scales the delegate's view about the middle of the visible part; does nothing without such a view.
    public final func setZoomScale(_ scale: CGFloat, animated: Bool) {
        guard scale.isFinite, scale > 0, let view = delegate?.viewForZooming(in: self) else { return }
        let (offset, size) = (contentOffset, bounds.size)
        let middle = convert(CGPoint(x: offset.x + size.width / 2, y: offset.y + size.height / 2), to: view)
        zoom(view, to: scale, middle, animated)
    }

    /// Scales and scrolls so that a rectangle of the delegate's view fills the scroll view, within the bounds of the
    /// scale.
    ///
    /// - Parameter rect: *Space*: the scaled view's.
    public final func zoom(to rect: CGRect, animated: Bool) {
        guard rect.isUsable, rect.width > 0, rect.height > 0, let view = delegate?.viewForZooming(in: self) else {
            return
        }
        let scale = min(bounds.width / rect.width, bounds.height / rect.height)
        zoom(view, to: scale, CGPoint(x: rect.midX, y: rect.midY), animated)
    }

    private func zoom(_ view: UIView, to scale: CGFloat, _ middle: CGPoint, _ animated: Bool) {
        let scale = min(max(scale, zooming.minimum), max(zooming.minimum, zooming.maximum))
        stopMoving()
        zooming.view = view
        let size = bounds.size
        guard animated, ViewAnimator.isEnabled else {
            return setZoom(scale, view, middle, at: CGPoint(x: size.width / 2, y: size.height / 2))
        }
        delegate?.scrollViewWillBeginZooming(self, with: view)
        UIView.animate(withDuration: ScrollPhysics.animationDuration) {
            self.setZoom(scale, view, middle, at: CGPoint(x: size.width / 2, y: size.height / 2))
        } completion: { _ in
            self.delegate?.scrollViewDidEndZooming(self, with: view, atScale: self.zooming.scale)
        }
    }

    /// Whether two fingers can zoom.
    var canZoom: Bool {
        zooming.maximum > zooming.minimum && isScrollEnabled && delegate?.viewForZooming(in: self) != nil
    }

    private func updatePinch() {
        if zooming.maximum > zooming.minimum, zooming.pinch == nil {
            let pinch = ScrollPinchGestureRecognizer()
            pinch.addTarget(self, action: Self.pinchAction)
            addGestureRecognizer(pinch)
            zooming.pinch = pinch
        } else if zooming.maximum <= zooming.minimum, let pinch = zooming.pinch {
            removeGestureRecognizer(pinch)
            zooming.pinch = nil
        }
    }

    // MARK: Fingers

    private func pinched(_ pinch: UIPinchGestureRecognizer) {
        switch pinch.state {
        case .began:
            guard let view = delegate?.viewForZooming(in: self) else { return }
            stopMoving()
            zooming.isActive = true
            zooming.isBouncing = false
            zooming.view = view
            zooming.anchor = pinch.location(in: view)
            zooming.startScale = zooming.scale
            indicators.show()
            delegate?.scrollViewWillBeginZooming(self, with: view)
        case .changed:
            guard zooming.isActive, let view = zooming.view else { return }
            setZoom(
                shownScale(zooming.startScale * pinch.scale), view, zooming.anchor, at: location(of: pinch),
                isFinger: true)
        case .ended, .cancelled: endZooming(at: location(of: pinch))
        case .possible, .failed: break
        }
    }

    /// The position of the fingers, relative to the view's top left corner.
    private func location(of pinch: UIPinchGestureRecognizer) -> CGPoint {
        let (point, offset) = (pinch.location(in: self), contentOffset)
        return CGPoint(x: point.x - offset.x, y: point.y - offset.y)
    }

    /// The scale to show for the fingers' scale: beyond a bound, the square root of the excess; our own.
    private func shownScale(_ wanted: CGFloat) -> CGFloat {
        let (low, high) = (zooming.minimum, zooming.maximum)
        guard bouncesZoom else { return min(max(wanted, low), high) }
        if wanted > high { return high * (wanted / high).squareRoot() }
        return wanted < low ? low * (wanted / low).squareRoot() : wanted
    }

    private func endZooming(at position: CGPoint) {
        guard zooming.isActive else { return }
        zooming.isActive = false
        // A finger that stays down drags from here.
        if drag != nil {
            pan.setTranslation(.zero, in: self)
            drag?.start = wantedOffset
        }
        guard let view = zooming.view else { return }
        let scale = min(max(zooming.scale, zooming.minimum), zooming.maximum)
        guard scale != zooming.scale else {
            delegate?.scrollViewDidEndZooming(self, with: view, atScale: scale)
            return releaseCaught()
        }
        zooming.isBouncing = true
        UIView.animate(withDuration: ScrollPhysics.animationDuration) {
            self.setZoom(scale, view, self.zooming.anchor, at: position)
        } completion: { _ in
            guard self.zooming.isBouncing else { return }
            self.zooming.isBouncing = false
            self.delegate?.scrollViewDidEndZooming(self, with: view, atScale: scale)
        }
    }

    /// Scales the view, and scrolls so that a point of it is at a position in the visible part.
    ///
    /// - Parameter isFinger: Whether the offset may be beyond the content's edges, as under a finger.
    private func setZoom(
        _ scale: CGFloat, _ view: UIView, _ point: CGPoint, at position: CGPoint, isFinger: Bool = false
    ) {
        let (origin, size, anchor) = (view.frame.origin, view.bounds.size, view.layer.anchorPoint)
        let old = zooming.scale
        zooming.scale = scale
        view.transform = CGAffineTransform(scaleX: scale, y: scale)
        view.center = CGPoint(
            x: origin.x + size.width * scale * anchor.x, y: origin.y + size.height * scale * anchor.y)
        settings.contentSize = CGSize(width: size.width * scale, height: size.height * scale)
        let shown = view.convert(point, to: self)
        let wanted = CGPoint(x: shown.x - position.x, y: shown.y - position.y)
        if isFinger {
            pull(to: wanted, true, true)
        } else {
            move(to: clamped(wanted))
        }
        if !isFinger { indicators.update() }
        if scale != old { delegate?.scrollViewDidZoom(self) }
    }
}
