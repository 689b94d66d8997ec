import MicaBase
import MicaCodecs
import MicaTrace

/// The colour models of colour spaces.
public enum CGColorSpaceModel: Int32, Sendable {
    /// An unknown model.
    case unknown = -1
    /// One component: gray.
    case monochrome = 0
    /// Red, green and blue.
    case rgb = 1
    /// Cyan, magenta, yellow and black.
    case cmyk = 2
    /// Lightness, and two components of colour.
    case lab = 3
    /// Any number of inks.
    case deviceN = 4
    /// An index into a table of colours.
    case indexed = 5
    /// A pattern instead of a colour.
    case pattern = 6
}

/// What a conversion preserves where the target space lacks a colour.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The intent that suits the drawing.
    case defaultIntent = 0
    /// The colour as measured, the white point included.
    case absoluteColorimetric = 1
    /// The colour relative to the space's white.
    case relativeColorimetric = 2
    /// How colours look next to each other.
    case perceptual = 3
    /// The saturation of colours.
    case saturation = 4
}

/// What the components of a colour mean; immutable.
public final class CGColorSpace: Sendable {
    /// What the components mean, without the name.
    let definition: Definition
    private let key: String

    /// How a space's components become linear sRGB light.
    struct Definition: Sendable, Equatable {
        /// `.monochrome` for one component, `.rgb` for three.
        var model: CGColorSpaceModel = .rgb
        /// The chromaticities of full red, green and blue.
        var primaries: Primaries = .sRGB
        /// How a component becomes light.
        var transfer: Transfer = .sRGB
        /// Whether components outside 0...1 are allowed.
        var isExtended = false
        /// The profile that defines the components; nil for spaces with a name.
        var profile: ProfileDefinition?
    }

    /// The space of the colours that uncoloured patterns are painted with; only a pattern space has one.
    let base: CGColorSpace?

    private init(key: String, definition: Definition, base: CGColorSpace? = nil) {
        self.key = key
        self.definition = definition
        self.base = base
    }

    /// Makes a pattern space. Uncoloured patterns take their colours from `baseSpace`, if there is one.
    public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
        guard baseSpace?.model != .pattern else { return nil }
        self.init(
            key: "kCGColorSpacePattern \(baseSpace?.key ?? "")", definition: Definition(model: .pattern),
            base: baseSpace)
    }

    /// Makes a space from an ICC profile; nil for unsupported profiles and for bytes that are no profile.
    ///
    /// Supported are gray and RGB profiles with curves and a matrix, and CMYK profiles. CMYK colours are computed as
    /// in `CGColorSpaceCreateDeviceCMYK()`.
    ///
    /// - Parameter data: a `CFData` or a `CGDataProvider`.
    public convenience init?(iccData data: CFTypeRef) {
        let found = data as? Data ?? (data as? CGDataProvider)?.data
        guard let found, let profile = ProfileDefinition([UInt8](found)) else { return nil }
        let model: CGColorSpaceModel = profile.model == .gray ? .monochrome : profile.model == .rgb ? .rgb : .cmyk
        // Spaces of the same profile are equal: the key consists of all its bytes.
        self.init(
            key: Self.profileKey + found.base64EncodedString(),
            definition: Definition(model: model, transfer: .other, profile: profile.model == .cmyk ? nil : profile))
    }

    private static let profileKey = "ICC "

    /// Makes the space with the name in a constant such as `CGColorSpace.sRGB`; nil when the name is unknown.
    public convenience init?(name: CFString) {
        guard let definition = Self.definitions[name] else { return nil }
        self.init(key: name, definition: definition)
    }

    /// The space's name, as `init(name:)` takes it; nil for pattern spaces and for spaces made from a profile.
    public var name: CFString? { model == .pattern || key.hasPrefix(Self.profileKey) ? nil : key }

    /// The kind of colour that the space describes.
    public var model: CGColorSpaceModel { definition.model }

    /// The number of components of a colour, without alpha.
    public var numberOfComponents: Int {
        switch definition.model {
        case .monochrome: 1
        case .cmyk: 4
        case .pattern: base?.numberOfComponents ?? 0
        default: 3
        }
    }

    /// Whether the space contains colours outside sRGB.
    public var isWideGamutRGB: Bool {
        if let profile = definition.profile {
            // A primary of a space within sRGB has no negative component in sRGB.
            return profile.model == .rgb && profile.toSRGB.contains { $0 < -0.005 }
        }
        return definition.model == .rgb && definition.primaries != .sRGB
    }

    /// Whether components outside 0...1 are allowed.
    public var isExtended: Bool { definition.isExtended }

    /// sRGB, the space of the web and of most images. Source: IEC 61966-2-1.
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    /// The colours of sRGB with components in proportion to light.
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    /// sRGB with components outside 0...1 allowed.
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    /// Linear sRGB with components outside 0...1 allowed.
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    /// Display P3: the primaries of digital cinema, white and transfer curve of sRGB. Source: SMPTE EG 432-1.
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    /// Display P3 with components outside 0...1 allowed.
    public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
    /// The colours of Display P3 with components in proportion to light.
    public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
    /// Linear Display P3 with components outside 0...1 allowed.
    public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
    /// Gray whose steps look even.
    ///
    /// Its curve is assumed to be that of sRGB, so that equal components in both spaces are the same gray.
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    /// Gray in proportion to light.
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"
    /// Gray with components outside 0...1 allowed.
    public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
    /// Linear gray with components outside 0...1 allowed.
    public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
    /// Red, green and blue of old displays; components are light to the power 1 / 1.8. Gradients without a space are
    /// mixed in it. *Source*: as `Primaries.genericRGB`; the name is that of `kCGColorSpaceGenericRGB`.
    package static let genericRGB: CFString = "kCGColorSpaceGenericRGB"
    /// Red, green and blue in proportion to light, with the primaries of sRGB.
    public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
    /// The space of high-definition television. Source: ITU-R BT.709.
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    /// The space of ultra-high-definition television. Source: ITU-R BT.2020.
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    /// Adobe RGB. Source: Adobe RGB (1998) Color Image Encoding, version 2005-05.
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"

    /// Cyan, magenta, yellow and black, mixed as in `CGColorSpaceCreateDeviceCMYK()`.
    public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"

    private static let definitions: [String: Definition] = [
        sRGB: Definition(),
        linearSRGB: Definition(transfer: .linear),
        extendedSRGB: Definition(isExtended: true),
        extendedLinearSRGB: Definition(transfer: .linear, isExtended: true),
        displayP3: Definition(primaries: .displayP3),
        extendedDisplayP3: Definition(primaries: .displayP3, isExtended: true),
        linearDisplayP3: Definition(primaries: .displayP3, transfer: .linear),
        extendedLinearDisplayP3: Definition(primaries: .displayP3, transfer: .linear, isExtended: true),
        genericGrayGamma2_2: Definition(model: .monochrome),
        linearGray: Definition(model: .monochrome, transfer: .linear),
        extendedGray: Definition(model: .monochrome, isExtended: true),
        extendedLinearGray: Definition(model: .monochrome, transfer: .linear, isExtended: true),
        genericRGBLinear: Definition(transfer: .linear),
        genericRGB: Definition(primaries: .genericRGB, transfer: .power(1.8)),
        itur_709: Definition(transfer: .television),
        itur_2020: Definition(primaries: .itur2020, transfer: .television),
        adobeRGB1998: Definition(primaries: .adobeRGB, transfer: .power(563.0 / 256)),
        "kCGColorSpaceDeviceRGB": Definition(),
        "kCGColorSpaceDeviceGray": Definition(model: .monochrome),
        "kCGColorSpaceDeviceCMYK": Definition(model: .cmyk, transfer: .other),
        genericCMYK: Definition(model: .cmyk, transfer: .other),
    ]

    /// The space of a name that must exist.
    fileprivate static func named(_ name: String) -> CGColorSpace {
        guard let space = CGColorSpace(name: name) else { stopProgram("no colour space is called \(name)") }
        return space
    }

    /// Generic RGB, made once.
    package static let sharedGenericRGB = named(genericRGB)
    /// sRGB, made once.
    package static let sharedSRGB = named(sRGB)
    /// Gray, made once.
    package static let sharedGray = named(genericGrayGamma2_2)
    static let sharedExtendedSRGB = named(extendedSRGB)
    static let sharedExtendedLinearSRGB = named(extendedLinearSRGB)
    static let sharedExtendedDisplayP3 = named(extendedDisplayP3)
    fileprivate static let deviceRGB = named("kCGColorSpaceDeviceRGB")
    fileprivate static let deviceGray = named("kCGColorSpaceDeviceGray")
    fileprivate static let deviceCMYK = named("kCGColorSpaceDeviceCMYK")
    static let sharedCMYK = named(genericCMYK)
    /// The space of patterns with colours of their own.
    static let sharedPattern = CGColorSpace(key: "kCGColorSpacePattern ", definition: Definition(model: .pattern))
}

extension CGColorSpace: Hashable {
    /// Spaces are equal when they have the same name.
    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.key == b.key }

    /// Feeds the name to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The space of the screen's red, green and blue, which is sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// The space of the screen's gray, whose curve is that of sRGB here.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// A space of cyan, magenta, yellow and black. As sRGB components, red is (1 - cyan)(1 - black); green and blue
/// likewise.
///
/// The formula is ours: Apple's conversion is that of a measured press.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

extension CGColorSpace {
    /// How a component becomes light, and back; every curve is odd about zero: f(-x) = -f(x).
    enum Transfer: Sendable, Equatable {
        case sRGB
        case linear
        case power(Double)
        /// The camera curve of ITU-R BT.709 and BT.2020.
        case television
        /// No curve defines the components: a profile or the model does.
        case other

        func decode(_ v: Double) -> Double {
            switch self {
            case .sRGB: return ColorValue.decode(v)
            case .linear, .other: return v
            case .power(let exponent): return Self.odd(v) { pow($0, exponent) }
            case .television: return Self.odd(v) { $0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45) }
            }
        }

        func encode(_ v: Double) -> Double {
            switch self {
            case .sRGB: return ColorValue.encode(v)
            case .linear, .other: return v
            case .power(let exponent): return Self.odd(v) { pow($0, 1 / exponent) }
            case .television: return Self.odd(v) { $0 < 0.018 ? $0 * 4.5 : 1.099 * pow($0, 0.45) - 0.099 }
            }
        }

        private static func odd(_ v: Double, _ curve: (Double) -> Double) -> Double { v < 0 ? -curve(-v) : curve(v) }
    }

    /// The full red, green and blue of a space; its white is D65.
    struct Primaries: Sendable, Equatable {
        /// Columns of the matrix from linear components to linear sRGB.
        let toSRGB: Matrix3
        /// The inverse of `toSRGB`.
        let fromSRGB: Matrix3

        /// From the chromaticities (CIE 1931 x and y) of the three primaries.
        init(red: (Double, Double), green: (Double, Double), blue: (Double, Double)) {
            let toXYZ = Self.toXYZ(red, green, blue)
            let sRGBToXYZ = Self.toXYZ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
            toSRGB = sRGBToXYZ.inverse * toXYZ
            fromSRGB = toXYZ.inverse * sRGBToXYZ
        }

        private static func toXYZ(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double))
            -> Matrix3
        {
            func xyz(_ c: (Double, Double)) -> SIMD3<Double> { [c.0 / c.1, 1, (1 - c.0 - c.1) / c.1] }
            let unscaled = Matrix3(xyz(red), xyz(green), xyz(blue))
            let scale = unscaled.inverse * xyz((0.3127, 0.3290))
            return Matrix3(unscaled.x * scale.x, unscaled.y * scale.y, unscaled.z * scale.z)
        }

        static let sRGB = Primaries(red: (0.640, 0.330), green: (0.300, 0.600), blue: (0.150, 0.060))
        static let displayP3 = Primaries(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
        static let itur2020 = Primaries(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
        /// *Source*: P22 phosphors, adapted to D65, which match the colorants of Apple's "Generic RGB Profile". They
        /// turn pure blue into 4 51 255, as in Apple's pictures of gradients drawn with `render(in:)`.
        static let genericRGB = Primaries(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077))
        static let adobeRGB = Primaries(red: (0.640, 0.330), green: (0.210, 0.710), blue: (0.150, 0.060))
    }

    /// A 3 x 3 matrix, by columns.
    struct Matrix3: Sendable, Equatable {
        var x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>

        init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

        static func * (m: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> { m.x * v.x + m.y * v.y + m.z * v.z }

        static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a * b.x, a * b.y, a * b.z) }

        /// The inverse, by cross products. The matrix of three primaries always has an inverse.
        var inverse: Matrix3 {
            func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
                [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
            }
            let (r0, r1, r2) = (cross(y, z), cross(z, x), cross(x, y))
            let d = (x * r0).sum()
            return Matrix3([r0.x, r1.x, r2.x] / d, [r0.y, r1.y, r2.y] / d, [r0.z, r1.z, r2.z] / d)
        }
    }

    /// The linear sRGB light of components in this space; outside 0...1 where sRGB lacks the colour.
    ///
    /// - Precondition: there are at least `numberOfComponents` components.
    func light(_ components: [Double]) -> SIMD3<Double> {
        let limited = definition.isExtended ? components : components.map { min(max($0, 0), 1) }
        if definition.model == .cmyk {
            let white = 1 - limited[3]
            return SIMD3(
                Transfer.sRGB.decode((1 - limited[0]) * white), Transfer.sRGB.decode((1 - limited[1]) * white),
                Transfer.sRGB.decode((1 - limited[2]) * white))
        }
        if let profile = definition.profile { return Self.light(limited, of: profile) }
        if definition.model == .monochrome {
            return SIMD3(repeating: definition.transfer.decode(limited[0]))
        }
        let own = SIMD3(
            definition.transfer.decode(limited[0]),
            definition.transfer.decode(limited[1]),
            definition.transfer.decode(limited[2]))
        return definition.primaries == .sRGB ? own : definition.primaries.toSRGB * own
    }

    /// The components in this space for linear sRGB light, clamped to 0...1 unless the space is extended.
    func components(light: SIMD3<Double>) -> [Double] {
        var own: [Double]
        if definition.model == .cmyk {
            let parts = [light.x, light.y, light.z].map { min(max(Transfer.sRGB.encode($0), 0), 1) }
            let most = parts.max() ?? 0
            // As much black as possible; black alone needs no other ink.
            return parts.map { most > 0 ? 1 - $0 / most : 0 } + [1 - most]
        } else if let profile = definition.profile {
            own = Self.components(light, of: profile)
        } else if definition.model == .monochrome {
            // The luminance of sRGB's primaries. Source: IEC 61966-2-1.
            own = [definition.transfer.encode((light * [0.2126, 0.7152, 0.0722]).sum())]
        } else {
            let mixed = definition.primaries == .sRGB ? light : definition.primaries.fromSRGB * light
            own = [mixed.x, mixed.y, mixed.z].map { definition.transfer.encode($0) }
        }
        if !definition.isExtended { own = own.map { min(max($0, 0), 1) } }
        return own
    }

    private static func light(_ components: [Double], of profile: ProfileDefinition) -> SIMD3<Double> {
        let own = (0..<profile.curves.count).map { profile.light(of: components[$0], curve: $0) }
        guard own.count == 3 else { return SIMD3(repeating: own[0]) }
        return matrix(of: profile) * SIMD3(own[0], own[1], own[2])
    }

    private static func components(_ light: SIMD3<Double>, of profile: ProfileDefinition) -> [Double] {
        guard profile.model == .rgb else {
            return [profile.number(of: (light * [0.2126, 0.7152, 0.0722]).sum(), curve: 0)]
        }
        let own = matrix(of: profile).inverse * light
        return (0..<3).map { profile.number(of: own[$0], curve: $0) }
    }

    private static func matrix(of profile: ProfileDefinition) -> Matrix3 {
        let m = profile.toSRGB
        return Matrix3([m[0], m[3], m[6]], [m[1], m[4], m[7]], [m[2], m[5], m[8]])
    }
}
