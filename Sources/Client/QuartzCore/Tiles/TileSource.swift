import CoreGraphics
import Foundation
import MicaResources
import MicaWire

/// Draws tiles of a layer, on any thread.
///
/// The layer is not kept alive: without it tiles are transparent.
// Safe because: the only field is set at the start and read through Swift's thread-safe weak reference; that the layer's
// `draw(in:)` may be called on several threads at once is what CATiledLayer asks of its subclasses and delegates.
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
        // What the bounds cut between pixels is drawn up to the whole pixel, and cut where it is shown.
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

    /// A picture of a tile that has been drawn; it is drawn again when its pixels were dropped.
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

/// A tile that is to be drawn, with all that drawing it depends on.
struct TileRequest: Sendable {
    /// Which layer's.
    let layer: LayerID
    /// Which tile.
    let key: TileKey
    /// How the layer was cut when the tile was asked for.
    let geometry: TileGeometry
    /// Whether y points up in the layer.
    let isFlipped: Bool
    /// Whether the layer promises to cover all of it.
    let isOpaque: Bool
    /// The layer's count of what was to be drawn anew.
    let generation: Int
    /// What draws it.
    let source: TileSource

    /// What tells two requests apart: a tile that is being drawn is not asked for again unless it has changed.
    struct Identity: Hashable {
        let layer: LayerID
        let key: TileKey
        let generation: Int
    }

    /// The request's identity.
    var identity: Identity { Identity(layer: layer, key: key, generation: generation) }
}

extension ImageCache {
    /// Pixels of the tiles of all layers, which can be drawn again: 128 MiB.
    package static let tiles = ImageCache(budget: 128 << 20)
}
