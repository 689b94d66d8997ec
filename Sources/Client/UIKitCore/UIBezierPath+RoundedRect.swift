import CoreGraphics
import Foundation
import MicaBase

/// The outlines of `UIBezierPath(roundedRect:byRoundingCorners:cornerRadii:)`, which have one of three corners.
///
/// The smooth corner needs 1.528665 radii of each of its two sides. If the corners at both ends of a side have less room,
/// the radius is half of that side: the corners are quarters of a circle if the sides in both directions are too short,
/// as in a square, and otherwise caps, which are smooth only towards the longer sides.
///
/// *Source*: PaintCode, "Drawing Code for iOS 7 Rounded Rectangles", which found the three kinds, and the points of all
/// three as several repositories have them after its page, such as jacobp100/react-native-screenshot-tools
/// (iosBorders.js). Apple's pictures of four repositories (2020 to 2025) have the smooth corner: of
/// afanasykoryakin/AFSnapshotTesting testCustomRoundedShape no pixel is off by more than 5 of 255, and a circle by 255.
/// They have the circles, too: gabrieloc/roundrect (a radius of 10 in 21) and TextureGroup/Texture (50 in 101). Where
/// the kinds change: Apple Developer Forums, thread 789134, prints other paths for a radius of 16 in 48 points and in 49,
/// and 2 * 1.528665 * 16 is 48.9; VAndrJ/awesome-apple-bugs measures 65.5 % of half the side, and 1 / 1.528665 is 65.4 %.
extension Path {
    /// Points of a smooth corner, in radii from it: along one side, and along the other. The start, then two controls and
    /// an end for each of three curves.
    private static let corner = [
        Point(1.52866483, 0), Point(1.08849296, 0), Point(0.86840694, 0), Point(0.63149379, 0.07491139),
        Point(0.37282383, 0.16905956), Point(0.16905956, 0.37282383), Point(0.07491139, 0.63149379),
        Point(0, 0.86840694), Point(0, 1.08849296), Point(0, 1.52866483),
    ]
    /// Points of a cap's corner, in halves of the shorter side: along the longer side, and along the shorter one. The
    /// start, then two controls and an end for each of two curves, and the middle of the shorter side.
    private static let cap = [
        Point(1.50991480, 0), Point(1.06974290, 0), Point(0.84965675, 0), Point(0.61274372, 0.07491137),
        Point(0.24485785, 0.20881087), Point(0, 0.55850415), Point(0, 0.95), Point(0, 1),
    ]

    /// A corner of a rectangle with the directions of its sides, away from it. Clockwise as seen, with y down.
    private struct Corner {
        var name: UIRectCorner
        var place: Point
        /// Along the side that the outline comes from, and along the one that it goes to.
        var (back, ahead): (Point, Point)
        /// Whether the outline comes along a horizontal side.
        var comesAcross: Bool { back.y == 0 }
    }

    /// Makes the outline. It begins at the top left corner and goes along the top.
    init(smoothRect box: CGRect, _ corners: UIRectCorner, radius asked: CGFloat) {
        self.init()
        let limit = min(box.width, box.height) / 2
        let radius = asked > 0 ? min(asked, limit) : 0
        let (low, high) = (
            Point(Double(box.minX), Double(box.minY)), Point(Double(box.maxX), Double(box.maxY))
        )
        func isRound(_ corner: UIRectCorner) -> Bool { radius > 0 && corners.contains(corner) }
        let isAll = isRound(.topLeft) && isRound(.topRight) && isRound(.bottomLeft) && isRound(.bottomRight)
        let reach = 2 * CGFloat(Self.corner[0].x) * (isAll ? asked : radius)
        func isTight(_ length: CGFloat, _ sides: [(UIRectCorner, UIRectCorner)]) -> Bool {
            reach > length && sides.contains { isRound($0.0) && isRound($0.1) }
        }
        let tightAcross = isTight(box.width, [(.topLeft, .topRight), (.bottomLeft, .bottomRight)])
        let tightDown = isTight(box.height, [(.topLeft, .bottomLeft), (.topRight, .bottomRight)])
        let all = [
            Corner(name: .topRight, place: Point(high.x, low.y), back: Point(-1, 0), ahead: Point(0, 1)),
            Corner(name: .bottomRight, place: high, back: Point(0, -1), ahead: Point(-1, 0)),
            Corner(name: .bottomLeft, place: Point(low.x, high.y), back: Point(1, 0), ahead: Point(0, -1)),
            Corner(name: .topLeft, place: low, back: Point(0, 1), ahead: Point(1, 0)),
        ]
        let half = Double(tightAcross ? tightDown ? limit : box.width / 2 : box.height / 2)
        let start: Double =
            switch (tightAcross, tightDown) {
            case (true, true): half
            case (true, false): Double(box.width / 2)
            case (false, true): Self.cap[0].x * half
            case (false, false): Self.corner[0].x * Double(radius)
            }
        move(to: isRound(.topLeft) ? Point(low.x + start, low.y) : low)
        for corner in all {
            if !isRound(corner.name) {
                line(to: corner.place)
            } else if tightAcross, tightDown {
                addCircle(corner, radius: half)
            } else if tightAcross || tightDown {
                let start = Self.corner[0].x * Double(asked)
                addCap(corner, half: half, isAlong: corner.comesAcross == tightDown, start: start)
            } else {
                addSmooth(corner, radius: Double(radius))
            }
        }
        close()
    }

    private mutating func addSmooth(_ corner: Corner, radius: Double) {
        let points = Self.corner.map { corner.place + (corner.back * $0.x + corner.ahead * $0.y) * radius }
        line(to: points[0])
        for index in [1, 4, 7] { cubic(control1: points[index], control2: points[index + 1], to: points[index + 2]) }
    }

    private mutating func addCircle(_ corner: Corner, radius: Double) {
        line(to: corner.place + corner.back * radius)
        let center = corner.place + (corner.back + corner.ahead) * radius
        appendArc(
            center: center, radius: radius, startAngle: atan2(-corner.ahead.y, -corner.ahead.x), sweep: .pi / 2)
    }

    /// - Parameters:
    ///   - isAlong: Whether the outline comes along a longer side; otherwise it leaves along one.
    ///   - start: Where the curve begins on a longer side, in points from the corner. Leaving, it ends where `cap` does.
    private mutating func addCap(_ corner: Corner, half: Double, isAlong: Bool, start: Double) {
        let (long, short) = isAlong ? (corner.back, corner.ahead) : (corner.ahead, corner.back)
        let points = Self.cap.map { corner.place + (long * $0.x + short * $0.y) * half }
        guard isAlong else {
            line(to: points[7])
            line(to: points[6])
            cubic(control1: points[5], control2: points[4], to: points[3])
            cubic(control1: points[2], control2: points[1], to: points[0])
            return
        }
        line(to: corner.place + long * start)
        cubic(control1: points[1], control2: points[2], to: points[3])
        cubic(control1: points[4], control2: points[5], to: points[6])
        line(to: points[7])
    }
}
