import CoreGraphics
import Foundation
import MicaValues

/// How strong vibrant content is; raw values are Apple's.
public enum UIVibrancyEffectStyle: Int, Sendable {
    /// Primary text.
    case label = 0
    /// Secondary text.
    case secondaryLabel = 1
    /// Tertiary text.
    case tertiaryLabel = 2
    /// Quaternary text.
    case quaternaryLabel = 3
    /// Large areas.
    case fill = 4
    /// Large areas, weaker.
    case secondaryFill = 5
    /// Large areas, weaker yet.
    case tertiaryFill = 6
    /// Thin lines.
    case separator = 7

    /// The opacity of the content: those of the system's colours of the same names in light traits.
    var opacity: Double {
        switch self {
        case .label: 0.85
        case .secondaryLabel: 0.6
        case .tertiaryLabel: 0.3
        case .quaternaryLabel: 0.18
        case .fill: 0.2
        case .secondaryFill: 0.16
        case .tertiaryFill: 0.12
        case .separator: 0.29
        }
    }
}

/// Lets content in a blur take part of the colour behind it: an effect view's content counts by its shape alone, which
/// is black over light blurs and white over dark ones, and lets the blur through.
///
/// The effect view goes into the `contentView` of an effect view with the blur. *Source*: Apple, UIVibrancyEffect. How
/// Apple mixes the colours is not documented: the opacities are those of the system's colours of the same names, which
/// is assumed.
// Safe because: an effect never changes after it is made.
open class UIVibrancyEffect: UIVisualEffect, @unchecked Sendable {
    let blur: UIBlurEffect
    let style: UIVibrancyEffectStyle

    /// Makes an effect for content in a blur, as strong as primary text.
    public convenience init(blurEffect: UIBlurEffect) { self.init(blurEffect: blurEffect, style: .label) }

    /// Makes an effect for content in a blur.
    public init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) {
        (blur, self.style) = (blurEffect, style)
        super.init()
    }

    /// The filter of content in an interface of a style.
    func filter(_ interface: UIUserInterfaceStyle) -> LayerFilter {
        let level = blur.recipe(interface).white > 0.5 ? 0.0 : 1.0
        let row = [0, 0, 0, 0, level]
        return .colorMatrix(row + row + row + [0, 0, 0, style.opacity, 0], name: "vibrancy")
    }
}
