internal import CLibCairo
import Foundation
import MicaBase
import MicaRaster
import MicaTrace
import Synchronization

/// The parameters of a stroke.
struct StrokeParameters {
    var width: Double
    var cap: CGLineCap
    var join: CGLineJoin
    var miterLimit: Double
    var phase: Double
    var lengths: [Double]
    /// From the space of the line width to pixels.
    var matrix: CGAffineTransform

    /// Whether the lengths are valid for dashes: not negative, finite, and not all 0.
    var isDashed: Bool {
        !lengths.isEmpty && lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
    }

    /// The rasterizer's style.
    var style: StrokeStyle {
        StrokeStyle(
            width: width, cap: cap.rasterCap, join: join.rasterJoin, miterLimit: miterLimit,
            dash: isDashed ? DashPattern(lengths: lengths, phase: phase) : nil)
    }
}

/// Premultiplied pixels of 32 bits that Cairo draws into.
///
/// *Space*: pixels of the context, y down from the top row; the canvas holds the pixels in `bounds`.
@safe final class CairoCanvas {
    /// The pixels that the canvas holds.
    let bounds: DeviceRect
    /// Whether the alpha byte is ignored, and all pixels are opaque.
    let isOpaque: Bool
    /// Cairo's surface, made when Cairo first draws: text is drawn without.
    private var madeSurface: OpaquePointer?
    private var madeContext: OpaquePointer?
    /// The pixels; nil in a canvas of lent words, outside of `draw(into:_:)`.
    private var words: UnsafeMutablePointer<UInt32>?
    /// The words that Cairo's surface was made for.
    private var surfaceWords: UnsafeMutablePointer<UInt32>?
    private let stride: Int
    private let isOwner: Bool

    /// Whether Cairo is available; a notice says once that it is not.
    static let isCairoThere: Bool = {
        guard let reason = unsafe mica_cairo_open() else { return true }
        let text = "nothing can be drawn into contexts without Cairo: \(unsafe String(cString: reason))"
        Notices.shared.say(text, from: "CoreGraphics")
        isMissed.store(true, ordering: .relaxed)
        return false
    }()

    /// Whether drawing failed because Cairo could not be opened.
    static let isMissed = Atomic(false)

    /// Makes transparent pixels, or black ones in an opaque canvas; nil when Cairo cannot hold so many.
    convenience init?(bounds: DeviceRect, isOpaque: Bool = false) {
        guard Self.isCairoThere, bounds.width <= 32767, bounds.height <= 32767, !bounds.isEmpty else { return nil }
        let count = bounds.width * bounds.height
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        unsafe words.initialize(repeating: 0, count: count)
        unsafe self.init(bounds: bounds, isOpaque: isOpaque, words: words, bytesPerRow: bounds.width * 4, isOwner: true)
    }

    /// Draws into memory of the caller, which must outlive the canvas.
    convenience init?(bounds: DeviceRect, isOpaque: Bool, memory: UnsafeMutableRawPointer, bytesPerRow: Int) {
        guard Self.isCairoThere, bounds.width <= 32767, bounds.height <= 32767, !bounds.isEmpty, bytesPerRow % 4 == 0,
            bytesPerRow <= Int(Int32.max), UInt(bitPattern: memory) % 4 == 0
        else { return nil }
        let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
        unsafe self.init(bounds: bounds, isOpaque: isOpaque, words: words, bytesPerRow: bytesPerRow, isOwner: false)
    }

    /// Draws into words that `draw(into:_:)` lends; nil when Cairo cannot hold so many.
    convenience init?(lentBounds bounds: DeviceRect, isOpaque: Bool) {
        guard Self.isCairoThere, bounds.width <= 32767, bounds.height <= 32767, !bounds.isEmpty else { return nil }
        unsafe self.init(bounds: bounds, isOpaque: isOpaque, words: nil, bytesPerRow: bounds.width * 4, isOwner: false)
    }

    /// A copy of a picture, its top left pixel at the origin.
    convenience init?(bitmap: Bitmap) {
        self.init(bounds: DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height))
        unsafe bitmap.pixels.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress, let words = unsafe words else { return }
            unsafe words.update(from: start, count: bitmap.width * bitmap.height)
        }
    }

    private init(
        bounds: DeviceRect, isOpaque: Bool, words: UnsafeMutablePointer<UInt32>?, bytesPerRow: Int, isOwner: Bool
    ) {
        (self.bounds, self.isOpaque, self.isOwner) = (bounds, isOpaque, isOwner)
        unsafe self.words = words
        stride = bytesPerRow / 4
    }

    deinit {
        dropSurface()
        if isOwner { unsafe words?.deallocate() }
    }

    /// Cairo's surface of the pixels.
    var surface: OpaquePointer {
        if let known = unsafe madeSurface, unsafe surfaceWords == words { return unsafe known }
        dropSurface()
        let made = unsafe cairo_image_surface_create_for_data(
            UnsafeMutableRawPointer(row(bounds.minY) + bounds.minX).assumingMemoryBound(to: UInt8.self),
            isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(bounds.width), Int32(bounds.height),
            Int32(stride * 4))
        guard let made = unsafe made else { stopProgram("Cairo always returns an object") }
        unsafe (madeSurface, surfaceWords) = unsafe (made, words)
        return unsafe made
    }

    private func dropSurface() {
        guard let surface = unsafe madeSurface else { return }
        unsafe cairo_destroy(madeContext)
        unsafe cairo_surface_finish(surface)
        unsafe cairo_surface_destroy(surface)
        unsafe (madeSurface, madeContext) = (nil, nil)
    }

    /// Cairo's context for drawing into the surface.
    private var context: OpaquePointer {
        let surface = unsafe self.surface
        if let known = unsafe madeContext { return unsafe known }
        guard let made = unsafe cairo_create(surface) else { stopProgram("Cairo always returns an object") }
        unsafe madeContext = unsafe made
        return unsafe made
    }

    // MARK: Pixels

    /// The address of a row; valid while the canvas exists, of lent words only within `draw(into:_:)`.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        guard let words = unsafe words else {
            stopProgram("a canvas of lent words has pixels only while it is drawn into")
        }
        return unsafe words + (y - bounds.minY) * stride - bounds.minX
    }

    subscript(x: Int, y: Int) -> UInt32 {
        get { unsafe row(y)[x] }
        set { unsafe row(y)[x] = newValue }
    }

    /// Lends words as the pixels of the canvas while a function draws. Words that anybody else holds are copied first.
    ///
    /// - Precondition: there are as many as the canvas has pixels, and it was made for lent words.
    func draw(into lent: inout [UInt32], _ body: () -> Void) {
        requires(lent.count == bounds.width * bounds.height && !isOwner, "the words do not fill the canvas")
        unsafe lent.withUnsafeMutableBufferPointer { buffer in
            unsafe words = buffer.baseAddress
            // Others may have changed them since the last drawing.
            if let surface = unsafe madeSurface, unsafe surfaceWords == words {
                unsafe cairo_surface_mark_dirty(surface)
            }
            body()
            flush()
            unsafe words = nil
        }
    }

    /// Lets a function read and write pixels without Cairo.
    func withPixels<Result>(_ body: () -> Result) -> Result {
        flush()
        defer {
            if let surface = unsafe madeSurface, unsafe surfaceWords == words {
                unsafe cairo_surface_mark_dirty(surface)
            }
        }
        return body()
    }

    /// Lends pixels of a row to Mica's kernels. In `withPixels` only.
    func withRun(x: Int, y: Int, count: Int, _ body: (inout MutableSpan<UInt32>) -> Void) {
        requires(
            x >= bounds.minX && x + count <= bounds.maxX && y >= bounds.minY && y < bounds.maxY && count >= 0,
            "a run of pixels lies in its canvas")
        var span = unsafe MutableSpan(_unsafeStart: row(y) + x, count: count)
        body(&span)
    }

    /// A copy of the pixels.
    var bitmap: Bitmap {
        flush()
        var result = Bitmap(width: bounds.width, height: bounds.height)
        for y in bounds.minY..<bounds.maxY {
            for x in bounds.minX..<bounds.maxX {
                result.pixels[(y - bounds.minY) * bounds.width + x - bounds.minX] = self[x, y]
            }
        }
        return result
    }

    /// Completes Cairo's pending drawing.
    func flush() {
        guard let surface = unsafe madeSurface, unsafe surfaceWords == words else { return }
        unsafe cairo_surface_flush(surface)
    }

    // MARK: Drawing

    /// Resets clip and matrix, and replaces a Cairo context that had an error.
    private func begin(_ mode: CGBlendMode, antialias: Bool) {
        if unsafe cairo_status(context) != CAIRO_STATUS_SUCCESS, let fresh = unsafe cairo_create(surface) {
            unsafe cairo_destroy(madeContext)
            unsafe madeContext = unsafe fresh
        }
        unsafe cairo_reset_clip(context)
        resetMatrix()
        unsafe cairo_set_operator(context, mode.cairoOperator ?? CAIRO_OPERATOR_OVER)
        unsafe cairo_set_antialias(context, antialias ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
        unsafe cairo_set_tolerance(context, 0.05)
    }

    /// Makes the context's pixels Cairo's user space; the canvas begins at the corner of `bounds`.
    private func resetMatrix(after matrix: CGAffineTransform = .identity) {
        let corner = CGAffineTransform(translationX: CGFloat(-bounds.minX), y: CGFloat(-bounds.minY))
        var whole = cairo_matrix_t(matrix.concatenating(corner))
        unsafe cairo_set_matrix(context, &whole)
    }

    private func setPath(_ path: Path) {
        unsafe cairo_new_path(context)
        // Cairo's coordinates are 32-bit numbers of 1/256 pixel.
        func limited(_ p: Point) -> (Double, Double) { (min(max(p.x, -4e6), 4e6), min(max(p.y, -4e6), 4e6)) }
        var current = Point.zero
        var start = Point.zero
        for element in path.elements {
            switch element {
            case .move(let end):
                let p = limited(end)
                unsafe cairo_move_to(context, p.0, p.1)
                (current, start) = (end, end)
            case .line(let end):
                let p = limited(end)
                unsafe cairo_line_to(context, p.0, p.1)
                current = end
            case .quad(let control, let end):
                let (a, b, c) = (
                    limited(current + (control - current) * (2.0 / 3)), limited(end + (control - end) * (2.0 / 3)),
                    limited(end)
                )
                unsafe cairo_curve_to(context, a.0, a.1, b.0, b.1, c.0, c.1)
                current = end
            case .cubic(let control1, let control2, let end):
                let (a, b, c) = (limited(control1), limited(control2), limited(end))
                unsafe cairo_curve_to(context, a.0, a.1, b.0, b.1, c.0, c.1)
                current = end
            case .close:
                unsafe cairo_close_path(context)
                current = start
            }
        }
    }

    private func setStroke(_ stroke: StrokeParameters) {
        unsafe cairo_set_line_width(context, stroke.width)
        unsafe cairo_set_miter_limit(context, stroke.miterLimit)
        switch stroke.cap {
        case .butt: unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
        case .round: unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        case .square: unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
        }
        switch stroke.join {
        case .miter: unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
        case .round: unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        case .bevel: unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
        }
        let lengths = stroke.isDashed ? stroke.lengths : []
        unsafe lengths.withUnsafeBufferPointer {
            unsafe cairo_set_dash(context, $0.baseAddress, Int32($0.count), stroke.isDashed ? stroke.phase : 0)
        }
        resetMatrix(after: stroke.matrix)
    }

    private func clip(to paths: [ClipPath]) {
        for path in paths {
            unsafe cairo_set_antialias(context, path.antialias ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
            unsafe cairo_set_fill_rule(
                context, path.rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
            setPath(path.path)
            unsafe cairo_clip(context)
        }
    }

    /// Paints a shape with an operator of Cairo, within clips.
    ///
    /// - Parameter alpha: Multiplies the paint; 1 for a stroke, whose paint includes its alpha.
    func draw(
        _ shape: DrawnShape, _ paint: CairoPattern, alpha: Double = 1, mode: CGBlendMode, clips: [ClipPath],
        antialias: Bool
    ) {
        begin(mode, antialias: antialias)
        clip(to: clips)
        unsafe cairo_set_antialias(context, antialias ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
        unsafe cairo_set_source(context, paint.reference)
        switch shape {
        case .everything:
            unsafe cairo_paint_with_alpha(context, alpha)
        case .fill(let path, let rule):
            unsafe cairo_set_fill_rule(context, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
            setPath(path)
            if alpha < 1 {
                unsafe cairo_clip(context)
                unsafe cairo_paint_with_alpha(context, alpha)
            } else {
                unsafe cairo_fill(context)
            }
        case .stroke(let path, let stroke):
            setPath(path)
            setStroke(stroke)
            unsafe cairo_stroke(context)
        case .stencil(let path, let stencil):
            clip(to: [ClipPath(path: path, rule: .winding, antialias: antialias)])
            unsafe cairo_mask(context, stencil.reference)
        }
        unsafe cairo_new_path(context)
    }

    /// Multiplies all pixels by the alpha of a pattern.
    func multiply(byAlphaOf pattern: CairoPattern) {
        begin(.normal, antialias: true)
        unsafe cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
        unsafe cairo_set_source(context, pattern.reference)
        unsafe cairo_paint(context)
    }

    /// Paints pixels through another canvas' alpha, with an operator of Cairo. Both canvases use the context's
    /// pixels.
    func composite(_ source: CairoCanvas, through coverage: CairoCanvas, mode: CGBlendMode) {
        let (paint, mask) = (CairoPattern(inPlace: source), CairoPattern(inPlace: coverage))
        begin(mode, antialias: false)
        let part = source.bounds.intersection(coverage.bounds)
        unsafe cairo_rectangle(context, Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
        unsafe cairo_clip(context)
        unsafe cairo_set_source(context, paint.reference)
        unsafe cairo_mask(context, mask.reference)
    }
}

/// The part of the pixels to paint. *Space*: pixels of the context.
enum DrawnShape {
    case everything
    case fill(Path, CGPathFillRule)
    case stroke(Path, StrokeParameters)
    /// The alpha of a pattern within an outline.
    case stencil(Path, CairoPattern)
}

/// An outline of the clip. *Space*: pixels of the context.
struct ClipPath {
    var path: Path
    var rule: CGPathFillRule
    var antialias: Bool
}

extension CGBlendMode {
    /// Cairo's operator, if it is right for partial coverage, too; nil where Cairo would change pixels outside a
    /// shape.
    var cairoOperator: cairo_operator_t? {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        case .clear: CAIRO_OPERATOR_CLEAR
        case .copy: CAIRO_OPERATOR_SOURCE
        case .sourceAtop: CAIRO_OPERATOR_ATOP
        case .destinationOver: CAIRO_OPERATOR_DEST_OVER
        case .destinationOut: CAIRO_OPERATOR_DEST_OUT
        case .xor: CAIRO_OPERATOR_XOR
        case .plusLighter: CAIRO_OPERATOR_ADD
        case .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .plusDarker: nil
        }
    }
}
