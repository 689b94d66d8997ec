/// The opaque colours of a gradient, finer than bytes, for dithered drawing.
///
/// Between even steps the channels are interpolated in whole numbers, so that every machine has the same
/// pixels. An error of a channel is below 1/64 of a level where the colours are straight between two steps.
package struct DitheredRamp: Sendable {
    /// The number of steps between the locations 0 and 1.
    package static let steps = 1024
    /// The number of parts of a step that a position can have.
    private static let parts = 1024

    /// The channels at a step, blue first, in `DitherTile.unit`, and how much they grow up to the next one.
    private struct Piece: Sendable {
        var start: SIMD4<Int32>, growth: SIMD4<Int32>
    }

    private let pieces: [Piece]

    /// Makes a ramp.
    ///
    /// - Parameters:
    ///   - jumps: the locations at which the colour is not continuous.
    ///   - color: red, green and blue at a location, 0...1 each. With `true`, at a jump the colour before it.
    package init(jumps: [Double], color: (Double, Bool) -> SIMD3<Double>) {
        let steps = Self.steps
        func channels(_ step: Int, before: Bool) -> SIMD4<Int32> {
            let c = color(Double(step) / Double(steps), before) * (255 * Double(DitherTile.unit))
            func whole(_ v: Double) -> Int32 {
                v > 0 ? Int32(min(v, 255 * Double(DitherTile.unit)).rounded()) : 0
            }
            return SIMD4(whole(c.z), whole(c.y), whole(c.x), 255 * DitherTile.unit)
        }
        var pieces = (0..<steps).map { step in
            let start = channels(step, before: false)
            return Piece(start: start, growth: channels(step + 1, before: true) &- start)
        }
        for jump in jumps where jump > 0 && jump < 1 {
            let step = Int(jump * Double(steps)), part = jump * Double(steps) - Double(step)
            // A jump at a step is between two pieces.
            guard part > 0 else { continue }
            if part < 0.5 { pieces[step].start = channels(step + 1, before: true) }
            pieces[step].growth = .zero
        }
        pieces.append(Piece(start: channels(steps, before: false), growth: .zero))
        self.pieces = pieces
    }

    /// The pixel at a position, in 1/1024 of a step, within the ramp.
    ///
    /// - Parameter addition: the tile's number at the pixel.
    @inline(__always)  // For every pixel of a gradient.
    fileprivate func pixel(at position: Int, _ addition: Int32) -> UInt32 {
        let piece = pieces[position / Self.parts]
        let part = SIMD4(repeating: Int32(truncatingIfNeeded: position % Self.parts))
        let sum = piece.start &+ (piece.growth &* part) &>> 10 &+ SIMD4(repeating: addition)
        let levels = SIMD4<UInt32>(truncatingIfNeeded: sum &>> 12)
        return levels.w &<< 24 | levels.z &<< 16 | levels.y &<< 8 | levels.x
    }
}

extension MutableSpan where Element == UInt32 {
    /// Sets pixel i to the dithered colour at t + i step, both in 2^-32 steps of the ramp.
    ///
    /// - Parameters:
    ///   - x: the column of the first pixel.
    ///   - y: the row.
    /// - Precondition: there is room for `count` pixels.
    package mutating func lookUp(
        _ ramp: DitheredRamp, _ tile: DitherTile, x: Int, y: Int, t: Int, step: Int, count: Int
    ) {
        setDithered(ramp, tile, x: x, y: y, count: count) { i in (t &+ i &* step) >> 22 }
    }

    /// Sets the pixel in column `first` + i to the dithered colour at its distance from (0, 0), in steps of the ramp.
    ///
    /// - Precondition: there is room for `count` pixels.
    package mutating func lookUp(
        _ ramp: DitheredRamp, _ tile: DitherTile, x: Int, y: Int, radial line: RampLine, first: Int, count: Int
    ) {
        let end = Float(DitheredRamp.steps)
        setDithered(ramp, tile, x: x, y: y, count: count) { i in
            let column = Float(first &+ i)
            let x = line.x + column * line.dx, y = line.y + column * line.dy
            let distance = (x * x + y * y).squareRoot()
            return Int((distance < end ? distance : end) * 1024)
        }
    }

    /// Sets pixel i to the dithered colour at a location, 0...1; NaN counts as 0.
    ///
    /// - Precondition: there is room for `count` pixels.
    package mutating func lookUp(
        _ ramp: DitheredRamp, _ tile: DitherTile, x: Int, y: Int, count: Int, location: (Int) -> Double
    ) {
        let scale = Double(DitheredRamp.steps * 1024)
        setDithered(ramp, tile, x: x, y: y, count: count) { i in
            let location = location(i)
            return location > 0 ? Int((location < 1 ? location : 1) * scale) : 0
        }
    }

    @inline(__always)  // The closures are a few instructions each.
    private mutating func setDithered(
        _ ramp: DitheredRamp, _ tile: DitherTile, x: Int, y: Int, count: Int, position: (Int) -> Int
    ) {
        precondition(count <= self.count, "there is room for the pixels")
        let table = DitherTile.tables
        let tables = table.span
        let (row, last) = (tile.row(y), DitheredRamp.steps * 1024)
        for i in 0..<count {
            let at = Swift.max(0, Swift.min(last, position(i)))
            let column = (x &+ tile.x &+ i) & (DitherTile.columns - 1)
            self[i] = ramp.pixel(at: at, tables[row &+ column])
        }
    }
}
