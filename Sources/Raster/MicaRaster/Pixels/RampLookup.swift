import CMicaPixels

/// A row of positions in a plane, in single precision: column c is at (x + c dx, y + c dy).
///
/// Columns are counted from one that belongs to the plane, not to the row, so that a row cut in two has the same
/// positions.
package struct RampLine: Sendable {
    /// The position in column 0, and the step from column to column.
    package var x: Float, dx: Float, y: Float, dy: Float

    package init(x: Float, dx: Float, y: Float, dy: Float) {
        (self.x, self.dx, self.y, self.dy) = (x, dx, y, dy)
    }
}

/// Looking up the colours of a ramp along a row. The vector kernels (`CMicaPixels`) do the beginning of a row, the
/// scalar kernels the rest.
extension MutableSpan where Element == UInt32 {
    /// Sets pixel i to the colour at the whole part of t + i step, both in 2^-32 steps of the ramp.
    ///
    /// - Precondition: there is room for `count` pixels, and the ramp is not empty.
    package mutating func lookUp(_ ramp: Span<UInt32>, t: Int, step: Int, count: Int) {
        check(0, count, self.count)
        precondition(!ramp.isEmpty, "a ramp has colours")
        let last = ramp.count - 1
        func index(_ t: Int) -> Int { Swift.max(0, Swift.min(last, t >> 32)) }
        let (from, to) = (index(t), index(t &+ step &* (count - 1)))
        if from == to { return fill(unsafe ramp[unchecked: from], start: 0, count: count) }
        // The vector kernels compare whole parts in 32 bits.
        var done = 0
        if abs(t >> 32) < 1 << 30, abs((t &+ step &* (count - 1)) >> 32) < 1 << 30 {
            done = unsafe fast(ramp) { unsafe mica_ramp_linear($0, $1, Int32(last), Int64(t), Int64(step), count) }
        }
        for i in done..<count { unsafe self[unchecked: i] = ramp[unchecked: index(t &+ i &* step)] }
    }

    /// Sets the pixel in column `first` + i to the colour at its distance from (0, 0), in steps of the ramp, to the
    /// nearest.
    ///
    /// - Precondition: there is room for `count` pixels, the ramp is not empty, and no column is 2^24 or more away from
    ///   0.
    package mutating func lookUp(_ ramp: Span<UInt32>, radial line: RampLine, first: Int, count: Int) {
        check(0, count, self.count)
        precondition(!ramp.isEmpty && ramp.count < 1 << 20, "a ramp has colours")
        precondition(abs(first) < 1 << 23 && count < 1 << 23, "the row is too far away")
        let end = Float(ramp.count - 1)
        var row = mica_line(x: line.x, dx: line.dx, y: line.y, dy: line.dy)
        let done = unsafe fast(ramp) {
            unsafe mica_ramp_radial($0, $1, Int32(ramp.count - 1), &row, Int32(first), count)
        }
        for i in done..<count {
            let column = Float(first &+ i)
            let x = line.x + column * line.dx, y = line.y + column * line.dy
            let distance = (x * x + y * y).squareRoot()
            let step = (distance < end ? distance : end) + 0.5
            unsafe self[unchecked: i] = ramp[unchecked: Int(step)]
        }
    }
}
