import Foundation
import MicaFrame
import MicaPixels
import MicaRaster
import MicaWire

/// What layers that are drawn into a bitmap context have other than on a screen.
extension Frame {
    /// Lets images be sampled, and gradients be mixed, as Apple's bitmap contexts do it.
    ///
    /// *Source*: measured: see `MutableSpan.sampleAsContext`, `Bitmap.reduced` and `GradientRamp.mixedAsGray`.
    mutating func drawAsContexts() {
        for pass in passes.indices {
            for op in passes[pass].ops.indices {
                switch passes[pass].ops[op].content {
                case .image(var draw):
                    // Contexts have no levels to mix: what is shrunk is made smaller first.
                    if draw.sampling == .nearest { continue }
                    draw.reduce(by: passes[pass].ops[op].transform)
                    draw.sampling = .context
                    passes[pass].ops[op].content = .image(draw)
                case .gradient(let shape, var draw):
                    guard let ramp = draw.ramp.mixedAsGray else { continue }
                    draw.ramp = ramp
                    passes[pass].ops[op].content = .gradient(shape: shape, draw)
                default: continue
                }
            }
        }
    }
}

extension ImageDraw {
    /// Takes a smaller image in place of one that is shrunk: of as many pixels as it has on the surface, begun ones
    /// included, along each axis on which it is.
    ///
    /// *Source*: measured, as `Bitmap.reduced`: an image 179.28 pixels high is one of 180 rows.
    fileprivate mutating func reduce(by transform: Homography) {
        let scale = transform.scale(
            atX: (destination.minX + destination.maxX) / 2, y: (destination.minY + destination.maxY) / 2)
        func size(_ texels: Int, _ scale: Double) -> Int {
            guard scale.isFinite, scale > 0 else { return texels }
            // A rounding error makes no pixel more.
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

extension GradientRamp {
    /// The ramp with colours between grey ones mixed as amounts of light to the power of 1 / 1.8; nil when a colour is not grey,
    /// or all are one.
    ///
    /// *Source*: measured on Apple's picture of airbnb/lottie-ios' issue_2066 (2023), drawn with `render(in:)`: between white and
    /// black, 60 of 255 on the straight way is 76.3 (76.5 so), 100 is 118.8 (119.0), 140 is 157.1 (157.2); between black, a
    /// grey of a half and white, 64 is 69.7 (70.4), 184 is 186.1 (187.3). Gradients with colours go straight.
    fileprivate var mixedAsGray: GradientRamp? {
        let isGray = stops.allSatisfy { stop in
            abs(stop.color.red - stop.color.green) < 1e-6 && abs(stop.color.red - stop.color.blue) < 1e-6
        }
        guard isGray, stops.contains(where: { $0.color.red != stops[0].color.red }) else { return nil }
        var result: [Stop] = []
        for (a, b) in zip(stops, stops.dropFirst()) {
            result.append(a)
            guard b.location > a.location, a.color.red != b.color.red else { continue }
            let (from, to) = (Self.amount(a.color.red), Self.amount(b.color.red))
            for step in 1..<16 {
                let share = Double(step) / 16
                var stop = a
                stop.location += (b.location - a.location) * share
                let gray = Self.gray(from + (to - from) * share)
                (stop.color.red, stop.color.green, stop.color.blue) = (gray, gray, gray)
                stop.color.alpha += (b.color.alpha - a.color.alpha) * share
                result.append(stop)
            }
        }
        if let last = stops.last { result.append(last) }
        return GradientRamp(stops: result)
    }

    private static func amount(_ gray: Double) -> Double {
        pow(gray > 0.04045 ? pow((gray + 0.055) / 1.055, 2.4) : gray / 12.92, 1 / 1.8)
    }

    /// Rounded, so that every machine has the same pixels.
    private static func gray(_ amount: Double) -> Double {
        let light = pow(max(amount, 0), 1.8)
        let gray = light > 0.0031308 ? 1.055 * pow(light, 1 / 2.4) - 0.055 : 12.92 * light
        return (min(max(gray, 0), 1) * 65_536).rounded() / 65_536
    }
}
