import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaServer
import MicaServing
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore
import Synchronization

/// A server on a thread of this process, with a socket that others see.
final class RunningService: Sendable {
    let address: ServerAddress
    private let stopper: StopFlag
    private let ended = DispatchSemaphore(value: 0)

    /// A path without a listener.
    static func path() -> String {
        FileManager.default.temporaryDirectory.path + "/mica-\(UUID().uuidString.prefix(13))"
    }

    init(at path: String = path(), _ options: ServiceOptions = ServiceOptions()) throws {
        let address = ServerAddress(path: path)
        let (started, found) = (DispatchSemaphore(value: 0), Found())
        let listener = try RenderService.listen(at: address)
        // Only the thread has it, so that the socket is closed when the service has ended.
        found.listener.withLock { $0 = listener }
        let ended = ended
        let thread = Thread {
            Self.run(found, options, started)
            ended.signal()
        }
        thread.start()
        started.wait()
        guard let stopper = found.stopper.withLock({ $0 }) else { throw SocketFault("no server") }
        (self.address, self.stopper) = (address, stopper)
    }

    private static func run(_ found: Found, _ options: ServiceOptions, _ started: DispatchSemaphore) {
        guard let service = found.service(options) else {
            started.signal()
            return
        }
        found.stopper.withLock { $0 = service.stopper }
        started.signal()
        service.run()
    }

    /// Ends it as a crash would, as far as clients see: nothing is said, the sockets are closed, the file stays.
    func stop() {
        stopper.set()
        ended.wait()
    }

    private final class Found: Sendable {
        let stopper = Mutex<StopFlag?>(nil)
        let listener = Mutex<Descriptor?>(nil)

        /// The service of the listener, which no other owns from then on.
        func service(_ options: ServiceOptions) -> RenderService? {
            listener.withLock { listener in
                defer { listener = nil }
                return listener.flatMap { try? RenderService(listening: $0, options) }
            }
        }
    }
}

/// A tree of this thread that a server shows.
final class ServedScene {
    let root = CALayer()
    let link: ServerLink
    let served: ServedTree
    let host: LiveHost
    static let side = 32

    init(_ address: ServerAddress, retry: RetryPolicy = RetryPolicy(), port: UInt32? = nil) throws {
        link = try ServerLink(address, name: "test", retry: retry, port: port)
        root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
        let link = link
        var made: ServedTree?
        host = LiveHost(root: root, display: link) { wake in
            let tree = link.tree(wake: wake)
            made = tree
            return tree
        }
        guard let made else { throw SocketFault("no tree") }
        served = made
        served.show(ServedSurface(width: Self.side, height: Self.side, title: "test"), of: host.context)
    }

    /// Adds a layer; the transaction is committed.
    @discardableResult
    func add(_ color: CGColor, _ frame: CGRect) -> CALayer {
        let layer = CALayer()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        (layer.backgroundColor, layer.frame) = (color, frame)
        root.addSublayer(layer)
        CATransaction.commit()
        CATransaction.flush()
        return layer
    }

    /// The server's picture at a media time, when all that was committed is applied.
    func picture(at time: Double) throws -> Bitmap {
        host.pump.work()
        served.waitUntilApplied()
        guard case .picture(let picture) = try link.ask(.ownPicture(context: host.context, time: time)) else {
            throw SocketFault("no picture")
        }
        return picture
    }

    /// The pictures of a server in this process of the same layers, which are lent to it.
    func expected(at time: Double) -> Bitmap {
        let target = BitmapSurface(width: Self.side, height: Self.side)
        let connection = LocalConnection()
        let server = RenderServer(context: host.context)
        let scene = SceneHost(
            context: host.context, connection: connection, source: LiveScene(server),
            output: SurfaceOutput(CPUCompositor(threads: 1), target))
        scene.background = PixelColor(premultiplied: 0xFF00_0000)
        try? connection.send(.commit(host.context, number: 1, Self.whole(root, at: time)))
        scene.draw(scene.frame(at: time), at: time)
        return target.bitmap
    }

    /// All of a tree as one commit, from a copy of it.
    private static func whole(_ root: CALayer, at time: Double) -> Commit {
        var commits: [Commit] = []
        let copy = copied(root)
        let context = LayerContext(root: copy) { commits.append($0) }
        CATransaction.flush()
        context.invalidate()
        var whole = commits.first ?? Commit(time: time)
        for later in commits.dropFirst() { _ = whole.merge(later) }
        return whole
    }

    private static func copied(_ layer: CALayer) -> CALayer {
        let copy = CALayer()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        (copy.frame, copy.backgroundColor, copy.contents, copy.opacity) = (
            layer.frame, layer.backgroundColor, layer.contents, layer.opacity
        )
        for key in layer.animationKeys() ?? [] {
            if let animation = layer.animation(forKey: key) { copy.add(animation, forKey: key) }
        }
        for sublayer in layer.sublayers ?? [] { copy.addSublayer(copied(sublayer)) }
        CATransaction.commit()
        return copy
    }

    /// Runs this thread's run loop until something has happened; false when it did not within half a minute.
    func runLoop(until condition: () -> Bool) -> Bool {
        let end = MonotonicClock.now + 30
        while !condition() {
            guard MonotonicClock.now < end else { return false }
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
        return true
    }
}

/// Runs a body on a thread of its own, whose clock and run loop no other test has.
func onOwnThread(_ body: @escaping () throws -> Void) throws {
    let (done, work) = (DispatchSemaphore(value: 0), Handed(value: body))
    let shared = HandedFailure()
    let thread = Thread {
        do { try work.value() } catch { shared.error.withLock { $0 = error } }
        done.signal()
    }
    thread.start()
    done.wait()
    if let error = shared.error.withLock({ $0 }) { throw error }
}

/// Values for a thread from one that waits for it.
// Safe because: the thread that hands it over does nothing until the other has ended.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value
}

private final class HandedFailure: Sendable {
    let error = Mutex<(any Error)?>(nil)
}
