import CoreGraphics
import Foundation
import QuartzCore

/// A menu over a window, beside its source: a button, or the preview of a context menu.
///
/// It takes all touches of the window; one outside the menu closes it. Keys: up, down, return, escape.
@MainActor final class MenuOverlay: UIView {
    private let panel: MenuPanel
    /// The rectangle that the menu belongs to, in the window's space.
    private let source: CGRect
    /// A picture of the view of a context menu; nil for a button's menu.
    private let preview: UIView?
    private let veil = UIView()
    private let closed: ((any UIMenuLeaf)?) -> Void
    private weak var firstResponderBefore: UIResponder?
    private static weak var open: MenuOverlay?
    private static let touch = Selector(
        "touch:", onMain: { (me: MenuOverlay, _: UITapGestureRecognizer) in me.close(nil) })

    /// Shows a menu.
    ///
    /// - Parameters:
    ///   - source: What the menu belongs to, in the window's space.
    ///   - preview: A view that is lifted over a veil; nil for none.
    ///   - order: The order of the elements in a menu above its source.
    ///   - takesKeys: Whether the menu is the first responder meanwhile. The menu of edited text is not: editing goes on.
    ///   - sender: The sender of the actions: a view or the interaction of one. Commands go to the first responder, or
    ///     else to this view.
    ///   - previewTapped: Called when the preview is tapped, before the menu closes.
    ///   - closed: Called when the menu closes, with the used action or command, or nil.
    static func show(
        _ menu: UIMenu, at source: CGRect, in window: UIWindow, preview: UIView? = nil,
        order: UIContextMenuConfiguration.ElementOrder = .fixed, takesKeys: Bool = true, sender: Any?,
        previewTapped: (() -> Void)? = nil, closed: @escaping ((any UIMenuLeaf)?) -> Void
    ) {
        open?.close(nil)
        let owner = sender as? UIResponder ?? (sender as? any UIInteraction)?.view
        let panel = MenuPanel(menu, CommandChain(first: window.firstResponder, owner: owner))
        let made = MenuOverlay(panel, source, preview, sender, closed)
        made.frame = window.bounds
        made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if takesKeys { made.firstResponderBefore = window.firstResponder }
        window.addSubview(made)
        if order != .fixed, !made.isBelow { panel.isReversed = true }
        open = made
        if let preview, let previewTapped { made.follow(preview, previewTapped) }
        made.appear()
        if takesKeys { made.becomeFirstResponder() }
    }

    /// The menu that is open; nil for none.
    static var current: MenuOverlay? { open }

    private init(
        _ panel: MenuPanel, _ source: CGRect, _ preview: UIView?, _ sender: Any?,
        _ closed: @escaping ((any UIMenuLeaf)?) -> Void
    ) {
        (self.panel, self.source, self.preview, self.closed) = (panel, source, preview, closed)
        super.init(frame: .zero)
        let chain = panel.chain
        panel.use = { [weak self] leaf, stays in
            if stays { chain.perform(leaf, from: sender) } else { self?.close(leaf, sender) }
        }
        panel.resized = { [weak self] in self?.place(animated: true) }
        let tap = UITapGestureRecognizer()
        tap.addTarget(self, action: Self.touch)
        veil.frame = bounds
        veil.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        veil.addGestureRecognizer(tap)
        if preview != nil { veil.backgroundColor = .sheetDimming }
        addSubview(veil)
        if let preview { addSubview(preview) }
        addSubview(panel)
        accessibilityViewIsModal = true
    }

    required init?(coder: NSCoder) { nil }

    private var previewTapped: (() -> Void)?
    private static let touchPreview = Selector(
        "touchPreview:",
        onMain: { (me: MenuOverlay, _: UITapGestureRecognizer) in
            me.previewTapped?()
            me.close(nil)
        })

    private func follow(_ preview: UIView, _ tapped: @escaping () -> Void) {
        previewTapped = tapped
        preview.isUserInteractionEnabled = true
        preview.addGestureRecognizer(UITapGestureRecognizer(target: self, action: Self.touchPreview))
    }

    // MARK: Place

    private var safe: CGRect {
        bounds.inset(by: window?.safeAreaInsets ?? .zero).insetBy(dx: MenuMetrics.margin, dy: MenuMetrics.margin)
    }

    /// The heights below and above the source.
    private var room: (below: CGFloat, above: CGFloat) {
        let safe = safe
        return (safe.maxY - source.maxY - MenuMetrics.margin, source.minY - safe.minY - MenuMetrics.margin)
    }

    private var isBelow: Bool { room.below >= panel.wantedSize.height || room.below >= room.above }

    private var target: CGRect {
        let safe = safe
        let width = min(MenuMetrics.width, safe.width)
        let (below, above) = room
        let wanted = panel.wantedSize.height
        let height = min(wanted, max(isBelow ? below : above, min(MenuMetrics.row * 2, safe.height)))
        // The menu begins at the source's nearer side. *Source*: pictures of iOS 14 to 18.
        let wantedX = source.midX < bounds.midX ? source.minX : source.maxX - width
        let x = min(max(wantedX, safe.minX), max(safe.minX, safe.maxX - width))
        let y = isBelow ? source.maxY + MenuMetrics.margin : source.minY - MenuMetrics.margin - height
        return CGRect(
            x: x, y: min(max(y, safe.minY), max(safe.minY, safe.maxY - height)), width: width, height: height)
    }

    private func place(animated: Bool) {
        guard window != nil else { return }
        let frame = target
        let change = {
            self.panel.bounds = CGRect(origin: .zero, size: frame.size)
            self.panel.center = CGPoint(x: frame.midX, y: frame.midY)
        }
        if animated { UIView.animate(withDuration: 0.25, animations: change) } else { change() }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        place(animated: false)
    }

    private func appear() {
        preview?.center = CGPoint(x: source.midX, y: source.midY)
        place(animated: false)
        // The menu grows from its source; the numbers are assumed.
        let frame = panel.frame
        let (dx, dy) = (
            min(max(source.midX, frame.minX), frame.maxX) - frame.midX,
            min(max(source.midY, frame.minY), frame.maxY) - frame.midY
        )
        UIView.performWithoutAnimation {
            veil.alpha = 0
            panel.alpha = 0
            panel.transform = CGAffineTransform(translationX: dx, y: dy).scaledBy(x: 0.3, y: 0.3)
        }
        UIView.animate(withDuration: 0.4, delay: 0, usingSpringWithDamping: 0.85, initialSpringVelocity: 0) {
            self.veil.alpha = 1
            self.panel.alpha = 1
            self.panel.transform = .identity
            self.preview?.transform = CGAffineTransform(scaleX: 1.05, y: 1.05)
        }
    }

    /// Validates the commands again.
    func revalidate() { panel.build() }

    /// Shows the alternates of commands for the modifier keys that are down.
    func show(for flags: UIKeyModifierFlags) { panel.show(for: flags) }

    /// Closes the menu, and then calls an action or a command.
    func close(_ leaf: (any UIMenuLeaf)?, _ sender: Any? = nil) {
        guard superview != nil, !isClosing else { return }
        isClosing = true
        isUserInteractionEnabled = false
        panel.close()
        if Self.open === self { Self.open = nil }
        if isFirstResponder {
            resignFirstResponder()
            firstResponderBefore?.becomeFirstResponder()
        }
        UIView.animate(withDuration: 0.2) {
            self.veil.alpha = 0
            self.panel.alpha = 0
            self.panel.transform = CGAffineTransform(scaleX: 0.8, y: 0.8)
            self.preview?.transform = .identity
        } completion: { _ in
            self.removeFromSuperview()
            self.closed(leaf)
        }
        if let leaf { panel.chain.perform(leaf, from: sender) }
    }
    private var isClosing = false

    // MARK: Keys

    override var canBecomeFirstResponder: Bool { true }

    private static let up = Selector("menuUp", onMain: { (me: MenuOverlay, _: Any?) in me.panel.highlight(-1) })
    private static let down = Selector("menuDown", onMain: { (me: MenuOverlay, _: Any?) in me.panel.highlight(1) })
    private static let choose = Selector(
        "menuChoose",
        onMain: { (me: MenuOverlay, _: Any?) in if let row = me.panel.highlighted { me.panel.touched(row) } })
    private static let leave = Selector("menuLeave", onMain: { (me: MenuOverlay, _: Any?) in me.close(nil) })

    override var keyCommands: [UIKeyCommand]? {
        [
            (UIKeyCommand.inputUpArrow, Self.up), (UIKeyCommand.inputDownArrow, Self.down), ("\r", Self.choose),
            (UIKeyCommand.inputEscape, Self.leave),
        ].map { UIKeyCommand(input: $0.0, modifierFlags: [], action: $0.1) }
    }
}
