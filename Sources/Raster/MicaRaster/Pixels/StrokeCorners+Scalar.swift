import CMicaPixels

/// The scalar twins of the vector kernels, which work on four corners at a time.
extension StrokeCorners {
    /// Computes the chords from some corners to the next.
    ///
    /// - Returns: the square of the shortest chord's length.
    mutating func measureChordsOneByOne(_ range: Range<Int>) -> Double {
        var least = Double.infinity
        for index in range {
            let x = numbers[offset(.x, index + 1)] - numbers[offset(.x, index)]
            let y = numbers[offset(.y, index + 1)] - numbers[offset(.y, index)]
            let square = x * x + y * y, length = square.squareRoot()
            numbers[offset(.length, index)] = length
            numbers[offset(.alongX, index)] = x * (1 / length)
            numbers[offset(.alongY, index)] = y * (1 / length)
            least = min(least, square)
        }
        return least
    }

    /// Computes the turns at some corners.
    mutating func turnCorners(_ range: Range<Int>, _ halfWidth: Double) {
        for index in range {
            let (from, to) = (direction(index - 1), direction(index))
            let (dot, cross) = (from.x * to.x + from.y * to.y, from.x * to.y - from.y * to.x)
            // The edges of a line that turns right back never cross.
            let part = halfWidth / max(1 + dot, 1e-12)
            numbers[offset(.cross, index)] = cross
            numbers[offset(.dot, index)] = dot
            numbers[offset(.reach, index)] = 1 + dot > 1e-12 ? part * abs(cross) : .infinity
            numbers[offset(.crossingX, index)] = -(from.y + to.y) * part
            numbers[offset(.crossingY, index)] = (from.x + to.x) * part
        }
    }

    /// Finds which of some corners are open, and which are plain.
    mutating func openCorners(_ range: Range<Int>, miterDot: Double, roundDot: Double) {
        for index in range {
            // A corner may take half of each of its chords, or more if the corners at both ends of the chord fit into
            // it together.
            let reach = reach(index), before = length(index - 1), after = length(index)
            let isOpen =
                reach <= min(before, after) / 2
                || (self.reach(index - 1) + reach <= before && reach + self.reach(index + 1) <= after)
            let needsNoJoin = isOpen && dot(index) >= (isSmooth(index) ? roundDot : miterDot)
            flags[flagOffset(index)] =
                flags[flagOffset(index)] & UInt8(MICA_SMOOTH.rawValue) | (isOpen ? UInt8(MICA_OPEN.rawValue) : 0)
                | (needsNoJoin ? UInt8(MICA_PLAIN.rawValue) : 0)
        }
    }

    /// Appends the points beside plain corners.
    func appendSideOneByOne(_ range: Range<Int>, isReturning: Bool, to points: inout OutputSpan<SIMD2<Double>>) {
        for number in 0..<range.count {
            let index = isReturning ? range.upperBound - 1 - number : range.lowerBound + number
            points.append(isReturning ? self[index] - crossing(index) : self[index] + crossing(index))
        }
    }
}
