import MicaBase

/// The angles that animations of `transform.rotation.x`, `.y` and `.z` have set so far in one evaluation.
///
/// A matrix does not determine the three angles that it was made of: past a quarter turn about y, it reads as half
/// turns about x and z with another y. Animations of several angles of one layer would then jump when y passes a
/// quarter turn. So the angles are stored beside the matrix until something else sets the whole transform.
struct RotationMemory {
    private typealias Angles = (x: Double, y: Double, z: Double)
    private var transform: Angles?
    private var sublayerTransform: Angles?

    /// The target's value in a state.
    func value(of target: PropertyTarget, in state: LayerState) -> PropertyValue {
        guard let known = self[target.property] else { return target.value(in: state) }
        switch target.part {
        case .rotation, .rotationZ: return .number(known.z)
        case .rotationX: return .number(known.x)
        case .rotationY: return .number(known.y)
        default: return target.value(in: state)
        }
    }

    /// Sets the target's value in a state. A value of the wrong kind changes nothing.
    mutating func set(_ target: PropertyTarget, to value: PropertyValue, in state: inout LayerState) {
        switch target.part {
        case .rotation, .rotationX, .rotationY, .rotationZ:
            guard case .number(let angle) = value, case .transform(let matrix) = state[target.property],
                let parts = MatrixParts(matrix)
            else { return }
            var angles = self[target.property] ?? parts.eulerAngles
            switch target.part {
            case .rotationX: angles.x = angle
            case .rotationY: angles.y = angle
            default: angles.z = angle
            }
            state.set(target.property, to: .transform(parts.matrix(turnedTo: angles)))
            self[target.property] = angles
        default:
            if target.part == .whole { self[target.property] = nil }
            target.set(value, in: &state)
        }
    }

    private subscript(property: PropertyID) -> Angles? {
        get {
            switch property {
            case .transform: transform
            case .sublayerTransform: sublayerTransform
            default: nil
            }
        }
        set {
            switch property {
            case .transform: transform = newValue
            case .sublayerTransform: sublayerTransform = newValue
            default: break
            }
        }
    }
}
