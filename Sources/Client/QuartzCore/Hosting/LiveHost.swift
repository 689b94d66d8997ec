import MicaCompositor
import MicaHosting
import MicaServer
import MicaWire

/// A tree of layers that is shown live: what a window has.
///
/// The client's half runs in the run loop of the thread that makes it (`RunLoopPump`): transactions are committed at the end
/// of each turn, delegates and completion blocks are called when their time comes. Frames are drawn on a thread of their own
/// (`HostThread`), at the display's refreshes, whatever the client does.
package final class LiveHost {
    /// The tree's root.
    package let root: CALayer
    /// The client's half.
    package let pump: RunLoopPump
    /// The thread that draws.
    package let thread: HostThread

    /// Shows a tree.
    ///
    /// - Parameters:
    ///   - root: its root, which has no superlayer and is in no other host.
    ///   - encodes: Whether messages go through their encoded form.
    ///   - display: what several trees on one display have in common; nil for one of its own.
    ///   - timing: the display's refreshes; nil for sixty a second.
    ///   - wake: what wakes the thread that draws; a surface that has no buffer at times gives it when it has one again.
    ///   - output: makes what draws and what is drawn onto, on the thread that draws; it gets that signal.
    package init(
        root: CALayer, encodes: Bool = false, display: AnyObject? = nil, timing: DisplayTiming? = nil,
        wake: WakeSignal = WakeSignal(),
        output: @escaping @Sendable (WakeSignal) -> any FrameOutput
    ) {
        self.root = root
        let alarm = RunLoopAlarm()
        let connection = LocalConnection(
            encodes: encodes, wake: { wake.signal() }, wakeClient: { [weak alarm] in alarm?.call() })
        let context = LayerContext(root: root, connection: connection)
        context.isLive = true
        pump = RunLoopPump(
            ClientPump(context: context, connection: connection, display: display), alarm: alarm)
        pump.pump.timing = timing
        let id = context.id
        thread = HostThread(wake: wake) { wake in
            let host = SceneHost(
                context: id, connection: connection, source: LiveScene(RenderServer(context: id)), output: output(wake),
                wake: wake)
            host.timing = timing
            return host
        }
    }

    /// Shows nothing any more, and lets the layers go. When it returns the thread that draws has ended.
    package func close() {
        pump.end()
        pump.pump.context.invalidate()
        thread.stop()
    }
}
