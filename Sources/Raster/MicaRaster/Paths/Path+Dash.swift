import MicaBase

/// A pattern of dashes: lengths that are drawn and left out in turn.
package struct DashPattern: Sendable, Equatable {
    /// The lengths, drawn first; an odd number of them goes round twice.
    package var lengths: [Double]
    /// How far into the pattern a contour begins; may be negative.
    package var phase: Double

    package init(lengths: [Double], phase: Double = 0) {
        self.lengths = lengths
        self.phase = phase
    }

    /// The lengths, drawn and left out in pairs; nil when there are none, a negative one, or only zeros.
    var pairs: [Double]? {
        guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), phase.isFinite else { return nil }
        let pairs = lengths.count % 2 == 0 ? lengths : lengths + lengths
        return pairs.reduce(0, +) > 0 ? pairs : nil
    }
}

extension Path {
    /// The most dashes that a path is cut into; a path that would have more is drawn solid.
    package static let dashLimit = 100_000

    /// The drawn dashes as contours, curves as curves; the path itself when the pattern draws no dashes (`pairs` is
    /// nil).
    ///
    /// Every contour begins the pattern anew. A closed contour that begins and ends inside a dash has a single dash
    /// there, which turns the corner. A dash of length 0 is a line of `dotLength` along the path, so that caps have a
    /// direction.
    package func dashed(_ pattern: DashPattern, dotLength: Double) -> Path {
        guard let pairs = pattern.pairs else { return self }
        let total = pairs.reduce(0, +)
        let measure = PathMeasure(self)
        guard measure.length / total * Double(pairs.count / 2) <= Double(Self.dashLimit) else { return self }

        // The position in the pattern at which a contour begins.
        var offset = pattern.phase.truncatingRemainder(dividingBy: total)
        if offset < 0 { offset += total }
        var firstIndex = 0
        // A length of 0 that begins here is not skipped: it may be a dot.
        while firstIndex < pairs.count - 1, offset >= pairs[firstIndex], offset > 0 {
            offset -= pairs[firstIndex]
            firstIndex += 1
        }
        let firstRest = Swift.max(0, pairs[firstIndex] - offset)

        var result = Path()
        for contour in measure.contours {
            let end = contour.start + contour.length
            var position = contour.start
            var index = firstIndex
            var rest = firstRest
            var opening: Double?  // The end of a dash that a closed contour begins with.
            if contour.isClosed, index % 2 == 0, rest > 0, rest < contour.length {
                opening = position + rest
                position += rest
                index += 1
                rest = pairs[index % pairs.count]
            } else if index % 2 == 0, rest >= contour.length {
                measure.append(contour, to: &result)
                continue
            }
            while position < end {
                let stop = position + rest
                if index % 2 == 0 {
                    if rest == 0 {
                        measure.appendDot(at: position, length: dotLength, to: &result)
                    } else {
                        measure.appendPart(of: contour, from: position, to: Swift.min(stop, end), to: &result)
                        if stop >= end, let opened = opening {
                            measure.appendPart(
                                of: contour, from: contour.start, to: opened, continuing: true, to: &result)
                            opening = nil
                        }
                    }
                }
                position = stop
                index += 1
                rest = pairs[index % pairs.count]
            }
            if let opening {
                measure.appendPart(of: contour, from: contour.start, to: opening, to: &result)
            }
        }
        return result
    }
}

extension PathMeasure {
    /// Appends a short line along the path, its middle at a length along it.
    fileprivate func appendDot(at distance: Double, length: Double, to path: inout Path) {
        guard let sample = sample(at: distance) else { return }
        let half = sample.tangent * (length / 2)
        path.move(to: sample.point - half)
        path.line(to: sample.point + half)
    }
}
