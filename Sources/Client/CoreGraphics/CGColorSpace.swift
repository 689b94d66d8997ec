import MicaCodecs
import MicaResources

/// The kinds of colour that colour spaces describe.
public enum CGColorSpaceModel: Int32, Sendable {
    /// No model that is known.
    case unknown = -1
    /// One component: gray.
    case monochrome = 0
    /// Red, green and blue.
    case rgb = 1
    /// Cyan, magenta, yellow and black.
    case cmyk = 2
    /// Lightness, and two components of hue.
    case lab = 3
    /// Any number of inks.
    case deviceN = 4
    /// A position in a table of colours.
    case indexed = 5
    /// A pattern in place of a colour.
    case pattern = 6
}

/// What to keep where a colour of one space has no counterpart in another.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// Whatever suits the drawing.
    case defaultIntent = 0
    /// The colour as measured, the white point included.
    case absoluteColorimetric = 1
    /// The colour as seen beside the space's white.
    case relativeColorimetric = 2
    /// How colours look beside each other.
    case perceptual = 3
    /// How strong colours are.
    case saturation = 4
}

/// What the components of a colour mean; immutable.
public final class CGColorSpace: Sendable {
    /// What the components mean, without the name.
    let definition: Definition
    private let key: String

    /// How a space's components become linear sRGB light.
    struct Definition: Sendable, Equatable {
        /// Whether there is one component or there are three.
        var model: CGColorSpaceModel = .rgb
        /// What the full red, green and blue are.
        var primaries: Primaries = .sRGB
        /// How a component becomes light.
        var transfer: Transfer = .sRGB
        /// Whether components outside 0...1 mean colours too.
        var isExtended = false
        /// The profile that says what the components mean; nil for spaces that have a name.
        var profile: ProfileDefinition?
    }

    /// The space of the colours that patterns without colours are painted with; only a pattern space has one.
    let base: CGColorSpace?

    private init(key: String, definition: Definition, base: CGColorSpace? = nil) {
        self.key = key
        self.definition = definition
        self.base = base
    }

    /// Makes a space of patterns, in which patterns without colours take theirs from another space, if there is one.
    public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
        guard baseSpace?.model != .pattern else { return nil }
        self.init(
            key: "kCGColorSpacePattern \(baseSpace?.key ?? "")", definition: Definition(model: .pattern),
            base: baseSpace)
    }

    /// Makes a space of an ICC profile: of gray or of red, green and blue, by curves and a matrix, or of CMYK, whose colours
    /// are then those of `CGColorSpaceCreateDeviceCMYK()`; nil for other profiles and for what is none.
    ///
    /// - Parameter data: a `CFData` or a `CGDataProvider`.
    public convenience init?(iccData data: CFTypeRef) {
        let found = data as? Data ?? (data as? CGDataProvider)?.data
        guard let found, let profile = ProfileDefinition([UInt8](found)) else { return nil }
        let model: CGColorSpaceModel = profile.model == .gray ? .monochrome : profile.model == .rgb ? .rgb : .cmyk
        // Spaces of the same profile are equal: all of its bytes are its key.
        self.init(
            key: Self.profileKey + found.base64EncodedString(),
            definition: Definition(model: model, transfer: .other, profile: profile.model == .cmyk ? nil : profile))
    }

    private static let profileKey = "ICC "

    /// Finds a space by the name that a constant such as `CGColorSpace.sRGB` has; nil when there is none of that name.
    public convenience init?(name: CFString) {
        guard let definition = Self.definitions[name] else { return nil }
        self.init(key: name, definition: definition)
    }

    /// The space's name, which `init(name:)` takes; a pattern space and one of a profile have none.
    public var name: CFString? { model == .pattern || key.hasPrefix(Self.profileKey) ? nil : key }

    /// The kind of colour that the space describes.
    public var model: CGColorSpaceModel { definition.model }

    /// The number of components of a colour, alpha not counted.
    public var numberOfComponents: Int {
        switch definition.model {
        case .monochrome: 1
        case .cmyk: 4
        case .pattern: base?.numberOfComponents ?? 0
        default: 3
        }
    }

    /// Whether the space has colours that sRGB has not.
    public var isWideGamutRGB: Bool {
        if let profile = definition.profile {
            // Of a space within sRGB no full red, green or blue is less than nothing of another.
            return profile.model == .rgb && profile.toSRGB.contains { $0 < -0.005 }
        }
        return definition.model == .rgb && definition.primaries != .sRGB
    }

    /// Whether components outside 0...1 stand for colours, too.
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
    /// Its curve is taken to be that of sRGB, so that equal components in both are the same gray.
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    /// Gray in proportion to light.
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"
    /// Gray with components outside 0...1 allowed.
    public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
    /// Linear gray with components outside 0...1 allowed.
    public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
    /// Red, green and blue of the displays of old, whose components go with the power 1 / 1.8 of light: where gradients are
    /// mixed that name no space. *Source*: as `Primaries.genericRGB`; the name is that of `kCGColorSpaceGenericRGB`.
    package static let genericRGB: CFString = "kCGColorSpaceGenericRGB"
    /// Red, green and blue in proportion to light, with the primaries of sRGB.
    public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
    /// The space of high-definition television. Source: ITU-R BT.709.
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    /// The space of ultra-high-definition television. Source: ITU-R BT.2020.
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    /// Adobe RGB. Source: Adobe RGB (1998) Color Image Encoding, version 2005-05.
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"

    /// Cyan, magenta, yellow and black, mixed as those of `CGColorSpaceCreateDeviceCMYK()`.
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

    /// The space of a name that is known to exist.
    fileprivate static func named(_ name: String) -> CGColorSpace {
        guard let space = CGColorSpace(name: name) else { preconditionFailure("no colour space is called \(name)") }
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

/// A space of cyan, magenta, yellow and black: of red light (1 - cyan)(1 - black) is left, and so on, as sRGB components.
///
/// Ours: Apple's own conversion is that of a press that was measured.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

extension CGColorSpace {
    /// How a component becomes light, and back; every curve is odd about zero.
    enum Transfer: Sendable, Equatable {
        case sRGB
        case linear
        case power(Double)
        /// The camera curve of ITU-R BT.709 and BT.2020.
        case television
        /// Something else than a curve says it: a profile, or the model.
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

    /// What the full red, green and blue of a space are; its white is D65.
    struct Primaries: Sendable, Equatable {
        /// Columns of the matrix from linear components to linear sRGB.
        let toSRGB: Matrix3
        /// The inverse of it.
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
        /// *Source*: P22 phosphors, adapted to D65: what the colorants of Apple's "Generic RGB Profile" come to. With them pure blue
        /// comes back as 4 51 255, as in Apple's pictures of gradients drawn with `render(in:)`.
        static let genericRGB = Primaries(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077))
        static let adobeRGB = Primaries(red: (0.640, 0.330), green: (0.210, 0.710), blue: (0.150, 0.060))
    }

    /// Three columns.
    struct Matrix3: Sendable, Equatable {
        var x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>

        init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

        static func * (m: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> { m.x * v.x + m.y * v.y + m.z * v.z }

        static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a * b.x, a * b.y, a * b.z) }

        /// The inverse, by cross products; the matrix of three primaries has one.
        var inverse: Matrix3 {
            func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
                [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
            }
            let (r0, r1, r2) = (cross(y, z), cross(z, x), cross(x, y))
            let d = (x * r0).sum()
            return Matrix3([r0.x, r1.x, r2.x] / d, [r0.y, r1.y, r2.y] / d, [r0.z, r1.z, r2.z] / d)
        }
    }

    /// The linear sRGB light that components of this space stand for; outside 0...1 where sRGB has no such colour.
    ///
    /// - Precondition: there are at least `numberOfComponents` of them.
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

    /// The components that this space has for linear sRGB light, limited to 0...1 unless the space is extended.
    func components(light: SIMD3<Double>) -> [Double] {
        var own: [Double]
        if definition.model == .cmyk {
            let parts = [light.x, light.y, light.z].map { min(max(Transfer.sRGB.encode($0), 0), 1) }
            let most = parts.max() ?? 0
            // As much black as goes; where all is black no other ink is needed.
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
