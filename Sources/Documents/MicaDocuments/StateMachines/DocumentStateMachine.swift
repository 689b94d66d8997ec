import CoreGraphics
import Foundation
import QuartzCore

/// The state machine that controls a document: it plays parts of the archive's animations, as the pointer and the
/// program say.
///
/// It has no clock. Its owner calls `advance(to:)` as time passes, at `nextTime` at the latest, so that the pictures are
/// the same in each run.
///
/// *Units*: seconds in the time of the document's root layer, from 0 on; points of the document, y down.
public final class DocumentStateMachine {
    /// The value of an input.
    public enum Input: Sendable, Equatable {
        /// Of a Numeric input.
        case number(Double)
        /// Of a String input.
        case text(String)
        /// Of a Boolean input.
        case flag(Bool)
        /// An Event input, which has no value.
        case event
    }

    /// An action of the pointer.
    public enum Pointer: Sendable, Equatable {
        /// A button or a finger is pressed.
        case down
        /// It is lifted.
        case up
        /// The pointer moves.
        case move
        /// The pointer comes over the document.
        case enter
        /// The pointer leaves the document.
        case exit
    }

    /// The machine's name in the archive.
    public let name: String
    /// Called with the names of custom events that the machine fires.
    public var eventHandler: ((String) -> Void)?
    /// Opens a URL with a target, such as `_blank`; without a handler, no URL is opened. The last value says whether a
    /// press or a click of the user is the cause.
    public var urlHandler: ((_ url: String, _ target: String, _ isByUser: Bool) -> Void)?
    /// Called with problems, in words: a URL that is not opened, a theme that cannot be read.
    public var problemHandler: ((String) -> Void)?

    /// Holds the animation's layers; its clock is the playback.
    private let holder = CALayer()
    private let root: CALayer
    private let stock: StateMachineStock
    private var run: StateMachineRun
    private var playback = StatePlayback(StatePlayback.Settings(), range: 0...0)
    /// The time at which the playback began.
    private var began = 0.0
    /// Whether the playback has ended, and its last picture is shown.
    private var isOver = false
    /// The tween in progress: its begin, its end, and the moment at its end.
    private var tween: (began: Double, end: Double, moment: Double)?
    private var shown: StateMachineStock.Entry
    /// The time of the last call.
    public private(set) var time = 0.0
    private var isStarted = false
    /// The events that wait for the end of the current one: those that handlers cause.
    private var waiting: [StateMachineRun.Event] = []
    private var isHandling = false
    /// The work since a time, in units of about a tenth of a microsecond.
    private var work = (since: 0.0, units: 0)
    /// The events of time since a time.
    private var crowd = (since: 0.0, count: 0)
    /// The time since which loaded animations count, and their number then; `loadLimit` are loaded in `loadPeriod` seconds.
    private var loads = (since: 0.0, count: 0)
    /// The problems that were reported: each once, and a limited number.
    private var problems: Set<String> = []
    /// The parts of animations that were shown, with the sounds in them.
    private var heard = HeardParts()
    private static let loadLimit = 100, loadPeriod = 10.0, problemLimit = 100
    /// The most work of the calls within a tick; a machine that takes more is stopped.
    private static let workLimit = 20_000_000
    /// The work of an event or an effect, of a layer that is shown, and of a value that a tween moves.
    private static let eventWork = 60, layerWork = 50, tweenWork = 1000
    /// The bytes of a text that are hashed for a unit of work.
    private static let hashedBytes = 64
    /// The most events of time within a tick.
    private static let crowdLimit = 1000
    /// The number of ticks a second: machines are told of time at each.
    private static let tickRate = 60.0
    /// The layers that each event of the pointer is about, and the states whose turns interactions wait for.
    private let pointerLayers: [Pointer: Set<String>], loopStates: Set<String>

    init(_ machine: StateMachine, _ stock: StateMachineStock, root: CALayer) throws(DocumentError) {
        name = machine.name
        (self.stock, self.root) = (stock, root)
        run = StateMachineRun(machine)
        pointerLayers = Self.pointerLayers(machine)
        loopStates = Set(machine.interactions.filter { $0.kind == .loopComplete }.compactMap { $0.name })
        shown = try stock.entry()
        holder.bounds = root.bounds
        holder.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
        root.addSublayer(holder)
        place()
        stop(at: 0)
    }

    // MARK: State

    /// The name of the current state; nil before the first.
    public var state: String? { run.state }

    /// Whether the machine runs: it ends in a final state, or when it does not come to rest.
    public var isRunning: Bool { run.isRunning || !isStarted }

    /// The names of the states, in the file's order.
    public var states: [String] { run.machine.states.map { $0.name } }

    /// The names of the inputs, in the file's order.
    public var inputs: [String] { run.machine.inputs.map { $0.name } }

    /// The value of an input; nil when there is none of the name.
    public func value(of input: String) -> Input? {
        switch run.value(of: input) {
        case .number(let value)?: .number(value)
        case .text(let value)?: .text(value)
        case .flag(let value)?: .flag(value)
        case .event?: .event
        case nil: nil
        }
    }

    /// The moment of the animation that is shown, in seconds.
    public var moment: Double { tween == nil ? piece.moment : tween?.moment ?? 0 }

    /// The identifier of the animation that is shown.
    public var animation: String { shown.animation }

    /// The theme that is applied; nil without one.
    public var theme: String? { shown.theme }

    /// The sounds of the parts that were shown until now, at the times at which they were.
    var sounds: [DocumentSound] { heard.sounds(until: time) }

    // MARK: Time

    /// Enters the initial state, if it has not been entered; the other calls do it, too.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        changing {
            isHandling = true
            apply(run.start(showing: shown.animation))
            isHandling = false
            handleWaiting()
        }
    }

    /// The time at which the machine has to be advanced at the latest; nil if it waits for input.
    public var nextTime: Double? {
        guard isStarted else { return 0 }
        var next: Double?
        func consider(_ time: Double?) {
            if let time { next = min(next ?? time, time) }
        }
        consider(tween?.end)
        if tween == nil, !isOver {
            if isQuick { consider(nextTick) }
            consider((isQuick ? playback.end : piece.end).map { began + $0 })
        }
        if run.listensToTime { consider(nextTick) }
        return next.map { max($0, time) }
    }

    private var nextTick: Double { ((time * Self.tickRate + 1e-6).rounded(.down) + 1) / Self.tickRate }

    /// The time of the next event; ends of turns that no interaction and no sound waits for are none.
    private var nextEvent: Double? {
        var next: Double?
        func consider(_ time: Double?) {
            if let time { next = min(next ?? time, time) }
        }
        consider(tween?.end)
        if tween == nil, !isOver {
            let waits =
                !shown.document.sounds.isEmpty || run.isRunning && run.state.map { loopStates.contains($0) } ?? false
            if waits { consider(piece.end.map { began + $0 }) }
            consider(playback.end.map { began + $0 })
        }
        if run.listensToTime { consider(nextTick) }
        return next.map { max($0, time) }
    }

    /// Advances time; earlier times than the last are taken as the last. Handlers of the machine cannot advance it.
    public func advance(to target: Double) {
        start()
        guard target.isFinite, target > time, !isHandling else { return }
        changing {
            while let next = nextEvent, next <= target + 1e-9 {
                if next >= crowd.since + 1 / Self.tickRate { crowd = (next, 0) }
                crowd.count += 1
                work.units += Self.eventWork
                guard crowd.count <= Self.crowdLimit else {
                    stop("has more than \(Self.crowdLimit) events in 1/60 s")
                    break
                }
                pass(to: next)
                happen()
                if !shown.document.sounds.isEmpty { showPiece() }
                guard mayWork() else { break }
            }
            pass(to: max(target, time))
            showPiece()
        }
    }

    /// Ends a machine whose events come to no end.
    private func stop(_ reason: String) {
        run.stop()
        isOver = true
        waiting = []
        showPiece()
        report("\(reason): it is stopped")
    }

    /// Reports a problem: the end of a sentence about the machine.
    private func report(_ words: String) {
        let text = "the state machine '\(name)' \(words)"
        guard problems.count < Self.problemLimit, problems.insert(text).inserted else { return }
        problemHandler?(text)
    }

    private func pass(to next: Double) {
        let step = next - time
        time = next
        guard step > 0, run.isRunning else { return }
        handle(.time(step))
    }

    /// Handles the event at the current time: the end of a tween, of a turn, or of the playback.
    private func happen() {
        if let tween, tween.end <= time + 1e-9 {
            self.tween = nil
            shown.pose.end()
            began = time
            playback = StatePlayback(StatePlayback.Settings(), range: tween.moment...tween.moment)
            handle(.tweenEnd)
            return showPiece()
        }
        guard tween == nil, !isOver else { return }
        if let end = playback.end, began + end <= time + 1e-9 {
            isOver = true
            let state = run.state
            if playback.settings.loops { handle(.loopComplete) }
            // A transition at the end of the turn begins another playback.
            if run.state == state, isOver { handle(.complete) }
        } else if let previous = turnEnd, previous != handledTurn {
            handledTurn = previous
            handle(.loopComplete)
        }
    }

    /// The time of the turn's end that is now; nil when none ends now.
    private var turnEnd: Double? {
        let before = playback.piece(at: max(0, time - began - 1e-6))
        guard let end = before.end, before.endsTurn, !before.isLast, abs(began + end - time) < 1e-5 else { return nil }
        return began + end
    }

    /// The end of the last turn that was told.
    private var handledTurn: Double?

    // MARK: Input

    /// Sets an input.
    ///
    /// - Returns: whether there is one of this name and kind.
    @discardableResult
    public func set(_ input: String, to value: Input) -> Bool {
        start()
        let wanted: StateMachine.Input.Value
        switch value {
        case .number(let number):
            guard number.isFinite else { return false }
            wanted = .number(number)
        case .text(let text): wanted = .text(text)
        case .flag(let flag): wanted = .flag(flag)
        case .event: return fire(input)
        }
        guard let known = run.value(of: input), Self.isSameKind(known, wanted), input != StateMachine.elapsedTime else {
            return false
        }
        changing { handle(.set(input, wanted)) }
        return true
    }

    private static func isSameKind(_ a: StateMachine.Input.Value, _ b: StateMachine.Input.Value) -> Bool {
        switch (a, b) {
        case (.number, .number), (.text, .text), (.flag, .flag): true
        default: false
        }
    }

    /// Fires an event input.
    ///
    /// - Returns: whether there is one of this name.
    @discardableResult
    public func fire(_ event: String) -> Bool {
        start()
        guard run.value(of: event) == .event else { return false }
        changing { handle(.fire(event)) }
        return true
    }

    /// Handles the pointer. A press and a release in the document are a click, on the layers that both are over.
    ///
    /// - Parameter point: where the pointer is, in the space of the document's root layer.
    public func pointer(_ pointer: Pointer, at point: CGPoint) {
        start()
        guard run.machine.listensToPointer else { return }
        changing {
            let event: StateMachineRun.Pointer =
                switch pointer {
                case .down: .down
                case .up: root.bounds.contains(point) ? .up : .upOutside
                case .move: .move
                case .enter: .enter
                case .exit: .exit
                }
            handle(.pointer(event, over: hits(point, pointerLayers[pointer] ?? [])))
        }
    }

    /// The layers by events of the pointer. Moves are about those that the pointer enters and leaves.
    private static func pointerLayers(_ machine: StateMachine) -> [Pointer: Set<String>] {
        let crossed = machine.listenedLayers([.pointerEnter, .pointerExit])
        return [
            .down: machine.listenedLayers([.pointerDown, .click]).union(crossed),
            .up: machine.listenedLayers([.pointerUp, .click]).union(crossed), .move: crossed, .enter: crossed,
        ]
    }

    /// The layers of some names that a point is over now.
    private func hits(_ point: CGPoint, _ names: Set<String>) -> Set<String> {
        guard !names.isEmpty else { return [] }
        let clock = (holder.beginTime, holder.speed, holder.timeOffset)
        stop(at: layerTime)
        defer { (holder.beginTime, holder.speed, holder.timeOffset) = clock }
        let inner = holder.sublayers?.first.map { point.applying(Self.placing($0).inverted()) } ?? point
        return shown.hits(names).names(at: inner)
    }

    /// From the space of the animation's root to that of the document's.
    private static func placing(_ layer: CALayer) -> CGAffineTransform {
        CGAffineTransform(translationX: -layer.bounds.midX, y: -layer.bounds.midY)
            .concatenating(layer.affineTransform())
            .concatenating(CGAffineTransform(translationX: layer.position.x, y: layer.position.y))
    }

    // MARK: Picture

    /// Handles an event. An event that a handler causes waits for the end of the current one.
    private func handle(_ event: StateMachineRun.Event) {
        waiting.append(event)
        handleWaiting()
    }

    private func handleWaiting() {
        guard !isHandling else { return }
        isHandling = true
        var index = 0
        while index < waiting.count {
            let event = waiting[index]
            index += 1
            apply(run.handle(event))
            guard run.isRunning else { break }
        }
        waiting = []
        isHandling = false
    }

    /// Changes layers without their actions. The calls within a tick share its work.
    private func changing(_ body: () -> Void) {
        if !isHandling, time >= work.since + 1 / Self.tickRate { work = (time, 0) }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
    }

    /// Whether there is work left; ends a machine that has used it up.
    private func mayWork() -> Bool {
        guard work.units > Self.workLimit else { return true }
        stop("does too much at one time")
        return false
    }

    private var piece: StatePlayback.Piece { playback.piece(at: time - began) }

    /// Whether the passes are shorter than a tick. They are shown as still pictures, which change at ticks: a clock would
    /// have to be set at each of them.
    private var isQuick: Bool {
        playback.settings.autoplay && playback.pass > 0 && playback.pass < 1 / Self.tickRate
    }

    /// The time of the animation's layers.
    private var layerTime: Double { tween.map { PoseTween.start + time - $0.began } ?? piece.moment }

    /// Stops the layers' clock at one of its times.
    private func stop(at local: Double) {
        (holder.beginTime, holder.speed, holder.timeOffset) = (0, 0, local)
    }

    /// Sets the layers' clock to the piece of the playback that is now.
    private func showPiece() {
        guard tween == nil else { return }
        let piece = piece
        heard.show(shown, at: piece, since: time)
        guard piece.rate != 0, !isQuick else { return stop(at: piece.moment) }
        // A clock that runs already stays as it is, so that nothing is committed.
        let now = (time - holder.beginTime) * Double(holder.speed) + holder.timeOffset
        guard Double(holder.speed) != piece.rate || abs(now - piece.moment) > 1e-7 else { return }
        (holder.beginTime, holder.speed, holder.timeOffset) = (time, Float(piece.rate), piece.moment)
    }

    /// Puts the animation's layers in place, scaled to fit.
    private func place() {
        let layer = shown.document.rootLayer
        work.units += shown.layerCount * Self.layerWork
        for old in holder.sublayers ?? [] { old.removeFromSuperlayer() }
        let (own, size) = (layer.bounds.size, root.bounds.size)
        layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
        let scale = own.width > 0 && own.height > 0 ? min(size.width / own.width, size.height / own.height) : 1
        layer.transform = CATransform3DMakeScale(scale, scale, 1)
        holder.addSublayer(layer)
    }

    /// Shows another animation, or the same with another theme or other values.
    ///
    /// - Returns: whether it could be loaded.
    @discardableResult
    private func show(_ load: () throws(DocumentError) -> StateMachineStock.Entry) -> Bool {
        if time >= loads.since + Self.loadPeriod { loads = (time, stock.loadCount) }
        stock.loadLimit = loads.count + Self.loadLimit
        work.units += stock.keySize / Self.hashedBytes
        do throws(DocumentError) {
            let entry = try load()
            guard entry !== shown else { return true }
            shown.pose.end()
            shown = entry
            place()
            // The new layers have no tween: they show its last picture until its end.
            if let tween { stop(at: tween.moment) }
            return true
        } catch {
            report("cannot show an animation: \(error.reason)")
            return false
        }
    }

    // MARK: Effects

    private func apply(_ effects: [StateMachineRun.Effect]) {
        work.units += run.work + effects.count * Self.eventWork
        for effect in effects {
            guard mayWork() else { break }
            switch effect {
            case .enter(let state): enter(state)
            case .tween(let state, let course): tween(to: state, course)
            case .setFrame(let frame): go(to: frame / shown.rate)
            case .setProgress(let share): go(to: max(0, shown.duration - 1 / shown.rate) * share / 100)
            case .setTheme(let theme):
                work.units += theme.utf8.count / Self.hashedBytes
                show { () throws(DocumentError) in try stock.set(theme: theme.isEmpty ? nil : theme) }
            case .setSlots(let slots):
                work.units += slots.utf8.count / Self.hashedBytes
                show { () throws(DocumentError) in try stock.set(slots: slots) }
            case .openURL(let url, let target, let isByHand): open(url, target, isByHand)
            case .customEvent(let name): eventHandler?(name)
            case .stop(let reason?): report(reason)
            case .stop(nil): break
            }
        }
        showPiece()
    }

    private func enter(_ state: StateMachine.State) {
        var moment: Double? = tween?.moment ?? piece.moment
        if tween != nil {
            tween = nil
            shown.pose.end()
        }
        if !state.animation.isEmpty, state.animation != shown.animation {
            moment = nil
            show { () throws(DocumentError) in try stock.set(animation: state.animation) }
        }
        root.backgroundColor = state.backgroundColor.map(Self.color)
        playback = StatePlayback(state.playback, range: shown.range(of: state.segment), from: moment)
        (began, isOver, handledTurn) = (time, false, nil)
    }

    private func tween(to state: StateMachine.State, _ course: StateMachine.Tween) {
        work.units += shown.pose.count * Self.tweenWork
        let range = shown.range(of: state.segment)
        let target = state.playback.mode.beginsAtEnd ? range.upperBound : range.lowerBound
        stop(at: layerTime)
        shown.pose.begin(course) { stop(at: target) }
        tween = (time, time + course.duration, target)
        heard.rest(since: time)
        (holder.beginTime, holder.speed, holder.timeOffset) = (time, 1, PoseTween.start)
    }

    /// Goes to a moment of the animation; a playback goes on from there.
    private func go(to moment: Double) {
        let moment = min(max(moment, 0), shown.duration)
        if playback.settings.autoplay, playback.range.contains(moment) {
            playback = StatePlayback(playback.settings, range: playback.range, from: moment)
        } else {
            var settings = playback.settings
            settings.autoplay = false
            playback = StatePlayback(settings, range: moment...moment)
        }
        (began, isOver, handledTurn) = (time, false, nil)
    }

    private func open(_ url: String, _ target: String, _ isByHand: Bool) {
        guard let urlHandler else {
            report("asks to open \(url.prefix(500)), which is not allowed")
            return
        }
        urlHandler(url, target, isByHand)
    }

    /// A colour of four bytes: red, green, blue, alpha.
    private static func color(_ value: UInt32) -> CGColor {
        func part(_ shift: UInt32) -> CGFloat { CGFloat(value >> shift & 255) / 255 }
        return CGColor(srgbRed: part(24), green: part(16), blue: part(8), alpha: part(0))
    }
}
