import MicaBase
import MicaText

/// How glyphs are drawn.
public enum CGTextDrawingMode: Int32, Sendable {
    /// Fills glyphs.
    case fill = 0
    /// Strokes glyphs.
    case stroke = 1
    /// Fills, then strokes glyphs.
    case fillStroke = 2
    /// Draws nothing.
    case invisible = 3
    /// Fills glyphs, and adds them to the clip.
    case fillClip = 4
    /// Strokes glyphs, and adds them to the clip.
    case strokeClip = 5
    /// Fills, then strokes glyphs, and adds them to the clip.
    case fillStrokeClip = 6
    /// Adds glyphs to the clip.
    case clip = 7

    fileprivate var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
    fileprivate var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
    fileprivate var clips: Bool { rawValue >= 4 }
}

/// A glyph and its pen position. *Space*: text space.
package struct PlacedGlyph: Sendable, Equatable {
    /// The glyph's index in the face.
    package var glyph: UInt32
    /// The pen position.
    package var position: CGPoint
    /// Places a glyph.
    package init(glyph: UInt32, position: CGPoint) { (self.glyph, self.position) = (glyph, position) }
}

/// The part of the text state that is saved and restored.
struct TextState {
    var font: CGFont?
    var size: CGFloat = 0
    var spacing: CGFloat = 0
    var mode = CGTextDrawingMode.fill
    /// Whether glyphs may be at fractions of pixels; if not, they are at whole pixels.
    var positionsByPart = true
    /// Whether fractions are quarters.
    var quantizes = false
}

extension CGContext {
    /// Sets the font of glyphs.
    public func setFont(_ font: CGFont) { state.text.font = font }

    /// Sets the size of the font. *Space*: text space.
    public func setFontSize(_ size: CGFloat) { state.text.size = size }

    /// Sets the space that is added after every glyph. *Space*: text space.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.text.spacing = spacing }

    /// Sets how glyphs are drawn.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.text.mode = mode }

    /// Has no effect: glyphs are never smoothed for a screen's subpixels, as on Apple's platforms today.
    public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}

    /// Has no effect, like `setShouldSmoothFonts(_:)`.
    public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}

    /// Has no effect: `setShouldSubpixelPositionFonts(_:)` is always allowed.
    public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}

    /// Has no effect: `setShouldSubpixelQuantizeFonts(_:)` is always allowed.
    public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}

    /// Sets whether glyphs may be at fractions of pixels.
    public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
        state.text.positionsByPart = shouldSubpixelPositionFonts
    }

    /// Sets whether glyphs lie at quarters of pixels, also where kept coverage has fewer places (docs/text.md).
    public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
        state.text.quantizes = shouldSubpixelQuantizeFonts
    }

    /// The start of text: the translation of the text matrix. *Space*: user space.
    public var textPosition: CGPoint {
        get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
        set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
    }

    /// Draws glyphs of the current font at positions in text space; draws nothing without a font.
    public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
        guard let font = state.text.font else { return }
        let placed = zip(glyphs, positions).map { PlacedGlyph(glyph: UInt32($0), position: $1) }
        show(placed, of: font.face, size: Double(state.text.size))
    }

    /// Draws glyphs according to the text state.
    ///
    /// - Parameters:
    ///   - glyphs: The glyphs, with positions in text space.
    ///   - face: Their face.
    ///   - size: The font size. *Space*: text space.
    ///   - shape: A transformation of each glyph about its pen position.
    package func show(
        _ glyphs: [PlacedGlyph], of face: FontFace, size: Double, shape: CGAffineTransform = .identity
    ) {
        let mode = state.text.mode
        guard mode != .invisible, size.isFinite, size != 0 else { return }
        let run = run(of: glyphs, face, size: size, shape: shape)
        if mode == .fill {
            if let paint = prepared(state.fill) { draw(run, paint) }
            return
        }
        if mode.fills { drawPictures(of: run) }
        let outlines = run.outline.transformed(by: deviceToPixels.inverted())
        if !outlines.isEmpty {
            let saved = devicePath
            devicePath = CGMutablePath(path: outlines)
            if mode.fills || mode.strokes {
                drawPath(using: !mode.strokes ? .fill : mode.fills ? .fillStroke : .stroke)
            }
            devicePath = saved
        }
        if mode.clips {
            let saved = devicePath
            devicePath = CGMutablePath(path: outlines)
            if outlines.isEmpty { clip(to: []) } else { clip() }
            devicePath = saved
        }
    }

    /// Fills glyphs: from the coverage that is kept of them, or the plain way, as one outline.
    func draw(_ run: GlyphRun, _ paint: PreparedPaint) {
        guard !clipRegion.isEmpty else { return }
        if let recorder { return recorder.append(.glyphs(run, paint), state, antialiases: antialiases) }
        if drawKept(run, paint) { return }
        drawPictures(of: run)
        let outline = run.outline
        if !outline.isEmpty { draw(.fill(outline, .winding), paint) }
    }

    /// The glyphs in pixels.
    private func run(
        of glyphs: [PlacedGlyph], _ face: FontFace, size: Double, shape: CGAffineTransform
    ) -> GlyphRun {
        let toPixels = textMatrix.concatenating(ctm).concatenating(deviceToPixels)
        let scale = CGFloat(size / face.metrics.unitsPerEm)
        var turn = CGAffineTransform(scaleX: scale, y: scale).concatenating(shape).concatenating(toPixels)
        (turn.tx, turn.ty) = (
            shape.tx * toPixels.a + shape.ty * toPixels.c, shape.tx * toPixels.b + shape.ty * toPixels.d
        )
        let placed = glyphs.map { PlacedGlyph(glyph: $0.glyph, position: $0.position.applying(toPixels)) }
        return GlyphRun(face: face, glyphs: placed, turn: turn, text: state.text)
    }

    /// Draws the glyphs that are pictures.
    private func drawPictures(of run: GlyphRun) {
        guard run.face.metrics.isPictures else { return }
        let shapes = FontLibrary.shared.shapes(run.glyphs.map { $0.glyph }, of: run.face)
        for (placed, shape) in zip(run.glyphs, shapes) {
            guard case .picture(let picture) = shape, let canvas = PixelCanvas(bitmap: picture.bitmap) else { continue }
            let matrix = run.matrix(of: picture, at: placed.position)
            guard matrix.isInvertible else { continue }
            let paint = PreparedPaint(
                pattern: CanvasPaint(
                    canvas: canvas, matrix: matrix, filter: filter(for: CGImage(bitmap: picture.bitmap)),
                    repeats: false), alpha: state.alpha)
            draw(.fill(picture.outline.transformed(by: matrix), .winding), paint)
        }
    }
}

/// Glyphs of one face that are painted alike. *Space*: pixels, y down.
struct GlyphRun {
    var face: FontFace
    /// The glyphs, with their pens before any rounding.
    var glyphs: [PlacedGlyph]
    /// From a glyph's outline, in font units, to pixels, without its pen.
    var turn: CGAffineTransform
    /// How pens are rounded.
    var text: TextState

    /// The outlines of all glyphs.
    var outline: Path {
        let shapes = FontLibrary.shared.shapes(glyphs.map { $0.glyph }, of: face)
        var result = Path()
        for (placed, shape) in zip(glyphs, shapes) {
            guard case .outline(let outline) = shape else { continue }
            let pen = snapped(placed.position)
            guard pen.x.isFinite, pen.y.isFinite else { continue }
            result.append(
                outline.transformed(
                    by: Affine(
                        a: Double(turn.a), b: Double(turn.b), c: Double(turn.c), d: Double(turn.d),
                        tx: Double(turn.tx + pen.x), ty: Double(turn.ty + pen.y))))
        }
        return result
    }

    /// The pen position after rounding.
    private func snapped(_ pen: CGPoint) -> CGPoint {
        if !text.positionsByPart { return CGPoint(x: pen.x.rounded(), y: pen.y.rounded()) }
        return text.quantizes ? CGPoint(x: (pen.x * 4).rounded() / 4, y: (pen.y * 4).rounded() / 4) : pen
    }

    /// From the pixels of a glyph's picture, y down, to the run's.
    func matrix(of picture: GlyphPicture, at pen: CGPoint) -> CGAffineTransform {
        let unit = CGFloat(face.metrics.unitsPerEm / picture.pixelsPerEm)
        return CGAffineTransform(
            a: unit, b: 0, c: 0, d: -unit, tx: CGFloat(picture.left) * unit, ty: CGFloat(picture.top) * unit
        ).concatenating(turn).concatenating(CGAffineTransform(translationX: pen.x, y: pen.y))
    }
}

extension GlyphPicture {
    /// The rectangle of its pixels.
    var outline: Path {
        Path(rectangle: Box(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)))
    }
}
