import MicaFrame
import MicaGeometry
import MicaPixels
import MicaWorkers

/// What ops of a plan need besides their shape, a list for each kind: an op has a place in its kind's.
struct OpStore {
    var images: [PreparedImage] = []
    var gradients: [PreparedGradient] = []
    var shadows: [PreparedShadow] = []
    var cornerShadows: [CornerShadow] = []
    /// What corner shadows look up.
    var strips = ShadowStrips()
    /// What gradients look up.
    var ramps = RampTables()
    var masks: [BlurredMask] = []
    var cells: [MovedCells] = []
    var filters: [PixelFilter] = []
    var pictures: [BlurredPicture] = []
    var warps: [PreparedWarp] = []

    /// Lets go of everything but the strips and the ramps.
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
