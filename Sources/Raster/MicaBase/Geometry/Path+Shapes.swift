import Foundation

/// The radii of a rectangle's four circular corners, named by the corner's position.
package struct CornerRadii: Sendable, Equatable {
    /// The radius where x and y are smallest.
    package var minXMinY: Double
    /// The radius where x is largest and y smallest.
    package var maxXMinY: Double
    /// The radius where x is smallest and y largest.
    package var minXMaxY: Double
    /// The radius where x and y are largest.
    package var maxXMaxY: Double

    /// Makes radii, one for each corner.
    package init(minXMinY: Double, maxXMinY: Double, minXMaxY: Double, maxXMaxY: Double) {
        self.minXMinY = minXMinY
        self.maxXMinY = maxXMinY
        self.minXMaxY = minXMaxY
        self.maxXMaxY = maxXMaxY
    }

    /// Makes one radius for all corners.
    package init(_ radius: Double) {
        self.init(minXMinY: radius, maxXMinY: radius, minXMaxY: radius, maxXMaxY: radius)
    }

    /// The radii that fit into a rectangle: not negative, and all scaled down together until no side is shorter than
    /// the two radii on it.
    package func fitting(width: Double, height: Double) -> CornerRadii {
        func valid(_ radius: Double) -> Double { radius > 0 && radius.isFinite ? radius : 0 }
        var result = CornerRadii(
            minXMinY: valid(minXMinY), maxXMinY: valid(maxXMinY), minXMaxY: valid(minXMaxY), maxXMaxY: valid(maxXMaxY))
        let across = Swift.max(result.minXMinY + result.maxXMinY, result.minXMaxY + result.maxXMaxY)
        let down = Swift.max(result.minXMinY + result.minXMaxY, result.maxXMinY + result.maxXMaxY)
        var factor = 1.0
        if across > width { factor = Swift.min(factor, width / across) }
        if down > height { factor = Swift.min(factor, height / down) }
        if factor < 1 {
            factor = Swift.max(0, factor)
            result.minXMinY *= factor
            result.maxXMinY *= factor
            result.minXMaxY *= factor
            result.maxXMaxY *= factor
        }
        return result
    }
}

extension Path {
    /// Makes a closed rectangle that begins at its minimum corner and goes along +x.
    package init(rectangle box: Box) {
        self.init()
        addRectangle(box)
    }

    /// Makes a closed rectangle with circular corners; radii that do not fit are scaled down together.
    package init(roundedRectangle box: Box, radii: CornerRadii) {
        self.init()
        addRoundedRectangle(box, radii: radii)
    }

    /// Makes a closed ellipse that fills a box. It begins at the largest x and goes towards +y.
    package init(ellipseIn box: Box) {
        self.init()
        addEllipse(in: box)
    }

    /// Appends a closed rectangle.
    package mutating func addRectangle(_ box: Box) {
        move(to: box.minimum)
        line(to: Point(box.maximum.x, box.minimum.y))
        line(to: box.maximum)
        line(to: Point(box.minimum.x, box.maximum.y))
        close()
    }

    /// Appends a closed rectangle with circular corners; radii that do not fit are scaled down together.
    ///
    /// - Parameter smoothing: 0 for circular corners, 1 for continuous curvature; values between 0 and 1 interpolate.
    package mutating func addRoundedRectangle(_ box: Box, radii: CornerRadii, smoothing: Double = 0) {
        if smoothing > 0 { return addSmoothRectangle(box, radii: radii, smoothing: smoothing) }
        let r = radii.fitting(width: box.width, height: box.height)
        let low = box.minimum
        let high = box.maximum
        if r == CornerRadii(0) {
            addRectangle(box)
            return
        }
        move(to: Point(low.x + r.minXMinY, low.y))
        line(to: Point(high.x - r.maxXMinY, low.y))
        corner(center: Point(high.x - r.maxXMinY, low.y + r.maxXMinY), radius: r.maxXMinY, quarter: 3)
        line(to: Point(high.x, high.y - r.maxXMaxY))
        corner(center: Point(high.x - r.maxXMaxY, high.y - r.maxXMaxY), radius: r.maxXMaxY, quarter: 0)
        line(to: Point(low.x + r.minXMaxY, high.y))
        corner(center: Point(low.x + r.minXMaxY, high.y - r.minXMaxY), radius: r.minXMaxY, quarter: 1)
        line(to: Point(low.x, low.y + r.minXMinY))
        corner(center: Point(low.x + r.minXMinY, low.y + r.minXMinY), radius: r.minXMinY, quarter: 2)
        close()
    }

    private mutating func corner(center: Point, radius: Double, quarter: Int) {
        guard radius > 0 else { return }
        quarterEllipse(center: center, radii: Point(radius, radius), quarter: quarter)
    }

    /// Appends a closed ellipse that fills a box.
    package mutating func addEllipse(in box: Box) {
        let radii = (box.maximum - box.minimum) * 0.5
        let center = (box.maximum + box.minimum) * 0.5
        move(to: Point(box.maximum.x, center.y))
        for quarter in 0..<4 {
            quarterEllipse(center: center, radii: radii, quarter: quarter)
        }
        close()
    }

    /// Appends a quarter of an ellipse in two curves, from the current point; quarter 0 goes from +x to +y.
    ///
    /// The directions are constants instead of sines and cosines, so that the extreme points are exact.
    private mutating func quarterEllipse(center: Point, radii: Point, quarter: Int) {
        let half = 0.5.squareRoot()
        let turn = quarter & 3
        func turned(_ p: Point) -> Point {
            switch turn {
            case 0: p
            case 1: Point(-p.y, p.x)
            case 2: Point(-p.x, -p.y)
            default: Point(p.y, -p.x)
            }
        }
        for step in 0..<2 {
            let from = turned(step == 0 ? Point(1, 0) : Point(half, half))
            let to = turned(step == 0 ? Point(half, half) : Point(0, 1))
            cubic(
                control1: center + radii * (from + from.quarterTurn * Self.eighthTurnHandle),
                control2: center + radii * (to - to.quarterTurn * Self.eighthTurnHandle),
                to: center + radii * to)
        }
    }

    /// The handle length of a cubic that approximates an eighth of the unit circle: 4/3 tan(angle / 4).
    ///
    /// The cubic's radius is off by at most 4.3e-6, so that a circle of 900 pixels is within 1/255 of a pixel; the
    /// usual four curves are off by 2.7e-4.
    static let eighthTurnHandle = 4.0 / 3 * tan(Double.pi / 16)

    /// Appends a circular arc, with a line to its beginning when a contour is open.
    ///
    /// - Parameters:
    ///   - startAngle: radians, from +x towards +y.
    ///   - sweep: radians, positive towards +y; more than a full turn goes round again, at most 64 times.
    package mutating func addArc(center: Point, radius: Double, startAngle: Double, sweep: Double) {
        guard center.isFinite, radius.isFinite, startAngle.isFinite, sweep.isFinite else { return }
        let first = center + radius * Point(cos(startAngle), sin(startAngle))
        if let current = currentPoint, verbs.last != .close {
            if current != first { line(to: first) }
        } else {
            move(to: first)
        }
        let limit = 128 * Double.pi
        appendArc(
            center: center, radius: radius, startAngle: startAngle, sweep: Swift.max(-limit, Swift.min(limit, sweep)))
    }

    /// Appends an arc from the current point, in curves of an eighth of a turn or less.
    package mutating func appendArc(center: Point, radius: Double, startAngle: Double, sweep: Double) {
        let count = Swift.max(1, Int((abs(sweep) / (Double.pi / 4) - 1e-9).rounded(.up)))
        let step = sweep / Double(count)
        let handle = 4.0 / 3 * tan(step / 4)
        var from = Point(cos(startAngle), sin(startAngle))
        for index in 1...count {
            let angle = startAngle + step * Double(index)
            let to = Point(cos(angle), sin(angle))
            cubic(
                control1: center + radius * (from + from.quarterTurn * handle),
                control2: center + radius * (to - to.quarterTurn * handle),
                to: center + radius * to)
            from = to
        }
    }
}
