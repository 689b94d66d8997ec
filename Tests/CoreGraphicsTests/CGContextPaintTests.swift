import CoreGraphics
import Testing

/// A drawing in a context of one pixel over an opaque or half transparent colour.
private func mix(_ mode: CGBlendMode, _ source: CGColor, over destination: CGColor) throws -> UInt32 {
    let context = try bitmapContext(1, 1)
    context.fill(0, 0, 1, 1, destination)
    context.setBlendMode(mode)
    context.fill(0, 0, 1, 1, source)
    return try context.pixels().pixels[0]
}

/// The formulas of the W3C's Compositing and Blending, for one component of opaque colours.
private func blended(_ mode: CGBlendMode, _ s: Double, _ d: Double) -> Double {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return d <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .colorDodge: return d == 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: return d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .softLight:
        if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
        let root = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
        return d + (2 * s - 1) * (root - d)
    case .hardLight: return s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    case .plusLighter: return min(1, s + d)
    case .plusDarker: return max(0, s + d - 1)
    default: return s
    }
}

/// How much of source and destination is left, for each alpha.
private func shares(_ mode: CGBlendMode, _ a: Double, _ b: Double) -> (Double, Double) {
    switch mode {
    case .clear: return (0, 0)
    case .copy: return (1, 0)
    case .sourceIn: return (b, 0)
    case .sourceOut: return (1 - b, 0)
    case .sourceAtop: return (b, 1 - a)
    case .destinationOver: return (1 - b, 1)
    case .destinationIn: return (0, a)
    case .destinationOut: return (0, 1 - a)
    case .destinationAtop: return (1 - b, a)
    case .xor: return (1 - b, 1 - a)
    default: return (1, 1 - a)
    }
}

@Suite struct CGContextPaintTests {
    @Test(arguments: [
        CGBlendMode.normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
        .hardLight, .difference, .exclusion, .plusLighter, .plusDarker,
    ])
    func blend_modes_of_opaque_colors_follow_formulas(_ mode: CGBlendMode) throws {
        for (s, d) in [(0.2, 0.4), (0.8, 0.4), (0.4, 0.8), (0.6, 0.6), (1, 0.2), (0, 0.8)] {
            let (source, below) = (
                CGColor(red: s, green: s, blue: s, alpha: 1), CGColor(red: d, green: d, blue: d, alpha: 1)
            )
            let level = UInt32((blended(mode, s, d) * 255).rounded())
            let expected = 0xFF00_0000 | level * 0x1_0101
            #expect(isNear(try mix(mode, source, over: below), expected, 2), "\(mode) \(s) \(d)")
        }
    }

    @Test(arguments: [
        CGBlendMode.clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn,
        .destinationOut, .destinationAtop, .xor, .normal,
    ])
    func porter_duff_modes_follow_formulas(_ mode: CGBlendMode) throws {
        for (a, b) in [(0.6, 0.4), (1, 0.4), (0.6, 1), (1, 1)] {
            let source = CGColor(red: 1, green: 0, blue: 0, alpha: a)
            let result = try mix(mode, source, over: CGColor(red: 0, green: 0, blue: 1, alpha: b))
            let (s, d) = shares(mode, a, b)
            let (above, below) = (UInt32((s * a * 255).rounded()), UInt32((d * b * 255).rounded()))
            let whole = UInt32(((s * a + d * b) * 255).rounded())
            #expect(isNear(result, whole << 24 | above << 16 | below, 2), "\(mode) \(a) \(b)")
        }
    }

    @Test(arguments: [CGBlendMode.clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .plusDarker])
    func modes_change_nothing_outside_the_shape(_ mode: CGBlendMode) throws {
        let context = try bitmapContext(3, 1)
        context.fill(0, 0, 3, 1, blue)
        context.setBlendMode(mode)
        context.fill(1, 0, 1, 1, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
        let pixels = try context.pixels().pixels
        #expect(pixels[0] == 0xFF00_00FF && pixels[2] == 0xFF00_00FF && pixels[1] != 0xFF00_00FF)
    }

    @Test func modes_apply_by_coverage() throws {
        let context = try bitmapContext(1, 1)
        context.fill(0, 0, 1, 1, blue)
        context.setBlendMode(.sourceIn)
        context.fill(0, 0, 0.5, 1, red)
        #expect(isNear(try context.pixels().pixels[0], 0xFF80_007F, 2))
    }

    @Test func luminosity_keeps_hue_of_what_is_there() throws {
        let result = try mix(.luminosity, CGColor(gray: 0.3, alpha: 1), over: red)
        #expect(result >> 16 & 255 > result & 255 && result >> 8 & 255 == result & 255)
        let color = try mix(.color, CGColor(gray: 0.3, alpha: 1), over: red)
        #expect(isNear(color, 0xFF4D_4D4D, 2), "red has three tenths of the luminosity")
        #expect(isNear(try mix(.hue, green, over: red), 0xFF00_8200, 3), "green as light as red is 0.3 / 0.59")
    }

    // MARK: Gradients

    private func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) throws -> CGGradient {
        guard let locations else {
            return try #require(
                unsafe CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: nil)
            )
        }
        let made = unsafe CGGradient(
            colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: locations)
        return try #require(made)
    }

    @Test func linear_gradient_is_linear() throws {
        let context = try bitmapContext(64, 1)
        context.drawLinearGradient(
            try gradient([.black, .white]), start: .zero, end: CGPoint(x: 64, y: 0), options: [])
        let pixels = try context.pixels()
        for x in 0..<64 {
            let level = UInt32(((Double(x) + 0.5) / 64 * 255).rounded())
            #expect(isNear(pixels[x, 0], 0xFF00_0000 | level << 16 | level << 8 | level, 2))
        }
    }

    @Test func linear_gradient_goes_on_as_options_say() throws {
        for options in [
            [], [.drawsBeforeStartLocation], [.drawsAfterEndLocation],
            [.drawsBeforeStartLocation, .drawsAfterEndLocation],
        ] as [CGGradientDrawingOptions] {
            let context = try bitmapContext(8, 1)
            context.drawLinearGradient(
                try gradient([red, blue], [0.25, 0.75]), start: CGPoint(x: 2, y: 0), end: CGPoint(x: 6, y: 0),
                options: options)
            let pixels = try context.pixels()
            #expect(pixels[0, 0] == (options.contains(.drawsBeforeStartLocation) ? 0xFFFF_0000 : 0))
            #expect(pixels[7, 0] == (options.contains(.drawsAfterEndLocation) ? 0xFF00_00FF : 0))
            #expect(pixels[2, 0] == 0xFFFF_0000 && pixels[5, 0] == 0xFF00_00FF)
        }
    }

    @Test func radial_gradient_is_of_rings() throws {
        let context = try bitmapContext(32, 32)
        let center = CGPoint(x: 16, y: 16)
        context.drawRadialGradient(
            try gradient([.white, .black]), startCenter: center, startRadius: 0, endCenter: center, endRadius: 12,
            options: [])
        let pixels = try context.pixels()
        for x in 16..<32 {
            let distance = hypot(Double(x) + 0.5 - 16, 0.5)
            let level = UInt32((max(0, 1 - distance / 12) * 255).rounded())
            let expected = distance > 12 ? 0 : 0xFF00_0000 | level << 16 | level << 8 | level
            if abs(distance - 12) > 0.5 { #expect(isNear(pixels[x, 16], expected, 3)) }
        }
        context.drawRadialGradient(
            try gradient([.white, .black]), startCenter: center, startRadius: 0, endCenter: center, endRadius: 12,
            options: .drawsAfterEndLocation)
        #expect(try context.pixels()[0, 0] == 0xFF00_0000)
    }

    @Test func radial_gradient_begins_at_its_radius() throws {
        let center = CGPoint(x: 16, y: 16)
        for options in [[], .drawsBeforeStartLocation, .drawsAfterEndLocation] as [CGGradientDrawingOptions] {
            let context = try bitmapContext(32, 32)
            context.drawRadialGradient(
                try gradient([red, blue]), startCenter: center, startRadius: 6, endCenter: center, endRadius: 12,
                options: options)
            #expect(try context.pixels()[16, 16] == (options.contains(.drawsBeforeStartLocation) ? 0xFFFF_0000 : 0))
            #expect(try context.pixels()[0, 0] == (options.contains(.drawsAfterEndLocation) ? 0xFF00_00FF : 0))
        }
    }

    @Test func conic_gradient_turns() throws {
        let context = try bitmapContext(32, 32)
        context.drawConicGradient(try gradient([.black, .white]), center: CGPoint(x: 16, y: 16), angle: 0)
        let pixels = try context.pixels()
        // Straight up is a quarter of a turn, left a half, down three quarters.
        #expect(isNear(pixels[16, 1], 0xFF40_4040, 3))
        #expect(isNear(pixels[1, 15], 0xFF7F_7F7F, 4))
        #expect(isNear(pixels[15, 30], 0xFFBF_BFBF, 3))
    }

    @Test func gradient_of_components_is_that_of_colors() throws {
        let components: [CGFloat] = [1, 0, 0, 1, 0, 0, 1, 0.5]
        let made = unsafe CGGradient(
            colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: components, locations: nil, count: 2)
        let (a, b) = (try bitmapContext(16, 1), try bitmapContext(16, 1))
        a.drawLinearGradient(try #require(made), start: .zero, end: CGPoint(x: 16, y: 0), options: [])
        b.drawLinearGradient(
            try gradient([red, CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)]), start: .zero,
            end: CGPoint(x: 16, y: 0),
            options: [])
        #expect(try difference(a.pixels(), b.pixels()) == 0)
    }

    @Test func gradient_needs_colors() {
        #expect(unsafe CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        #expect(unsafe CGGradient(colorsSpace: nil, colors: ["red"], locations: nil) == nil)
    }

    // MARK: Images

    @Test func image_has_its_top_row_where_y_is_greatest() throws {
        let context = try bitmapContext(2, 2)
        context.draw(quarters(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(try context.pixels() == quarters().resource.bitmap())
    }

    @Test func image_is_flipped_in_a_flipped_context() throws {
        let context = try bitmapContext(2, 2)
        context.translateBy(x: 0, y: 2)
        context.scaleBy(x: 1, y: -1)
        context.draw(quarters(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(try context.pixels().pixels == [0xFF00_00FF, 0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_FF00])
    }

    @Test func image_without_interpolation_has_squares() throws {
        let context = try bitmapContext(8, 8)
        context.interpolationQuality = .none
        context.draw(quarters(), in: CGRect(x: 0, y: 0, width: 8, height: 8))
        let pixels = try context.pixels()
        for y in 0..<8 {
            for x in 0..<8 { #expect(pixels[x, y] == quarters().resource.bitmap()[x / 4, y / 4]) }
        }
    }

    @Test func image_is_smoothed_by_quality() throws {
        for quality in [CGInterpolationQuality.default, .low, .medium, .high] {
            let context = try bitmapContext(8, 8)
            context.interpolationQuality = quality
            context.draw(quarters(), in: CGRect(x: 0, y: 0, width: 8, height: 8))
            let pixels = try context.pixels()
            #expect(Set(pixels.pixels).count > 8)
            #expect(pixels.pixels.allSatisfy { $0 >> 24 >= 254 }, "the edges stay opaque")
        }
    }

    @Test func image_takes_alpha_and_clip() throws {
        let context = try bitmapContext(2, 2)
        context.setAlpha(0.5)
        context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 2))
        context.draw(quarters(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        let pixels = try context.pixels().pixels
        #expect(isNear(pixels[0], 0x8080_0000) && isNear(pixels[2], 0x8000_0080) && pixels[1] == 0 && pixels[3] == 0)
    }

    @Test func image_is_tiled_from_its_rectangle() throws {
        let context = try bitmapContext(6, 6)
        context.draw(quarters(), in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
        let pixels = try context.pixels()
        for y in 0..<6 {
            for x in 0..<6 {
                // The rectangle's top row is row 3 of 6.
                #expect(pixels[x, y] == quarters().resource.bitmap()[(x + 1) % 2, (y + 1) % 2])
            }
        }
    }

    @Test func image_masked_is_multiplied() throws {
        let masked = try #require(quarters().masking(try grayImage(2, [255, 0, 51, 255])))
        #expect(masked.resource.bitmap().pixels == [0xFFFF_0000, 0, 0x3300_0033, 0xFFFF_FFFF])
        #expect(quarters().masking(quarters()) == nil)
    }

    @Test func stencil_paints_with_the_fill_color() throws {
        let provider = try #require(CGDataProvider(data: Data([0, 255, 51, 204])))
        let made = unsafe CGImage(
            maskWidth: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: provider,
            decode: nil,
            shouldInterpolate: false)
        let stencil = try #require(made)
        #expect(stencil.isMask && stencil.colorSpace == nil && stencil.bitsPerPixel == 8)
        let context = try bitmapContext(2, 2)
        context.setFillColor(red)
        context.draw(stencil, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(try context.pixels().pixels == [0xFFFF_0000, 0, 0xCCCC_0000, 0x3333_0000])
        let masked = try #require(quarters().masking(stencil))
        #expect(masked.resource.bitmap().pixels == [0xFFFF_0000, 0, 0xCC00_00CC, 0x3333_3333])
    }

    // MARK: Shadows and layers

    @Test func hard_shadow_is_the_shape_moved_in_device_space() throws {
        let context = try bitmapContext(8, 8)
        context.scaleBy(x: 2, y: 2)
        context.setShadow(offset: CGSize(width: 3, height: -1), blur: 0, color: blue)
        context.fill(0, 2, 1, 1, red)
        let pixels = try context.pixels()
        #expect(pixels[0, 2] == 0xFFFF_0000 && pixels[1, 3] == 0xFFFF_0000)
        #expect(pixels[3, 3] == 0xFF00_00FF && pixels[4, 4] == 0xFF00_00FF)
        #expect(area(pixels) == 8)
    }

    /// As measured on Apple's: a Gaussian that is cut off at two deviations.
    @Test func soft_shadow_of_an_edge_is_the_integral_of_a_cut_gaussian() throws {
        let context = try bitmapContext(64, 64)
        context.setShadow(offset: CGSize(width: 0, height: 0), blur: 8, color: CGColor(gray: 0, alpha: 1))
        context.setFillColor(.black)
        context.fill(CGRect(x: 0, y: -100, width: 32, height: 264))
        let pixels = try context.pixels()
        for x in 32..<64 {
            let distance = Double(x) + 0.5 - 32
            func integral(_ z: Double) -> Double { 0.5 * erf(min(z, 2) / 2.0.squareRoot()) }
            let level = (integral(2) - integral(distance / 4)) / (2 * integral(2))
            #expect(abs(Double(pixels[x, 32] >> 24) - level * 255) < 1.5, "\(x)")
        }
        #expect((41..<64).allSatisfy { pixels[$0, 32] == 0 })
    }

    @Test func shadow_is_a_third_of_black_unless_a_color_is_given() throws {
        let context = try bitmapContext(4, 4)
        context.setShadow(offset: CGSize(width: 2, height: 0), blur: 0)
        context.fill(0, 0, 1, 1, red)
        #expect(isNear(try context.pixels()[2, 3], 0x5500_0000))
        context.setShadow(offset: CGSize(width: 2, height: 0), blur: 0, color: nil)
        context.fill(0, 2, 1, 1, red)
        #expect(try context.pixels()[2, 1] == 0)
    }

    @Test func shadow_is_clipped() throws {
        let context = try bitmapContext(8, 8)
        context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 8))
        context.setShadow(offset: CGSize(width: 3, height: 0), blur: 2, color: blue)
        context.fill(1, 1, 2, 2, red)
        let pixels = try context.pixels()
        #expect((0..<8).allSatisfy { y in (4..<8).allSatisfy { pixels[$0, y] == 0 } })
    }

    @Test func layer_takes_alpha_as_one() throws {
        let context = try bitmapContext(3, 1)
        context.setAlpha(0.5)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(0, 0, 2, 1, red)
        context.fill(1, 0, 2, 1, blue)
        context.endTransparencyLayer()
        let pixels = try context.pixels().pixels
        #expect(isNear(pixels[0], 0x8080_0000) && isNear(pixels[1], 0x8000_0080) && isNear(pixels[2], 0x8000_0080))
        context.fill(0, 0, 1, 1, CGColor(gray: 1, alpha: 0))
    }

    @Test func layer_casts_one_shadow() throws {
        let context = try bitmapContext(8, 1)
        context.setShadow(offset: CGSize(width: 1, height: 0), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(0, 0, 2, 1, red)
        context.fill(2, 0, 2, 1, blue)
        context.endTransparencyLayer()
        let pixels = try context.pixels().pixels
        #expect(
            pixels[1] == 0xFFFF_0000 && pixels[2] == 0xFF00_00FF && isNear(pixels[4], 0x8000_0000) && pixels[5] == 0)
    }

    @Test func layer_restores_the_state() throws {
        let context = try bitmapContext(4, 4)
        context.setBlendMode(.sourceIn)
        context.saveGState()
        context.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 2, height: 2), auxiliaryInfo: nil)
        context.saveGState()
        context.translateBy(x: 1, y: 1)
        context.endTransparencyLayer()
        #expect(context.ctm.isIdentity)
        context.setBlendMode(.normal)
        context.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 2, height: 2), auxiliaryInfo: nil)
        context.fill(0, 0, 4, 4, red)
        context.endTransparencyLayer()
        context.endTransparencyLayer()
        #expect(area(try context.pixels()) == 4)
    }

    // MARK: Patterns

    /// A pattern of 4 by 4 whose cell has its lower left quarter filled.
    private func pattern(colored: Bool) throws -> CGPattern {
        let callbacks = unsafe CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                context.setFillColor(green)
                context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
            }, releaseInfo: nil)
        let made = unsafe withUnsafePointer(to: callbacks) {
            unsafe CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: .identity, xStep: 4, yStep: 4,
                tiling: .constantSpacing, isColored: colored, callbacks: $0)
        }
        return try #require(made)
    }

    @Test func pattern_with_colors_repeats() throws {
        let context = try bitmapContext(8, 8)
        context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
        unsafe context.setFillPattern(try pattern(colored: true), colorComponents: [1])
        // The matrix does not move cells.
        context.translateBy(x: 1, y: 0)
        context.fill(CGRect(x: -1, y: 0, width: 8, height: 8))
        let pixels = try context.pixels()
        for y in 0..<8 {
            for x in 0..<8 { #expect(pixels[x, y] == (x % 4 < 2 && y % 4 >= 2 ? 0xFF00_FF00 : 0)) }
        }
    }

    @Test func pattern_without_colors_takes_one() throws {
        let context = try bitmapContext(8, 8)
        context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())))
        unsafe context.setFillPattern(try pattern(colored: false), colorComponents: [1, 0, 0, 0.5])
        context.setPatternPhase(CGSize(width: 1, height: 0))
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        let pixels = try context.pixels()
        #expect(
            pixels[0, 7] == 0 && isNear(pixels[1, 7], 0x8080_0000) && isNear(pixels[2, 7], 0x8080_0000)
                && pixels[3, 7] == 0)
    }

    @Test func pattern_strokes() throws {
        let context = try bitmapContext(8, 8)
        context.setStrokeColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
        unsafe context.setStrokePattern(try pattern(colored: true), colorComponents: [0.5])
        context.setLineWidth(8)
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 4), CGPoint(x: 8, y: 4)])
        #expect(isNear(try context.pixels()[0, 7], 0x8000_8000))
        #expect(abs(area(try context.pixels()) - 8) < 0.1)
    }

    @Test func color_of_a_pattern_paints_it() throws {
        let space = try #require(CGColorSpace(patternBaseSpace: nil))
        let pattern = try pattern(colored: true)
        let color = try #require(unsafe CGColor(patternSpace: space, pattern: pattern, components: [0.5]))
        #expect(color.pattern === pattern && color.alpha == 0.5 && color.components == [0.5])
        #expect(color.colorSpace == space && color.numberOfComponents == 1)
        let context = try bitmapContext(8, 8)
        context.setFillColor(color)
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
        context.setStrokeColor(color)
        context.setLineWidth(4)
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 6), CGPoint(x: 8, y: 6)])
        let pixels = try context.pixels()
        #expect(isNear(pixels[0, 7], 0x8000_8000) && isNear(pixels[5, 3], 0x8000_8000))
        #expect(pixels[2, 7] == 0 && pixels[0, 1] == 0)
    }

    @Test func color_of_a_pattern_without_colors_has_one() throws {
        let pattern = try pattern(colored: false)
        let none = try #require(CGColorSpace(patternBaseSpace: nil))
        #expect(unsafe CGColor(patternSpace: none, pattern: pattern, components: [1, 0, 0, 1]) == nil)
        let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
        let color = try #require(unsafe CGColor(patternSpace: space, pattern: pattern, components: [1, 0, 0, 0.5]))
        let context = try bitmapContext(4, 4)
        context.setFillColor(color)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(isNear(try context.pixels()[0, 3], 0x8080_0000))
        let tile = try #require(color.patternTile)
        #expect(
            isNear(tile.image.bitmap()[0, 7], 0xFFFF_0000) == false && isNear(tile.image.bitmap()[0, 0], 0xFFFF_0000))
    }

    @Test func colors_of_patterns_are_equal_by_pattern_and_alpha() throws {
        let color = CGColor(pattern: CGPattern(quarters(), size: CGSize(width: 2, height: 2)))
        #expect(color == color.copy(alpha: 1) && color != color.copy(alpha: 0.5))
        #expect(color != CGColor(pattern: CGPattern(quarters(), size: CGSize(width: 2, height: 2))))
        #expect(color.copy(alpha: 0.5)?.pattern === color.pattern)
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let (sRGB, space) = (try #require(red.colorSpace), try #require(color.colorSpace))
        #expect(color.converted(to: sRGB, intent: .defaultIntent, options: nil) == nil)
        #expect(red.converted(to: space, intent: .defaultIntent, options: nil) == nil)
        #expect(red.pattern == nil)
    }

    /// A picture's copies are upright, from the origin on, whichever way y points.
    @Test func pattern_of_a_picture_is_upright() throws {
        let color = CGColor(pattern: CGPattern(quarters(), size: CGSize(width: 2, height: 2)))
        let cell = quarters().resource.bitmap()
        let up = try bitmapContext(5, 5)
        let down = try #require(
            CGContext(
                width: 5, height: 5, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue,
                baseMatrix: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 5)))
        for context in [up, down] {
            context.setFillColor(color)
            context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        }
        let (above, below) = (try up.pixels(), try down.pixels())
        for y in 0..<5 {
            for x in 0..<5 {
                #expect(above[x, y] == cell[x % 2, (y + 1) % 2])
                #expect(below[x, y] == cell[x % 2, y % 2])
            }
        }
    }
}
