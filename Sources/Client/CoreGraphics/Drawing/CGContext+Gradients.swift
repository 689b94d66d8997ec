extension CGContext {
    /// Draws a gradient along a line, over the whole clip.
    ///
    /// *Space*: user space. Nothing is drawn beyond the two ends, unless the options extend them.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
    ) {
        guard startPoint != endPoint else { return }
        if drawDithered(gradient, .line(from: startPoint, to: endPoint), options) { return }
        // Transparent colours at the ends make these smooth.
        let stops = limited(colorStops(gradient), options)
        draw(.linear(startPoint, endPoint), stops, extends: true)
    }

    /// Draws a gradient between two circles, over the whole clip.
    ///
    /// *Space*: user space. Circles between the two are drawn in their colours, later circles over earlier ones.
    /// Nothing is drawn outside, unless the options extend the gradient. With only one option, an extended circle
    /// wins where it overlaps a circle between the two.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        guard startRadius >= 0, endRadius >= 0, startCenter != endCenter || startRadius != endRadius else { return }
        let circles = GradientGeometry.circles(startCenter, startRadius, endCenter, endRadius)
        if drawDithered(gradient, circles, options) { return }
        let stops = options.isEmpty ? colorStops(gradient) : limited(colorStops(gradient), options)
        draw(.radial(startCenter, startRadius, endCenter, endRadius), stops, extends: !options.isEmpty)
    }

    /// Draws a gradient around a point, over the whole clip.
    ///
    /// - Parameters:
    ///   - gradient: The colours; the first and the last colour meet.
    ///   - center: The point. *Space*: user space.
    ///   - angle: The direction of the first colour. *Units*: radians, from the x axis towards the y axis.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        let part = clipRegion
        guard ctm.isInvertible, let source = PixelCanvas(bounds: part) else { return }
        let toUser = ctm.concatenating(deviceToPixels).inverted()
        // Neighbours in a table of 4096 differ by less than one 8-bit step, except where two colours meet.
        let table = (0..<4096).map { index -> UInt32 in
            let color = gradient.color(at: (Double(index) + 0.5) / 4096)
            let (r, g, b, a) = components(color, in: gradient.space)
            func level(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
            return level(a) << 24 | level(r * a) << 16 | level(g * a) << 8 | level(b * a)
        }
        if let ramp = ditheredRamp(gradient) {
            fill(source, ramp) { x, y in
                let p = CGPoint(x: x, y: y).applying(toUser)
                let turn = Double(atan2(p.y - center.y, p.x - center.x) - angle) / (2 * .pi)
                return turn - turn.rounded(.down)
            }
            return draw(.everything, PreparedPaint(pattern: CanvasPaint(inPlace: source), alpha: state.alpha))
        }
        for y in part.minY..<part.maxY {
            for x in part.minX..<part.maxX {
                let p = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(toUser)
                let turn = Double(atan2(p.y - center.y, p.x - center.x) - angle) / (2 * .pi)
                let t = turn - turn.rounded(.down)
                source[x, y] = table[min(4095, Int(t * 4096))]
            }
        }
        draw(.everything, PreparedPaint(pattern: CanvasPaint(inPlace: source), alpha: state.alpha))
    }

    private func draw(_ shape: CanvasPaint.GradientShape, _ stops: [CanvasPaint.ColorStop], extends: Bool) {
        guard ctm.isInvertible else { return }
        let pattern = CanvasPaint(shape, stops: stops, extends: extends, matrix: ctm.concatenating(deviceToPixels))
        draw(.everything, PreparedPaint(pattern: pattern, alpha: state.alpha))
    }

    /// The colours in the pixels' space; extra colours are added where the gradient's space mixes differently.
    private func colorStops(_ gradient: CGGradient) -> [CanvasPaint.ColorStop] {
        func stop(_ location: Double, _ color: (components: [Double], alpha: Double)) -> CanvasPaint.ColorStop {
            let (red, green, blue, alpha) = components(color, in: gradient.space)
            return CanvasPaint.ColorStop(location: location, red: red, green: green, blue: blue, alpha: alpha)
        }
        let mixesAlike =
            gradient.space.definition.transfer == pixelSpace.definition.transfer
            && (gradient.space.definition.primaries == pixelSpace.definition.primaries)
        let steps = mixesAlike ? 1 : 16
        var result: [CanvasPaint.ColorStop] = []
        for (index, next) in gradient.stops.enumerated() {
            if index > 0 {
                let previous = gradient.stops[index - 1]
                for step in 1..<max(steps, 1) where next.location > previous.location {
                    let t = previous.location + (next.location - previous.location) * Double(step) / Double(steps)
                    result.append(stop(t, gradient.color(at: t)))
                }
            }
            result.append(stop(next.location, (next.components, next.alpha)))
        }
        return result
    }

    /// A gradient's colour in the pixels' space.
    func components(
        _ color: (components: [Double], alpha: Double), in space: CGColorSpace
    ) -> (red: Double, green: Double, blue: Double, alpha: Double) {
        let all = (color.components + [color.alpha]).map { CGFloat($0) }
        return CGColor(colorSpace: space, components: all).map { self.components(of: $0) } ?? (0, 0, 0, 0)
    }

    /// Adds transparent colours at the ends that the options do not extend.
    private func limited(
        _ stops: [CanvasPaint.ColorStop], _ options: CGGradientDrawingOptions
    ) -> [CanvasPaint.ColorStop] {
        guard var first = stops.first, var last = stops.last else { return stops }
        var result = stops
        if !options.contains(.drawsBeforeStartLocation) {
            first.location = 0
            if stops[0].location > 0 { result.insert(first, at: 0) }
            first.alpha = 0
            result.insert(first, at: 0)
        }
        if !options.contains(.drawsAfterEndLocation) {
            if last.location < 1 {
                last.location = 1
                result.append(last)
            }
            last.alpha = 0
            result.append(last)
        }
        return result
    }
}
