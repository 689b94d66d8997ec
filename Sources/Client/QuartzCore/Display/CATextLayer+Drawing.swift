import CoreGraphics
import CoreText
import Foundation
import MicaText

extension CATextLayer {
    /// The layout of the text in the current bounds; nil without text.
    func textLayout() -> TextLayout? {
        let storage: TextStorage
        switch string {
        case let attributed as NSAttributedString: storage = TextStorage(attributed, standard: standardFont)
        case let plain as String: storage = TextStorage(plain, attributes: plainAttributes)
        default: return nil
        }
        var layout = TextLayout(storage)
        layout.width = Double(bounds.width)
        layout.wraps = isWrapped
        switch alignmentMode {
        case .left: layout.alignment = .left
        case .right: layout.alignment = .right
        case .center: layout.alignment = .center
        case .justified: layout.alignment = .justified
        default: layout.alignment = nil
        }
        switch truncationMode {
        case .start: layout.truncation = .start
        case .middle: layout.truncation = .middle
        case .end: layout.truncation = .end
        default: layout.truncation = nil
        }
        if isWrapped, layout.truncation != nil {
            layout.height = Double(bounds.height)
            layout.keepsFirstLine = true
        }
        return layout
    }

    private var plainAttributes: TextAttributes {
        var attributes = TextAttributes(font: CTFont(face: plainFace, size: max(0, Double(fontSize))))
        attributes.color = foregroundColor ?? .clear
        return attributes
    }

    private var plainFace: FontFace {
        switch font {
        case let font as CTFont: font.face
        case let font as CGFont: font.face
        case let name as String: FontLibrary.shared.faceOrStandard(named: name)
        default: FontLibrary.shared.standard
        }
    }

    /// Draws the lines upright on the surface, whichever way y points in the layer.
    func drawText(in context: CGContext) {
        guard var layout = textLayout() else { return }
        layout.need = .seen(
            TextLayout.Seen(
                width: Double(bounds.width), height: Double(bounds.height), pixelsPerPoint: Double(contentsScale)))
        let lines = layout.lines()
        guard !lines.isEmpty else { return }
        let isDown = context.ctm.d < 0
        context.saveGState()
        context.translateBy(x: bounds.minX, y: isDown ? bounds.minY : bounds.maxY)
        if isDown { context.scaleBy(x: 1, y: -1) }
        context.setShouldSubpixelQuantizeFonts(allowsFontSubpixelQuantization)
        context.textMatrix = .identity
        for placed in lines where placed.top < Double(bounds.height) {
            // Baselines lie on whole pixels, so that the bottoms of letters are sharp.
            var origin = context.convertToDeviceSpace(CGPoint(x: CGFloat(placed.x), y: -CGFloat(placed.baseline)))
            origin.y = origin.y.rounded()
            context.textPosition = context.convertToUserSpace(origin)
            placed.line.draw(in: context)
        }
        context.restoreGState()
    }
}
