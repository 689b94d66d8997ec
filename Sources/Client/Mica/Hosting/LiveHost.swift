import MicaCompositor
import MicaEncoding
import MicaHosting
import MicaServer
import MicaTrace
import MicaWire
import MicaWorkers
import QuartzCore

/// A tree of layers that is shown live, as in a window.
///
/// The client's half runs in the run loop of the thread that makes it (`RunLoopPump`): the end of each turn commits
/// transactions, and delegates and completion blocks are called when they are due. Frames are drawn at the display's
/// refreshes, whatever the client does: on a thread of their own (`HostThread`), or by another process.
package final class LiveHost {
    /// The root of the tree.
    package let root: CALayer
    /// The client's half.
    package let pump: RunLoopPump
    /// The thread that draws; nil when another process draws.
    package private(set) var thread: HostThread?
    /// The tree's identity for servers.
    package var context: ContextID { pump.pump.context.id }

    private let connection: SwitchedConnection
    /// Records the run; nil when there is no capture.
    private let capture = CaptureLog.ofNewTree()
    private let alarm: RunLoopAlarm

    /// Shows a tree with a thread of this process.
    ///
    /// - Parameters:
    ///   - root: the root of the tree, which has no superlayer and is in no other host.
    ///   - encodes: whether messages are encoded and decoded.
    ///   - display: an object shared by the trees on one display; nil for a display of its own.
    ///   - timing: the display's refreshes; nil for sixty a second.
    ///   - wake: wakes the thread that draws. A surface without a free buffer signals it when one becomes free.
    ///   - output: makes the compositor and its surface, on the thread that draws; it gets `wake`.
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
    ///   - display: an object shared by the trees on one display; nil for a display of its own.
    ///   - timing: the display's refreshes; nil for sixty a second.
    ///   - connect: makes the connection; its argument wakes this thread when there are messages of the server.
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
        let context = LayerContext(root: root, connection: connection, capture: capture)
        context.isLive = true
        pump = RunLoopPump(
            ClientPump(context: context, connection: connection, display: display), alarm: alarm)
        pump.pump.timing = timing
    }

    /// Draws on a thread of this process from now on, as the server does not come back. The whole tree is sent again,
    /// with its animations where they are.
    package func hostItself(
        wake: WakeSignal = WakeSignal(), output: @escaping @Sendable (WakeSignal) -> any FrameOutput
    ) {
        guard thread == nil else { return }
        let own = LocalConnection(wake: { wake.signal() }, wakeClient: { [weak alarm] in alarm?.call() })
        connection.change(to: own)
        startThread(own, wake, output)
        pump.pump.context.resend(at: MediaClock.machineTime)
    }

    /// Replaces the connection to the server, and sends the whole tree again.
    ///
    /// - Parameter connect: makes the connection; its argument wakes this thread when there are messages.
    func change(_ connect: (@escaping @Sendable () -> Void) -> any Connection) {
        connection.change(to: connect { [weak alarm] in alarm?.call() })
        pump.pump.context.resend(at: MediaClock.machineTime)
    }

    private func startThread(
        _ connection: LocalConnection, _ wake: WakeSignal, _ output: @escaping @Sendable (WakeSignal) -> any FrameOutput
    ) {
        let (id, timing, capture) = (context, pump.pump.timing, capture)
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

    /// Records in the tree's capture how the tree is viewed from now on.
    package func note(_ view: @autoclosure () -> CaptureView) {
        capture?.note(view(), at: MediaClock.machineTime)
    }

    /// Records a person's input in the tree's capture, as a line of a script without its time.
    package func noteInput(_ line: @autoclosure () -> String, at time: Double) {
        capture?.note(.input(line(), at: time))
    }

    /// The bytes of the tree's capture so far; nil when no capture is in memory.
    package var captured: [UInt8]? { capture?.bytes }

    /// Stops showing the tree and detaches its layers. The thread that draws has ended when this returns.
    package func close() {
        pump.end()
        pump.pump.context.invalidate()
        thread?.stop()
    }
}
