import MicaRaster

extension CGPath {
    /// The outline of the path's stroke: filling it by the winding rule draws the same pixels as stroking the path.
    ///
    /// - Parameters:
    ///   - lineWidth: The width, in the path's units.
    ///   - lineCap: The shape of the ends of open subpaths.
    ///   - lineJoin: The shape of corners.
    ///   - miterLimit: The largest length of a mitre, in line widths.
    ///   - transform: Applied to the finished outline. *Source*: Apple's page of CGPathCreateCopyByStrokingPath.
    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let style = StrokeStyle(
            width: Double(lineWidth), cap: lineCap.rasterCap, join: lineJoin.rasterJoin, miterLimit: Double(miterLimit))
        let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d), 1e-6)
        return CGPath(path: path.stroked(style, tolerance: 0.02 / Double(scale)).transformed(by: transform))
    }

    /// The path cut into dashes, one open subpath each, to be stroked; the path itself when `lengths` is empty.
    ///
    /// - Parameters:
    ///   - phase: The distance into the dash pattern at which each subpath begins.
    ///   - lengths: The lengths that are drawn and skipped in turn.
    ///   - transform: Applied to the finished dashes.
    public func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        let pattern = DashPattern(lengths: lengths.map { Double($0) }, phase: Double(phase))
        return CGPath(path: path.dashed(pattern, dotLength: 1.0 / 1024).transformed(by: transform))
    }

    /// Makes the outline of a path's stroke, as `copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)`
    /// does. This is Swift's name of CGPathCreateCopyByStrokingPath. *Source*: Apple, CGPathCreateCopyByStrokingPath.
    public convenience init?(
        __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
        lineJoin: CGLineJoin, miterLimit: CGFloat
    ) {
        let stroked = path.copy(
            strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
            transform: unsafe transform?.pointee ?? .identity)
        self.init(path: stroked.path)
    }

    /// Makes the dashes of a path, as `copy(dashingWithPhase:lengths:transform:)` does. This is Swift's name of
    /// CGPathCreateCopyByDashingPath. *Source*: Apple, CGPathCreateCopyByDashingPath.
    public convenience init?(
        __byDashing path: CGPath, transform: UnsafePointer<CGAffineTransform>?, phase: CGFloat,
        lengths: UnsafePointer<CGFloat>?, count: Int
    ) {
        let values = unsafe lengths.map { start in (0..<max(count, 0)).map { unsafe start[$0] } } ?? []
        let dashed = path.copy(
            dashingWithPhase: phase, lengths: values, transform: unsafe transform?.pointee ?? .identity)
        self.init(path: dashed.path)
    }
}
