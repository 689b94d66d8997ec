import MicaBase
import MicaRaster

/// A paint: a colour, a gradient or pixels. *Space*: the pixels of the canvas that it paints.
final class CanvasPaint {
    private enum Content {
        case color(UInt32)
        case pixels(PixelPaint)
        case gradient(GradientPaint)
    }

    private let content: Content

    private init(_ content: Content) { self.content = content }

    /// One colour, not premultiplied; each part is in 0...1.
    convenience init(red: Double, green: Double, blue: Double, alpha: Double) {
        self.init(.color(UInt32(premultiplied: red, green, blue, alpha)))
    }

    /// The pixels of a canvas.
    ///
    /// - Parameters:
    ///   - canvas: The pixels; their space begins at their top left corner.
    ///   - matrix: From that space to the target's pixels; must have an inverse.
    ///   - filter: How the pixels are smoothed.
    ///   - repeats: Whether the pixels repeat without end; if not, the outermost pixels extend without end.
    convenience init(canvas: PixelCanvas, matrix: CGAffineTransform, filter: Filter, repeats: Bool) {
        self.init(.pixels(PixelPaint(canvas, matrix, filter, outside: repeats ? .repeats : .edge)))
    }

    /// The pixels of a canvas at their own positions in the target; transparent outside.
    convenience init(inPlace canvas: PixelCanvas) {
        let corner = CGAffineTransform(translationX: CGFloat(canvas.bounds.minX), y: CGFloat(canvas.bounds.minY))
        self.init(.pixels(PixelPaint(canvas, corner, .nearest, outside: .transparent)))
    }

    /// A gradient along a line, or between two circles; `matrix` maps from its space to the target's.
    ///
    /// - Parameter extends: Whether the first and the last colour extend without end; if not, it is transparent there.
    convenience init(_ shape: GradientShape, stops: [ColorStop], extends: Bool, matrix: CGAffineTransform) {
        self.init(.gradient(GradientPaint(shape, stops, extends: extends, matrix)))
    }

    /// The premultiplied pixel of a colour; nil for other paints.
    var color: UInt32? { if case .color(let pixel) = content { pixel } else { nil } }

    /// Sets the pixels from the beginning of a row to the paint's, for the target's pixels from (x, y) on.
    ///
    /// - Precondition: the row has as many.
    func fill(_ row: inout [UInt32], x: Int, y: Int, count: Int) {
        switch content {
        case .color(let pixel): for i in 0..<count { row[i] = pixel }
        case .pixels(let paint): paint.fill(&row, x: x, y: y, count: count)
        case .gradient(let paint): paint.fill(&row, x: x, y: y, count: count)
        }
    }

    /// How pixels are smoothed when they are scaled.
    enum Filter {
        /// The pixel in which the centre lies.
        case nearest
        /// Between four pixels; the mean of all pixels where they become smaller by a quarter or more.
        case good
        /// Lanczos' window of three.
        case best
    }

    /// The geometry of a gradient.
    enum GradientShape {
        case linear(CGPoint, CGPoint)
        case radial(CGPoint, CGFloat, CGPoint, CGFloat)
    }

    /// A colour of a gradient, not premultiplied.
    struct ColorStop {
        var location: Double
        var red: Double, green: Double, blue: Double, alpha: Double
    }
}

extension UInt32 {
    /// The premultiplied pixel of a colour whose parts are in 0...1.
    init(premultiplied red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
        func level(_ v: Double) -> UInt32 { UInt32(Swift.min(Swift.max((v * 255).rounded(), 0), 255)) }
        self = level(alpha) << 24 | level(red * alpha) << 16 | level(green * alpha) << 8 | level(blue * alpha)
    }
}

extension Affine {
    init(_ t: CGAffineTransform) {
        self.init(a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), tx: Double(t.tx), ty: Double(t.ty))
    }
}

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
    private func pixel(_ x: Int, _ y: Int) -> UInt32 {
        guard let column = place(x, width), let row = place(y, height) else { return 0 }
        return canvas[column + canvas.bounds.minX, row + canvas.bounds.minY]
    }

    func fill(_ row: inout [UInt32], x: Int, y: Int, count: Int) {
        if let corner {
            for i in 0..<count { row[i] = pixel(x + i - corner.x, y - corner.y) }
            return
        }
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
            fillWeighted(&row, start, count, PixelWeights(mean: wide), PixelWeights(mean: high))
        case .best: fillWeighted(&row, start, count, PixelWeights(lanczos: size.x), PixelWeights(lanczos: size.y))
        }
    }

    /// Interpolates between the four nearest pixels.
    private func fillBetween(_ row: inout [UInt32], _ start: Point, _ count: Int) {
        for i in 0..<count {
            let u = start.x + Double(i) * inverse.a - 0.5, v = start.y + Double(i) * inverse.b - 0.5
            let (column, line) = (wholeBelow(u), wholeBelow(v))
            let x = UInt32(min(max((u - Double(column)) * 256, 0), 255))
            let y = UInt32(min(max((v - Double(line)) * 256, 0), 255))
            row[i] = PixelArithmetic.bilinear(
                pixel(column, line), pixel(column + 1, line), pixel(column, line + 1), pixel(column + 1, line + 1),
                x: x, y: y)
        }
    }

    /// Sums pixels by weights along both axes.
    private func fillWeighted(
        _ row: inout [UInt32], _ start: Point, _ count: Int, _ across: PixelWeights, _ down: PixelWeights
    ) {
        var (across, down) = (across, down)
        let isUpright = inverse.b == 0
        for i in 0..<count {
            let u = start.x + Double(i) * inverse.a
            across.center(at: u)
            if i == 0 || !isUpright { down.center(at: start.y + Double(i) * inverse.b) }
            var sum = SIMD4<Float>.zero
            for (j, weight) in down.values.enumerated() {
                guard weight != 0, let line = place(down.first + j, height) else { continue }
                let from = unsafe canvas.row(line + canvas.bounds.minY)
                var part = SIMD4<Float>.zero
                for (k, share) in across.values.enumerated() {
                    guard share != 0, let column = place(across.first + k, width) else { continue }
                    let p = unsafe from[column + canvas.bounds.minX]
                    part += share * SIMD4(Float(p & 255), Float(p >> 8 & 255), Float(p >> 16 & 255), Float(p >> 24))
                }
                sum += weight * part
            }
            row[i] = UInt32(channels: sum)
        }
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

/// A gradient as a paint.
struct GradientPaint {
    private enum Shape {
        case line(Point, Point)
        case circles(Point, Double, Point, Double)
    }
    private let shape: Shape
    private let stops: [CanvasPaint.ColorStop]
    private let extends: Bool
    /// From the target's pixels to the gradient's space.
    private let inverse: Affine

    init(
        _ shape: CanvasPaint.GradientShape, _ stops: [CanvasPaint.ColorStop], extends: Bool, _ matrix: CGAffineTransform
    ) {
        func point(_ p: CGPoint) -> Point { Point(Double(p.x), Double(p.y)) }
        switch shape {
        case .linear(let start, let end): self.shape = .line(point(start), point(end))
        case .radial(let start, let first, let end, let last):
            self.shape = .circles(point(start), Double(first), point(end), Double(last))
        }
        (self.stops, self.extends) = (stops, extends)
        inverse = Affine(matrix.inverted())
    }

    func fill(_ row: inout [UInt32], x: Int, y: Int, count: Int) {
        let start = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        for i in 0..<count {
            let place = Point(start.x + Double(i) * inverse.a, start.y + Double(i) * inverse.b)
            row[i] = location(of: place).map { color(at: $0) } ?? 0
        }
    }

    /// The location, 0 to 1 within the gradient, of a place in its space; nil where it has none.
    private func location(of p: Point) -> Double? {
        let found: Double?
        switch shape {
        case .line(let start, let end):
            let direction = end - start
            let square = direction.x * direction.x + direction.y * direction.y
            let way = p - start
            found = square > 0 ? (way.x * direction.x + way.y * direction.y) / square : nil
        case .circles(let start, let first, let end, let last):
            found = circle(through: p - start, end - start, first, last)
        }
        guard let found, found.isFinite, extends || found >= 0 && found <= 1 else { return nil }
        return found
    }

    /// The last location whose circle passes through a place, of those that the gradient has; nil if there is none.
    ///
    /// - Parameters:
    ///   - p: The place, from the first circle's centre.
    ///   - way: From the first centre to the last.
    private func circle(through p: Point, _ way: Point, _ first: Double, _ last: Double) -> Double? {
        // |p - t way| = first + t growth.
        let growth = last - first
        let a = way.x * way.x + way.y * way.y - growth * growth
        let b = p.x * way.x + p.y * way.y + first * growth
        let c = p.x * p.x + p.y * p.y - first * first
        let roots: [Double]
        if a == 0 {
            roots = b == 0 ? [] : [c / (2 * b)]
        } else {
            let square = b * b - a * c
            guard square >= 0 else { return nil }
            let root = square.squareRoot()
            roots = [max((b + root) / a, (b - root) / a), min((b + root) / a, (b - root) / a)]
        }
        return roots.first { first + $0 * growth >= 0 && (extends || $0 >= 0 && $0 <= 1) }
    }

    private func color(at location: Double) -> UInt32 {
        guard let last = stops.last else { return 0 }
        // The first stop behind the location.
        var (low, high) = (0, stops.count)
        while low < high {
            let middle = (low + high) / 2
            if stops[middle].location > location { high = middle } else { low = middle + 1 }
        }
        guard low < stops.count else { return UInt32(premultiplied: last.red, last.green, last.blue, last.alpha) }
        let next = stops[low]
        guard low > 0 else { return UInt32(premultiplied: next.red, next.green, next.blue, next.alpha) }
        let before = stops[low - 1]
        let t = (location - before.location) / (next.location - before.location)
        func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        return UInt32(
            premultiplied: mixed(before.red, next.red), mixed(before.green, next.green), mixed(before.blue, next.blue),
            mixed(before.alpha, next.alpha))
    }
}
