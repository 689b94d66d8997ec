import CoreGraphics
import Foundation
import QuartzCore

/// The sides of a popover at which its arrow may be; raw values are Apple's.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The arrow points up: the popover is below its source.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// The arrow points down: the popover is above its source.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// The arrow points to the left: the popover is at the right of its source.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// The arrow points to the right: the popover is at the left of its source.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// Any of the four.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
    /// Not known yet.
    public static let unknown = UIPopoverArrowDirection(rawValue: UInt(Int.max))
}

/// The manager of a popover: a card with an arrow that points at a view. On a narrow window it is a sheet, unless the
/// delegate says `none`.
///
/// *Source*: Apple, UIPopoverPresentationController.
open class UIPopoverPresentationController: UIPresentationController {
    /// The view that the popover points at; nil for none.
    open var sourceView: UIView?
    /// The rectangle that the popover points at, in the source view's space; the view's bounds while it is null.
    open var sourceRect = CGRect.null
    /// The bar's item that the popover points at; nil for none.
    open var barButtonItem: UIBarButtonItem?
    /// The sides at which the arrow may be; any at first. With none, the popover covers its source's middle without an
    /// arrow.
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    /// The arrow's side; unknown before the presentation.
    open private(set) var arrowDirection = UIPopoverArrowDirection.unknown
    /// Whether the popover may cover its source if there is no other room; false at first.
    open var canOverlapSourceViewRect = false
    /// Views outside the popover that take touches while it is shown; nil for none.
    open var passthroughViews: [UIView]?
    /// The colour of the popover and its arrow; nil for the system's.
    open var backgroundColor: UIColor? {
        didSet { card.fill = backgroundColor }
    }
    /// The distances of the popover from the window's edges, in points; 10 at first.
    open var popoverLayoutMargins = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
    /// The sheet that takes the popover's place on a narrow window.
    public final private(set) lazy var adaptiveSheetPresentationController = UISheetPresentationController(
        presentedViewController: presentedViewController, presenting: nil)

    /// Called after a touch outside has dismissed: an alert's cancel action.
    package final var userDidDismiss: (() -> Void)?
    private let card = PopoverCard()
    private let backdrop = UIView()
    private let tap = UITapGestureRecognizer()
    private static let touch = Selector(
        "touch:",
        onMain: { (me: UIPopoverPresentationController, _: UITapGestureRecognizer) in me.dismissByTouch() })

    private var popoverDelegate: (any UIPopoverPresentationControllerDelegate)? {
        delegate as? any UIPopoverPresentationControllerDelegate
    }

    /// A sheet at a horizontally compact width. *Source*: Apple, UIModalPresentationStyle.popover; since iOS 13 it is a
    /// sheet, as everywhere.
    open override func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
        traitCollection.horizontalSizeClass == .compact ? .pageSheet : .none
    }

    open override var presentedView: UIView? { card }

    /// The rectangle that the popover points at, in the container's space.
    package final var source: CGRect {
        guard let container else { return .zero }
        if let view = barButtonItem?.shown, view.window != nil { return container.convert(view.bounds, from: view) }
        guard let sourceView else {
            return CGRect(x: container.bounds.midX, y: container.bounds.midY, width: 0, height: 0)
        }
        return container.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, from: sourceView)
    }

    /// The size without the arrow: the preferred one, or 320 by 480 points, as far as there is room. *Source*: Apple,
    /// UIPopoverController.contentSize: 320 wide.
    private var wanted: CGSize {
        let preferred = presentedViewController.preferredContentSize
        return CGSize(
            width: preferred.width > 0 ? preferred.width : 320, height: preferred.height > 0 ? preferred.height : 480)
    }

    open override var frameOfPresentedViewInContainerView: CGRect {
        guard let container else { return .zero }
        let safe = container.safeAreaInsets
        let room = container.bounds.inset(
            by: UIEdgeInsets(
                top: max(safe.top, popoverLayoutMargins.top), left: max(safe.left, popoverLayoutMargins.left),
                bottom: max(safe.bottom, popoverLayoutMargins.bottom),
                right: max(safe.right, popoverLayoutMargins.right)))
        let place = PopoverPlace(
            wanted, at: source, in: room, permitted: permittedArrowDirections, overlaps: canOverlapSourceViewRect)
        arrowDirection = place.direction
        card.adopt(place)
        return place.frame
    }

    /// Adds the popover, and a backdrop that takes touches outside.
    open override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        guard let container else { return }
        elevate()
        popoverDelegate?.prepareForPopoverPresentation(self)
        backdrop.frame = container.bounds
        backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.insertSubview(backdrop, at: 0)
        tap.addTarget(self, action: Self.touch)
        backdrop.addGestureRecognizer(tap)
        container.passesTouch = { [weak self] in self?.passes($0, $1) ?? false }
        card.frame = frameOfPresentedViewInContainerView
        card.hold(presentedViewController.view)
    }

    open override func containerViewWillLayoutSubviews() {
        super.containerViewWillLayoutSubviews()
        if !presentedViewController.isBeingDismissed { card.frame = frameOfPresentedViewInContainerView }
    }

    private func passes(_ point: CGPoint, _ event: UIEvent?) -> Bool {
        guard let container, !card.point(inside: card.convert(point, from: container), with: event) else {
            return false
        }
        return (passthroughViews ?? []).contains { $0.point(inside: $0.convert(point, from: container), with: event) }
    }

    private func dismissByTouch() {
        if popoverDelegate?.popoverPresentationControllerShouldDismissPopover(self) == false { return }
        dismissByUser()
    }

    override func didDismissByUser() {
        super.didDismissByUser()
        userDidDismiss?()
        popoverDelegate?.popoverPresentationControllerDidDismissPopover(self)
    }

    override func makeAnimator(isPresenting: Bool) -> any UIViewControllerAnimatedTransitioning {
        animatorMaker?(isPresenting) ?? FadeAnimator(isPresenting: isPresenting)
    }
}

/// An observer of a popover's course.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// The popover is about to be presented.
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
    /// Whether a touch outside may dismiss.
    func popoverPresentationControllerShouldDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) -> Bool
    /// A touch outside has dismissed.
    func popoverPresentationControllerDidDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
    /// Does nothing.
    public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
    /// True.
    public func popoverPresentationControllerShouldDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) -> Bool { true }
    /// Does nothing.
    public func popoverPresentationControllerDidDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) {}
}

/// Fades a presented view in and out, and grows it slightly from smaller. Durations and sizes are assumed.
@MainActor package final class FadeAnimator: NSObject, SystemAnimator {
    private let isPresenting: Bool
    private let scale: CGFloat

    /// - Parameter scale: The size from which the view grows, as a factor; 1 for none.
    package init(isPresenting: Bool, scale: CGFloat = 1) {
        (self.isPresenting, self.scale) = (isPresenting, scale)
        super.init()
    }

    var timing: ViewAnimation.Timing { .curve(.easeOut) }

    /// The duration of appearing or disappearing, in seconds.
    package func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
        -> TimeInterval
    {
        isPresenting ? 0.25 : 0.2
    }

    /// Scales and fades the popover.
    package func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
        guard let shown = transitionContext.viewController(forKey: key),
            let view = shown.presentation?.runningView ?? shown.view
        else { return transitionContext.completeTransition(true) }
        if isPresenting, view.superview == nil { transitionContext.containerView.addSubview(view) }
        if isPresenting {
            UIView.performWithoutAnimation {
                view.alpha = 0
                if scale != 1 { view.transform = CGAffineTransform(scaleX: scale, y: scale) }
            }
        }
        UIView.animate(transitionDuration(using: nil), timing) {
            view.alpha = isPresenting ? 1 : 0
            if isPresenting, scale != 1 { view.transform = .identity }
        } completion: { _ in
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
            UIView.performWithoutAnimation { view.alpha = 1 }
        }
    }
}
