import Foundation
import OpenGLES
import QuartzCore
import UIKit

/// The object that updates the scene of a `GLKViewController`. *Source*: Apple, GLKViewController.h.
@preconcurrency @MainActor public protocol GLKViewControllerDelegate: AnyObject {
    /// Called before each frame is drawn.
    func glkViewControllerUpdate(_ controller: GLKViewController)
    /// Called before the loop pauses or resumes.
    func glkViewController(_ controller: GLKViewController, willPause pause: Bool)
}

extension GLKViewControllerDelegate {
    /// Does nothing: Apple's method is optional.
    public func glkViewController(_ controller: GLKViewController, willPause pause: Bool) {}
}

/// A controller of a `GLKView` that is drawn at a frame rate. For each frame the delegate, or else the controller's
/// `update()`, updates the scene; then the view is drawn.
///
/// Time is the display's: in a scripted window or a `LayerRenderer`, frames follow the virtual clock. *Source*: Apple,
/// GLKViewController.h. Apple's looks up `update()` by its name; here subclasses override it.
@preconcurrency @MainActor open class GLKViewController: UIViewController, GLKViewDelegate {
    /// The object that updates the scene; without one `update()` does.
    open weak var delegate: (any GLKViewControllerDelegate)?
    /// The wanted number of frames a second; 30 at first.
    open var preferredFramesPerSecond = 30 { didSet { link?.preferredFramesPerSecond = preferredFramesPerSecond } }
    /// The actual number of frames a second: the quotient of the display's rate and a whole number that is nearest to
    /// the wanted one.
    open var framesPerSecond: Int {
        guard preferredFramesPerSecond > 0 else { return 60 }
        return 60 / max(1, Int((60 / Double(preferredFramesPerSecond)).rounded()))
    }
    /// Whether the loop is paused; false at first.
    open var isPaused = false {
        willSet { if newValue != isPaused { delegate?.glkViewController(self, willPause: newValue) } }
        didSet {
            guard isPaused != oldValue else { return }
            if isPaused { resumed = nil }
            link?.isPaused = isPaused
        }
    }
    /// The number of frames drawn since the view first appeared.
    public private(set) var framesDisplayed = 0
    /// Whether the loop pauses when the application becomes inactive; true at first.
    open var pauseOnWillResignActive = true
    /// Whether the loop resumes when the application becomes active; true at first.
    open var resumeOnDidBecomeActive = true

    private var link: CADisplayLink?
    private var observers: [any NSObjectProtocol] = []
    /// Whether the application's state paused the loop, rather than the program.
    private var isPausedBySystem = false
    /// Times of the display, in seconds: of the first frame, the first since the last resume, the previous one, and the
    /// present one.
    private var begun: CFTimeInterval?, resumed: CFTimeInterval?, updated: CFTimeInterval?, now: CFTimeInterval = 0
    private var elapsed: CFTimeInterval = 0
    private var drawn: CFTimeInterval?

    /// Seconds since the first frame. *Source*: Apple, GLKViewController.h.
    open var timeSinceFirstResume: TimeInterval { begun.map { now - $0 } ?? 0 }
    /// Seconds since the last resume.
    open var timeSinceLastResume: TimeInterval { resumed.map { now - $0 } ?? 0 }
    /// Seconds from the previous update to this one; 0 in the first.
    open var timeSinceLastUpdate: TimeInterval { elapsed }
    /// Seconds from the previous drawing to this frame; 0 before the first.
    open var timeSinceLastDraw: TimeInterval { drawn.map { now - $0 } ?? 0 }

    /// Makes a `GLKView` as large as the screen.
    open override func loadView() {
        let view = GLKView(frame: UIScreen.main.bounds)
        view.delegate = self
        view.enableSetNeedsDisplay = false
        self.view = view
    }

    /// Starts the loop.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard link == nil else { return }
        let link = CADisplayLink { [weak self] link in MainActor.assumeIsolated { self?.frame(at: link.timestamp) } }
        link.preferredFramesPerSecond = preferredFramesPerSecond
        link.isPaused = isPaused
        link.add(to: .main, forMode: .common)
        self.link = link
        observe(UIApplication.willResignActiveNotification) { controller in
            guard controller.pauseOnWillResignActive, !controller.isPaused else { return }
            controller.isPausedBySystem = true
            controller.isPaused = true
        }
        observe(UIApplication.didBecomeActiveNotification) { controller in
            guard controller.resumeOnDidBecomeActive, controller.isPausedBySystem else { return }
            controller.isPausedBySystem = false
            controller.isPaused = false
        }
    }

    /// Stops the loop.
    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        link?.invalidate()
        link = nil
        resumed = nil
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        observers = []
    }

    private final func observe(_ name: Notification.Name, _ action: @escaping @MainActor (GLKViewController) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { if let self { action(self) } }
            })
    }

    private func frame(at time: CFTimeInterval) {
        guard !isPaused, let view = viewIfLoaded as? GLKView else { return }
        now = time
        if begun == nil { begun = time }
        if resumed == nil { resumed = time }
        elapsed = updated.map { time - $0 } ?? 0
        updated = time
        if let delegate { delegate.glkViewControllerUpdate(self) } else { update() }
        view.display()
        framesDisplayed += 1
        drawn = time
    }

    /// Updates the scene before each frame, if there is no delegate; does nothing here.
    open func update() {}

    /// Draws the view; does nothing here.
    open func glkView(_ view: GLKView, drawIn rect: CGRect) {}
}
