import CoreGraphics
import Foundation
import MicaBase

extension Path {
    /// The path as bitmap contexts draw it. Curves are halved until they are close enough to their chords, and the
    /// chords are drawn. A context's chords lie inside the curve; the renderer's chords leave equal areas on both
    /// sides.
    ///
    /// For a stroked line, the curves at its edges have to be close enough, so a wide line has more chords. A short
    /// piece of the tangent keeps the curve's direction at ends of lines and at corners between curves.
    ///
    /// - Parameters:
    ///   - toPixels: from the path's space to pixels.
    ///   - halfWidth: half of the line's width, in pixels; 0 for a fill.
    /// - Returns: nil when chords cannot be used: the line bends too sharply for its width, so chords would change its
    ///   outline; the path would have a million points or more; or `toPixels` cannot be inverted or is not finite.
    func withChords(toPixels: CGAffineTransform, halfWidth: Double = 0) -> Path? {
        guard verbs.contains(where: { $0 == .quad || $0 == .cubic }) else { return self }
        guard var maker = ChordMaker(toPixels, halfWidth) else { return nil }
        var contour: [ChordMaker.Piece] = []
        var start = Point.zero, current = Point.zero
        for element in elements {
            switch element {
            case .move(let point):
                maker.append(contour, from: start, isClosed: false)
                contour = []
                (start, current) = (point, point)
                maker.path.move(to: point)
            case .line(let end):
                contour.append(ChordMaker.Piece(current, end))
                current = end
            case .quad(let control, let end):
                contour.append(
                    ChordMaker.Piece(
                        current, current + (control - current) * (2.0 / 3), end + (control - end) * (2.0 / 3), end))
                current = end
            case .cubic(let control1, let control2, let end):
                contour.append(ChordMaker.Piece(current, control1, control2, end))
                current = end
            case .close:
                maker.append(contour, from: start, isClosed: true)
                contour = []
                maker.path.close()
                current = start
            }
        }
        maker.append(contour, from: start, isClosed: false)
        return maker.isTight || maker.isTooLong ? nil : maker.path
    }
}

/// Converts the curves of a path to chords, as bitmap contexts do.
private struct ChordMaker {
    /// A line or a cubic curve, in the path's space.
    struct Piece {
        var p0, p1, p2, p3: Point
        var isLine = false

        init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
            (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
        }

        init(_ start: Point, _ end: Point) {
            self.init(start, start, end, end)
            isLine = true
        }

        /// The directions at the start and the end; zero for a piece without length.
        var directions: (start: Point, end: Point) {
            let leaving = [p1, p2, p3].first { $0 != p0 } ?? p0
            let arriving = [p2, p1, p0].first { $0 != p3 } ?? p3
            return (leaving - p0, p3 - arriving)
        }
    }

    /// The most that an inner control point may differ, along x or y, from even steps along the chord: the second
    /// differences of the control points. *Units*: pixels.
    ///
    /// *Source*: measured on Apple's picture of airbnb/lottie-ios' 9squares_AlBoardman at frame 88 (iOS 16, 2022).
    /// Lines along circles of nine radii lie inside the circles by as much as chords of halved curves do. Circles of 29
    /// and 39 pixels have 16 chords a quarter, those of 59 and more have 32, and one of 49 has both. The mean
    /// difference of the picture is least from 0.0695 to 0.0725. Lengths, in place of the larger of two coordinates,
    /// fit less well. Fills use the same value: of 0.035, 0.05, 0.07 and 0.1 the third is best for issue_1541 at 50,
    /// TwitterHeartButton at 0 and TypeFace/O at 100 (2022 to 2024).
    private static let tolerance = 0.07
    /// The length of the tangent drawn at an end. *Units*: pixels.
    private static let stub = 0.35

    /// The most points of a path. A larger path keeps its curves, so that memory is bounded for every document.
    private static let limit = 1 << 20

    var path = Path()
    /// Whether the path has more points than `limit`.
    var isTooLong: Bool { path.points.count > Self.limit }
    /// Whether a line bends too sharply for its width.
    private(set) var isTight = false
    private let toPixels: CGAffineTransform, fromPixels: CGAffineTransform
    private let halfWidth: Double

    init?(_ toPixels: CGAffineTransform, _ halfWidth: Double) {
        let area = abs(toPixels.a * toPixels.d - toPixels.b * toPixels.c)
        guard area > 1e-12, area.isFinite, halfWidth.isFinite else { return nil }
        (self.toPixels, self.halfWidth) = (toPixels, halfWidth)
        fromPixels = toPixels.inverted()
    }

    private func mapped(_ point: Point, by map: CGAffineTransform) -> Point {
        Point(
            point.x * Double(map.a) + point.y * Double(map.c) + Double(map.tx),
            point.x * Double(map.b) + point.y * Double(map.d) + Double(map.ty))
    }

    /// Appends the pieces of a contour; its start is already in the path.
    mutating func append(_ pieces: [Piece], from start: Point, isClosed: Bool) {
        for (index, piece) in pieces.enumerated() {
            guard !piece.isLine else {
                path.line(to: piece.p3)
                continue
            }
            let points = [piece.p0, piece.p1, piece.p2, piece.p3].map { mapped($0, by: toPixels) }
            guard points.allSatisfy(\.isFinite) else {
                path.cubic(control1: piece.p1, control2: piece.p2, to: piece.p3)
                continue
            }
            let directions = Piece(points[0], points[1], points[2], points[3]).directions
            let isWide = halfWidth > 0
            if isWide, !goesOnSmoothly(pieces, into: index, isClosed) {
                addStub(points, directions.start, at: points[0], 1)
            }
            halve(points, depth: 0)
            if isWide, !goesOnSmoothly(pieces, into: index + 1, isClosed) {
                addStub(points, directions.end, at: points[3], -1)
            }
            path.line(to: piece.p3)
        }
    }

    /// Whether a contour has no corner before a piece.
    private func goesOnSmoothly(_ pieces: [Piece], into index: Int, _ isClosed: Bool) -> Bool {
        // The closing line is not among the pieces, so the two ends only meet where the contour ends at its start.
        let isEnd = index == 0 || index == pieces.count
        if isEnd, !isClosed || pieces[pieces.count - 1].p3 != pieces[0].p0 { return false }
        let (end, start) = (
            pieces[index == 0 ? pieces.count - 1 : index - 1].directions.end,
            pieces[index == pieces.count ? 0 : index].directions.start
        )
        let dot = end.dot(start)
        return dot > 0 && dot * dot > 0.999 * end.squaredLength * start.squaredLength
    }

    /// Appends a short line along the tangent at an end of a curve. `points` are in pixels.
    private mutating func addStub(_ points: [Point], _ direction: Point, at end: Point, _ sign: Double) {
        let length = direction.length
        guard length > 0 else { return }
        let reach = min(Self.stub, (points[3] - points[0]).length / 4)
        path.line(to: mapped(end + direction * (sign * reach / length), by: fromPixels))
    }

    /// Appends the corners between the chords of a curve, without its end. `p` is in pixels.
    private mutating func halve(_ p: [Point], depth: Int) {
        let (first, second) = (p[0] - 2 * p[1] + p[2], p[1] - 2 * p[2] + p[3])
        func largest(_ v: Point) -> Double { max(abs(v.x), abs(v.y)) }
        var bend = max(largest(first), largest(second))
        if halfWidth > 0 {
            let directions = Piece(p[0], p[1], p[2], p[3]).directions
            let lengths = (directions.start.squaredLength * directions.end.squaredLength).squareRoot()
            // About the squared angle between the ends: the second differences of a circle are a sixth of it times the
            // radius.
            let turn = lengths > 0 ? 2 * max(0, 1 - directions.start.dot(directions.end) / lengths) : 0
            bend += halfWidth * turn / 6
            if bend <= Self.tolerance || depth >= 12 {
                let chord = (p[3] - p[0]).length
                if turn > 1e-6, halfWidth * turn.squareRoot() > chord / 2 { isTight = true }
            }
        }
        guard bend > Self.tolerance, depth < 12, !isTooLong else { return }
        let (a, b, c) = ((p[0] + p[1]) * 0.5, (p[1] + p[2]) * 0.5, (p[2] + p[3]) * 0.5)
        let (d, e) = ((a + b) * 0.5, (b + c) * 0.5)
        let middle = (d + e) * 0.5
        halve([p[0], a, d, middle], depth: depth + 1)
        path.line(to: mapped(middle, by: fromPixels))
        halve([middle, e, c, p[3]], depth: depth + 1)
    }
}
