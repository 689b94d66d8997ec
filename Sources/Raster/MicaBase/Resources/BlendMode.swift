/// How pixels are combined with the pixels under them.
///
/// *Source*: Porter and Duff, "Compositing digital images", SIGGRAPH 1984; W3C, "Compositing and Blending Level 1".
package enum BlendMode: UInt8, Sendable, CaseIterable {
    /// Source over destination.
    case sourceOver
    /// The other operators of Porter and Duff; "atop" is named after the pixels on top.
    case clear, copy, sourceIn, sourceOut, sourceAtop
    case destinationOver, destinationIn, destinationOut, destinationAtop, xor
    /// Sums of light and of darkness, limited.
    case plusLighter, plusDarker
    /// Blends of each component, by W3C.
    case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    /// Further blends of each component: straight colours `s` over `d` give s + d; s + d - 1; d + 2s - 1; burn or dodge
    /// with twice the source; the lighter or darker of d and twice the source; d - s; s - d; d / s.
    case linearDodge, linearBurn, linearLight, vividLight, pinLight, subtract, subtractDestination, divide
    /// Blends of hue, saturation and luminosity, by W3C.
    case hue, saturation, color, luminosity

    /// Whether a transparent source changes the pixels under it.
    package var isUnbounded: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
        default: false
        }
    }
}
