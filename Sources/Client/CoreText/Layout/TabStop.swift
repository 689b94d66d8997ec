/// A position that a tab leads to. *Units*: points. *Space*: x from the line's beginning.
package struct TabStop: Sendable, Hashable {
    /// The part of the text after the tab that is aligned with the stop.
    package enum Alignment: UInt8, Sendable {
        case left, right, center
    }
    /// The position of the stop.
    package var location: Double
    /// The part of the text that is aligned.
    package var alignment: Alignment

    package init(location: Double, alignment: Alignment = .left) {
        (self.location, self.alignment) = (location, alignment)
    }
}

/// Text after a tab, before its width is known. *Units*: points.
struct TabbedText {
    /// The stop of the tab.
    let stop: TabStop
    /// The pen position before the tab.
    let start: Double

    /// The tab at a pen position: it leads to the next stop; after the last stop, to the next multiple of the
    /// interval.
    init(at x: Double, _ settings: ParagraphSettings) {
        start = x
        let slop = 1e-6 * max(1, abs(x))
        if let next = settings.tabStops.first(where: { $0.location > x + slop }) {
            stop = next
            return
        }
        let interval = settings.tabInterval > 0 ? settings.tabInterval : 28
        stop = TabStop(location: ((x / interval).rounded(.down) + 1) * interval)
    }

    /// The advance of the tab when text of a width follows; text that is too wide to fit before its stop begins at
    /// the pen.
    func advance(before width: Double) -> Double {
        switch stop.alignment {
        case .left: stop.location - start
        case .right: max(0, stop.location - start - width)
        case .center: max(0, stop.location - start - width / 2)
        }
    }
}
