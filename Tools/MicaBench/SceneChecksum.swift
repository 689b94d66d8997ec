import Foundation

extension BenchScene {
    /// A sum over all numbers of a frame, for comparing generators in different languages.
    ///
    /// Sums of `Float` stay `Float`, as in C, so that the last digits agree too.
    package func checksum(frame: Int) -> Double {
        let items = items(frame: frame)
        var sum = Double(items.count)
        for (position, item) in items.enumerated() {
            var value = Double(item.width + item.height + item.cornerRadius + item.opacity)
            for (i, element) in [item.a, item.b, item.c, item.d, item.tx, item.ty].enumerated() {
                value += Double(element * Float(i + 1))
            }
            for i in 0..<4 { value += Double(item.gradient[i]) }
            value += Double(item.color & 0xFF_FFFF) * 1e-5 + Double(item.stops[1] & 0xFF_FFFF) * 1e-5
            sum += value * Double(1 + position % 8)
        }
        guard self == .paths else { return sum }
        for index in 0..<ScenePath.count {
            for coordinate in ScenePath(index, frame: frame).coordinates { sum += Double(coordinate) * 1e-3 }
        }
        return sum
    }

    /// The lines that the comparison's own check prints: scene, frame and checksum, for three frames of each scene.
    package static var checksumLines: [String] {
        allCases.filter { $0.isCompared && $0.rawValue.isLowercase }.flatMap { scene in
            [0, 30, 60].map { "\(scene.rawValue) \($0) " + String(format: "%.1f", scene.checksum(frame: $0)) }
        }
    }
}
