import MicaBase
import MicaWire

/// The encoded form of behaviours: the kind, whether it acts, its numbers.
extension WireWriter {
    mutating func encode(_ behavior: ParticleBehavior) {
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
            numbers(values)
        case .alphaOverLife(let values):
            byte(5)
            numbers(values)
        case .colorOverLife(let colors, let locations):
            byte(6)
            self.colors(colors)
            numbers(locations)
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
        case 4: kind = .scaleOverLife(try numbers())
        case 5: kind = .alphaOverLife(try numbers())
        case 6: kind = .colorOverLife(try colors(), try numbers())
        case 7: kind = .light(color: try color(), position: try vector(), falloff: try number())
        default: throw fault(.unknownTag(UInt64(tag)), at: offset - 1)
        }
        var behavior = ParticleBehavior(kind)
        behavior.isEnabled = isEnabled
        return behavior
    }
}
