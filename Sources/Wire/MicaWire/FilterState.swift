import MicaBase

/// A filter of a layer as it is sent from client to server: its kind, its name and its inputs.
package struct FilterState: Sendable, Hashable {
    /// The kind of the filter, with its values.
    package let kind: Kind
    /// The filter's name in key paths: `filters.NAME.inputRadius`.
    package var name: String
    /// Whether it has an effect.
    package var isEnabled = true
    /// The numbers of all inputs, one after the other, as `kind.inputs` lists them.
    package private(set) var numbers: [Double]

    /// Makes a filter with the defaults of its inputs, under the name of its kind.
    package init(_ kind: Kind, name: String? = nil) {
        (self.kind, self.name) = (kind, name ?? kind.rawValue)
        numbers = kind.inputs.flatMap(\.defaults)
    }

    /// Makes a filter of all its numbers; nil when there are more or fewer of them.
    package init?(_ kind: Kind, name: String, isEnabled: Bool, numbers: [Double]) {
        guard numbers.count == kind.numberCount else { return nil }
        (self.kind, self.name, self.isEnabled, self.numbers) = (kind, name, isEnabled, numbers)
    }

    /// An input of a kind of filter.
    package struct Input: Sendable, Hashable {
        /// Its key in key paths and archives.
        package let key: String
        /// The kind of its value: a number, a colour, numbers.
        package let kind: PropertyValue.Kind
        /// The default numbers; straight sRGB components for a colour.
        package let defaults: [Double]
    }

    /// What filters do. Raw values are the names in archives.
    package enum Kind: String, Sendable, CaseIterable {
        case gaussianBlur
        case colorMatrix, colorMonochrome, colorHueRotate, colorSaturate, colorBrightness, colorContrast, colorInvert
        case multiplyColor, colorAdd, colorControls, luminanceToAlpha, vibrance, colorPower
        case blackAndWhite
        case bulge, mosaic
        case radialBlur, turbulence, wave, twirl, sphere, noise, spherize, displacement

        /// The inputs, in order.
        package var inputs: [Input] {
            switch self {
            case .gaussianBlur: [Self.number("inputRadius", 10)]
            case .colorMatrix: [Input(key: "inputColorMatrix", kind: .numbers, defaults: Self.identity)]
            case .colorMonochrome:
                [Self.color("inputColor"), Self.number("inputAmount", 1), Self.number("inputBias", 0)]
            case .colorHueRotate: [Self.number("inputAngle", 0)]
            case .colorSaturate, .colorContrast: [Self.number("inputAmount", 1)]
            case .colorBrightness, .vibrance: [Self.number("inputAmount", 0)]
            case .colorPower: [Input(key: "inputPower", kind: .numbers, defaults: [1, 1, 1, 1])]
            case .blackAndWhite:
                [Input(key: "inputWeights", kind: .numbers, defaults: [0.4, 0.6, 0.4, 0.6, 0.2, 0.8])]
            case .bulge:
                [
                    Input(key: "inputCenter", kind: .numbers, defaults: [0, 0]),
                    Input(key: "inputRadii", kind: .numbers, defaults: [100, 100]), Self.number("inputHeight", 1),
                ]
            case .mosaic:
                [
                    Input(key: "inputRectangle", kind: .numbers, defaults: [0, 0, 100, 100]),
                    Input(key: "inputCount", kind: .numbers, defaults: [10, 10]),
                ]
            case .radialBlur: [Self.pair("inputCenter"), Self.number("inputAngle", 0), Self.number("inputZoom", 0)]
            case .turbulence:
                [
                    Self.pair("inputAmounts"), Self.number("inputSize", 100), Self.number("inputComplexity", 1),
                    Self.pair("inputOffset"), Self.number("inputEvolution", 0), Self.number("inputSeed", 0),
                    Self.number("inputPeriod", 0),
                ]
            case .wave:
                [
                    Self.number("inputForm", 0), Self.number("inputHeight", 10), Self.number("inputLength", 40),
                    Self.number("inputAngle", 0), Self.number("inputPhase", 0),
                ]
            case .twirl: [Self.pair("inputCenter"), Self.number("inputRadius", 100), Self.number("inputAngle", 0)]
            case .sphere:
                [
                    Self.pair("inputCenter"), Self.number("inputRadius", 100),
                    Input(key: "inputRotation", kind: .numbers, defaults: [0, 0, 0]),
                    Input(key: "inputRectangle", kind: .numbers, defaults: [0, 0, 100, 100]),
                ]
            case .noise:
                [
                    Input(key: "inputCells", kind: .numbers, defaults: [100, 100]), Self.pair("inputOffset"),
                    Self.number("inputComplexity", 1), Self.number("inputInfluence", 0.5),
                    Self.number("inputScale", 0.5), Self.number("inputEvolution", 0), Self.number("inputSeed", 0),
                    Self.number("inputPeriod", 0), Self.number("inputFolds", 0),
                ]
            case .spherize: [Self.pair("inputCenter"), Self.number("inputRadius", 100)]
            case .displacement:
                [
                    Self.pair("inputAmounts"), Self.pair("inputOffset"),
                    Input(key: "inputChannels", kind: .numbers, defaults: [1, 2]),
                    Input(key: "inputExtent", kind: .numbers, defaults: [100, 100]), Self.number("inputWrap", 0),
                    Self.number("inputExpansion", 0),
                ]
            case .colorInvert, .luminanceToAlpha: []
            case .multiplyColor: [Self.color("inputColor")]
            case .colorAdd:
                [Input(key: "inputColor", kind: .color, defaults: [0, 0, 0, 0])]
            case .colorControls:
                [
                    Self.number("inputSaturation", 1), Self.number("inputBrightness", 0),
                    Self.number("inputContrast", 1),
                ]
            }
        }

        /// The kind of value of each input. Inputs of the same key have the same kind.
        static let inputKinds = Dictionary(
            allCases.flatMap { $0.inputs.map { ($0.key, $0.kind) } }, uniquingKeysWith: { first, _ in first })

        /// How many numbers all inputs have together.
        package var numberCount: Int { inputs.reduce(0) { $0 + $1.defaults.count } }

        private static func number(_ key: String, _ value: Double) -> Input {
            Input(key: key, kind: .number, defaults: [value])
        }

        private static func pair(_ key: String) -> Input { Input(key: key, kind: .numbers, defaults: [0, 0]) }

        private static func color(_ key: String) -> Input { Input(key: key, kind: .color, defaults: [1, 1, 1, 1]) }

        private static let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    }

    /// The value of an input, or of `enabled`; `.none` when the filter has no such input.
    package subscript(key: String) -> PropertyValue {
        if key == Self.enabledKey { return .number(isEnabled ? 1 : 0) }
        guard let (input, first) = component(of: key) else { return .none }
        switch input.kind {
        case .number: return .number(numbers[first])
        case .color:
            return .color(
                ColorValue(
                    red: numbers[first], green: numbers[first + 1], blue: numbers[first + 2],
                    alpha: numbers[first + 3]))
        default: return .numbers(Array(numbers[first..<first + input.defaults.count]))
        }
    }

    /// Sets an input, or `enabled`; false when the filter has no such input, or the value is of another kind.
    @discardableResult
    package mutating func set(_ key: String, to value: PropertyValue) -> Bool {
        if key == Self.enabledKey, case .number(let v) = value {
            isEnabled = v != 0
            return true
        }
        guard let (input, first) = component(of: key) else { return false }
        switch (input.kind, value) {
        case (.number, .number(let v)): numbers[first] = v
        case (.color, .color(let v)):
            let c = v.inSRGB
            numbers.replaceSubrange(first..<first + 4, with: [c.red, c.green, c.blue, c.alpha])
        case (.numbers, .numbers(let v)) where v.count == input.defaults.count:
            numbers.replaceSubrange(first..<first + v.count, with: v)
        default: return false
        }
        return true
    }

    /// The key of whether a filter has an effect. *Source*: Apple, CIFilter additions in CoreImage's
    /// CACIFilterAdditions.h.
    package static let enabledKey = "enabled"

    private func component(of key: String) -> (input: Input, first: Int)? {
        var first = 0
        for input in kind.inputs {
            if input.key == key { return (input, first) }
            first += input.defaults.count
        }
        return nil
    }

    /// This filter with its numbers interpolated to another filter's; nil when the two are of different kinds.
    package func interpolated(to other: FilterState, _ fraction: Double) -> FilterState? {
        guard kind == other.kind, isEnabled == other.isEnabled else { return nil }
        var result = self
        for index in numbers.indices {
            result.numbers[index] = numbers[index] + (other.numbers[index] - numbers[index]) * fraction
        }
        return result
    }
}
