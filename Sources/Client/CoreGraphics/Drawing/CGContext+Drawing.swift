import MicaBase
import MicaRaster

/// The paint of one operation.
struct PreparedPaint {
    var pattern: CanvasPaint
    /// The alpha to multiply the pattern by; 1 for a colour, which includes its alpha.
    var alpha = 1.0
    /// The premultiplied pixel that the paint is; nil when it is no colour.
    var pixel: UInt32? { pattern.color }
}

extension CGContext {
    /// Draws a shape; the paint includes the state's alpha. *Space* of the shape: pixels.
    func draw(_ shape: DrawnShape, _ paint: PreparedPaint) {
        draw(shape, paint, mode: state.blendMode, shadow: state.shadow)
    }

    /// Draws a shape, over its shadow if it has one.
    func draw(_ shape: DrawnShape, _ paint: PreparedPaint, mode: CGBlendMode, shadow: Shadow?) {
        let region = clipRegion
        guard !region.isEmpty else { return }
        if let recorder {
            recorder.append(.draw(shape, paint, mode: mode, shadow: shadow), state, antialiases: antialiases)
            return
        }
        if let shadow { draw(shadow, of: shape, paint, mode: mode, region: region) }
        let part = region.intersection(shape.pixels(in: bounds))
        guard !part.isEmpty else { return }
        change(part) { paintWithinClip(shape, paint.pattern, alpha: paint.alpha, mode: mode) }
    }

    /// Paints a shape on the canvas, within the clip and the masks.
    private func paintWithinClip(_ shape: DrawnShape, _ paint: CanvasPaint, alpha: Double, mode: CGBlendMode) {
        canvas.draw(
            shape, paint, alpha: alpha, mode: mode, clips: state.clips, masks: state.masks, antialias: antialiases)
    }

    /// Draws the shadow of a shape and a paint, within a region.
    private func draw(
        _ shadow: Shadow, of shape: DrawnShape, _ paint: PreparedPaint, mode: CGBlendMode, region: DeviceRect
    ) {
        let (dx, dy, sigma) = placed(shadow)
        let reach = (3 * sigma).rounded(.up) + 1
        guard dx.isFinite, dy.isFinite else { return }
        // The region in which a caster's shadow can reach `part`.
        let casting = DeviceRect(
            around: Double(region.minX) - dx - reach, Double(region.minY) - dy - reach,
            Double(region.maxX) - dx + reach, Double(region.maxY) - dy + reach
        ).intersection(shape.pixels(in: bounds))
        guard !casting.isEmpty, let caster = PixelCanvas(bounds: casting) else { return }
        caster.draw(shape, paint.pattern, alpha: paint.alpha, mode: .normal, antialias: antialiases)
        let part = DeviceRect(
            around: Double(casting.minX) + dx - reach, Double(casting.minY) + dy - reach,
            Double(casting.maxX) + dx + reach, Double(casting.maxY) + dy + reach
        ).intersection(region)
        guard !part.isEmpty, let source = PixelCanvas(bounds: part) else { return }
        let color = components(of: shadow.color)
        let levels = softened(caster.alphas(), from: casting, to: part, offset: (dx, dy), sigma: sigma)
        source.fill(levels, red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
        change(part) {
            paintWithinClip(.fill(source.outline, .winding), CanvasPaint(inPlace: source), alpha: 1, mode: mode)
        }
    }

    /// Changes pixels of the canvas, and writes them to the bitmap's memory.
    func change(_ part: DeviceRect, _ body: () -> Void) {
        guard layers.isEmpty else { return body() }
        if let store { store.update(part, body) } else if let bitmap { bitmap.update(part, body) } else { body() }
    }

    /// A shadow's offset, y down, and its Gaussian's standard deviation. *Units*: pixels.
    func placed(_ shadow: Shadow) -> (dx: Double, dy: Double, sigma: Double) {
        let offset = shadow.offset.applying(baseMatrix)
        let scale = Double(abs(baseMatrix.a * baseMatrix.d - baseMatrix.b * baseMatrix.c)).squareRoot()
        return (Double(offset.width), -Double(offset.height), min(shadow.blur / 2 * scale, 500))
    }

    // MARK: Paint

    /// Makes a paint that includes the state's alpha; nil when it paints nothing.
    func prepared(_ paint: Paint) -> PreparedPaint? {
        switch paint {
        case .color(let color):
            let c = components(of: color)
            let pattern = CanvasPaint(red: c.red, green: c.green, blue: c.blue, alpha: c.alpha * state.alpha)
            return PreparedPaint(pattern: pattern)
        case .pattern(let pattern, let tint, let alpha):
            return cells(of: pattern, tint: tint).map { PreparedPaint(pattern: $0, alpha: alpha * state.alpha) }
        }
    }

    /// A colour in the pixels' space, not premultiplied.
    func components(of color: CGColor) -> (red: Double, green: Double, blue: Double, alpha: Double) {
        let own = color.converted(to: pixelSpace, intent: .defaultIntent, options: nil)?.components ?? [0, 0, 0, 1]
        let parts = own.map { min(max(Double($0), 0), 1) }
        return parts.count == 2 ? (parts[0], parts[0], parts[0], parts[1]) : (parts[0], parts[1], parts[2], parts[3])
    }
}

extension DrawnShape {
    /// The pixels that drawing the shape can touch.
    func pixels(in bounds: DeviceRect) -> DeviceRect {
        switch self {
        case .everything: return bounds
        case .fill(let path, _), .stencil(let path, _): return path.pixels(outset: 0)
        case .stroke(let path, let stroke):
            let m = stroke.matrix
            let scale = Double(max(abs(m.a) + abs(m.c), abs(m.b) + abs(m.d)))
            let reach = stroke.join == .miter ? max(stroke.miterLimit, 1.5) : 1.5
            return path.pixels(outset: min(stroke.width * scale * reach / 2 + 2, 1e6))
        }
    }
}
