/// A place that a tabulator leads to. *Units*: points. *Space*: x from where the line begins.
package struct TabStop: Sendable, Hashable {
    /// Which part of the text after the tab is aligned with the stop.
    package enum Alignment: UInt8, Sendable {
        case left, right, center
    }
    /// Where it is.
    package var location: Double
    /// The part of the text that is aligned.
    package var alignment: Alignment

    /// Makes a stop.
    package init(location: Double, alignment: Alignment = .left) {
        (self.location, self.alignment) = (location, alignment)
    }
}

/// Text behind a tabulator, of which it is not known yet how wide it is. *Units*: points.
struct TabbedText {
    /// Where the tabulator leads to.
    let stop: TabStop
    /// Where the pen was before the tabulator.
    let start: Double

    /// The tabulator of a pen's place: to the first stop behind it; beyond the last one, in equal steps.
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

    /// How far the tabulator moves the pen before text of a width: text that is too wide pushes on.
    func advance(before width: Double) -> Double {
        switch stop.alignment {
        case .left: stop.location - start
        case .right: max(0, stop.location - start - width)
        case .center: max(0, stop.location - start - width / 2)
        }
    }
}
