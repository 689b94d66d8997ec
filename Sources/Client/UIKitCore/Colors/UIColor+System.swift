import CoreGraphics

/// The system's colours, named by their purpose, for light and dark traits. Each comment has the red, green and blue in
/// light traits (0...255), or the purpose.
///
/// *Source*: Apple, Human Interface Guidelines, "Color", iOS system colors and system gray colors, default light and
/// default dark, and UIColor's pages "Standard colors" and "UI element colors"; green, blue and red are also in Apple's
/// archive of paulz/ViewSnapshots' LayeringShadowsView (2021). The numbers of labels, backgrounds, fills and separators
/// are others' measurements of iOS 13: noahgilmore.com/blog/dark-mode-uicolor-compatibility.
extension UIColor {
    private static func rgb(_ red: Int, _ green: Int, _ blue: Int, _ alpha: CGFloat = 1) -> UIColor {
        UIColor(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: alpha)
    }

    private static func dynamic(_ light: UIColor, _ dark: UIColor) -> UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? dark : light }
    }

    /// A background, which is lighter in dark traits over another interface. *Source*: Apple, Human Interface
    /// Guidelines, "Dark Mode": base and elevated backgrounds; the numbers are of the same measurements.
    private static func background(_ light: UIColor, _ dark: UIColor, _ elevated: UIColor) -> UIColor {
        UIColor { traits in
            guard traits.userInterfaceStyle == .dark else { return light }
            return traits.userInterfaceLevel == .elevated ? elevated : dark
        }
    }

    /// 255 59 48.
    public class var systemRed: UIColor { dynamic(rgb(255, 59, 48), rgb(255, 69, 58)) }
    /// 255 149 0.
    public class var systemOrange: UIColor { dynamic(rgb(255, 149, 0), rgb(255, 159, 10)) }
    /// 255 204 0.
    public class var systemYellow: UIColor { dynamic(rgb(255, 204, 0), rgb(255, 214, 10)) }
    /// 52 199 89.
    public class var systemGreen: UIColor { dynamic(rgb(52, 199, 89), rgb(48, 209, 88)) }
    /// 0 199 190.
    public class var systemMint: UIColor { dynamic(rgb(0, 199, 190), rgb(99, 230, 226)) }
    /// 48 176 199.
    public class var systemTeal: UIColor { dynamic(rgb(48, 176, 199), rgb(64, 200, 224)) }
    /// 50 173 230.
    public class var systemCyan: UIColor { dynamic(rgb(50, 173, 230), rgb(100, 210, 255)) }
    /// 0 122 255.
    public class var systemBlue: UIColor { dynamic(rgb(0, 122, 255), rgb(10, 132, 255)) }
    /// 88 86 214.
    public class var systemIndigo: UIColor { dynamic(rgb(88, 86, 214), rgb(94, 92, 230)) }
    /// 175 82 222.
    public class var systemPurple: UIColor { dynamic(rgb(175, 82, 222), rgb(191, 90, 242)) }
    /// 255 45 85.
    public class var systemPink: UIColor { dynamic(rgb(255, 45, 85), rgb(255, 55, 95)) }
    /// 162 132 94.
    public class var systemBrown: UIColor { dynamic(rgb(162, 132, 94), rgb(172, 142, 104)) }
    /// 142 142 147.
    public class var systemGray: UIColor { rgb(142, 142, 147) }
    /// 174 174 178.
    public class var systemGray2: UIColor { dynamic(rgb(174, 174, 178), rgb(99, 99, 102)) }
    /// 199 199 204.
    public class var systemGray3: UIColor { dynamic(rgb(199, 199, 204), rgb(72, 72, 74)) }
    /// 209 209 214.
    public class var systemGray4: UIColor { dynamic(rgb(209, 209, 214), rgb(58, 58, 60)) }
    /// 229 229 234.
    public class var systemGray5: UIColor { dynamic(rgb(229, 229, 234), rgb(44, 44, 46)) }
    /// 242 242 247.
    public class var systemGray6: UIColor { dynamic(rgb(242, 242, 247), rgb(28, 28, 30)) }

    /// Primary text: black, or white in dark traits.
    public class var label: UIColor { dynamic(rgb(0, 0, 0), rgb(255, 255, 255)) }
    /// Secondary text.
    public class var secondaryLabel: UIColor { dynamic(rgb(60, 60, 67, 0.6), rgb(235, 235, 245, 0.6)) }
    /// Tertiary text.
    public class var tertiaryLabel: UIColor { dynamic(rgb(60, 60, 67, 0.3), rgb(235, 235, 245, 0.3)) }
    /// Quaternary text.
    public class var quaternaryLabel: UIColor { dynamic(rgb(60, 60, 67, 0.18), rgb(235, 235, 245, 0.16)) }
    /// Placeholder text in empty fields.
    public class var placeholderText: UIColor { dynamic(rgb(60, 60, 67, 0.3), rgb(235, 235, 245, 0.3)) }
    /// Text on light backgrounds: black.
    public class var darkText: UIColor { rgb(0, 0, 0) }
    /// Text on dark backgrounds: white, 0.6 opaque.
    public class var lightText: UIColor { rgb(255, 255, 255, 0.6) }
    /// Links.
    public class var link: UIColor { dynamic(rgb(0, 122, 255), rgb(9, 132, 255)) }
    /// The tint of views that have no other.
    public class var tintColor: UIColor { dynamic(rgb(0, 122, 255), rgb(10, 132, 255)) }
    /// Translucent thin lines.
    public class var separator: UIColor { dynamic(rgb(60, 60, 67, 0.29), rgb(84, 84, 88, 0.6)) }
    /// Opaque thin lines.
    public class var opaqueSeparator: UIColor { dynamic(rgb(198, 198, 200), rgb(56, 56, 58)) }

    /// The background of the interface.
    public class var systemBackground: UIColor {
        background(rgb(255, 255, 255), rgb(0, 0, 0), rgb(28, 28, 30))
    }
    /// The background of content on `systemBackground`.
    public class var secondarySystemBackground: UIColor {
        background(rgb(242, 242, 247), rgb(28, 28, 30), rgb(44, 44, 46))
    }
    /// The background of content on `secondarySystemBackground`.
    public class var tertiarySystemBackground: UIColor {
        background(rgb(255, 255, 255), rgb(44, 44, 46), rgb(58, 58, 60))
    }
    /// The background of an interface with grouped content.
    public class var systemGroupedBackground: UIColor {
        background(rgb(242, 242, 247), rgb(0, 0, 0), rgb(28, 28, 30))
    }
    /// The background of grouped content: `systemGroupedBackground`. *Source*: Apple,
    /// UIColor.groupTableViewBackground: deprecated in its favour.
    public class var groupTableViewBackground: UIColor { systemGroupedBackground }
    /// The background of content on `systemGroupedBackground`.
    public class var secondarySystemGroupedBackground: UIColor {
        background(rgb(255, 255, 255), rgb(28, 28, 30), rgb(44, 44, 46))
    }
    /// The background of content on `secondarySystemGroupedBackground`.
    public class var tertiarySystemGroupedBackground: UIColor {
        background(rgb(242, 242, 247), rgb(44, 44, 46), rgb(58, 58, 60))
    }
    /// A translucent fill for thin and small shapes.
    public class var systemFill: UIColor { dynamic(rgb(120, 120, 128, 0.2), rgb(120, 120, 128, 0.36)) }
    /// A translucent fill for shapes of medium size.
    public class var secondarySystemFill: UIColor { dynamic(rgb(120, 120, 128, 0.16), rgb(120, 120, 128, 0.32)) }
    /// A translucent fill for large shapes.
    public class var tertiarySystemFill: UIColor { dynamic(rgb(118, 118, 128, 0.12), rgb(118, 118, 128, 0.24)) }
    /// A translucent fill for large areas with complex content.
    public class var quaternarySystemFill: UIColor { dynamic(rgb(116, 116, 128, 0.08), rgb(116, 116, 128, 0.18)) }
}
