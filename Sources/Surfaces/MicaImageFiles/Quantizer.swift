import MicaCodecs

/// A picture with at most 256 colours, one of which may mean "transparent".
struct IndexedPicture {
    /// The colours, 0xRRGGBB.
    var palette: [UInt32]
    /// A palette index for each pixel; `transparentIndex` for transparent pixels.
    var indices: [UInt8]
    /// The index after the palette's last colour: 255 at most.
    var transparentIndex: UInt8 { UInt8(palette.count) }
}

/// Reduces opaque 0xFFRRGGBB pixels to at most 255 colours; pixels of 0 become the transparent index.
///
/// A picture with at most 255 colours keeps them exactly. Otherwise colours are divided by variance: the box of
/// colours with the greatest squared error is split at its mean along its widest axis, until there are 255 boxes
/// (Wan, Wong and Prusinkiewicz 1990, on a histogram of 5 bits a channel). Equal pixels always give an equal palette.
func quantize(_ pixels: [UInt32]) -> IndexedPicture {
    if let exact = indexExactly(pixels) { return exact }
    var histogram = ColourHistogram()
    for pixel in pixels where pixel != 0 { histogram.add(pixel) }
    let (palette, indexOfBin) = histogram.cut(into: 255)
    var indices = [UInt8](repeating: UInt8(palette.count), count: pixels.count)
    for (position, pixel) in pixels.enumerated() where pixel != 0 {
        indices[position] = indexOfBin[ColourHistogram.bin(of: pixel)]
    }
    return IndexedPicture(palette: palette, indices: indices)
}

/// The pixels with their exact colours, in order of appearance; nil for more than 255 colours.
private func indexExactly(_ pixels: [UInt32]) -> IndexedPicture? {
    var palette: [UInt32] = []
    var indexOfColour: [UInt32: UInt8] = [:]
    var indices = [UInt8](repeating: 0, count: pixels.count)
    var last: UInt32 = 0, lastIndex: UInt8 = 0
    var gaps: [Int] = []
    for (position, pixel) in pixels.enumerated() {
        if pixel == 0 {
            gaps.append(position)
            continue
        }
        if pixel != last {
            if let known = indexOfColour[pixel] {
                lastIndex = known
            } else {
                guard palette.count < 255 else { return nil }
                lastIndex = UInt8(palette.count)
                indexOfColour[pixel] = lastIndex
                palette.append(pixel & 0xffffff)
            }
            last = pixel
        }
        indices[position] = lastIndex
    }
    for position in gaps { indices[position] = UInt8(palette.count) }
    return IndexedPicture(palette: palette, indices: indices)
}

/// The frequencies of a picture's colours, in 32 x 32 x 32 bins.
private struct ColourHistogram {
    /// Statistics of the pixels in a bin, or in a box of bins: their number, channel sums, and sums of squares.
    struct Moments {
        var count = 0
        var sum = SIMD3<Int>()
        var squares = SIMD3<Int>()

        static func + (a: Moments, b: Moments) -> Moments {
            Moments(count: a.count + b.count, sum: a.sum &+ b.sum, squares: a.squares &+ b.squares)
        }

        /// The mean colour, each channel in 0...255.
        var mean: SIMD3<Double> { SIMD3<Double>(sum) / Double(max(count, 1)) }
        /// The squared error of each channel when all pixels get the mean colour.
        var error: SIMD3<Double> { SIMD3<Double>(squares) - SIMD3<Double>(sum) * mean }
    }

    private var bins = [Moments](repeating: Moments(), count: 1 << 15)

    static func bin(of pixel: UInt32) -> Int {
        let red = pixel >> 19 & 31, green = pixel >> 11 & 31, blue = pixel >> 3 & 31
        return Int(red << 10 | green << 5 | blue)
    }

    mutating func add(_ pixel: UInt32) {
        let colour = SIMD3(Int(pixel >> 16 & 0xff), Int(pixel >> 8 & 0xff), Int(pixel & 0xff))
        let index = Self.bin(of: pixel)
        bins[index].count += 1
        bins[index].sum &+= colour
        bins[index].squares &+= colour &* colour
    }

    /// Divides the used bins into boxes; returns the mean colour of each box, and the box of each bin.
    func cut(into limit: Int) -> (palette: [UInt32], indexOfBin: [UInt8]) {
        struct Box {
            var bins: [Int]
            var moments: Moments
            /// The axis with the greatest error, and the squared error of all axes; 0 when the box cannot be split.
            var axis = 0
            var error = 0.0

            init(_ bins: [Int], in histogram: [Moments]) {
                self.bins = bins
                moments = bins.reduce(Moments()) { $0 + histogram[$1] }
                let errors = moments.error
                for candidate in 1..<3 where errors[candidate] > errors[axis] { axis = candidate }
                error = bins.count > 1 ? errors.sum() : 0
            }
        }
        var boxes = [Box(bins.indices.filter { bins[$0].count > 0 }, in: bins)]
        while boxes.count < limit, let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }) {
            let box = boxes[worst]
            guard box.error > 0 else { break }
            let middle = box.moments.mean[box.axis]
            var low: [Int] = [], high: [Int] = []
            for bin in box.bins {
                if bins[bin].mean[box.axis] < middle { low.append(bin) } else { high.append(bin) }
            }
            if low.isEmpty || high.isEmpty {
                // All bins have the same mean on this axis: the remaining error is within bins.
                boxes[worst].error = 0
                continue
            }
            boxes[worst] = Box(low, in: bins)
            boxes.append(Box(high, in: bins))
        }
        var indexOfBin = [UInt8](repeating: 0, count: bins.count)
        var palette: [UInt32] = []
        for (index, box) in boxes.enumerated() {
            for bin in box.bins { indexOfBin[bin] = UInt8(index) }
            let mean = box.moments.mean.rounded(.toNearestOrAwayFromZero)
            palette.append(UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z))
        }
        return (palette, indexOfBin)
    }
}
