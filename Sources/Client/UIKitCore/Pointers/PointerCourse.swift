import CoreGraphics
import Foundation
import MicaEvents

/// The style of the mouse's pointer: the interaction and the region that it is in, the drawn effect, and the cursor.
@MainActor final class PointerCourse {
    static let shared = PointerCourse()

    private weak var interaction: UIPointerInteraction?
    private var region: UIPointerRegion?
    private var picture: PointerPicture?
    /// The window that the mouse is over with no button down, and the place and the keys of its last move.
    private weak var window: UIWindow?
    private var point = CGPoint.zero
    private var modifiers: UIKeyModifierFlags = []
    /// The host whose cursor was set.
    private weak var host: (any CursorHost)?
    private var cursor = HostCursor.arrow
    /// Whether the delegate is being asked: a change that it makes meanwhile does not ask it again.
    private var isAsking = false

    // MARK: The mouse

    /// The mouse has moved with no button down, or the last one was released.
    func move(over view: UIView?, _ point: CGPoint, _ modifiers: UIKeyModifierFlags, in window: UIWindow) {
        (self.window, self.point, self.modifiers) = (window, point, modifiers)
        ask(from: view, in: window)
    }

    /// A button is down: the region stays while the pointer is in it.
    func press() { window = nil }

    /// The mouse has moved with a button down.
    func drag(_ point: CGPoint, in window: UIWindow) {
        guard let region, let view = interaction?.view, let own = view.window else { return }
        let place = view.convert(window === own ? point : own.convert(point, from: window), from: own)
        if region.keeps(place) { picture?.follow() } else { leave() }
    }

    /// The mouse has left the window, or a window was hidden.
    func leave() {
        window = nil
        exit()
        show(.arrow, in: nil)
    }

    /// A window was hidden.
    func windowLeft(_ hidden: UIWindow) {
        if window === hidden || interaction?.view?.window === hidden { leave() }
    }

    // MARK: Views

    /// An interaction wants to be asked again.
    func interactionChanged(_ changed: UIPointerInteraction) {
        guard !isAsking else { return }
        if changed === interaction, !changed.isEnabled { exit() }
        guard let window, let view = changed.view, view.window === window else { return }
        let hit = window.hitTest(point, with: nil)
        guard hit?.isDescendant(of: view) ?? false else { return }
        ask(from: hit, in: window, again: changed)
    }

    /// An interaction leaves its view.
    func end(_ ended: UIPointerInteraction) {
        if ended === interaction { exit() }
    }

    /// A view has left its window.
    func viewLeft(_ view: UIView) {
        if picture?.view === view {
            picture?.drop()
            picture = nil
        }
        if let interaction, interaction.view === view { exit() }
    }

    // MARK: Regions

    /// Finds the region under the pointer, from the deepest view on.
    private func ask(from view: UIView?, in window: UIWindow, again: UIPointerInteraction? = nil) {
        guard !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        var current = view
        var isInControl = false
        while let next = current {
            for case let candidate as UIPointerInteraction in next.interactions where candidate.isEnabled {
                let place = next.convert(point, from: window)
                guard let region = candidate.region(at: place, modifiers) else { continue }
                return enter(region, of: candidate, in: window, again: candidate === again)
            }
            if !isInControl, (next as? any PointerMenuView)?.showsTextPointer ?? false {
                exit()
                return show(.text, in: window)
            }
            if next is UIControl { isInControl = true }
            current = next.superview
        }
        exit()
        show(.arrow, in: window)
    }

    private func enter(
        _ region: UIPointerRegion, of candidate: UIPointerInteraction, in window: UIWindow, again: Bool
    ) {
        let isSame = candidate === interaction && region == self.region
        if isSame, !again {
            picture?.follow()
            return
        }
        let style = candidate.style(for: region)
        if isSame {
            replacePicture(style)
        } else {
            exit()
            (interaction, self.region) = (candidate, region)
            let animator = PointerAnimator()
            candidate.delegate?.pointerInteraction(candidate, willEnter: region, animator: animator)
            // The delegate may have removed the view or the interaction.
            guard candidate === interaction, region === self.region else { return show(.arrow, in: window) }
            let made = Self.picture(of: style)
            picture = made
            animator.run { made?.show() }
        }
        show(Self.cursor(of: style), in: window)
    }

    private func replacePicture(_ style: UIPointerStyle?) {
        let made = Self.picture(of: style)
        picture?.drop()
        picture = made
        UIView.performWithoutAnimation { made?.show() }
    }

    private func exit() {
        guard let region else { return }
        let left = interaction, old = picture
        (interaction, self.region, picture) = (nil, nil, nil)
        let animator = PointerAnimator()
        if let left { left.delegate?.pointerInteraction(left, willExit: region, animator: animator) }
        animator.addCompletion { _ in old?.remove() }
        animator.run { old?.hide() }
    }

    // MARK: Looks

    private static func picture(of style: UIPointerStyle?) -> PointerPicture? {
        guard case .effect(let effect, let shape)? = style?.content else { return nil }
        return PointerPicture(effect, shape)
    }

    private static func cursor(of style: UIPointerStyle?) -> HostCursor {
        switch style?.content {
        case .hidden: .hidden
        case .effect(_, let shape?), .shape(let shape): shape.outline == nil ? .text : .arrow
        case .effect, .system, nil: .arrow
        }
    }

    private func show(_ cursor: HostCursor, in window: UIWindow?) {
        let host = window.map { $0.host as? any CursorHost } ?? self.host
        guard cursor != self.cursor || host !== self.host else { return }
        if host !== self.host, self.cursor != .arrow { self.host?.cursorChanged(.arrow) }
        (self.host, self.cursor) = (host, cursor)
        host?.cursorChanged(cursor)
    }
}
