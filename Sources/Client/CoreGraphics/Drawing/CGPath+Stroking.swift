import MicaRaster

extension CGPath {
    /// The outline of a line along the path: filling it by the winding rule draws what stroking the path draws.
    ///
    /// - Parameters:
    ///   - lineWidth: The width. *Units*: those of the path.
    ///   - lineCap: How open subpaths end.
    ///   - lineJoin: How segments meet.
    ///   - miterLimit: The largest length of a mitre, in widths.
    ///   - transform: Applied to the outline when it is done. *Source*: Apple's page of CGPathCreateCopyByStrokingPath.
    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let style = StrokeStyle(
            width: Double(lineWidth), cap: lineCap.rasterCap, join: lineJoin.rasterJoin, miterLimit: Double(miterLimit))
        let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d), 1e-6)
        return CGPath(path: path.stroked(style, tolerance: 0.02 / Double(scale)).transformed(by: transform))
    }

    /// The dashes of a line along the path, as subpaths that are to be stroked; the path itself without lengths.
    ///
    /// - Parameters:
    ///   - phase: How far into the dashes every subpath begins.
    ///   - lengths: The lengths that are drawn and left out in turn.
    ///   - transform: Applied to the dashes when they are done.
    public func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        let pattern = DashPattern(lengths: lengths.map { Double($0) }, phase: Double(phase))
        return CGPath(path: path.dashed(pattern, dotLength: 1.0 / 1024).transformed(by: transform))
    }

    /// Makes the outline of a stroke of a path, as `copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)` does: how Swift names the
    /// function CGPathCreateCopyByStrokingPath. *Source*: Apple, CGPathCreateCopyByStrokingPath.
    public convenience init?(
        __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
        lineJoin: CGLineJoin, miterLimit: CGFloat
    ) {
        let stroked = path.copy(
            strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
            transform: unsafe transform?.pointee ?? .identity)
        self.init(path: stroked.path)
    }

    /// Makes the dashes of a path, as `copy(dashingWithPhase:lengths:transform:)` does: how Swift names the function
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
