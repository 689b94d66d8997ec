import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore

/// The program: its windows, its delegate, and the end of the responder chain.
///
/// There is one, `shared`. A host (`WindowHost`), set by a program or a test, shows its windows; without a host, they
/// are laid out but not shown.
open class UIApplication: UIResponder {
    private static var current: UIApplication?

    /// The program's application, made at its first use.
    open class var shared: UIApplication {
        if let current { return current }
        let made = UIApplication()
        current = made
        LaunchSettings.showTests()
        return made
    }

    /// Whether the class has a method for a selector: it has `sharedApplication`, by which libraries look for an
    /// application that extensions do not have.
    public class func responds(to aSelector: Selector!) -> Bool { aSelector?.description == "sharedApplication" }

    /// Calls the class's method for a selector, which is `sharedApplication`; nil for another.
    public class func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
        responds(to: aSelector) ? unsafe Unmanaged.passUnretained(shared) : nil
    }

    /// Whether the program is in the foreground; raw values are Apple's.
    public enum State: Int, Sendable {
        /// In the foreground, and takes input.
        case active = 0
        /// In the foreground, and takes no input.
        case inactive = 1
        /// Not visible.
        case background = 2
    }

    /// A reason for the launch.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's name.
        public let rawValue: String
        /// Makes a key from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The observer of the program's life, held weakly; `UIApplicationMain` keeps the one that it makes.
    open weak var delegate: (any UIApplicationDelegate)?
    /// Owns the delegate that `UIApplicationMain` made.
    final var ownedDelegate: (any UIApplicationDelegate)?

    /// Whether the program is in the foreground; inactive until it has been launched.
    open internal(set) var applicationState = State.inactive
    /// The number of the work in the background that began last.
    final var lastBackgroundTask = 0

    /// The scene; nil before the launch.
    final var scene: UIWindowScene?

    // MARK: Windows

    /// The host of windows that were made without one; nil for none. A program sets it before it shows its first
    /// window.
    ///
    /// Apple has no such property.
    public final var host: (any WindowHost<CALayer>)? {
        didSet {
            if let host { UIScreen.adopt(host) }
        }
    }

    private var shown: [WeakWindow] = []

    private struct WeakWindow {
        weak var window: UIWindow?
    }

    /// The windows that are or were shown, back to front by level.
    open var windows: [UIWindow] {
        shown.compactMap { $0.window }.sorted { $0.windowLevel.rawValue < $1.windowLevel.rawValue }
    }

    /// The window that keys go to; nil for none.
    open private(set) weak var keyWindow: UIWindow?

    final func add(_ window: UIWindow) {
        shown.removeAll { $0.window == nil || $0.window === window }
        shown.append(WeakWindow(window: window))
    }

    final func setKeyWindow(_ window: UIWindow) {
        if let old = keyWindow {
            keyWindow = nil
            old.resignKey()
            NotificationCenter.default.post(name: UIWindow.didResignKeyNotification, object: old)
        }
        keyWindow = window
        window.becomeKey()
        NotificationCenter.default.post(name: UIWindow.didBecomeKeyNotification, object: window)
    }

    /// Passes on an event of a host. Events about the host itself go to all its windows; a pointer's to the front-most
    /// visible window at its point; keys to the key window, or else to the front-most.
    final func route(_ event: WindowEvent, from window: UIWindow?) {
        defer { UndoManager.endEvent() }
        let there = windows.filter { $0.host === window?.host && !$0.isHidden }
        switch event.content {
        case .resize, .appearance, .visibility, .focus, .closeRequest:
            for window in there { window.handle(event) }
            hostChanged(event.content)
        case .key, .text, .composition:
            (there.contains { $0.isKeyWindow } ? keyWindow : there.last)?.handle(event)
        case .pointer, .wheel, .drop:
            // A hit test visits all views of a window, so it is made only where it decides something.
            if there.count < 2 {
                there.last?.handle(event)
                return
            }
            let target = there.last { window in
                guard let position = event.position else { return false }
                return window.hitTest(window.layer.convert(position, from: window.layer.superlayer), with: nil) != nil
            }
            (target ?? there.last)?.handle(event)
        }
    }

    /// Where a touch uses the element with an identifier or a label, in the host's space: of the front-most window with
    /// one, by identifier, then by label, then by a part of a label. nil for none.
    final func point(ofElement text: String) -> CGPoint? {
        let trees = windows.reversed().filter { !$0.isHidden }.map { window in
            // An event before may have changed the views since the last frame.
            window.layoutIfNeeded()
            return (window, window.accessibilityTree.elements)
        }
        // Without ICU's data, which the packages of `mica` leave out (dev/ship).
        let lower = text.lowercased()
        for (window, elements) in trees {
            let found =
                elements.first { $0.identifier == text } ?? elements.first { $0.label == text }
                ?? elements.first { $0.label?.lowercased().contains(lower) ?? false }
            if let found { return window.layer.convert(found.activationPoint, to: window.layer.superlayer) }
        }
        return nil
    }

    private func hostChanged(_ content: WindowEvent.Content) {
        switch content {
        case .focus(true): if applicationState == .inactive { becomeActive() }
        case .focus(false): if applicationState == .active { resignActive() }
        case .visibility(false): if applicationState != .background { enterBackground() }
        case .visibility(true): if applicationState == .background { enterForeground() }
        default: break
        }
    }

    /// The delegate, if it is a responder. *Source*: Apple, UIResponder.next of the application.
    open override var next: UIResponder? { delegate as? UIResponder }

    /// Passes an event on to the windows that have its touches.
    open func sendEvent(_ event: UIEvent) {
        var told: [UIWindow] = []
        for touch in event.all where touch.phase != .stationary {
            guard let window = touch.window, !told.contains(where: { $0 === window }) else { continue }
            told.append(window)
            window.sendEvent(event)
        }
    }

    /// Calls a method of a target, with a sender and an event. Without a target, calls the first responder from the
    /// sender on that has the method. Returns false if none has.
    @discardableResult
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        if let target {
            action.call(on: target as AnyObject, sender, event)
            return true
        }
        guard let receiver = Self.receiver(of: action, from: sender as? UIResponder ?? keyWindow?.firstResponder)
        else { return false }
        action.call(on: receiver, sender, event)
        return true
    }

    /// The first responder, from one on along the chain, that has a method; nil for none.
    static func receiver(of action: Selector, from first: UIResponder?) -> UIResponder? {
        var responder = first
        while let next = responder, !action.isMethod(of: next) { responder = next.next }
        return responder
    }

    private var ignored = 0

    /// Stops touches for all views, until as many calls of `endIgnoringInteractionEvents()`.
    open func beginIgnoringInteractionEvents() { ignored += 1 }

    /// Ends one call of `beginIgnoringInteractionEvents()`.
    open func endIgnoringInteractionEvents() { ignored = max(0, ignored - 1) }

    /// Whether touches are stopped for all views.
    open var isIgnoringInteractionEvents: Bool { ignored > 0 }

    /// The direction of the interface: that of the language in `MICA_LANGUAGE`, left to right without it.
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { LaunchSettings.current.direction }

    /// The user's size of text, the screen's. *Source*: Apple, UIApplication.preferredContentSizeCategory.
    open var preferredContentSizeCategory: UIContentSizeCategory {
        UIScreen.main.traitCollection.preferredContentSizeCategory
    }

    /// The interface's orientation, from the shape of the screen.
    open var statusBarOrientation: UIInterfaceOrientation { UIInterfaceOrientation(of: UIScreen.main.bounds.size) }

    /// Whether the status bar is hidden: true, as there is none here. Setting it does nothing, as on iOS in a program whose view
    /// controllers decide.
    open var isStatusBarHidden: Bool {
        get { true }
        set { _ = newValue }
    }

    /// The style that the view controllers ask for. Setting it does nothing, as on iOS in a program whose view controllers decide.
    open var statusBarStyle: UIStatusBarStyle {
        get { keyWindow?.rootViewController?.statusBarController.preferredStatusBarStyle ?? .default }
        set { _ = newValue }
    }

    /// Hides or shows the status bar; does nothing, as there is none here.
    open func setStatusBarHidden(_ hidden: Bool, with animation: UIStatusBarAnimation) {}

    /// Sets the status bar's style; does nothing, as there is none here.
    open func setStatusBarStyle(_ statusBarStyle: UIStatusBarStyle, animated: Bool) {}

    /// Posted before the status bar's rectangle changes; never here, as there is no status bar.
    public nonisolated class var willChangeStatusBarFrameNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillChangeStatusBarFrameNotification")
    }

    /// Posted after the status bar's rectangle has changed; never here, as there is no status bar.
    public nonisolated class var didChangeStatusBarFrameNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidChangeStatusBarFrameNotification")
    }

    /// The key of the rectangle in the notifications about the status bar.
    public nonisolated class var statusBarFrameUserInfoKey: String { "UIApplicationStatusBarFrameUserInfoKey" }

    /// The status bar's rectangle: empty, as there is none here.
    open var statusBarFrame: CGRect { .zero }

    /// Whether a sign of network use is wanted: stored, without effect.
    open var isNetworkActivityIndicatorVisible = false

    /// Whether the screen stays on without input: stored, without effect.
    open var isIdleTimerDisabled = false

    // MARK: Life

    /// Launches the program: calls the delegate's `willFinishLaunching` and `didFinishLaunching`, connects the scene,
    /// and becomes active. If the scene has a delegate, it observes the program's life instead of the application's.
    /// *Source*: Apple, "About the app launch sequence"; "Managing your app's life cycle".
    ///
    /// - Returns: the result of the delegate's `didFinishLaunching`; true without a delegate.
    @discardableResult
    package final func launch() -> Bool {
        isLaunching = true
        // A scene of windows that were shown before has had no delegate's word.
        if isConnectedByWindow { (scene, isConnectedByWindow, applicationState) = (nil, false, .inactive) }
        sceneWindow = makeMainWindow()
        let options = Self.launchOptions
        let willOpen = delegate?.application(self, willFinishLaunchingWithOptions: options) ?? true
        let launched = delegate?.application(self, didFinishLaunchingWithOptions: options) ?? true
        post(Self.didFinishLaunchingNotification)
        isLaunching = false
        sceneWindow?.makeKeyAndVisible()
        connectScene()
        if willOpen, launched { openLaunchAddress() }
        becomeActive()
        return launched
    }

    private var isLaunching = false
    /// The window that a storyboard named by Info.plist has made.
    final var sceneWindow: UIWindow?
    /// Whether a shown window has connected the scene, without a launch.
    private var isConnectedByWindow = false

    /// Connects the scene and becomes active for the first window that a program shows without `UIApplicationMain`: a
    /// test, or a program with a host of its own. Libraries look for the window by its scene.
    final func connectForShownWindow() {
        guard scene == nil, !isLaunching else { return }
        isConnectedByWindow = true
        connectScene()
        if applicationState == .inactive { becomeActive() }
    }

    /// The application's delegate, if it is told of the program's life; nil if the scene's is.
    private var lifeDelegate: (any UIApplicationDelegate)? { scene?.delegate == nil ? delegate : nil }

    private func becomeActive() {
        applicationState = .active
        scene?.enter(.foregroundActive)
        lifeDelegate?.applicationDidBecomeActive(self)
        post(Self.didBecomeActiveNotification)
    }

    private func resignActive() {
        scene?.enter(.foregroundInactive)
        lifeDelegate?.applicationWillResignActive(self)
        post(Self.willResignActiveNotification)
        applicationState = .inactive
    }

    private func enterBackground() {
        if applicationState == .active { resignActive() }
        applicationState = .background
        scene?.enter(.background)
        lifeDelegate?.applicationDidEnterBackground(self)
        post(Self.didEnterBackgroundNotification)
    }

    private func enterForeground() {
        scene?.enter(.foregroundInactive)
        lifeDelegate?.applicationWillEnterForeground(self)
        post(Self.willEnterForegroundNotification)
        applicationState = .inactive
        becomeActive()
    }

    /// Ends the program: disconnects the scene.
    final func terminate() {
        scene?.enter(.unattached)
        delegate?.applicationWillTerminate(self)
        post(Self.willTerminateNotification)
    }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }

    /// The program is no longer visible.
    public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { name("DidEnterBackground") }
    /// The program is about to be visible again.
    public nonisolated class var willEnterForegroundNotification: NSNotification.Name { name("WillEnterForeground") }
    /// The program has been launched.
    public nonisolated class var didFinishLaunchingNotification: NSNotification.Name { name("DidFinishLaunching") }
    /// The program takes input now.
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name { name("DidBecomeActive") }
    /// The program is about to take no more input.
    public nonisolated class var willResignActiveNotification: NSNotification.Name { name("WillResignActive") }
    /// Memory is running low.
    public nonisolated class var didReceiveMemoryWarningNotification: NSNotification.Name {
        name("DidReceiveMemoryWarning")
    }
    /// The program is about to end.
    public nonisolated class var willTerminateNotification: NSNotification.Name { name("WillTerminate") }
    /// A new day has begun, or the clock has been set.
    public nonisolated class var significantTimeChangeNotification: NSNotification.Name {
        name("SignificantTimeChange")
    }

    private nonisolated class func name(_ event: String) -> NSNotification.Name {
        NSNotification.Name("UIApplication\(event)Notification")
    }
}
