import CoreGraphics
import Foundation

/// What a `UIVisualEffectView` does to what is behind it; of itself nothing. *Source*: Apple, UIVisualEffect.
// Safe because: it has no stored property, and those of the subclass are immutable, of Sendable types.
open class UIVisualEffect: NSObject, NSCopying, @unchecked Sendable {
    /// It does not change: the copy is itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A blur of what is behind, under a veil. *Source*: Apple, UIBlurEffect.
// Safe because: an effect does not change once it is made.
open class UIBlurEffect: UIVisualEffect, @unchecked Sendable {
    /// How light or dark, and how thick the veil is; raw values are Apple's. *Source*: Apple, UIBlurEffect.Style.
    public enum Style: Int, Sendable {
        /// Nearly white.
        case extraLight = 0
        /// Light.
        case light = 1
        /// Dark.
        case dark = 2
        /// Light or dark as the traits are.
        case regular = 4
        /// The same, stronger.
        case prominent = 5
        /// A very thin veil, as the traits are.
        case systemUltraThinMaterial = 6
        /// A thin veil, as the traits are.
        case systemThinMaterial = 7
        /// A veil, as the traits are.
        case systemMaterial = 8
        /// A thick veil, as the traits are.
        case systemThickMaterial = 9
        /// The veil of bars, as the traits are.
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

    /// Makes a blur of a style. *Source*: Apple, UIBlurEffect.init(style:).
    public init(style: UIBlurEffect.Style) {
        self.style = style
        super.init()
    }

    /// What is done: the blur's standard deviation in points, how much colours are strengthened, and the veil.
    ///
    /// *Source*: Apple's sample code UIImageEffects (WWDC 2013) for the light, the extra light and the dark one: radius
    /// 30 and white 1, alpha 0.3; 20 and white 0.97, alpha 0.82; 20 and white 0.11, alpha 0.73; saturation 1.8 for all.
    /// Those of the materials are assumed: the same blur under veils between them.
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
