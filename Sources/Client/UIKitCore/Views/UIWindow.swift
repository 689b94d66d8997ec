import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore

/// The view at the top of a tree, which a host shows.
///
/// The host that a window was made with shows it, or else the application's. Without a host, a window can still be laid
/// out and drawn into pictures.
open class UIWindow: UIView {
    /// The depth of windows: one of a higher level is in front.
    public struct Level: RawRepresentable, Hashable, Sendable {
        /// The number: larger is nearer.
        public let rawValue: CGFloat
        /// Makes a level from a number.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Makes a level from a number.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        /// Ordinary windows: 0.
        public static let normal = Level(rawValue: 0)
        /// The status bar: 1000.
        public static let statusBar = Level(rawValue: 1000)
        /// Alerts: 2000.
        public static let alert = Level(rawValue: 2000)
    }

    /// The host that shows the window; nil for none.
    public private(set) var host: (any WindowHost<CALayer>)?
    /// The responder that gets keys first; nil for none.
    package final weak var firstResponder: UIResponder? {
        didSet {
            guard firstResponder !== oldValue else { return }
            (oldValue as? any TextKeyReceiver)?.lostFirstResponder()
            inputViewsChanged()
            ScreenReading.noteChange()
        }
    }
    /// Reports the first responder's text entry to the host, and its input views to the keyboard.
    final func inputViewsChanged() {
        if isHandingOver { return }
        keyboardArea.update()
        textInputMoved()
    }

    /// Reports to the host whether and where the first responder takes text.
    package final func textInputMoved() {
        if hasKeyboardArea { keyboardArea.textInputMoved() }
        keys.checkComposition()
        guard let host = host as? any TextInputHost else { return }
        guard let input = firstResponder as? any UIKeyInput, (input as? any TextKeyReceiver)?.takesText != false else {
            return host.textInputChanged(nil)
        }
        let area =
            (input as? any TextKeyReceiver)?.textInputArea ?? (input as? UIView).map { $0.convert($0.bounds, to: nil) }
        host.textInputChanged(
            TextInputState(
                area: area ?? .zero, isSecret: input.isSecureTextEntry,
                keyboard: hasKeyboardArea ? keyboardArea.screenKeyboardFrame : .null))
    }

    /// Whether one responder resigns so that another becomes the first.
    final var isHandingOver = false
    /// The area that input views cover.
    final lazy var keyboardArea: KeyboardArea = {
        hasKeyboardArea = true
        return KeyboardArea(self)
    }()
    /// Whether the window has ever had a first responder.
    private(set) final var hasKeyboardArea = false

    private final lazy var ownUndoManager = UndoManager()
    /// The window's own manager.
    open override var undoManager: UndoManager? { ownUndoManager }

    /// Makes a window with a frame, hidden until `makeKeyAndVisible()`.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        layer.isHidden = true
    }

    /// Makes a window that fills a host; hidden at first.
    ///
    /// From here on the host's scale and size are those of `UIScreen.main`, and its appearance is the traits'.
    ///
    /// Apple has no such initializer. By it a program chooses its window's host, on a screen or without one.
    public init(host: any WindowHost<CALayer>) {
        super.init(frame: CGRect(origin: .zero, size: host.size))
        layer.isHidden = true
        layer.contentsScale = host.scale
        self.host = host
        UIScreen.adopt(host)
        adopt(host.appearance)
    }

    /// Makes a window in a scene, as large as its screen; hidden at first.
    public init(windowScene: UIWindowScene) {
        super.init(frame: windowScene.screen.bounds)
        layer.isHidden = true
        ownScene = windowScene
    }

    /// Reads a window from an archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The change of size in progress; nil for none.
    final var sizeTransition: SizeTransition?
    /// Delivers keys, and holds the focus.
    package final lazy var keys = KeyDispatcher(self)
    private weak var ownScene: UIWindowScene?

    /// The scene that the window is in: the one it was made with, or else the application's.
    open var windowScene: UIWindowScene? {
        get { ownScene ?? UIApplication.shared.scene }
        set { ownScene = newValue }
    }

    // MARK: Host

    /// Pixels per point of the host; nil without one.
    final var hostScale: CGFloat? { host?.scale }

    /// The screen that the window is on.
    open var screen: UIScreen { UIScreen.main }

    /// Handles an event of the host: a new size, scale or appearance here; others by the handlers of keys, wheels and
    /// touches.
    public final func handle(_ event: WindowEvent) {
        if let menu = MenuOverlay.current, menu.window === self { menu.show(for: UIKeyModifierFlags(event.modifiers)) }
        switch event.content {
        case .resize(let metrics): hostChanged(metrics)
        case .appearance(let appearance): adopt(appearance)
        case .key(let key): keys.handle(key, event.modifiers, event.time)
        case .text(let text): keys.enter(text)
        case .composition(let composition): keys.compose(composition)
        case .focus(false): keys.cancel()
        case .wheel(let wheel): UIScrollView.turn(wheel, event.modifiers, event.time, in: self)
        case .pointer(let pointer) where pointer.phase != .released:
            PointerDispatcher.handle(pointer, event.modifiers, event.time, in: self)
        case .drop(let drop): DropCourse.receive(drop, in: self)
        default: break
        }
        TouchDispatcher.shared.handle(event, in: self)
        // The style after a release depends on the changes that the touch has made.
        if case .pointer(let pointer) = event.content, pointer.phase == .released, !isHidden {
            PointerDispatcher.handle(pointer, event.modifiers, event.time, in: self)
        }
    }

    /// Puts the window's layer into the host's tree, and begins to get its events.
    private func attach() {
        if host == nil { host = UIApplication.shared.host }
        guard let host, layer.superlayer !== host.layer else { return }
        UIScreen.adopt(host)
        layer.contentsScale = host.scale
        adoptScreenScales()
        adopt(host.appearance)
        let above = (host.layer.sublayers ?? []).first { other in
            ((other.delegate as? UIWindow)?.windowLevel.rawValue ?? 0) > windowLevel.rawValue
        }
        if let above { host.layer.insertSublayer(layer, below: above) } else { host.layer.addSublayer(layer) }
        host.eventHandler = { [weak self] event in
            assumeMainActor { UIApplication.shared.route(event, from: self) }
        }
        host.elementFinder = { text in
            assumeMainActor { UIApplication.shared.point(ofElement: text) }
        }
        UIApplication.shared.add(self)
        UIApplication.shared.connectForShownWindow()
        ScreenReading.shared.attach(host)
    }

    private func hostChanged(_ metrics: WindowMetrics) {
        let before = traitCollection
        UIScreen.adopt(scale: metrics.scale, bounds: CGRect(origin: .zero, size: metrics.size))
        let size = metrics.size
        UIDevice.current.screenChanged()
        if size != bounds.size {
            let transition = SizeTransition(self)
            sizeTransition = transition
            if let root = rootViewController, traitCollection != before {
                root.willTransition(to: traitCollection, with: transition)
            }
            rootViewController?.viewWillTransition(to: size, with: transition)
            frame = CGRect(origin: frame.origin, size: size)
            sizeTransition = nil
        }
        layer.contentsScale = metrics.scale
        adoptScreenScales()
        tellTraitChange(before)
        // A keyboard has the window's width, and on wide windows another height.
        if hasKeyboardArea { inputViewsChanged() }
    }

    private func adopt(_ appearance: WindowAppearance) {
        let before = traitCollection
        UITraitCollection.adopt(appearance == .dark ? .dark : .light)
        tellTraitChange(before)
    }

    // MARK: Being shown

    /// The window itself. *Source*: Apple, UIView.window of a window.
    open override var window: UIWindow? { self }

    /// The window's depth among windows; `normal` at first.
    open var windowLevel = Level.normal

    /// Whether keys go to the window.
    open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

    /// Whether the window may become the key window; true here.
    open var canBecomeKey: Bool { true }

    /// Makes this the key window, to which keys go.
    open func makeKey() {
        guard canBecomeKey, !isKeyWindow else { return }
        UIApplication.shared.setKeyWindow(self)
    }

    /// Shows the window in front of others of its level, and makes it the key window.
    open func makeKeyAndVisible() {
        attach()
        isHidden = false
        makeKey()
    }

    /// The window has become the key window.
    open func becomeKey() {}
    /// The window is no longer the key window.
    open func resignKey() {}

    /// Whether the window is hidden; true at first. Showing it puts it into its host.
    open override var isHidden: Bool {
        get { super.isHidden }
        set {
            guard newValue != super.isHidden else { return }
            if !newValue { attach() }
            super.isHidden = newValue
            // A hidden window gets no events, so it would never get the ends of its touches.
            if newValue {
                TouchDispatcher.shared.cancelTouches(of: self, at: CACurrentMediaTime())
                PointerCourse.shared.windowLeft(self)
            }
            if newValue { hideRoot() } else { showRoot() }
            NotificationCenter.default.post(
                name: newValue ? UIWindow.didBecomeHiddenNotification : UIWindow.didBecomeVisibleNotification,
                object: self)
        }
    }

    // MARK: Content

    /// The controller whose view fills the window; nil at first.
    open var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            // It may be the root of another window since.
            if let oldValue, oldValue.hostWindow === self {
                oldValue.viewIfLoaded?.removeFromSuperview()
                oldValue.hostWindow = nil
            }
            rootViewController?.hostWindow = self
            if !isHidden { showRoot() }
        }
    }

    private func showRoot() {
        guard let rootViewController, let view = rootViewController.view, view.superview !== self else { return }
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
    }

    private func hideRoot() {
        guard rootViewController?.hostWindow === self else { return }
        rootViewController?.viewIfLoaded?.removeFromSuperview()
    }

    /// The application. *Source*: Apple, UIResponder.next of windows.
    open override var next: UIResponder? { UIApplication.shared }

    /// Delivers an event to its recognizers and views.
    open func sendEvent(_ event: UIEvent) { TouchDispatcher.shared.deliver(event, in: self) }

    /// Converts a point from this window's space to another's; nil stands for the screen's.
    open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint { layer.convert(point, to: window?.layer) }

    /// Converts a point from another window's space to this one's; nil stands for the screen's.
    open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
        layer.convert(point, from: window?.layer)
    }

    // MARK: Notifications

    /// A window was shown.
    public nonisolated static let didBecomeVisibleNotification = NSNotification.Name(
        "UIWindowDidBecomeVisibleNotification")
    /// A window was hidden.
    public nonisolated static let didBecomeHiddenNotification = NSNotification.Name(
        "UIWindowDidBecomeHiddenNotification")
    /// A window became the key window.
    public nonisolated static let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    /// A window is no longer the key window.
    public nonisolated static let didResignKeyNotification = NSNotification.Name("UIWindowDidResignKeyNotification")
}

/// Runs code of views on the thread that a host calls on. Layers are used on that thread: the main one for a screen.
package func assumeMainActor<Result>(_ body: @MainActor () -> Result) -> Result {
    // Safe because: layers are used on one thread at a time, and the caller is on it.
    withoutActuallyEscaping(body) { body in
        unsafe unsafeBitCast(body, to: (() -> Result).self)()
    }
}
