import CoreGraphics
import Foundation

/// An effect of a `UIVisualEffectView` on the content behind it; this base class has none.
// Safe because: it has no stored property, and the subclass's are immutable and of Sendable types.
open class UIVisualEffect: NSObject, NSCopying, @unchecked Sendable {
    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A blur of the content behind, under a translucent veil.
// Safe because: an effect never changes after it is made.
open class UIBlurEffect: UIVisualEffect, @unchecked Sendable {
    /// The lightness and thickness of the veil; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// Nearly white.
        case extraLight = 0
        /// Light.
        case light = 1
        /// Dark.
        case dark = 2
        /// Light or dark, by the traits.
        case regular = 4
        /// Light or dark, by the traits, and stronger than `regular`.
        case prominent = 5
        /// A very thin veil, by the traits.
        case systemUltraThinMaterial = 6
        /// A thin veil, by the traits.
        case systemThinMaterial = 7
        /// A veil of medium thickness, by the traits.
        case systemMaterial = 8
        /// A thick veil, by the traits.
        case systemThickMaterial = 9
        /// The veil of bars, by the traits.
        case systemChromeMaterial = 10
        /// A very thin light veil.
        case systemUltraThinMaterialLight = 11
        /// A thin light veil.
        case systemThinMaterialLight = 12
        /// A light veil.
        case systemMaterialLight = 13
        /// A thick light veil.
        case systemThickMaterialLight = 14
        /// The light veil of bars.
        case systemChromeMaterialLight = 15
        /// A very thin dark veil.
        case systemUltraThinMaterialDark = 16
        /// A thin dark veil.
        case systemThinMaterialDark = 17
        /// A dark veil.
        case systemMaterialDark = 18
        /// A thick dark veil.
        case systemThickMaterialDark = 19
        /// The dark veil of bars.
        case systemChromeMaterialDark = 20
    }

    let style: Style

    /// Makes a blur of a style.
    public init(style: UIBlurEffect.Style) {
        self.style = style
        super.init()
    }

    /// The blur's standard deviation in points, the saturation's factor, and the veil.
    ///
    /// *Source*: Apple's sample code UIImageEffects (WWDC 2013) for the light, the extra light and the dark style:
    /// radius 30 and white 1, alpha 0.3; 20 and white 0.97, alpha 0.82; 20 and white 0.11, alpha 0.73; saturation 1.8
    /// for all. The materials' values are assumed: the same blur, with veils between these.
    struct Recipe: Equatable {
        var radius: CGFloat
        var saturation = 1.8
        var white: CGFloat
        var alpha: CGFloat
    }

    func recipe(_ interface: UIUserInterfaceStyle) -> Recipe {
        func veil(_ alpha: CGFloat, _ isDark: Bool) -> Recipe {
            Recipe(radius: 30, white: isDark ? 0.11 : 0.97, alpha: alpha)
        }
        let isDark = interface == .dark
        switch style {
        case .extraLight: return Recipe(radius: 20, white: 0.97, alpha: 0.82)
        case .light: return Recipe(radius: 30, white: 1, alpha: 0.3)
        case .dark: return Recipe(radius: 20, white: 0.11, alpha: 0.73)
        case .regular:
            return isDark ? Recipe(radius: 20, white: 0.11, alpha: 0.73) : Recipe(radius: 30, white: 1, alpha: 0.3)
        case .prominent:
            return isDark ? Recipe(radius: 20, white: 0.11, alpha: 0.73) : Recipe(radius: 20, white: 0.97, alpha: 0.82)
        case .systemUltraThinMaterial: return veil(0.44, isDark)
        case .systemThinMaterial: return veil(0.57, isDark)
        case .systemMaterial: return veil(0.7, isDark)
        case .systemThickMaterial: return veil(0.82, isDark)
        case .systemChromeMaterial: return veil(0.75, isDark)
        case .systemUltraThinMaterialLight: return veil(0.44, false)
        case .systemThinMaterialLight: return veil(0.57, false)
        case .systemMaterialLight: return veil(0.7, false)
        case .systemThickMaterialLight: return veil(0.82, false)
        case .systemChromeMaterialLight: return veil(0.75, false)
        case .systemUltraThinMaterialDark: return veil(0.44, true)
        case .systemThinMaterialDark: return veil(0.57, true)
        case .systemMaterialDark: return veil(0.7, true)
        case .systemThickMaterialDark: return veil(0.82, true)
        case .systemChromeMaterialDark: return veil(0.75, true)
        }
    }
}
