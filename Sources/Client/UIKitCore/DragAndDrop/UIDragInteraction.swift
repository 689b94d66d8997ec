import CoreGraphics
import Foundation

/// The behaviour of a view whose items can be dragged: a finger that rests for half a second lifts them, and a pressed
/// mouse once it moves.
///
/// *Source*: Apple, UIDragInteraction.
@preconcurrency @MainActor open class UIDragInteraction: NSObject, UIInteraction, UIGestureRecognizerDelegate {
    /// The object that gives the items.
    open private(set) weak var delegate: (any UIDragInteractionDelegate)?
    /// The view.
    open private(set) weak var view: UIView?
    /// Whether drags begin; `isEnabledByDefault` at first.
    open var isEnabled = true {
        didSet {
            press.isEnabled = isEnabled
            tap.isEnabled = isEnabled
        }
    }
    /// Whether drags of new interactions begin; true, as on Apple's from iOS 15 on.
    open class var isEnabledByDefault: Bool { true }
    /// Whether other recognizers recognize while the views are lifted; false at first.
    open var allowsSimultaneousRecognitionDuringLift = false

    private let press = DragPressRecognizer()
    private let tap = UITapGestureRecognizer()
    /// The session of the press that is about to begin, and the present drag.
    private var offered: LocalDragSession?
    private var course: DragCourse?
    /// The items that the next tap adds.
    private var added: [UIDragItem] = []
    private static let pressed = Selector(
        "pressed:", onMain: { (me: UIDragInteraction, press: DragPressRecognizer) in me.follow(press) })
    private static let tapped = Selector(
        "tapped:",
        onMain: { (me: UIDragInteraction, _: UITapGestureRecognizer) in
            if !me.added.isEmpty { me.current?.add(me.added, from: me) }
            me.added = []
        })

    /// Makes an interaction.
    public init(delegate: any UIDragInteractionDelegate) {
        self.delegate = delegate
        super.init()
        press.addTarget(self, action: Self.pressed)
        press.delegate = self
        tap.addTarget(self, action: Self.tapped)
        tap.delegate = self
        let isEnabled = Self.isEnabledByDefault
        (self.isEnabled, press.isEnabled, tap.isEnabled) = (isEnabled, isEnabled, isEnabled)
    }

    // The recognizer's last action does not come if the view goes away with its interaction.
    isolated deinit { course?.cancel() }

    /// The interaction is about to be added to a view, or removed from one.
    open func willMove(to view: UIView?) {
        self.view?.removeGestureRecognizer(press)
        self.view?.removeGestureRecognizer(tap)
    }

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) {
        self.view = view
        view?.addGestureRecognizer(press)
        view?.addGestureRecognizer(tap)
    }

    /// The present drag in the view's host.
    private var current: DragCourse? { DragCourse.current(with: view?.window) }

    /// The interaction receives taps only during a drag.
    open func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        gestureRecognizer === press ? current == nil : current?.isMoving == true
    }

    /// The view receives a press at a point without items.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let view, let window = view.window else { return false }
        if gestureRecognizer === tap {
            guard let session = current?.session else { return false }
            added =
                delegate?.dragInteraction(self, itemsForAddingTo: session, withTouchAt: tap.location(in: view)) ?? []
            return !added.isEmpty
        }
        guard current == nil, let delegate else { return false }
        let session = LocalDragSession(at: press.start, in: window)
        session.items = delegate.dragInteraction(self, itemsForBeginning: session)
        offered = session.items.isEmpty ? nil : session
        return offered != nil
    }

    /// A context menu may appear while the views are lifted; it closes when the drag begins to move.
    open func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard gestureRecognizer === press, !press.isMouse, current?.isMoving != true else { return false }
        return otherGestureRecognizer is MenuPressRecognizer || allowsSimultaneousRecognitionDuringLift
    }

    /// A mouse drags before the view scrolls.
    open func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { gestureRecognizer === press && press.isMouse && otherGestureRecognizer is UIPanGestureRecognizer }

    /// Whether the items follow the finger.
    fileprivate var isDragging: Bool { course?.isMoving == true }

    private func follow(_ press: DragPressRecognizer) {
        let point = press.location(in: nil)
        let distance = press.isMouse ? 0 : DragMetrics.fingerMovement
        switch press.state {
        case .began:
            guard let session = offered, let window = view?.window else { return }
            offered = nil
            course = DragCourse(self, session, in: window)
            course?.move(to: point, beginsAfter: press.isMouse ? 0 : .infinity)
        case .changed: course?.move(to: point, beginsAfter: distance)
        case .ended:
            course?.end()
            course = nil
        case .cancelled: cancelDrag()
        default: break
        }
    }

    /// Ends the present drag without a drop.
    func cancelDrag() {
        course?.cancel()
        course = nil
    }
}

/// A finger that rests, or a pressed mouse that moves.
final class DragPressRecognizer: UILongPressGestureRecognizer {
    /// Where the touch began. *Space*: the window's.
    private(set) var start = CGPoint.zero
    private(set) var isMouse = false
    /// A drag goes on where a spring-loaded view has brought another screen.
    override var survivesItsView: Bool { (delegate as? UIDragInteraction)?.isDragging == true }

    override init(target: Any?, action: Selector?) {
        super.init(target: target, action: action)
        minimumPressDuration = DragMetrics.press
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if let touch = touches.first, live.count == 1 { (start, isMouse) = (touch.startPoint, touch.isMouse) }
        // A mouse lifts by moving: only several touches fail.
        if !isMouse || live.count > 1 { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard isMouse, state == .possible else { return super.touchesMoved(touches, with: event) }
        if touches.contains(where: { $0.startPoint.distance(to: $0.point) >= DragMetrics.mouseMovement }) {
            state = .began
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if isMouse, state == .possible { return state = .failed }
        super.touchesEnded(touches, with: event)
    }
}

/// The press that shows a context menu.
final class MenuPressRecognizer: UILongPressGestureRecognizer {}
