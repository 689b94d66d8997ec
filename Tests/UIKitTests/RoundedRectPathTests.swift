import Mica
import MicaBase
import MicaValues
import Testing
import UIKit

/// The picture that drawing gives, one pixel a point unless a scale is named.
private func drawn(_ width: CGFloat, _ height: CGFloat, scale: CGFloat = 1, _ body: () -> Void) throws -> Bitmap {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let image = UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).image { _ in body()
    }
    return try #require(image.cgImage).resource.bitmap()
}

extension Bitmap {
    /// How many pixels of a row's left half are clear, in parts of pixels.
    fileprivate func clearLeft(_ y: Int) -> Double {
        (0..<width / 2).reduce(0) { $0 + Double(255 - (self[$1, y] >> 24)) / 255 }
    }
}

/// Paths of UIBezierPath as Apple's pictures show them; `Path.init(smoothRect:_:radius:)` has the sources.
@MainActor @Suite struct RoundedRectPathTests {
    private func filled(_ side: CGFloat, _ radius: CGFloat, scale: CGFloat, _ corners: UIRectCorner = .allCorners)
        throws
        -> Bitmap
    {
        try drawn(side, side, scale: scale) {
            let rect = CGRect(x: 0, y: 0, width: side, height: side)
            let path = UIBezierPath(
                roundedRect: rect, byRoundingCorners: corners, cornerRadii: CGSize(width: radius, height: radius))
            path.flatness = 0.05
            path.fill()
        }
    }

    @Test func corners_are_smooth_where_there_is_room() throws {
        let picture = try filled(200, 40, scale: 3)
        for (row, expected) in [(0, 135.6), (1, 115.74), (3, 98.96), (8, 77.36), (20, 52.8), (60, 15.89), (119, 1.19)] {
            #expect(abs(picture.clearLeft(row) - expected) < 0.35, "\(row): \(picture.clearLeft(row))")
        }
        // Of two opposite corners each may use its whole sides.
        let two = try filled(101, 50, scale: 2, [.topLeft, .bottomRight])
        #expect(abs(two.clearLeft(101) - 0.9) < 0.15, "\(two.clearLeft(101))")
        #expect(two[201, 0] >> 24 == 255 && two[0, 0] == 0)
    }

    @Test func tight_corners_are_circles_of_half_the_side() throws {
        let picture = try filled(21, 10, scale: 3)
        for (row, expected) in [(0, 25.91), (1, 21.75), (2, 19.0), (3, 16.9), (5, 13.56), (8, 9.98), (20, 2.0)] {
            #expect(abs(picture.clearLeft(row) - expected) < 0.5, "\(row): \(picture.clearLeft(row))")
        }
        #expect(try filled(101, 50, scale: 2) == filled(101, 50.5, scale: 2))
        // The radius of 16 has room in 49 points, and not in 48.
        let (room, tight) = (try filled(49, 16, scale: 1), try filled(48, 16, scale: 1))
        // Of the first row the smooth corner leaves 13.58 pixels clear, a circle of 16 12.26, and one of 24 19.41.
        #expect(abs(room.clearLeft(0) - 13.58) < 0.4, "\(room.clearLeft(0))")
        #expect(abs(tight.clearLeft(0) - 19.41) < 0.4, "\(tight.clearLeft(0))")
        #expect(tight == (try filled(48, 24, scale: 1)))
    }

    /// *Source*: the points of the second kind of shape after PaintCode's page, in halves of the shorter side.
    @Test func corners_without_room_in_one_direction_are_caps() {
        func ends(_ size: CGSize, _ radius: CGFloat) -> [CGPoint] {
            var points: [CGPoint] = []
            UIBezierPath(roundedRect: CGRect(origin: .zero, size: size), cornerRadius: radius).cgPath.applyWithBlock {
                element in
                switch unsafe element.pointee.type {
                case .moveToPoint, .addLineToPoint: unsafe points.append(element.pointee.points[0])
                case .addCurveToPoint: unsafe points.append(element.pointee.points[2])
                default: break
                }
            }
            return points
        }
        func has(_ points: [CGPoint], _ x: CGFloat, _ y: CGFloat) -> Bool {
            points.contains { abs($0.x - x) < 1e-4 && abs($0.y - y) < 1e-4 }
        }
        let wide = ends(CGSize(width: 200, height: 50), 20)
        for x in [CGFloat(0), 200] {
            let inner = abs(x - 0.61274372 * 25)
            for y in [1.87278425, 50 - 1.87278425] { #expect(has(wide, inner, y), "\(x) \(y): \(wide)") }
            for y in [CGFloat(23.75), 25, 26.25] { #expect(has(wide, x, y), "\(x) \(y): \(wide)") }
        }
        // Coming along a longer side the curve begins at 1.52866483 radii, leaving it ends at 1.5099148 halves.
        #expect(has(wide, 200 - 30.5732966, 0) && has(wide, 200 - 37.74787, 50))
        let high = ends(CGSize(width: 50, height: 200), 20)
        #expect(has(high, 1.87278425, 0.61274372 * 25) && has(high, 23.75, 0) && has(high, 25, 200))
        // A radius without room in both directions gives circles: half of the shorter side has room in 200, 70 has not.
        #expect(has(ends(CGSize(width: 200, height: 50), 25), 200 - 0.61274372 * 25, 1.87278425))
        let round = ends(CGSize(width: 200, height: 50), 70)
        #expect(has(round, 175, 0) && has(round, 200, 25) && !has(round, 200, 23.75))
        #expect(
            UIBezierPath(roundedRect: CGRect(x: 3, y: 4, width: 200, height: 50), cornerRadius: 20).bounds
                == CGRect(x: 3, y: 4, width: 200, height: 50))
    }

    @Test func outline_begins_at_the_top_left_and_is_closed() {
        let path = UIBezierPath(roundedRect: CGRect(x: 10, y: 20, width: 100, height: 80), cornerRadius: 10)
        var points: [CGPoint] = []
        var kinds: [CGPathElementType] = []
        path.cgPath.applyWithBlock { element in
            unsafe kinds.append(element.pointee.type)
            if unsafe element.pointee.type == .moveToPoint { unsafe points.append(element.pointee.points[0]) }
        }
        #expect(abs((points.first?.x ?? 0) - 25.2866483) < 1e-6 && points.first?.y == 20)
        #expect(kinds.count { $0 == .addCurveToPoint } == 12 && kinds.last == .closeSubpath)
        #expect(path.bounds == CGRect(x: 10, y: 20, width: 100, height: 80))
        #expect(UIBezierPath(roundedRect: .zero, cornerRadius: 4).bounds.size == .zero)
        #expect(
            UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 9, height: 9), cornerRadius: .nan).bounds.width == 9)
    }

    @Test func fill_is_as_coarse_as_the_flatness() throws {
        // Apple's picture of pointfreeco/swift-snapshot-testing, testUIBezierPath.
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 60, y: 60))
        path.addCurve(
            to: CGPoint(x: 90, y: 30), controlPoint1: CGPoint(x: 75, y: 60), controlPoint2: CGPoint(x: 90, y: 45))
        path.addCurve(
            to: CGPoint(x: 60, y: 0), controlPoint1: CGPoint(x: 90, y: 15), controlPoint2: CGPoint(x: 75, y: 0))
        path.close()
        let picture = try drawn(90, 90) { path.fill() }
        // The areas of the lines are Apple's within 1 or 2; the curve itself would be 28 to 41 more.
        for (x, y, expected) in [
            (83, 47, 71), (82, 48, 107), (81, 49, 147), (79, 51, 147), (78, 52, 107), (77, 53, 71),
        ] {
            #expect(abs(Int(picture[x, y] >> 24) - expected) <= 2, "\(x) \(y): \(picture[x, y] >> 24)")
        }
        path.flatness = 0
        #expect(abs(Int(try drawn(90, 90) { path.fill() }[82, 48] >> 24) - 148) <= 1)
    }

    @Test func borders_of_layers_are_lines_of_the_same_curve() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        (view.layer.cornerRadius, view.layer.borderWidth) = (20, 5)
        view.layer.borderColor = UIColor.blue.cgColor
        let border = try drawn(100, 100, scale: 2) {
            if let context = UIGraphicsGetCurrentContext() { view.layer.render(in: context) }
        }
        let line = try drawn(100, 100, scale: 2) {
            let path = UIBezierPath(roundedRect: view.bounds.insetBy(dx: 2.5, dy: 2.5), cornerRadius: 17.5)
            path.lineWidth = 5
            UIColor.blue.setStroke()
            path.stroke()
        }
        // Lines of contexts are accurate to a twentieth of a pixel, which is 12.75 levels.
        for index in border.pixels.indices {
            let difference = abs(Int(border.pixels[index] >> 24) - Int(line.pixels[index] >> 24))
            #expect(difference <= 13)
        }
    }

    @Test func insets_leave_negative_sizes_as_they_are() {
        let small = CGRect(x: 0, y: 0, width: 1, height: 1)
        let five = UIEdgeInsets(top: 5, left: 5, bottom: 5, right: 5)
        let inner = small.inset(by: five)
        #expect(inner.origin == CGPoint(x: 5, y: 5) && inner.size == CGSize(width: -9, height: -9))
        #expect(inner.inset(by: UIEdgeInsets(top: -5, left: -5, bottom: -5, right: -5)) == small)
    }

    @Test func sizes_of_pictures_are_rounded_up() throws {
        #expect(try drawn(10, 178.004, scale: 4, {}).height == 713)
        // A rounding error adds no pixel.
        #expect(try drawn(10, 100.0 / 3 + 1e-7, scale: 3, {}).height == 100)
    }
}

private final class NamedPath: UIBezierPath {
    var name = "path"
}

extension UIBezierPath {
    fileprivate static func square() -> Self { .init(rect: CGRect(x: 0, y: 0, width: 4, height: 4)) }
}

/// Initialisers on metatypes, as in gabrieloc/roundrect.
@MainActor @Suite struct PathMetatypeTests {
    @Test func paths_are_made_by_self_and_metatypes() {
        #expect(UIBezierPath.square().bounds.width == 4)
        let named = NamedPath.square()
        #expect(named.name == "path" && named.bounds.height == 4)
        func oval<Kind: UIBezierPath>(_ kind: Kind.Type) -> Kind {
            kind.init(ovalIn: CGRect(x: 0, y: 0, width: 6, height: 6))
        }
        #expect(oval(NamedPath.self).bounds.width == 6)
        #expect(NamedPath(roundedRect: CGRect(x: 0, y: 0, width: 9, height: 9), cornerRadius: 2).bounds.width == 9)
    }
}

/// Drawing that clients use with options.
@MainActor @Suite struct DrawingOptionTests {
    @Test func pictures_are_drawn_at_a_point_with_mode_and_alpha() throws {
        let red = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        let picture = try drawn(10, 10) { red.draw(at: CGPoint(x: 2, y: 3), blendMode: .normal, alpha: 0.5) }
        #expect(picture[3, 4] >> 24 == 128 && picture[1, 3] == 0 && picture[2, 2] == 0)
        let tiled = try drawn(10, 10) { red.drawAsPattern(in: CGRect(x: 1, y: 1, width: 7, height: 6)) }
        #expect(tiled[7, 6] == 0xFFFF_0000 && tiled[8, 6] == 0 && tiled[7, 7] == 0)
    }

    @Test func pattern_colors_repeat_a_picture() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2), format: format).image { context in
            UIColor.green.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let color = UIColor(patternImage: picture)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 7, height: 5))
        view.backgroundColor = color
        #expect(view.backgroundColor == color)
        let filled = try drawn(7, 5) {
            color.setFill()
            UIBezierPath(rect: view.bounds).fill()
        }
        let shown = try drawn(7, 5) { UIGraphicsGetCurrentContext().map { view.layer.render(in: $0) } }
        for y in 0..<5 {
            for x in 0..<7 {
                let expected: UInt32 = x % 3 == 0 && y % 2 == 0 ? 0xFFFF_0000 : 0xFF00_FF00
                #expect(filled[x, y] == expected && shown[x, y] == expected, "\(x) \(y)")
            }
        }
        view.frame.size.height = 4
        view.layer.backgroundColor = view.layer.backgroundColor
        #expect(view.backgroundColor == color)
        let turned = try drawn(7, 4) { UIGraphicsGetCurrentContext().map { view.layer.render(in: $0) } }
        for y in 0..<4 { for x in 0..<7 { #expect(turned[x, y] == filled[x, (y + 1) % 2], "\(x) \(y)") } }
        #expect(unsafe !color.getRed(nil, green: nil, blue: nil, alpha: nil))
        #expect(unsafe !color.getWhite(nil, alpha: nil))
        #expect(color.withAlphaComponent(0.5).cgColor.pattern != nil)
        #expect(UIColor(patternImage: UIImage()) == .clear)
        view.backgroundColor = .red
        #expect(view.backgroundColor == .red)
    }

    @Test func text_is_drawn_with_options() throws {
        let text = NSString(string: "one two three")
        let font = UIFont.systemFont(ofSize: 10)
        func rows(_ options: NSStringDrawingOptions, y: CGFloat, height: CGFloat) throws -> ClosedRange<Int>? {
            let picture = try drawn(60, 90) {
                text.draw(
                    with: CGRect(x: 2, y: y, width: 30, height: height), options: options, attributes: [.font: font],
                    context: nil)
            }
            let inked = (0..<90).filter { row in (0..<60).contains { picture[$0, row] >> 24 > 60 } }
            return inked.first.flatMap { first in inked.last.map { first...$0 } }
        }
        let lines = try #require(try rows(.usesLineFragmentOrigin, y: 10, height: 60))
        #expect(lines.lowerBound >= 10 && lines.count > 24)
        // One line, above its baseline at y.
        let line = try #require(try rows([], y: 40, height: 60))
        #expect(line.upperBound <= 41 && line.lowerBound > 28)
        let cut = try #require(
            try rows([.usesLineFragmentOrigin, .truncatesLastVisibleLine], y: 10, height: 13))
        #expect(cut.count < 14)
        let context = NSStringDrawingContext()
        _ = try drawn(60, 60) {
            NSAttributedString(string: "abc", attributes: [.font: font]).draw(
                with: CGRect(x: 0, y: 20, width: 50, height: 20), options: .usesLineFragmentOrigin, context: context)
        }
        #expect(context.totalBounds.width > 5 && context.totalBounds.height > 9)
    }
}

/// Pictures of views as a screen shows them.
@MainActor @Suite struct DrawHierarchyTests {
    /// A container with a view that is turned in space.
    private func turned() -> UIView {
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = UIView(frame: CGRect(x: 30, y: 30, width: 40, height: 40))
        view.backgroundColor = .red
        view.layer.transform = CATransform3DMakeRotation(.pi / 4, 1, 1, 1)
        container.addSubview(view)
        return container
    }

    @Test func hierarchy_is_drawn_with_depth() throws {
        let container = turned()
        let picture = try drawn(100, 100, scale: 3) {
            #expect(container.drawHierarchy(in: container.bounds, afterScreenUpdates: true))
        }
        let screen = LayerRenderer(
            layer: container.layer, size: CGSize(width: 100, height: 100), scale: 3, threads: 1
        ).bitmap(at: 0)
        #expect(picture.pixels == screen.pixels)
        let rendered = try drawn(100, 100, scale: 3) {
            if let context = UIGraphicsGetCurrentContext() { container.layer.render(in: context) }
        }
        // Unturned, where it is.
        for (x, y, isRed) in [(90, 90, true), (209, 209, true), (89, 100, false), (210, 100, false)] {
            #expect((rendered[x, y] != 0) == isRed, "\(x) \(y)")
        }
        #expect(rendered.pixels != picture.pixels)
    }

    @Test func hierarchy_is_drawn_with_filters() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
        let dot = UIView(frame: CGRect(x: 20, y: 20, width: 20, height: 20))
        dot.backgroundColor = .red
        view.addSubview(dot)
        view.layer.filters = [LayerFilter.gaussianBlur(radius: 4)]
        let picture = try drawn(60, 60) { view.drawHierarchy(in: view.bounds, afterScreenUpdates: true) }
        #expect(picture[17, 30] >> 24 > 20, "\(picture[17, 30] >> 24)")
        let snapshot = try #require(view.snapshotView(afterScreenUpdates: true))
        #expect(snapshot.bounds.size == view.bounds.size && snapshot.layer.contents != nil)
    }
}
