import CoreGraphics
import Foundation

/// A call before each refresh of a display.
///
/// Links that are in a run loop fire with the refreshes of whatever drives the layers on their thread: a `LayerRenderer`
/// fires them at the refreshes of its virtual display as it moves on, and without one a timer of the run loop does, sixty
/// times a second. A refresh that comes while the thread is busy is skipped. The run loop keeps the link until it is
/// taken out or invalidated.
///
/// *Units*: seconds of media time. *Source*: Apple, CADisplayLink.h; a closure may stand for target and selector.
open class CADisplayLink: NSObject {
    private var handler: ((CADisplayLink) -> Void)?
    /// The timers that it has, each in a run loop and a mode.
    private(set) var registrations: [(loop: RunLoop, mode: RunLoop.Mode, timer: Timer)] = []
    /// The display whose refreshes fire it in place of the timers.
    package private(set) weak var driver: AnyObject?
    /// Whether the display says when it goes: until then the timers rest.
    private var isDrivenLive = false
    /// The refresh at which it fired last.
    private var lastFired: Double?

    /// Makes a link that calls a closure; it fires once it is in a run loop.
    public init(_ handler: @escaping (CADisplayLink) -> Void) {
        self.handler = handler
        super.init()
    }

    /// Makes a link that calls a method of a target with itself; it fires once it is in a run loop, and keeps the target.
    ///
    /// - Precondition: the selector carries a method of the target's class, as `mica-port` makes it.
    public convenience init(target: Any, selector sel: Selector) {
        let target = target as AnyObject
        self.init { link in sel.call(on: target, link) }
    }

    /// When the frame was shown that it fired for last; 0 before it has fired.
    public private(set) var timestamp: CFTimeInterval = 0
    /// When the next frame is shown that it fires for; 0 before it has fired.
    public private(set) var targetTimestamp: CFTimeInterval = 0
    /// The time between two refreshes of the display; 0 before it has fired.
    public private(set) var duration: CFTimeInterval = 0
    /// Whether it does not fire for now. A link that is paused wakes nothing.
    open var isPaused = false {
        didSet { if isPaused != oldValue { setTimers() } }
    }
    /// The frame rates that it is content with; the display shows the nearest whole part of its own.
    open var preferredFrameRateRange = CAFrameRateRange.default
    /// The rate that it should fire at; 0 is the display's. It wins over the range where it is set.
    open var preferredFramesPerSecond = 0
    /// After how many refreshes it fires, where neither rate nor range is set; the way it was said before there were rates.
    ///
    /// Less than 1 counts as 1. *Source*: Apple, CADisplayLink.h: "the default value is one"; deprecated since iOS 10.
    open var frameInterval = 1 {
        didSet { if frameInterval < 1 { frameInterval = 1 } }
    }

    /// Makes it fire while a run loop is in a mode; the common modes count as one. One that was invalidated stays so.
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard handler != nil, !registrations.contains(where: { $0.loop === runloop && $0.mode == mode }) else { return }
        let link = LinkReference(self)
        let timer = Timer(timeInterval: 1 / Self.timerRate, repeats: true) { _ in link.value?.fireFromTimer() }
        runloop.add(timer, forMode: mode)
        registrations.append((runloop, mode, timer))
        setTimers()
        let state = ThreadState.current
        if !state.displayLinks.contains(where: { $0 === self }) { state.displayLinks.append(self) }
    }

    /// Undoes one `add(to:forMode:)`.
    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        for registration in registrations where registration.loop === runloop && registration.mode == mode {
            registration.timer.invalidate()
        }
        registrations.removeAll { $0.loop === runloop && $0.mode == mode }
        if registrations.isEmpty { ThreadState.current.displayLinks.removeAll { $0 === self } }
    }

    /// Takes it out of all run loops and lets its closure go; it never fires again.
    open func invalidate() {
        for registration in registrations { registration.timer.invalidate() }
        registrations.removeAll()
        handler = nil
        ThreadState.current.displayLinks.removeAll { $0 === self }
    }

    /// Takes a display whose refreshes fire it from now on; nil where there is none any more, so that timers do.
    ///
    /// - Parameter isLive: whether the display will say when it goes. Timers of a link that a renderer drives look now and then
    ///   whether the renderer is still there.
    package func drive(by display: AnyObject?, isLive: Bool) {
        guard driver !== display || isDrivenLive != isLive else { return }
        (driver, isDrivenLive) = (display, isLive)
        setTimers()
    }

    /// Has the timers go, or rest: while it is paused, or a live display fires it.
    private func setTimers() {
        let rests = isPaused || isDrivenLive
        for registration in registrations {
            registration.timer.fireDate = rests ? .distantFuture : Date(timeIntervalSinceNow: 1 / Self.timerRate)
        }
    }

    /// Whether it would fire.
    package var isRunning: Bool { !isPaused && handler != nil && !registrations.isEmpty }

    /// Takes part in a refresh of a display: fires when its rate says so.
    ///
    /// - Parameters:
    ///   - time: when the refresh is.
    ///   - rate: how many the display has a second.
    package func refresh(at time: Double, rate: Double) {
        guard isRunning, let handler else { return }
        // Another host of the same display may have been there first.
        guard time < lastFired ?? .infinity || time >= earliestRefresh(rate: rate) else { return }
        lastFired = time
        duration = 1 / rate
        timestamp = time
        targetTimestamp = time + Double(interval(rate: rate)) / rate
        handler(self)
    }

    /// The time from which on it would take part in a refresh; half a refresh before it, as displays are not exact.
    ///
    /// - Parameter rate: how many refreshes the display has a second.
    package func earliestRefresh(rate: Double) -> Double {
        lastFired.map { $0 + (Double(interval(rate: rate)) - 0.5) / rate } ?? -.infinity
    }

    /// After how many of a display's refreshes it fires.
    private func interval(rate: Double) -> Int {
        if preferredFramesPerSecond > 0 {
            let range = CAFrameRateRange(minimum: 0, maximum: 0, preferred: Float(preferredFramesPerSecond))
            return range.refreshes(at: rate)
        }
        return preferredFrameRateRange == .default ? frameInterval : preferredFrameRateRange.refreshes(at: rate)
    }

    private static let timerRate = 60.0

    private func fireFromTimer() {
        if driver == nil { refresh(at: MediaClock.now, rate: Self.timerRate) }
    }
}

/// What a timer's closure keeps of a display link.
// Safe because: the timer is in the run loop that the link was added to, and calls on that run loop's thread only, which
// is where Apple's links are used too.
private final class LinkReference: @unchecked Sendable {
    weak var value: CADisplayLink?

    init(_ value: CADisplayLink) { self.value = value }
}
