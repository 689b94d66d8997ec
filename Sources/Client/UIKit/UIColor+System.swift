import CoreGraphics

/// The colours that the system names by their purpose, as they are in light surroundings: nothing here tells light from dark.
///
/// *Source*: Apple, Human Interface Guidelines, "Color", iOS system colors and system gray colors, default (light), and
/// UIColor's pages "Standard colors" and "UI element colors"; green, blue and red are also in Apple's archive of
/// paulz/ViewSnapshots' LayeringShadowsView (2021).
extension UIColor {
    private static func rgb(_ red: Int, _ green: Int, _ blue: Int, _ alpha: CGFloat = 1) -> UIColor {
        UIColor(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: alpha)
    }

    /// 255 59 48.
    public class var systemRed: UIColor { rgb(255, 59, 48) }
    /// 255 149 0.
    public class var systemOrange: UIColor { rgb(255, 149, 0) }
    /// 255 204 0.
    public class var systemYellow: UIColor { rgb(255, 204, 0) }
    /// 52 199 89.
    public class var systemGreen: UIColor { rgb(52, 199, 89) }
    /// 0 199 190.
    public class var systemMint: UIColor { rgb(0, 199, 190) }
    /// 48 176 199.
    public class var systemTeal: UIColor { rgb(48, 176, 199) }
    /// 50 173 230.
    public class var systemCyan: UIColor { rgb(50, 173, 230) }
    /// 0 122 255.
    public class var systemBlue: UIColor { rgb(0, 122, 255) }
    /// 88 86 214.
    public class var systemIndigo: UIColor { rgb(88, 86, 214) }
    /// 175 82 222.
    public class var systemPurple: UIColor { rgb(175, 82, 222) }
    /// 255 45 85.
    public class var systemPink: UIColor { rgb(255, 45, 85) }
    /// 162 132 94.
    public class var systemBrown: UIColor { rgb(162, 132, 94) }
    /// 142 142 147.
    public class var systemGray: UIColor { rgb(142, 142, 147) }
    /// 174 174 178.
    public class var systemGray2: UIColor { rgb(174, 174, 178) }
    /// 199 199 204.
    public class var systemGray3: UIColor { rgb(199, 199, 204) }
    /// 209 209 214.
    public class var systemGray4: UIColor { rgb(209, 209, 214) }
    /// 229 229 234.
    public class var systemGray5: UIColor { rgb(229, 229, 234) }
    /// 242 242 247.
    public class var systemGray6: UIColor { rgb(242, 242, 247) }

    /// Of text that matters most: black.
    public class var label: UIColor { rgb(0, 0, 0) }
    /// Of text that matters less.
    public class var secondaryLabel: UIColor { rgb(60, 60, 67, 0.6) }
    /// Of text that matters little.
    public class var tertiaryLabel: UIColor { rgb(60, 60, 67, 0.3) }
    /// Of text that matters least.
    public class var quaternaryLabel: UIColor { rgb(60, 60, 67, 0.18) }
    /// Of text that stands for what is not there yet.
    public class var placeholderText: UIColor { rgb(60, 60, 67, 0.3) }
    /// Of text on light backgrounds: black.
    public class var darkText: UIColor { rgb(0, 0, 0) }
    /// Of text on dark backgrounds.
    public class var lightText: UIColor { rgb(255, 255, 255, 0.6) }
    /// Of links.
    public class var link: UIColor { rgb(0, 122, 255) }
    /// What views are tinted with.
    public class var tintColor: UIColor { rgb(0, 122, 255) }
    /// Of thin lines that let through what is behind.
    public class var separator: UIColor { rgb(60, 60, 67, 0.29) }
    /// Of thin lines that do not.
    public class var opaqueSeparator: UIColor { rgb(198, 198, 200) }

    /// The background of all.
    public class var systemBackground: UIColor { rgb(255, 255, 255) }
    /// Of what lies on it.
    public class var secondarySystemBackground: UIColor { rgb(242, 242, 247) }
    /// Of what lies on that.
    public class var tertiarySystemBackground: UIColor { rgb(255, 255, 255) }
    /// The background of grouped content.
    public class var systemGroupedBackground: UIColor { rgb(242, 242, 247) }
    /// Of what lies on it.
    public class var secondarySystemGroupedBackground: UIColor { rgb(255, 255, 255) }
    /// Of what lies on that.
    public class var tertiarySystemGroupedBackground: UIColor { rgb(242, 242, 247) }
    /// Over backgrounds, of thin and small shapes.
    public class var systemFill: UIColor { rgb(120, 120, 128, 0.2) }
    /// Over backgrounds, of shapes of middling size.
    public class var secondarySystemFill: UIColor { rgb(120, 120, 128, 0.16) }
    /// Over backgrounds, of large shapes.
    public class var tertiarySystemFill: UIColor { rgb(118, 118, 128, 0.12) }
    /// Over backgrounds, of large areas with much in them.
    public class var quaternarySystemFill: UIColor { rgb(116, 116, 128, 0.08) }
}
