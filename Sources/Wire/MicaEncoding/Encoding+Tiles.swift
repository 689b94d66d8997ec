import Foundation
import MicaWire

extension CommitEncoder {
    /// The bytes of tiles that were drawn.
    mutating func encode(_ tiles: [LayerTiles], at time: Double) -> [UInt8] {
        writer = WireWriter()
        writer.number(time)
        writer.count(tiles.count)
        for entry in tiles {
            writer.identity(entry.layer.rawValue)
            encode(entry.edits)
        }
        defer { writer = WireWriter() }
        return writer.bytes
    }

    /// Writes the edits of a layer's tiles.
    mutating func encode(_ edits: [TileEdit]) {
        writer.count(edits.count)
        for edit in edits {
            switch edit {
            case .arrive(let key, let image, let start, let fade):
                writer.byte(0)
                writer.encode(key)
                writer.numbers(start, fade)
                writer.bool(image != nil)
                if let image { encode(image) }
            case .invalidate(let rect):
                writer.byte(1)
                writer.bool(rect != nil)
                if let rect { writer.rect(rect) }
            case .removeAll: writer.byte(2)
            }
        }
    }
}

extension WireReader {
    /// Takes tiles and their time off, which are all that is left.
    mutating func tiles() throws(WireError) -> (Double, [LayerTiles]) {
        let time = try number()
        let tiles = try list(ofAtLeast: 2) { reader throws(WireError) in
            LayerTiles(layer: try reader.layer(), edits: try reader.tileEdits())
        }
        try finish()
        return (time, tiles)
    }

    /// Takes the edits of a layer's tiles off.
    mutating func tileEdits() throws(WireError) -> [TileEdit] {
        try list(ofAtLeast: 1) { reader throws(WireError) in try reader.tileEdit() }
    }

    private mutating func tileEdit() throws(WireError) -> TileEdit {
        let tag = try byte()
        switch tag {
        case 0:
            let key = try tileKey()
            let (start, fade) = (try number(), try number())
            return .arrive(key, image: try bool() ? try image() : nil, start: start, fade: fade)
        case 1: return .invalidate(try bool() ? try rect() : nil)
        case 2: return .removeAll
        default: throw fault(.unknownTag(UInt64(tag)), at: offset - 1)
        }
    }
}
