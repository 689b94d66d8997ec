import Foundation

/// Trims of all outlines in a row, where some of the outlines are in groups.
///
/// Each group draws its own outlines: it gets the part of the row that it shows as a trim of its own.
extension LottieShapeBuilder {
    /// Trims of parts of rows: by the index of the row's trim in a list, then by that of the outline or the group.
    typealias Shares = [Int: [Int: LottieTrim]]

    /// The most outlines and groups in a row.
    private static let rowLimit = 100

    /// The parts of the rows of a list; none for rows without groups, which are cut as a whole.
    ///
    /// Rows with merged outlines, copies of a repeater or other trims are trimmed in each group by itself, as are rows for
    /// which the budget of vertices is too small.
    ///
    /// - Parameter own: the number of the list's own items; the others are those after the group in the enclosing lists.
    func shares(in list: [LottieItem], own: Int) throws(DocumentError) -> Shares {
        guard builder.player != .coreAnimation else { return [:] }
        var result: Shares = [:]
        for (place, item) in list.enumerated() {
            guard case .trim(let trim) = item, trim.isOneByOne, !trim.showsAll,
                var pieces = try pieces(before: place, in: list, own: own)
            else { continue }
            if trim.beginsWithLast { pieces.reverse() }
            let row = pieces
            let bounds = sampling.combine(row.map { $0.length }, isStraight: false) { moment in
                let ends = row.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1.length.value(moment)) }
                let whole = ends[ends.count - 1]
                return whole > 0 ? ends.map { $0 / whole } : ends
            }
            var parts: [Int: LottieTrim] = [:]
            for (position, piece) in row.enumerated() {
                let part = sampling.combine([bounds, trim.start, trim.end, trim.offset], isStraight: false) { moment in
                    let ends = bounds.value(moment)
                    return Self.part(of: (ends[position], ends[position + 1]), in: Self.range(trim, moment))
                }
                parts[piece.index] = LottieTrim(
                    start: part.map { $0.x }, end: part.map { $0.y }, offset: part.map { $0.z },
                    isOneByOne: Self.isGroup(list[piece.index]), beginsWithLast: trim.beginsWithLast)
            }
            result[place] = parts
        }
        return result
    }

    /// The outlines and groups before a trim with their lengths; nil unless they are a row through groups.
    private func pieces(
        before place: Int, in list: [LottieItem], own: Int
    ) throws(DocumentError) -> [(index: Int, length: LottieTrack<Double>)]? {
        let row = (0..<min(place, own)).filter { Self.isGroup(list[$0]) || Self.isOutline(list[$0]) }
        guard (2...Self.rowLimit).contains(row.count), row.contains(where: { Self.isGroup(list[$0]) }),
            !Self.isMixed(list[..<place])
        else { return nil }
        let count = Self.vertexCount(list[..<min(place, own)])
        // Outlines that change are sampled at least twice.
        guard sampling.has(3 * count), sampling.take(count) else { return nil }
        var result: [(index: Int, length: LottieTrack<Double>)] = []
        for index in row {
            guard let outlines = try operand(at: index, before: place, in: list) else { continue }
            let length = sampling.combine([outlines], isStraight: false) { moment in
                outlines.value(moment).outlines.reduce(0) { $0 + $1.measured.length }
            }
            result.append((index, length))
        }
        return result.count > 1 ? result : nil
    }

    /// The part of a piece of a row that the row's range shows, as start and end in percent and an offset in degrees.
    ///
    /// - Parameters:
    ///   - piece: from 0 to 1.
    ///   - range: as `range(_:_:)` gives it.
    static func part(of piece: (from: Double, to: Double), in range: (start: Double, end: Double)) -> SIMD3<Double> {
        guard range.end - range.start < 1 else { return SIMD3(0, 100, 0) }
        let turns = range.start.rounded(.down)
        let (start, end) = (range.start - turns, range.end - turns)
        func share(_ from: Double, _ to: Double) -> (from: Double, to: Double)? {
            let (low, high) = (max(from, piece.from), min(to, piece.to))
            guard high > low else { return nil }
            let length = piece.to - piece.from
            return ((low - piece.from) / length, (high - piece.from) / length)
        }
        // A range beyond the row's end goes on at its start.
        switch (share(start, min(end, 1)), share(0, end - 1)) {
        case (let one?, nil), (nil, let one?): return SIMD3(one.from * 100, one.to * 100, 0)
        case (let last?, let first?): return SIMD3(0, (1 - last.from + first.to) * 100, last.from * 360)
        case (nil, nil): return .zero
        }
    }

    /// The items after an outline or a group in a list, up to an index, with its own parts of rows.
    static func items(
        after index: Int, in list: [LottieItem], until last: Int, _ shares: Shares
    ) -> ArraySlice<LottieItem> {
        var list = list
        for (place, parts) in shares where place > index {
            if let part = parts[index] { list[place] = .trim(part) }
        }
        return list[(index + 1)..<last]
    }

    private static func isGroup(_ item: LottieItem) -> Bool { if case .group = item { true } else { false } }
    private static func isOutline(_ item: LottieItem) -> Bool { if case .outline = item { true } else { false } }

    /// Whether items, or those in their groups, merge or trim outlines, or draw copies.
    private static func isMixed(_ items: ArraySlice<LottieItem>) -> Bool {
        items.contains { item in
            switch item {
            case .merge, .repeat, .trim: true
            case .group(let children, _, _): isMixed(children[...])
            case .outline, .paint, .round, .reshape: false
            }
        }
    }

    /// The vertices of all outlines among items and in their groups.
    private static func vertexCount(_ items: ArraySlice<LottieItem>) -> Int {
        items.reduce(0) { sum, item in
            switch item {
            case .outline(let outline): sum + outline.vertexCount
            case .group(let children, _, _): sum + vertexCount(children[...])
            case .merge, .repeat, .trim, .paint, .round, .reshape: sum
            }
        }
    }
}
