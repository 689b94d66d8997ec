import Foundation

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
                if let r = rect {
                    writer.numbers(
                        Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height))
                }
            case .removeAll: writer.byte(2)
            }
        }
    }
}

extension CommitDecoder {
    /// Decodes tiles and their time from bytes, from an offset on.
    mutating func tiles(_ bytes: [UInt8], from offset: Int) throws(WireError) -> (Double, [LayerTiles]) {
        reader.begin(bytes, from: offset)
        defer { reader.begin([]) }
        let time = try reader.number()
        let count = try reader.count(ofAtLeast: 2)
        var tiles: [LayerTiles] = []
        tiles.reserveCapacity(min(count, 4_096))
        for _ in 0..<count { tiles.append(LayerTiles(layer: try reader.layer(), edits: try tileEdits())) }
        try reader.finish()
        return (time, tiles)
    }

    /// Reads the edits of a layer's tiles.
    mutating func tileEdits() throws(WireError) -> [TileEdit] {
        let count = try reader.count(ofAtLeast: 1)
        var edits: [TileEdit] = []
        edits.reserveCapacity(min(count, 4_096))
        for _ in 0..<count {
            let tag = try reader.byte()
            switch tag {
            case 0:
                let key = try reader.tileKey()
                let (start, fade) = (try reader.number(), try reader.number())
                edits.append(.arrive(key, image: try reader.bool() ? try image() : nil, start: start, fade: fade))
            case 1:
                guard try reader.bool() else {
                    edits.append(.invalidate(nil))
                    continue
                }
                edits.append(
                    .invalidate(
                        CGRect(
                            x: try reader.number(), y: try reader.number(), width: try reader.number(),
                            height: try reader.number())))
            case 2: edits.append(.removeAll)
            default: throw reader.fault(.unknownTag(UInt64(tag)), at: reader.offset - 1)
            }
        }
        return edits
    }
}
