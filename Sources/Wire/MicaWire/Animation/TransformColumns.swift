import MicaBase

/// The parts of transforms that tracks do not change, in fours, so that four transforms are made at once.
///
/// All of the layers' transforms consist of scale, rotation and translation. The formulas are those of a single track
/// (`NumberTrack`), so that the bits are equal.
struct TransformColumns: Sendable {
    private let field: TrackField
    private let writing: NumberTrack.Writing
    private var turns: [FlatLanes] = []
    private var swivels: [SwivelLanes] = []
    private var stretches: [Stretch] = []

    init(_ field: TrackField, _ writing: NumberTrack.Writing) { (self.field, self.writing) = (field, writing) }

    /// Sets a track at an index, or appends it.
    mutating func set(_ track: NumberTrack, at index: Int) {
        guard writing != .numbers, let parts = track.parts, let angles = track.angles else { return }
        let (four, lane) = (index / 4, index % 4)
        switch writing {
        case .numbers: break
        case .turn:
            if four == turns.count { turns.append(FlatLanes()) }
            turns[four].set(parts, lane)
        case .swivel:
            if four == swivels.count { swivels.append(SwivelLanes()) }
            let fixed: ((x: Double, y: Double, z: Double)) -> (Double, Double) = { [field] in
                switch field.part {
                case .rotationX: ($0.y, $0.z)
                case .rotationY: ($0.x, $0.z)
                default: ($0.x, $0.y)
                }
            }
            swivels[four].set(parts, fixed(angles), lane)
        case .stretch:
            let stretch = Stretch(parts)
            if index < stretches.count { stretches[index] = stretch } else { stretches.append(stretch) }
        }
    }

    /// Removes the last track.
    mutating func removeLast(_ last: Int) {
        if stretches.count > last { stretches.removeLast() }
        guard last % 4 == 0 else { return }
        if turns.count > last / 4 { turns.removeLast() }
        if swivels.count > last / 4 { swivels.removeLast() }
    }

    /// Makes the transforms of four layers, each with one number set, and writes them.
    @inline(__always)  // One caller.
    func write(
        _ value: SIMD4<Double>, _ four: Int, _ slots: Span<Int32>, _ states: inout MutableSpan<LayerState>
    ) {
        switch writing {
        case .numbers: break
        case .turn: turns.span[four].write(value, slots, four * 4, &states)
        case .swivel: swivels.span[four].write(value, field, slots, four * 4, &states)
        case .stretch:
            let stretches = stretches.span
            for lane in 0..<4 {
                let index = four * 4 + lane
                stretches[index].write(value[lane], field, &states[Int(slots[index])].transform)
            }
        }
    }
}

/// Transforms that rotate only about z.
private struct FlatLanes: Sendable {
    private var scaleX = SIMD4<Double>.zero, scaleY = SIMD4<Double>.zero, scaleZ = SIMD4<Double>.zero
    private var moveX = SIMD4<Double>.zero, moveY = SIMD4<Double>.zero, moveZ = SIMD4<Double>.zero

    mutating func set(_ parts: MatrixParts, _ lane: Int) {
        (scaleX[lane], scaleY[lane], scaleZ[lane]) = (parts.scale.x, parts.scale.y, parts.scale.z)
        (moveX[lane], moveY[lane], moveZ[lane]) = (parts.translation.x, parts.translation.y, parts.translation.z)
    }

    @inline(__always)  // One caller.
    func write(_ angle: SIMD4<Double>, _ slots: Span<Int32>, _ first: Int, _ states: inout MutableSpan<LayerState>) {
        let (sine, cosine) = LaneMath.sineAndCosine(angle)
        let (a, b) = (scaleX * cosine, scaleX * sine)
        let (c, d) = (scaleY * (SIMD4<Double>.zero - sine), scaleY * cosine)
        for lane in 0..<4 {
            states[Int(slots[first + lane])].transform.set(
                (a[lane], b[lane], 0), (c[lane], d[lane], 0), (0, 0, scaleZ[lane]),
                (moveX[lane], moveY[lane], moveZ[lane]))
        }
    }
}

/// Transforms whose rotation about one axis is animated, beside fixed rotations about the two others.
private struct SwivelLanes: Sendable {
    private var first = TurnLanes(repeating: 0), second = TurnLanes(repeating: 0)
    private var scaleX = SIMD4<Double>.zero, scaleY = SIMD4<Double>.zero, scaleZ = SIMD4<Double>.zero
    private var moveX = SIMD4<Double>.zero, moveY = SIMD4<Double>.zero, moveZ = SIMD4<Double>.zero

    mutating func set(_ parts: MatrixParts, _ fixed: (Double, Double), _ lane: Int) {
        (first.sine[lane], first.cosine[lane]) = LaneMath.sineAndCosine(fixed.0)
        (second.sine[lane], second.cosine[lane]) = LaneMath.sineAndCosine(fixed.1)
        (scaleX[lane], scaleY[lane], scaleZ[lane]) = (parts.scale.x, parts.scale.y, parts.scale.z)
        (moveX[lane], moveY[lane], moveZ[lane]) = (parts.translation.x, parts.translation.y, parts.translation.z)
    }

    @inline(__always)  // One caller.
    func write(
        _ angle: SIMD4<Double>, _ field: TrackField, _ slots: Span<Int32>, _ index: Int,
        _ states: inout MutableSpan<LayerState>
    ) {
        let moved = TurnLanes(angle)
        let rows =
            switch field.part {
            case .rotationX: RotationLanes(turnedAboutX: moved, y: first, z: second)
            case .rotationY: RotationLanes(turnedAboutX: first, y: moved, z: second)
            default: RotationLanes(turnedAboutX: first, y: second, z: moved)
            }
        rows.matrices((scaleX, scaleY, scaleZ), (moveX, moveY, moveZ)).write(slots, index, &states)
    }
}

/// A transform whose scale is animated.
private struct Stretch: Sendable {
    private let a: SIMD4<Double>, b: SIMD4<Double>, c: SIMD4<Double>
    private let scale: SIMD4<Double>, move: SIMD4<Double>

    init(_ parts: MatrixParts) {
        let (r0, r1, r2) = parts.rotation.rows
        (a, b, c) = (SIMD4(r0, 0), SIMD4(r1, 0), SIMD4(r2, 0))
        scale = SIMD4(parts.scale.x, parts.scale.y, parts.scale.z, 0)
        move = SIMD4(parts.translation.x, parts.translation.y, parts.translation.z, 0)
    }

    @inline(__always)  // One caller.
    func write(_ value: Double, _ field: TrackField, _ matrix: inout Matrix4) {
        let part = field.part, all = part == .scale
        let r0 = a * (all || part == .scaleX ? value : scale.x)
        let r1 = b * (all || part == .scaleY ? value : scale.y)
        let r2 = c * (all || part == .scaleZ ? value : scale.z)
        matrix.set((r0.x, r0.y, r0.z), (r1.x, r1.y, r1.z), (r2.x, r2.y, r2.z), (move.x, move.y, move.z))
    }
}

/// The interpolations of four pairs of transforms.
struct MixLanes: Sendable {
    private var startX = SIMD4<Double>.zero, startY = SIMD4<Double>.zero
    private var startZ = SIMD4<Double>.zero, startW = SIMD4<Double>.zero
    private var sideX = SIMD4<Double>.zero, sideY = SIMD4<Double>.zero
    private var sideZ = SIMD4<Double>.zero, sideW = SIMD4<Double>.zero
    private var angle = SIMD4<Double>.zero
    private var scaleX = SIMD4<Double>.zero, scaleY = SIMD4<Double>.zero, scaleZ = SIMD4<Double>.zero
    private var stretchX = SIMD4<Double>.zero, stretchY = SIMD4<Double>.zero, stretchZ = SIMD4<Double>.zero
    private var translationX = SIMD4<Double>.zero, translationY = SIMD4<Double>.zero, translationZ = SIMD4<Double>.zero
    private var wayX = SIMD4<Double>.zero, wayY = SIMD4<Double>.zero, wayZ = SIMD4<Double>.zero

    /// Sets one of the four.
    mutating func set(_ mix: TransformMix.Parts, _ lane: Int) {
        let (start, side) = (mix.arc.start, mix.arc.side)
        (startX[lane], startY[lane], startZ[lane], startW[lane]) = (start.x, start.y, start.z, start.w)
        (sideX[lane], sideY[lane], sideZ[lane], sideW[lane]) = (side.x, side.y, side.z, side.w)
        angle[lane] = mix.arc.angle
        (scaleX[lane], scaleY[lane], scaleZ[lane]) = (mix.scale.x, mix.scale.y, mix.scale.z)
        (stretchX[lane], stretchY[lane], stretchZ[lane]) = (mix.scaleWay.x, mix.scaleWay.y, mix.scaleWay.z)
        (translationX[lane], translationY[lane], translationZ[lane]) = (
            mix.translation.x, mix.translation.y, mix.translation.z
        )
        (wayX[lane], wayY[lane], wayZ[lane]) = (mix.translationWay.x, mix.translationWay.y, mix.translationWay.z)
    }

    /// The transforms of one four at shares of the way, as `TransformMix.Parts` computes them. Read through a span: all
    /// numbers of a four would be copied otherwise.
    @inline(never)  // If the compiler knew where the numbers go, it might compute them one by one.
    static func matrices(_ all: Span<MixLanes>, _ four: Int, at t: SIMD4<Double>) -> MatrixLanes {
        let (sine, cosine) = LaneMath.sineAndCosine(ofArc: t * all[four].angle)
        let x = all[four].startX * cosine + all[four].sideX * sine
        let y = all[four].startY * cosine + all[four].sideY * sine
        let z = all[four].startZ * cosine + all[four].sideZ * sine
        let w = all[four].startW * cosine + all[four].sideW * sine
        let scale = (
            all[four].scaleX + all[four].stretchX * t, all[four].scaleY + all[four].stretchY * t,
            all[four].scaleZ + all[four].stretchZ * t
        )
        let translation = (
            all[four].translationX + all[four].wayX * t, all[four].translationY + all[four].wayY * t,
            all[four].translationZ + all[four].wayZ * t
        )
        return RotationLanes(x: x, y: y, z: z, w: w).matrices(scale, translation)
    }
}
