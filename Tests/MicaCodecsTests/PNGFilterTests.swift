import CMicaImageFiles
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaRandom
import Testing

/// The filters of PNG's rows: the loops for x86 against plain C.
@Suite struct PNGFilterTests {
    /// The filter's number and the filtered bytes of a row.
    private func filtered(
        _ row: [UInt8], _ above: [UInt8], step: Int, filters: Int32, isPlain: Bool
    ) -> (filter: Int32, bytes: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: row.count - step)
        let count = bytes.count
        let filter = unsafe row.withUnsafeBufferPointer { row in
            unsafe above.withUnsafeBufferPointer { above in
                unsafe bytes.withUnsafeMutableBufferPointer { out in
                    guard let row = row.baseAddress, let above = above.baseAddress else { return Int32(-1) }
                    return unsafe (isPlain ? mica_png_filter_plainly : mica_png_filter)(
                        row + step, above + step, count, step, filters, out.baseAddress)
                }
            }
        }
        return (filter, bytes)
    }

    private func expectEqual(_ row: [UInt8], _ above: [UInt8], step: Int, filters: Int32) {
        let wide = filtered(row, above, step: step, filters: filters, isPlain: false)
        let plain = filtered(row, above, step: step, filters: filters, isPlain: true)
        #expect(wide.filter == plain.filter && wide.bytes == plain.bytes, "\(row) below \(above)")
    }

    @Test func rows_of_noise_and_of_few_values_are_filtered_alike() {
        var random = SeededGenerator(seed: 52)
        for round in 0..<20_000 {
            let step = 3 + round % 2, count = step * Int(1 + random.next() % 40)
            // Noise, extremes, and few values, for which sums are equal more often.
            let values: [UInt8] = [[], [0, 255], [0, 1, 2, 3], [7, 250]][round / 2 % 4]
            func row() -> [UInt8] {
                [UInt8](repeating: 0, count: step)
                    + (0..<count).map { _ in
                        values.isEmpty ? UInt8(truncatingIfNeeded: random.next()) : random.pick(values)
                    }
            }
            expectEqual(row(), row(), step: step, filters: round / 8 % 2 == 0 ? 5 : 3)
        }
    }

    @Test func the_fifth_filter_is_the_same_for_all_neighbours() {
        // The left byte, that above and that in the corner take all values together, in rows that the fifth filter suits best: each byte
        // is the prediction of these.
        func prediction(_ a: Int, _ b: Int, _ c: Int) -> Int {
            let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
            return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        }
        for corner in stride(from: 0, through: 255, by: 5) {
            for left in stride(from: 0, through: 255, by: 3) {
                var (row, above) = ([UInt8](repeating: 0, count: 3), [UInt8](repeating: 0, count: 3))
                for up in 0..<256 {
                    row += [UInt8(left), 0, 0, UInt8(prediction(left, up, corner)), 0, 0]
                    above += [UInt8(corner), 0, 0, UInt8(up), 0, 0]
                }
                expectEqual(row, above, step: 3, filters: 5)
            }
        }
    }

    @Test func opaque_rows_of_all_widths_decode_to_their_pixels() throws {
        var random = SeededGenerator(seed: 7)
        for width in 1...17 {
            let pixels = (0..<width * 3).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
            let bitmap = Bitmap(width: width, height: 3, pixels: pixels)
            for level in [0, 1, 5] {
                let decoded = try ImageDecoder(bytes: PNGEncoder.encode(bitmap, level: level)).decode()
                #expect(decoded.pixels == pixels, "\(width) pixels, level \(level)")
            }
        }
    }
}
