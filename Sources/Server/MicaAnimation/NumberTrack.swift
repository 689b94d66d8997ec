import Foundation
import MicaWire

/// A part of a layer's state that tracks write without going through a `PropertyValue`: up to four numbers.
package enum TrackField: UInt8, Sendable, CaseIterable {
    case opacity, zPosition, anchorPointZ, cornerRadius, borderWidth
    case positionX, positionY, width, height, originX, originY
    case translationX, translationY, translationZ
    case position, anchorPoint, bounds, contentsRect, contentsCenter, backgroundColor, borderColor
    case shadowOpacity, shadowRadius, strokeStart, strokeEnd, lineWidth, lineDashPhase
    case rotationX, rotationY, rotationZ, scale, scaleX, scaleY, scaleZ, transform

    /// The field of a target; nil for those that take the general way.
    package init?(_ target: PropertyTarget) {
        switch (target.property, target.part) {
        case (.opacity, .whole): self = .opacity
        case (.zPosition, .whole): self = .zPosition
        case (.anchorPointZ, .whole): self = .anchorPointZ
        case (.cornerRadius, .whole): self = .cornerRadius
        case (.borderWidth, .whole): self = .borderWidth
        case (.position, .whole): self = .position
        case (.position, .x): self = .positionX
        case (.position, .y): self = .positionY
        case (.anchorPoint, .whole): self = .anchorPoint
        case (.bounds, .whole): self = .bounds
        case (.bounds, .sizeWidth): self = .width
        case (.bounds, .sizeHeight): self = .height
        case (.bounds, .originX): self = .originX
        case (.bounds, .originY): self = .originY
        case (.transform, .translationX): self = .translationX
        case (.transform, .translationY): self = .translationY
        case (.transform, .translationZ): self = .translationZ
        case (.transform, .whole): self = .transform
        case (.transform, .rotation), (.transform, .rotationZ): self = .rotationZ
        case (.transform, .rotationX): self = .rotationX
        case (.transform, .rotationY): self = .rotationY
        case (.transform, .scale): self = .scale
        case (.transform, .scaleX): self = .scaleX
        case (.transform, .scaleY): self = .scaleY
        case (.transform, .scaleZ): self = .scaleZ
        case (.contentsRect, .whole): self = .contentsRect
        case (.contentsCenter, .whole): self = .contentsCenter
        case (.backgroundColor, .whole): self = .backgroundColor
        case (.borderColor, .whole): self = .borderColor
        case (.shadowOpacity, .whole): self = .shadowOpacity
        case (.shadowRadius, .whole): self = .shadowRadius
        case (.strokeStart, .whole): self = .strokeStart
        case (.strokeEnd, .whole): self = .strokeEnd
        case (.lineWidth, .whole): self = .lineWidth
        case (.lineDashPhase, .whole): self = .lineDashPhase
        default: return nil
        }
    }

    /// The numbers of a value; nil for one of another kind, or a colour that is not plain sRGB.
    package func numbers(of value: PropertyValue) -> SIMD4<Double>? {
        guard isOfKind(value), let numbers = value.components else { return nil }
        guard case .color(let color) = value else { return numbers }
        return color.space == .sRGB && color.alpha >= 0 && color.alpha <= 1 ? numbers : nil
    }

    private func isOfKind(_ value: PropertyValue) -> Bool {
        switch (self, value) {
        case (.position, .point), (.anchorPoint, .point), (.bounds, .rect), (.contentsRect, .rect),
            (.contentsCenter, .rect), (.backgroundColor, .color), (.borderColor, .color):
            true
        case (.position, _), (.anchorPoint, _), (.bounds, _), (.contentsRect, _), (.contentsCenter, _),
            (.backgroundColor, _), (.borderColor, _):
            false
        case (_, .number): true
        default: false
        }
    }

    /// Writes numbers into a state.
    @inline(__always)
    package func write(_ v: SIMD4<Double>, to state: inout LayerState) {
        switch self {
        case .opacity: state.opacity = v.x
        case .zPosition: state.zPosition = v.x
        case .anchorPointZ: state.anchorPointZ = v.x
        case .cornerRadius: state.cornerRadius = v.x
        case .borderWidth: state.borderWidth = v.x
        case .positionX: state.position.x = CGFloat(v.x)
        case .positionY: state.position.y = CGFloat(v.x)
        case .width: state.bounds.size.width = CGFloat(v.x)
        case .height: state.bounds.size.height = CGFloat(v.x)
        case .originX: state.bounds.origin.x = CGFloat(v.x)
        case .originY: state.bounds.origin.y = CGFloat(v.x)
        case .translationX: state.transform.m41 = v.x
        case .translationY: state.transform.m42 = v.x
        case .translationZ: state.transform.m43 = v.x
        case .position: state.position = CGPoint(x: v.x, y: v.y)
        case .anchorPoint: state.anchorPoint = CGPoint(x: v.x, y: v.y)
        case .bounds: state.bounds = CGRect(x: v.x, y: v.y, width: v.z, height: v.w)
        case .contentsRect: state.contentsRect = CGRect(x: v.x, y: v.y, width: v.z, height: v.w)
        case .contentsCenter:
            state.changeContents { $0.center = CGRect(x: v.x, y: v.y, width: v.z, height: v.w) }
        case .backgroundColor: state.backgroundColor = ColorValue(red: v.x, green: v.y, blue: v.z, alpha: v.w)
        case .borderColor: state.borderColor = ColorValue(red: v.x, green: v.y, blue: v.z, alpha: v.w)
        case .shadowOpacity: state.changeShadow { $0.opacity = v.x }
        case .shadowRadius: state.changeShadow { $0.radius = v.x }
        case .strokeStart: state.changeShape { $0.strokeStart = v.x }
        case .strokeEnd: state.changeShape { $0.strokeEnd = v.x }
        case .lineWidth: state.changeShape { $0.lineWidth = v.x }
        case .lineDashPhase: state.changeShape { $0.lineDashPhase = v.x }
        case .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ, .transform: break
        }
    }

    /// Whether it writes the whole transform, which takes more than numbers.
    package var isTransform: Bool {
        switch self {
        case .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ, .transform: true
        default: false
        }
    }

    /// The transform with a number of its parts set.
    fileprivate func setting(
        _ value: Double, in parts: MatrixParts, _ angles: (x: Double, y: Double, z: Double)
    ) -> Matrix4 {
        var parts = parts
        switch self {
        case .rotationX, .rotationY, .rotationZ:
            var angles = angles
            switch self {
            case .rotationX: angles.x = value
            case .rotationY: angles.y = value
            default: angles.z = value
            }
            return parts.matrix(turnedTo: angles)
        case .scale: parts.scale = (value, value, value)
        case .scaleX: parts.scale.x = value
        case .scaleY: parts.scale.y = value
        default: parts.scale.z = value
        }
        return parts.matrix
    }

    /// Numbers that an animation gives, kept within the range that means something: as `evaluate` keeps them.
    @inline(__always)
    package func limited(_ v: SIMD4<Double>) -> SIMD4<Double> {
        var v = v
        switch self {
        case .opacity: v.x = min(1, max(0, v.x))
        case .cornerRadius: v.x = max(0, v.x)
        case .backgroundColor, .borderColor: v.w = min(1, max(0, v.w))
        default: break
        }
        return v
    }

    /// One bit for each number of a layer that the field writes, so that two of the same can be told.
    package var parts: UInt64 {
        switch self {
        case .position: Self.positionX.parts | Self.positionY.parts
        case .bounds: Self.width.parts | Self.height.parts | Self.originX.parts | Self.originY.parts
        case .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ, .transform:
            1 << UInt64(Self.transform.rawValue) | Self.translationX.parts | Self.translationY.parts
                | Self.translationZ.parts
        default: 1 << UInt64(rawValue)
        }
    }
}

/// One animation from numbers to numbers in one field of one layer, made ready to be evaluated at many times.
package struct NumberTrack: Sendable {
    /// What lies between the start and the end.
    private enum Motion: Sendable {
        case straight, spring, keyframes, transform
    }

    /// What few tracks have: behind one reference, and looked at in place.
    private final class Detail: Sendable {
        let motion: Motion
        let spring: SpringCurve?
        /// Where keyframes are, and their values.
        let places: KeyframeState.Places?, numbers: [SIMD4<Double>]
        /// The way between two transforms, and these.
        let mix: TransformMix?, ends: (from: Matrix4, to: Matrix4)?
        /// The layer's transform without the animation, and its parts.
        let matrix: Matrix4, parts: MatrixParts?
        /// The angles of those.
        let angles: (x: Double, y: Double, z: Double)

        init(
            _ motion: Motion, _ matrix: Matrix4, _ parts: MatrixParts?, spring: SpringCurve? = nil,
            places: KeyframeState.Places? = nil, numbers: [SIMD4<Double>] = [], mix: TransformMix? = nil,
            ends: (from: Matrix4, to: Matrix4)? = nil
        ) {
            (self.motion, self.matrix, self.parts) = (motion, matrix, parts)
            (self.spring, self.places, self.numbers) = (spring, places, numbers)
            (self.mix, self.ends) = (mix, ends)
            angles = parts?.eulerAngles ?? (0, 0, 0)
        }
    }

    /// Where it is written.
    package var field: TrackField
    /// When it runs.
    package var timing: TimingState
    /// Whether it has no effect once it is over.
    package var removedOnCompletion: Bool
    /// Its start, its end less its start, and its end.
    package var from: SIMD4<Double>, way: SIMD4<Double>, to: SIMD4<Double>
    /// Its pace; nil is even.
    package var curve: TimingCurve?
    /// What the field has without the animation.
    private var base: SIMD4<Double>
    /// Whether that is no colour.
    private var isBaseEmpty = false
    private var detail: Detail?

    /// How a block goes through tracks like it.
    package enum Lanes: UInt8, Sendable {
        /// Straight from start to end, in numbers.
        case straight
        /// As far along the straight as a spring is that swings.
        case swing
        /// Straight from number to number.
        case keyframes
        /// From one transform to another.
        case mix
        /// One track after the other.
        case general
    }

    /// How a block writes what tracks like it give.
    package enum Writing: UInt8, Sendable {
        /// As numbers of the state.
        case numbers
        /// As a turn about z of what is not turned otherwise.
        case turn
        /// As a turn about any axis.
        case swivel
        /// As a scale.
        case stretch
    }

    /// How a block goes through tracks like it.
    package var lanes: Lanes {
        guard let detail else { return .straight }
        if detail.motion == .transform { return detail.mix?.plainParts != nil ? .mix : .general }
        if field.isTransform, detail.parts?.isPlain != true { return .general }
        switch detail.motion {
        case .straight: return .straight
        case .spring: return detail.spring?.swing != nil ? .swing : .general
        case .keyframes: return detail.places?.isPlain == true ? .keyframes : .general
        case .transform: return .general
        }
    }

    /// How a block writes what tracks like it give.
    package var writing: Writing {
        guard let detail, field.isTransform, detail.motion != .transform else { return .numbers }
        switch field {
        case .scale, .scaleX, .scaleY, .scaleZ: return .stretch
        case .rotationZ where detail.angles.x == 0 && detail.angles.y == 0: return .turn
        default: return .swivel
        }
    }

    /// What a spring that swings is made of.
    var swing: (decay: Double, frequency: Double, sine: Double)? { detail?.spring?.swing }
    /// What the layer's transform is made of.
    var parts: MatrixParts? { detail?.parts }
    /// The angles of the layer's transform.
    var angles: (x: Double, y: Double, z: Double)? { detail?.angles }
    /// The way between two transforms.
    var mix: TransformMix.Parts? { detail?.mix?.plainParts }
    /// Where keyframes are, and their numbers.
    var places: KeyframeState.Places? { detail?.places }
    /// The numbers of keyframes.
    var numbers: [SIMD4<Double>] { detail?.numbers ?? [] }

    /// Makes ready an animation of a layer with a state; nil when it takes the general way.
    package init?(_ animation: AnimationState, of model: LayerState) {
        guard case .property(let property) = animation.content, !property.isAdditive, !property.isCumulative,
            property.function == nil, let field = TrackField(property.target)
        else { return nil }
        let t = animation.timing
        guard Self.suits(t) else { return nil }
        (self.field, timing, removedOnCompletion) = (field, t, animation.removedOnCompletion)
        curve = animation.curve.flatMap { $0.isEven ? nil : $0 }
        (base, from, way, to) = (.zero, .zero, .zero, .zero)
        let parts = field.isTransform ? MatrixParts(model.transform) : nil
        let ground = property.target.value(in: model)
        if field == .transform {
            guard case .basic(let start, let end, let by) = property.values,
                case (.transform(let a), .transform(let b)) = PropertyAnimation.ends(start, end, by, ground)
            else { return nil }
            detail = Detail(.transform, model.transform, parts, mix: TransformMix(a, b), ends: (a, b))
            return
        }
        if let base = field.numbers(of: ground), !field.isTransform || parts != nil {
            self.base = base
        } else if ground == .none, field == .backgroundColor || field == .borderColor {
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
            detail = Detail(.keyframes, model.transform, parts, places: frames.places, numbers: numbers)
        }
    }

    /// Whether a timing plays forwards, for some time, from the start.
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
    ///   - pace: the table of its pace, if there is one.
    ///   - atEnd: whether its group is at the end of its basic duration.
    package func evaluate(
        at time: Double, pace: PaceTable? = nil, isInGroup: Bool = false, atEnd: Bool = false,
        into state: inout LayerState
    ) {
        let basic =
            isInGroup
            ? timing.basicTime(atParentTime: time, endIncluded: atEnd)
            : timing.basicTime(atParentTime: time, removedOnCompletion: removedOnCompletion)
        guard let basic else { return restore(&state) }
        let eased = curve.map { pace?.value(at: basic.progress) ?? $0.value(at: basic.progress) }
        let progress = eased ?? basic.progress
        guard let detail else { return field.write(value(atShare: progress), to: &state) }
        var value: SIMD4<Double>
        switch detail.motion {
        case .straight: value = self.value(atShare: progress)
        case .spring:
            let seconds = curve == nil ? basic.seconds : progress * timing.duration
            value = self.value(atShare: detail.spring?.value(at: seconds) ?? progress)
        case .keyframes:
            guard let place = detail.places?.place(at: progress) else { return restore(&state) }
            let (a, b) = (detail.numbers[place.index], detail.numbers[place.next])
            if place.fraction == 0 || place.index == place.next {
                value = a
            } else {
                value = place.fraction == 1 ? b : a + (b - a) * place.fraction
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

    /// Writes a transform at a share of the way between two.
    func mix(at share: Double, into state: inout LayerState) {
        if share == 0, let from = detail?.ends?.from {
            state.transform = from
        } else if share == 1, let to = detail?.ends?.to {
            state.transform = to
        } else if let way = detail?.mix?.value(at: share) {
            state.transform = way
        }
    }

    /// Writes what the layer has without the animation.
    private func restore(_ state: inout LayerState) {
        if field.isTransform, let detail {
            state.transform = detail.matrix
        } else if isBaseEmpty {
            if field == .backgroundColor { state.backgroundColor = nil } else { state.borderColor = nil }
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
