import Foundation
import MicaBase
import Testing
@testable import CoreGraphics

@Suite struct CGContextPathTests {
    @Test func origin_is_at_the_bottom_left() throws {
        let context = try bitmapContext(4, 4)
        context.fill(0, 0, 1, 1, red)
        let pixels = try context.pixels()
        #expect(pixels[0, 3] == 0xFFFF_0000)
        #expect(area(pixels) == 1)
    }

    @Test func fill_covers_parts_of_pixels() throws {
        let context = try bitmapContext(4, 4)
        context.fill(0.5, 0.25, 2, 1, CGColor(gray: 0, alpha: 1))
        let pixels = try context.pixels()
        #expect(isNear(pixels[0, 3], UInt32(96) << 24, 1))
        #expect(isNear(pixels[1, 3], UInt32(191) << 24, 1))
        #expect(isNear(pixels[1, 2], UInt32(64) << 24, 1))
    }

    /// Paths of more elements than Cairo draws look like those of fewer.
    @Test func paths_of_very_many_elements_are_drawn() throws {
        func ring(parts: Int, rule: CGPathFillRule, alpha: CGFloat, clips: Bool) throws -> Bitmap {
            let context = try bitmapContext(64, 48)
            context.fill(0, 0, 20, 48, blue)
            if clips {
                context.addEllipse(in: CGRect(x: 4, y: 6, width: 50, height: 30))
                context.clip()
            }
            context.scaleBy(x: 1, y: 0.75)
            let path = CGMutablePath()
            // Twice around, with points on each side.
            let corners = (0..<500).map { index in
                let (angle, radius) = (Double(index) * .pi / 125, index < 250 ? 28.3 : 14.1)
                return CGPoint(x: 32.2 + radius * cos(angle), y: 31.6 + radius * sin(angle))
            }
            path.move(to: corners[0])
            for (from, to) in zip(corners, corners.dropFirst()) {
                for part in 1...parts {
                    let share = CGFloat(part) / CGFloat(parts)
                    path.addLine(to: CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
                }
            }
            path.closeSubpath()
            context.setFillColor(red.copy(alpha: alpha) ?? red)
            context.addPath(path)
            context.fillPath(using: rule)
            return try context.pixels()
        }
        for rule in [CGPathFillRule.winding, .evenOdd] {
            for (alpha, clips) in [(1.0, false), (0.5, true)] {
                let (few, many) = (
                    try ring(parts: 1, rule: rule, alpha: alpha, clips: clips),
                    try ring(parts: 10, rule: rule, alpha: alpha, clips: clips)
                )
                // Cairo counts 15 rows a pixel.
                let mean =
                    zip(few.pixels, many.pixels).reduce(0.0) { $0 + abs(Double($1.0 >> 24) - Double($1.1 >> 24)) }
                    / 3072
                #expect(difference(few, many) <= 30 && mean < 0.05, "\(difference(few, many)) \(mean)")
                #expect(area(few) > 100)
            }
        }
    }

    @Test func antialiasing_can_be_switched_off() throws {
        for isAllowed in [true, false] {
            let context = try bitmapContext()
            if isAllowed { context.setShouldAntialias(false) } else { context.setAllowsAntialiasing(false) }
            context.fillEllipse(in: CGRect(x: 0.3, y: 0.3, width: 7.1, height: 6.8))
            #expect(try context.pixels().pixels.allSatisfy { $0 >> 24 == 0 || $0 >> 24 == 255 })
        }
    }

    @Test func ellipse_has_its_area() throws {
        let context = try bitmapContext(64, 64)
        context.fillEllipse(in: CGRect(x: 2, y: 12, width: 60, height: 40))
        #expect(abs(area(try context.pixels()) - .pi * 30 * 20) < 6)
    }

    @Test func winding_and_even_odd_differ_in_overlaps() throws {
        for rule in [CGPathFillRule.winding, .evenOdd] {
            let context = try bitmapContext()
            context.addRect(CGRect(x: 0, y: 0, width: 8, height: 8))
            context.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
            context.fillPath(using: rule)
            #expect(area(try context.pixels()) == (rule == .winding ? 64 : 48))
        }
    }

    @Test func draw_path_modes_are_fills_and_strokes() throws {
        func draw(_ mode: CGPathDrawingMode) throws -> Double {
            let context = try bitmapContext(16, 16)
            context.setLineWidth(2)
            context.addRect(CGRect(x: 4, y: 4, width: 8, height: 8))
            context.drawPath(using: mode)
            #expect(context.isPathEmpty)
            return area(try context.pixels())
        }
        #expect(try draw(.fill) == 64)
        #expect(try draw(.eoFill) == 64)
        #expect(try draw(.stroke) == 64)
        #expect(try draw(.fillStroke) == 100)
        #expect(try draw(.eoFillStroke) == 100)
    }

    @Test func line_caps_lengthen_lines() throws {
        func draw(_ cap: CGLineCap) throws -> Double {
            let context = try bitmapContext(32, 16)
            context.setLineWidth(8)
            context.setLineCap(cap)
            context.strokeLineSegments(between: [CGPoint(x: 8, y: 8), CGPoint(x: 24, y: 8)])
            return area(try context.pixels())
        }
        #expect(try draw(.butt) == 128)
        #expect(try draw(.square) == 192)
        #expect(abs(try draw(.round) - 128 - .pi * 16) < 1)
    }

    @Test func line_joins_fill_corners() throws {
        func draw(_ join: CGLineJoin, limit: CGFloat = 10) throws -> Double {
            let context = try bitmapContext(32, 32)
            context.setLineWidth(8)
            context.setLineJoin(join)
            context.setMiterLimit(limit)
            context.addLines(between: [CGPoint(x: 4, y: 8), CGPoint(x: 24, y: 8), CGPoint(x: 24, y: 28)])
            context.strokePath()
            return area(try context.pixels())
        }
        // The corner adds the square of half the width, a quarter of a circle, or half of the square.
        let legs = 20.0 * 8 * 2 - 16
        #expect(abs(try draw(.miter) - legs - 16) < 0.5)
        #expect(abs(try draw(.round) - legs - .pi * 4) < 0.5)
        #expect(abs(try draw(.bevel) - legs - 8) < 0.5)
        #expect(abs(try draw(.miter, limit: 1.2) - legs - 8) < 0.5)
    }

    @Test func dashes_leave_gaps() throws {
        let context = try bitmapContext(16, 4)
        context.setLineWidth(4)
        context.setLineDash(phase: 1, lengths: [3, 2])
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 2), CGPoint(x: 16, y: 2)])
        let pixels = try context.pixels()
        let expected = (0..<16).map { ($0 + 1) % 5 < 3 }
        #expect((0..<16).map { pixels[$0, 1] != 0 } == expected)
        context.clear(CGRect(x: 0, y: 0, width: 16, height: 4))
        context.setLineDash(phase: 0, lengths: [])
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 2), CGPoint(x: 16, y: 2)])
        #expect(area(try context.pixels()) == 64)
    }

    @Test func lines_of_no_width_are_not_drawn() throws {
        let context = try bitmapContext()
        context.setLineWidth(0)
        context.stroke(CGRect(x: 1, y: 1, width: 4, height: 4))
        #expect(area(try context.pixels()) == 0)
    }

    @Test func stroke_of_rectangle_takes_a_width() throws {
        let context = try bitmapContext(16, 16)
        context.stroke(CGRect(x: 4, y: 4, width: 8, height: 8), width: 4)
        #expect(area(try context.pixels()) == 144 - 16)
    }

    @Test func width_of_line_is_that_of_user_space() throws {
        let (scaled, plain) = (try bitmapContext(32, 32), try bitmapContext(32, 32))
        scaled.scaleBy(x: 4, y: 2)
        scaled.setLineWidth(2)
        scaled.strokeLineSegments(between: [CGPoint(x: 4, y: 2), CGPoint(x: 4, y: 12)])
        plain.setFillColor(.black)
        plain.fill(CGRect(x: 12, y: 4, width: 8, height: 20))
        #expect(try difference(scaled.pixels(), plain.pixels()) == 0)
    }

    @Test func stroked_path_fills_as_the_stroke() throws {
        let (a, b) = (try bitmapContext(48, 48), try bitmapContext(48, 48))
        for context in [a, b] {
            context.setLineWidth(5)
            context.setLineCap(.round)
            context.setLineDash(phase: 2, lengths: [9, 7])
            context.scaleBy(x: 1.5, y: 1)
            context.addEllipse(in: CGRect(x: 5, y: 6, width: 20, height: 34))
        }
        a.strokePath()
        b.replacePathWithStrokedPath()
        b.fillPath()
        #expect(try difference(a.pixels(), b.pixels()) <= 24, "caps of both have different chords")
        #expect(abs(area(try a.pixels()) - area(try b.pixels())) < 2)
    }

    @Test func path_copy_stroked_fills_as_the_stroke() throws {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 6, y: 6))
        path.addCurve(to: CGPoint(x: 42, y: 40), control1: CGPoint(x: 40, y: 0), control2: CGPoint(x: 0, y: 44))
        let (a, b) = (try bitmapContext(48, 48), try bitmapContext(48, 48))
        a.addPath(path)
        a.setLineWidth(6)
        a.setLineJoin(.round)
        a.strokePath()
        b.addPath(path.copy(strokingWithWidth: 6, lineCap: .butt, lineJoin: .round, miterLimit: 10))
        b.fillPath()
        #expect(try difference(a.pixels(), b.pixels()) <= 24, "the chords of dashes differ")
    }

    @Test func path_copy_stroked_is_transformed_afterwards() {
        let line = CGMutablePath()
        line.move(to: .zero)
        line.addLine(to: CGPoint(x: 10, y: 0))
        let outline = line.copy(
            strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
            transform: CGAffineTransform(scaleX: 1, y: 5))
        #expect(outline.boundingBoxOfPath == CGRect(x: 0, y: -5, width: 10, height: 10))
    }

    @Test func path_copy_dashed_is_the_dashes() {
        let line = CGMutablePath()
        line.move(to: .zero)
        line.addLine(to: CGPoint(x: 10, y: 0))
        let dashes = line.copy(dashingWithPhase: 0, lengths: [4, 3])
        #expect(dashes.path.elements.filter { if case .move = $0 { true } else { false } }.count == 2)
        #expect(dashes.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 0))
        #expect(line.copy(dashingWithPhase: 0, lengths: []) == line)
    }

    @Test func path_takes_the_matrix_of_its_time() throws {
        let context = try bitmapContext()
        context.move(to: CGPoint(x: 1, y: 1))
        context.translateBy(x: 2, y: 0)
        context.addLine(to: CGPoint(x: 1, y: 1))
        #expect(context.currentPointOfPath == CGPoint(x: 1, y: 1))
        #expect(context.boundingBoxOfPath == CGRect(x: -1, y: 1, width: 2, height: 0))
        #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 3, y: 1))
    }

    @Test func path_is_no_part_of_the_state() throws {
        let context = try bitmapContext()
        context.saveGState()
        context.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.restoreGState()
        #expect(!context.isPathEmpty)
        #expect(context.path?.boundingBox == CGRect(x: 0, y: 0, width: 2, height: 2))
        context.beginPath()
        #expect(context.path == nil && context.boundingBoxOfPath.isNull && context.currentPointOfPath == .zero)
    }

    @Test func path_contains_what_a_mode_would_paint() throws {
        let context = try bitmapContext()
        context.setLineWidth(2)
        context.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.addRect(CGRect(x: 3, y: 3, width: 4, height: 4))
        #expect(context.pathContains(CGPoint(x: 5, y: 5), mode: .fill))
        #expect(!context.pathContains(CGPoint(x: 5, y: 5), mode: .eoFill))
        #expect(!context.pathContains(CGPoint(x: 5, y: 5), mode: .stroke))
        #expect(context.pathContains(CGPoint(x: 10.5, y: 5), mode: .stroke))
        #expect(context.pathContains(CGPoint(x: 10.5, y: 5), mode: .eoFillStroke))
    }

    @Test func arcs_are_drawn_as_the_path_has_them() throws {
        let (a, b) = (try bitmapContext(32, 32), try bitmapContext(32, 32))
        a.addArc(center: CGPoint(x: 16, y: 16), radius: 12, startAngle: 0, endAngle: .pi * 1.5, clockwise: false)
        let path = CGMutablePath()
        path.addArc(center: CGPoint(x: 16, y: 16), radius: 12, startAngle: 0, endAngle: .pi * 1.5, clockwise: false)
        b.addPath(path)
        a.fillPath()
        b.fillPath()
        #expect(try difference(a.pixels(), b.pixels()) == 0)
        // Three quarters of a disc and the triangle under the chord; the quarter with x and y opposite is left out.
        #expect(abs(area(try a.pixels()) - (.pi * 144 * 0.75 + 72)) < 2)
    }

    @Test func quadratic_curves_are_cubic_ones() throws {
        let (a, b) = (try bitmapContext(32, 32), try bitmapContext(32, 32))
        a.move(to: .zero)
        a.addQuadCurve(to: CGPoint(x: 30, y: 0), control: CGPoint(x: 15, y: 60))
        a.fillPath()
        b.move(to: .zero)
        b.addCurve(to: CGPoint(x: 30, y: 0), control1: CGPoint(x: 10, y: 40), control2: CGPoint(x: 20, y: 40))
        b.fillPath()
        #expect(try difference(a.pixels(), b.pixels()) <= 1)
    }

    @Test func numbers_that_are_none_draw_nothing_and_break_nothing() throws {
        let context = try bitmapContext(4, 4)
        context.fill(CGRect(x: CGFloat.nan, y: 0, width: 2, height: 2))
        context.fill(CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 2))
        context.saveGState()
        context.scaleBy(x: 0, y: 0)
        context.stroke(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.restoreGState()
        context.fill(1, 1, 1, 1, red)
        #expect(try context.pixels()[1, 2] == 0xFFFF_0000)
    }

    @Test func rectangles_far_outside_are_cut() throws {
        let context = try bitmapContext(4, 4)
        context.fill(-1e9, -1e9, 2e9, 2e9, red)
        #expect(try context.pixels().pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }
}

@Suite struct CGContextStateTests {
    @Test func state_is_saved_and_restored() throws {
        let context = try bitmapContext()
        context.saveGState()
        context.translateBy(x: 3, y: 3)
        context.setAlpha(0.1)
        context.setFillColor(red)
        context.interpolationQuality = .none
        context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        context.restoreGState()
        context.restoreGState()
        #expect(context.ctm.isIdentity && context.interpolationQuality == .default)
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(try context.pixels().pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test func matrix_is_concatenated_in_front() throws {
        let context = try bitmapContext()
        context.translateBy(x: 2, y: 1)
        context.rotate(by: .pi / 2)
        context.scaleBy(x: 2, y: 3)
        let p = context.convertToDeviceSpace(CGPoint(x: 1, y: 0))
        #expect(abs(p.x - 2) < 1e-12 && abs(p.y - 3) < 1e-12)
        #expect(context.userSpaceToDeviceSpaceTransform == context.ctm)
        let back = context.convertToUserSpace(p)
        #expect(abs(back.x - 1) < 1e-12 && abs(back.y) < 1e-12)
        let other = try bitmapContext()
        other.concatenate(CGAffineTransform(translationX: 2, y: 1))
        #expect(other.ctm == CGAffineTransform(translationX: 2, y: 1))
        #expect(other.convertToDeviceSpace(CGSize(width: 1, height: 1)) == CGSize(width: 1, height: 1))
        #expect(
            other.convertToUserSpace(CGRect(x: 2, y: 1, width: 3, height: 3)) == CGRect(x: 0, y: 0, width: 3, height: 3)
        )
    }

    @Test func flipped_context_draws_from_the_top() throws {
        let context = try bitmapContext(4, 4)
        context.translateBy(x: 0, y: 4)
        context.scaleBy(x: 1, y: -1)
        context.fill(0, 0, 1, 1, red)
        #expect(try context.pixels()[0, 0] == 0xFFFF_0000)
    }

    @Test func alpha_multiplies() throws {
        let context = try bitmapContext(1, 1)
        context.setAlpha(0.5)
        context.fill(0, 0, 1, 1, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(isNear(try context.pixels().pixels[0], 0x4040_0000))
    }

    @Test func clear_is_within_clips_only() throws {
        let context = try bitmapContext(2, 1)
        context.fill(0, 0, 2, 1, red)
        context.setAlpha(0.3)
        context.setBlendMode(.multiply)
        context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        context.clear(CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(try context.pixels().pixels == [0, 0xFFFF_0000])
    }

    @Test func clips_intersect() throws {
        let context = try bitmapContext()
        context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 5))
        context.clip(to: [CGRect(x: 3, y: 3, width: 5, height: 5), CGRect(x: 0, y: 0, width: 1, height: 1)])
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 5, height: 5))
        context.fill(0, 0, 8, 8, red)
        #expect(area(try context.pixels()) == 5)
    }

    /// Clips of views in views: each operation would set them all again.
    @Test func nested_rectangles_are_one_clip() throws {
        let context = try bitmapContext(64, 64)
        for depth in 0..<1000 {
            context.saveGState()
            context.clip(to: CGRect(x: depth % 7, y: depth % 5, width: 50 - depth % 3, height: 40))
        }
        #expect(context.state.clips.count == 1)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 6, y: 4, width: 42, height: 36))
        for _ in 0..<1000 { context.restoreGState() }
        #expect(context.state.clips.isEmpty)
        // Edges within pixels: rectangles are intersected as such, so that a pixel with the same half in both keeps this
        // half, and a corner a quarter.
        context.clip(to: CGRect(x: 0.5, y: 0.5, width: 40, height: 40))
        context.clip(to: CGRect(x: 4.5, y: 4.5, width: 20, height: 20))
        #expect(context.state.clips.count == 1)
        context.clip(to: CGRect(x: 4.5, y: 2, width: 30, height: 30))
        #expect(context.state.clips.count == 1)
        context.fill(0, 0, 64, 64, CGColor(red: 0, green: 0, blue: 0, alpha: 1))
        let pixels = try context.pixels()
        #expect(pixels[10, 50] >> 24 == 255 && pixels[30, 50] == 0)
        #expect(isNear(pixels[4, 50], 128 << 24, 1) && isNear(pixels[24, 50], 128 << 24, 1))
        #expect(isNear(pixels[4, 59], 64 << 24, 1))
        context.clip(to: CGRect(x: 50, y: 50, width: 4, height: 4))
        context.clip(to: CGRect(x: 40, y: 40, width: 4, height: 4))
        #expect(context.boundingBoxOfClipPath.isNull)
    }

    @Test func clip_by_path_follows_its_rule() throws {
        for rule in [CGPathFillRule.winding, .evenOdd] {
            let context = try bitmapContext()
            context.addRects([CGRect(x: 0, y: 0, width: 6, height: 6), CGRect(x: 2, y: 2, width: 2, height: 2)])
            context.clip(using: rule)
            #expect(context.isPathEmpty)
            context.fill(0, 0, 8, 8, red)
            #expect(area(try context.pixels()) == (rule == .winding ? 36 : 32))
        }
    }

    @Test func clip_that_leaves_nothing_has_no_box() throws {
        let context = try bitmapContext()
        context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2))
        context.clip(to: CGRect(x: 4, y: 4, width: 2, height: 2))
        #expect(context.boundingBoxOfClipPath.isNull)
        context.fill(0, 0, 8, 8, red)
        #expect(area(try context.pixels()) == 0)
        context.resetClip()
        context.fill(0, 0, 8, 8, red)
        #expect(area(try context.pixels()) == 64)
    }

    @Test func box_of_clip_is_in_user_space() throws {
        let context = try bitmapContext()
        context.translateBy(x: 0, y: 8)
        context.scaleBy(x: 2, y: -2)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 4, height: 4))
        context.clip(to: CGRect(x: 1, y: 1, width: 2, height: 1))
        #expect(context.boundingBoxOfClipPath == CGRect(x: 1, y: 1, width: 2, height: 1))
    }

    @Test func clip_by_gray_image_multiplies() throws {
        let context = try bitmapContext(4, 1)
        context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1), mask: try grayImage(2, [255, 51]))
        context.fill(0, 0, 4, 1, CGColor(gray: 1, alpha: 1))
        #expect(try context.pixels().pixels == [0xFFFF_FFFF, 0x3333_3333, 0, 0])
    }

    @Test func clip_by_white_image_is_clip_by_rectangle() throws {
        let (a, b) = (try bitmapContext(24, 24), try bitmapContext(24, 24))
        let rect = CGRect(x: 3.5, y: 2.25, width: 15, height: 14)
        a.clip(to: rect)
        b.clip(to: rect, mask: try grayImage(1, [255]))
        for context in [a, b] {
            for (index, mode) in [CGBlendMode.normal, .multiply, .screen, .xor, .copy, .difference].enumerated() {
                context.setBlendMode(mode)
                context.setFillColor(red: 0.2, green: 0.9, blue: CGFloat(index) / 6, alpha: 0.7)
                context.fillEllipse(in: CGRect(x: 2 + 2 * index, y: 3, width: 12, height: 15))
            }
        }
        #expect(try difference(a.pixels(), b.pixels()) <= 2, "two roundings in place of one, six times")
    }

    @Test func clip_by_stencil_lets_through_where_it_paints() throws {
        let provider = try #require(CGDataProvider(data: Data([0b0100_0000])))
        let stencil = unsafe CGImage(
            maskWidth: 2, height: 1, bitsPerComponent: 1, bitsPerPixel: 1, bytesPerRow: 1, provider: provider,
            decode: nil,
            shouldInterpolate: false)
        let context = try bitmapContext(2, 1)
        context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1), mask: try #require(stencil))
        context.fill(0, 0, 2, 1, red)
        #expect(try context.pixels().pixels == [0xFFFF_0000, 0])
    }
}
