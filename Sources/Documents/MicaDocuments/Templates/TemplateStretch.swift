/// A film of a template in another length: the part of one marker is slower or faster, the rest is as it is.
///
/// *Units*: seconds; output times are those of the film, document times those of the template.
package struct TemplateStretch: Sendable, Equatable {
    /// The marker's part, in document time.
    private let part: Range<Double>
    /// How long the part is in the film.
    private let length: Double

    /// Makes a stretch.
    ///
    /// - Parameters:
    ///   - whole: How long the template is.
    ///   - duration: How long the film is.
    /// - Returns: nil if the film is not longer than what is left without the part.
    package init?(_ part: Range<Double>, of whole: Double, to duration: Double) {
        let rest = whole - (part.upperBound - part.lowerBound)
        guard !part.isEmpty, duration > rest else { return nil }
        (self.part, length) = (part, duration - rest)
    }

    /// The document time that is shown at an output time.
    package func documentTime(_ time: Double) -> Double {
        if time <= part.lowerBound { return time }
        // From the part's end on, so that no rounding error takes a frame of it into the part.
        if time >= part.lowerBound + length { return part.upperBound + (time - (part.lowerBound + length)) }
        return part.lowerBound + (time - part.lowerBound) / length * (part.upperBound - part.lowerBound)
    }

    /// The output time at which a document time is shown.
    package func outputTime(_ time: Double) -> Double {
        if time <= part.lowerBound { return time }
        if time >= part.upperBound { return part.lowerBound + length + (time - part.upperBound) }
        return part.lowerBound + (time - part.lowerBound) / (part.upperBound - part.lowerBound) * length
    }
}

extension DocumentTemplate {
    /// The parts that markers name, in seconds; markers without a duration are none.
    package var markers: [(name: String, part: Range<Double>)] {
        timeline.markers.compactMap { marker in
            let start = max(marker.time, 0), end = min(marker.time + marker.duration, duration)
            return start < end ? (marker.name, start..<end) : nil
        }
    }
}

extension TemplateRow {
    /// The column with the length of the row's film, in seconds.
    package static let durationColumn = "duration"

    /// The length of the row's film in seconds; nil for the template's own.
    ///
    /// - Parameter mapping: It may give the column another meaning.
    /// - Throws: `.refused` with the row, if it is no number above 0, up to a million.
    package func duration(_ mapping: TemplateMapping) throws(DocumentError) -> Double? {
        guard mapping.isDuration(Self.durationColumn),
            let cell = cells.last(where: { $0.column == Self.durationColumn })?.value
        else { return nil }
        if case .null = cell { return nil }
        let text = Self.text(cell) ?? ""
        if isPlain, text.isEmpty { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 1e6 else {
            throw refused(
                "\(Self.durationColumn): '\(text.prefix(40))' is not a number of seconds above 0, up to 1000000")
        }
        return seconds
    }
}
