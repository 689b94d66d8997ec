import MicaBase
import MicaRaster

/// Where the locations of a gradient lie. *Space*: user space.
enum GradientGeometry {
    /// From 0 to 1 along a line.
    case line(from: CGPoint, to: CGPoint)
    /// From 0 on the first circle to 1 on the second: centre, radius, centre, radius.
    case circles(CGPoint, CGFloat, CGPoint, CGFloat)
}

/// Gradients of opaque colours, dithered as Core Graphics does (`DitherTile`). Other gradients are smooth.
///
/// *Source*: Apple's pictures of CAGradientLayer in `render(in:)`, which draws by Core Graphics. That gradients of
/// CGContext itself are dithered alike is our inference.
extension CGContext {
    /// Draws a gradient; false, with nothing drawn, if a colour is translucent, or if neither circle contains the
    /// other.
    func drawDithered(
        _ gradient: CGGradient, _ geometry: GradientGeometry, _ options: CGGradientDrawingOptions
    ) -> Bool {
        let part = clipRegion
        guard ctm.isInvertible, let ramp = ditheredRamp(gradient), let shape = covered(geometry, options),
            let source = PixelCanvas(bounds: part)
        else { return false }
        let toUser = ctm.concatenating(deviceToPixels).inverted()
        switch geometry {
        case .line(let start, let end):
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let square = dx * dx + dy * dy
            // The location as a function of the pixel.
            let (alongX, alongY) = (
                Double((toUser.a * dx + toUser.b * dy) / square), Double((toUser.c * dx + toUser.d * dy) / square)
            )
            let corner = CGPoint(x: CGFloat(part.minX) + 0.5, y: CGFloat(part.minY) + 0.5).applying(toUser)
            let first = Double(((corner.x - start.x) * dx + (corner.y - start.y) * dy) / square)
            fill(source, ramp, first: first, alongX, alongY)
        case .circles(let start, let first, let end, let last):
            // The larger t with |p - (start + t d)| = first + t growth.
            let (dx, dy, growth) = (end.x - start.x, end.y - start.y, last - first)
            let a = dx * dx + dy * dy - growth * growth
            fill(source, ramp) { x, y in
                let p = CGPoint(x: x, y: y).applying(toUser)
                let (px, py) = (p.x - start.x, p.y - start.y)
                let b = px * dx + py * dy + first * growth
                let root = max(0, b * b - a * (px * px + py * py - first * first)).squareRoot()
                return Double(growth > 0 ? (b - root) / a : (b + root) / a)
            }
        }
        draw(shape, PreparedPaint(pattern: CanvasPaint(inPlace: source), alpha: state.alpha))
        return true
    }

    /// The colours in the pixels' space; nil where one of them is translucent.
    func ditheredRamp(_ gradient: CGGradient) -> DitheredRamp? {
        let stops = gradient.stops
        guard stops.allSatisfy({ $0.alpha >= 1 }) else { return nil }
        let jumps = zip(stops, stops.dropFirst()).filter { $0.location == $1.location }.map { $0.0.location }
        return DitheredRamp(jumps: jumps) { t, isBefore in
            let color = isBefore ? gradient.color(before: t) : gradient.color(at: t)
            let own = components(color, in: gradient.space)
            return SIMD3(own.red, own.green, own.blue)
        }
    }

    /// Sets all pixels of a canvas to the colours of locations that grow evenly.
    private func fill(
        _ source: PixelCanvas, _ ramp: DitheredRamp, first: Double, _ alongX: Double, _ alongY: Double
    ) {
        let (tile, area) = (DitherTile(isWide: hasWideDither), source.bounds)
        let scale = Double(DitheredRamp.steps) * 0x1p32
        // Limited, so that sums of steps do not overflow. A gradient beyond the limit is so steep that it has two
        // colours.
        func fixed(_ v: Double) -> Int { Int(min(max(v * scale, -0x1p61), 0x1p61)) }
        let step = Int(min(max(alongX * scale, -0x1p45), 0x1p45))
        fillRows(of: source) { row, y in
            let t = fixed(first + alongY * Double(y - area.minY))
            var span = row.mutableSpan
            span.lookUp(ramp, tile, x: area.minX, y: y, t: t, step: step, count: area.width)
        }
    }

    /// Sets all pixels of a canvas to the colours of their locations. *Space*: pixels of the context.
    func fill(_ source: PixelCanvas, _ ramp: DitheredRamp, location: (CGFloat, CGFloat) -> Double) {
        let (tile, area) = (DitherTile(isWide: hasWideDither), source.bounds)
        fillRows(of: source) { row, y in
            var span = row.mutableSpan
            span.lookUp(ramp, tile, x: area.minX, y: y, count: area.width) { i in
                location(CGFloat(area.minX + i) + 0.5, CGFloat(y) + 0.5)
            }
        }
    }

    /// Sets all pixels of a canvas, row by row.
    ///
    /// - Parameter set: sets the pixels of a row, given its y.
    private func fillRows(of source: PixelCanvas, _ set: (inout [UInt32], Int) -> Void) {
        let area = source.bounds
        var row = [UInt32](repeating: 0, count: area.width)
        for y in area.minY..<area.maxY {
            set(&row, y)
            for i in 0..<area.width { source[area.minX + i, y] = row[i] }
        }
    }

    /// The pixels that a gradient covers; nil if neither circle contains the other.
    private func covered(_ geometry: GradientGeometry, _ options: CGGradientDrawingOptions) -> DrawnShape? {
        let (before, after) = (
            options.contains(.drawsBeforeStartLocation), options.contains(.drawsAfterEndLocation)
        )
        let toPixels = ctm.concatenating(deviceToPixels)
        // All of the clip, in user space.
        let all = CGRect(clipRegion).applying(toPixels.inverted())
        var path = Path()
        switch geometry {
        case .line(let start, let end):
            if before, after { return .everything }
            let way = Point(Double(end.x - start.x), Double(end.y - start.y))
            let far =
                Double(all.width + all.height + abs(all.midX - start.x) + abs(all.midY - start.y)) + way.length
            let along = way * (far / way.length), across = along.quarterTurn
            let (first, last) = (
                before ? Point(start) - along : Point(start), after ? Point(end) + along : Point(end)
            )
            path.move(to: first + across)
            path.line(to: first - across)
            path.line(to: last - across)
            path.line(to: last + across)
            path.close()
        case .circles(let start, let first, let end, let last):
            let (dx, dy, growth) = (end.x - start.x, end.y - start.y, last - first)
            guard dx * dx + dy * dy < growth * growth * 0.999 else { return nil }
            let (inner, outer) = growth > 0 ? ((start, first), (end, last)) : ((end, last), (start, first))
            let (fillsIn, fillsOut) = growth > 0 ? (before, after) : (after, before)
            if fillsIn, fillsOut { return .everything }
            func box(_ circle: (CGPoint, CGFloat)) -> Box {
                Box(
                    CGRect(
                        x: circle.0.x - circle.1, y: circle.0.y - circle.1, width: 2 * circle.1, height: 2 * circle.1))
            }
            if fillsOut { path.addRectangle(Box(all.insetBy(dx: -1, dy: -1))) } else { path.addEllipse(in: box(outer)) }
            if !fillsIn, inner.1 > 0 { path.addEllipse(in: box(inner)) }
        }
        return .fill(path.transformed(by: toPixels), .evenOdd)
    }
}

extension CGGradient {
    /// The colour just before a location.
    func color(before location: Double) -> (components: [Double], alpha: Double) {
        guard let jump = stops.firstIndex(where: { $0.location == location }) else { return color(at: location) }
        return (stops[jump].components, stops[jump].alpha)
    }
}

extension CGRect {
    fileprivate init(_ r: DeviceRect) {
        self.init(x: CGFloat(r.minX), y: CGFloat(r.minY), width: CGFloat(r.width), height: CGFloat(r.height))
    }
}

extension Point {
    fileprivate init(_ p: CGPoint) { self.init(Double(p.x), Double(p.y)) }
}
