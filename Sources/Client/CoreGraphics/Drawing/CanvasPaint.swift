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

    /// The paint's pixels, if they are those of a canvas in its place that covers an area; nil for other paints.
    func picture(covering area: DeviceRect) -> PixelBlock? {
        if case .pixels(let paint) = content { paint.picture(covering: area) } else { nil }
    }

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
