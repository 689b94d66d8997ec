import CoreGraphics
import Foundation
import MicaBase

/// The outlines of `UIBezierPath(roundedRect:byRoundingCorners:cornerRadii:)`.
///
/// *Source*: the curve: PaintCode, "Drawing Code for iOS 7 Rounded Rectangles". Apple's pictures of four repositories
/// (2020 to 2025) have it: of afanasykoryakin/AFSnapshotTesting testCustomRoundedShape no pixel is off by more than 5 of
/// 255, and a circle by 255. It needs 1.528665 radii of a side. Where two round corners of a side have less room, all
/// corners are quarters of a circle of half the side: Apple's pictures of gabrieloc/roundrect (a radius of 10 in 21) and
/// TextureGroup/Texture (50 in 101). Where that begins: Apple Developer Forums, thread 789134, prints other paths for a
/// radius of 16 in 48 points and in 49, and 2 * 1.528665 * 16 is 48.9.
extension Path {
    /// Points of a corner, in radii from it: along one side, and along the other. The start, then two controls and an
    /// end for each of three curves.
    private static let corner = [
        Point(1.52866483, 0), Point(1.08849296, 0), Point(0.86840694, 0), Point(0.63149379, 0.07491139),
        Point(0.37282383, 0.16905956), Point(0.16905956, 0.37282383), Point(0.07491139, 0.63149379),
        Point(0, 0.86840694), Point(0, 1.08849296), Point(0, 1.52866483),
    ]

    /// Makes the outline. It begins at the top left corner and goes along the top.
    init(smoothRect box: CGRect, _ corners: UIRectCorner, radius: CGFloat) {
        self.init()
        let limit = min(box.width, box.height) / 2
        var radius = radius > 0 ? min(radius, limit) : 0
        let (low, high) = (
            Point(Double(box.minX), Double(box.minY)), Point(Double(box.maxX), Double(box.maxY))
        )
        func isRound(_ corner: UIRectCorner) -> Bool { radius > 0 && corners.contains(corner) }
        let sides: [(UIRectCorner, UIRectCorner, CGFloat)] = [
            (.topLeft, .topRight, box.width), (.bottomLeft, .bottomRight, box.width),
            (.topLeft, .bottomLeft, box.height), (.topRight, .bottomRight, box.height),
        ]
        let reach = 2 * CGFloat(Self.corner[0].x) * radius
        let tight = sides.filter { isRound($0.0) && isRound($0.1) && reach > $0.2 }.map { $0.2 }.min()
        if let tight { radius = tight / 2 }
        // Clockwise as seen, with y down: each corner, and the directions of its sides, back and ahead.
        let all: [(UIRectCorner, Point, Point, Point)] = [
            (.topRight, Point(high.x, low.y), Point(-1, 0), Point(0, 1)),
            (.bottomRight, high, Point(0, -1), Point(-1, 0)),
            (.bottomLeft, Point(low.x, high.y), Point(1, 0), Point(0, -1)),
            (.topLeft, low, Point(0, 1), Point(1, 0)),
        ]
        let r = Double(radius)
        let start = tight == nil ? Self.corner[0].x * r : r
        move(to: isRound(.topLeft) ? Point(low.x + start, low.y) : low)
        for (name, corner, back, ahead) in all {
            guard isRound(name) else {
                line(to: corner)
                continue
            }
            if tight != nil {
                line(to: corner + back * r)
                let center = corner + (back + ahead) * r
                appendArc(
                    center: center, radius: r, startAngle: atan2(-ahead.y, -ahead.x), sweep: .pi / 2)
                continue
            }
            let points = Self.corner.map { corner + (back * $0.x + ahead * $0.y) * r }
            line(to: points[0])
            for index in [1, 4, 7] {
                cubic(control1: points[index], control2: points[index + 1], to: points[index + 2])
            }
        }
        close()
    }
}
