import MicaBase
import MicaWire

/// The surface that a client wants for its tree.
package struct ServedSurface: Sendable, Equatable {
    /// The size of the picture. *Units*: pixels.
    package var width: Int, height: Int
    /// Pixels per point.
    package var scale: Double
    /// From points of the space that the root layer lies in to pixels, as an affine map: a, b, c, d, tx, ty.
    package var transform: [Double]
    /// The colour behind the layers, as a premultiplied pixel, 0xAARRGGBB.
    package var background: UInt32
    /// Whether frames are drawn on request, at a requested time, rather than at the server's refreshes.
    package var isOnRequest: Bool
    /// Whether the server waits for tiles with missing pixels before it completes a frame.
    package var waitsForTiles: Bool
    /// The title of the window.
    package var title: String

    /// The most pixels on a side.
    package static let sideLimit = 16_384
    /// The most pixels in all.
    package static let pixelLimit = 1 << 25

    /// Makes a surface whose layers are in points from its top left corner.
    package init(width: Int, height: Int, scale: Double = 1, title: String = "") {
        (self.width, self.height, self.scale, self.title) = (width, height, scale, title)
        transform = [scale, 0, 0, scale, 0, 0]
        (background, isOnRequest, waitsForTiles) = (0xFF00_0000, false, false)
    }

    /// The map from points to pixels.
    package var rootTransform: Homography {
        Homography(
            a: transform[0], b: transform[1], c: transform[2], d: transform[3], tx: transform[4], ty: transform[5])
    }
}

/// A question to a server.
package enum ServerQuestion: Sendable, Equatable {
    /// The clients, their windows and their use of resources, as lines of text.
    case clients
    /// The layers of a window, or of all windows for 0, as lines of text.
    case tree(window: UInt32)
    /// The picture of a window, or of the screen for 0, at a media time; nil for now.
    case picture(window: UInt32, time: Double?)
    /// The picture of one of the client's own trees, at a media time.
    case ownPicture(context: ContextID, time: Double)
}

/// A packet from a client to a server.
package enum ClientPacket: Sendable, Equatable {
    /// The first packet: the version, and the program's name.
    case hello(version: UInt32, name: String)
    /// The surface for a tree; sent again when it changes.
    case surface(ContextID, ServedSurface)
    /// An encoded `ClientMessage`, without pixels.
    case message([UInt8])
    /// Memory for images, whose descriptor comes with this packet.
    case memory(number: UInt32, size: UInt64)
    /// The memory is no longer used.
    case forget(memory: UInt32)
    /// An image whose pixels are in memory that was sent, row by row without padding.
    case image(id: UInt64, width: UInt32, height: UInt32, isOpaque: Bool, memory: UInt32, offset: UInt64)
    /// A question; the answer will have its number.
    case ask(number: UInt32, ServerQuestion)
    /// The number under which other clients hand their trees to this one, from now on.
    case port(UInt32)
    /// A tree for another client to show, in place of a surface of its own: the client with the port shows it under the
    /// number. Sent before the first commit of the tree.
    case export(ContextID, id: UInt32, port: UInt32)

    /// The most bytes of a name or a title.
    package static let textLimit = 256

    /// The packet with its header.
    package func encoded() -> [UInt8] {
        switch self {
        case .hello(let version, let name):
            var writer = PacketWriter(1)
            writer.integer(version)
            writer.text(name)
            return writer.finish()
        case .surface(let context, let surface):
            var writer = PacketWriter(2, reserving: 128)
            writer.integer(context.rawValue)
            writer.integer(UInt32(clamping: surface.width))
            writer.integer(UInt32(clamping: surface.height))
            writer.number(surface.scale)
            for number in surface.transform { writer.number(number) }
            writer.integer(surface.background)
            writer.bool(surface.isOnRequest)
            writer.bool(surface.waitsForTiles)
            writer.text(surface.title)
            return writer.finish()
        case .message(let bytes):
            var writer = PacketWriter(3, reserving: bytes.count)
            writer.append(bytes)
            return writer.finish()
        case .memory(let number, let size):
            var writer = PacketWriter(4)
            writer.integer(number)
            writer.integer(size)
            return writer.finish()
        case .forget(let memory):
            var writer = PacketWriter(5)
            writer.integer(memory)
            return writer.finish()
        case .image(let id, let width, let height, let isOpaque, let memory, let offset):
            var writer = PacketWriter(6)
            writer.integer(id)
            writer.integer(width)
            writer.integer(height)
            writer.bool(isOpaque)
            writer.integer(memory)
            writer.integer(offset)
            return writer.finish()
        case .ask(let number, let question):
            var writer = PacketWriter(7)
            writer.integer(number)
            switch question {
            case .clients: writer.integer(UInt8(0))
            case .tree(let window):
                writer.integer(UInt8(1))
                writer.integer(window)
            case .picture(let window, let time):
                writer.integer(UInt8(2))
                writer.integer(window)
                writer.bool(time != nil)
                writer.number(time ?? 0)
            case .ownPicture(let context, let time):
                writer.integer(UInt8(3))
                writer.integer(context.rawValue)
                writer.number(time)
            }
            return writer.finish()
        case .port(let port):
            var writer = PacketWriter(8)
            writer.integer(port)
            return writer.finish()
        case .export(let context, let id, let port):
            var writer = PacketWriter(9)
            writer.integer(context.rawValue)
            writer.integer(id)
            writer.integer(port)
            return writer.finish()
        }
    }

    /// Reads a packet from the bytes after its header. They are not trusted.
    package init(tag: UInt8, bytes: [UInt8]) throws(SocketFault) {
        if tag == 3 {
            self = .message(bytes)
            return
        }
        var reader = PacketReader(bytes)
        switch tag {
        case 1: self = .hello(version: try reader.integer(), name: try reader.text(limit: Self.textLimit))
        case 2: self = .surface(try reader.context(), try reader.surface())
        case 4: self = .memory(number: try reader.integer(), size: try reader.integer())
        case 5: self = .forget(memory: try reader.integer())
        case 6:
            self = .image(
                id: try reader.integer(), width: try reader.integer(), height: try reader.integer(),
                isOpaque: try reader.bool(), memory: try reader.integer(), offset: try reader.integer())
        case 7: self = .ask(number: try reader.integer(), try reader.question())
        case 8: self = .port(try reader.integer())
        case 9: self = .export(try reader.context(), id: try reader.integer(), port: try reader.integer())
        default: throw SocketFault("a packet of an unknown kind, \(tag)")
        }
        try reader.finish()
    }
}

extension PacketReader {
    fileprivate mutating func context() throws(SocketFault) -> ContextID {
        let number: UInt64 = try integer()
        guard number != 0, number <= ClientNumber.numbers else { throw SocketFault("a tree without a number") }
        return ContextID(rawValue: number)
    }

    fileprivate mutating func surface() throws(SocketFault) -> ServedSurface {
        let (width, height) = (Int(try integer(UInt32.self)), Int(try integer(UInt32.self)))
        let side = ServedSurface.sideLimit
        guard 1...side ~= width, 1...side ~= height, width * height <= ServedSurface.pixelLimit else {
            throw SocketFault("a surface of \(width) x \(height) pixels")
        }
        var surface = ServedSurface(width: width, height: height, scale: try number())
        guard 0.01...64 ~= surface.scale else { throw SocketFault("a scale of \(surface.scale)") }
        for index in 0..<6 {
            let number = try number()
            guard abs(number) <= 1e9 else { throw SocketFault("a transform of \(number)") }
            surface.transform[index] = number
        }
        surface.background = try integer()
        let alpha = surface.background >> 24
        guard (0..<3).allSatisfy({ surface.background >> (8 * $0) & 255 <= alpha }) else {
            throw SocketFault("a background that is not premultiplied")
        }
        (surface.isOnRequest, surface.waitsForTiles) = (try bool(), try bool())
        surface.title = try text(limit: ClientPacket.textLimit)
        return surface
    }

    fileprivate mutating func question() throws(SocketFault) -> ServerQuestion {
        let tag: UInt8 = try integer()
        switch tag {
        case 0: return .clients
        case 1: return .tree(window: try integer())
        case 2:
            let (window, isTimed, time) = (try integer(UInt32.self), try bool(), try number())
            return .picture(window: window, time: isTimed ? time : nil)
        case 3: return .ownPicture(context: try context(), time: try number())
        default: throw SocketFault("an unknown question, \(tag)")
        }
    }
}

/// A packet from a server to a client.
package enum ServerPacket: Sendable, Equatable {
    /// The answer to `hello`: the version, the client's number, the refreshes a second, and the screen's size in pixels
    /// with its pixels per point.
    case welcome(version: UInt32, client: UInt16, rate: Double, width: UInt32, height: UInt32, scale: Double)
    /// An encoded `ServerMessage`.
    case message([UInt8])
    /// The pixels of an image were copied, so its memory may be reused.
    case taken(memory: UInt32)
    /// A picture as an answer; the descriptor of its pixels comes with this packet.
    case picture(number: UInt32, width: UInt32, height: UInt32)
    /// A text as an answer.
    case text(number: UInt32, String)
    /// There is no answer, for this reason.
    case unanswered(number: UInt32, String)
    /// The last packet: the reason why the server ends the connection.
    case goodbye(String)
    /// A person's input at the window of a tree, encoded by `EventBytes`.
    case event(ContextID, [UInt8])

    /// The most bytes of an answer.
    static let textLimit = 32 << 20

    /// The packet with its header.
    package func encoded() -> [UInt8] {
        switch self {
        case .welcome(let version, let client, let rate, let width, let height, let scale):
            var writer = PacketWriter(1)
            writer.integer(version)
            writer.integer(client)
            writer.number(rate)
            writer.integer(width)
            writer.integer(height)
            writer.number(scale)
            return writer.finish()
        case .message(let bytes):
            var writer = PacketWriter(2, reserving: bytes.count)
            writer.append(bytes)
            return writer.finish()
        case .taken(let memory):
            var writer = PacketWriter(3)
            writer.integer(memory)
            return writer.finish()
        case .picture(let number, let width, let height):
            var writer = PacketWriter(4)
            writer.integer(number)
            writer.integer(width)
            writer.integer(height)
            return writer.finish()
        case .text(let number, let text): return Self.answer(5, number, text)
        case .unanswered(let number, let text): return Self.answer(6, number, text)
        case .goodbye(let reason):
            var writer = PacketWriter(7)
            writer.text(reason)
            return writer.finish()
        case .event(let context, let bytes):
            var writer = PacketWriter(8, reserving: 8 + bytes.count)
            writer.integer(context.rawValue & ClientNumber.numbers)
            writer.append(bytes)
            return writer.finish()
        }
    }

    private static func answer(_ tag: UInt8, _ number: UInt32, _ text: String) -> [UInt8] {
        var writer = PacketWriter(tag, reserving: text.utf8.count)
        writer.integer(number)
        writer.text(text)
        return writer.finish()
    }

    /// Reads a packet from the bytes after its header. They are not trusted.
    package init(tag: UInt8, bytes: [UInt8]) throws(SocketFault) {
        if tag == 2 {
            self = .message(bytes)
            return
        }
        var reader = PacketReader(bytes)
        switch tag {
        case 1:
            self = .welcome(
                version: try reader.integer(), client: try reader.integer(), rate: try reader.number(),
                width: try reader.integer(), height: try reader.integer(), scale: try reader.number())
        case 3: self = .taken(memory: try reader.integer())
        case 4:
            self = .picture(number: try reader.integer(), width: try reader.integer(), height: try reader.integer())
        case 5: self = .text(number: try reader.integer(), try reader.text(limit: Self.textLimit))
        case 6: self = .unanswered(number: try reader.integer(), try reader.text(limit: Self.textLimit))
        case 7: self = .goodbye(try reader.text(limit: Self.textLimit))
        case 8: self = .event(try reader.context(), reader.rest())
        default: throw SocketFault("a packet of an unknown kind, \(tag)")
        }
        try reader.finish()
    }
}
