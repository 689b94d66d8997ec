import Foundation
import MicaBase
import MicaFrame

extension Painter {
    /// The alpha of another pass, moved and blurred by a Gaussian, in one colour.
    func blur(_ draw: BlurDraw, _ color: PixelColor, in area: DeviceRect) -> Paint? {
        guard let source = picture(draw.pass), draw.deviation.x >= 0, draw.deviation.y >= 0,
            abs(draw.shift.x) < 1e6, abs(draw.shift.y) < 1e6
        else { return nil }
        let limited = draw.deviation.clamped(lowerBound: .zero, upperBound: Point(repeating: BlurDraw.limit))
        let alpha = blurred(source, by: limited, moved: draw.shift, in: area)
        let color = Color(color)
        return { x, y in color * alpha(x, y).w }
    }

    /// A picture blurred along x, then along y.
    ///
    /// - Parameter edges: the pixels whose weights count; nil for all.
    func blurred(
        _ source: Picture, by deviation: SIMD2<Double>, moved shift: SIMD2<Double>, inside edges: DeviceRect? = nil,
        in area: DeviceRect
    ) -> Paint {
        let (across, down) = (Gaussian(deviation.x, shift.x), Gaussian(deviation.y, shift.y))
        // The rows of the picture that contribute to a row of the area.
        let rows = (area.minY + down.offsets.lowerBound)..<(area.maxY + down.offsets.upperBound)
        let wanted = rows.clamped(to: source.bounds.minY..<source.bounds.maxY)
        let blurredRows = wanted.map { y in
            (area.minX..<area.maxX).map { x in
                across.sum(at: x, inside: edges.map { $0.minX..<$0.maxX }) { source[x + $0, y] }
            }
        }
        let result = (area.minY..<area.maxY).map { y in
            (area.minX..<area.maxX).map { x in
                down.sum(at: y, inside: edges.map { $0.minY..<$0.maxY }) {
                    wanted.contains(y + $0) ? blurredRows[y + $0 - wanted.lowerBound][x - area.minX] : .zero
                }
            }
        }
        return { x, y in result[y - area.minY][x - area.minX] }
    }
}

/// The weights of neighbours along one axis: a Gaussian whose centre is at `-shift`, out to three deviations.
private struct Gaussian {
    /// The distances of the neighbours.
    let offsets: Range<Int>
    /// A weight for each neighbour; their sum is 1.
    private let weights: [Double]

    init(_ deviation: Double, _ shift: Double) {
        let reach = Int((deviation * 3).rounded(.up))
        let offsets = Int((-shift).rounded(.down)) - reach..<Int((-shift).rounded(.up)) + reach + 1
        let values = offsets.map { offset in
            let distance = Double(offset) + shift
            // A deviation far below a pixel would fall between the samples of the Gaussian: linear weights are used
            // instead.
            return deviation < 0.25
                ? max(0, 1 - abs(distance)) : exp(-distance * distance / (2 * deviation * deviation))
        }
        let total = values.reduce(0, +)
        (self.offsets, weights) = (offsets, values.map { $0 / total })
    }

    /// The weighted sum of the neighbours' colours, divided by the sum of the weights of those that count.
    func sum(at position: Int, inside counted: Range<Int>?, _ color: (Int) -> Color) -> Color {
        var (sum, share) = (Color.zero, 0.0)
        for (offset, weight) in zip(offsets, weights) {
            sum += color(offset) * weight
            if let counted, !counted.contains(position + offset) { continue }
            share += weight
        }
        return counted == nil || share == 0 ? sum : sum / share
    }
}
