import MicaBase
import MicaFrame
import MicaRaster
import MicaWorkers

/// The data that ops of a plan need besides their shape: a list for each kind, to which ops refer by index.
struct OpStore {
    var images: [PreparedImage] = []
    var gradients: [PreparedGradient] = []
    var shadows: [PlacedShadow] = []
    var cornerShadows: [CornerShadow] = []
    /// Tables for shadows by corners.
    var strips = ShadowStrips()
    /// The coverage of shadows whose corners influence each other.
    var shadowMasks = ShadowMasks()
    /// Tables for gradients.
    var ramps = RampTables()
    var masks: [BlurredMask] = []
    var cells: [MovedCells] = []
    var filters: [PixelFilter] = []
    var pictures: [BlurredPicture] = []
    var warps: [PreparedWarp] = []

    /// Whether there are shadows that skip the pixels covered by ops in front.
    var hasSoftShadows: Bool { !cornerShadows.isEmpty || !cells.isEmpty }

    /// Removes everything but the strips, masks of shadows and ramps, which are caches.
    mutating func removeAll() {
        images.clear()
        gradients.clear()
        shadows.clear()
        cornerShadows.clear()
        masks.clear()
        cells.clear()
        filters.clear()
        pictures.clear()
        warps.clear()
    }
}
