import MicaBase

/// The weights of a Gaussian whose centre lies between whole numbers, cut off at two deviations; the weights add up
/// to 1.
///
/// *Source*: measured on Apple's picture of airbnb/lottie-ios' issue_1169_shadow_style (2022), drawn with
/// `render(in:)`. Beside a straight edge, with deviation 12 pixels and opacity 0.9, Apple's alphas at 0.5, 10.5,
/// 16.5, 20.5, 22.5 and 24.5 pixels are 110, 40, 15, 5, 2 and 0. These weights give 110.8, 40.4, 14.9, 5.1, 1.8 and
/// 0; without the cut, they would give 110.9, 43.8, 19.4, 10.1, 7.0 and 4.7. gnustep/libs-quartzcore pull request
/// 115, measured on Apple's too, also found that shadows reach exactly two radii.
/// - Parameters:
///   - shift: The centre, from 0 up to 1.
///   - sigma: The standard deviation; 0 divides the weight between the two nearest numbers.
/// - Returns: The weights, and the position of the first.
private func weights(shift: Double, sigma: Double) -> (first: Int, values: [Float]) {
    guard sigma > 0 else { return (0, [Float(1 - shift), Float(shift)]) }
    let reach = max(1, Int((2 * sigma).rounded(.up)))
    // Each weight is the Gaussian's integral over a pixel, so that narrow Gaussians are accurate, too.
    func integral(_ x: Double) -> Double { 0.5 * erf(min(max(x / sigma, -2), 2) / 2.0.squareRoot()) }
    let values = (-reach...reach + 1).map { k -> Double in
        let x = Double(k) - shift
        return integral(x + 0.5) - integral(x - 0.5)
    }
    let sum = values.reduce(0, +)
    return (-reach, values.map { Float($0 / sum) })
}

/// Moves and blurs the numbers of a rectangle by a Gaussian.
///
/// - Parameters:
///   - levels: The numbers of `source`, row by row; 0 outside it.
///   - source: The rectangle of `levels`.
///   - target: The rectangle of the result.
///   - offset: The displacement. *Units*: pixels.
///   - sigma: The standard deviation. *Units*: pixels.
/// - Complexity: O(pixels * sigma).
func softened(
    _ levels: [Float], from source: DeviceRect, to target: DeviceRect, offset: (x: Double, y: Double), sigma: Double
) -> [Float] {
    func split(_ v: Double) -> (Int, Double) { (Int(v.rounded(.down)), v - v.rounded(.down)) }
    let ((wholeX, partX), (wholeY, partY)) = (split(offset.x), split(offset.y))
    let (across, down) = (weights(shift: partX, sigma: sigma), weights(shift: partY, sigma: sigma))
    let width = target.width
    // Horizontally first, for every row of the source; then vertically.
    var rows = [Float](repeating: 0, count: width * source.height)
    for y in 0..<source.height {
        for x in 0..<width {
            // The result at target x uses the source at x - offset - k.
            let start = target.minX + x - wholeX - across.first - source.minX
            let low = max(0, start - source.width + 1)
            let high = min(across.values.count - 1, start)
            guard low <= high else { continue }
            var sum: Float = 0
            for k in low...high { sum += across.values[k] * levels[y * source.width + start - k] }
            rows[y * width + x] = sum
        }
    }
    var result = [Float](repeating: 0, count: width * target.height)
    for y in 0..<target.height {
        let start = target.minY + y - wholeY - down.first - source.minY
        let low = max(0, start - source.height + 1)
        let high = min(down.values.count - 1, start)
        guard low <= high else { continue }
        for k in low...high {
            let (weight, from) = (down.values[k], (start - k) * width)
            for x in 0..<width { result[y * width + x] += weight * rows[from + x] }
        }
    }
    return result
}

extension PixelCanvas {
    /// Fills with one colour, not premultiplied, at levels from 0 to 255.
    func fill(_ levels: [Float], red: Double, green: Double, blue: Double, alpha: Double) {
        var index = 0
        for y in bounds.minY..<bounds.maxY {
            for x in bounds.minX..<bounds.maxX {
                let a = Double(levels[index]) * alpha
                func level(_ c: Double) -> UInt32 { UInt32(min(max((a * c).rounded(), 0), 255)) }
                self[x, y] = level(1) << 24 | level(red) << 16 | level(green) << 8 | level(blue)
                index += 1
            }
        }
    }
}
