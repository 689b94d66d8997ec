import Foundation
import MicaBase
import MicaRaster

/// The whole number below a coordinate, which may be anything; far ones are limited.
private func wholeBelow(_ v: Double) -> Int {
    let limit = 1e9
    // Not a number is no less than the limit either.
    return v > -limit ? (v < limit ? Int(v.rounded(.down)) : Int(limit)) : -Int(limit)
}

/// Pixels as a paint.
struct PixelPaint {
    /// The pixels outside of the canvas.
    enum Outside { case transparent, edge, repeats }

    private let canvas: PixelCanvas
    /// From the target's pixels to the canvas', which begin at its top left corner.
    private let inverse: Affine
    private let filter: CanvasPaint.Filter
    private let outside: Outside
    /// The place of the canvas' corner in the target, if each of its pixels is one of the target's.
    private let corner: (x: Int, y: Int)?
    /// The weights of the last run's columns.
    private let columns = ColumnWeights()

    init(_ canvas: PixelCanvas, _ matrix: CGAffineTransform, _ filter: CanvasPaint.Filter, outside: Outside) {
        (self.canvas, self.filter, self.outside) = (canvas, filter, outside)
        inverse = Affine(matrix.inverted())
        let near = 1e-6
        let (x, y) = (Double(matrix.tx), Double(matrix.ty))
        let isPlaced =
            matrix.b == 0 && matrix.c == 0 && abs(matrix.a - 1) < near / 1000 && abs(matrix.d - 1) < near / 1000
            && abs(x - x.rounded()) < near && abs(y - y.rounded()) < near && abs(x) < 1e9 && abs(y) < 1e9
        corner = isPlaced ? (Int(x.rounded()), Int(y.rounded())) : nil
    }

    private var width: Int { canvas.bounds.width }
    private var height: Int { canvas.bounds.height }

    /// The place in the canvas of a column or row; nil outside, if that is transparent.
    @inline(__always)
    private func place(_ index: Int, _ count: Int) -> Int? {
        if index >= 0, index < count { return index }
        switch outside {
        case .transparent: return nil
        case .edge: return index < 0 ? 0 : count - 1
        case .repeats:
            let rest = index % count
            return rest < 0 ? rest + count : rest
        }
    }

    @inline(__always)
    private func pixel(_ x: Int, _ y: Int) -> UInt32 { texel(place(x, width), place(y, height)) }

    /// The pixel at a place in the canvas; transparent at none.
    @inline(__always)
    private func texel(_ column: Int?, _ row: Int?) -> UInt32 {
        guard let column, let row else { return 0 }
        return canvas[column + canvas.bounds.minX, row + canvas.bounds.minY]
    }

    func fill(_ row: inout [UInt32], x: Int, y: Int, count: Int) {
        if let corner { return copy(&row, x: x - corner.x, y: y - corner.y, count: count) }
        let start = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        // How many pixels of the canvas a pixel of the target is wide and high.
        let size = (x: hypot(inverse.a, inverse.c), y: hypot(inverse.b, inverse.d))
        switch filter {
        case .nearest:
            for i in 0..<count {
                // On an edge between two pixels the first is nearest.
                let column = -wholeBelow(-(start.x + Double(i) * inverse.a)) - 1
                let line = -wholeBelow(-(start.y + Double(i) * inverse.b)) - 1
                row[i] = pixel(column, line)
            }
        case .good where size.x < 4.0 / 3 && size.y < 4.0 / 3: fillBetween(&row, start, count)
        case .good:
            // Less than that is smoothed as if it were not smaller.
            let wide = size.x < 4.0 / 3 ? 1 : size.x, high = size.y < 4.0 / 3 ? 1 : size.y
            fillWeighted(&row, x, start, count, PixelWeights(mean: wide), PixelWeights(mean: high))
        case .best: fillWeighted(&row, x, start, count, PixelWeights(lanczos: size.x), PixelWeights(lanczos: size.y))
        }
    }

    /// The canvas' pixels in the target, if each of them is one of the target's, and they cover an area.
    func picture(covering area: DeviceRect) -> PixelBlock? {
        guard let corner else { return nil }
        let own = DeviceRect(minX: corner.x, minY: corner.y, maxX: corner.x + width, maxY: corner.y + height)
        return own.contains(area) ? canvas.block(minX: corner.x, minY: corner.y) : nil
    }

    /// Takes pixels from a place in the canvas on.
    private func copy(_ row: inout [UInt32], x: Int, y: Int, count: Int) {
        guard let line = place(y, height) else {
            for i in 0..<count { row[i] = 0 }
            return
        }
        let from = unsafe canvas.row(line + canvas.bounds.minY) + canvas.bounds.minX
        // The part within the canvas, and both sides of it.
        let first = min(max(-x, 0), count), last = max(first, min(count, width - x))
        for i in 0..<first { row[i] = place(x + i, width).map { unsafe from[$0] } ?? 0 }
        for i in first..<last { row[i] = unsafe from[x + i] }
        for i in last..<count { row[i] = place(x + i, width).map { unsafe from[$0] } ?? 0 }
    }

    /// Interpolates between the four nearest pixels.
    private func fillBetween(_ row: inout [UInt32], _ start: Point, _ count: Int) {
        func part(_ v: Double, _ whole: Int) -> UInt32 { UInt32(min(max((v - Double(whole)) * 256, 0), 255)) }
        if inverse.b == 0 {
            // The same two rows for all pixels.
            let v = start.y - 0.5, line = wholeBelow(v), y = part(v, line)
            let above = place(line, height), below = place(line + 1, height)
            for i in 0..<count {
                let u = start.x + Double(i) * inverse.a - 0.5, column = wholeBelow(u)
                let left = place(column, width), right = place(column + 1, width)
                row[i] = PixelArithmetic.bilinear(
                    texel(left, above), texel(right, above), texel(left, below), texel(right, below),
                    x: part(u, column), y: y)
            }
            return
        }
        for i in 0..<count {
            let u = start.x + Double(i) * inverse.a - 0.5, v = start.y + Double(i) * inverse.b - 0.5
            let (column, line) = (wholeBelow(u), wholeBelow(v))
            row[i] = PixelArithmetic.bilinear(
                pixel(column, line), pixel(column + 1, line), pixel(column, line + 1), pixel(column + 1, line + 1),
                x: part(u, column), y: part(v, line))
        }
    }

    /// Sums pixels by weights along both axes; `x` is the first column of the target.
    private func fillWeighted(
        _ row: inout [UInt32], _ x: Int, _ start: Point, _ count: Int, _ across: PixelWeights, _ down: PixelWeights
    ) {
        var (across, down) = (across, down)
        // Rows of an upright picture have the same weights across, and a row's pixels the same down.
        if inverse.b == 0, inverse.c == 0, outside != .repeats {
            columns.prepare(x, count, across) { start.x + Double($0) * inverse.a }
            down.center(at: start.y)
            return fillUpright(&row, count, across.values.count, down)
        }
        for i in 0..<count {
            if i == 0 || inverse.b != 0 { down.center(at: start.y + Double(i) * inverse.b) }
            across.center(at: start.x + Double(i) * inverse.a)
            row[i] = UInt32(channels: sum(across, down))
        }
    }

    /// Sums the columns that a run is made of down, then these sums across.
    private func fillUpright(_ row: inout [UInt32], _ count: Int, _ reach: Int, _ down: PixelWeights) {
        let firsts = columns.firsts, weights = columns.values
        guard count > 0, width > 0 else { return }
        let left = min(max(min(firsts[0], firsts[count - 1]), 0), width - 1)
        let right = min(max(max(firsts[0], firsts[count - 1]) + reach, left + 1), width)
        columns.sum(right - left) { sums in
            for j in down.values.indices where down.values[j] != 0 {
                guard let line = place(down.first + j, height) else { continue }
                let from = unsafe canvas.row(line + canvas.bounds.minY) + canvas.bounds.minX + left
                let weight = down.values[j]
                for i in sums.indices { unsafe sums[i] += weight * SIMD4(pixel: from[i]) }
            }
            for i in 0..<count {
                var sum = SIMD4<Float>.zero
                for k in 0..<reach {
                    guard let column = place(firsts[i] + k, width) else { continue }
                    sum += weights[i * reach + k] * sums[column - left]
                }
                row[i] = UInt32(channels: sum)
            }
        }
    }

    /// The sum of the pixels around a place, by weights.
    private func sum(_ across: PixelWeights, _ down: PixelWeights) -> SIMD4<Float> {
        let isInside = across.first >= 0 && across.first + across.values.count <= width
        var sum = SIMD4<Float>.zero
        for j in down.values.indices {
            let weight = down.values[j]
            guard weight != 0, let line = place(down.first + j, height) else { continue }
            let from = unsafe canvas.row(line + canvas.bounds.minY) + canvas.bounds.minX
            var part = SIMD4<Float>.zero
            for k in across.values.indices {
                let share = across.values[k], column = across.first + k
                guard share != 0, let place = isInside ? column : place(column, width) else { continue }
                part += unsafe share * SIMD4(pixel: from[place])
            }
            sum += weight * part
        }
        return sum
    }
}

extension SIMD4<Float> {
    /// A pixel's channels, alpha last. *Range*: 0 to 255.
    @inline(__always)
    fileprivate init(pixel: UInt32) {
        self.init(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
    }
}

extension UInt32 {
    /// The pixel of four levels, the last of them alpha, which limits the others.
    fileprivate init(channels: SIMD4<Float>) {
        func level(_ v: Float, _ top: UInt32) -> UInt32 {
            Swift.min(UInt32(Swift.min(Swift.max(v.rounded(), 0), 255)), top)
        }
        let alpha = level(channels.w, 255)
        self = alpha << 24 | level(channels.z, alpha) << 16 | level(channels.y, alpha) << 8 | level(channels.x, alpha)
    }
}

/// The weights of pixels around a place along one axis; they add up to 1.
struct PixelWeights {
    /// The first pixel.
    private(set) var first = 0
    private(set) var values: [Float]
    /// How many pixels away the last weight is.
    private let reach: Double
    /// How many pixels of the source one of the target covers, 1 or more.
    private let width: Double
    private let isMean: Bool

    /// The most pixels that one of the target is made of, along one axis.
    private static let widthLimit = 256.0

    private init(width: Double, isMean: Bool) {
        self.width = width > 1 ? min(width, Self.widthLimit) : 1
        self.isMean = isMean
        reach = isMean ? (self.width + 1) / 2 : 3 * self.width
        values = Array(repeating: 0, count: Int((2 * reach).rounded(.up)) + 1)
    }

    /// The mean of the pixels that a pixel of the target covers, which is so many pixels wide.
    init(mean width: Double) { self.init(width: width, isMean: true) }

    /// Lanczos' window of three lobes, each as wide as the wider of the two kinds of pixels.
    init(lanczos width: Double) { self.init(width: width, isMean: false) }

    /// Takes the weights for a place: the distance from the canvas' edge, in its pixels.
    mutating func center(at place: Double) {
        first = wholeBelow(place - reach)
        var sum: Float = 0
        for i in values.indices {
            let value = Float(isMean ? share(of: first + i, at: place) : lobe(Double(first + i) + 0.5 - place))
            values[i] = value
            sum += value
        }
        guard sum.isFinite, sum != 0 else { return }
        for i in values.indices { values[i] /= sum }
    }

    /// How much of a pixel lies within the width around a place.
    private func share(of index: Int, at place: Double) -> Double {
        let low = max(Double(index), place - width / 2), high = min(Double(index + 1), place + width / 2)
        return max(0, high - low)
    }

    private func lobe(_ distance: Double) -> Double {
        let x = abs(distance / width)
        if x < 1e-9 { return 1 }
        guard x < 3 else { return 0 }
        let turn = x * .pi
        return 3 * sin(turn) * sin(turn / 3) / (turn * turn)
    }
}

/// The weights of pixels for each column of a run, which the rows of an upright picture share.
///
/// A paint has one. It is used by one thread at a time, as the paint.
final class ColumnWeights {
    private(set) var firsts: [Int] = []
    /// Those of all columns, one after the other.
    private(set) var values: [Float] = []
    private var start = 0
    /// Sums of columns, for one row.
    private var sums: [SIMD4<Float>] = []

    /// Lends sums of a number of columns, which are zero.
    func sum(_ count: Int, _ body: (inout [SIMD4<Float>]) -> Void) {
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(.zero, count: count))
        body(&sums)
    }

    /// Makes the weights of columns from the target's column `x` on, unless they are there.
    ///
    /// - Parameter place: the place of a column, counted from 0.
    func prepare(_ x: Int, _ count: Int, _ weights: PixelWeights, _ place: (Int) -> Double) {
        guard start != x || firsts.count != count else { return }
        var weights = weights
        (firsts, values) = ([], [])
        firsts.reserveCapacity(count)
        values.reserveCapacity(count * weights.values.count)
        for i in 0..<count {
            weights.center(at: place(i))
            firsts.append(weights.first)
            values.append(contentsOf: weights.values)
        }
        start = x
    }
}
