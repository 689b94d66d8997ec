import Foundation
import Mica
import MicaDocuments
import MicaEvents
import QuartzCore

/// The player's interface to its window.
public protocol PlayerHost: AnyObject {
    /// Calls code on this thread at a media time, or soon after.
    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void)
    /// Sets the window's title.
    func show(title: String)
    /// Reports a problem, such as a file that cannot be read.
    func report(_ problem: String)
    /// Saves a picture of the window.
    func takeScreenshot()
    /// Enters or leaves full-screen mode.
    func toggleFullScreen()
    /// Sets the debug colours of frames.
    func show(_ options: LayerDebugOptions)
    /// Saves the run so far as a capture.
    func takeCapture()
    /// Closes the window.
    func close()
    /// The time of the window's last frame, in seconds; nil when it is unknown.
    var frameTime: Double? { get }
    /// The frames shown in the last second; nil when it is unknown.
    var frameRate: Double? { get }
}

extension PlayerHost {
    /// Does nothing, for windows without debug colours.
    public func show(_ options: LayerDebugOptions) {}
    /// Does nothing, for windows without captures.
    public func takeCapture() {}
    /// nil: unknown.
    public var frameTime: Double? { nil }
    /// nil: unknown.
    public var frameRate: Double? { nil }
}

/// Plays a document or a scene in a window of any kind, and responds to the user's commands: pause, steps, speeds,
/// states.
///
/// The player has its own time, which runs with the window's time, stands still, or is set. It is the time of its
/// layers: animations are evaluated at it, so that a frame is the same however it was reached. docs/play.md lists the
/// keys.
///
/// *Units*: seconds of the player's time unless stated otherwise; points of the window's content, y down.
public final class Player {
    /// The layer to show: add it to the window's layer. Set its size with `resize(to:)`.
    public let layer = CALayer()
    /// The window; without one, nothing is scheduled and titles are not shown.
    public weak var host: (any PlayerHost)?
    /// The current content; nil before the first.
    public private(set) var content: PlayerContent?
    /// Whether the player is paused.
    public private(set) var isPaused = false
    /// The speed of time while it runs; greater than zero.
    public private(set) var speed = 1.0
    /// Whether time restarts at 0 when the content ends.
    public var isLooping = false {
        didSet { wake() }
    }
    /// The document's current state; nil before the first.
    public private(set) var state: String?
    /// The frames a second for steps, if the content has none.
    public var framesPerSecond = 60.0
    /// Whether the title shows the time, the frame and the window's statistics.
    public var showsTimes: Bool { shown.times }
    /// Whether a panel over the content shows the same information as the title.
    public var showsOverlay: Bool { shown.overlay }
    /// The debug colours of frames, which the window draws.
    public var debugOptions: LayerDebugOptions { shown.options }

    /// Information shown besides the content.
    private struct Shown {
        var times = false, overlay = false
        var options: LayerDebugOptions = []
    }

    private var shown = Shown()

    /// Holds the content, scaled to fit; its time is the player's.
    private let stage = CALayer()
    private let overlay = PlayerOverlay()
    /// The source of the content, and its first state.
    private var origin: (source: PlayerSource?, state: String?)
    private var size = CGSize.zero

    /// A media time, and the player's time at it.
    private var anchor = (media: 0.0, player: 0.0)
    /// The events by time, and the number that have happened.
    private var moments: [Moment] = []
    private var happened = 0
    /// The animations of new content, to detect animations that were removed.
    private var animations: [(layer: CALayer, keys: [String])] = []
    /// The time of the last event that the content's own code received.
    private var handledUntil = -Double.infinity
    /// The number of the only scheduled call that counts.
    private var generation = 0
    /// Whether the pointer is over the content that a state machine controls.
    var isPointerInside = false
    /// Opens URLs that state machines ask for; nil, as at first: none is opened, and the host gets a note. The last value
    /// says whether a press or a click of the user is the cause.
    public var urlHandler: ((_ url: String, _ target: String, _ isByUser: Bool) -> Void)? {
        didSet { allowURLs() }
    }
    /// Called with the names of custom events that state machines fire.
    public var machineEventHandler: ((String) -> Void)?
    /// Called with the problems of a state machine, in words; nil, as at first: they are written to standard error.
    public var noteHandler: ((String) -> Void)?

    /// An event at a time.
    private struct Moment {
        var time: Double
        var body: () -> Void
        /// Whether the user caused it, so that going back undoes it.
        var isByHand = false
    }

    /// Makes a player that plays nothing yet.
    public init() {
        CATransaction.withoutActions {
            layer.addSublayer(stage)
            layer.addSublayer(overlay.layer)
        }
    }

    // MARK: Content

    /// Plays content from its start, in place of the current content.
    ///
    /// The player's layer should already be in the window: content that comes into a window later begins then.
    ///
    /// - Parameter state: The document's first state; nil: as described.
    /// - Throws: The errors of making the content, or an error when the document lacks the state. The current content
    ///   then continues.
    public func load(_ source: PlayerSource, state: String? = nil) throws {
        let content = try source.make()
        if let state, content.document?.apply(state: state) != true {
            let states = content.document?.states ?? []
            let known = states.isEmpty ? "it has no states" : "its states are \(states.joined(separator: ", "))"
            throw PlayerError(reason: "\(source.name): there is no state '\(state)'; \(known)")
        }
        origin = (source, state)
        isPaused = false
        install(content, moments: content.moments.map { Moment(time: $0.time, body: $0.body) })
        setTime(0)
        showTitle()
    }

    /// Shows content at time 0.
    private func install(_ content: PlayerContent, moments: [Moment]) {
        self.content = content
        state = origin.state
        prepareMachine()
        self.moments = moments.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        happened = 0
        handledUntil = -.infinity
        CATransaction.withoutActions {
            for old in stage.sublayers ?? [] { old.removeFromSuperlayer() }
            stage.addSublayer(content.layer)
            fit()
            setClock(0, rate: 0)
        }
        // Animations begin at their commit, in their layer's time, which is 0 now.
        CATransaction.flush()
        animations = []
        note(animationsOf: content.layer)
        stateMachine?.start()
    }

    private func note(animationsOf layer: CALayer) {
        if let keys = layer.animationKeys(), !keys.isEmpty { animations.append((layer, keys)) }
        if let mask = layer.mask { note(animationsOf: mask) }
        for sublayer in layer.sublayers ?? [] { note(animationsOf: sublayer) }
    }

    /// Changes the size: the content is scaled to fit, with its proportions, and centred.
    public func resize(to size: CGSize) {
        self.size = size
        CATransaction.withoutActions {
            layer.bounds = CGRect(origin: .zero, size: size)
            layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
            fit()
        }
    }

    private func fit() {
        guard let content else { return }
        if let document = content.document, document.hasPartsOfDifferentShapes, size.width > 0, size.height > 0 {
            document.fill(size)
        }
        let root = content.layer
        let (bounds, anchor) = (root.bounds, root.anchorPoint)
        stage.bounds = CGRect(
            x: root.position.x - anchor.x * bounds.width, y: root.position.y - anchor.y * bounds.height,
            width: bounds.width, height: bounds.height)
        stage.position = CGPoint(x: size.width / 2, y: size.height / 2)
        guard bounds.width > 0, bounds.height > 0, size.width > 0, size.height > 0 else {
            stage.transform = CATransform3DIdentity
            return
        }
        let scale = min(size.width / bounds.width, size.height / bounds.height)
        stage.transform = CATransform3DMakeScale(scale, scale, 1)
    }

    // MARK: Time

    /// The current time.
    public var time: Double {
        let time = anchor.player + (CACurrentMediaTime() - anchor.media) * rate
        guard let duration = content?.duration, isLooping else { return time }
        return min(time, duration)
    }

    /// The current speed; 0 while paused.
    private var rate: Double { isPaused || content == nil ? 0 : speed }

    /// The index of the current frame, from 0.
    public var frame: Int { Int((time * stepRate + 1e-6).rounded(.down)) }

    /// The frames a second for steps.
    private var stepRate: Double { content?.framesPerSecond ?? framesPerSecond }

    /// Pauses or continues.
    public func setPaused(_ isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        let time = time
        self.isPaused = isPaused
        setTime(time)
    }

    /// Sets the speed.
    ///
    /// - Parameter speed: The speed, clamped to 1/64...64.
    public func setSpeed(_ speed: Double) {
        let time = time
        self.speed = speed.isFinite ? min(max(speed, 1.0 / 64), 64) : 1
        setTime(time)
    }

    /// Goes to a time: the picture is the one that playing from the start would show.
    ///
    /// If something after that time cannot be undone (an animation that ended and was removed, code that ran, an
    /// event that the content received, a change of state), the content is made anew. The user's actions after that
    /// time are dropped, and so are all events that the content received.
    public func seek(to time: Double) {
        guard let content, time.isFinite else { return }
        let target = max(0, time)
        if target < self.time, !canGoBack(to: target) {
            do {
                guard let fresh = try origin.source?.make() else { return }
                if let first = origin.state { fresh.document?.apply(state: first) }
                let byHand = moments.filter { $0.isByHand && $0.time <= target }
                install(fresh, moments: fresh.moments.map { Moment(time: $0.time, body: $0.body) } + byHand)
            } catch {
                host?.report("\(error)")
                return
            }
        }
        _ = content
        while happened < moments.count, moments[happened].time <= target {
            setClock(moments[happened].time, rate: 0)
            CATransaction.flush()
            happened += 1
            moments[happened - 1].body()
            CATransaction.flush()
        }
        advanceMachine(to: target)
        setTime(target)
    }

    /// Whether the current content shows the right picture at an earlier time.
    private func canGoBack(to target: Double) -> Bool {
        if let machine = stateMachine, machine.time > target { return false }
        if handledUntil > target || happened > 0 && moments[happened - 1].time > target { return false }
        return animations.allSatisfy { entry in
            let left = Set(entry.layer.animationKeys() ?? [])
            return entry.keys.allSatisfy(left.contains)
        }
    }

    /// Moves by a number of frames, and pauses.
    public func step(by frames: Int) {
        let target = max(0, frame + frames)
        isPaused = true
        seek(to: Double(target) / stepRate)
    }

    private func setTime(_ time: Double) {
        setClock(time, rate: rate)
        wake()
        refreshTexts()
    }

    /// Sets the stage's clock to a time and a rate.
    func setClock(_ time: Double, rate: Double) {
        anchor = (CACurrentMediaTime(), time)
        CATransaction.withoutActions {
            // A clock equal to the window's needs no offset, and a stopped clock no begin time.
            let isWindows = rate == 1 && anchor.media == time
            stage.beginTime = isWindows || rate == 0 ? 0 : anchor.media
            stage.timeOffset = isWindows ? 0 : time
            stage.speed = Float(rate)
        }
    }

    /// The media time at which the player reaches a time; nil when it never does.
    private func mediaTime(of time: Double) -> Double? {
        rate > 0 ? anchor.media + (time - anchor.player) / rate : nil
    }

    /// Schedules a call for the next event.
    func wake() {
        generation += 1
        var next: Double?
        if happened < moments.count { next = moments[happened].time }
        if isLooping, let duration = content?.duration, duration > 0 { next = min(next ?? duration, duration) }
        if let time = stateMachine?.nextTime { next = min(next ?? time, time) }
        guard let next, let media = mediaTime(of: next) else { return }
        let expected = generation
        host?.schedule(at: max(media, CACurrentMediaTime())) { [weak self] in
            guard let self, self.generation == expected else { return }
            self.runMoments()
        }
    }

    private func runMoments() {
        // The window's times are rounded.
        let now = anchor.player + (CACurrentMediaTime() - anchor.media) * rate + 1e-9
        while happened < moments.count, moments[happened].time <= now {
            happened += 1
            moments[happened - 1].body()
        }
        advanceMachine(to: now)
        if isLooping, let duration = content?.duration, duration > 0, now >= duration {
            seek(to: 0)
        } else {
            wake()
        }
    }

    // MARK: States

    /// The names of the document's states, in its order; empty without states.
    public var states: [String] { content?.document?.states ?? [] }

    /// Moves to a state of the document, with the document's transition from the current state.
    ///
    /// - Returns: false when there is no such state.
    @discardableResult
    public func go(to name: String) -> Bool {
        guard states.contains(name) else { return false }
        guard state != name else { return true }
        let (from, time) = (state, self.time)
        let change = { [weak self] in
            guard let self else { return }
            self.change(to: name, from: from)
        }
        moments.insert(Moment(time: time, body: change, isByHand: true), at: happened)
        happened += 1
        change()
        refreshTexts()
        return true
    }

    private func change(to name: String, from: String?) {
        if let from {
            content?.document?.transition(from: from, to: name)
        } else {
            content?.document?.apply(state: name)
        }
        state = name
    }

    // MARK: Texts

    /// The text of the window's title.
    public var title: String {
        var parts = [origin.source?.name ?? "mica"]
        if let state = stateMachine?.state ?? state { parts.append(state) }
        if isPaused { parts.append("paused") }
        if speed != 1 { parts.append("x\(Self.short(speed))") }
        if showsTimes { parts.append(times) }
        return parts.joined(separator: " - ")
    }

    /// The time, the frame, and the time that the window took for it.
    private var times: String {
        var text = String(format: "%.3f s, frame %d", time, frame)
        if let frameTime = host?.frameTime { text += String(format: ", %.2f ms", frameTime * 1000) }
        if let frameRate = host?.frameRate { text += String(format: ", %.0f frames/s", frameRate) }
        return text
    }

    private static func short(_ number: Double) -> String {
        number >= 1 ? String(format: "%g", number) : "1/\(String(format: "%g", 1 / number))"
    }

    /// Updates the title and the panel; a window calls this while either shows times.
    public func refreshTexts() {
        showTitle()
        guard showsOverlay else { return }
        var lines = ["\(origin.source?.name ?? "")", times, "\(isPaused ? "paused" : "x\(Self.short(speed))")"]
        lines += machineLines
        if !states.isEmpty { lines.append("state: \(state ?? "none") of \(states.joined(separator: ", "))") }
        overlay.show(lines, in: size)
    }

    private func showTitle() { host?.show(title: title) }

    /// Shows or hides the panel; while shown, it is updated ten times a second.
    public func setOverlay(_ isShown: Bool) {
        shown.overlay = isShown
        CATransaction.withoutActions { overlay.layer.isHidden = !isShown }
        refreshTexts()
        if isShown { scheduleTexts() }
    }

    private func scheduleTexts() {
        host?.schedule(at: CACurrentMediaTime() + 0.1) { [weak self] in
            guard let self, self.showsOverlay || self.showsTimes else { return }
            self.refreshTexts()
            self.scheduleTexts()
        }
    }

    // MARK: Events

    /// Handles an event of the window.
    ///
    /// - Returns: Whether the event had a meaning.
    @discardableResult
    public func handle(_ event: WindowEvent) -> Bool {
        if let handler = content?.handler {
            handledUntil = max(handledUntil, time)
            handler(event.converted { stage.convert($0, from: layer) })
        }
        if case .pointer(let pointer) = event.content, handleInMachine(pointer) { return true }
        switch event.content {
        case .key(let key): return key.isPressed && handle(key, event.modifiers)
        case .resize(let metrics): resize(to: metrics.size)
        case .pointer(let pointer) where [.moved, .entered].contains(pointer.phase): return tilt(pointer.position)
        case .drop(let drop):
            guard let path = drop.files.first else { return false }
            do {
                try load(.document(path))
            } catch {
                host?.report("\(error)")
            }
        case .closeRequest: host?.close()
        default: return false
        }
        return true
    }

    /// The keys and their effects, for the help and the documentation.
    public static let keys: [(key: String, text: String)] = [
        ("Space", "pauses and continues"), ("Left, Right", "pauses and steps a frame; with shift a second"),
        ("Up, Down", "twice as fast, half as fast"), ("Backspace", "normal speed"), ("Home", "to the start"),
        ("1...9", "to the document's first state, its second, and so on"), ("L", "toggles looping"),
        ("D", "a panel with time, frame, speed and state"), ("T", "time, frame and frame time in the title"),
        ("B", "toggles colours of blended layers"), ("H", "of rasterized layers, cached or not"),
        ("C", "of converted images"), ("P", "of the pixel formats of images"),
        ("M", "of stretched or misaligned images"), ("O", "of offscreen drawing"), ("A", "of the fast path"),
        ("U", "flashes the damage of each frame"), ("I", "limits the colours of H and U to the current frame"),
        ("G", "a panel with frame rate, frame times and hitches"), ("N", "removes these colours and panels"),
        ("K", "writes a capture of the run so far"), ("S", "a screenshot"), ("F", "toggles full screen"),
        ("R", "reads the document again"), ("Q, Escape", "closes the window"),
    ]

    private func handle(_ key: KeyEvent, _ modifiers: KeyModifiers) -> Bool {
        guard modifiers.isDisjoint(with: [.control, .alt, .command]) else { return false }
        let isShifted = modifiers.contains(.shift)
        switch key.code {
        case .left, .right:
            let direction = key.code == .left ? -1 : 1
            step(by: direction * (isShifted ? max(1, Int(stepRate.rounded())) : 1))
        case .up: setSpeed(speed * 2)
        case .down: setSpeed(speed / 2)
        case .backspace: setSpeed(1)
        case .home: seek(to: 0)
        case .escape: if !key.isRepeat { host?.close() }
        default: return !key.isRepeat && handle(character: key.unmodifiedCharacters, key.code)
        }
        return true
    }

    /// The keys of the debug options.
    private static let debugKeys: [String: LayerDebugOptions] = [
        "b": .colorBlendedLayers, "h": .colorHitsGreenAndMissesRed, "c": .colorCopiedImages, "p": .colorLayerFormats,
        "m": .colorMisalignedImages, "o": .colorOffscreenRenderedYellow, "a": .colorCompositingFastPathBlue,
        "u": .flashUpdatedRegions, "i": .colorImmediately, "g": .frameTimes,
    ]

    /// Sets the window's debug colours.
    public func show(_ options: LayerDebugOptions) {
        shown.options = options
        host?.show(options)
    }

    private func handle(character: String, _ code: KeyCode) -> Bool {
        if code == .space {
            setPaused(!isPaused)
            return true
        }
        let character = character.lowercased()
        switch character {
        case "l": isLooping.toggle()
        case "d": setOverlay(!showsOverlay)
        case "t":
            shown.times.toggle()
            refreshTexts()
            if showsTimes { scheduleTexts() }
        case "k": host?.takeCapture()
        case "n": show([])
        case "s": host?.takeScreenshot()
        case "f": host?.toggleFullScreen()
        case "r": reload()
        case "q": host?.close()
        case let key where Self.debugKeys[key] != nil:
            if let option = Self.debugKeys[key] { show(debugOptions.symmetricDifference(option)) }
        default:
            guard let digit = Int(character), 1...9 ~= digit, states.indices.contains(digit - 1) else { return false }
            return go(to: states[digit - 1])
        }
        return true
    }

    /// Makes the content anew, and goes to the current time.
    private func reload() {
        guard let source = origin.source else { return }
        let (time, wasPaused, state) = (self.time, isPaused, self.state)
        do {
            try load(source, state: nil)
        } catch {
            host?.report("\(error)")
            return
        }
        isPaused = wasPaused
        if let state, states.contains(state) {
            content?.document?.apply(state: state)
            (self.state, origin.state) = (state, state)
        }
        seek(to: time)
    }

    /// Tilts a document with parallax by the pointer's position; the middle of the window means no tilt.
    private func tilt(_ point: CGPoint) -> Bool {
        guard let document = content?.document, document.hasParallax, size.width > 0, size.height > 0 else {
            return false
        }
        let part = (x: Double(point.x / size.width) * 2 - 1, y: Double(point.y / size.height) * 2 - 1)
        CATransaction.withoutActions { document.tilt(x: min(max(part.x, -1), 1), y: min(max(part.y, -1), 1)) }
        return true
    }
}

/// The reason that a player cannot do what was asked.
public struct PlayerError: LocalizedError, CustomStringConvertible {
    let reason: String

    /// The reason, as a sentence without a full stop.
    public var description: String { reason }
    /// The description, as `localizedDescription` gives it.
    public var errorDescription: String? { description }
}
