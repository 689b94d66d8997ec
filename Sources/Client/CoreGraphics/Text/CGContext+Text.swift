import MicaRaster
import MicaText

/// What is done with glyphs that are shown.
public enum CGTextDrawingMode: Int32, Sendable {
    /// Their inside.
    case fill = 0
    /// A line along them.
    case stroke = 1
    /// Their inside, then a line along them.
    case fillStroke = 2
    /// Nothing.
    case invisible = 3
    /// Their inside, and later drawing is limited to them.
    case fillClip = 4
    /// A line along them, and later drawing is limited to them.
    case strokeClip = 5
    /// Both, and later drawing is limited to them.
    case fillStrokeClip = 6
    /// Later drawing is limited to them.
    case clip = 7

    fileprivate var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
    fileprivate var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
    fileprivate var clips: Bool { rawValue >= 4 }
}

/// A glyph and where its pen is. *Space*: text space.
package struct PlacedGlyph: Sendable, Equatable {
    /// The number in the face.
    package var glyph: UInt32
    /// Where the pen is.
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
    /// Glyphs are at whole pixels, unless at parts of them.
    var positionsByPart = true
    /// Parts are quarters.
    var quantizes = false
}

extension CGContext {
    /// Sets the font that glyphs are shown in.
    public func setFont(_ font: CGFont) { state.text.font = font }

    /// Sets the size of the font. *Space*: text space.
    public func setFontSize(_ size: CGFloat) { state.text.size = size }

    /// Sets what is added behind every glyph that is shown. *Space*: text space.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.text.spacing = spacing }

    /// Sets what is done with glyphs.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.text.mode = mode }

    /// Has no effect: glyphs are never smoothed for the parts of a screen's pixels, as on Apple's platforms today.
    public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}

    /// Has no effect, as `setShouldSmoothFonts(_:)`.
    public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}

    /// Has no effect: what `setShouldSubpixelPositionFonts(_:)` asks for is always allowed.
    public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}

    /// Has no effect: what `setShouldSubpixelQuantizeFonts(_:)` asks for is always allowed.
    public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}

    /// Sets whether glyphs may be at parts of pixels.
    public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
        state.text.positionsByPart = shouldSubpixelPositionFonts
    }

    /// Sets whether glyphs at parts of pixels are at quarters of them only; they are anywhere else.
    public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
        state.text.quantizes = shouldSubpixelQuantizeFonts
    }

    /// Where text begins: what the text matrix moves by. *Space*: user space.
    public var textPosition: CGPoint {
        get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
        set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
    }

    /// Shows glyphs of the font at places, which the text matrix takes to user space; nothing without a font.
    public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
        guard let font = state.text.font else { return }
        let placed = zip(glyphs, positions).map { PlacedGlyph(glyph: UInt32($0), position: $1) }
        show(placed, of: font.face, size: Double(state.text.size))
    }

    /// Draws glyphs as the text state says.
    ///
    /// - Parameters:
    ///   - glyphs: The glyphs, with places in text space.
    ///   - face: Their face.
    ///   - size: The size of the font. *Space*: text space.
    ///   - shape: What glyphs are transformed by, about their pens.
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
        // The outline's way to the device, but for where its pen is.
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

    /// Where a pen may be. *Space*: device space.
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
