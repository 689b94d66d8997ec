import MicaCompositor
import MicaHosting
import MicaServer
import MicaWire
import MicaWorkers

/// A tree of layers that is shown live: what a window has.
///
/// The client's half runs in the run loop of the thread that makes it (`RunLoopPump`): transactions are committed at the end
/// of each turn, delegates and completion blocks are called when their time comes. Frames are drawn at the display's refreshes,
/// whatever the client does: on a thread of their own (`HostThread`), or by another process.
package final class LiveHost {
    /// The tree's root.
    package let root: CALayer
    /// The client's half.
    package let pump: RunLoopPump
    /// The thread that draws; nil where another process does.
    package private(set) var thread: HostThread?
    /// The tree, as servers know it.
    package var context: ContextID { pump.pump.context.id }

    private let connection: SwitchedConnection
    private let alarm: RunLoopAlarm

    /// Shows a tree on a thread of this process.
    ///
    /// - Parameters:
    ///   - root: its root, which has no superlayer and is in no other host.
    ///   - encodes: Whether messages go through their encoded form.
    ///   - display: what several trees on one display have in common; nil for one of its own.
    ///   - timing: the display's refreshes; nil for sixty a second.
    ///   - wake: what wakes the thread that draws; a surface that has no buffer at times gives it when it has one again.
    ///   - output: makes what draws and what is drawn onto, on the thread that draws; it gets that signal.
    package convenience init(
        root: CALayer, encodes: Bool = false, display: AnyObject? = nil, timing: DisplayTiming? = nil,
        wake: WakeSignal = WakeSignal(),
        output: @escaping @Sendable (WakeSignal) -> any FrameOutput
    ) {
        let alarm = RunLoopAlarm()
        let own = LocalConnection(
            encodes: encodes, wake: { wake.signal() }, wakeClient: { [weak alarm] in alarm?.call() })
        self.init(root: root, alarm: alarm, connection: own, display: display, timing: timing)
        startThread(own, wake, output)
    }

    /// Shows a tree through a server, which may be another process.
    ///
    /// - Parameters:
    ///   - display: what several trees on one display have in common; nil for one of its own.
    ///   - timing: the display's refreshes; nil for sixty a second.
    ///   - connect: makes the way to the server; it gets what wakes this thread when the server has said something.
    package convenience init(
        root: CALayer, display: AnyObject? = nil, timing: DisplayTiming? = nil,
        connect: (@escaping @Sendable () -> Void) -> any Connection
    ) {
        let alarm = RunLoopAlarm()
        let connection = connect { [weak alarm] in alarm?.call() }
        self.init(root: root, alarm: alarm, connection: connection, display: display, timing: timing)
    }

    private init(
        root: CALayer, alarm: RunLoopAlarm, connection: any Connection, display: AnyObject?, timing: DisplayTiming?
    ) {
        (self.root, self.alarm) = (root, alarm)
        let connection = SwitchedConnection(connection)
        self.connection = connection
        let context = LayerContext(root: root, connection: connection)
        context.isLive = true
        pump = RunLoopPump(
            ClientPump(context: context, connection: connection, display: display), alarm: alarm)
        pump.pump.timing = timing
    }

    /// Draws on a thread of this process from now on: the server does not come back. All of the tree is sent again, with its animations
    /// where they are.
    package func hostItself(
        wake: WakeSignal = WakeSignal(), output: @escaping @Sendable (WakeSignal) -> any FrameOutput
    ) {
        guard thread == nil else { return }
        let own = LocalConnection(wake: { wake.signal() }, wakeClient: { [weak alarm] in alarm?.call() })
        connection.change(to: own)
        startThread(own, wake, output)
        pump.pump.context.resend(at: MediaClock.machineTime)
    }

    /// Goes another way to whoever shows the tree from now on; all of it is sent again.
    ///
    /// - Parameter connect: makes the way; it gets what wakes this thread when there is something to hear.
    func change(_ connect: (@escaping @Sendable () -> Void) -> any Connection) {
        connection.change(to: connect { [weak alarm] in alarm?.call() })
        pump.pump.context.resend(at: MediaClock.machineTime)
    }

    private func startThread(
        _ connection: LocalConnection, _ wake: WakeSignal, _ output: @escaping @Sendable (WakeSignal) -> any FrameOutput
    ) {
        let (id, timing, capture) = (context, pump.pump.timing, pump.pump.context.capture)
        thread = HostThread(wake: wake) { wake in
            let output = output(wake)
            let server = RenderServer(context: id, workers: output.workers ?? WorkerPool(workers: 1))
            server.showRemotes(of: .ofProcess) { wake.signal() }
            let host = SceneHost(
                context: id, connection: connection, source: LiveScene(server) { wake.signal() }, output: output,
                wake: wake)
            host.timing = timing
            host.capture = capture
            return host
        }
    }

    /// Tells the tree's capture what it is looked at through from now on.
    package func note(_ view: @autoclosure () -> CaptureView) {
        pump.pump.context.capture?.note(view(), at: MediaClock.machineTime)
    }

    /// Tells the tree's capture what a person did, as a line of a script without its time.
    package func noteInput(_ line: @autoclosure () -> String, at time: Double) {
        pump.pump.context.capture?.note(.input(line(), at: time))
    }

    /// The bytes of the tree's capture so far; nil where none is kept in memory.
    package var captured: [UInt8]? { pump.pump.context.capture?.bytes }

    /// Shows nothing any more, and lets the layers go. When it returns the thread that draws has ended.
    package func close() {
        pump.end()
        pump.pump.context.invalidate()
        thread?.stop()
    }
}
