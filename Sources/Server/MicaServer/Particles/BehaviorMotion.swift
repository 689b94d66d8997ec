import MicaWire

/// The effect of behaviours on a particle: its position, velocity, size, angle and colour.
///
/// Drag and waves have closed forms. An attractor has none: with one, a particle is followed from its birth in steps of
/// 1/120 s. The steps do not depend on the time that is asked for; only the last one is shortened.
struct BehaviorMotion: Sendable {
    private var drag = 0.0
    private var waves: [(force: SIMD3<Double>, turning: Double)] = []
    private var attractors: [(position: SIMD3<Double>, radius: Double, stiffness: Double, falloff: Double)] = []
    private var alignment: Double?
    private var scales: [[Double]] = []
    private var alphas: [[Double]] = []
    private var colors: [[(location: Double, color: SIMD4<Double>)]] = []
    private var lights: [(color: SIMD3<Double>, position: SIMD3<Double>, falloff: Double)] = []

    /// The most steps: an older particle stays where it was then.
    static let stepLimit = 120 * 60

    /// nil when no behaviour acts.
    init?(_ behaviors: [ParticleBehavior]) {
        for behavior in behaviors where behavior.isEnabled {
            switch behavior.kind {
            case .wave(let force, let frequency): waves.append((force, frequency * 2 * .pi))
            case .drag(let share): drag += max(0, share)
            case .attractor(let position, let radius, let stiffness, let falloff):
                attractors.append((position, radius, stiffness, falloff))
            case .alignToMotion(let rotation): alignment = rotation
            case .scaleOverLife(let values): if !values.isEmpty { scales.append(values) }
            case .alphaOverLife(let values): if !values.isEmpty { alphas.append(values) }
            case .colorOverLife(let list, let locations):
                guard !list.isEmpty else { continue }
                colors.append(
                    list.enumerated().map { index, color in
                        let c = color.inSRGB
                        let even = list.count > 1 ? Double(index) / Double(list.count - 1) : 0
                        return (
                            index < locations.count ? locations[index] : even, SIMD4(c.red, c.green, c.blue, c.alpha)
                        )
                    })
            case .light(let color, let position, let falloff):
                let c = color.inSRGB
                lights.append((SIMD3(c.red, c.green, c.blue), position, falloff))
            }
        }
        if drag == 0, waves.isEmpty, attractors.isEmpty, alignment == nil, scales.isEmpty, alphas.isEmpty,
            colors.isEmpty,
            lights.isEmpty
        {
            return nil
        }
    }

    /// Whether behaviours change the particles' paths.
    var moves: Bool { drag > 0 || !waves.isEmpty || !attractors.isEmpty }

    /// Position and velocity at an age.
    func motion(
        from position: SIMD3<Double>, _ velocity: SIMD3<Double>, _ acceleration: SIMD3<Double>, age: Double
    ) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
        guard attractors.isEmpty else { return followed(position, velocity, acceleration, age: age) }
        var (p, v) = (position, velocity)
        if drag > 1e-9 {
            // v' = a - k v.
            let left = Exponential.value(-drag * age), goal = acceleration / drag
            p += goal * age + (velocity - goal) * ((1 - left) / drag)
            v = goal + (velocity - goal) * left
        } else {
            p += age * (velocity + age * 0.5 * acceleration)
            v += age * acceleration
        }
        for wave in waves where wave.turning != 0 {
            // v' + k v = F cos(w t), from rest.
            let (k, w) = (drag, wave.turning)
            let turn = Trigonometry.sineAndCosine(w * age), left = Exponential.value(-k * age)
            let share = 1 / (k * k + w * w)
            v += wave.force * (share * (k * turn.cosine + w * turn.sine - k * left))
            p += wave.force * (share * (k / w * turn.sine + left - turn.cosine))
        }
        return (p, v)
    }

    private func followed(
        _ position: SIMD3<Double>, _ velocity: SIMD3<Double>, _ acceleration: SIMD3<Double>, age: Double
    ) -> (SIMD3<Double>, SIMD3<Double>) {
        var (p, v) = (position, velocity)
        let step = 1.0 / 120
        var elapsed = 0.0
        for _ in 0..<Self.stepLimit {
            let dt = min(step, age - elapsed)
            if dt <= 0 { break }
            // Half a step at the old velocity, then the force at that point, then the other half at the new velocity.
            p += v * (dt / 2)
            var a = acceleration - v * drag
            for wave in waves {
                a += wave.force * Trigonometry.sineAndCosine(wave.turning * (elapsed + dt / 2)).cosine
            }
            for attractor in attractors {
                let way = attractor.position - p
                let distance = (way * way).sum().squareRoot()
                guard distance > 1e-9, attractor.radius <= 0 || distance < attractor.radius else { continue }
                // The stiffness at the centre, divided by 1 plus the falloff times the distance in radii.
                let weak = attractor.radius > 0 ? 1 / (1 + max(0, attractor.falloff) * distance / attractor.radius) : 1
                a += way / distance * (attractor.stiffness * weak)
            }
            v += a * dt
            p += v * (dt / 2)
            elapsed += dt
        }
        return (p, v)
    }

    /// Applies the behaviours of appearance: multiplies size and colour, and sets the angle.
    func look(
        _ lane: inout ParticleLane, _ slot: Int, share: Double, position: SIMD3<Double>, velocity: SIMD3<Double>
    ) {
        var size = 1.0
        for values in scales { size *= Self.value(values, share) }
        var (cosine, sine) = (Double(lane.cosine[slot]), Double(lane.sine[slot]))
        if let alignment {
            let length = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
            let scale = (cosine * cosine + sine * sine).squareRoot()
            if length > 1e-9 {
                let turn = Trigonometry.sineAndCosine(alignment)
                let (x, y) = (velocity.x / length, velocity.y / length)
                (cosine, sine) = ((x * turn.cosine - y * turn.sine) * scale, (y * turn.cosine + x * turn.sine) * scale)
            }
        }
        (lane.cosine[slot], lane.sine[slot]) = (Float(cosine * size), Float(sine * size))
        guard !alphas.isEmpty || !colors.isEmpty || !lights.isEmpty else { return }
        var tint = SIMD4<Double>(1, 1, 1, 1)
        for values in alphas { tint.w *= max(0, min(1, Self.value(values, share))) }
        for stops in colors { tint *= Self.color(stops, share) }
        for light in lights {
            let way = light.position - position
            let distance = (way * way).sum().squareRoot()
            let c = light.color / (1 + max(0, light.falloff) * distance)
            tint *= SIMD4(c.x, c.y, c.z, 1)
        }
        let color = lane.color[slot]
        func channel(_ shift: UInt32, _ factor: Double) -> UInt32 {
            UInt32(max(0, min(255, (Double(color >> shift & 255) * max(0, min(1, factor))).rounded()))) << shift
        }
        lane.color[slot] =
            channel(24, tint.w) | channel(16, tint.x * tint.w) | channel(8, tint.y * tint.w)
            | channel(0, tint.z * tint.w)
    }

    private static func value(_ values: [Double], _ share: Double) -> Double {
        let position = max(0, min(1, share)) * Double(values.count - 1)
        let index = min(values.count - 1, Int(position)), next = min(values.count - 1, index + 1)
        return values[index] + (values[next] - values[index]) * (position - Double(index))
    }

    private static func color(_ stops: [(location: Double, color: SIMD4<Double>)], _ share: Double) -> SIMD4<Double> {
        guard let first = stops.first, let last = stops.last else { return SIMD4(1, 1, 1, 1) }
        if share <= first.location { return first.color }
        for (a, b) in zip(stops, stops.dropFirst()) where share < b.location {
            guard b.location > a.location else { return b.color }
            return a.color + (b.color - a.color) * max(0, (share - a.location) / (b.location - a.location))
        }
        return last.color
    }
}

/// Powers of e, only by multiplications and additions, so that every machine gives the same bits.
enum Exponential {
    /// e to a power of 0 or less.
    static func value(_ power: Double) -> Double {
        guard power > -700 else { return 0 }
        // A whole power of 2, and a rest within half of ln 2, for which the series is used.
        let whole = (power * 1.4426950408889634).rounded()
        let rest = power - whole * 0.6931471805599453
        var sum = 1.0
        for n in (1...13).reversed() { sum = 1 + rest / Double(n) * sum }
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }
}

extension BirthLane {
    /// Moves a particle to where behaviours take it by an age.
    func move(_ b: inout Birth, _ slot: Int, _ motion: MotionLane, _ behaviors: BehaviorMotion, age: Double) {
        let at = behaviors.motion(
            from: SIMD3(Double(px[slot]), Double(py[slot]), Double(pz[slot])),
            SIMD3(Double(vx[slot]), Double(vy[slot]), Double(vz[slot])),
            SIMD3(Double(motion.ax[slot]), Double(motion.ay[slot]), Double(motion.az[slot])), age: age)
        (b.position, b.velocity) = (SIMD3<Float>(at.position), SIMD3<Float>(at.velocity))
    }
}

extension ParticleLane {
    /// Applies behaviours to the living particles.
    mutating func apply(_ behaviors: BehaviorMotion, _ births: BirthLane, _ motion: MotionLane) {
        for slot in 0..<8 where isAlive[slot] != 0 {
            let lived = Double(age[slot]) * Double(motion.speed[slot])
            var b = births.particle(slot, age: Float(lived), motion)
            if behaviors.moves {
                births.move(&b, slot, motion, behaviors, age: lived)
                (x[slot], y[slot], z[slot]) = (b.position.x, b.position.y, b.position.z)
            }
            behaviors.look(
                &self, slot, share: lived / max(1e-9, Double(births.life[slot])), position: SIMD3<Double>(b.position),
                velocity: SIMD3<Double>(b.velocity))
        }
    }
}
