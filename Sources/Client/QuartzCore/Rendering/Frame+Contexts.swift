import Foundation
import MicaBase
import MicaFrame

/// The differences of images in a bitmap context from those on a screen.
extension Frame {
    /// Makes images sample as Apple's bitmap contexts do. The compositor must use the interpolation `context`.
    ///
    /// *Source*: measured: see `BilinearSampler.sharpened` and `Bitmap.reduced`.
    mutating func sampleAsContexts() {
        for pass in passes.indices {
            for op in passes[pass].ops.indices {
                guard case .image(var draw) = passes[pass].ops[op].content, draw.sampling != .nearest else { continue }
                // Contexts have no mipmap levels: an image that is shrunk is first reduced.
                draw.reduce(by: passes[pass].ops[op].transform)
                draw.sampling = .bilinear
                passes[pass].ops[op].content = .image(draw)
            }
        }
    }
}

extension ImageDraw {
    /// Replaces a shrunk image with a smaller one. Along each shrunk axis it has as many pixels as on the
    /// surface, rounded up.
    ///
    /// *Source*: measured, as `Bitmap.reduced`: an image 179.28 pixels high becomes one of 180 rows.
    fileprivate mutating func reduce(by transform: Homography) {
        let scale = transform.scale(
            atX: (destination.minX + destination.maxX) / 2, y: (destination.minY + destination.maxY) / 2)
        func size(_ texels: Int, _ scale: Double) -> Int {
            guard scale.isFinite, scale > 0 else { return texels }
            // The tolerance keeps a rounding error from adding a pixel.
            return min(texels, max(1, Int((min(1e9, Double(texels) * scale) - 1.0 / 256).rounded(.up))))
        }
        let width = size(image.width, scale.x * destination.width / source.width)
        let height = size(image.height, scale.y * destination.height / source.height)
        guard width < image.width || height < image.height else { return }
        let (x, y) = (Double(width) / Double(image.width), Double(height) / Double(image.height))
        source = LocalRect(
            minX: source.minX * x, minY: source.minY * y, maxX: source.maxX * x, maxY: source.maxY * y)
        image = ImageResource(bitmap: image.bitmap().reduced(width: width, height: height))
    }
}
