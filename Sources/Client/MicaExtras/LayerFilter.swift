import CoreGraphics
import Foundation
import MicaWire

/// A filter for `CALayer.filters` and `CALayer.backgroundFilters`: a value of Mica's own in place of Apple's CIFilter.
///
///     card.filters = [.gaussianBlur(radius: 8, name: "blur"), .saturation(0)]
///     card.setValue(2, forKeyPath: "filters.blur.inputRadius")
///
/// Colours are worked on as sRGB components, and every filter's result is limited to what 8 bits hold. What is transparent
/// stays transparent, but for what a blur moves there.
public struct LayerFilter: Sendable, Hashable {
    /// What the server knows of it.
    package var state: FilterState

    /// Makes a filter of what the server knows.
    package init(state: FilterState) {
        self.state = state
    }

    /// Makes a filter of a type by the name that archives give it, with the defaults of its inputs; nil when there is none.
    ///
    /// - Parameter name: what key paths call it; the type when left out.
    public init?(type: String, name: String? = nil) {
        guard let kind = FilterState.Kind(rawValue: type) else { return nil }
        state = FilterState(kind, name: name)
    }

    /// The types that there are, by the names that archives give them.
    public static var types: [String] { FilterState.Kind.allCases.map(\.rawValue) }

    /// What the filter does, by the name that archives give it.
    public var type: String { state.kind.rawValue }

    /// What key paths call it.
    public var name: String {
        get { state.name }
        set { state.name = newValue }
    }

    /// Whether it has an effect.
    public var isEnabled: Bool {
        get { state.isEnabled }
        set { state.isEnabled = newValue }
    }

    /// The keys of its inputs, such as `inputRadius`.
    public var inputKeys: [String] { state.kind.inputs.map(\.key) }

    /// The number of an input; nil when it has no such input, or that is no number. Setting nil changes nothing.
    public subscript(number key: String) -> Double? {
        get { state[key].number }
        set { if let newValue { state.set(key, to: .number(newValue)) } }
    }

    /// The colour of an input; nil when it has no such input, or that is no colour. Setting nil changes nothing.
    public subscript(color key: String) -> CGColor? {
        get { if case .color(let value) = state[key] { CGColor(value: value) } else { nil } }
        set { if let newValue { state.set(key, to: .color(newValue.value)) } }
    }

    /// The numbers of an input; nil when it has no such input, or that is no list. Setting nil, or another count, changes
    /// nothing.
    public subscript(numbers key: String) -> [Double]? {
        get { if case .numbers(let value) = state[key] { value } else { nil } }
        set { if let newValue { state.set(key, to: .numbers(newValue)) } }
    }

    private init(_ kind: FilterState.Kind, _ name: String?, _ inputs: [(String, PropertyValue)] = []) {
        state = FilterState(kind, name: name)
        for (key, value) in inputs { state.set(key, to: value) }
    }

    /// A blur. *Units*: `radius` is the standard deviation, in points.
    public static func gaussianBlur(radius: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.gaussianBlur, name, [("inputRadius", .number(radius))])
    }

    /// Straight red, green, blue and alpha through a matrix: four rows of five, the last column added.
    ///
    /// - Precondition: there are 20 numbers.
    public static func colorMatrix(_ numbers: [Double], name: String? = nil) -> LayerFilter {
        precondition(numbers.count == 20, "a colour matrix has 20 numbers")
        return LayerFilter(.colorMatrix, name, [("inputColorMatrix", .numbers(numbers))])
    }

    /// Saturation (1 leaves it), brightness that is added (0), contrast about the middle (1).
    public static func colorControls(
        saturation: Double = 1, brightness: Double = 0, contrast: Double = 1, name: String? = nil
    ) -> LayerFilter {
        LayerFilter(
            .colorControls, name,
            [
                ("inputSaturation", .number(saturation)), ("inputBrightness", .number(brightness)),
                ("inputContrast", .number(contrast)),
            ])
    }

    /// Turns hues. *Units*: radians.
    public static func hueRotation(_ angle: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorHueRotate, name, [("inputAngle", .number(angle))])
    }

    /// Saturation: 0 is grey, 1 leaves colours, more makes them stronger.
    public static func saturation(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorSaturate, name, [("inputAmount", .number(amount))])
    }

    /// Adds to every component.
    public static func brightness(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorBrightness, name, [("inputAmount", .number(amount))])
    }

    /// Moves components away from the middle: 0 is grey, 1 leaves them.
    public static func contrast(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorContrast, name, [("inputAmount", .number(amount))])
    }

    /// Each component becomes what is left of it to full intensity.
    public static func invert(name: String? = nil) -> LayerFilter { LayerFilter(.colorInvert, name) }

    /// Luminance times a colour, with a bias added; `amount` of it.
    public static func monochrome(
        _ color: CGColor, amount: Double = 1, bias: Double = 0, name: String? = nil
    ) -> LayerFilter {
        LayerFilter(
            .colorMonochrome, name,
            [("inputColor", .color(color.value)), ("inputAmount", .number(amount)), ("inputBias", .number(bias))])
    }

    /// Multiplies components by those of a colour, alpha too.
    public static func multiply(by color: CGColor, name: String? = nil) -> LayerFilter {
        LayerFilter(.multiplyColor, name, [("inputColor", .color(color.value))])
    }

    /// Adds the components of a colour, times its alpha.
    public static func adding(_ color: CGColor, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorAdd, name, [("inputColor", .color(color.value))])
    }

    /// Luminance becomes the alpha of black: with `compositingFilter` "destIn" or "destOut" a luma matte.
    public static func luminanceToAlpha(name: String? = nil) -> LayerFilter { LayerFilter(.luminanceToAlpha, name) }

    /// Makes pale colours stronger and leaves strong ones: vibrancy. 0 changes nothing.
    public static func vibrance(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.vibrance, name, [("inputAmount", .number(amount))])
    }
}
