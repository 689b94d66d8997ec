import MicaBase

/// One animation from numbers to numbers in one field of one layer, prepared for evaluation at many times.
package struct NumberTrack: Sendable {
    /// The course between the start and the end.
    private enum Motion: Sendable {
        case straight, spring, keyframes, transform
    }

    /// Data that few tracks have: behind one reference, and read without a copy.
    private final class Detail: Sendable {
        let motion: Motion
        let spring: SpringCurve?
        /// The positions of keyframes, and their values.
        let positions: KeyframeState.Positions?, numbers: [SIMD4<Double>]
        /// The interpolation between two transforms, and both of them.
        let mix: TransformMix?, ends: (from: Matrix4, to: Matrix4)?
        /// The layer's transform without the animation, and its parts.
        let matrix: Matrix4, parts: MatrixParts?
        /// The angles of the parts.
        let angles: (x: Double, y: Double, z: Double)

        init(
            _ motion: Motion, _ matrix: Matrix4, _ parts: MatrixParts?, spring: SpringCurve? = nil,
            positions: KeyframeState.Positions? = nil, numbers: [SIMD4<Double>] = [], mix: TransformMix? = nil,
            ends: (from: Matrix4, to: Matrix4)? = nil
        ) {
            (self.motion, self.matrix, self.parts) = (motion, matrix, parts)
            (self.spring, self.positions, self.numbers) = (spring, positions, numbers)
            (self.mix, self.ends) = (mix, ends)
            angles = parts?.eulerAngles ?? (0, 0, 0)
        }
    }

    /// The field that it writes.
    package var field: TrackField
    /// The animation's timing.
    package var timing: TimingState
    /// Whether it has no effect once it is over.
    package var removedOnCompletion: Bool
    /// Its start, its end minus its start, and its end.
    package var from: SIMD4<Double>, way: SIMD4<Double>, to: SIMD4<Double>
    /// Its easing; nil for linear.
    package var curve: TimingCurve?
    /// The field's value without the animation.
    private var base: SIMD4<Double>
    /// Whether that value is a missing colour.
    private var isBaseEmpty = false
    private var detail: Detail?

    /// How a block evaluates tracks like it.
    package enum Lanes: UInt8, Sendable {
        /// By linear interpolation of numbers.
        case straight
        /// By linear interpolation of numbers with the progress of an underdamped spring.
        case swing
        /// By linear interpolation from keyframe to keyframe.
        case keyframes
        /// By interpolation of decomposed transforms.
        case mix
        /// One track after another.
        case general
    }

    /// How a block writes the values of tracks like it.
    package enum Writing: UInt8, Sendable {
        /// As numbers of the state.
        case numbers
        /// As the z rotation of a transform that has no other rotation.
        case turn
        /// As a rotation about any axis, beside rotations about the others.
        case swivel
        /// As a scale of a transform.
        case stretch
    }

    /// How a block evaluates tracks like it.
    package var lanes: Lanes {
        guard let detail else { return .straight }
        if detail.motion == .transform { return detail.mix?.plainParts != nil ? .mix : .general }
        if field.isTransform, detail.parts?.hasNoShearOrPerspective != true { return .general }
        switch detail.motion {
        case .straight: return .straight
        case .spring: return detail.spring?.swing != nil ? .swing : .general
        case .keyframes: return detail.positions?.isPiecewiseLinear == true ? .keyframes : .general
        case .transform: return .general
        }
    }

    /// How a block writes the values of tracks like it.
    package var writing: Writing {
        guard let detail, field.isTransform, detail.motion != .transform else { return .numbers }
        switch field.part {
        case .scale, .scaleX, .scaleY, .scaleZ: return .stretch
        case .rotationZ where detail.angles.x == 0 && detail.angles.y == 0: return .turn
        default: return .swivel
        }
    }

    /// The parameters of an underdamped spring.
    var swing: (decay: Double, frequency: Double, sine: Double)? { detail?.spring?.swing }
    /// The parts of the layer's transform.
    var parts: MatrixParts? { detail?.parts }
    /// The angles of the layer's transform.
    var angles: (x: Double, y: Double, z: Double)? { detail?.angles }
    /// The interpolation of two decomposed transforms.
    var mix: TransformMix.Parts? { detail?.mix?.plainParts }
    /// The positions of keyframes.
    var positions: KeyframeState.Positions? { detail?.positions }
    /// The numbers of keyframes.
    var numbers: [SIMD4<Double>] { detail?.numbers ?? [] }

    /// Prepares an animation of a layer with a state; nil when it has to take the general way.
    package init?(_ animation: AnimationState, of model: LayerState) {
        guard case .property(let property) = animation.content, !property.isAdditive, !property.isCumulative,
            property.function == nil, property.pixelsPerPoint == nil, let field = TrackField(property.target)
        else { return nil }
        let t = animation.timing
        guard Self.suits(t) else { return nil }
        (self.field, timing, removedOnCompletion) = (field, t, animation.removedOnCompletion)
        curve = animation.curve.flatMap { $0.isEven ? nil : $0 }
        (base, from, way, to) = (.zero, .zero, .zero, .zero)
        let parts = field.isTransform ? MatrixParts(model.transform) : nil
        let ground = property.target.value(in: model)
        if field.isTransform, field.part == .whole {
            guard case .basic(let start, let end, let by) = property.values,
                case (.transform(let a), .transform(let b)) = PropertyAnimation.ends(start, end, by, ground)
            else { return nil }
            detail = Detail(.transform, model.transform, parts, mix: TransformMix(a, b), ends: (a, b))
            return
        }
        if let base = field.numbers(of: ground), !field.isTransform || parts != nil {
            self.base = base
        } else if ground == .none, field.kind == .color {
            isBaseEmpty = true
        } else {
            return nil
        }
        switch property.values {
        case .basic(let start, let end, let by):
            guard setEnds(PropertyAnimation.ends(start, end, by, ground)) else { return nil }
            if field.isTransform { detail = Detail(.straight, model.transform, parts) }
        case .spring(let start, let end, let by, let spring):
            guard setEnds(PropertyAnimation.ends(start, end, by, ground)) else { return nil }
            detail = Detail(.spring, model.transform, parts, spring: SpringCurve(spring))
        case .keyframes(let frames):
            guard frames.path == nil, frames.mode != .cubic, frames.mode != .cubicPaced, !frames.values.isEmpty else {
                return nil
            }
            var numbers: [SIMD4<Double>] = []
            for value in frames.values {
                guard let four = field.numbers(of: value), four.isFinite else { return nil }
                numbers.append(four)
            }
            detail = Detail(.keyframes, model.transform, parts, positions: frames.positions, numbers: numbers)
        }
    }

    /// Whether a timing plays forwards from the start, for a time above 0.
    package static func suits(_ t: TimingState) -> Bool {
        t.speed > 0 && t.speed.isFinite && t.timeOffset == 0 && t.duration > 0 && t.duration.isFinite
            && t.beginTime.isFinite && !t.repeatCount.isNaN && !t.repeatDuration.isNaN
    }

    private mutating func setEnds(_ ends: (PropertyValue, PropertyValue)) -> Bool {
        guard let from = field.numbers(of: ends.0), let to = field.numbers(of: ends.1), from.isFinite, to.isFinite,
            (to - from).isFinite
        else { return false }
        (self.from, way, self.to) = (from, to - from, to)
        return true
    }

    /// Writes its value at a time of the layer, or of its group: the slow way, for any moment.
    ///
    /// - Parameters:
    ///   - easing: the table of its easing, if there is one.
    ///   - atEnd: whether its group is at the end of its basic duration.
    package func evaluate(
        at time: Double, easing: EasingTable? = nil, isInGroup: Bool = false, atEnd: Bool = false,
        into state: inout LayerState
    ) {
        let basic =
            isInGroup
            ? timing.basicTime(atParentTime: time, endIncluded: atEnd)
            : timing.basicTime(atParentTime: time, removedOnCompletion: removedOnCompletion)
        guard let basic else { return restore(&state) }
        let eased = curve.map { easing?.value(at: basic.progress) ?? $0.value(at: basic.progress) }
        let progress = eased ?? basic.progress
        guard let detail else { return field.write(value(atShare: progress), to: &state) }
        var value: SIMD4<Double>
        switch detail.motion {
        case .straight: value = self.value(atShare: progress)
        case .spring:
            let seconds = curve == nil ? basic.seconds : progress * timing.duration
            value = self.value(atShare: detail.spring?.value(at: seconds) ?? progress)
        case .keyframes:
            guard let position = detail.positions?.position(at: progress) else { return restore(&state) }
            let (a, b) = (detail.numbers[position.index], detail.numbers[position.next])
            if position.fraction == 0 || position.index == position.next {
                value = a
            } else {
                value = position.fraction == 1 ? b : a + (b - a) * position.fraction
            }
            value = field.limited(value)
        case .transform: return mix(at: progress, into: &state)
        }
        if field.isTransform, let parts = detail.parts {
            state.transform = field.setting(value.x, in: parts, detail.angles)
        } else {
            field.write(value, to: &state)
        }
    }

    /// Writes a transform between two, at a share of the way.
    func mix(at share: Double, into state: inout LayerState) {
        if share == 0, let from = detail?.ends?.from {
            state.transform = from
        } else if share == 1, let to = detail?.ends?.to {
            state.transform = to
        } else if let way = detail?.mix?.value(at: share) {
            state.transform = way
        }
    }

    /// Writes the field's value without the animation.
    private func restore(_ state: inout LayerState) {
        if field.isTransform, let detail {
            state.transform = detail.matrix
        } else if isBaseEmpty {
            state.set(field.property, to: .none)
        } else {
            field.write(base, to: &state)
        }
    }

    /// Its value at a share of the way.
    @inline(__always)
    package func value(atShare share: Double) -> SIMD4<Double> {
        if share == 0 { return field.limited(from) }
        if share == 1 { return field.limited(to) }
        return field.limited(from + way * share)
    }
}

extension SIMD4<Double> {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}
