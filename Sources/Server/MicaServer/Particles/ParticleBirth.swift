import MicaBase
import MicaWire

/// The values of births that are common to all particles of a cell: the cell's, multiplied by the layer's.
struct CellValues {
    private var life: (mean: Double, range: Double)
    private var velocity: (mean: Double, range: Double)
    private var scale: (mean: Double, range: Double)
    private var spin: (mean: Double, range: Double)
    private var angle: (mean: Double, range: Double)
    private var color: SIMD4<Double>, colorRange: SIMD4<Double>
    /// The axis of the cone, without the emitter's own direction.
    private var axis: SIMD3<Double>
    /// The directions around the axis.
    private var cone: EmissionCone
    private var motion = Birth()
    /// Whether any particle rotates.
    let turns: Bool
    /// The emitter, whose shape gives positions of birth.
    private let emitter: EmitterState

    init(_ cell: CellState, _ emitter: EmitterState) {
        func f(_ v: Double) -> Double { EmitterState.finite(v) }
        life = (f(cell.lifetime * emitter.lifetime), f(cell.lifetimeRange * emitter.lifetime))
        velocity = (f(cell.velocity * emitter.velocity), f(cell.velocityRange * emitter.velocity))
        scale = (f(cell.scale * emitter.scale), f(cell.scaleRange * emitter.scale))
        spin = (f(cell.spin * emitter.spin), f(cell.spinRange * emitter.spin))
        angle = (f(cell.rotation), f(cell.rotationRange))
        let c = (cell.color ?? ColorValue(red: 1, green: 1, blue: 1)).inSRGB
        color = SIMD4(f(c.red), f(c.green), f(c.blue), f(c.alpha))
        colorRange = SIMD4(f(cell.redRange), f(cell.greenRange), f(cell.blueRange), f(cell.alphaRange))
        let longitude = Trigonometry.sineAndCosine(cell.emissionLongitude)
        let latitude = Trigonometry.sineAndCosine(cell.emissionLatitude)
        axis = SIMD3(latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine)
        cone = EmissionCone(range: cell.emissionRange)
        motion.acceleration = SIMD3(
            Float(f(cell.xAcceleration)), Float(f(cell.yAcceleration)), Float(f(cell.zAcceleration)))
        motion.scaleSpeed = Float(f(cell.scaleSpeed * emitter.scale))
        motion.colorSpeed = SIMD4(
            Float(f(cell.redSpeed)), Float(f(cell.greenSpeed)), Float(f(cell.blueSpeed)), Float(f(cell.alphaSpeed)))
        motion.speed = Float(f(cell.timing.speed))
        turns = spin.mean != 0 || spin.range != 0 || angle.mean != 0 || angle.range != 0
        self.emitter = emitter
    }

    /// A particle that is born on the emitter's shape.
    func birth(_ random: ParticleRandom, at time: Double) -> Birth {
        let (position, normal) = emitter.origin(random)
        var birth = self.birth(random, at: time, from: position, along: normal)
        birth.speed = motion.speed
        return birth
    }

    /// A particle that is born from another particle.
    ///
    /// - Parameters:
    ///   - parent: the parent at that time.
    ///   - speed: seconds of the parent's time per second of the layer's.
    func birth(_ random: ParticleRandom, at time: Double, of parent: Birth, speed: Float) -> Birth {
        let v = SIMD3<Double>(Double(parent.velocity.x), Double(parent.velocity.y), Double(parent.velocity.z))
        let length = (v * v).sum().squareRoot()
        let position = SIMD3<Double>(Double(parent.position.x), Double(parent.position.y), Double(parent.position.z))
        var birth = self.birth(random, at: time, from: position, along: length > 1e-9 ? v / length : nil)
        birth.speed = motion.speed * speed
        birth.scale *= parent.scale
        birth.scaleSpeed *= parent.scale
        birth.color *= parent.color
        birth.colorSpeed *= parent.color
        return birth
    }

    private func birth(
        _ random: ParticleRandom, at time: Double, from position: SIMD3<Double>, along normal: SIMD3<Double>?
    ) -> Birth {
        // Pairs 0 and 1 belong to the shape.
        let (a, b) = random.pair(2), (c, d) = random.pair(3), (e, f) = random.pair(4), (g, h) = random.pair(5)
        let (i, j) = random.pair(6)
        func value(_ v: (mean: Double, range: Double), _ u: Double) -> Double {
            v.range == 0 ? v.mean : v.mean + v.range * (u - 0.5)
        }
        var birth = motion
        birth.time = time
        birth.life = Float(max(0, value(life, a)))
        birth.position = SIMD3<Float>(position)
        birth.velocity = SIMD3<Float>(direction(b, c, along: normal) * value(velocity, d))
        birth.scale = Float(value(scale, e))
        birth.spin = Float(value(spin, f))
        birth.angle = Float(value(angle, g))
        birth.color = SIMD4<Float>(color + colorRange * (SIMD4(h, i, j, random.pair(7).0) - 0.5))
        return birth
    }

    /// A direction within the cone, rotated so that x becomes the normal.
    private func direction(_ u: Double, _ v: Double, along normal: SIMD3<Double>?) -> SIMD3<Double> {
        var d = axis
        if cone.isOpen {
            let cosine = cone.cosine(u)
            let sine = max(0, 1 - cosine * cosine).squareRoot()
            let turn = Trigonometry.sineAndCosine(v * 2 * .pi)
            d = turned(SIMD3(cosine, sine * turn.cosine, sine * turn.sine), xTo: axis)
        }
        return normal.map { turned(d, xTo: $0) } ?? d
    }
}

/// Applies the rotation that maps x to an axis: first about z, then out of the plane.
private func turned(_ v: SIMD3<Double>, xTo axis: SIMD3<Double>) -> SIMD3<Double> {
    let flat = (axis.x * axis.x + axis.y * axis.y).squareRoot()
    let (c, s) = flat > 1e-12 ? (axis.x / flat, axis.y / flat) : (1, 0)
    // The axis is (flat c, flat s, z). x maps to the axis, y stays in the plane, and z is perpendicular to both.
    let x = axis, y = SIMD3(-s, c, 0), z = SIMD3(-axis.z * c, -axis.z * s, flat)
    return x * v.x + y * v.y + z * v.z
}

extension EmitterState {
    /// The position of a birth, and the direction from which its angles are measured; nil for x.
    ///
    /// Sizes: the width of a circle or sphere is its diameter. Normals: a line's points towards smaller y, in every
    /// mode; those of outlines, and of a sphere's surface, point outwards. *Source*: for the shapes, Apple's
    /// documentation of their constants. For the circle's size, which that documentation calls the radius, a recording
    /// of matthewcheok/MCFireworksButton (a width of 25 makes a ring whose radius begins at 11.7 points); the sphere's
    /// size follows the circle's. For the normals, programs that rely on them: docs/emitter.md.
    func origin(_ random: ParticleRandom) -> (position: SIMD3<Double>, normal: SIMD3<Double>?) {
        let centre = SIMD3(
            Self.finite(Double(position.x)), Self.finite(Double(position.y)), Self.finite(zPosition))
        if shape == .point { return (centre, nil) }
        let (u, v) = random.pair(0), (w, q) = random.pair(1)
        let half = SIMD3(Double(size.width) / 2, Double(size.height) / 2, depth / 2)
        var normal: SIMD3<Double>?
        var offset = SIMD3<Double>.zero
        switch shape {
        case .point: break
        case .line:
            offset.x = half.x * (mode == .points ? (u < 0.5 ? -1 : 1) : 2 * u - 1)
            normal = SIMD3(0, -1, 0)
        case .rectangle:
            switch mode {
            case .points: offset = half * SIMD3(u < 0.5 ? -1 : 1, v < 0.5 ? -1 : 1, 0)
            case .outline:
                let (width, height) = (abs(half.x), abs(half.y))
                let isHorizontal = width + height == 0 || u * (width + height) < width
                let side = v < 0.5 ? -1.0 : 1.0
                offset = half * (isHorizontal ? SIMD3(2 * w - 1, side, 0) : SIMD3(side, 2 * w - 1, 0))
                normal = isHorizontal ? SIMD3(0, side, 0) : SIMD3(side, 0, 0)
            case .surface, .volume: offset = half * SIMD3(2 * u - 1, 2 * v - 1, 0)
            }
        case .cuboid:
            switch mode {
            case .points: offset = half * SIMD3(u < 0.5 ? -1 : 1, v < 0.5 ? -1 : 1, w < 0.5 ? -1 : 1)
            case .outline: offset = half * Self.edge(u, v, w, q, weights: abs2(half))
            case .surface:
                let a = abs2(half)
                offset = half * Self.face(u, v, w, q, weights: SIMD3(a.y * a.z, a.x * a.z, a.x * a.y))
            case .volume: offset = half * SIMD3(2 * u - 1, 2 * v - 1, 2 * w - 1)
            }
        case .circle, .sphere:
            let radius = half.x
            let turn = Trigonometry.sineAndCosine(u * 2 * .pi)
            let round = SIMD3(turn.cosine, turn.sine, 0)
            let high = 2 * v - 1, flat = max(0, 1 - high * high).squareRoot()
            let ball = SIMD3(round.x * flat, round.y * flat, high)
            switch (shape, mode) {
            case (_, .points): break
            case (_, .outline): (offset, normal) = (round * radius, round)
            case (.circle, _): offset = round * radius * v.squareRoot()
            case (_, .surface): (offset, normal) = (ball * radius, ball)
            // The greatest of three uniform numbers has the distribution of the radius in a ball.
            default: offset = ball * radius * max(w, q, random.pair(8).0)
            }
        }
        return (centre + offset, normal)
    }

    /// A point on the edges of the cube -1...1; edges along each axis are weighted by their length.
    private static func edge(_ u: Double, _ v: Double, _ w: Double, _ q: Double, weights: SIMD3<Double>) -> SIMD3<
        Double
    > {
        let axis = pick(u, weights)
        var point = SIMD3(v < 0.5 ? -1.0 : 1, w < 0.5 ? -1 : 1, 0)
        let along = 2 * q - 1
        switch axis {
        case 0: point = SIMD3(along, point.x, point.y)
        case 1: point = SIMD3(point.x, along, point.y)
        default: point = SIMD3(point.x, point.y, along)
        }
        return point
    }

    /// A point on the faces of the cube -1...1; faces across each axis are weighted by their area.
    private static func face(_ u: Double, _ v: Double, _ w: Double, _ q: Double, weights: SIMD3<Double>) -> SIMD3<
        Double
    > {
        let side = v < 0.5 ? -1.0 : 1, a = 2 * w - 1, b = 2 * q - 1
        switch pick(u, weights) {
        case 0: return SIMD3(side, a, b)
        case 1: return SIMD3(a, side, b)
        default: return SIMD3(a, b, side)
        }
    }

    private static func pick(_ u: Double, _ weights: SIMD3<Double>) -> Int {
        let total = weights.sum()
        guard total > 0 else { return 0 }
        let target = u * total
        return target < weights.x ? 0 : target < weights.x + weights.y ? 1 : 2
    }
}

private func abs2(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(abs(v.x), abs(v.y), abs(v.z)) }
