import Foundation
import MicaBase

/// The properties of a CATextLayer that animate or are archived like other properties.
///
/// The text and the font stay in the client, which draws them into the layer's contents; a server draws nothing from
/// these. *Source*: Apple, CATextLayer.h.
package struct TextState: Sendable, Equatable {
    /// The size of the font. *Units*: points.
    package var fontSize = 36.0
    /// The colour of letters; nil draws none.
    package var foregroundColor: ColorValue? = ColorValue(red: 1, green: 1, blue: 1)
    /// Whether lines end where the bounds do.
    package var isWrapped = false
    /// How lines that do not fit are truncated: Apple's string.
    package var truncationMode = "none"
    /// How lines are aligned: Apple's string.
    package var alignmentMode = "natural"
    /// Whether glyphs are placed at quarters of a pixel only.
    package var quantizesGlyphs = false

    /// Apple's defaults.
    package static let `default` = TextState()
}

extension TextState {
    /// The rows of these properties.
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
