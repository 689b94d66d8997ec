import MicaRaster

extension CGContext {
    /// Draws a gradient along a line, everywhere that drawing is not limited.
    ///
    /// *Space*: user space. Outside the two ends nothing is drawn, unless the options say so.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
    ) {
        guard startPoint != endPoint else { return }
        // Cairo would draw the ends of a gradient without extension hard between pixels; colours without alpha do.
        let stops = limited(colorStops(gradient), options)
        draw(.linear(startPoint, endPoint), stops, extends: true)
    }

    /// Draws a gradient between two circles, everywhere that drawing is not limited.
    ///
    /// *Space*: user space. Every circle between the two has its colour, later ones over earlier ones; outside, nothing is
    /// drawn, unless the options say so. With one of two options, where an extended circle lies over one between the two,
    /// the former wins.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        guard startRadius >= 0, endRadius >= 0, startCenter != endCenter || startRadius != endRadius else { return }
        let stops = options.isEmpty ? colorStops(gradient) : limited(colorStops(gradient), options)
        draw(.radial(startCenter, startRadius, endCenter, endRadius), stops, extends: !options.isEmpty)
    }

    /// Draws a gradient round a point, everywhere that drawing is not limited.
    ///
    /// - Parameters:
    ///   - gradient: The colours; the first and the last one meet.
    ///   - center: The point. *Space*: user space.
    ///   - angle: Where the first colour is. *Units*: radians, from the x axis towards the y axis.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        let part = clipRegion
        guard ctm.isInvertible, let source = CairoCanvas(bounds: part) else { return }
        let toUser = ctm.concatenating(deviceToPixels).inverted()
        // Fine enough that neighbours differ by less than a step of 8 bits, unless two colours meet.
        let table = (0..<4096).map { index -> UInt32 in
            let color = gradient.color(at: (Double(index) + 0.5) / 4096)
            let (r, g, b, a) = components(color, in: gradient.space)
            func level(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
            return level(a) << 24 | level(r * a) << 16 | level(g * a) << 8 | level(b * a)
        }
        source.withPixels {
            for y in part.minY..<part.maxY {
                for x in part.minX..<part.maxX {
                    let p = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(toUser)
                    let turn = Double(atan2(p.y - center.y, p.x - center.x) - angle) / (2 * .pi)
                    let t = turn - turn.rounded(.down)
                    source[x, y] = table[min(4095, Int(t * 4096))]
                }
            }
        }
        draw(.everything, PreparedPaint(pattern: CairoPattern(inPlace: source), alpha: state.alpha))
    }

    private func draw(_ shape: CairoPattern.GradientShape, _ stops: [CairoPattern.ColorStop], extends: Bool) {
        guard ctm.isInvertible else { return }
        let pattern = CairoPattern(shape, stops: stops, extends: extends, matrix: ctm.concatenating(deviceToPixels))
        draw(.everything, PreparedPaint(pattern: pattern, alpha: state.alpha))
    }

    /// The colours in the space of the pixels; more of them where the two spaces mix colours differently.
    private func colorStops(_ gradient: CGGradient) -> [CairoPattern.ColorStop] {
        func stop(_ location: Double, _ color: (components: [Double], alpha: Double)) -> CairoPattern.ColorStop {
            let (red, green, blue, alpha) = components(color, in: gradient.space)
            return CairoPattern.ColorStop(location: location, red: red, green: green, blue: blue, alpha: alpha)
        }
        let mixesAlike =
            gradient.space.definition.transfer == pixelSpace.definition.transfer
            && (gradient.space.definition.primaries == pixelSpace.definition.primaries)
        let steps = mixesAlike ? 1 : 16
        var result: [CairoPattern.ColorStop] = []
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

    /// A gradient's colour in the space of the pixels.
    private func components(
        _ color: (components: [Double], alpha: Double), in space: CGColorSpace
    ) -> (red: Double, green: Double, blue: Double, alpha: Double) {
        let all = (color.components + [color.alpha]).map { CGFloat($0) }
        return CGColor(colorSpace: space, components: all).map { self.components(of: $0) } ?? (0, 0, 0, 0)
    }

    /// Puts transparent colours at the ends that do not go on.
    private func limited(
        _ stops: [CairoPattern.ColorStop], _ options: CGGradientDrawingOptions
    ) -> [CairoPattern.ColorStop] {
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
