import Foundation

/// The placement and look of one letter over time: the text's, changed by its share of each animator.
struct LottieLetterStyle {
    private let text: LottieText
    private let layout: LottieTextLayout
    private let index: Int
    private let document: LottieTextDocument
    private let spacing: LottieTrack<[Double]>?
    /// The positions of letters on a path: three numbers for each letter.
    private let positions: LottieTrack<[Double]>?

    init(
        _ text: LottieText, _ layout: LottieTextLayout, _ index: Int, _ document: LottieTextDocument,
        _ spacing: LottieTrack<[Double]>?, _ positions: LottieTrack<[Double]>?
    ) {
        (self.text, self.layout, self.index, self.document) = (text, layout, index, document)
        (self.spacing, self.positions) = (spacing, positions)
    }

    private var letter: LottieTextLayout.Letter { layout.letters[index] }

    /// A value changed by all animators that have a track for it, each by its share.
    private func animated<Value: LottieBlendable, Part>(
        _ start: Value, _ part: KeyPath<LottieTextAnimator, LottieTrack<Part>?>, _ sampling: LottieSampling,
        also others: [any LottieTimed] = [], _ add: (inout Value, Part, _ share: Double) -> Void,
        finish: (inout Value, LottieMoment) -> Void = { _, _ in }
    ) -> LottieTrack<Value> {
        let animators = text.animators.compactMap { animator in
            animator[keyPath: part].map { (animator.selector, $0) }
        }
        let tracks = animators.flatMap { $0.0.tracks + [$0.1 as any LottieTimed] } + others
        return sampling.combine(tracks, isStraight: false) { moment in
            var value = start
            for (selector, track) in animators {
                add(&value, track.value(moment), layout.share(selector, index, moment))
            }
            finish(&value, moment)
            return value
        }
    }

    /// The letter's placement, about the middle of its baseline.
    func transform(_ sampling: LottieSampling) -> LottieTransform {
        let letter = letter
        let middle = SIMD3(letter.advance / 2, 0, 0)
        let size = SIMD3(letter.advance, document.size, 0)
        var result = LottieTransform()
        let alignment = text.alignment
        let others: [any LottieTimed] = [alignment]
        result.anchor = animated(middle, \.anchor, sampling, also: others) {
            $0 += $1 * $2
        } finish: { value, moment in
            value += alignment.value(moment) / 100 * size * 0.5
            value /= letter.scale
            value.z = 0
        }
        let spaced: [any LottieTimed] = (positions ?? spacing).map { [$0] } ?? []
        // On a path, only the offset from the baseline belongs to the letter.
        let position = SIMD3(positions == nil ? letter.x : 0, letter.y, 0)
        result.position = animated(position, \.position, sampling, also: spaced + others) {
            $0 += $1 * $2
        } finish: { value, moment in
            value += alignment.value(moment) / 100 * size * 0.5
            if let positions {
                let all = positions.value(moment)
                let (c, s) = (cos(all[3 * index + 2]), sin(all[3 * index + 2]))
                value = SIMD3(
                    all[3 * index] + value.x * c - value.y * s, all[3 * index + 1] + value.x * s + value.y * c, 0)
                return
            }
            value += middle
            if let spacing { value.x += spacing.value(moment)[index] }
            value.z = 0
        }
        let percent = SIMD3(letter.scale, letter.scale, 1) * 100
        result.scale = animated(percent, \.scale, sampling) { value, scale, share in
            let one = SIMD3<Double>(repeating: 1)
            let change: SIMD3<Double> = (scale / 100 - one) * share
            value *= one + change
        }
        let turned: [any LottieTimed] = positions.map { [$0] } ?? []
        result.rotation = animated(0, \.rotation, sampling, also: turned) {
            $0 += $1 * $2
        } finish: { value, moment in
            if let positions { value += positions.value(moment)[3 * index + 2] * 180 / .pi }
        }
        result.skew = animated(0, \.skew, sampling) { $0 += $1 * $2 }
        result.skewAxis = animated(0, \.skewAxis, sampling) { $0 += $1 * $2 }
        return result
    }

    /// In percent.
    func opacity(_ sampling: LottieSampling) -> LottieTrack<Double> {
        animated(100, \.opacity, sampling) { value, opacity, share in
            value *= 1 + (opacity / 100 - 1) * share
        }
    }

    /// The paints of the letter, front to back.
    func paints(_ sampling: LottieSampling, scale: Double) -> [LottieItem] {
        var items: [LottieItem] = []
        func mixed(_ start: SIMD4<Double>, _ part: KeyPath<LottieTextAnimator, LottieTrack<SIMD4<Double>>?>)
            -> LottieTrack<SIMD4<Double>>
        {
            animated(start, part, sampling) { value, color, share in
                value += (color - value) * min(max(share, 0), 1)
            }
        }
        let hasFill = document.fill != nil || text.animators.contains { $0.fill != nil }
        if hasFill {
            let fill = mixed(document.fill ?? SIMD4(0, 0, 0, 0), \.fill)
            items.append(.paint(LottiePaint(color: .plain(fill), opacity: LottieTrack(100.0))))
        }
        let isStroked = document.strokeWidth > 0 || text.animators.contains { $0.strokeWidth != nil }
        if isStroked, scale > 0, document.stroke != nil || text.animators.contains(where: { $0.stroke != nil }) {
            let stroke = mixed(document.stroke ?? SIMD4(0, 0, 0, 1), \.stroke)
            let width = animated(document.strokeWidth, \.strokeWidth, sampling) {
                $0 += $1 * $2
            } finish: { value, _ in
                value = max(value, 0) / scale
            }
            let line = LottieItem.paint(
                LottiePaint(color: .plain(stroke), opacity: LottieTrack(100.0), stroke: LottieStroke(width: width)))
            items.insert(line, at: document.strokeIsOnTop ? 0 : items.count)
        }
        return items
    }
}
