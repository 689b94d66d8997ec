import MicaBase
import MicaRaster
import MicaTrace

extension CGContext {
    /// Draws an image stretched over a rectangle, its top row at the greatest y; with `byTiling`, repeats the
    /// rectangle in all directions.
    ///
    /// A stencil (`isMask`) is painted with the fill colour. *Space*: user space.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        guard rect.width > 0, rect.height > 0, ctm.isInvertible else { return }
        let bitmap = image.isMask ? image.maskBitmap : image.bitmap(in: pixelSpace)
        guard let canvas = PixelCanvas(bitmap: bitmap) else { return }
        let pattern = CanvasPaint(
            canvas: canvas, matrix: imageMatrix(image, in: rect), filter: filter(for: image), repeats: byTiling)
        let area =
            byTiling ? canvasOutline : Path(rectangle: Box(rect)).transformed(by: ctm.concatenating(deviceToPixels))
        if image.isMask {
            guard let paint = prepared(state.fill) else { return }
            draw(.stencil(area, pattern), paint)
        } else {
            draw(.fill(area, .winding), PreparedPaint(pattern: pattern, alpha: state.alpha))
        }
    }

    /// A rectangle around all pixels of the canvas.
    private var canvasOutline: Path {
        let b = bounds
        return Path(
            rectangle: Box(x: Double(b.minX), y: Double(b.minY), width: Double(b.width), height: Double(b.height)))
    }

    /// From the pixels of an image, y down, to the context's pixels.
    func imageMatrix(_ image: CGImage, in rect: CGRect) -> CGAffineTransform {
        CGAffineTransform(
            a: rect.width / CGFloat(image.width), b: 0, c: 0, d: -rect.height / CGFloat(image.height), tx: rect.minX,
            ty: rect.maxY
        ).concatenating(ctm).concatenating(deviceToPixels)
    }

    /// The filter for an image with the current interpolation quality.
    func filter(for image: CGImage) -> CanvasPaint.Filter {
        switch state.interpolationQuality {
        case .default: image.shouldInterpolate ? .good : .nearest
        case .none: .nearest
        case .low, .medium: .good
        case .high: .best
        }
    }

    /// Draws sRGB pixels at their positions as one image, with the current alpha, blend mode and shadow.
    ///
    /// *Space*: pixels of the context, y down from the top row.
    package func draw(_ bitmap: Bitmap, at region: DeviceRect) {
        guard let canvas = PixelCanvas(bitmap: CGImage(bitmap: bitmap).bitmap(in: pixelSpace)) else { return }
        let pattern = CanvasPaint(
            canvas: canvas, matrix: CGAffineTransform(translationX: CGFloat(region.minX), y: CGFloat(region.minY)),
            filter: .nearest, repeats: false)
        let area = Path(
            rectangle: Box(
                x: Double(region.minX), y: Double(region.minY), width: Double(region.width),
                height: Double(region.height)))
        draw(.fill(area, .winding), PreparedPaint(pattern: pattern, alpha: state.alpha))
    }

    /// The pixels that drawing may change: an upper bound. *Space*: y down from the top row.
    package var drawableRegion: DeviceRect { clipRegion }

    /// From user space to pixels, y down from the top row.
    package var userSpaceToPixels: CGAffineTransform { ctm.concatenating(deviceToPixels) }

    /// From base space, before any concatenation, to pixels, y down from the top row.
    package var baseSpaceToPixels: CGAffineTransform { baseMatrix.concatenating(deviceToPixels) }

    // MARK: Layers

    /// Begins a transparency layer. At its end, the layer's content is drawn as one image, with the shadow, the alpha
    /// and the blend mode set now. Within the layer there is no shadow, the alpha is 1 and the blend mode is normal.
    ///
    /// The dictionary has no effect.
    public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) { beginLayer(clipRegion) }

    /// Begins a transparency layer limited to a rectangle. *Space*: user space.
    ///
    /// The dictionary has no effect.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
        let path = Path(rectangle: Box(rect)).transformed(by: ctm.concatenating(deviceToPixels))
        beginLayer(clipRegion.intersection(path.pixels(outset: 0)))
    }

    /// Ends the innermost layer, and restores the state from its beginning. Nothing happens without a layer.
    public func endTransparencyLayer() {
        guard let layer = layers.popLast() else { return }
        let content = pixels
        (pixels, bounds) = (layer.pixels, layer.bounds)
        savedStates.removeSubrange(layer.savedCount...)
        state = layer.state
        if let recorder { return recorder.append(.endLayer, state, antialiases: antialiases) }
        guard layer.isVisible, let content else { return }
        draw(
            .fill(content.outline, .winding), PreparedPaint(pattern: CanvasPaint(inPlace: content), alpha: state.alpha)
        )
    }

    /// Begins a layer. With a shadow, the layer includes the pixels outside the clip whose shadow falls into it.
    func beginLayer(_ region: DeviceRect) {
        var wanted = region
        if let shadow = state.shadow, !region.isEmpty {
            let (dx, dy, sigma) = placed(shadow)
            let reach = 3 * sigma + 2
            let casting = DeviceRect(
                around: Double(region.minX) - dx - reach, Double(region.minY) - dy - reach,
                Double(region.maxX) - dx + reach, Double(region.maxY) - dy + reach)
            wanted = region.union(casting).intersection(
                bounds.union(
                    casting.intersection(DeviceRect(minX: -2048, minY: -2048, maxX: 30000, maxY: 30000))))
        }
        let pixel = DeviceRect(
            minX: bounds.minX, minY: bounds.minY, maxX: bounds.minX + 1, maxY: bounds.minY + 1)
        let outer = TransparencyLayer(
            pixels: pixels, bounds: bounds, state: state, savedCount: savedStates.count, isVisible: !wanted.isEmpty)
        if let recorder {
            recorder.append(.beginLayer(region), state, antialiases: antialiases)
            bounds = wanted.isEmpty ? pixel : wanted
        } else {
            let made = wanted.isEmpty ? nil : PixelCanvas(bounds: wanted)
            guard let content = made ?? PixelCanvas(bounds: pixel) else {
                stopProgram("a pixel is not too large")
            }
            (pixels, bounds) = (content, content.bounds)
        }
        layers.append(outer)
        state.shadow = nil
        state.alpha = 1
        state.blendMode = .normal
        state.clips = []
        state.masks = []
    }
}

/// What a context restores when a transparency layer ends.
struct TransparencyLayer {
    /// The canvas outside the layer; nil when it is not made yet.
    var pixels: PixelCanvas?
    /// The bounds of that canvas.
    var bounds: DeviceRect
    var state: GraphicsState
    /// The number of saved states.
    var savedCount: Int
    /// Whether any pixel of the layer can be visible.
    var isVisible: Bool
}

extension PixelCanvas {
    /// A rectangle around all pixels. *Space*: pixels of the context.
    var outline: Path {
        Path(
            rectangle: Box(
                x: Double(bounds.minX), y: Double(bounds.minY), width: Double(bounds.width),
                height: Double(bounds.height)))
    }
}

extension CGImage {
    /// The pixels as components of a space, premultiplied.
    func bitmap(in space: CGColorSpace) -> Bitmap {
        let bitmap = resource.bitmap()
        let own = space.definition
        if own.model != .monochrome, own.primaries == .sRGB, own.transfer == .sRGB { return bitmap }
        var known: [UInt32: UInt32] = [:]
        var result = bitmap
        for index in result.pixels.indices {
            let word = result.pixels[index]
            let a = Double(word >> 24)
            guard a > 0 else { continue }
            if let converted = known[word] {
                result.pixels[index] = converted
                continue
            }
            let parts = [word >> 16 & 255, word >> 8 & 255, word & 255].map {
                CGColorSpace.Transfer.sRGB.decode(Double($0) / a)
            }
            let mixed = space.components(light: [parts[0], parts[1], parts[2]]).map { min(max($0, 0), 1) }
            func level(_ v: Double) -> UInt32 { UInt32((v * a).rounded()) }
            let (red, green, blue) =
                mixed.count == 1
                ? (level(mixed[0]), level(mixed[0]), level(mixed[0]))
                : (level(mixed[0]), level(mixed[1]), level(mixed[2]))
            let converted = word & 0xFF00_0000 | red << 16 | green << 8 | blue
            known[word] = converted
            result.pixels[index] = converted
        }
        return result
    }
}
