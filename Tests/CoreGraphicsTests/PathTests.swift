import CoreGraphics
import Testing

/// The path's elements in words: a letter and the points.
private func words(_ path: CGPath) -> String {
    var words: [String] = []
    unsafe path.applyWithBlock { element in
        let kind = unsafe element.pointee.type
        let counts: [CGPathElementType: Int] = [
            .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3, .closeSubpath: 0,
        ]
        let letters: [CGPathElementType: String] = [
            .moveToPoint: "M", .addLineToPoint: "L", .addQuadCurveToPoint: "Q", .addCurveToPoint: "C",
            .closeSubpath: "Z",
        ]
        let points = (0..<(counts[kind] ?? 0)).map { index in
            let point = unsafe element.pointee.points[index]
            return "\(Int(point.x.rounded())),\(Int(point.y.rounded()))"
        }
        words.append(((letters[kind] ?? "?") + points.joined(separator: " ")))
    }
    return words.joined(separator: " ")
}

@Suite struct PathTests {
    @Test func path_of_a_rectangle() {
        let path = unsafe CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
        #expect(words(path) == "M1,2 L4,2 L4,6 L1,6 Z")
        var rect = CGRect.zero
        #expect(unsafe path.isRect(&rect))
        #expect(rect == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(path.currentPoint == CGPoint(x: 1, y: 2))
        var double = CGAffineTransform(scaleX: 2, y: 2)
        #expect(unsafe CGPath(rect: rect, transform: &double).boundingBox == CGRect(x: 2, y: 4, width: 6, height: 8))
    }

    @Test func path_that_is_empty() {
        let path = CGMutablePath()
        #expect(path.isEmpty)
        #expect(path.boundingBox.isNull && path.boundingBoxOfPath.isNull)
        #expect(path.currentPoint == .zero)
        path.addLine(to: CGPoint(x: 1, y: 1))
        #expect(path.isEmpty)
        #expect(!path.contains(.zero))
    }

    @Test func path_appends_in_order_with_transforms() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 1, y: 1), transform: CGAffineTransform(scaleX: 2, y: 3))
        path.addLine(to: CGPoint(x: 5, y: 5))
        path.addQuadCurve(to: CGPoint(x: 9, y: 5), control: CGPoint(x: 7, y: 0))
        path.addCurve(to: CGPoint(x: 0, y: 0), control1: CGPoint(x: 9, y: 9), control2: CGPoint(x: 3, y: 9))
        path.closeSubpath()
        path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 20, y: 10)])
        #expect(words(path) == "M2,3 L5,5 Q7,0 9,5 C9,9 3,9 0,0 Z M10,10 L20,10")
    }

    @Test func path_bounds_with_and_without_control_points() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 5))
    }

    @Test func path_contains_by_rule() {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        path.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
        #expect(path.contains(CGPoint(x: 5, y: 5)))
        #expect(!path.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
        #expect(path.contains(CGPoint(x: 1, y: 1), using: .evenOdd))
        #expect(path.contains(CGPoint(x: 15, y: 15), transform: CGAffineTransform(scaleX: 2, y: 2)))
        let circle = unsafe CGPath(ellipseIn: CGRect(x: -10, y: -10, width: 20, height: 20), transform: nil)
        #expect(circle.contains(CGPoint(x: 7, y: 7)) && !circle.contains(CGPoint(x: 7.2, y: 7.2)))
    }

    @Test func path_arc_goes_the_way_it_is_told() {
        func box(_ clockwise: Bool) -> CGRect {
            let path = CGMutablePath()
            path.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: clockwise)
            return path.boundingBoxOfPath
        }
        let short = box(false)
        #expect(abs(short.minX) < 1e-9 && abs(short.maxY - 10) < 1e-9 && abs(short.width - 10) < 1e-9)
        let long = box(true)
        #expect(abs(long.width - 20) < 1e-3 && abs(long.height - 20) < 1e-3)
    }

    @Test func path_arc_begins_with_a_line_from_the_current_point() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(center: CGPoint(x: 20, y: 0), radius: 10, startAngle: 0, endAngle: .pi, clockwise: false)
        #expect(words(path).hasPrefix("M0,0 L30,0 C"))
        #expect(abs(path.currentPoint.x - 10) < 1e-9)
    }

    @Test func path_arc_between_tangents_touches_both() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 5)
        #expect(words(path).hasPrefix("M0,0 L5,0 C"))
        #expect(abs(path.currentPoint.x - 10) < 1e-9 && abs(path.currentPoint.y - 5) < 1e-9)
        path.addArc(tangent1End: CGPoint(x: 10, y: 20), tangent2End: CGPoint(x: 10, y: 30), radius: 5)
        #expect(path.currentPoint == CGPoint(x: 10, y: 20))
        let turned = CGMutablePath()
        turned.move(to: .zero)
        turned.addArc(
            tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: -10), radius: 5,
            transform: CGAffineTransform(scaleX: 2, y: 2))
        #expect(abs(turned.currentPoint.x - 20) < 1e-9 && abs(turned.currentPoint.y + 10) < 1e-9)
    }

    @Test func path_rounded_rectangle_has_elliptical_corners() {
        let rect = CGRect(x: 10, y: 20, width: 100, height: 50)
        let path = unsafe CGPath(roundedRect: rect, cornerWidth: 20, cornerHeight: 10, transform: nil)
        let box = path.boundingBoxOfPath
        #expect(abs(box.minX - 10) < 1e-9 && abs(box.maxY - 70) < 1e-9 && abs(box.width - 100) < 1e-9)
        #expect(path.contains(CGPoint(x: 60, y: 21)) && path.contains(CGPoint(x: 11, y: 45)))
        // Inside the corner's ellipse, 0.7 of the way along both axes; and outside, at 0.72.
        #expect(path.contains(CGPoint(x: 30 - 20 * 0.7, y: 30 - 10 * 0.7)))
        #expect(!path.contains(CGPoint(x: 30 - 20 * 0.72, y: 30 - 10 * 0.72)))
        let square = unsafe CGPath(roundedRect: rect, cornerWidth: 0, cornerHeight: 0, transform: nil)
        #expect(unsafe square.isRect(nil))
    }

    @Test func path_copies_do_not_follow_later_changes() throws {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        let copy = try #require(path.copy())
        #expect(copy == path && copy.hashValue == path.hashValue)
        path.addRect(CGRect(x: 5, y: 5, width: 1, height: 1))
        #expect(copy != path)
        #expect(copy.boundingBox.width == 1)
        let mutable = try #require(copy.mutableCopy())
        mutable.addPath(copy, transform: CGAffineTransform(translationX: 5, y: 5))
        #expect(mutable == path)
    }

    @Test func path_flattened_stays_within_the_threshold() {
        let circle = unsafe CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
        let flat = circle.flattened(threshold: 0.5)
        #expect(!words(flat).contains("C"))
        var count = 0
        unsafe flat.applyWithBlock { element in
            count += 1
            guard unsafe element.pointee.type == .addLineToPoint else { return }
            let point = unsafe element.pointee.points[0]
            #expect(abs(hypot(point.x, point.y) - 100) < 0.01)
        }
        #expect(count < 100)
    }
}
