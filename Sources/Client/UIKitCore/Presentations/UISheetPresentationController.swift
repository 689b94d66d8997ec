import CoreGraphics
import Foundation
import QuartzCore

/// The manager of a sheet: a card at the bottom of a narrow window, which a finger drags from height to height and out;
/// a card in the middle of a wide one.
///
/// *Source*: Apple, UISheetPresentationController; Human Interface Guidelines, "Sheets". docs/presentations.md names
/// the sources of the numbers.
open class UISheetPresentationController: UIPresentationController {
    /// A height at which a sheet rests.
    @preconcurrency @MainActor open class Detent: NSObject {
        /// The name of a detent.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String
            /// Makes an identifier from a name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Makes an identifier from a name.
            public init(_ rawValue: String) { self.rawValue = rawValue }
            /// About half of the window.
            public static let medium = Identifier("com.apple.UIKit.medium")
            /// The whole height of a sheet.
            public static let large = Identifier("com.apple.UIKit.large")
        }

        /// The name.
        public let identifier: Identifier
        private let resolver: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

        private init(
            _ identifier: Identifier,
            _ resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) {
            (self.identifier, self.resolver) = (identifier, resolver)
            super.init()
        }

        /// Half of the window's height; none at a vertically compact one. *Source*: Apple,
        /// UISheetPresentationController.Detent.medium(): "approximately half the height of the screen"; "inactive in
        /// compact height".
        public class func medium() -> Detent {
            Detent(.medium) { context in
                guard context.containerTraitCollection.verticalSizeClass != .compact else { return nil }
                let whole = (context as? DetentRoom)?.containerHeight ?? context.maximumDetentValue
                return whole / 2 - ((context as? DetentRoom)?.bottomInset ?? 0)
            }
        }
        /// The whole height.
        public class func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }
        /// A height by a block; nil for none in these traits. *Units*: points, without the safe area at the bottom.
        public class func custom(
            identifier: Identifier? = nil,
            resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> Detent { Detent(identifier ?? Identifier(UUID().uuidString), resolver) }

        /// The height in a context; nil if the detent is inactive there.
        open func resolvedValue(in context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat? {
            resolver(context)
        }
    }

    /// The heights at which the sheet rests; `large` at first.
    open var detents: [Detent] = [.large()] {
        didSet { sheetChanged() }
    }
    /// The name of the detent at which the sheet rests; nil for the first.
    open var selectedDetentIdentifier: Detent.Identifier? {
        didSet { if selectedDetentIdentifier != oldValue { sheetChanged() } }
    }
    /// The name of the largest detent at which the views behind are not dimmed and take touches; nil to dim always.
    open var largestUndimmedDetentIdentifier: Detent.Identifier? {
        didSet { sheetChanged() }
    }
    /// Whether a scroll that begins at the top of the sheet's content makes the sheet larger first; true at first.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// Whether a grabber is at the top; false at first.
    open var prefersGrabberVisible = false {
        didSet { sheetChanged() }
    }
    /// Whether the sheet is a card at the bottom also in a vertically compact window, where it else covers the window;
    /// false at first.
    open var prefersEdgeAttachedInCompactHeight = false {
        didSet { sheetChanged() }
    }
    /// Whether a card at the bottom has the width of `preferredContentSize` instead of the window's; false at first.
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false {
        didSet { sheetChanged() }
    }
    /// The radius of the card's corners, in points; nil for the system's 10.
    open var preferredCornerRadius: CGFloat? {
        didSet { sheetChanged() }
    }

    /// Runs a block whose changes of the sheet are animated.
    open func animateChanges(_ changes: () -> Void) {
        isAnimatingChanges = true
        changes()
        isAnimatingChanges = false
        guard container != nil else { return }
        UIView.animateBySystemSpring { self.place() }
    }

    /// Asks for the heights of the detents anew.
    open func invalidateDetents() { sheetChanged() }

    private var isAnimatingChanges = false
    final let card = SheetCard()
    final let dimming = UIView()
    private lazy var drag = SheetDrag(self)
    /// The distance by which a finger has moved the card down from its place, in points.
    final var dragged: CGFloat = 0

    private func sheetChanged() {
        guard container != nil, !isAnimatingChanges else { return }
        place()
    }

    // MARK: Geometry

    private var room: CGRect { container?.bounds ?? .zero }
    private var safeArea: UIEdgeInsets { container?.safeAreaInsets ?? .zero }
    private var traits: UITraitCollection { container?.traitCollection ?? presentingViewController.traitCollection }

    /// Whether the card is at the bottom edge, and not in the middle.
    final var isAttached: Bool {
        traits.horizontalSizeClass == .compact
            || traits.verticalSizeClass == .compact && prefersEdgeAttachedInCompactHeight
    }
    private var coversAll: Bool {
        traits.verticalSizeClass == .compact && !prefersEdgeAttachedInCompactHeight
    }

    /// The distance of the largest card from the top of the window: 10 points below the safe area. *Source*: pictures of
    /// sheets on phones of iOS 13 to 18.
    private var topGap: CGFloat { safeArea.top + 10 }

    /// The heights of the active detents with the bottom's safe area, from the least on.
    final var heights: [(identifier: Detent.Identifier, height: CGFloat)] {
        guard isAttached, !coversAll else { return [(.large, frame(height: nil).height)] }
        let largest = max(0, room.height - topGap - safeArea.bottom)
        let context = DetentRoom(
            traits, maximum: largest, containerHeight: room.height, bottomInset: safeArea.bottom)
        var found: [(Detent.Identifier, CGFloat)] = []
        for detent in detents {
            guard let value = detent.resolvedValue(in: context), value.isFinite else { continue }
            found.append((detent.identifier, min(max(value, 0), largest) + safeArea.bottom))
        }
        if found.isEmpty { found = [(.large, largest + safeArea.bottom)] }
        return found.sorted { $0.1 < $1.1 }
    }

    /// The name of the detent at which the sheet rests.
    final var restingIdentifier: Detent.Identifier {
        let all = heights
        if let selected = selectedDetentIdentifier, all.contains(where: { $0.identifier == selected }) {
            return selected
        }
        let first = detents.first { detent in all.contains { $0.identifier == detent.identifier } }
        return first?.identifier ?? .large
    }

    /// The frame of the card at a height; nil for that of a card in the middle.
    private func frame(height: CGFloat?) -> CGRect {
        let room = room
        if coversAll { return room }
        if let height, isAttached {
            let preferred = presentedViewController.preferredContentSize.width
            let follows = widthFollowsPreferredContentSizeWhenEdgeAttached && preferred > 0
            let width = follows ? min(preferred, room.width) : room.width
            return CGRect(x: (room.width - width) / 2, y: room.height - height, width: width, height: height)
        }
        // A form sheet has 540 by 620 points, or its preferred size. *Source*: Apple, View Controller Catalog for iOS,
        // "Presentation Styles"; a page sheet's 704 points and the 20 at the edges are assumed.
        var size = CGSize(width: 704, height: room.height)
        let preferred = presentedViewController.preferredContentSize
        if presentationStyle == .formSheet { size = CGSize(width: 540, height: 620) }
        if preferred.width > 0 { size.width = preferred.width }
        if preferred.height > 0 { size.height = preferred.height }
        size.width = min(size.width, max(0, room.width - 2 * 20))
        size.height = min(size.height, max(0, room.height - safeArea.top - safeArea.bottom - 2 * 20))
        return CGRect(
            x: ((room.width - size.width) / 2).rounded(), y: ((room.height - size.height) / 2).rounded(),
            width: size.width, height: size.height)
    }

    /// The card's place at its detent. *Space*: the container's.
    open override var frameOfPresentedViewInContainerView: CGRect {
        let resting = restingIdentifier
        guard isAttached, let height = heights.first(where: { $0.identifier == resting })?.height else {
            return frame(height: nil)
        }
        return frame(height: height)
    }

    /// The card, which holds the presented controller's view.
    open override var presentedView: UIView? { card }

    // MARK: Course

    open override func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
        .none
    }

    /// Adds the card and the dimming view. *Source*: Apple, UIPresentationController.presentationTransitionWillBegin().
    open override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        guard let container else { return }
        elevate()
        card.manager = self
        dimming.frame = container.bounds
        dimming.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        dimming.backgroundColor = .sheetDimming
        dimming.alpha = 0
        container.insertSubview(dimming, at: 0)
        dimming.addGestureRecognizer(drag.tap)
        card.addGestureRecognizer(drag.pan)
        container.passesTouch = { [weak self] point, event in self?.passes(point, event) ?? false }
        card.hold(presentedViewController.view)
        place()
        dimming.alpha = 0
        let shown = dimmingAlpha
        if presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in
            self.dimming.alpha = shown
        }) != true {
            dimming.alpha = shown
        }
    }

    /// Lets the dimming view fade. *Source*: Apple, UIPresentationController.dismissalTransitionWillBegin().
    open override func dismissalTransitionWillBegin() {
        super.dismissalTransitionWillBegin()
        presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.dimming.alpha = 0 })
    }

    /// Brings the dimming view back if the dismissal was cancelled.
    open override func dismissalTransitionDidEnd(_ completed: Bool) {
        super.dismissalTransitionDidEnd(completed)
        if !completed { place() } else { dragged = 0 }
    }

    /// Lays out the card for the container's size. *Source*: Apple,
    /// UIPresentationController.containerViewWillLayoutSubviews().
    open override func containerViewWillLayoutSubviews() {
        super.containerViewWillLayoutSubviews()
        if !presentedViewController.isBeingPresented, !presentedViewController.isBeingDismissed { place() }
    }

    /// Touches reach the views behind a sheet that does not dim them.
    private func passes(_ point: CGPoint, _ event: UIEvent?) -> Bool {
        guard dimmingAlpha == 0, let container, card.superview === container else { return false }
        return !card.point(inside: card.convert(point, from: container), with: event)
    }

    private var dimmingAlpha: CGFloat {
        let all = heights
        guard isAttached, let limit = largestUndimmedDetentIdentifier,
            let last = all.firstIndex(where: { $0.identifier == limit }),
            let now = all.firstIndex(where: { $0.identifier == restingIdentifier })
        else { return 1 }
        return now <= last ? 0 : 1
    }

    /// Puts the card at its detent, moved by a finger's distance, with its corners and its grabber.
    final func place() {
        guard container != nil else { return }
        var frame = frameOfPresentedViewInContainerView
        if dragged < 0 {
            // Above its detent the card grows, so that nothing shows below it.
            frame.size.height -= dragged
        }
        frame.origin.y += dragged
        card.frame = frame
        card.adopt(
            radius: coversAll ? 0 : max(0, preferredCornerRadius ?? 10), isAttached: isAttached,
            hasGrabber: prefersGrabberVisible && isAttached)
        dimming.alpha = dimmingAlpha
    }

    /// Rests at a detent that the user has chosen.
    final func select(_ identifier: Detent.Identifier) {
        let changes = identifier != restingIdentifier
        isAnimatingChanges = true
        if changes { selectedDetentIdentifier = identifier }
        isAnimatingChanges = false
        dragged = 0
        UIView.animateBySystemSpring {
            self.place()
            self.card.layoutIfNeeded()
        }
        guard changes else { return }
        (delegate as? any UISheetPresentationControllerDelegate)?
            .sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }
}

/// An observer of a sheet's detents.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// The user has chosen another detent.
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    /// Does nothing.
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}

/// The room of a custom detent.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
    /// The traits of the container.
    var containerTraitCollection: UITraitCollection { get }
    /// The greatest height, in points, without the safe area at the bottom.
    var maximumDetentValue: CGFloat { get }
}

final class DetentRoom: NSObject, UISheetPresentationControllerDetentResolutionContext {
    let containerTraitCollection: UITraitCollection
    let maximumDetentValue: CGFloat
    let containerHeight: CGFloat
    let bottomInset: CGFloat

    init(_ traits: UITraitCollection, maximum: CGFloat, containerHeight: CGFloat, bottomInset: CGFloat) {
        (containerTraitCollection, maximumDetentValue) = (traits, maximum)
        (self.containerHeight, self.bottomInset) = (containerHeight, bottomInset)
        super.init()
    }
}

extension UIColor {
    /// The veil over the views that a sheet or an alert covers: black, 0.2 opaque, or 0.48 in dark traits. *Source*: pictures of
    /// iOS 13 to 18.
    package static var sheetDimming: UIColor {
        UIColor { UIColor(white: 0, alpha: $0.userInterfaceStyle == .dark ? 0.48 : 0.2) }
    }
}
