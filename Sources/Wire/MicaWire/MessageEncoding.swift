/// Turns a client's messages into bytes, for one connection, in the order in which they are sent.
///
/// A message's form: a tag, the tree, and what the tag says; see docs/commit-protocol.md.
package struct ClientMessageEncoder: Sendable {
    private var commits: CommitEncoder

    /// Makes the sending end of a connection.
    package init(limits: WireLimits = WireLimits()) { commits = CommitEncoder(limits: limits) }

    /// The bytes of a message; they are to be decoded in the order in which they were made.
    package mutating func encode(_ message: ClientMessage) -> [UInt8] {
        var writer = WireWriter()
        switch message {
        case .commit(let context, let number, let commit):
            writer.byte(1)
            writer.integer(UInt64(context.rawValue))
            writer.integer(number)
            writer.bytes += commits.encode(commit)
        case .close(let context):
            writer.byte(2)
            writer.integer(UInt64(context.rawValue))
        }
        return writer.bytes
    }
}

/// Turns bytes back into a client's messages, for one connection; the bytes are not trusted.
package struct ClientMessageDecoder: Sendable {
    private let limits: WireLimits
    private var commits: CommitDecoder

    /// Makes the receiving end of a connection.
    package init(limits: WireLimits = WireLimits()) {
        self.limits = limits
        commits = CommitDecoder(limits: limits)
    }

    /// The message that the bytes stand for. After an error the connection is of no use any more.
    package mutating func decode(_ bytes: [UInt8]) throws(WireError) -> ClientMessage {
        var reader = WireReader(bytes, limits: limits)
        let tag = try reader.byte()
        let context = try reader.context()
        switch tag {
        case 1:
            let number = try reader.integer()
            return .commit(context, number: number, try commits.decode(bytes, from: reader.offset))
        case 2:
            try reader.finish()
            return .close(context)
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: 0)
        }
    }
}

extension ServerMessage {
    /// The bytes of the message.
    package func encoded() -> [UInt8] {
        var writer = WireWriter()
        func begin(_ tag: UInt8) {
            writer.byte(tag)
            writer.integer(UInt64(context.rawValue))
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
                writer.integer(tile.layer.rawValue)
                writer.encode(tile.key)
                writer.bool(tile.isFirst)
            }
        case .note(_, let note):
            begin(5)
            writer.encode(note)
        case .nextChange(_, let time):
            begin(6)
            writer.number(time)
        }
        return writer.bytes
    }

    /// The message that the bytes stand for; the bytes are not trusted.
    package init(decoding bytes: [UInt8], limits: WireLimits = WireLimits()) throws(WireError) {
        var reader = WireReader(bytes, limits: limits)
        let tag = try reader.byte()
        let context = try reader.context()
        switch tag {
        case 1: self = .applied(context, number: try reader.integer())
        case 2: self = .refused(context, number: try reader.integer(), try reader.commitError())
        case 3: self = .presented(context, number: try reader.integer(), at: try reader.number())
        case 4:
            // A layer, three numbers and a byte.
            let count = try reader.count(ofAtLeast: 26)
            var tiles: [WantedTile] = []
            tiles.reserveCapacity(count)
            for _ in 0..<count {
                tiles.append(
                    WantedTile(layer: try reader.layer(), key: try reader.tileKey(), isFirst: try reader.bool()))
            }
            self = .tilesWanted(context, tiles)
        case 5: self = .note(context, try reader.note())
        case 6: self = .nextChange(context, at: try reader.time())
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: 0)
        }
        try reader.finish()
    }
}

/// Both ends of a connection's encoded form, within one process.
struct MessageCodec: Sendable {
    private var encoder = ClientMessageEncoder()
    private var decoder = ClientMessageDecoder()

    mutating func passed(_ message: ClientMessage) throws(WireError) -> ClientMessage {
        try decoder.decode(encoder.encode(message))
    }
}

extension WireWriter {
    mutating func encode(_ error: CommitError) {
        let (tag, layer): (UInt8, LayerID) =
            switch error {
            case .layerExists(let id): (0, id)
            case .unknownLayer(let id): (1, id)
            case .changedTwice(let id): (2, id)
            case .twoOwners(let id): (3, id)
            case .cycle(let id): (4, id)
            case .tooDeep(let id): (5, id)
            }
        byte(tag)
        integer(layer.rawValue)
    }

    mutating func encode(_ note: ServerNote) {
        let (tag, layer): (UInt8, LayerID) =
            switch note {
            case .copiesLeftOut(let id): (0, id)
            case .emitterOverBudget(let id): (1, id)
            case .emitterForgot(let id): (2, id)
            }
        byte(tag)
        integer(layer.rawValue)
    }

    mutating func encode(_ key: TileKey) { numbers(Double(key.level), Double(key.column), Double(key.row)) }
}

extension WireReader {
    mutating func context() throws(WireError) -> ContextID {
        let start = offset
        guard let raw = UInt32(exactly: try integer()), raw != 0 else { throw fault(.badValue, at: start) }
        return ContextID(rawValue: raw)
    }

    mutating func layer() throws(WireError) -> LayerID {
        let start = offset
        let raw = try integer()
        guard raw != 0 else { throw fault(.badValue, at: start) }
        return LayerID(rawValue: raw)
    }

    /// A time that may be infinite: never.
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

    mutating func commitError() throws(WireError) -> CommitError {
        let start = offset
        let tag = try byte()
        let id = try layer()
        switch tag {
        case 0: return .layerExists(id)
        case 1: return .unknownLayer(id)
        case 2: return .changedTwice(id)
        case 3: return .twoOwners(id)
        case 4: return .cycle(id)
        case 5: return .tooDeep(id)
        default: throw fault(.unknownTag(UInt64(tag)), at: start)
        }
    }

    mutating func note() throws(WireError) -> ServerNote {
        let start = offset
        let tag = try byte()
        let id = try layer()
        switch tag {
        case 0: return .copiesLeftOut(id)
        case 1: return .emitterOverBudget(id)
        case 2: return .emitterForgot(id)
        default: throw fault(.unknownTag(UInt64(tag)), at: start)
        }
    }
}
