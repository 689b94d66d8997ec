import CoreGraphics
import Foundation

/// A callback before each refresh of a display.
///
/// A link in a run loop fires with the refreshes of the driver of its thread's layers. A `LayerRenderer` fires it at
/// the refreshes of its virtual display; without a driver, a timer of the run loop fires it sixty times a second.
/// Refreshes that come while the thread is busy are skipped. The run loop retains the link until it is removed or
/// invalidated.
///
/// *Units*: seconds of media time. *Source*: Apple, CADisplayLink.h; a closure may replace target and selector.
open class CADisplayLink: NSObject {
    private var handler: ((CADisplayLink) -> Void)?
    /// The link's timers, one for each run loop and mode.
    private(set) var registrations: [(loop: RunLoop, mode: RunLoop.Mode, timer: Timer)] = []
    /// The display whose refreshes fire the link in place of its timers.
    package private(set) weak var driver: AnyObject?
    /// Whether the display announces that it goes away; until then the timers rest.
    private var isDrivenLive = false
    /// The time of the refresh at which the link fired last.
    private var lastFired: Double?

    /// Makes a link that calls a closure. It fires once it has been added to a run loop.
    public init(_ handler: @escaping (CADisplayLink) -> Void) {
        self.handler = handler
        super.init()
    }

    /// Makes a link that calls a method of a target with itself. It retains the target, and fires once it has been
    /// added to a run loop.
    ///
    /// - Precondition: the selector carries a method of the target's class, as `mica-port` makes it.
    public convenience init(target: Any, selector sel: Selector) {
        let target = target as AnyObject
        self.init { link in sel.call(on: target, link) }
    }

    /// The display time of the frame for which the link fired last; 0 before it has fired.
    public private(set) var timestamp: CFTimeInterval = 0
    /// The display time of the next frame for which the link fires; 0 before it has fired.
    public private(set) var targetTimestamp: CFTimeInterval = 0
    /// The time between two refreshes of the display; 0 before the link has fired.
    public private(set) var duration: CFTimeInterval = 0
    /// Whether the link is paused: it does not fire and wakes nothing.
    open var isPaused = false {
        didSet { if isPaused != oldValue { setTimers() } }
    }
    /// The frame rates that suit the link. The display uses the nearest rate that divides its own.
    open var preferredFrameRateRange = CAFrameRateRange.default
    /// The wanted rate in frames a second; 0 uses `preferredFrameRateRange`, which it otherwise overrides.
    open var preferredFramesPerSecond = 0
    /// The number of refreshes between calls when neither a rate nor a range is set: the interface before rates.
    ///
    /// A value less than 1 counts as 1. *Source*: Apple, CADisplayLink.h: "the default value is one"; deprecated since
    /// iOS 10.
    open var frameInterval = 1 {
        didSet { if frameInterval < 1 { frameInterval = 1 } }
    }

    /// Lets the link fire while a run loop is in a mode; the common modes count as one mode. Invalidated links never
    /// fire.
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

    /// Removes the link from all run loops and releases its closure; it never fires again.
    open func invalidate() {
        for registration in registrations { registration.timer.invalidate() }
        registrations.removeAll()
        handler = nil
        ThreadState.current.displayLinks.removeAll { $0 === self }
    }

    /// Sets the display whose refreshes fire the link from now on; with nil, the timers fire it again.
    ///
    /// - Parameter isLive: whether the display announces that it goes away. The timers of a link that a renderer drives
    ///   keep checking that the renderer still exists.
    package func drive(by display: AnyObject?, isLive: Bool) {
        guard driver !== display || isDrivenLive != isLive else { return }
        (driver, isDrivenLive) = (display, isLive)
        setTimers()
    }

    /// Starts or stops the timers. They rest while the link is paused or a live display fires it.
    private func setTimers() {
        let rests = isPaused || isDrivenLive
        for registration in registrations {
            registration.timer.fireDate = rests ? .distantFuture : Date(timeIntervalSinceNow: 1 / Self.timerRate)
        }
    }

    /// Whether the link is in a run loop, is not paused and has not been invalidated.
    package var isRunning: Bool { !isPaused && handler != nil && !registrations.isEmpty }

    /// Fires the link for a refresh of a display if its rate asks for it.
    ///
    /// - Parameters:
    ///   - time: of the refresh, in seconds.
    ///   - rate: the display's refreshes a second.
    package func refresh(at time: Double, rate: Double) {
        guard isRunning, let handler else { return }
        // Another host of the same display may have fired the link for this refresh.
        guard time < lastFired ?? .infinity || time >= earliestRefresh(rate: rate) else { return }
        lastFired = time
        duration = 1 / rate
        timestamp = time
        targetTimestamp = time + Double(interval(rate: rate)) / rate
        handler(self)
    }

    /// The earliest time at which the link takes part in a refresh: half a refresh early, as displays are not exact.
    ///
    /// - Parameter rate: the display's refreshes a second.
    package func earliestRefresh(rate: Double) -> Double {
        lastFired.map { $0 + (Double(interval(rate: rate)) - 0.5) / rate } ?? -.infinity
    }

    /// The number of the display's refreshes from one call to the next.
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

/// A weak reference to a display link, for a timer's closure.
// Safe because: the timer is in the run loop that the link was added to, and fires on that run loop's thread only.
// Apple's links are used on that thread too.
private final class LinkReference: @unchecked Sendable {
    weak var value: CADisplayLink?

    init(_ value: CADisplayLink) { self.value = value }
}
