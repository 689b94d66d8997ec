import MicaGeometry
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

    /// Sets whether fractions of pixels are limited to quarters.
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
        let outlines = self.outlines(of: glyphs, face, size: size, shape: shape)
        if mode.fills { drawPictures(glyphs, of: face, size: size, shape: shape) }
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

    /// The outlines of glyphs in device space.
    private func outlines(
        of glyphs: [PlacedGlyph], _ face: FontFace, size: Double, shape: CGAffineTransform
    ) -> Path {
        let toDevice = textMatrix.concatenating(ctm)
        let scale = CGFloat(size / face.metrics.unitsPerEm)
        // From the glyph's outline to device space, without the pen position.
        var turn = CGAffineTransform(scaleX: scale, y: scale).concatenating(shape).concatenating(toDevice)
        (turn.tx, turn.ty) = (
            shape.tx * toDevice.a + shape.ty * toDevice.c, shape.tx * toDevice.b + shape.ty * toDevice.d
        )
        let shapes = FontLibrary.shared.shapes(glyphs.map { $0.glyph }, of: face)
        var result = Path()
        for (placed, shape) in zip(glyphs, shapes) {
            guard case .outline(let outline) = shape else { continue }
            let pen = snapped(placed.position.applying(toDevice))
            guard pen.x.isFinite, pen.y.isFinite else { continue }
            result.append(
                outline.transformed(
                    by: Affine(
                        a: Double(turn.a), b: Double(turn.b), c: Double(turn.c), d: Double(turn.d),
                        tx: Double(turn.tx + pen.x), ty: Double(turn.ty + pen.y))))
        }
        return result
    }

    /// The pen position after rounding. *Space*: device space.
    private func snapped(_ pen: CGPoint) -> CGPoint {
        if !state.text.positionsByPart { return CGPoint(x: pen.x.rounded(), y: pen.y.rounded()) }
        return state.text.quantizes ? CGPoint(x: (pen.x * 4).rounded() / 4, y: (pen.y * 4).rounded() / 4) : pen
    }

    private func drawPictures(_ glyphs: [PlacedGlyph], of face: FontFace, size: Double, shape: CGAffineTransform) {
        guard face.metrics.isPictures else { return }
        let shapes = FontLibrary.shared.shapes(glyphs.map { $0.glyph }, of: face)
        for (placed, picture) in zip(glyphs, shapes) {
            guard case .picture(let picture) = picture else { continue }
            let scale = CGFloat(size / picture.pixelsPerEm)
            let (width, height) = (CGFloat(picture.bitmap.width), CGFloat(picture.bitmap.height))
            saveGState()
            concatenate(
                shape.concatenating(CGAffineTransform(translationX: placed.position.x, y: placed.position.y))
                    .concatenating(textMatrix))
            draw(
                CGImage(bitmap: picture.bitmap),
                in: CGRect(
                    x: CGFloat(picture.left) * scale, y: (CGFloat(picture.top) - height) * scale,
                    width: width * scale, height: height * scale))
            restoreGState()
        }
    }
}
