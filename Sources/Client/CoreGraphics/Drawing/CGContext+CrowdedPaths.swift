import MicaBase
import MicaRaster

/// Fills of paths with very many elements, whose coverage Mica's rasterizer computes.
extension DrawnShape {
    /// The most elements of a path that Cairo draws. It sorts all edges of a path in each row, so that twice the elements of
    /// one that crosses itself take four times as long.
    static let mostElements = 4_000

    /// The path, and the rule by which its inside is drawn, of a fill with more elements; nil for other shapes. *Space*:
    /// pixels.
    var crowdedRegion: (path: Path, rule: FillRule)? {
        guard case .fill(let path, let rule) = self, path.isLonger(than: Self.mostElements) else { return nil }
        return (path, rule == .winding ? .nonZero : .evenOdd)
    }
}

extension Path {
    /// Whether there are more elements.
    fileprivate func isLonger(than limit: Int) -> Bool {
        var count = 0
        for _ in elements {
            count += 1
            if count > limit { return true }
        }
        return false
    }
}

extension CairoCanvas {
    /// Sets the pixels of an empty canvas to white, as much as a region covers them.
    func cover(_ region: (path: Path, rule: FillRule)) {
        var rasterizer = Rasterizer()
        rasterizer.begin(region.path, transform: Homography(.identity), rule: region.rule, clip: bounds)
        withPixels {
            while rasterizer.nextRow() {
                for index in 0..<rasterizer.spanCount {
                    let span = rasterizer.span(index)
                    for x in span.x..<span.x + span.count {
                        let level = span.uniform ?? rasterizer.coverage[x - rasterizer.clip.minX]
                        self[x, rasterizer.row] = UInt32(level) * 0x0101_0101
                    }
                }
            }
        }
    }
}
