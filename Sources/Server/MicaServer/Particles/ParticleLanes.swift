import MicaBase

/// Eight particles as they were born, one in each lane of the CPU's vectors.
///
/// *Units*: points, and seconds of the cell's time; `birth` in seconds of the layer's time since `base`.
package struct BirthLane: Sendable {
    /// The layer's time from which births are measured.
    var base = 0.0
    /// The time of birth.
    var birth = SIMD8<Float>.zero
    /// The lifetime; 0 for an empty slot.
    var life = SIMD8<Float>.zero
    /// The position at birth.
    var px = SIMD8<Float>.zero, py = SIMD8<Float>.zero, pz = SIMD8<Float>.zero
    /// The velocity at birth.
    var vx = SIMD8<Float>.zero, vy = SIMD8<Float>.zero, vz = SIMD8<Float>.zero
    /// Size and angle at birth, and the spin in radians per second.
    var scale = SIMD8<Float>.zero, angle = SIMD8<Float>.zero, spin = SIMD8<Float>.zero
    /// Straight colour at birth.
    var red = SIMD8<Float>.zero, green = SIMD8<Float>.zero, blue = SIMD8<Float>.zero, alpha = SIMD8<Float>.zero
}

/// The constant accelerations and speeds of eight particles. One serves all lanes of a segment without animations.
package struct MotionLane: Sendable {
    /// Seconds of the cell's time per second of the layer's.
    var speed = SIMD8<Float>(repeating: 1)
    /// Acceleration, in points per second squared.
    var ax = SIMD8<Float>.zero, ay = SIMD8<Float>.zero, az = SIMD8<Float>.zero
    /// Changes per second.
    var scaleSpeed = SIMD8<Float>.zero
    var redSpeed = SIMD8<Float>.zero, greenSpeed = SIMD8<Float>.zero
    var blueSpeed = SIMD8<Float>.zero, alphaSpeed = SIMD8<Float>.zero
}

/// Eight particles at one time.
package struct ParticleLane: Sendable {
    /// The positions.
    package var x = SIMD8<Float>.zero, y = SIMD8<Float>.zero, z = SIMD8<Float>.zero
    /// Size times the cosine and the sine of the angle.
    package var cosine = SIMD8<Float>.zero, sine = SIMD8<Float>.zero
    /// Premultiplied colours that multiply the image, 0xAARRGGBB.
    package var color = SIMD8<UInt32>.zero
    /// The age, in seconds of the layer's time.
    package var age = SIMD8<Float>.zero
    /// All bits set for a living particle.
    package var isAlive = SIMD8<Int32>.zero
}

/// One particle as it was born, with its accelerations and speeds.
struct Birth {
    /// The layer's time of the birth.
    var time = 0.0
    var life: Float = 0
    var position = SIMD3<Float>.zero, velocity = SIMD3<Float>.zero, acceleration = SIMD3<Float>.zero
    var scale: Float = 0, scaleSpeed: Float = 0, angle: Float = 0, spin: Float = 0
    /// Straight: red, green, blue, alpha, and their changes per second.
    var color = SIMD4<Float>.zero, colorSpeed = SIMD4<Float>.zero
    var speed: Float = 1
}

extension BirthLane {
    /// Writes a particle into a slot. The lane's first particle has set the base.
    mutating func set(_ b: Birth, at slot: Int) {
        birth[slot] = Float(b.time - base)
        life[slot] = b.life
        (px[slot], py[slot], pz[slot]) = (b.position.x, b.position.y, b.position.z)
        (vx[slot], vy[slot], vz[slot]) = (b.velocity.x, b.velocity.y, b.velocity.z)
        (scale[slot], angle[slot], spin[slot]) = (b.scale, b.angle, b.spin)
        (red[slot], green[slot], blue[slot], alpha[slot]) = (b.color.x, b.color.y, b.color.z, b.color.w)
    }

    /// Moves the particles to a time.
    ///
    /// Positions and colours are polynomials of the age, with a fixed order of operations, so that every machine gives
    /// the same bits.
    @inline(__always)
    func at(_ time: Double, _ motion: MotionLane, turns: Bool) -> ParticleLane {
        var lane = ParticleLane()
        let layerAge = SIMD8<Float>(repeating: Float(time - base)) - birth
        let age = layerAge * motion.speed
        lane.age = layerAge
        let isAlive = (age .>= 0) .& (age .< life)
        lane.isAlive = SIMD8<Int32>.zero.replacing(with: -1, where: isAlive)
        let half = age * 0.5
        lane.x = px + age * (vx + half * motion.ax)
        lane.y = py + age * (vy + half * motion.ay)
        lane.z = pz + age * (vz + half * motion.az)
        let size = scale + age * motion.scaleSpeed
        if turns {
            let (sine, cosine) = Trigonometry.sineAndCosine(angle + spin * age)
            lane.cosine = size * cosine
            lane.sine = size * sine
        } else {
            lane.cosine = size
        }
        let a = unit(alpha + age * motion.alphaSpeed)
        let scaled = a * 255
        let r = unit(red + age * motion.redSpeed) * scaled
        let g = unit(green + age * motion.greenSpeed) * scaled
        let b = unit(blue + age * motion.blueSpeed) * scaled
        lane.color = wholeBits(scaled) &<< 24 | wholeBits(r) &<< 16 | wholeBits(g) &<< 8 | wholeBits(b)
        return lane
    }

    /// One particle moved to an age, living or not: the source of the particles that it emits.
    func particle(_ slot: Int, age: Float, _ motion: MotionLane) -> Birth {
        var b = Birth()
        let acceleration = SIMD3(motion.ax[slot], motion.ay[slot], motion.az[slot])
        let velocity = SIMD3(vx[slot], vy[slot], vz[slot])
        b.position = SIMD3(px[slot], py[slot], pz[slot]) + age * (velocity + age * 0.5 * acceleration)
        b.velocity = velocity + age * acceleration
        b.scale = scale[slot] + age * motion.scaleSpeed[slot]
        b.color = SIMD4(red[slot], green[slot], blue[slot], alpha[slot])
        b.color +=
            age
            * SIMD4(motion.redSpeed[slot], motion.greenSpeed[slot], motion.blueSpeed[slot], motion.alphaSpeed[slot])
        b.color = b.color.clamped(lowerBound: .zero, upperBound: .one)
        return b
    }
}

extension MotionLane {
    /// Writes a particle's accelerations and speeds into a slot.
    mutating func set(_ b: Birth, at slot: Int) {
        speed[slot] = b.speed
        (ax[slot], ay[slot], az[slot]) = (b.acceleration.x, b.acceleration.y, b.acceleration.z)
        scaleSpeed[slot] = b.scaleSpeed
        (redSpeed[slot], greenSpeed[slot]) = (b.colorSpeed.x, b.colorSpeed.y)
        (blueSpeed[slot], alphaSpeed[slot]) = (b.colorSpeed.z, b.colorSpeed.w)
    }
}

/// Limits values to 0...1.
@inline(__always)
private func unit(_ v: SIMD8<Float>) -> SIMD8<Float> {
    let low = v.replacing(with: 0, where: v .< 0)
    return low.replacing(with: 1, where: low .> 1)
}

/// Rounds values of 0...255 to the nearest whole numbers: adding 2^23 leaves these in the lowest bits.
@inline(__always)
private func wholeBits(_ v: SIMD8<Float>) -> SIMD8<UInt32> {
    VectorBits.pattern(v + 8_388_608) & 0xff
}
