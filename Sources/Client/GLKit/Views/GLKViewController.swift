import Foundation
import OpenGLES
import QuartzCore
import UIKit

/// Updates what a `GLKViewController` draws. *Source*: Apple, GLKViewController.h.
@preconcurrency @MainActor public protocol GLKViewControllerDelegate: AnyObject {
    /// Called before each frame is drawn.
    func glkViewControllerUpdate(_ controller: GLKViewController)
    /// Called before the loop stops or goes on.
    func glkViewController(_ controller: GLKViewController, willPause pause: Bool)
}

extension GLKViewControllerDelegate {
    /// Does nothing: the method is optional.
    public func glkViewController(_ controller: GLKViewController, willPause pause: Bool) {}
}

/// A controller whose view is a `GLKView`, drawn at a rate of frames: each time the delegate, or else the controller's `update()`,
/// changes what is seen, and the view is drawn.
///
/// Time is the display's: under a scripted window or a `LayerRenderer` frames come by the virtual clock. *Source*: Apple,
/// GLKViewController.h. `update()` is looked up by its name there; here subclasses override it.
@preconcurrency @MainActor open class GLKViewController: UIViewController, GLKViewDelegate {
    /// What changes what is seen; without one `update()` does.
    open weak var delegate: (any GLKViewControllerDelegate)?
    /// How many frames a second are wanted; 30 at first.
    open var preferredFramesPerSecond = 30 { didSet { link?.preferredFramesPerSecond = preferredFramesPerSecond } }
    /// How many frames a second there are: the display's rate over a whole number, the nearest to what is wanted.
    open var framesPerSecond: Int {
        guard preferredFramesPerSecond > 0 else { return 60 }
        return 60 / max(1, Int((60 / Double(preferredFramesPerSecond)).rounded()))
    }
    /// Whether no frames are drawn for now; false at first.
    open var isPaused = false {
        willSet { if newValue != isPaused { delegate?.glkViewController(self, willPause: newValue) } }
        didSet {
            guard isPaused != oldValue else { return }
            if isPaused { resumed = nil }
            link?.isPaused = isPaused
        }
    }
    /// How many frames have been drawn since the view was first seen.
    public private(set) var framesDisplayed = 0
    /// Whether it pauses while the application is not active; true at first.
    open var pauseOnWillResignActive = true
    /// Whether it goes on when the application becomes active again; true at first.
    open var resumeOnDidBecomeActive = true

    private var link: CADisplayLink?
    private var observers: [any NSObjectProtocol] = []
    /// Whether the application's state paused it, and not the program.
    private var isPausedBySystem = false
    /// Times of the display, in seconds: of the first frame, the first since it went on, the one before, and this one.
    private var begun: CFTimeInterval?, resumed: CFTimeInterval?, updated: CFTimeInterval?, now: CFTimeInterval = 0
    private var elapsed: CFTimeInterval = 0
    private var drawn: CFTimeInterval?

    /// Seconds since the first frame. *Source*: Apple, GLKViewController.h.
    open var timeSinceFirstResume: TimeInterval { begun.map { now - $0 } ?? 0 }
    /// Seconds since it last went on.
    open var timeSinceLastResume: TimeInterval { resumed.map { now - $0 } ?? 0 }
    /// Seconds from the update before to this one; 0 in the first.
    open var timeSinceLastUpdate: TimeInterval { elapsed }
    /// Seconds from the drawing before to this frame; 0 before the first.
    open var timeSinceLastDraw: TimeInterval { drawn.map { now - $0 } ?? 0 }

    /// Makes the view.
    open override func loadView() {
        let view = GLKView(frame: UIScreen.main.bounds)
        view.delegate = self
        view.enableSetNeedsDisplay = false
        self.view = view
    }

    /// Starts the frames.
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

    /// Stops the frames.
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

    /// Changes what is seen, before each frame, where there is no delegate; does nothing by itself.
    open func update() {}

    /// Draws the view; does nothing by itself.
    open func glkView(_ view: GLKView, drawIn rect: CGRect) {}
}
