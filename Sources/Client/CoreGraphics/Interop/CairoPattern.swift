internal import CLibCairo

/// What is painted: a colour, a gradient or pixels, in the space of the pixels that are painted on.
@safe final class CairoPattern {
    /// Cairo's pattern; nil where there is no Cairo, which every function of it takes for nothing to do.
    let reference: OpaquePointer?
    /// Kept while the pattern shows its pixels.
    private let canvas: CairoCanvas?
    /// The one colour that it is; nil when it is something else.
    let isColor: Bool

    private init(_ reference: OpaquePointer?, canvas: CairoCanvas? = nil, isColor: Bool = false) {
        unsafe self.reference = reference
        self.canvas = canvas
        self.isColor = isColor
    }

    deinit { unsafe cairo_pattern_destroy(reference) }

    /// One colour, not multiplied by its alpha.
    convenience init(red: Double, green: Double, blue: Double, alpha: Double) {
        unsafe self.init(cairo_pattern_create_rgba(red, green, blue, alpha), isColor: true)
    }

    /// The pixels of a canvas.
    ///
    /// - Parameters:
    ///   - canvas: The pixels, whose own space begins at their top left corner.
    ///   - matrix: From that space to the space that is painted on; it can be undone.
    ///   - filter: How the pixels are smoothed.
    ///   - repeats: Whether they are repeated for ever; else the outermost ones go on.
    convenience init(canvas: CairoCanvas, matrix: CGAffineTransform, filter: Filter, repeats: Bool) {
        unsafe self.init(cairo_pattern_create_for_surface(canvas.surface), canvas: canvas)
        unsafe cairo_pattern_set_extend(reference, repeats ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        unsafe cairo_pattern_set_filter(reference, filter.value)
        setMatrix(matrix)
    }

    /// The pixels of a canvas where they are in the space that is painted on, and nothing around them.
    convenience init(inPlace canvas: CairoCanvas) {
        unsafe self.init(cairo_pattern_create_for_surface(canvas.surface), canvas: canvas)
        unsafe cairo_pattern_set_extend(reference, CAIRO_EXTEND_NONE)
        unsafe cairo_pattern_set_filter(reference, CAIRO_FILTER_NEAREST)
        setMatrix(CGAffineTransform(translationX: CGFloat(canvas.bounds.minX), y: CGFloat(canvas.bounds.minY)))
    }

    /// A gradient along a line, or between two circles, in a space of its own.
    convenience init(_ shape: GradientShape, stops: [ColorStop], extends: Bool, matrix: CGAffineTransform) {
        switch shape {
        case .linear(let start, let end):
            unsafe self.init(
                cairo_pattern_create_linear(Double(start.x), Double(start.y), Double(end.x), Double(end.y)))
        case .radial(let start, let startRadius, let end, let endRadius):
            unsafe self.init(
                cairo_pattern_create_radial(
                    Double(start.x), Double(start.y), Double(startRadius), Double(end.x), Double(end.y),
                    Double(endRadius)))
        }
        for stop in stops {
            unsafe cairo_pattern_add_color_stop_rgba(
                reference, stop.location, stop.red, stop.green, stop.blue, stop.alpha)
        }
        unsafe cairo_pattern_set_extend(reference, extends ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
        setMatrix(matrix)
    }

    /// Cairo wants the way back.
    private func setMatrix(_ matrix: CGAffineTransform) {
        var inverse = cairo_matrix_t(matrix.inverted())
        unsafe cairo_pattern_set_matrix(reference, &inverse)
    }

    /// How pixels are smoothed when they are drawn at another size.
    enum Filter {
        case nearest, good, best

        fileprivate var value: cairo_filter_t {
            switch self {
            case .nearest: CAIRO_FILTER_NEAREST
            case .good: CAIRO_FILTER_GOOD
            case .best: CAIRO_FILTER_BEST
            }
        }
    }

    /// Where a gradient runs.
    enum GradientShape {
        case linear(CGPoint, CGPoint)
        case radial(CGPoint, CGFloat, CGPoint, CGFloat)
    }

    /// A colour of a gradient, not multiplied by its alpha.
    struct ColorStop {
        var location: Double
        var red: Double, green: Double, blue: Double, alpha: Double
    }
}

extension cairo_matrix_t {
    init(_ t: CGAffineTransform) {
        self.init(
            xx: Double(t.a), yx: Double(t.b), xy: Double(t.c), yy: Double(t.d), x0: Double(t.tx), y0: Double(t.ty))
    }
}
