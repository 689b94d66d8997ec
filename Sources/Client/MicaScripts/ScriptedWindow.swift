import CoreGraphics
import Foundation
@_exported import MicaEvents
import MicaResources
import MicaSurface
import QuartzCore

/// A window without a screen: layers, a virtual clock, and events that a program or a script sends.
///
///     let window = ScriptedWindow(size: CGSize(width: 320, height: 240))
///     let button = CALayer()
///     button.frame = CGRect(x: 20, y: 20, width: 80, height: 40)
///     window.layer.addSublayer(button)
///     window.eventHandler = { [unowned window] event in
///         if case .pointer(let pointer) = event.content, pointer.phase == .pressed, window.hitTest(pointer.position) === button {
///             button.opacity = 0.5
///         }
///     }
///     try window.perform("tap 40,30")
///     window.advance(to: 1)
///     let picture = window.image
///
/// Time passes when the program says so, and never by itself: every run makes the same pictures, byte for byte, on any number of
/// threads. This is how user interfaces are tested without a display. What `MicaWindow` shows on a screen is driven by the same
/// events.
///
/// *Units*: points of the window's content from its top left corner, y down; seconds from the making of the window.
public final class ScriptedWindow {
    /// The window's content: what the program's layers are added to. Its bounds have the window's size, and the space that it lies in
    /// is the window's: `layer.hitTest(_:)` takes points of events.
    public let layer: CALayer
    /// Which window events say they are of.
    public let id: WindowID
    /// The content's size, in points; a `resize` changes it.
    public var size: CGSize { renderer.size }
    /// Pixels per point; a `resize` changes it.
    public var scale: CGFloat { renderer.scale }
    /// The time that the window has come to.
    public var time: CFTimeInterval { renderer.time }
    /// What lies behind the layers; nil is transparent.
    public var background: CGColor? {
        get { renderer.background }
        set { renderer.background = newValue }
    }
    /// The appearance that was said last; light at first.
    public private(set) var appearance = WindowAppearance.light
    /// Whether the window has the keyboard's focus; it has at first.
    public private(set) var isFocused = true
    /// Whether the window can be seen; it can at first. It is drawn in any case.
    public private(set) var isVisible = true

    /// Hears of events, at their time: what it changes is animated from there on.
    public var eventHandler: ((WindowEvent) -> Void)?
    /// Hears of the states that scripts name; false says that there is none of that name, which ends the script.
    public var stateHandler: ((String) -> Bool)?

    /// The layers' driver.
    package let renderer: LayerRenderer
    /// What is to happen yet, by time.
    private var waiting: [Entry] = []
    private var nextEntry = 0
    /// When code is to be run, by time.
    private var stops: [CFTimeInterval] = []
    private var failure: ScriptError?

    /// A step of a script at a time of the window.
    private struct Entry {
        var time: Double
        var step: EventScript.Step
        var script: String
    }

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - size: The content's size, in points.
    ///   - scale: Pixels per point.
    ///   - threads: How many threads draw; nil takes one for each core. The bytes are the same for any number.
    /// - Precondition: the picture has 1 to 2^28 pixels.
    public init(size: CGSize, scale: CGFloat = 1, threads: Int? = nil, id: WindowID = .first) {
        layer = CALayer()
        self.id = id
        layer.frame = CGRect(origin: .zero, size: size)
        layer.contentsScale = scale
        renderer = LayerRenderer(layer: layer, size: size, scale: scale, threads: threads)
    }

    // MARK: Events

    /// Sends an event that happens now.
    public func send(_ content: WindowEvent.Content, modifiers: KeyModifiers = []) {
        run { self.deliver(content, modifiers) }
    }

    /// Sends an event at its time, which is media time, as that of the events that the window hands on; a time that has passed is now.
    ///
    /// The window moves on to that time first. An event of another window is passed over.
    public func send(_ event: WindowEvent) {
        guard event.window == id else { return }
        advance(to: renderer.treeTime(ofMediaTime: event.time))
        run { self.deliver(event.content, event.modifiers) }
    }

    /// Gives the window another size, another scale, or both, as a person or a display does. What makes no picture, or one of more
    /// than 2^28 pixels, is passed over.
    public func resize(to size: CGSize? = nil, scale: CGFloat? = nil) {
        run { self.changeMetrics(size ?? self.size, scale ?? self.scale) }
    }

    /// Plays lines of a script from now on, and moves on to when the last of it has happened.
    ///
    /// - Throws: a `ScriptError` that says where the lines cannot be read or played, and why.
    public func perform(_ lines: String) throws(ScriptError) {
        let script = try EventScript(lines)
        let end = time + script.duration
        play(script)
        advance(to: end)
        if let failure {
            self.failure = nil
            throw failure
        }
    }

    /// Has a script happen as the window's time moves on; its time 0 is now.
    ///
    /// Several scripts may play at the same time. One that names a state that there is not ends there: `scriptFailure`.
    public func play(_ script: EventScript) {
        let start = time
        let added = script.steps.map { Entry(time: start + $0.time, step: $0, script: script.name) }
        waiting.removeFirst(nextEntry)
        nextEntry = 0
        guard !waiting.isEmpty else {
            waiting = added
            return
        }
        waiting = (waiting + added).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Why a script was ended early; nil where none was.
    public var scriptFailure: ScriptError? { failure }

    // MARK: Time

    /// Moves time on: all that is to happen up to then happens, in order. A time that has passed changes nothing.
    public func advance(to time: CFTimeInterval) {
        while true {
            let due = nextEntry < waiting.count ? waiting[nextEntry].time : .infinity
            if let stop = stops.first, stop <= time, stop <= due {
                // Code that runs then may have scripts played from then on.
                stops.removeFirst()
                renderer.advance(to: stop)
                continue
            }
            guard due <= time else { break }
            let entry = waiting[nextEntry]
            nextEntry += 1
            renderer.advance(to: entry.time)
            run { self.perform(entry) }
        }
        renderer.advance(to: time)
    }

    /// The window's time at a media time, which is what `CACurrentMediaTime()` gives in the code that the window calls.
    public func time(ofMediaTime time: CFTimeInterval) -> CFTimeInterval { renderer.treeTime(ofMediaTime: time) }

    /// Whether the window was closed.
    public private(set) var isClosed = false

    /// Closes the window: it hears of nothing any more, and a film of it ends.
    public func close() {
        isClosed = true
        waiting.removeAll()
        nextEntry = 0
    }

    /// Runs code at a time, as if the program did it then. A time in the past stands for now.
    public func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        renderer.schedule(at: time, body)
        guard time.isFinite else { return }
        stops.insert(time, at: stops.firstIndex { $0 > time } ?? stops.count)
    }

    /// Runs code now, with the window's time as the thread's, and commits what it has changed.
    private func run(_ body: @escaping () -> Void) {
        renderer.advance(to: time)
        renderer.schedule(at: time, body)
        renderer.advance(to: time)
    }

    private func perform(_ entry: Entry) {
        switch entry.step.action {
        case .event(let content): deliver(content, entry.step.modifiers)
        case .metrics(let size, let scale):
            let (size, scale) = (size ?? self.size, scale ?? self.scale)
            guard Double(size.width * scale) * Double(size.height * scale) <= Double(ScriptLimits.standard.pixels)
            else {
                return fail(entry, "a window of more than \(ScriptLimits.standard.pixels) pixels is not made")
            }
            changeMetrics(size, scale)
        case .state(let name):
            if let stateHandler, stateHandler(name) { return }
            fail(entry, "there is no state '\(name)'")
        }
    }

    /// Ends what a script goes on with.
    private func fail(_ entry: Entry, _ reason: String) {
        failure = failure ?? ScriptError(file: entry.script, line: entry.step.line, column: 0, reason: reason)
        waiting.removeAll()
        nextEntry = 0
    }

    private func changeMetrics(_ size: CGSize, _ scale: CGFloat) {
        let pixels = LayerRenderer.pixelSize(of: size, scale: scale)
        guard size != self.size || scale != self.scale, pixels.width >= 1, pixels.height >= 1,
            pixels.width * pixels.height <= Double(1 << 28)
        else { return }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        renderer.resize(to: size, scale: scale)
        layer.bounds.size = size
        layer.position = CGPoint(x: size.width * layer.anchorPoint.x, y: size.height * layer.anchorPoint.y)
        layer.contentsScale = scale
        CATransaction.commit()
        deliver(.resize(WindowMetrics(size: size, scale: scale)), [])
    }

    private func deliver(_ content: WindowEvent.Content, _ modifiers: KeyModifiers) {
        switch content {
        case .focus(let isFocused): self.isFocused = isFocused
        case .visibility(let isVisible): self.isVisible = isVisible
        case .appearance(let appearance): self.appearance = appearance
        case .resize(let metrics) where metrics.size != size || metrics.scale != scale:
            return changeMetrics(metrics.size, metrics.scale)
        default: break
        }
        if isClosed { return }
        let event = WindowEvent(content, time: CACurrentMediaTime(), window: id, modifiers: modifiers)
        renderer.noteInput(event.scriptLine)
        eventHandler?(event)
    }

    // MARK: Layers

    /// The front-most layer at a point of the window, as it is seen now: where animations have it, not where it will be.
    ///
    /// - Parameter presented: false asks for where layers are when all animations are over.
    /// - Returns: a layer of the tree, never a presentation layer; nil where there is none but the window's own.
    public func hitTest(_ point: CGPoint, presented: Bool = true) -> CALayer? {
        renderer.advance(to: time)
        let found = renderer.hitTest(point, presented: presented)
        return found === layer ? nil : found
    }

    // MARK: Pictures

    /// The picture now.
    public var image: CGImage { renderer.image(at: time) }

    /// What the picture now is made of, op by op, in words (docs/read-a-frame.md).
    public var frameText: String { renderer.frame(at: time).description }

    /// Writes the picture now into a file, as `LayerRenderer.write(to:at:)` does.
    ///
    /// - Throws: an error that says which file, and why.
    public func write(to path: String, options: LayerRenderer.FileOptions = .init()) throws {
        try renderer.write(to: path, at: time, options: options)
    }

    /// Writes the pictures from now on into a file, while time moves on, scripts included: formats are those of
    /// `LayerRenderer.write(to:duration:)`.
    ///
    /// Where a script resizes the window the pictures have the largest size, and the window is in their top left corner.
    ///
    /// - Parameters:
    ///   - duration: How long it is, in seconds; at least one frame is written.
    ///   - framesPerSecond: How many frames a second has; greater than zero.
    /// - Throws: an error that says which file, and why, or why the script was ended.
    public func write(
        to path: String, duration: CFTimeInterval, framesPerSecond: Double = 30,
        options: LayerRenderer.FileOptions = .init()
    ) throws {
        guard let rate = FrameRate(framesPerSecond: framesPerSecond) else {
            throw ScriptError(
                file: path, line: 0, column: 0, reason: "\(framesPerSecond) frames a second cannot be written")
        }
        guard duration.isFinite, duration >= 0, duration * framesPerSecond < 1e9 else {
            throw ScriptError(file: path, line: 0, column: 0, reason: "a duration of \(duration) s cannot be written")
        }
        let count = max(1, Int((duration * framesPerSecond).rounded()))
        try render(
            frames: 0..<count, rate: rate, into: renderer.sink(for: path, isAnimation: count > 1, options))
    }

    /// Draws the frames from now on into a sink, which is begun and finished here.
    ///
    /// - Parameter progress: told of each frame that is done; false stops, and leaves no file.
    package func render(
        frames: Range<Int>, rate: FrameRate, into sink: any FrameSink, progress: (Int) -> Bool = { _ in true }
    ) throws {
        let (width, height) = canvas
        let start = time
        try sink.begin(FrameStream(width: width, height: height, rate: rate, firstIndex: frames.lowerBound))
        for index in frames {
            let now = start + rate.time(ofFrame: index)
            advance(to: now)
            if let failure { throw failure }
            let bitmap = renderer.bitmap(at: time)
            try sink.append(
                bitmap.width == width && bitmap.height == height ? bitmap : bitmap.placed(width: width, height: height),
                at: index)
            guard progress(index) else { return }
            if isClosed { break }
        }
        try sink.finish()
    }

    /// The pixels that the window has at most while what is waiting happens.
    package var canvas: (width: Int, height: Int) {
        var metrics = WindowMetrics(size: size, scale: scale)
        var (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
        for entry in waiting[nextEntry...] {
            guard case .metrics(let size, let scale) = entry.step.action else { continue }
            metrics = WindowMetrics(size: size ?? metrics.size, scale: scale ?? metrics.scale)
            let pixels = LayerRenderer.pixelSize(of: metrics.size, scale: metrics.scale)
            guard pixels.width * pixels.height <= Double(ScriptLimits.standard.pixels) else { break }
            (width, height) = (max(width, Int(pixels.width)), max(height, Int(pixels.height)))
        }
        return (width, height)
    }
}

extension Bitmap {
    /// The bitmap in the top left corner of a larger one, which is transparent elsewhere.
    fileprivate func placed(width: Int, height: Int) -> Bitmap {
        var result = Bitmap(width: width, height: height)
        for y in 0..<min(height, self.height) {
            for x in 0..<min(width, self.width) { result[x, y] = self[x, y] }
        }
        return result
    }
}

extension ScriptedWindow: WindowHost {}
