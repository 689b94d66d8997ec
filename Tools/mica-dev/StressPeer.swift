import CoreGraphics
import Foundation
import Glibc
import MicaBase
import MicaEncoding
import MicaRandom
import MicaServing
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore

/// A client of `mica-dev stress day` and `crowd`: a small tree, and the server's messages to it.
final class StressPeer {
    static let side = 48
    let peer: PacketPeer
    let root = CALayer()
    private let context: LayerContext
    private let connection = LocalConnection()
    private var layers: [CALayer] = []
    private var memory: SharedMemory?
    private var isMemoryFree = true
    /// Why the server cut the client off; nil if it did not.
    private(set) var goodbye: String?
    /// The media times of the frames that were shown.
    private(set) var shown: [Double] = []

    /// - Parameters:
    ///   - port: the number under which others hand trees to it.
    ///   - export: how another client shows its tree; nil for a window.
    init(_ descriptor: Descriptor, name: String, port: UInt32 = 0, export: (id: UInt32, port: UInt32)? = nil) {
        peer = PacketPeer(descriptor, name: name)
        if port != 0 { peer.send(.port(port)) }
        root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
        root.backgroundColor = CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1)
        context = LayerContext(root: root, connection: connection)
        context.isLive = true
        if let export {
            peer.send(.export(context.id, id: export.id, port: export.port))
        } else {
            peer.send(.surface(context.id, ServedSurface(width: Self.side, height: Self.side, title: name)))
        }
    }

    deinit {
        context.invalidate()
        peer.socket.giveUp()
    }

    /// Changes layers without actions, and sends the changes.
    func change(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
        CATransaction.flush()
        var messages: [ClientMessage] = []
        connection.receive(into: &messages)
        for message in messages { peer.send(message) }
    }

    /// A layer that moves for a number of seconds from a media time on.
    func move(from time: Double, seconds: Double) {
        change {
            let layer = CALayer()
            layer.frame = CGRect(x: 0, y: 20, width: 8, height: 8)
            layer.backgroundColor = .white
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.beginTime, move.duration) = (0, Self.side, time, seconds)
            layer.add(move, forKey: "move")
            root.addSublayer(layer)
            layers.append(layer)
            if layers.count > 6 { layers.removeFirst().removeFromSuperlayer() }
        }
    }

    /// Shows another picture, in memory that is used again; does nothing while the server still uses that memory.
    func showPicture(_ random: inout SeededGenerator) throws {
        guard isMemoryFree, let layer = layers.last else { return }
        let picture = ImageResource(
            bitmap: Bitmap(width: 32, height: 32, filledWith: 0xFF00_0000 | UInt32(random.below(1 << 24))))
        if memory == nil {
            let made = try SharedMemory(size: 4096)
            peer.send(.memory(number: 1, size: 4096), with: made.descriptor)
            memory = made
        }
        memory?.write(picture.bitmap().pixels)
        isMemoryFree = false
        let old = layer.contents.map { _ in lastPicture }
        peer.send(
            .image(
                id: picture.id & ClientNumber.numbers, width: 32, height: 32, isOpaque: true, memory: 1, offset: 0))
        change { layer.contents = CGImage(resource: picture) }
        if let old, old != 0 { peer.send(.message(ClientMessageEncoder.drop([old]))) }
        lastPicture = picture.id & ClientNumber.numbers
    }

    private var lastPicture: UInt64 = 0

    /// Reads the server's messages.
    func hear() throws {
        for packet in try peer.hear() {
            switch packet {
            case .taken: isMemoryFree = true
            case .goodbye(let reason): goodbye = reason
            case .message(let bytes):
                if case .presented(_, _, let time) = try ServerMessage(decoding: bytes) { shown.append(time) }
            default: continue
            }
        }
    }

    func forgetShown() { shown.removeAll(keepingCapacity: true) }
}

extension [StressPeer] {
    /// Reads the server's messages to the clients for some seconds.
    func hear(for seconds: Double) throws {
        let end = MonotonicClock.now + seconds
        while MonotonicClock.now < end {
            var list = map { pollfd(fd: $0.peer.socket.descriptor.number, events: Int16(POLLIN), revents: 0) }
            let time = Int32(Swift.max(0, end - MonotonicClock.now) * 1000) + 1
            unsafe _ = list.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), time) }
            for (client, entry) in zip(self, list) where entry.revents != 0 { try client.hear() }
        }
    }
}
