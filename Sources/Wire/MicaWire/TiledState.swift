import Foundation
import MicaBase

/// How a CATiledLayer is cut into tiles.
///
/// *Source*: Apple, CATiledLayer.h.
package struct TiledState: Sendable, Equatable {
    /// The size of a tile, in pixels.
    package var tileSize = CGSize(width: 256, height: 256)
    /// How many levels of detail there are, each with half the resolution of the level before; 0 on a layer without
    /// tiles.
    package var levels = 0.0
    /// How many of the levels have a higher resolution than the layer itself.
    package var bias = 0.0

    /// The state of layers without tiles.
    package static let `default` = TiledState()
}

extension TiledState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.tileSize, "tileSize", .size(\.tileSize), .content, .discrete, animatable: false, of: .tiled),
        row(.levelsOfDetail, "levelsOfDetail", .number(\.levels), .content, .discrete, animatable: false, of: .tiled),
        row(
            .levelsOfDetailBias, "levelsOfDetailBias", .number(\.bias), .content, .discrete, animatable: false,
            of: .tiled),
    ]
}

/// Which tile of a layer: its level of detail, column and row.
package struct TileKey: Sendable, Hashable {
    /// The level of detail: its resolution is 2 to the power of `level` times the layer's. *Range*: -32...32.
    package var level: Int
    /// The column, counted from x = 0 of the layer's own space.
    package var column: Int
    /// The row, counted from y = 0 of the layer's own space.
    package var row: Int

    package init(level: Int, column: Int, row: Int) {
        (self.level, self.column, self.row) = (level, column, row)
    }
}

/// One edit of a layer's tiles.
package enum TileEdit: Sendable, Equatable {
    /// A tile was drawn; without an image it is transparent. It fades in over `fade` seconds from the media time
    /// `start` on, unless there is a tile with this key already.
    case arrive(TileKey, image: ImageResource?, start: Double, fade: Double)
    /// The contents in a rectangle of the layer's own space, or everywhere, are to be drawn anew; the old tiles stay
    /// until then.
    case invalidate(CGRect?)
    /// All tiles are gone: they were made for another size or scale.
    case removeAll
}

/// The layout of a layer's tiles, for its current values.
///
/// *Space*: the layer's own; the grid begins at its origin, wherever the bounds are.
package struct TileGeometry: Sendable, Equatable {
    /// The area that is cut into tiles.
    package let bounds: CGRect
    /// The size of a tile, in pixels: the layer's `tileSize`, clamped to `sides`.
    package let tileSize: CGSize
    /// Pixels per point at level 0.
    package let scale: Double
    /// The levels of detail that there are.
    package let levels: ClosedRange<Int>

    /// The least and the most pixels along a side of a tile, whatever the layer asks for.
    package static let sides = 32.0...4096.0

    /// The geometry of a layer; nil for one without tiles or without an area.
    package init?(_ state: LayerState) {
        let tiled = state.tiled
        guard tiled.levels >= 1 else { return nil }
        bounds = state.bounds.standardized
        let contentsScale = state.contents.scale
        scale = contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1
        func side(_ v: CGFloat) -> CGFloat {
            let v = Double(v)
            return CGFloat(v > 0 ? min(max(v.rounded(), Self.sides.lowerBound), Self.sides.upperBound) : 256)
        }
        tileSize = CGSize(width: side(tiled.tileSize.width), height: side(tiled.tileSize.height))
        let shorter = min(Double(bounds.width), Double(bounds.height)) * scale
        guard shorter > 0, bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite else {
            return nil
        }
        // The last level has at least one pixel in both directions.
        let highest = Int(max(0, min(tiled.bias, min(tiled.levels - 1, 32))))
        let lowest = max(Int(log2(shorter).rounded(.down)), -32)
        let asked = highest - Int(min(tiled.levels, 64)) + 1
        levels = min(highest, max(asked, min(-lowest, highest)))...highest
    }

    /// Pixels per point of a level.
    package func scale(of level: Int) -> Double { scale * exp2(Double(level)) }

    /// The size of a tile of a level, in points.
    package func side(of level: Int) -> (width: Double, height: Double) {
        let scale = scale(of: level)
        return (Double(tileSize.width) / scale, Double(tileSize.height) / scale)
    }

    /// The part of the layer that a tile shows; empty for one that lies outside.
    package func rect(of key: TileKey) -> CGRect {
        let side = side(of: key.level)
        let rect = CGRect(
            x: Double(key.column) * side.width, y: Double(key.row) * side.height, width: side.width,
            height: side.height
        ).intersection(bounds)
        return rect.isNull ? .zero : rect
    }

    /// The size of a tile in pixels; those at the far edges of the bounds may be covered in part.
    package func pixels(of key: TileKey) -> (width: Int, height: Int) {
        let (rect, scale) = (rect(of: key), scale(of: key.level))
        func whole(_ v: CGFloat) -> Int { Int(max(0, (Double(v) * scale - 1.0 / 1024).rounded(.up))) }
        return (whole(rect.width), whole(rect.height))
    }
}
