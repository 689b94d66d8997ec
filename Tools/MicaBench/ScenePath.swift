import Foundation

/// One of the closed paths of the scene of paths: a circle with two waves on its radius, as cubics.
struct ScenePath {
    /// How many paths the scene has.
    static let count = 200
    /// How many cubics a path has.
    static let segments = 200

    /// The start, then for each cubic two controls and the end: x and y of each, in pixels.
    let coordinates: [Float]

    /// Makes the path of a frame: a Catmull-Rom spline through points on the wave.
    init(_ index: Int, frame: Int) {
        let numbers = SceneNumbers(stream: 6)
        let centerX = 110 + numbers.unit(index, 0) * Double(BenchScene.width - 220)
        let centerY = 110 + numbers.unit(index, 1) * Double(BenchScene.height - 220)
        let (slow, fast) = (3 + floor(6 * numbers.unit(index, 2)), 5 + floor(10 * numbers.unit(index, 3)))
        let (slowPhase, fastPhase) = (numbers.angle(index, 4), numbers.angle(index, 5))

        func point(_ index: Int) -> SIMD2<Double> {
            let angle = 2 * Double.pi * Double(index) / Double(Self.segments)
            let first = 0.25 * sin(slow * angle + slowPhase + 0.05 * Double(frame))
            let second = 0.15 * sin(fast * angle + fastPhase - 0.03 * Double(frame))
            let radius = 90 * (1 + first + second)
            return SIMD2(centerX + radius * cos(angle), centerY + radius * sin(angle))
        }

        let points = (-1...Self.segments + 1).map(point)
        var coordinates = [Float(points[1].x), Float(points[1].y)]
        coordinates.reserveCapacity(2 + 6 * Self.segments)
        for i in 0..<Self.segments {
            let (before, start, end, after) = (points[i], points[i + 1], points[i + 2], points[i + 3])
            for point in [start + (end - before) / 6, end - (after - start) / 6, end] {
                coordinates.append(Float(point.x))
                coordinates.append(Float(point.y))
            }
        }
        self.coordinates = coordinates
    }
}
