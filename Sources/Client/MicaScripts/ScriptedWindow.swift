import CoreGraphics
import Foundation
import Mica
import MicaBase
@_exported import MicaEvents
import MicaSurface
import QuartzCore

/// A window without a screen: layers, a virtual clock, and events that a program or a script sends.
///
///     let window = ScriptedWindow(size: CGSize(width: 320, height: 240))
///     let button = CALayer()
///     button.frame = CGRect(x: 20, y: 20, width: 80, height: 40)
///     window.layer.addSublayer(button)
///     window.eventHandler = { [unowned window] event in
///         if case .pointer(let pointer) = event.content, pointer.phase == .pressed,
///             window.hitTest(pointer.position) === button
///         {
///             button.opacity = 0.5
///         }
///     }
///     try window.perform("tap 40,30")
///     window.advance(to: 1)
///     let picture = window.image
///
/// Time passes only when the program says so, so that every run makes the same pictures, byte for byte, on any number
/// of threads. User interfaces are tested so without a display. The windows of `MicaWindow` on a screen get the same
/// events.
///
/// *Units*: points of the window's content from its top left corner, y down; seconds from the making of the window.
public final class ScriptedWindow {
    /// The window's content, to which the program adds layers. Its bounds have the window's size, and its superlayer's
    /// space is the window's: `layer.hitTest(_:)` takes points of events.
    public let layer: CALayer
    /// The window's number, which its events carry.
    public let id: WindowID
    /// The content's size, in points; a `resize` changes it.
    public var size: CGSize { renderer.size }
    /// Pixels per point; a `resize` changes it.
    public var scale: CGFloat { renderer.scale }
    /// The window's time, in seconds. On its thread `CACurrentMediaTime()` is the same.
    public var time: CFTimeInterval { renderer.time }
    /// Whether the window keeps nothing of the past, as `LayerRenderer.forgetsPast` says; false by default.
    public var forgetsPast: Bool {
        get { renderer.forgetsPast }
        set { renderer.forgetsPast = newValue }
    }
    /// The colour behind the layers; nil is transparent.
    public var background: CGColor? {
        get { renderer.background }
        set { renderer.background = newValue }
    }
    /// The last appearance that was set; light at first.
    public private(set) var appearance = WindowAppearance.light
    /// Whether the window has the keyboard's focus; true at first.
    public private(set) var isFocused = true
    /// Whether the window is visible; true at first. It is drawn in any case.
    public private(set) var isVisible = true

    /// Called for each event, at its time: animations that it adds begin then.
    public var eventHandler: ((WindowEvent) -> Void)?
    /// Called with the states that scripts name. False means that there is no such state; that ends the script.
    public var stateHandler: ((String) -> Bool)?
    /// The place of the element that a text names, for lines such as `tap "Log in"`; nil if there is none. UIKit sets it
    /// for a window that it shows.
    public var elementFinder: ((String) -> CGPoint?)?

    /// The height in points of a keyboard on the screen that is shown while a view takes text; 0, as at first, for none:
    /// then there are keys. UIKit posts its notifications as on a phone, so that tests can check that views avoid it.
    public var keyboardHeight: CGFloat = 0
    /// The entry of text into a view; nil if no view takes text.
    package private(set) var textInput: TextInputState?
    /// How often the program has ended the composition of an input method.
    package private(set) var endedCompositions = 0
    /// The look of the mouse's pointer that the view under it wants; the arrow at first.
    package private(set) var cursor = HostCursor.arrow
    /// The text of the window's own clipboard, in place of a system's; nil at first.
    package var clipboardText: String?
    /// A clipboard with content of several types, which is used in place of `clipboardText`; nil at first.
    package var clipboard: (any DesktopClipboard)?
    /// The text that was selected last, in place of a system's; nil at first.
    package var primarySelection: String?

    /// The reason why the window has no pictures; nil if it has.
    public var problem: LayerRenderer.Failure? { renderer.problem }

    /// The renderer of the layers.
    package let renderer: LayerRenderer
    /// The steps still to happen, by time.
    private var waiting: [Entry] = []
    private var nextEntry = 0
    /// The times at which scheduled code runs, in order.
    private var stops: [CFTimeInterval] = []
    private var failure: ScriptError?
    /// Where the last element was that a script pressed.
    private var elementPoint = CGPoint.zero
    /// Called with the inputs and values that scripts set, and with the events that they fire, which have no value. False
    /// means that there is no such input or event; that ends the script.
    public var inputHandler: ((_ name: String, _ value: String?) -> Bool)?

    /// A step of a script, at a time of the window.
    private struct Entry {
        var time: Double
        var step: EventScript.Step
        var script: String
    }

    deinit { layer.forgetAnimationsInTree() }

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - size: The content's size, in points.
    ///   - scale: Pixels per point.
    ///   - threads: The number of threads that draw; nil uses one for each core. The bytes do not depend on it.
    ///
    /// A picture has 1 to 2^28 pixels. Otherwise the window has a `problem`: the methods that throw throw it, and
    /// `image` is one transparent pixel.
    public init(size: CGSize, scale: CGFloat = 1, threads: Int? = nil, id: WindowID = .first) {
        layer = CALayer()
        self.id = id
        layer.frame = CGRect(origin: .zero, size: size)
        layer.contentsScale = scale
        renderer = LayerRenderer(layer: layer, size: size, scale: scale, threads: threads)
        renderer.driveProgram()
    }

    // MARK: Events

    /// Sends an event at the present time.
    public func send(_ content: WindowEvent.Content, modifiers: KeyModifiers = []) {
        run { self.deliver(content, modifiers) }
    }

    /// Sends an event at its time. A time in the past counts as now.
    ///
    /// First the window advances to that time. An event of another window is ignored.
    public func send(_ event: WindowEvent) {
        guard event.window == id else { return }
        advance(to: event.time)
        run { self.deliver(event.content, event.modifiers) }
    }

    /// Changes the window's size in points, its scale, or both, as a user or a display does. A picture without pixels,
    /// or with more than 2^28, is ignored.
    public func resize(to size: CGSize? = nil, scale: CGFloat? = nil) {
        run { self.changeMetrics(size ?? self.size, scale ?? self.scale) }
    }

    /// Plays lines of a script from now on, and advances to the end of the last action.
    ///
    /// - Throws: A `ScriptError` with the position and the reason, if the lines cannot be read or played.
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

    /// Plays a script as the window's time advances; its time 0 is now.
    ///
    /// Several scripts may play at once. A script that names an unknown state ends there: see `scriptFailure`.
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

    /// The reason why a script ended early; nil for none.
    public var scriptFailure: ScriptError? { failure }

    // MARK: Time

    /// Advances to a time: everything due until then happens, in order. A time in the past changes nothing.
    public func advance(to time: CFTimeInterval) {
        while true {
            let due = nextEntry < waiting.count ? waiting[nextEntry].time : .infinity
            if let stop = stops.first, stop <= time, stop <= due {
                // The code may play scripts from then on.
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

    /// The time of the next timer, frame, end of an animation or action of a script; nil if nothing is due.
    package var nextEventTime: CFTimeInterval? {
        let action = nextEntry < waiting.count ? waiting[nextEntry].time : nil
        return [action, renderer.nextEvent()].compactMap { $0 }.min()
    }

    /// Whether the window was closed.
    public private(set) var isClosed = false

    /// Closes the window: it gets no more events, and a film of it ends.
    public func close() {
        isClosed = true
        waiting.removeAll()
        nextEntry = 0
    }

    /// Runs code at a time, as if the program did it then. A time in the past counts as now.
    public func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        renderer.schedule(at: time, body)
        guard time.isFinite else { return }
        stops.insert(time, at: stops.firstIndex { $0 > time } ?? stops.count)
    }

    /// Runs code with the window's time as the thread's, and commits its changes.
    private func run(_ body: @escaping () -> Void) {
        renderer.advance(to: time)
        renderer.schedule(at: time, body)
        renderer.advance(to: time)
    }

    private func perform(_ entry: Entry) {
        switch entry.step.action {
        case .event(let content): deliver(content, entry.step.modifiers)
        case .element(let text, var pointer):
            if pointer.phase == .pressed {
                guard let elementFinder else {
                    return fail(
                        entry, "cannot tap '\(text)': the window has no elementFinder; show a UIWindow or set it")
                }
                guard let point = elementFinder(text) else {
                    return fail(entry, "no element has the identifier or label '\(text)'")
                }
                elementPoint = point
            }
            pointer.position = elementPoint
            deliver(.pointer(pointer), entry.step.modifiers)
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
        case .input(let name, let value):
            if let inputHandler, inputHandler(name, value) { return }
            let kind = value == nil ? "event" : "input"
            fail(entry, "there is no \(kind) '\(name)'\(value.map { " that takes the value '\($0)'" } ?? "")")
        }
    }

    /// Ends a script early, with a reason.
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
        renderer.noteInput(event.recordedLine(during: textInput))
        eventHandler?(event)
    }

    // MARK: Layers

    /// The front-most layer at a point of the window, at its present position in animations.
    ///
    /// - Parameter presented: If false, layers count at their positions after all animations.
    /// - Returns: A layer of the tree, never a presentation layer; nil if only the window's own layer is there.
    public func hitTest(_ point: CGPoint, presented: Bool = true) -> CALayer? {
        renderer.advance(to: time)
        let found = renderer.hitTest(point, presented: presented)
        return found === layer ? nil : found
    }

    // MARK: Pictures

    /// The present picture.
    public var image: CGImage { renderer.image(at: time) }

    /// The ops of the present picture, in words (docs/read-a-frame.md).
    public var frameText: String { renderer.frame(at: time).description }

    /// Writes the present picture to a file, as `LayerRenderer.write(to:at:)` does.
    ///
    /// - Throws: An error with the file and the reason.
    public func write(to path: String, options: LayerRenderer.FileOptions = .init()) throws {
        try renderer.write(to: path, at: time, options: options)
    }

    /// Writes the present picture to a file.
    ///
    /// - Throws: An error with the file and the reason; also if the URL is not a file's.
    public func write(to url: URL, options: LayerRenderer.FileOptions = .init()) throws {
        try write(to: url.filePath(), options: options)
    }

    /// Writes the pictures from now on to a file, as `write(to:duration:framesPerSecond:)` of a path does.
    ///
    /// - Throws: As for a path; also if the URL is not a file's.
    public func write(
        to url: URL, duration: CFTimeInterval, framesPerSecond: Double = 30,
        options: LayerRenderer.FileOptions = .init()
    ) throws {
        try write(to: url.filePath(), duration: duration, framesPerSecond: framesPerSecond, options: options)
    }

    /// Writes the pictures from now on to a file, while time advances, scripts included. The formats are those of
    /// `LayerRenderer.write(to:duration:)`.
    ///
    /// If a script resizes the window, all pictures have the largest size, with the window in the top left corner.
    ///
    /// - Parameters:
    ///   - duration: In seconds; at least one frame is written.
    ///   - framesPerSecond: Greater than zero.
    /// - Throws: An error with the file and the reason, or the reason why a script ended.
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
        if let problem { throw SurfaceError(path: path, reason: problem.description) }
        let count = max(1, Int((duration * framesPerSecond).rounded()))
        try render(
            frames: 0..<count, rate: rate, into: renderer.sink(for: path, isAnimation: count > 1, options))
    }

    /// Draws the frames from now on into a sink, which is begun and finished here.
    ///
    /// - Parameter progress: Called after each frame; false stops, and leaves no file.
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

    /// The largest size in pixels that the window has while the waiting steps happen.
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
    /// The bitmap in the top left corner of a larger one, which is otherwise transparent.
    fileprivate func placed(width: Int, height: Int) -> Bitmap {
        var result = Bitmap(width: width, height: height)
        for y in 0..<min(height, self.height) {
            for x in 0..<min(width, self.width) { result[x, y] = self[x, y] }
        }
        return result
    }
}

extension ScriptedWindow: WindowHost {}

extension ScriptedWindow: CursorHost {
    /// Notes the pointer's look; the pictures have no pointer.
    package func cursorChanged(_ cursor: HostCursor) { self.cursor = cursor }
}

extension ScriptedWindow: TextInputHost {
    /// Notes the entry of text: records of events leave out secrets.
    package func textInputChanged(_ state: TextInputState?) { textInput = state }

    /// Counts, in place of an input method.
    package func endComposition() { endedCompositions += 1 }
}
