import Foundation
import Glibc
import Mica
import MicaBase
import MicaEncoding
import MicaServing
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore

/// A clock that a test sets.
final class ManualClock: FrameClock {
    /// A little after a refresh, as a thread wakes.
    private var time = 1000.002
    /// How much later it is whenever somebody has looked.
    var tick = 0.0

    var now: Double {
        get {
            time += tick
            return time
        }
        set { time = newValue }
    }
    func wait(until time: Double, or signal: WakeSignal) -> Bool { false }
}

/// A server without a thread, in the time of a test.
final class VirtualService {
    let service: RenderService
    let clock = ManualClock()
    private let path = RunningService.path()

    init(_ options: ServiceOptions = ServiceOptions(), screen: (any ServiceScreen)? = nil) throws {
        var options = options
        options.drawsAside = false
        service = try RenderService(ServerAddress(path: path), options, clock: clock, screen: screen)
    }

    deinit { _ = unsafe unlink(path) }

    /// Lets it process its messages and due work.
    func turn(_ count: Int = 3) { for _ in 0..<count { service.turn(seconds: 0) } }

    /// Lets time pass, in sixtieths of a second.
    func pass(_ frames: Int, _ body: () throws -> Void = {}) rethrows {
        for _ in 0..<frames {
            clock.now += 1 / 60.0
            turn(2)
            try body()
        }
    }

    func connect(_ name: String = "peer") throws -> PacketPeer {
        let (near, far) = try Descriptor.pair()
        service.adopt(far)
        return PacketPeer(near, name: name)
    }
}

/// A program with one tree, in the time of a test.
final class VirtualProgram {
    let peer: PacketPeer
    let root = CALayer()
    let context: LayerContext
    private let connection = LocalConnection()
    private let service: VirtualService
    private(set) var lastCommit: UInt64 = 0
    /// Of each frame that was shown: its time, and the last commit that it has.
    private(set) var shown: [(time: Double, commit: UInt64)] = []
    private(set) var applied: UInt64 = 0
    /// Memories that it has back.
    private(set) var taken: [UInt32] = []
    /// The messages about its tree, without frames.
    private(set) var notes: [ServerMessage] = []

    /// - Parameters:
    ///   - export: the number under which a port's client shows the tree; nil for a window.
    ///   - peer: of a program that has other trees; nil for one of its own.
    init(
        _ service: VirtualService, port: UInt32? = nil, export: (id: UInt32, port: UInt32)? = nil, side: Int = 32,
        onRequest: Bool = false, peer: PacketPeer? = nil
    ) throws {
        self.service = service
        self.peer = try peer ?? service.connect()
        let peer = self.peer
        if let port { peer.send(.port(port)) }
        root.frame = CGRect(x: 0, y: 0, width: side, height: side)
        context = LayerContext(root: root, connection: connection)
        context.isLive = true
        if let export {
            peer.send(.export(context.id, id: export.id, port: export.port))
        } else {
            var surface = ServedSurface(width: side, height: side, title: "virtual")
            surface.isOnRequest = onRequest
            peer.send(.surface(context.id, surface))
        }
    }

    deinit { context.invalidate() }

    /// Changes layers without actions, and sends the changes.
    func change(tying fence: (LayerFence, Int)? = nil, _ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        if let (fence, party) = fence { fence.tie(as: party) }
        body()
        CATransaction.commit()
        CATransaction.flush()
        send()
    }

    /// Ends it as a crash would: the connection is gone, and nothing was said.
    func crash() {
        shutdown(peer.socket.descriptor.number, Int32(SHUT_RDWR))
        peer.socket.giveUp()
    }

    /// Sends the commits.
    func send() {
        var messages: [ClientMessage] = []
        connection.receive(into: &messages)
        for message in messages {
            if case .commit(_, let number, _) = message { lastCommit = number }
            peer.send(message)
        }
    }

    /// Receives and notes the server's messages.
    @discardableResult
    func hear() throws -> [ServerPacket] {
        let packets = try peer.hear()
        for packet in packets {
            if case .taken(let memory) = packet { taken.append(memory) }
            guard case .message(let bytes) = packet else { continue }
            let message = try ServerMessage(decoding: bytes)
            switch message {
            case .presented(_, let number, let time): shown.append((time, number))
            case .applied(_, let number): applied = number
            default: notes.append(message)
            }
        }
        return packets
    }

    /// The server's picture of the tree, now.
    func picture() throws -> Bitmap? {
        service.turn()
        try hear()
        peer.send(.ask(number: 77, .ownPicture(context: context.id, time: service.clock.now)))
        for _ in 0..<10 {
            service.turn(1)
            for case .picture(77, let width, let height) in try hear() {
                guard let descriptor = peer.socket.takeDescriptor() else { return nil }
                let (width, height) = (Int(width), Int(height))
                guard let source = SharedMemory.Source(descriptor, size: width * height * 4),
                    let pixels = source.pixels(at: 0, count: width * height)
                else { return nil }
                return Bitmap(width: width, height: height, pixels: pixels)
            }
        }
        return nil
    }
}
