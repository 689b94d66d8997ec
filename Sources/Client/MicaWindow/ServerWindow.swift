import CoreGraphics
import Foundation
import Mica
import MicaEvents
import MicaFrame
import MicaSocket
import MicaTrace
import QuartzCore

/// A window that a render server shows.
@MainActor
final class ServerWindow: PlatformWindow {
    private(set) var metrics = ContentMetrics()
    var title: String {
        didSet { show() }
    }
    private let link: ServerLink
    private let fixedScale: CGFloat?
    private let timing: DisplayTiming
    private var background = PixelColor.clear
    private weak var window: LayerWindow?
    /// The tree at the server; nil before the window opens.
    private var tree: ServedTree?
    private var isLost = false
    /// Whether the server's window has the keyboard.
    private var isFocused = false

    /// Makes a window that is not shown yet.
    ///
    /// - Parameter scale: pixels per point; nil follows the server's screen.
    init(_ title: String, at link: ServerLink, scale: CGFloat?, timing: DisplayTiming) {
        (self.title, self.link, fixedScale, self.timing) = (title, link, scale, timing)
        metrics.scale = scale ?? CGFloat(link.welcome.scale)
    }

    func makeHost(_ root: CALayer) -> LiveHost {
        LiveHost(root: root, display: link, timing: timing) { wake in
            let tree = link.tree(wake: wake)
            self.tree = tree
            return tree
        }
    }

    func open(_ window: LayerWindow, _ size: CGSize, isResizable: Bool, isVisible: Bool) {
        (self.window, background) = (window, PixelColor(window.background.value))
        window.host.pump.pump.willHear = { [weak self] in MainActor.assumeIsolated { self?.receive() } }
        metrics.isVisible = isVisible
        resize(to: size)
    }

    func resize(to size: CGSize) {
        metrics.pixels = PixelSize(
            width: Int(ContentMetrics.side(size.width, metrics.scale)),
            height: Int(ContentMetrics.side(size.height, metrics.scale)))
        window?.applyMetrics()
    }

    var isVisible: Bool {
        get { metrics.isVisible }
        set {
            metrics.isVisible = newValue
            window?.applyMetrics()
        }
    }

    func setBackground(_ color: PixelColor) {
        background = color
        show()
    }

    func showContent() {
        show()
        CATransaction.flush()
    }

    /// Sends the server the window's present state.
    private func show() {
        guard let tree, let window, metrics.pixels.width > 0 else { return }
        var surface = ServedSurface(
            width: metrics.pixels.width, height: metrics.pixels.height, scale: Double(metrics.scale), title: title)
        surface.background = background.premultiplied() | 0xFF00_0000
        surface.isOnRequest = !metrics.isVisible
        tree.show(surface, of: window.host.context)
    }

    /// Handles the server's events, and its end.
    func receive() {
        guard let tree, !isLost else { return }
        for event in tree.takeEvents() { handle(event) }
        guard let failure = tree.failure, let window, !window.isClosed else { return }
        isLost = true
        window.showWithoutServer(failure)
    }

    /// Handles an event of the user from the server's screen.
    private func handle(_ event: WindowEvent) {
        guard let window, !window.isClosed else { return }
        if case .resize(let new) = event.content {
            metrics.scale = fixedScale ?? new.scale
            return resize(to: new.size)
        }
        if case .focus(let isFocused) = event.content { self.isFocused = isFocused }
        var own = event
        own.window = window.id
        window.deliver(own)
    }

    /// Causes a turn of the run loop, as closing a window on a display does.
    func close() { DispatchQueue.main.async {} }

    // MARK: Missing at a render server

    var modifiers: KeyModifiers { [] }
    var place: AccessiblePlace { AccessiblePlace() }
    var minimumSize: CGSize? {
        get { nil }
        set {}
    }
    var maximumSize: CGSize? {
        get { nil }
        set {}
    }
    subscript(attribute: WindowAttribute) -> Bool {
        get { attribute == .bordered || attribute == .focused && isFocused }
        set {}
    }
    func raise() {}
    func setTextInputArea(_ area: CGRect) {}
    func textInputChanged(_ state: TextInputState?) {}
    func endComposition() {}
}
