import Foundation

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
