import MicaBase
import MicaRandom
import Testing

@testable import MicaGL

@Suite struct ConvexPolygonTests {
    /// How many times a quadrilateral has a point inside: by its two triangles.
    private func isInside(_ corners: (Point, Point, Point, Point), _ at: Point) -> Int {
        let (a, b, c, d) = corners
        func side(_ from: Point, _ to: Point) -> Double {
            (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)
        }
        func triangle(_ a: Point, _ b: Point, _ c: Point) -> Int {
            let sides = [side(a, b), side(b, c), side(c, a)]
            return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 } ? 1 : 0
        }
        return triangle(a, b, c) + triangle(a, c, d)
    }

    @Test func parts_cover_what_is_within_the_rectangle_once_and_nothing_else() {
        var random = SeededGenerator(seed: 7)
        var most = 0
        for _ in 0..<2000 {
            let middle = Point(random.number(-20...60), random.number(-20...60))
            let u = Point(random.number(-40...40), random.number(-40...40))
            let v = Point(random.number(-40...40), random.number(-40...40))
            let corners = (middle - u - v, middle + u - v, middle + u + v, middle - u + v)
            let rect = DeviceRect(minX: 5, minY: 0, maxX: 37, maxY: 31)
            let polygon = ConvexPolygon(corners, within: rect)
            most = max(most, polygon.quadrilateralCount)
            for _ in 0..<20 {
                let at = Point(random.number(-10...60), random.number(-10...60))
                let isWithin = at.x > 5 && at.x < 37 && at.y > 0 && at.y < 31
                let covered = (0..<polygon.quadrilateralCount).reduce(0) {
                    $0 + isInside(polygon.quadrilateral($1), at)
                }
                #expect(covered == (isWithin ? isInside(corners, at) : 0))
            }
        }
        #expect(most == 3, "none has seven corners")
    }
}
