import MicaPixels

/// Eight particles as they were born, side by side for the processor's vectors.
///
/// *Units*: points, and seconds of the cell's time; `birth` in those of the layer, from `base`.
package struct BirthLane: Sendable {
    /// The layer's time that births are measured from.
    var base = 0.0
    /// When each was born.
    var birth = SIMD8<Float>.zero
    /// How long each lives; 0 where there is none.
    var life = SIMD8<Float>.zero
    /// Where each was born.
    var px = SIMD8<Float>.zero, py = SIMD8<Float>.zero, pz = SIMD8<Float>.zero
    /// The velocity at birth.
    var vx = SIMD8<Float>.zero, vy = SIMD8<Float>.zero, vz = SIMD8<Float>.zero
    /// Size and angle at birth, and turning a second.
    var scale = SIMD8<Float>.zero, angle = SIMD8<Float>.zero, spin = SIMD8<Float>.zero
    /// Straight colour at birth.
    var red = SIMD8<Float>.zero, green = SIMD8<Float>.zero, blue = SIMD8<Float>.zero, alpha = SIMD8<Float>.zero
}

/// What acts on eight particles over their lives, as it was when they were born; one for all in a segment that has no
/// animations.
package struct MotionLane: Sendable {
    /// Seconds of the cell's time in one of the layer's.
    var speed = SIMD8<Float>(repeating: 1)
    /// Acceleration.
    var ax = SIMD8<Float>.zero, ay = SIMD8<Float>.zero, az = SIMD8<Float>.zero
    /// Changes a second.
    var scaleSpeed = SIMD8<Float>.zero
    var redSpeed = SIMD8<Float>.zero, greenSpeed = SIMD8<Float>.zero
    var blueSpeed = SIMD8<Float>.zero, alphaSpeed = SIMD8<Float>.zero
}

/// Eight particles at a time.
package struct ParticleLane: Sendable {
    /// Where they are.
    package var x = SIMD8<Float>.zero, y = SIMD8<Float>.zero, z = SIMD8<Float>.zero
    /// Size times the cosine and the sine of the angle.
    package var cosine = SIMD8<Float>.zero, sine = SIMD8<Float>.zero
    /// Premultiplied colours, 0xAARRGGBB, that multiply the image.
    package var color = SIMD8<UInt32>.zero
    /// Seconds of the layer's time since birth.
    package var age = SIMD8<Float>.zero
    /// All bits set where there is a particle that lives.
    package var isAlive = SIMD8<Int32>.zero
}

/// One particle as it was born, and what acts on it.
struct Birth {
    /// The layer's time.
    var time = 0.0
    var life: Float = 0
    var position = SIMD3<Float>.zero, velocity = SIMD3<Float>.zero, acceleration = SIMD3<Float>.zero
    var scale: Float = 0, scaleSpeed: Float = 0, angle: Float = 0, spin: Float = 0
    /// Straight: red, green, blue, alpha.
    var color = SIMD4<Float>.zero, colorSpeed = SIMD4<Float>.zero
    var speed: Float = 1
}

extension BirthLane {
    /// Puts a particle into a slot; the lane's first sets the base.
    mutating func set(_ b: Birth, at slot: Int) {
        birth[slot] = Float(b.time - base)
        life[slot] = b.life
        (px[slot], py[slot], pz[slot]) = (b.position.x, b.position.y, b.position.z)
        (vx[slot], vy[slot], vz[slot]) = (b.velocity.x, b.velocity.y, b.velocity.z)
        (scale[slot], angle[slot], spin[slot]) = (b.scale, b.angle, b.spin)
        (red[slot], green[slot], blue[slot], alpha[slot]) = (b.color.x, b.color.y, b.color.z, b.color.w)
    }

    /// Brings the particles to a time.
    ///
    /// Positions and colours are polynomials of the age, in this order of operations, so that they are the same bits
    /// wherever they are worked out.
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

    /// One particle brought to a time, whether it lives or not: what it emits begins with these.
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
    /// Puts what acts on a particle into a slot.
    mutating func set(_ b: Birth, at slot: Int) {
        speed[slot] = b.speed
        (ax[slot], ay[slot], az[slot]) = (b.acceleration.x, b.acceleration.y, b.acceleration.z)
        scaleSpeed[slot] = b.scaleSpeed
        (redSpeed[slot], greenSpeed[slot]) = (b.colorSpeed.x, b.colorSpeed.y)
        (blueSpeed[slot], alphaSpeed[slot]) = (b.colorSpeed.z, b.colorSpeed.w)
    }
}

/// The values held within 0...1.
@inline(__always)
private func unit(_ v: SIMD8<Float>) -> SIMD8<Float> {
    let low = v.replacing(with: 0, where: v .< 0)
    return low.replacing(with: 1, where: low .> 1)
}

/// Values of 0...255 to the nearest whole numbers: 2^23 more leaves them in the lowest bits.
@inline(__always)
private func wholeBits(_ v: SIMD8<Float>) -> SIMD8<UInt32> {
    VectorBits.pattern(v + 8_388_608) & 0xff
}
