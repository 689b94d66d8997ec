extension Double {
    /// The nearest whole pixel, in points; a tie goes right or down.
    ///
    /// - Parameter pixelsPerPoint: More than 0.
    package func wholePixel(_ pixelsPerPoint: Double) -> Double {
        (self * pixelsPerPoint + 0.5).rounded(.down) / pixelsPerPoint
    }
}
