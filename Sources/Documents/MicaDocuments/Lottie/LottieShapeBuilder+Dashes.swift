import CoreGraphics
import Foundation

/// Dashes: dash patterns of a shape layer's stroke, or, where their lengths change, outlines cut into dashes.
extension LottieShapeBuilder {
    /// The lengths of dashes and gaps at a moment; nil for none, or when they draw the whole line.
    static func dashes(_ stroke: LottieStroke, _ moment: LottieMoment) -> [Double]? {
        let lengths = stroke.dashes.map { $0.value(moment) == 0 ? 0.01 : $0.value(moment) }
        guard lengths.contains(where: { $0 > 0.01 }), lengths.allSatisfy({ $0 > 0 }) else { return nil }
        return lengths
    }

    /// Cuts outlines into dashes with changing lengths, twice per frame.
    ///
    /// - Parameter stroke: a stroke with dashes; draw the result without dashes.
    func dashed(
        _ outlines: LottieTrack<LottieOutlines>, _ stroke: LottieStroke, _ trim: LottieTrim?
    ) -> LottieTrack<LottieOutlines> {
        var tracks: [any LottieTimed] = stroke.dashes.map { $0 as any LottieTimed } + [stroke.dashOffset, outlines]
        if let trim { tracks += [trim.start, trim.end, trim.offset] as [any LottieTimed] }
        let builder = builder
        return sampling.combine(tracks, isStraight: false) { moment in
            var here = outlines.value(moment)
            if let trim {
                let range = Self.range(trim, moment)
                here = here.trimmed(from: range.start, to: range.end, oneByOne: trim.isOneByOne)
            }
            guard let lengths = Self.dashes(stroke, moment) else { return here }
            // The number of dashes is limited to what can be distinguished.
            let length = here.outlines.reduce(0) { $0 + $1.measured.length }
            let pattern = lengths.reduce(0, +) / Double(lengths.count)
            guard builder.mayCombine(here.outlines.count + Int(min(length / max(pattern, 1e-3), 1e9)), pairs: 0) else {
                return here
            }
            let cut = here.path().copy(
                dashingWithPhase: CGFloat(stroke.dashOffset.value(moment)), lengths: lengths.map { CGFloat($0) })
            return LottieOutlines(outlines: LottieInterop.outlines(of: cut))
        }
    }
}
