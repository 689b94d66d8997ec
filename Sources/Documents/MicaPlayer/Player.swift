import Foundation
import MicaDocuments
import MicaEvents
import QuartzCore

/// What a player needs of the window that it is in.
public protocol PlayerHost: AnyObject {
    /// Runs code on this thread at a media time, or soon after.
    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void)
    /// Shows a title.
    func show(title: String)
    /// Tells of something that went wrong, such as a file that cannot be read.
    func report(_ problem: String)
    /// Keeps a picture of what is seen.
    func takeScreenshot()
    /// Makes the window fill the screen, or no longer.
    func toggleFullScreen()
    /// Has frames coloured by what drawing them takes, or no longer.
    func show(_ options: LayerDebugOptions)
    /// Keeps what has happened so far as a capture.
    func takeCapture()
    /// Closes the window.
    func close()
    /// How long the window took for its last frame, in seconds; nil where it does not say.
    var frameTime: Double? { get }
    /// How many frames it has shown in the last second; nil where it does not say.
    var frameRate: Double? { get }
}

extension PlayerHost {
    /// Nothing, for windows whose frames cannot be coloured.
    public func show(_ options: LayerDebugOptions) {}
    /// Nothing, for windows that keep none.
    public func takeCapture() {}
    /// Nil: it does not say.
    public var frameTime: Double? { nil }
    /// Nil: it does not say.
    public var frameRate: Double? { nil }
}

/// Plays a document or a scene in a window of any kind, and takes what the window's person does: pause, steps, speeds, states.
///
/// The player has a time of its own, which goes on with the window's, stands still, or is set. It is the time of its layers: their
/// animations are evaluated at it, so that any frame is the same whichever way it was come to. docs/play.md lists the keys.
///
/// *Units*: seconds of the player's time unless said otherwise; points of the window's content, y down.
public final class Player {
    /// What a window shows: add it to the window's layer. Set its size with `resize(to:)`.
    public let layer = CALayer()
    /// The window; without one nothing is scheduled, and titles go nowhere.
    public weak var host: (any PlayerHost)?
    /// What is played; nil before the first.
    public private(set) var content: PlayerContent?
    /// Whether time stands still.
    public private(set) var isPaused = false
    /// How fast time goes when it does not stand still, greater than zero.
    public private(set) var speed = 1.0
    /// Whether time goes on at 0 when the content has ended.
    public var isLooping = false {
        didSet { wake() }
    }
    /// The state of the document that was gone to last; nil before the first.
    public private(set) var state: String?
    /// The frames a second that steps go by, where the content has none of its own.
    public var framesPerSecond = 60.0
    /// Whether the title tells the time, the frame, and what the window says of its frames.
    public var showsTimes: Bool { shown.times }
    /// Whether a panel over the content tells the same.
    public var showsOverlay: Bool { shown.overlay }
    /// What frames are coloured by; the window does it.
    public var debugOptions: LayerDebugOptions { shown.options }

    /// What is shown besides the content.
    private struct Shown {
        var times = false, overlay = false
        var options: LayerDebugOptions = []
    }

    private var shown = Shown()

    /// Holds the content, fitted into the layer; its time is the player's.
    private let stage = CALayer()
    private let overlay = PlayerOverlay()
    /// What is played, and the state that it begins in.
    private var origin: (source: PlayerSource?, state: String?)
    private var size = CGSize.zero

    /// The media time from which the player's time is counted, and the player's time then.
    private var anchor = (media: 0.0, player: 0.0)
    /// What happens, by time; how many of it have happened.
    private var moments: [Moment] = []
    private var happened = 0
    /// The animations of the content as it was made, to know which have gone.
    private var animations: [(layer: CALayer, keys: [String])] = []
    /// The last time at which the content's own code took an event.
    private var handledUntil = -Double.infinity
    /// Which of the calls that were scheduled is the one to heed.
    private var generation = 0

    /// Something that happens at a time.
    private struct Moment {
        var time: Double
        var body: () -> Void
        /// Whether a person did it, so that going back undoes it.
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

    /// Plays something from its start, in place of what was played before.
    ///
    /// The player's layer should be in the window by now: content that comes into a window later begins then.
    ///
    /// - Parameter state: The state of the document to begin in; nil is as it was described.
    /// - Throws: what making the content throws, and where the document has no such state; then what was played goes on.
    public func load(_ source: PlayerSource, state: String? = nil) throws {
        let content = try source.make()
        if let state, content.document?.apply(state: state) != true {
            throw PlayerError(reason: "\(source.name): there is no state '\(state)'")
        }
        origin = (source, state)
        isPaused = false
        install(content, moments: content.moments.map { Moment(time: $0.time, body: $0.body) })
        setTime(0)
        showTitle()
    }

    /// Shows content as it is at time 0.
    private func install(_ content: PlayerContent, moments: [Moment]) {
        self.content = content
        state = origin.state
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
        // Animations begin when they are committed, in their layer's time: that is 0 now.
        CATransaction.flush()
        animations = []
        note(animationsOf: content.layer)
    }

    private func note(animationsOf layer: CALayer) {
        if let keys = layer.animationKeys(), !keys.isEmpty { animations.append((layer, keys)) }
        if let mask = layer.mask { note(animationsOf: mask) }
        for sublayer in layer.sublayers ?? [] { note(animationsOf: sublayer) }
    }

    /// Gives the player another size: the content is fitted into it with its proportions kept, and centred.
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

    /// The player's time now.
    public var time: Double {
        let time = anchor.player + (CACurrentMediaTime() - anchor.media) * rate
        guard let duration = content?.duration, isLooping else { return time }
        return min(time, duration)
    }

    /// How fast the player's time goes now.
    private var rate: Double { isPaused || content == nil ? 0 : speed }

    /// The frame that is seen, counted from 0.
    public var frame: Int { Int((time * stepRate + 1e-6).rounded(.down)) }

    /// How many steps a second the arrows go by.
    private var stepRate: Double { content?.framesPerSecond ?? framesPerSecond }

    /// Has time stand still, or go on.
    public func setPaused(_ isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        let time = time
        self.isPaused = isPaused
        setTime(time)
    }

    /// Has time go faster or slower.
    ///
    /// - Parameter speed: how fast; one that is not from a 64th to 64 is brought there.
    public func setSpeed(_ speed: Double) {
        let time = time
        self.speed = speed.isFinite ? min(max(speed, 1.0 / 64), 64) : 1
        setTime(time)
    }

    /// Goes to a time: what is seen is what playing from the start shows then.
    ///
    /// Where it lies before something that cannot be undone (an animation that has ended and gone, code that has run, an event that
    /// the content took, a change of state) the content is made anew first. What was done by hand after that time is forgotten,
    /// and so are all events that the content took.
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
        setTime(target)
    }

    /// Whether what is there shows the right picture at a time that has been.
    private func canGoBack(to target: Double) -> Bool {
        if handledUntil > target || happened > 0 && moments[happened - 1].time > target { return false }
        return animations.allSatisfy { entry in
            let left = Set(entry.layer.animationKeys() ?? [])
            return entry.keys.allSatisfy(left.contains)
        }
    }

    /// Steps by frames and stands still there.
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

    /// Sets the stage's clock: it shows a time now, and goes on from there.
    private func setClock(_ time: Double, rate: Double) {
        anchor = (CACurrentMediaTime(), time)
        CATransaction.withoutActions {
            // A clock that is the window's needs nothing, and one that stands still no beginning.
            let isWindows = rate == 1 && anchor.media == time
            stage.beginTime = isWindows || rate == 0 ? 0 : anchor.media
            stage.timeOffset = isWindows ? 0 : time
            stage.speed = Float(rate)
        }
    }

    /// The media time at which the player's time is a time; nil when it will not be.
    private func mediaTime(of time: Double) -> Double? {
        rate > 0 ? anchor.media + (time - anchor.player) / rate : nil
    }

    /// Has the window call when something is to happen next.
    private func wake() {
        generation += 1
        var next: Double?
        if happened < moments.count { next = moments[happened].time }
        if isLooping, let duration = content?.duration, duration > 0 { next = min(next ?? duration, duration) }
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
        if isLooping, let duration = content?.duration, duration > 0, now >= duration {
            seek(to: 0)
        } else {
            wake()
        }
    }

    // MARK: States

    /// The names of the document's states, in its order; empty for what has none.
    public var states: [String] { content?.document?.states ?? [] }

    /// Goes to a state of the document, from the state that it is in as the document says.
    ///
    /// - Returns: false where there is no state of that name.
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

    /// What a window's title says.
    public var title: String {
        var parts = [origin.source?.name ?? "mica"]
        if let state { parts.append(state) }
        if isPaused { parts.append("paused") }
        if speed != 1 { parts.append("x\(Self.short(speed))") }
        if showsTimes { parts.append(times) }
        return parts.joined(separator: " - ")
    }

    /// Time, frame, and how long the window took for it.
    private var times: String {
        var text = String(format: "%.3f s, frame %d", time, frame)
        if let frameTime = host?.frameTime { text += String(format: ", %.2f ms", frameTime * 1000) }
        if let frameRate = host?.frameRate { text += String(format: ", %.0f frames/s", frameRate) }
        return text
    }

    private static func short(_ number: Double) -> String {
        number >= 1 ? String(format: "%g", number) : "1/\(String(format: "%g", 1 / number))"
    }

    /// Shows the title and the panel as they are now; a window calls it while either tells times.
    public func refreshTexts() {
        showTitle()
        guard showsOverlay else { return }
        var lines = ["\(origin.source?.name ?? "")", times, "\(isPaused ? "paused" : "x\(Self.short(speed))")"]
        if !states.isEmpty { lines.append("state: \(state ?? "none") of \(states.joined(separator: ", "))") }
        overlay.show(lines, in: size)
    }

    private func showTitle() { host?.show(title: title) }

    /// Has the panel be shown, or no longer; while it is, it is brought up to date ten times a second.
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

    /// Takes an event of the window.
    ///
    /// - Returns: whether it meant something.
    @discardableResult
    public func handle(_ event: WindowEvent) -> Bool {
        if let handler = content?.handler {
            handledUntil = max(handledUntil, time)
            handler(event.converted { stage.convert($0, from: layer) })
        }
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

    /// What a key does, for the help and the documentation; each line is a key and what it does.
    public static let keys: [(key: String, text: String)] = [
        ("Space", "pauses, and goes on"), ("Left, Right", "a frame back or on, and pauses; with shift a second"),
        ("Up, Down", "twice as fast, half as fast"), ("Backspace", "as fast as it is"), ("Home", "to the start"),
        ("1...9", "to the document's first state, its second, and so on"), ("L", "loops, or no longer"),
        ("D", "a panel with time, frame, speed and state"), ("T", "time, frame and frame time in the title"),
        ("B", "colours blended layers, or no longer, as those that follow do theirs"),
        ("H", "rasterized layers that were there, and those that were not"), ("C", "images that were converted"),
        ("P", "what the pixels of images were"), ("M", "images that are stretched, or lie between pixels"),
        ("O", "what is drawn offscreen"), ("A", "what is on the fast path"),
        ("U", "what each frame draws anew flashes"), ("I", "the colours of H and U are those of each frame"),
        ("G", "a panel with frame rate, frame times and hitches"), ("N", "none of these colours and panels"),
        ("K", "keeps a capture of the run so far"), ("S", "a screenshot"),
        ("F", "full screen, or no longer"), ("R", "reads the document again"),
        ("Q, Escape", "closes the window"),
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

    /// The keys that turn debug options on and off.
    private static let debugKeys: [String: LayerDebugOptions] = [
        "b": .colorBlendedLayers, "h": .colorHitsGreenAndMissesRed, "c": .colorCopiedImages, "p": .colorLayerFormats,
        "m": .colorMisalignedImages, "o": .colorOffscreenRenderedYellow, "a": .colorCompositingFastPathBlue,
        "u": .flashUpdatedRegions, "i": .colorImmediately, "g": .frameTimes,
    ]

    /// Has the window colour frames by what drawing them takes.
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

    /// Makes the content anew and goes to the time that it was at.
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

    /// Tilts a document that has parallax, as a phone that is turned does: the middle of the window is level.
    private func tilt(_ point: CGPoint) -> Bool {
        guard let document = content?.document, document.hasParallax, size.width > 0, size.height > 0 else {
            return false
        }
        let part = (x: Double(point.x / size.width) * 2 - 1, y: Double(point.y / size.height) * 2 - 1)
        CATransaction.withoutActions { document.tilt(x: min(max(part.x, -1), 1), y: min(max(part.y, -1), 1)) }
        return true
    }
}

/// Why a player cannot do what it is asked for.
public struct PlayerError: Error, CustomStringConvertible {
    let reason: String

    /// The reason, as a sentence without a full stop.
    public var description: String { reason }
}
