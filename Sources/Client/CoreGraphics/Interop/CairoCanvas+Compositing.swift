import MicaTrace

/// The rounded product of two numbers in 0...255, where 255 means 1.
private func times(_ a: Int, _ b: Int) -> Int { (a * b + 127) / 255 }

extension CairoCanvas {
    /// Composites pixels through another canvas' alpha, with a mode that Cairo lacks. All canvases use the context's
    /// pixels.
    ///
    /// Where the coverage is partial, the result is mixed with the old pixel in that proportion.
    func blend(_ source: CairoCanvas, through coverage: CairoCanvas, mode: CGBlendMode) {
        let part = bounds.intersection(source.bounds).intersection(coverage.bounds)
        source.flush()
        coverage.flush()
        withPixels {
            for y in part.minY..<part.maxY {
                let (from, cover, to) = unsafe (source.row(y), coverage.row(y), row(y))
                for x in part.minX..<part.maxX {
                    let share = unsafe Int(cover[x] >> 24)
                    guard share > 0 else { continue }
                    let s = unsafe from[x]
                    let d = unsafe isOpaque ? to[x] | 0xFF00_0000 : to[x]
                    unsafe to[x] = mixed(d, mode.blended(s, d), share)
                }
            }
        }
    }

    /// Mixes two pixels; `share` is the part of `new`, 0...255.
    private func mixed(_ old: UInt32, _ new: UInt32, _ share: Int) -> UInt32 {
        if share == 255 { return new }
        var result: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
            let (a, b) = (Int(old >> shift & 255), Int(new >> shift & 255))
            result |= UInt32((a * (255 - share) + b * share + 127) / 255) << shift
        }
        return result
    }

    /// The alpha of every pixel.
    func alphas() -> [Float] {
        flush()
        var result: [Float] = []
        result.reserveCapacity(bounds.width * bounds.height)
        for y in bounds.minY..<bounds.maxY {
            for x in bounds.minX..<bounds.maxX { result.append(Float(self[x, y] >> 24)) }
        }
        return result
    }
}

extension CGBlendMode {
    /// The result of modes that Cairo lacks, for premultiplied pixels.
    fileprivate func blended(_ s: UInt32, _ d: UInt32) -> UInt32 {
        let (sa, da) = (Int(s >> 24), Int(d >> 24))
        let ra = min(255, sa + da)
        var result: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
            let (sc, dc) = (Int(s >> shift & 255), Int(d >> shift & 255))
            let value =
                switch self {
                case .sourceIn: times(sc, da)
                case .sourceOut: times(sc, 255 - da)
                case .destinationIn: times(dc, sa)
                case .destinationAtop: min(255, times(sc, 255 - da) + times(dc, sa))
                case .plusDarker: shift == 24 ? ra : max(0, ra - (da - dc) - (sa - sc))
                default: stopProgram("Cairo has \(self)")
                }
            result |= UInt32(value) << shift
        }
        return result
    }
}
