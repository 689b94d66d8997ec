import MicaWire

extension TimingCurve {
    /// Even pace.
    package static let linear = TimingCurve(0, 0, 1, 1)
    /// Slow at the start.
    package static let easeIn = TimingCurve(0.42, 0, 1, 1)
    /// Slow at the end.
    package static let easeOut = TimingCurve(0, 0, 0.58, 1)
    /// Slow at both ends.
    package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
    /// What implicit animations use. Source for all five: Apple, CAMediaTimingFunctionName.
    package static let `default` = TimingCurve(0.25, 0.1, 0.25, 1)

    /// The progress at a share of the time.
    ///
    /// *Range*: `x` is clamped to 0...1 and the ends map to 0 and 1; the result may leave 0...1 as the control points do.
    package func value(at x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        if x1 == y1, x2 == y2 { return x }
        let (cx, cy) = (3 * x1, 3 * y1)
        let (bx, by) = (3 * (x2 - x1) - cx, 3 * (y2 - y1) - cy)
        let (ax, ay) = (1 - cx - bx, 1 - cy - by)
        // Newton's steps, kept inside a bracket that each step narrows; a step that leaves it is halved instead.
        var (low, high) = (0.0, 1.0)
        var s = x
        for _ in 0..<64 {
            let miss = ((ax * s + bx) * s + cx) * s - x
            if abs(miss) < 1e-15 { break }
            if miss > 0 { high = s } else { low = s }
            let slope = (3 * ax * s + 2 * bx) * s + cx
            let next = s - miss / slope
            let step = next > low && next < high ? next : (low + high) / 2
            if step == s { break }
            s = step
        }
        return ((ay * s + by) * s + cy) * s
    }
}
