import CoreGraphics
import Foundation
import QuartzCore

/// Text whose letters are in the document as outlines.
extension LottieBuilder {
    /// Adds a layer for each text that the layer shows over time.
    func add(_ text: LottieText, to layer: CALayer, _ animator: LottieAnimator) throws(DocumentError) {
        let keys = text.documents.keys
        for (index, key) in keys.enumerated() {
            try spend()
            let page = plain(in: layer.bounds.size)
            try add(key.value.value, to: page, animator)
            if keys.count > 1 {
                let from = index == 0 ? -1e9 : key.time
                animator.show(page, from: from, to: index + 1 < keys.count ? keys[index + 1].time : 1e9)
            }
            layer.addSublayer(page)
        }
    }

    private func add(_ document: LottieTextDocument, to page: CALayer, _ animator: LottieAnimator) throws(DocumentError)
    {
        guard !document.text.isEmpty else { return }
        let font = composition.fonts[document.font]
        var glyphs: [String: LottieGlyph] = [:]
        for glyph in composition.glyphs where font == nil || glyph.family == font?.family && glyph.style == font?.style
        {
            glyphs[glyph.character] = glyph
        }
        guard !glyphs.isEmpty else {
            reader.warn("text in the font \"\(document.font)\", whose letters are not in the document, is not drawn")
            return
        }
        let scale = document.size / 100
        let tracking = document.tracking * document.size / 1000
        let shapes = LottieShapeBuilder(self, animator, page.bounds.size)
        var y = -document.baselineShift
        for line in document.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let letters = line.map { glyphs[String($0)] }
            let widths = letters.map { ($0?.width ?? 0) * scale + tracking }
            let width = max(0, widths.reduce(0, +) - tracking)
            let extra = max(0, (document.box?.size.x ?? 0) - width)
            var x =
                (document.box?.origin.x ?? 0)
                + (document.box == nil
                    ? [0, -width, -width / 2][min(max(document.justification, 0), 2)]
                    : [0, extra, extra / 2][min(max(document.justification, 0), 2)])
            for (letter, advance) in zip(letters, widths) {
                if let letter, !letter.items.isEmpty {
                    try spend()
                    let place = plain(in: page.bounds.size)
                    place.position = CGPoint(x: x, y: y)
                    place.transform = CATransform3DMakeScale(CGFloat(scale), CGFloat(scale), 1)
                    try shapes.add(letter.items, to: place, inherited: paints(document, scale))
                    page.addSublayer(place)
                }
                x += advance
            }
            y += document.lineHeight ?? document.size * 1.2
        }
    }

    /// What letters are painted with, front to back.
    private func paints(_ document: LottieTextDocument, _ scale: Double) -> [LottieItem] {
        var items: [LottieItem] = []
        if let fill = document.fill {
            items.append(.paint(LottiePaint(color: .plain(LottieTrack(fill)), opacity: LottieTrack(100.0))))
        }
        if let stroke = document.stroke, document.strokeWidth > 0, scale > 0 {
            let line = LottieItem.paint(
                LottiePaint(
                    color: .plain(LottieTrack(stroke)), opacity: LottieTrack(100.0),
                    stroke: LottieStroke(width: LottieTrack(document.strokeWidth / scale))))
            items.insert(line, at: document.strokeIsOnTop ? 0 : items.count)
        }
        return items
    }
}
