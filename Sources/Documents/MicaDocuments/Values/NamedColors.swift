import CoreGraphics

/// Colours by name, as 0xRRGGBBAA.
///
/// *Source*: the names and values of CSS Color Module Level 4 that people use most: the sixteen basic ones, and a few more.
package let colorNames: [String: UInt32] = [
    "transparent": 0, "clear": 0, "black": 0x0000_00FF, "white": 0xFFFF_FFFF, "gray": 0x8080_80FF, "grey": 0x8080_80FF,
    "red": 0xFF00_00FF, "green": 0x0080_00FF, "blue": 0x0000_FFFF, "magenta": 0xFF00_FFFF, "fuchsia": 0xFF00_FFFF,
    "cyan": 0x00FF_FFFF, "aqua": 0x00FF_FFFF, "yellow": 0xFFFF_00FF, "lime": 0x00FF_00FF, "orange": 0xFFA5_00FF,
    "pink": 0xFFC0_CBFF, "purple": 0x8000_80FF, "brown": 0xA52A_2AFF, "gold": 0xFFD7_00FF, "navy": 0x0000_80FF,
    "teal": 0x0080_80FF, "olive": 0x8080_00FF, "maroon": 0x8000_00FF, "silver": 0xC0C0_C0FF,
]

/// Reads a colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a name.
package func parseColor(_ text: String) -> CGColor? {
    var value = colorNames[text.lowercased()]
    if value == nil, text.hasPrefix("#") {
        let digits = text.dropFirst()
        guard digits.allSatisfy({ $0.isHexDigit }) else { return nil }
        switch digits.count {
        case 3: value = UInt32(digits.map { "\($0)\($0)" }.joined() + "FF", radix: 16)
        case 6: value = UInt32(digits + "FF", radix: 16)
        case 8: value = UInt32(digits, radix: 16)
        default: return nil
        }
    }
    guard let value else { return nil }
    func part(_ shift: UInt32) -> CGFloat { CGFloat(value >> shift & 255) / 255 }
    return CGColor(srgbRed: part(24), green: part(16), blue: part(8), alpha: part(0))
}
