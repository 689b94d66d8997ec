import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// A filter for `CALayer.filters` and `CALayer.backgroundFilters`: a Mica value in place of Apple's CIFilter.
///
///     card.filters = [.gaussianBlur(radius: 8, name: "blur"), .saturation(0)]
///     card.setValue(2, forKeyPath: "filters.blur.inputRadius")
///
/// Filters work on sRGB components, and clamp results to 8 bits. Transparent pixels stay transparent, except where a
/// blur spreads into them.
public struct LayerFilter: Sendable, Hashable {
    /// The filter as the server takes it.
    package var state: FilterState

    /// Makes a filter from the server's form.
    package init(state: FilterState) {
        self.state = state
    }

    /// Makes a filter of a type, by its name in archives, with default inputs; nil when there is no such type.
    ///
    /// - Parameter name: The filter's name in key paths; default: the type.
    public init?(type: String, name: String? = nil) {
        guard let kind = FilterState.Kind(rawValue: type) else { return nil }
        state = FilterState(kind, name: name)
    }

    /// The names of all types in archives.
    public static var types: [String] { FilterState.Kind.allCases.map(\.rawValue) }

    /// The type of the filter, by its name in archives.
    public var type: String { state.kind.rawValue }

    /// The filter's name in key paths.
    public var name: String {
        get { state.name }
        set { state.name = newValue }
    }

    /// Whether the filter has an effect.
    public var isEnabled: Bool {
        get { state.isEnabled }
        set { state.isEnabled = newValue }
    }

    /// The keys of the filter's inputs, such as `inputRadius`.
    public var inputKeys: [String] { state.kind.inputs.map(\.key) }

    /// The number of an input; nil when there is no such input, or it is no number. Setting nil changes nothing.
    public subscript(number key: String) -> Double? {
        get { state[key].number }
        set { if let newValue { state.set(key, to: .number(newValue)) } }
    }

    /// The colour of an input; nil when there is no such input, or it is no colour. Setting nil changes nothing.
    public subscript(color key: String) -> CGColor? {
        get { if case .color(let value) = state[key] { CGColor(value: value) } else { nil } }
        set { if let newValue { state.set(key, to: .color(newValue.value)) } }
    }

    /// The numbers of an input; nil when there is no such input, or it is no list. Setting nil, or a list of another
    /// length, changes nothing.
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

    /// Maps unpremultiplied red, green, blue and alpha by a matrix: four rows of five numbers, the last of which is
    /// added.
    ///
    /// *Range*: -4,096 to 4,096; numbers beyond count as the nearest of these, and NaN as 0.
    ///
    /// - Precondition: there are 20 numbers.
    public static func colorMatrix(_ numbers: [Double], name: String? = nil) -> LayerFilter {
        requires(numbers.count == 20, "a colour matrix has 20 numbers, not \(numbers.count)")
        return LayerFilter(.colorMatrix, name, [("inputColorMatrix", .numbers(numbers))])
    }

    /// Saturation (1 changes nothing), brightness to add (0 changes nothing), and contrast about the middle (1
    /// changes nothing).
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

    /// Rotates hues. *Units*: radians.
    public static func hueRotation(_ angle: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorHueRotate, name, [("inputAngle", .number(angle))])
    }

    /// Saturation: 0 is grey, 1 changes nothing, larger values are stronger.
    public static func saturation(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorSaturate, name, [("inputAmount", .number(amount))])
    }

    /// Adds a number to every component.
    public static func brightness(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorBrightness, name, [("inputAmount", .number(amount))])
    }

    /// Scales the distance of components from the middle: 0 is grey, 1 changes nothing.
    public static func contrast(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorContrast, name, [("inputAmount", .number(amount))])
    }

    /// Replaces each component c by 1 - c.
    public static func invert(name: String? = nil) -> LayerFilter { LayerFilter(.colorInvert, name) }

    /// Mixes in the luminance times a colour plus a bias; `amount` is the mix.
    public static func monochrome(
        _ color: CGColor, amount: Double = 1, bias: Double = 0, name: String? = nil
    ) -> LayerFilter {
        LayerFilter(
            .colorMonochrome, name,
            [("inputColor", .color(color.value)), ("inputAmount", .number(amount)), ("inputBias", .number(bias))])
    }

    /// Multiplies components, alpha included, by the components of a colour.
    public static func multiply(by color: CGColor, name: String? = nil) -> LayerFilter {
        LayerFilter(.multiplyColor, name, [("inputColor", .color(color.value))])
    }

    /// Adds the components of a colour times its alpha.
    public static func adding(_ color: CGColor, name: String? = nil) -> LayerFilter {
        LayerFilter(.colorAdd, name, [("inputColor", .color(color.value))])
    }

    /// Luminance becomes the alpha of black; with the `compositingFilter` "destIn" or "destOut", this makes a luma
    /// matte.
    public static func luminanceToAlpha(name: String? = nil) -> LayerFilter { LayerFilter(.luminanceToAlpha, name) }

    /// Raises unpremultiplied red, green, blue and alpha, from 0 to 1, to powers: 1 changes nothing, less is lighter.
    ///
    /// *Range*: 1/64 to 64; powers beyond count as the nearest of these, and NaN as 1.
    ///
    /// - Precondition: there are four powers.
    public static func powers(_ powers: [Double], name: String? = nil) -> LayerFilter {
        requires(powers.count == 4, "a colour has four components, not \(powers.count)")
        return LayerFilter(.colorPower, name, [("inputPower", .numbers(powers))])
    }

    /// An ellipse that bulges towards the viewer, or with a negative height away.
    ///
    /// *Units*: points of the layer. *Range*: `height` is from -4 to 4; heights beyond count as the nearest of these.
    /// Without an area, or with a number that is not finite, the filter has no effect.
    public static func bulge(center: CGPoint, radii: CGSize, height: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(
            .bulge, name,
            [
                ("inputCenter", .numbers([Double(center.x), Double(center.y)])),
                ("inputRadii", .numbers([Double(radii.width), Double(radii.height)])),
                ("inputHeight", .number(height)),
            ])
    }

    /// Tiles of one colour each, that of their middle, in a rectangle of the layer.
    ///
    /// *Units*: points of the layer. *Range*: `columns` and `rows` are from 1 to 100,000; more count as 100,000. With
    /// less, or without an area, the filter has no effect.
    public static func mosaic(in rectangle: CGRect, columns: Int, rows: Int, name: String? = nil) -> LayerFilter {
        LayerFilter(
            .mosaic, name,
            [
                (
                    "inputRectangle",
                    .numbers(
                        [rectangle.minX, rectangle.minY, rectangle.width, rectangle.height].map { Double($0) })
                ), ("inputCount", .numbers([Double(columns), Double(rows)])),
            ])
    }

    /// Vibrance: strengthens pale colours more than strong ones. 0 changes nothing.
    ///
    /// *Range*: -64 to 64; amounts beyond count as the nearest of these, and NaN as 0.
    public static func vibrance(_ amount: Double, name: String? = nil) -> LayerFilter {
        LayerFilter(.vibrance, name, [("inputAmount", .number(amount))])
    }
}
