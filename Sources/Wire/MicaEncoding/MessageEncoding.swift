import MicaBase
import MicaWire

/// Turns a client's messages into bytes, for one connection, in the order in which they are sent.
///
/// A message is a tag, then the fields of that tag; see docs/commit-protocol.md.
package struct ClientMessageEncoder: Sendable {
    private var commits = CommitEncoder()

    /// Makes the sending end of a connection.
    package init() {}

    /// The bytes of a message, after those of messages that have to come before it: of images that it is the first to
    /// name, and of images that nothing will name again. They must be decoded in this order.
    package mutating func encode(_ message: ClientMessage) -> [[UInt8]] {
        let encoded = encodeWithoutPixels(message)
        return (encoded.dropped.isEmpty ? [] : [Self.drop(encoded.dropped)]) + encoded.images.map(Self.put)
            + (encoded.bytes.isEmpty ? [] : [encoded.bytes])
    }

    /// The bytes of a message, and the images that the server needs before it; their pixels are sent in another way.
    package mutating func encodeWithoutPixels(_ message: ClientMessage) -> EncodedMessage {
        var writer = WireWriter()
        switch message {
        case .commit(let context, let number, let commit):
            writer.byte(1)
            writer.identity(context.rawValue)
            writer.integer(number)
            writer.bytes += commits.encode(commit)
        case .close(let context):
            writer.byte(2)
            writer.identity(context.rawValue)
        case .tiles(let context, let number, let time, let tiles):
            writer.byte(3)
            writer.identity(context.rawValue)
            writer.integer(number)
            writer.bytes += commits.encode(tiles, at: time)
        case .put(let image): commits.images.name(image)
        case .drop(let ids): return EncodedMessage(dropped: ids, images: [], bytes: [])
        }
        return EncodedMessage(
            dropped: commits.images.takeGone(), images: commits.images.takeNew(), bytes: writer.bytes)
    }

    /// The bytes of a message saying that nothing will name images again.
    package static func drop(_ ids: [UInt64]) -> [UInt8] {
        var writer = WireWriter()
        writer.byte(5)
        writer.count(ids.count)
        for id in ids { writer.identity(id) }
        return writer.bytes
    }

    private static func put(_ image: ImageResource) -> [UInt8] {
        var writer = WireWriter()
        writer.byte(4)
        writer.identity(image.id)
        let bitmap = image.bitmap()
        writer.count(image.width)
        writer.count(image.height)
        writer.bool(image.isOpaque)
        writer.words(bitmap.pixels)
        return writer.bytes
    }
}

/// A client's message as bytes, with the news that have to come before it: first the images that are gone, then the new
/// ones.
package struct EncodedMessage: Sendable {
    /// Images that nothing will name again.
    package var dropped: [UInt64]
    /// Images that the message is the first to name.
    package var images: [ImageResource]
    /// The message's bytes; none if only images are sent.
    package var bytes: [UInt8]
}

/// The images that the receiving end of a connection knows.
struct ReceivedImages: Sendable {
    private struct Dropped: Sendable {
        var id: UInt64
        weak var image: ImageResource?
    }
    private var images: [UInt64: ImageResource] = [:]
    private var bytes = 0
    /// Images that the client has dropped and that something may still show.
    private var dropped: [Dropped] = []

    subscript(id: UInt64) -> ImageResource? { images[id] }

    var use: (count: Int, bytes: Int) { (images.count, bytes) }

    /// Whether there is room for one more image of so many bytes.
    func hasRoom(for size: Int, _ limits: WireLimits) -> Bool {
        images.count < limits.images && bytes + size <= limits.imageBytes
    }

    /// Adds an image; one that is known stays as it is.
    mutating func add(_ image: ImageResource) {
        guard images[image.id] == nil else { return }
        images[image.id] = image
        bytes += image.width * image.height * 4
    }

    mutating func drop(_ id: UInt64) {
        guard let image = images.removeValue(forKey: id) else { return }
        bytes -= image.width * image.height * 4
        dropped.append(Dropped(id: id, image: image))
    }

    /// Takes out the dropped images that nothing shows any more.
    mutating func takeReleased() -> [UInt64] {
        guard dropped.contains(where: { $0.image == nil }) else { return [] }
        let released = dropped.filter { $0.image == nil }.map(\.id)
        dropped.removeAll { $0.image == nil }
        return released
    }
}

/// Turns bytes back into a client's messages, for one connection. The bytes are not trusted.
package struct ClientMessageDecoder: Sendable {
    private var reader: WireReader

    /// Makes the receiving end of a connection.
    ///
    /// - Parameter client: the number of the client that sends the bytes; it goes into all identities.
    package init(limits: WireLimits = WireLimits(), client: UInt16 = 0) {
        reader = WireReader([], limits: limits, client: client)
    }

    /// Decodes a message. After an error the connection can no longer be used.
    package mutating func decode(_ bytes: [UInt8]) throws(WireError) -> ClientMessage {
        reader.begin(bytes)
        defer { reader.begin([]) }
        let tag = try reader.byte()
        switch tag {
        case 1: return .commit(try reader.context(), number: try reader.integer(), try reader.commit())
        case 2:
            let context = try reader.context()
            try reader.finish()
            return .close(context)
        case 3:
            let (context, number) = (try reader.context(), try reader.integer())
            let (time, tiles) = try reader.tiles()
            return .tiles(context, number: number, at: time, tiles)
        case 4 where reader.limits.takesInlinePixels: return .put(try image())
        case 5:
            let ids = try reader.identities()
            for id in ids { reader.images.drop(id) }
            return .drop(ids)
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: 0)
        }
    }

    /// Adds an image whose pixels came in another way than in a message; one that is known stays as it is.
    ///
    /// - Parameter image: has this client in its identity.
    /// *Throws*: when the limits leave no room for more of the client's images.
    package mutating func take(_ image: ImageResource) throws(WireError) {
        let size = image.width * image.height * 4
        guard reader.images[image.id] != nil || reader.images.hasRoom(for: size, reader.limits) else {
            throw WireError(offset: 0, reason: .tooLarge(UInt64(size)))
        }
        reader.images.add(image)
    }

    /// Whether an image is known and the client has not dropped it.
    package func knows(_ id: UInt64) -> Bool { reader.images[id] != nil }

    /// Whether the client may have one more image of so many bytes.
    package func hasRoom(for size: Int) -> Bool { reader.images.hasRoom(for: size, reader.limits) }

    /// How many images the client has sent and not dropped, and the bytes of their pixels.
    package var imageUse: (count: Int, bytes: Int) { reader.images.use }

    /// Takes out the images that the client has dropped and that nothing shows any more.
    package mutating func takeReleased() -> [UInt64] { reader.images.takeReleased() }

    private mutating func image() throws(WireError) -> ImageResource {
        let start = reader.offset
        let id = try reader.identity()
        let (width, height) = (try reader.integer(), try reader.integer())
        guard width <= UInt64(reader.limits.imageSide), height <= UInt64(reader.limits.imageSide) else {
            throw reader.fault(.tooLarge(max(width, height)), at: start)
        }
        let isOpaque = try reader.bool()
        let pixels = try reader.words(Int(width * height))
        try reader.finish()
        if let known = reader.images[id] { return known }
        guard reader.images.hasRoom(for: pixels.count * 4, reader.limits) else {
            throw reader.fault(.tooLarge(UInt64(pixels.count)), at: start)
        }
        let image = ImageResource(
            id: id, bitmap: Bitmap(width: Int(width), height: Int(height), pixels: pixels), isOpaque: isOpaque)
        reader.images.add(image)
        return image
    }
}

extension ServerMessage {
    /// The bytes of the message.
    package func encoded() -> [UInt8] {
        var writer = WireWriter()
        func begin(_ tag: UInt8) {
            writer.byte(tag)
            if let context { writer.identity(context.rawValue) }
        }
        switch self {
        case .applied(_, let number):
            begin(1)
            writer.integer(number)
        case .refused(_, let number, let error):
            begin(2)
            writer.integer(number)
            writer.encode(error)
        case .presented(_, let number, let time):
            begin(3)
            writer.integer(number)
            writer.number(time)
        case .tilesWanted(_, let tiles):
            begin(4)
            writer.count(tiles.count)
            for tile in tiles {
                writer.identity(tile.layer.rawValue)
                writer.encode(tile.key)
                writer.bool(tile.isFirst)
            }
        case .note(_, let note):
            begin(5)
            writer.encode(note)
        case .nextChange(_, let time):
            begin(6)
            writer.number(time)
        case .released(let ids):
            begin(7)
            writer.count(ids.count)
            for id in ids { writer.identity(id) }
        case .wholeWanted: begin(8)
        }
        return writer.bytes
    }

    /// Decodes a message; the bytes are not trusted.
    package init(decoding bytes: [UInt8], limits: WireLimits = WireLimits()) throws(WireError) {
        var reader = WireReader(bytes, limits: limits)
        let tag = try reader.byte()
        if tag == 7 {
            self = .released(try reader.identities())
            return
        }
        let context = try reader.context()
        switch tag {
        case 1: self = .applied(context, number: try reader.integer())
        case 2: self = .refused(context, number: try reader.integer(), try reader.statement())
        case 3: self = .presented(context, number: try reader.integer(), at: try reader.number())
        case 4:
            // The shortest one: a layer, three numbers and a byte.
            let tiles = try reader.list(ofAtLeast: 26) { reader throws(WireError) in
                WantedTile(layer: try reader.layer(), key: try reader.tileKey(), isFirst: try reader.bool())
            }
            self = .tilesWanted(context, tiles)
        case 5: self = .note(context, try reader.statement())
        case 6: self = .nextChange(context, at: try reader.time())
        case 8: self = .wholeWanted(context)
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: 0)
        }
        try reader.finish()
    }
}

extension WireWriter {
    /// Appends which of some statements about a layer one is.
    mutating func encode<Statement: LayerStatement>(_ statement: Statement) {
        guard let tag = Statement.all.firstIndex(where: { $0(statement.layer) == statement }) else {
            preconditionFailure("\(statement) is not in the list of its kind")
        }
        byte(UInt8(tag))
        identity(statement.layer.rawValue)
    }

    mutating func encode(_ key: TileKey) { numbers(Double(key.level), Double(key.column), Double(key.row)) }
}

extension WireReader {
    /// Takes identities off, which are all that is left.
    mutating func identities() throws(WireError) -> [UInt64] {
        let identities = try list(ofAtLeast: 1) { reader throws(WireError) in try reader.identity() }
        try finish()
        return identities
    }

    mutating func context() throws(WireError) -> ContextID { ContextID(rawValue: try identity()) }

    mutating func layer() throws(WireError) -> LayerID { LayerID(rawValue: try identity()) }

    /// Reads a time that may be infinite: never.
    mutating func time() throws(WireError) -> Double { try extent() }

    mutating func tileKey() throws(WireError) -> TileKey {
        TileKey(
            level: try whole(-32...32), column: try whole(-(1 << 40)...1 << 40), row: try whole(-(1 << 40)...1 << 40))
    }

    mutating func whole(_ range: ClosedRange<Int>) throws(WireError) -> Int {
        let start = offset
        guard let number = Int(exactly: try number()), range.contains(number) else { throw fault(.badValue, at: start) }
        return number
    }

    mutating func statement<Statement: LayerStatement>() throws(WireError) -> Statement {
        let start = offset
        let (tag, layer) = (try byte(), try layer())
        guard tag < Statement.all.count else { throw fault(.unknownTag(UInt64(tag)), at: start) }
        return Statement.all[Int(tag)](layer)
    }
}

/// A server's message about one layer.
protocol LayerStatement: Equatable {
    /// All there are, in the order of their numbers in messages.
    static var all: [@Sendable (LayerID) -> Self] { get }
    /// The layer that it is of.
    var layer: LayerID { get }
}

extension CommitError: LayerStatement {
    static let all: [@Sendable (LayerID) -> CommitError] = [
        { .layerExists($0) }, { .unknownLayer($0) }, { .changedTwice($0) }, { .twoOwners($0) }, { .cycle($0) },
        { .tooDeep($0) },
    ]
}

extension ServerNote: LayerStatement {
    static let all: [@Sendable (LayerID) -> ServerNote] = [
        { .instancesLeftOut($0) }, { .emitterOverBudget($0) }, { .emitterForgot($0) }, { .effectsLeftOut($0) },
    ]
}
