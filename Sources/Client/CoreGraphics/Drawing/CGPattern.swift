/// What draws a cell of a pattern: the pattern's info, and a context whose space is that of the pattern.
public typealias CGPatternDrawPatternCallback = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void

/// What is called when a pattern is no longer wanted.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// What a pattern calls.
///
/// The functions are Swift closures here, since a C function cannot take a Swift object on Linux; a closure literal, as
/// client code writes it, is either.
@safe public struct CGPatternCallbacks {
    /// The version of this structure: 0.
    public var version: UInt32
    /// Draws a cell; without it the pattern paints nothing.
    public var drawPattern: CGPatternDrawPatternCallback?
    /// Releases the info.
    public var releaseInfo: CGPatternReleaseInfoCallback?

    /// Makes callbacks.
    public init(
        version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
    ) {
        self.version = version
        unsafe self.drawPattern = drawPattern
        unsafe self.releaseInfo = releaseInfo
    }
}

/// A drawing that is repeated in two directions to paint with.
public final class CGPattern {
    /// The part of pattern space that a cell shows.
    let bounds: CGRect
    /// From pattern space to the context's space before anything was concatenated to its matrix.
    let matrix: CGAffineTransform
    /// The distance of cells along x and y in pattern space.
    let step: CGSize
    /// Whether the drawing sets its colours itself.
    let isColored: Bool
    private let info: UInt
    private let callbacks: CGPatternCallbacks

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - info: What the callbacks are given.
    ///   - bounds: The part of pattern space that a cell shows.
    ///   - matrix: From pattern space to the context's space before anything was concatenated to its matrix.
    ///   - xStep: The distance of cells along x. *Space*: the pattern's.
    ///   - yStep: The distance of cells along y. *Space*: the pattern's.
    ///   - tiling: Without influence: cells keep their spacing, and are resampled where that is no whole pixels.
    ///   - isColored: Whether the drawing sets colours itself, or is painted with one that comes with the pattern.
    ///   - callbacks: What draws a cell.
    /// - Returns: nil when a step is 0, the bounds are empty, or nothing can undo the matrix.
    public init?(
        info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
        tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
    ) {
        guard xStep != 0, yStep != 0, xStep.isFinite, yStep.isFinite, bounds.width > 0, bounds.height > 0,
            matrix.a * matrix.d - matrix.b * matrix.c != 0
        else { return nil }
        (self.bounds, self.matrix, self.isColored) = (bounds, matrix, isColored)
        step = CGSize(width: abs(xStep), height: abs(yStep))
        self.info = UInt(bitPattern: info)
        self.callbacks = unsafe callbacks.pointee
    }

    deinit { unsafe callbacks.releaseInfo?(UnsafeMutableRawPointer(bitPattern: info)) }

    /// Draws a cell in a context whose space is that of the pattern.
    func drawCell(in context: CGContext) {
        unsafe callbacks.drawPattern?(UnsafeMutableRawPointer(bitPattern: info), context)
    }
}
