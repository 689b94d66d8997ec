import MicaBase
import MicaTrace

extension CGContext {
    /// Sets the fill colour, or the pattern that a colour paints.
    public func setFillColor(_ color: CGColor) {
        guard !ignoresColors else { return }
        state.fill = Paint(color)
        state.fillSpace = color.colorSpace ?? .sharedSRGB
    }

    /// Sets the stroke colour, or the pattern that a colour paints.
    public func setStrokeColor(_ color: CGColor) {
        guard !ignoresColors else { return }
        state.stroke = Paint(color)
        state.strokeSpace = color.colorSpace ?? .sharedSRGB
    }

    /// Sets the fill colour, in sRGB.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Sets the stroke colour, in sRGB.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Sets the fill colour, in gray.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) { setFillColor(CGColor(gray: gray, alpha: alpha)) }

    /// Sets the stroke colour, in gray.
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { setStrokeColor(CGColor(gray: gray, alpha: alpha)) }

    /// Sets the space of the components in `setFillPattern(_:colorComponents:)`, and the fill colour to black.
    public func setFillColorSpace(_ space: CGColorSpace) {
        guard !ignoresColors else { return }
        (state.fillSpace, state.fill) = (space, .color(.black))
    }

    /// Sets the space of the components in `setStrokePattern(_:colorComponents:)`, and the stroke colour to black.
    public func setStrokeColorSpace(_ space: CGColorSpace) {
        guard !ignoresColors else { return }
        (state.strokeSpace, state.stroke) = (space, .color(.black))
    }

    /// Sets the fill pattern.
    ///
    /// For a coloured pattern, `components` is the alpha. For an uncoloured pattern, `components` is a colour in the
    /// base of the pattern space that `setFillColorSpace(_:)` set, and its alpha.
    ///
    /// - Precondition: the fill space is a pattern space, and has a base when the pattern is uncoloured.
    public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        guard !ignoresColors else { return }
        state.fill = unsafe paint(pattern, components, state.fillSpace)
    }

    /// Sets the stroke pattern; the components are as in `setFillPattern(_:colorComponents:)`.
    ///
    /// - Precondition: the stroke space is a pattern space, and has a base when the pattern is uncoloured.
    public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
        guard !ignoresColors else { return }
        state.stroke = unsafe paint(pattern, components, state.strokeSpace)
    }

    /// Sets the offset of pattern cells in later drawing. *Space*: the context's base space, before any
    /// concatenation.
    public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

    private func paint(_ pattern: CGPattern, _ components: UnsafePointer<CGFloat>, _ space: CGColorSpace) -> Paint {
        requires(space.model == .pattern, "a pattern needs a pattern colour space: set it before the pattern")
        if pattern.isColored { return unsafe .pattern(pattern, tint: nil, alpha: Double(components[0])) }
        guard let base = space.base else {
            stopProgram("a pattern without colours needs a pattern colour space with a base")
        }
        let tint = unsafe CGColor(colorSpace: base, components: components)
        return .pattern(pattern, tint: tint?.copy(alpha: 1), alpha: Double(tint?.alpha ?? 1))
    }

    /// Draws one cell of a pattern, to be repeated; nil when the cell has no pixels.
    ///
    /// The cell is one step wide and high. Where the pattern's bounds exceed a step, they overlap the cells after it.
    func cells(of pattern: CGPattern, tint: CGColor?) -> CanvasPaint? {
        let moved = CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
        let toPixels = pattern.matrix.concatenating(moved).concatenating(baseMatrix).concatenating(deviceToPixels)
        if let picture = pattern.picture { return copies(of: picture, pattern.step, toPixels) }
        let step = pattern.step
        // The size of the step in the context's pixels.
        let across = Double(step.width * hypot(toPixels.a, toPixels.b))
        let down = Double(step.height * hypot(toPixels.c, toPixels.d))
        guard across.isFinite, down.isFinite, toPixels.isInvertible else { return nil }
        func whole(_ v: Double) -> Int { Int(min(max((v - 1e-6).rounded(.up), 1), 8192)) }
        let (columns, rows) = (whole(across), whole(down))
        guard let cell = PixelCanvas(bounds: DeviceRect(minX: 0, minY: 0, maxX: columns, maxY: rows)) else {
            return nil
        }
        let scale = CGAffineTransform(scaleX: CGFloat(columns) / step.width, y: CGFloat(rows) / step.height)
        let (origin, size) = (pattern.bounds.origin, pattern.bounds.size)
        // The number of earlier cells that overlap this cell, along each axis.
        let reach = (
            Int(min((size.width / step.width).rounded(.up), 16)), Int(min((size.height / step.height).rounded(.up), 16))
        )
        for j in (0..<max(reach.1, 1)).reversed() {
            for i in (0..<max(reach.0, 1)).reversed() {
                let shift = CGAffineTransform(
                    translationX: -origin.x - CGFloat(i) * step.width, y: -origin.y - CGFloat(j) * step.height)
                let context = CGContext(
                    canvas: cell, bitmap: nil, width: columns, height: rows, space: pixelSpace,
                    baseMatrix: shift.concatenating(scale), ignoresColors: tint != nil)
                if let tint { (context.state.fill, context.state.stroke) = (.color(tint), .color(tint)) }
                context.clip(to: pattern.bounds)
                pattern.drawCell(in: context)
            }
        }
        // From the cell's pixels, y down from its top row, to pattern space, and on to the context's pixels.
        let toPattern = CGAffineTransform(
            a: step.width / CGFloat(columns), b: 0, c: 0, d: -step.height / CGFloat(rows), tx: origin.x,
            ty: origin.y + step.height)
        let matrix = toPattern.concatenating(toPixels)
        return CanvasPaint(canvas: cell, matrix: matrix, filter: matrix.patternFilter, repeats: true)
    }

    /// A picture to be repeated; nil when it cannot be shown.
    ///
    /// - Parameter toPixels: From pattern space to the context's pixels. Where y points up there, the picture is turned
    ///   over, so that it is upright.
    private func copies(of picture: CGImage, _ size: CGSize, _ toPixels: CGAffineTransform) -> CanvasPaint? {
        guard toPixels.isInvertible, let canvas = PixelCanvas(bitmap: picture.bitmap(in: pixelSpace)) else {
            return nil
        }
        let isUp = toPixels.d < 0
        let toPattern = CGAffineTransform(
            a: size.width / CGFloat(picture.width), b: 0, c: 0,
            d: (isUp ? -1 : 1) * size.height / CGFloat(picture.height), tx: 0, ty: isUp ? size.height : 0)
        let matrix = toPattern.concatenating(toPixels)
        return CanvasPaint(canvas: canvas, matrix: matrix, filter: matrix.patternFilter, repeats: true)
    }

    // MARK: Shadows

    /// Sets a shadow for later drawing: black, with an alpha of 1/3.
    ///
    /// - Parameters:
    ///   - offset: The shadow's offset. *Space*: the context's base space, before any concatenation: pixels of a
    ///     bitmap with y up, or a layer's own points.
    ///   - blur: Twice the standard deviation of the Gaussian, in the same space. *Source*: the relation that CSS and
    ///     the canvas define for the blur that browsers pass to Core Graphics; not measured.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    /// Sets a shadow with a colour for later drawing, or none when `color` is nil.
    ///
    /// - Parameters:
    ///   - offset: The shadow's offset. *Space*: as in `setShadow(offset:blur:)`.
    ///   - blur: Twice the standard deviation of the Gaussian, up to 1000.
    ///   - color: The colour; nil ends shadows.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        state.shadow = color.flatMap { color in
            color.alpha > 0
                ? Shadow(offset: offset, blur: blur.isFinite ? min(max(Double(blur), 0), 1000) : 0, color: color) : nil
        }
    }
}

extension Paint {
    /// Makes the paint of a colour.
    fileprivate init(_ color: CGColor) {
        if let pattern = color.pattern {
            self = .pattern(pattern, tint: color.patternTint, alpha: Double(color.alpha))
        } else {
            self = .color(color)
        }
    }
}

extension CGAffineTransform {
    /// The filter for a pattern's pixels under the transform: the nearest if each of them is a pixel of the context.
    fileprivate var patternFilter: CanvasPaint.Filter {
        b == 0 && c == 0 && abs(abs(a) - 1) < 1e-9 && abs(abs(d) - 1) < 1e-9 ? .nearest : .good
    }
}
