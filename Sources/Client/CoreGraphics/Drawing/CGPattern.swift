import MicaBase

/// Draws a cell of a pattern, given the pattern's info and a context in pattern space.
public typealias CGPatternDrawPatternCallback = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void

/// Called when a pattern is no longer needed.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The functions that a pattern calls.
///
/// The functions are Swift closures here, because a C function cannot take a Swift object on Linux. A closure
/// literal, as client code writes it, fits both.
@safe public struct CGPatternCallbacks {
    /// The version of this structure: 0.
    public var version: UInt32
    /// Draws a cell; nil: the pattern paints nothing.
    public var drawPattern: CGPatternDrawPatternCallback?
    /// Releases the info.
    public var releaseInfo: CGPatternReleaseInfoCallback?

    /// Makes callbacks of the two functions.
    public init(
        version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
    ) {
        self.version = version
        unsafe self.drawPattern = drawPattern
        unsafe self.releaseInfo = releaseInfo
    }
}

/// A drawing that is repeated along two axes, as a paint.
// Safe because: it never changes. Its callbacks are called where it is drawn, as Apple's are.
public final class CGPattern: @unchecked Sendable {
    /// The visible part of a cell. *Space*: pattern space.
    let bounds: CGRect
    /// From pattern space to the context's base space, before any concatenation.
    let matrix: CGAffineTransform
    /// The distance between cells along x and y. *Space*: pattern space.
    let step: CGSize
    /// Whether the drawing sets its own colours.
    let isColored: Bool
    /// The picture that is a cell, upright in every context; nil if the callbacks draw cells.
    let picture: CGImage?
    /// The picture's cells side by side, for layers; nil if the callbacks draw cells.
    let tile: PatternTile?
    private let info: UInt
    private let callbacks: CGPatternCallbacks

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - info: Passed to the callbacks.
    ///   - bounds: The visible part of a cell. *Space*: pattern space.
    ///   - matrix: From pattern space to the context's base space, before any concatenation.
    ///   - xStep: The distance between cells along x. *Space*: pattern space.
    ///   - yStep: The distance between cells along y. *Space*: pattern space.
    ///   - tiling: Ignored: cells keep their spacing, and are resampled where a step is no whole number of pixels.
    ///   - isColored: Whether the drawing sets its own colours; if not, it is painted with the colour set with the
    ///     pattern.
    ///   - callbacks: The functions that draw a cell and release the info.
    /// - Returns: nil when a step is 0, the bounds are empty, or the matrix has no inverse.
    public init?(
        info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
        tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
    ) {
        guard xStep != 0, yStep != 0, xStep.isFinite, yStep.isFinite, bounds.width > 0, bounds.height > 0,
            matrix.a * matrix.d - matrix.b * matrix.c != 0
        else { return nil }
        (self.bounds, self.matrix, self.isColored) = (bounds, matrix, isColored)
        (picture, tile) = (nil, nil)
        step = CGSize(width: abs(xStep), height: abs(yStep))
        self.info = UInt(bitPattern: info)
        self.callbacks = unsafe callbacks.pointee
    }

    /// Makes a pattern of copies of a picture side by side, upright in every context. One copy is at the origin.
    ///
    /// - Parameter size: The size of a copy. *Range*: finite, above 0.
    package init(_ picture: CGImage, size: CGSize) {
        (bounds, matrix, step, isColored) = (CGRect(origin: .zero, size: size), .identity, size, true)
        (self.picture, tile, info) = (picture, PatternTile(repeating: picture.resource, size: size), 0)
        callbacks = unsafe CGPatternCallbacks(version: 0, drawPattern: nil, releaseInfo: nil)
    }

    /// Makes the pattern that a tile shows.
    package init(_ tile: PatternTile) {
        (bounds, matrix, step, isColored) = (CGRect(origin: .zero, size: tile.size), .identity, tile.size, true)
        (picture, self.tile, info) = (CGImage(resource: tile.image), tile, 0)
        callbacks = unsafe CGPatternCallbacks(version: 0, drawPattern: nil, releaseInfo: nil)
    }

    deinit { unsafe callbacks.releaseInfo?(UnsafeMutableRawPointer(bitPattern: info)) }

    /// Draws a cell in a context in pattern space.
    func drawCell(in context: CGContext) {
        unsafe callbacks.drawPattern?(UnsafeMutableRawPointer(bitPattern: info), context)
    }
}

extension CGPattern? {
    /// Whether two colours have the same pattern, or the same tile of one, or none.
    func paintsSame(as other: CGPattern?) -> Bool {
        self === other || (self?.tile != nil && self?.tile == other?.tile)
    }
}
