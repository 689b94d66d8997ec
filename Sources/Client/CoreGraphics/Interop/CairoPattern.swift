internal import CLibCairo

/// A paint: a colour, a gradient or pixels, in the space of the target's pixels.
@safe final class CairoPattern {
    /// Cairo's pattern; nil without Cairo, whose functions then do nothing.
    let reference: OpaquePointer?
    /// Retained while the pattern shows its pixels.
    private let canvas: CairoCanvas?
    /// The one colour that it is; nil when it is something else.
    let isColor: Bool

    private init(_ reference: OpaquePointer?, canvas: CairoCanvas? = nil, isColor: Bool = false) {
        unsafe self.reference = reference
        self.canvas = canvas
        self.isColor = isColor
    }

    deinit { unsafe cairo_pattern_destroy(reference) }

    /// One colour, not premultiplied.
    convenience init(red: Double, green: Double, blue: Double, alpha: Double) {
        unsafe self.init(cairo_pattern_create_rgba(red, green, blue, alpha), isColor: true)
    }

    /// The pixels of a canvas.
    ///
    /// - Parameters:
    ///   - canvas: The pixels; their space begins at their top left corner.
    ///   - matrix: From that space to the target's pixels; must have an inverse.
    ///   - filter: How the pixels are smoothed.
    ///   - repeats: Whether the pixels repeat without end; if not, the outermost pixels extend without end.
    convenience init(canvas: CairoCanvas, matrix: CGAffineTransform, filter: Filter, repeats: Bool) {
        unsafe self.init(cairo_pattern_create_for_surface(canvas.surface), canvas: canvas)
        unsafe cairo_pattern_set_extend(reference, repeats ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        unsafe cairo_pattern_set_filter(reference, filter.value)
        setMatrix(matrix)
    }

    /// The pixels of a canvas at their own positions in the target; transparent outside.
    convenience init(inPlace canvas: CairoCanvas) {
        unsafe self.init(cairo_pattern_create_for_surface(canvas.surface), canvas: canvas)
        unsafe cairo_pattern_set_extend(reference, CAIRO_EXTEND_NONE)
        unsafe cairo_pattern_set_filter(reference, CAIRO_FILTER_NEAREST)
        setMatrix(CGAffineTransform(translationX: CGFloat(canvas.bounds.minX), y: CGFloat(canvas.bounds.minY)))
    }

    /// A gradient along a line, or between two circles; `matrix` maps from its space to the target's.
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

    /// Sets the matrix; Cairo takes the inverse.
    private func setMatrix(_ matrix: CGAffineTransform) {
        var inverse = cairo_matrix_t(matrix.inverted())
        unsafe cairo_pattern_set_matrix(reference, &inverse)
    }

    /// How pixels are smoothed when they are scaled.
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

    /// The geometry of a gradient.
    enum GradientShape {
        case linear(CGPoint, CGPoint)
        case radial(CGPoint, CGFloat, CGPoint, CGFloat)
    }

    /// A colour of a gradient, not premultiplied.
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
