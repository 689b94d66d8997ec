import CoreGraphics
import UIKitCore

/// The lines of one section of a flow layout, along two axes: `length` is measured along the scrolling axis, `width`
/// across it.
///
/// *Units*: points, from the section's beginning. *Complexity*: equal items take no memory, and every question is O(1);
/// otherwise finding a line is O(log n), and a new size of one item costs the lines that break anew.
struct FlowSection {
    /// The size of an item, along and across.
    struct Extent: Equatable {
        var length: CGFloat
        var width: CGFloat
    }

    /// The items.
    enum Sizes {
        case equal(Extent)
        case own([Extent])
    }

    /// Spaces and the room of the section.
    struct Metrics: Equatable {
        /// The room across, within the insets.
        var room: CGFloat
        var lineSpacing: CGFloat = 0
        var itemSpacing: CGFloat = 0
        /// The insets before and after, along the scrolling axis.
        var before: CGFloat = 0
        var after: CGFloat = 0
        /// The inset at the beginning of lines.
        var side: CGFloat = 0
        var header: CGFloat = 0
        var footer: CGFloat = 0
    }

    let count: Int
    let metrics: Metrics
    private(set) var sizes: Sizes
    /// The first items of the lines, where sizes differ.
    private var firsts: [Int] = []
    /// The lengths of the lines, each with the space behind it, where sizes differ.
    private var lengths = LengthList()

    init(count: Int, metrics: Metrics, sizes: Sizes) {
        (self.count, self.metrics, self.sizes) = (count, metrics, sizes)
        guard case .own = sizes else { return }
        var made: [CGFloat] = []
        var item = 0
        while item < count {
            let line = line(from: item)
            firsts.append(item)
            made.append(line.length + metrics.lineSpacing)
            item += line.count
        }
        lengths = LengthList(made)
    }

    private func extent(_ item: Int) -> Extent {
        switch sizes {
        case .equal(let extent): extent
        case .own(let all): all[item]
        }
    }

    /// How many items fit into the line that begins with an item, and its length.
    private func line(from first: Int) -> (count: Int, length: CGFloat) {
        var (item, used, length) = (first, CGFloat(0), CGFloat(0))
        while item < count {
            let extent = extent(item)
            let more = used + extent.width + (item > first ? metrics.itemSpacing : 0)
            // A thousandth for widths that are quotients.
            if item > first, more > metrics.room + 0.001 { break }
            (used, length) = (more, max(length, extent.length))
            item += 1
        }
        return (item - first, length)
    }

    // MARK: Lines

    /// How many equal items are in a line.
    private func perLine(_ extent: Extent) -> Int {
        let step = extent.width + metrics.itemSpacing
        guard step > 0 else { return max(1, count) }
        return max(
            1, Int(min(CGFloat(max(1, count)), ((metrics.room + metrics.itemSpacing + 0.001) / step).rounded(.down))))
    }

    var lineCount: Int {
        switch sizes {
        case .equal(let extent): count == 0 ? 0 : (count - 1) / perLine(extent) + 1
        case .own: firsts.count
        }
    }

    /// The items of a line.
    func items(ofLine line: Int) -> Range<Int> {
        switch sizes {
        case .equal(let extent):
            let many = perLine(extent)
            return line * many..<min(count, (line + 1) * many)
        case .own: return firsts[line]..<(line + 1 < firsts.count ? firsts[line + 1] : count)
        }
    }

    func line(ofItem item: Int) -> Int {
        switch sizes {
        case .equal(let extent): item / perLine(extent)
        case .own: firsts.firstPlace { $0 > item } - 1
        }
    }

    /// Where the lines begin, after the header and the inset.
    private var firstLine: CGFloat { metrics.header + metrics.before }

    private func start(ofLine line: Int) -> CGFloat {
        switch sizes {
        case .equal(let extent): firstLine + CGFloat(line) * (extent.length + metrics.lineSpacing)
        case .own: firstLine + lengths.offset(of: line)
        }
    }

    private func length(ofLine line: Int) -> CGFloat {
        switch sizes {
        case .equal(let extent): extent.length
        case .own: lengths[line] - metrics.lineSpacing
        }
    }

    /// The length of all lines with the spaces between them.
    private var linesLength: CGFloat {
        let lines = lineCount
        guard lines > 0 else { return 0 }
        switch sizes {
        case .equal(let extent):
            return CGFloat(lines) * extent.length + CGFloat(lines - 1) * metrics.lineSpacing
        case .own: return lengths.total - metrics.lineSpacing
        }
    }

    /// The length of the section with its header, its footer and its insets.
    var total: CGFloat { firstLine + linesLength + metrics.after + metrics.footer }
    /// Where the footer begins.
    var footerStart: CGFloat { total - metrics.footer }

    /// The lines that lie in a range from the section's beginning.
    func lines(from low: CGFloat, to high: CGFloat) -> Range<Int> {
        let lines = lineCount
        guard lines > 0, high > firstLine - 0.001, low < firstLine + linesLength else { return 0..<0 }
        func line(at offset: CGFloat) -> Int {
            switch sizes {
            case .equal(let extent):
                let step = extent.length + metrics.lineSpacing
                guard step > 0 else { return 0 }
                return Int(min(max((offset - firstLine) / step, 0), CGFloat(lines - 1)))
            case .own: return lengths.index(at: offset - firstLine) ?? 0
            }
        }
        let (first, last) = (line(at: low), line(at: high))
        return first..<(max(first, last) + 1)
    }

    // MARK: Items

    /// The place of each item of a line: along, across, and its size.
    ///
    /// The items of a line are spread over the room, and lie in the middle of the line's length. The last line is
    /// spread as if more items of the size of its last one followed, so that it is in line with the others. One item
    /// that has a line for itself, because no second would fit, is in its middle.
    ///
    /// *Source*: steipete/PSTCollectionView, PSTGridLayoutRow, which was made to be as Apple's: "UICollectionView is
    /// smart and lays out items like they would have been placed on a full row"; "Special case one item row to split
    /// leftover space in half". Measured in a picture of an iOS simulator: an item of 90 points in a room of 78 begins 6 points
    /// before it.
    func places(ofLine line: Int) -> [(item: Int, along: CGFloat, across: CGFloat, extent: Extent)] {
        let items = items(ofLine: line)
        let (start, length) = (start(ofLine: line), length(ofLine: line))
        var (fitting, rest) = (0, metrics.room)
        while fitting < items.count {
            let width = extent(items.lowerBound + fitting).width + (fitting > 0 ? metrics.itemSpacing : 0)
            if rest + 0.001 < width { break }
            rest -= width
            fitting += 1
        }
        // The last line counts as a full one, of items as its last. Their number is divided out: a room may be very large.
        if fitting == items.count, items.upperBound == count, let last = items.last {
            let width = extent(last).width + (fitting > 0 ? metrics.itemSpacing : 0)
            let more = width > 0 ? max(0, ((rest + 0.001) / width).rounded(.down)) : 0
            rest -= more * width
            fitting += Int(min(more, 1e9))
        }
        // An item that is larger than the room protrudes on both sides alike.
        rest = fitting == 0 ? metrics.room - (items.first.map { extent($0).width } ?? 0) : max(0, rest)
        var across = metrics.side + (fitting <= 1 ? rest / 2 : 0)
        let space = metrics.itemSpacing + (fitting > 1 ? rest / CGFloat(fitting - 1) : 0)
        return items.map { item in
            let extent = extent(item)
            defer { across += extent.width + space }
            return (item, start + (length - extent.length) / 2, across, extent)
        }
    }

    // MARK: Changing

    /// Sets the size of an item. The lines from its own on break anew, until one begins with the same item as before.
    mutating func set(_ item: Int, _ extent: Extent) {
        guard case .own(var all) = sizes, all.indices.contains(item), all[item] != extent else { return }
        // Without this the array would be copied.
        sizes = .equal(extent)
        all[item] = extent
        sizes = .own(all)
        var index = line(ofItem: item)
        // A smaller item may go to the line before.
        if index > 0 { index -= 1 }
        var next = firsts[index]
        while next < count {
            let line = line(from: next)
            // Lines that began within this one are gone.
            while index + 1 < firsts.count, firsts[index + 1] < next + line.count {
                firsts.remove(at: index + 1)
                lengths.remove(at: index + 1)
            }
            lengths.set(index, line.length + metrics.lineSpacing, isEstimate: false)
            next += line.count
            index += 1
            guard next < count else { break }
            if index < firsts.count, firsts[index] == next {
                if next > item { return }
                continue
            }
            firsts.insert(next, at: index)
            lengths.insert(0, isEstimate: false, at: index)
        }
        while firsts.count > index {
            firsts.removeLast()
            lengths.remove(at: lengths.count - 1)
        }
    }
}
