import MicaResources

/// The encoded form of behaviours: the kind, whether it acts, its numbers.
extension WireWriter {
    mutating func encode(_ behavior: ParticleBehavior) {
        func vector(_ v: SIMD3<Double>) { numbers(v.x, v.y, v.z) }
        func list(_ v: [Double]) {
            count(v.count)
            for number in v { self.number(number) }
        }
        func color(_ c: ColorValue) {
            byte(c.space.rawValue)
            numbers(c.red, c.green, c.blue, c.alpha)
        }
        bool(behavior.isEnabled)
        switch behavior.kind {
        case .wave(let force, let frequency):
            byte(0)
            vector(force)
            number(frequency)
        case .drag(let share):
            byte(1)
            number(share)
        case .attractor(let position, let radius, let stiffness, let falloff):
            byte(2)
            vector(position)
            numbers(radius, stiffness, falloff)
        case .alignToMotion(let rotation):
            byte(3)
            number(rotation)
        case .scaleOverLife(let values):
            byte(4)
            list(values)
        case .alphaOverLife(let values):
            byte(5)
            list(values)
        case .colorOverLife(let colors, let locations):
            byte(6)
            count(colors.count)
            for c in colors { color(c) }
            list(locations)
        case .light(let c, let position, let falloff):
            byte(7)
            color(c)
            vector(position)
            number(falloff)
        }
    }
}

extension WireReader {
    mutating func behavior() throws(WireError) -> ParticleBehavior {
        let isEnabled = try bool()
        let tag = try byte()
        let kind: ParticleBehavior.Kind
        switch tag {
        case 0: kind = .wave(force: try vector(), frequency: try number())
        case 1: kind = .drag(try number())
        case 2:
            kind = .attractor(
                position: try vector(), radius: try number(), stiffness: try number(), falloff: try number())
        case 3: kind = .alignToMotion(rotation: try number())
        case 4: kind = .scaleOverLife(try list())
        case 5: kind = .alphaOverLife(try list())
        case 6:
            let n = try count(ofAtLeast: 33)
            var colors: [ColorValue] = []
            for _ in 0..<n { colors.append(try color()) }
            kind = .colorOverLife(colors, try list())
        case 7: kind = .light(color: try color(), position: try vector(), falloff: try number())
        default: throw fault(.unknownTag(UInt64(tag)), at: offset - 1)
        }
        var behavior = ParticleBehavior(kind)
        behavior.isEnabled = isEnabled
        return behavior
    }

    private mutating func vector() throws(WireError) -> SIMD3<Double> {
        SIMD3(try number(), try number(), try number())
    }

    private mutating func list() throws(WireError) -> [Double] {
        let n = try count(ofAtLeast: 8)
        var values: [Double] = []
        for _ in 0..<n { values.append(try number()) }
        return values
    }

    private mutating func color() throws(WireError) -> ColorValue {
        let tag = try byte()
        guard let space = ColorValue.Space(rawValue: tag) else { throw fault(.unknownTag(UInt64(tag)), at: offset - 1) }
        return ColorValue(space, red: try number(), green: try number(), blue: try number(), alpha: try number())
    }
}
