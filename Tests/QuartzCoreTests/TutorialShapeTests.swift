import CoreGraphics
import Mica
import MicaBase
import MicaExamples
import QuartzCore
import Testing

/// What tutorials on Core Animation say about shapes, gradients and scrolling, by the examples' names.
@Suite struct TutorialShapeTests {
    /// The layers of an example, and how it looks.
    private func root(_ id: String) throws -> CALayer {
        let example = try #require(gallery.first { $0.id == id })
        let root = CALayer()
        root.bounds = CGRect(origin: .zero, size: example.size)
        example.build(root, Script())
        return root
    }

    private func bitmap(_ root: CALayer, scale: CGFloat = 1) -> Bitmap {
        LayerRenderer(layer: root, scale: scale, threads: 1).bitmap(at: 0)
    }

    /// Red, green and blue of a pixel.
    private func rgb(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
        [16, 8, 0].map { Int(bitmap[x, y] >> $0 & 255) }
    }

    private func isNear(_ one: [Int], _ other: [Int], _ tolerance: Int = 2) -> Bool {
        zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
    }

    private let red: UInt32 = 0xffff_0000, white: UInt32 = 0xffff_ffff

    // MARK: shape-stick-figure

    @Test func shape_stick_figure_is_drawn_outside_its_layers_bounds() throws {
        let root = try root("shape-stick-figure")
        #expect(root.sublayers?.first?.bounds == .zero)
        let picture = bitmap(root)
        for (x, y) in [(150, 150), (110, 150), (190, 150), (150, 76), (126, 222), (174, 222)] {
            #expect(picture[x, y] == red, "\(x), \(y)")
        }
    }

    @Test func shape_stick_figure_is_not_filled_and_ends_round() throws {
        let picture = bitmap(try root("shape-stick-figure"))
        #expect(picture[150, 100] == white)
        // The cap reaches half the line's width beyond the end of the arm, less at its corners.
        #expect(picture[98, 150] == red && picture[96, 150] == white)
        let corner = rgb(picture, 97, 148)
        #expect(corner[1] > 128)
    }

    @Test func shape_stick_figure_is_crisp_at_any_scale() throws {
        func soft(_ scale: CGFloat) throws -> Int {
            bitmap(try root("shape-stick-figure"), scale: scale).pixels.count { $0 != red && $0 != white }
        }
        // Soft pixels are those of the outline: they grow as its length does, not as its area.
        let (one, eight) = (try soft(1), try soft(8))
        #expect(one > 100 && eight < 10 * one)
        // The same by a transform: the shape, not its picture, is made larger.
        let large = try root("shape-stick-figure")
        let holder = CALayer()
        holder.bounds = CGRect(x: 0, y: 0, width: 320 * 4, height: 240 * 4)
        large.transform = CATransform3DMakeScale(4, 4, 1)
        large.position = CGPoint(x: 640, y: 480)
        holder.addSublayer(large)
        let isSame = bitmap(holder) == bitmap(try root("shape-stick-figure"), scale: 4)
        #expect(isSame)
    }

    @Test func shape_stick_figure_looks_alike_with_round_and_bevelled_joins() throws {
        // Each corner of the path is covered by another line.
        let root = try root("shape-stick-figure")
        let bevelled = bitmap(root, scale: 4)
        let figure = try #require(root.sublayers?.first as? CAShapeLayer)
        figure.lineJoin = .round
        let isSame = bitmap(root, scale: 4) == bevelled
        #expect(isSame)
    }

    // MARK: shape-corners

    @Test func shape_corners_three_are_round_and_one_is_square() throws {
        let picture = bitmap(try root("shape-corners"))
        for (left, color) in [(40, [0, 255, 0]), (180, [128, 128, 128])] {
            #expect(isNear(rgb(picture, left, 70), color) && isNear(rgb(picture, left + 50, 120), color))
            for (x, y) in [(99, 0), (99, 99), (0, 99)] {
                #expect(picture[left + x, 70 + y] == white, "\(left): \(x), \(y)")
            }
            // A radius of 20: the middle of the arc is 5.86 from both sides.
            #expect(picture[left + 95, 70 + 4] == white && isNear(rgb(picture, left + 92, 70 + 7), color))
        }
    }

    @Test func shape_corners_mask_leaves_what_it_covers_whatever_its_colour_is() throws {
        func picture(_ color: CGColor) throws -> Bitmap {
            let root = try root("shape-corners")
            (root.sublayers?[1].mask as? CAShapeLayer)?.fillColor = color
            return bitmap(root)
        }
        let black = try picture(CGColor(gray: 0, alpha: 1))
        #expect(try picture(CGColor(srgbRed: 1, green: 0.2, blue: 0, alpha: 1)) == black)
        let half = try picture(CGColor(gray: 0, alpha: 0.5))
        #expect(isNear(rgb(black, 230, 120), [128, 128, 128]) && isNear(rgb(half, 230, 120), [191, 191, 191]))
        #expect(try picture(CGColor(gray: 0, alpha: 0))[230, 120] == white)
    }

    @Test func shape_corners_smaller_mask_leaves_only_the_overlap() throws {
        let root = try root("shape-corners")
        let layer = try #require(root.sublayers?[1])
        let mask = CALayer()
        mask.frame = CGRect(x: -20, y: 30, width: 50, height: 200)
        mask.backgroundColor = CGColor(gray: 0, alpha: 1)
        layer.mask = mask
        let picture = bitmap(root)
        let left = (160..<320).flatMap { x in (0..<240).filter { picture[x, $0] != white }.map { (x, $0) } }
        #expect(left.count == 30 * 70)
        #expect(left.allSatisfy { (180..<210).contains($0.0) && (100..<170).contains($0.1) })
    }

    // MARK: Gradients

    @Test func gradient_three_has_its_colours_at_their_locations() throws {
        let picture = bitmap(try root("gradient-three"))
        #expect(isNear(rgb(picture, 0, 0), [255, 0, 0], 4))
        #expect(isNear(rgb(picture, 80, 60), [255, 255, 0], 4))
        for part in [4, 5, 6, 7] { #expect(isNear(rgb(picture, 40 * part + 2, 30 * part + 2), [0, 255, 0])) }
    }

    @Test func gradient_three_default_locations_are_even() throws {
        func picture(_ locations: [NSNumber]?) throws -> Bitmap {
            let root = try root("gradient-three")
            (root.sublayers?.first as? CAGradientLayer)?.locations = locations
            return bitmap(root)
        }
        let even = try picture(nil)
        #expect(even == (try picture([0, 0.5, 1])))
        #expect(isNear(rgb(even, 160, 120), [255, 255, 0], 4))
    }

    @Test func gradient_three_with_another_count_of_locations_draws_nothing() throws {
        for locations in [[0, 0.5], [0, 0.25, 0.5, 1]] as [[NSNumber]] {
            let root = try root("gradient-three")
            (root.sublayers?.first as? CAGradientLayer)?.locations = locations
            #expect(bitmap(root).pixels.allSatisfy { $0 == 0 })
        }
    }

    @Test func gradient_two_goes_from_red_to_blue_along_the_diagonal() throws {
        let picture = bitmap(try root("gradient-two"))
        #expect(isNear(rgb(picture, 0, 0), [255, 0, 0]) && isNear(rgb(picture, 319, 239), [0, 0, 255]))
        #expect(isNear(rgb(picture, 160, 120), [128, 0, 128]))
        // Across the diagonal of unit coordinates colours are the same.
        #expect(isNear(rgb(picture, 319, 0), [128, 0, 128]) && isNear(rgb(picture, 0, 239), [128, 0, 128]))
    }

    // MARK: scroll

    @Test func scroll_to_a_point_changes_the_origin_of_the_bounds() throws {
        let scroll = try #require(try root("scroll").sublayers?.first as? CAScrollLayer)
        scroll.scroll(to: CGPoint(x: 70, y: 40))
        #expect(scroll.bounds == CGRect(x: 70, y: 40, width: 320, height: 240))
        #expect(scroll.frame == CGRect(x: 0, y: 0, width: 320, height: 240))
    }

    @Test func scroll_descendants_ask_to_be_seen_and_know_what_is() throws {
        let scroll = try #require(try root("scroll").sublayers?.first as? CAScrollLayer)
        let last = try #require(scroll.sublayers?[23])
        let inner = CALayer()
        inner.frame = last.bounds
        last.addSublayer(inner)
        #expect(inner.visibleRect.isEmpty)
        inner.scrollRectToVisible(inner.bounds)
        // As little as it takes: the field ends at 596, 396.
        #expect(scroll.bounds.origin == CGPoint(x: 596 - 320, y: 396 - 240))
        #expect(inner.visibleRect == inner.bounds)
    }

    @Test func scroll_stops_at_no_edge_by_itself() throws {
        let root = try root("scroll")
        let scroll = try #require(root.sublayers?.first as? CAScrollLayer)
        scroll.scroll(to: CGPoint(x: -5000, y: 9000))
        #expect(scroll.bounds.origin == CGPoint(x: -5000, y: 9000))
        let gray = UInt32(0xff00_0000) | 0xaa_aaaa
        #expect(bitmap(root).pixels.allSatisfy { $0 == gray })
    }

    @Test func scroll_example_pans_there_and_back() throws {
        let example = try #require(gallery.first { $0.id == "scroll" })
        let renderer = example.renderer(scale: 1, threads: 1)
        let pictures = [0, 1.2, 2.9].map { renderer.bitmap(at: $0) }
        #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2])
        // At the end the hand has pulled the sheet's corner into the view.
        #expect(pictures[2][2, 2] == 0xffaa_aaaa)
    }
}
