import Foundation
import MicaBase

/// A colour: components in a colour space, and an alpha; immutable. Or a pattern that is painted in place of a colour.
public final class CGColor: NSObject, Sendable {
    private let kind = CoreFoundationKind()
    private let space: CGColorSpace
    /// The components without alpha, as they were given.
    private let intensities: [Double]
    private let opacity: Double

    /// The colour as it is sent to the renderer; transparent for a pattern.
    package let value: ColorValue

    /// The pattern; nil for a colour.
    public let pattern: CGPattern?

    private init(space: CGColorSpace, intensities: [Double], opacity: Double, pattern: CGPattern? = nil) {
        self.space = space
        self.intensities = intensities
        self.opacity = min(max(opacity, 0), 1)
        self.pattern = pattern
        value =
            pattern == nil
            ? Self.value(space: space, intensities: intensities, opacity: self.opacity)
            : ColorValue(.sRGB, red: 0, green: 0, blue: 0, alpha: 0)
        super.init()
    }

    /// Makes a colour that paints a pattern.
    ///
    /// Contexts fill and stroke with it, and it may be the background of a layer. Everywhere else it is transparent.
    /// nil in a space that is no pattern space, or that has no base for a pattern without colours.
    ///
    /// - Parameter components: For a coloured pattern the alpha. For an uncoloured one a colour in the base of the
    ///   pattern space, and its alpha.
    public convenience init?(
        patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>
    ) {
        guard space.model == .pattern, pattern.isColored || space.base != nil else { return nil }
        let count = pattern.isColored ? 0 : space.numberOfComponents
        let given: [CGFloat] = unsafe Array(UnsafeBufferPointer(start: components, count: count + 1))
        self.init(
            space: space, intensities: given[..<count].map { Double($0) }, opacity: Double(given[count]),
            pattern: pattern)
    }

    /// Makes a colour that paints a pattern with colours of its own.
    package convenience init(pattern: CGPattern, alpha: Double = 1) {
        self.init(space: .sharedPattern, intensities: [], opacity: alpha, pattern: pattern)
    }

    /// The colour that an uncoloured pattern is painted with; nil for other colours.
    var patternTint: CGColor? {
        guard pattern?.isColored == false, let base = space.base else { return nil }
        return CGColor(space: base, intensities: intensities, opacity: 1)
    }

    /// Makes a colour from components in a space, alpha last.
    ///
    /// nil when components are missing, alpha included, or when the space is a pattern space. Excess components are
    /// ignored.
    public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
        let count = space.numberOfComponents
        guard components.count > count, space.model != .pattern else { return nil }
        self.init(
            space: space, intensities: components[..<count].map { Double($0) }, opacity: Double(components[count]))
    }

    /// Makes a colour from components in a space, alpha last; nil in a pattern space.
    ///
    /// - Precondition: `components` points to as many numbers as the space has components, plus one for alpha.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        let buffer = unsafe UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1)
        let copies: [CGFloat] = unsafe Array(buffer)
        self.init(colorSpace: space, components: copies)
    }

    /// Makes a colour from red, green and blue, which are taken as sRGB. Range: 0...1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }

    /// Makes a colour from sRGB components.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(
            space: .sharedSRGB, intensities: [Double(red), Double(green), Double(blue)], opacity: Double(alpha))
    }

    /// Makes a gray: 0 is black, 1 is white.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(genericGrayGamma2_2Gray: gray, alpha: alpha)
    }

    /// Makes a gray: 0 is black, 1 is white.
    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(space: .sharedGray, intensities: [Double(gray)], opacity: Double(alpha))
    }

    /// Makes a colour from amounts of ink, 0...1, mixed as in `CGColorSpaceCreateDeviceCMYK()`.
    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(
            space: .sharedCMYK, intensities: [Double(cyan), Double(magenta), Double(yellow), Double(black)],
            opacity: Double(alpha))
    }

    /// Makes a colour from the renderer's value, in its space.
    package convenience init(value: ColorValue) {
        let components = [value.red, value.green, value.blue]
        switch value.space {
        case .sRGB:
            let fits = components.allSatisfy { (0...1).contains($0) }
            self.init(space: fits ? .sharedSRGB : .sharedExtendedSRGB, intensities: components, opacity: value.alpha)
        case .linearSRGB:
            self.init(space: .sharedExtendedLinearSRGB, intensities: components, opacity: value.alpha)
        case .displayP3:
            self.init(space: .sharedExtendedDisplayP3, intensities: components, opacity: value.alpha)
        case .gray:
            self.init(space: .sharedGray, intensities: [value.red], opacity: value.alpha)
        }
    }

    /// The components, alpha last.
    public var components: [CGFloat]? { (intensities + [opacity]).map { CGFloat($0) } }

    /// The number of components, alpha included.
    public var numberOfComponents: Int { intensities.count + 1 }

    /// The alpha: 0 is transparent, 1 is opaque.
    public var alpha: CGFloat { CGFloat(opacity) }

    /// The space that the components are in.
    public var colorSpace: CGColorSpace? { space }

    /// The colour itself, because colours are immutable.
    public func copy() -> CGColor? { self }

    /// A copy with a different alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space: space, intensities: intensities, opacity: Double(alpha), pattern: pattern)
    }

    /// The colour converted to a space; where the space lacks the colour, each component is clamped to the nearest
    /// value.
    ///
    /// The intent and the options have no effect, because all spaces here have the same white point. nil for a pattern
    /// in another space, and for a colour in a pattern space.
    public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?) -> CGColor? {
        if space == self.space { return self }
        guard space.model != .pattern, pattern == nil else { return nil }
        let light = self.space.light(intensities)
        return CGColor(space: space, intensities: space.components(light: light), opacity: opacity)
    }

    /// Colours are equal when their spaces, their components, their alphas and their patterns are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CGColor else { return false }
        return self === other
            || (space == other.space && intensities == other.intensities && opacity == other.opacity
                && pattern.paintsSame(as: other.pattern))
    }

    /// A hash of the values that equality compares.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(space)
        hasher.combine(intensities)
        hasher.combine(opacity)
        return hasher.finalize()
    }

    /// The space's name and the components.
    public override var description: String {
        "<CGColor \(space.name ?? "?") (\((components ?? []).map { "\($0)" }.joined(separator: " ")))>"
    }

    /// White, in gray.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Black, in gray.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// Black with alpha 0, in gray.
    public static let clear = CGColor(gray: 0, alpha: 0)

    private static func value(space: CGColorSpace, intensities: [Double], opacity: Double) -> ColorValue {
        let own = space.isExtended ? intensities : intensities.map { min(max($0, 0), 1) }
        let definition = space.definition
        if definition.model == .monochrome, definition.transfer == .sRGB {
            return ColorValue(.gray, red: own[0], green: own[0], blue: own[0], alpha: opacity)
        }
        if definition.model == .rgb {
            switch (definition.primaries, definition.transfer) {
            case (.sRGB, .sRGB): return ColorValue(.sRGB, red: own[0], green: own[1], blue: own[2], alpha: opacity)
            case (.sRGB, .linear):
                return ColorValue(.linearSRGB, red: own[0], green: own[1], blue: own[2], alpha: opacity)
            case (.displayP3, .sRGB):
                return ColorValue(.displayP3, red: own[0], green: own[1], blue: own[2], alpha: opacity)
            default: break
            }
        }
        let light = space.light(intensities)
        return ColorValue(.linearSRGB, red: light.x, green: light.y, blue: light.z, alpha: opacity)
    }
}
