import Foundation
import MicaResources

/// What a CATextLayer draws by, as far as it animates or is archived as other properties are.
///
/// The text and the font themselves stay in the client, which draws them into the layer's contents; nothing of this is
/// drawn from by a server. *Source*: Apple, CATextLayer.h.
package struct TextState: Sendable, Equatable {
    /// The size of the font. *Units*: points.
    package var fontSize = 36.0
    /// The colour of letters; nil draws none.
    package var foregroundColor: ColorValue? = ColorValue(red: 1, green: 1, blue: 1)
    /// Whether lines end where the bounds do.
    package var isWrapped = false
    /// What is done with lines that do not fit: Apple's string.
    package var truncationMode = "none"
    /// To which side lines are moved: Apple's string.
    package var alignmentMode = "natural"
    /// Whether glyphs are at quarters of pixels only.
    package var quantizesGlyphs = false

    /// Apple's defaults.
    package static let `default` = TextState()
}

extension PropertyID {
    @inlinable package static var fontSize: PropertyID { 87 }
    @inlinable package static var foregroundColor: PropertyID { 88 }
    @inlinable package static var wrapped: PropertyID { 89 }
    @inlinable package static var truncationMode: PropertyID { 90 }
    @inlinable package static var alignmentMode: PropertyID { 91 }
    @inlinable package static var allowsFontSubpixelQuantization: PropertyID { 92 }
}

extension TextState {
    /// What the property table says of them.
    static let rows: [PropertyRow] = [
        row(.fontSize, "fontSize", .number(\.fontSize), [], implicit: true, of: .text),
        row(.foregroundColor, "foregroundColor", .color(\.foregroundColor), [], implicit: true, of: .text),
        row(.wrapped, "wrapped", .bool(\.isWrapped), [], animatable: false, of: .text),
        row(.truncationMode, "truncationMode", .string(\.truncationMode), [], animatable: false, of: .text),
        row(.alignmentMode, "alignmentMode", .string(\.alignmentMode), [], animatable: false, of: .text),
        row(
            .allowsFontSubpixelQuantization, "allowsFontSubpixelQuantization", .bool(\.quantizesGlyphs), [],
            animatable: false, of: .text),
    ]
}
