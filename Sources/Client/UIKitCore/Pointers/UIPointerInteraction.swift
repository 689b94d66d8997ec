import CoreGraphics
import Foundation

/// A rectangle of a view in which the pointer has one style.
///
/// *Source*: Apple, UIPointerRegion.
@preconcurrency @MainActor open class UIPointerRegion: NSObject, NSCopying {
    /// The rectangle. *Space*: the interaction's view.
    public let rect: CGRect
    /// The name that tells regions of one interaction apart; nil for none.
    public let identifier: AnyHashable?
    /// The axes along which the region keeps the pointer after a press of the first button, until its release; none at
    /// first.
    open var latchingAxes: UIAxis = []

    /// Makes a region.
    public init(rect: CGRect, identifier: AnyHashable? = nil) {
        (self.rect, self.identifier) = (rect, identifier)
        super.init()
    }

    /// A region with the same values.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        assumeMainActor {
            let copy = UIPointerRegion(rect: rect, identifier: identifier)
            copy.latchingAxes = latchingAxes
            return copy
        }
    }

    /// Whether another object is a region with the same rectangle, name and axes.
    nonisolated open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIPointerRegion else { return false }
        return assumeMainActor {
            rect == other.rect && identifier == other.identifier && latchingAxes == other.latchingAxes
        }
    }

    /// A hash of the rectangle and the name.
    nonisolated open override var hash: Int {
        var hasher = Hasher()
        for number in [rect.minX, rect.minY, rect.width, rect.height] { hasher.combine(number) }
        assumeMainActor { hasher.combine(identifier) }
        return hasher.finalize()
    }

    /// Whether a pointer with the first button down is still in the region.
    final func keeps(_ point: CGPoint) -> Bool {
        (latchingAxes.contains(.horizontal) || (rect.minX...rect.maxX).contains(point.x))
            && (latchingAxes.contains(.vertical) || (rect.minY...rect.maxY).contains(point.y))
    }
}

/// The place of the pointer for which an interaction's delegate gives a region.
///
/// *Source*: Apple, UIPointerRegionRequest.
@preconcurrency @MainActor open class UIPointerRegionRequest: NSObject {
    /// The pointer's position. *Space*: the interaction's view.
    public let location: CGPoint
    /// The modifier keys that are down.
    public let modifiers: UIKeyModifierFlags

    init(_ location: CGPoint, _ modifiers: UIKeyModifierFlags) {
        (self.location, self.modifiers) = (location, modifiers)
        super.init()
    }
}

/// Animations beside the pointer's entrance into a region, or its exit.
///
/// *Source*: Apple, UIPointerInteractionAnimating.
@preconcurrency @MainActor public protocol UIPointerInteractionAnimating: NSObjectProtocol {
    /// Adds animations.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a block that is called after them; its argument tells whether they came to their end.
    func addCompletion(_ completion: @escaping (Bool) -> Void)
}

/// The regions of a view, and the styles of the pointer in them.
///
/// *Source*: Apple, UIPointerInteractionDelegate. A new region calls `regionFor`, `styleFor`, `willExit` of the region
/// before, and `willEnter`; Apple documents that the style is asked for after a new region, and not the rest of the
/// order.
@preconcurrency @MainActor public protocol UIPointerInteractionDelegate: NSObjectProtocol {
    /// The region at the pointer, called as the pointer moves; nil if the interaction leaves the pointer to the views
    /// around it. By default the whole view.
    func pointerInteraction(
        _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest, defaultRegion: UIPointerRegion
    ) -> UIPointerRegion?
    /// The style in a new region; nil for the system's pointer. By default an effect that suits the view.
    func pointerInteraction(
        _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
    ) -> UIPointerStyle?
    /// The pointer enters a region.
    func pointerInteraction(
        _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
        animator: any UIPointerInteractionAnimating)
    /// The pointer leaves a region.
    func pointerInteraction(
        _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
        animator: any UIPointerInteractionAnimating)
}

extension UIPointerInteractionDelegate {
    /// The whole view.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest, defaultRegion: UIPointerRegion
    ) -> UIPointerRegion? { defaultRegion }
    /// An effect that suits the view.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
    ) -> UIPointerStyle? { interaction.standardStyle }
    /// Does nothing.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
        animator: any UIPointerInteractionAnimating
    ) {}
    /// Does nothing.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
        animator: any UIPointerInteractionAnimating
    ) {}
}

/// The behaviour of a view that changes while the mouse's pointer is over it, and that changes the pointer.
///
/// *Source*: Apple, UIPointerInteraction.
@preconcurrency @MainActor open class UIPointerInteraction: NSObject, UIInteraction {
    /// The object that gives regions and styles; nil for one region of the size of the view, with an effect that suits it.
    open internal(set) weak var delegate: (any UIPointerInteractionDelegate)?
    /// The view.
    open private(set) weak var view: UIView?
    /// Whether the pointer has the interaction's styles; true at first.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { PointerCourse.shared.interactionChanged(self) } }
    }

    /// Makes an interaction.
    public init(delegate: (any UIPointerInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
    }

    /// Asks the delegate again for the region and the style, if the pointer is over the view and no button is down.
    open func invalidate() { PointerCourse.shared.interactionChanged(self) }

    /// The interaction is about to be added to a view, or removed from one.
    open func willMove(to view: UIView?) { PointerCourse.shared.end(self) }

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) { self.view = view }

    /// The region at a point of the view; nil for none.
    final func region(at point: CGPoint, _ modifiers: UIKeyModifierFlags) -> UIPointerRegion? {
        guard let view else { return nil }
        let whole = UIPointerRegion(rect: view.bounds)
        guard let delegate else { return whole }
        return delegate.pointerInteraction(
            self, regionFor: UIPointerRegionRequest(point, modifiers), defaultRegion: whole)
    }

    /// The style in a region; nil for the system's pointer.
    final func style(for region: UIPointerRegion) -> UIPointerStyle? {
        guard let delegate else { return standardStyle }
        return delegate.pointerInteraction(self, styleFor: region)
    }

    /// An effect that suits the view.
    final var standardStyle: UIPointerStyle? {
        view.map { UIPointerStyle(effect: .automatic(UITargetedPreview(view: $0))) }
    }
}

/// The animations beside the pointer's entrance or exit.
@MainActor final class PointerAnimator: NSObject, UIPointerInteractionAnimating {
    private var animations: [() -> Void] = []
    private var completions: [(Bool) -> Void] = []

    func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
    func addCompletion(_ completion: @escaping (Bool) -> Void) { completions.append(completion) }

    /// Runs the blocks beside an animation of the picture.
    func run(beside picture: @escaping () -> Void) {
        UIView.animate(
            withDuration: PointerMetrics.duration, delay: 0, options: [.allowUserInteraction, .curveEaseOut],
            animations: {
                picture()
                for block in self.animations { block() }
            },
            completion: { isFinished in
                for block in self.completions { block(isFinished) }
            })
    }
}
