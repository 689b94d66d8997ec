import CoreGraphics
import Foundation
import MicaBase
import MicaWire

/// Draws tiles of a layer, on any thread.
///
/// It does not retain the layer; tiles of a deallocated layer are transparent.
// Safe because: the only field is set once and read through Swift's thread-safe weak reference. CATiledLayer requires
// its subclasses and delegates to allow calls of `draw(in:)` on several threads at once.
final class TileSource: @unchecked Sendable {
    private weak var layer: CATiledLayer?

    init(_ layer: CATiledLayer) { self.layer = layer }

    /// The pixels of a tile; nil when the layer draws nothing there.
    func bitmap(_ tile: TileRequest) -> Bitmap? {
        guard let layer else { return nil }
        let (geometry, key) = (tile.geometry, tile.key)
        let (width, height) = geometry.pixels(of: key)
        guard width > 0, height > 0 else { return nil }
        let (rect, scale) = (geometry.rect(of: key), CGFloat(geometry.scale(of: key.level)))
        // A tile that the bounds cut between pixels is drawn up to the whole pixel, and cut when it is shown.
        let matrix =
            tile.isFlipped
            ? CGAffineTransform(
                a: scale, b: 0, c: 0, d: scale, tx: -rect.minX * scale,
                ty: CGFloat(height) - rect.maxY * scale)
            : CGAffineTransform(
                a: scale, b: 0, c: 0, d: -scale, tx: -rect.minX * scale, ty: CGFloat(height) + rect.minY * scale)
        return LayerStore.bitmap(width: width, height: height, isOpaque: tile.isOpaque, matrix: matrix) { context in
            layer.draw(in: context)
        }
    }

    /// The image of a drawn tile; if its pixels are dropped from the cache, it draws them again.
    func image(_ tile: TileRequest, drawn bitmap: Bitmap) -> ImageResource {
        let image = ImageResource(
            width: bitmap.width, height: bitmap.height, isOpaque: tile.isOpaque, cache: .tiles
        ) { [self] in
            let again = self.bitmap(tile)
            return again?.width == bitmap.width && again?.height == bitmap.height ? again : nil
        }
        image.deposit(bitmap)
        return image
    }
}

/// A request for a tile, with everything that its drawing depends on.
struct TileRequest: Sendable {
    let layer: LayerID
    /// The tile's position and level of detail.
    let key: TileKey
    /// The layer's division into tiles at the time of the request.
    let geometry: TileGeometry
    /// Whether y points up in the layer.
    let isFlipped: Bool
    /// Whether the layer promises to cover its bounds opaquely.
    let isOpaque: Bool
    /// The layer's count of requests to draw again.
    let generation: Int
    /// Draws the tile.
    let source: TileSource

    /// Identifies a request: a tile that is being drawn is not requested again unless it has changed.
    struct Identity: Hashable {
        let layer: LayerID
        let key: TileKey
        let generation: Int
    }

    var identity: Identity { Identity(layer: layer, key: key, generation: generation) }
}

extension ImageCache {
    /// Pixels of the tiles of all layers. They can be drawn again, so the cache is bounded: 128 MiB.
    package static let tiles = ImageCache(budget: 128 << 20)
}
