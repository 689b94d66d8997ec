import MicaBase

/// A film of a template in another length: the part of one marker is slower or faster, or cut short or held; the rest is
/// as it is.
///
/// *Units*: seconds; output times are those of the film, document times those of the template.
package struct TemplateStretch: Sendable, Equatable {
    /// The ways in which the part gets its length.
    package enum Way: Sendable {
        /// It is slower or faster.
        case speed
        /// It ends sooner, or its last moment is shown for longer.
        case cut
    }

    /// The marker's part, in document time.
    private let part: Range<Double>
    /// How long the part is in the film.
    private let length: Double
    private let way: Way
    /// The rounding error of sums of times.
    private static let slack = 1e-9
    /// The last moment of the part that is shown when it is held: half a frame before the end, as a time that is not
    /// within the part shows the rest.
    private let last: Double

    /// Makes a stretch.
    ///
    /// - Parameters:
    ///   - whole: How long the template is.
    ///   - duration: How long the film is.
    ///   - frame: How long a frame of the template is.
    /// - Returns: nil if the film is not longer than what is left without the part.
    package init?(
        _ part: Range<Double>, of whole: Double, to duration: Double, by way: Way = .speed, frame: Double = 0
    ) {
        let rest = whole - (part.upperBound - part.lowerBound)
        guard !part.isEmpty, duration > rest else { return nil }
        (self.part, length, self.way) = (part, duration - rest, way)
        last = max(part.upperBound - frame / 2, part.lowerBound)
    }

    /// The document time that is shown at an output time.
    package func documentTime(_ time: Double) -> Double {
        if time <= part.lowerBound { return time }
        // From the part's end on, so that no rounding error takes a frame of it into the part.
        let after = time - (part.lowerBound + length)
        if after >= -Self.slack { return part.upperBound + max(after, 0) }
        if way == .cut { return min(time, last) }
        return part.lowerBound + (time - part.lowerBound) / length * (part.upperBound - part.lowerBound)
    }

    /// The output time at which a document time is shown.
    package func outputTime(_ time: Double) -> Double {
        if time <= part.lowerBound { return time }
        if time >= part.upperBound { return part.lowerBound + length + (time - part.upperBound) }
        if way == .cut { return min(time, part.lowerBound + length) }
        return part.lowerBound + (time - part.lowerBound) / (part.upperBound - part.lowerBound) * length
    }

    /// A sound of the template in the film: it begins and ends with its layer, and keeps its speed.
    package func moved(_ clip: SoundClip) -> SoundClip { clip.moved(outputTime) }

    /// The sound of a film that a layer of the template shows: before the part, in it, and after it, as its pictures.
    package func pieces(of clip: SoundClip) -> [SoundClip] {
        let width = part.upperBound - part.lowerBound
        let shown = way == .cut ? part.lowerBound..<part.lowerBound + min(length, width) : part
        let ranges = [-Double.infinity..<part.lowerBound, shown, part.upperBound..<Double.infinity]
        return ranges.enumerated().compactMap { index, range in
            var piece = clip.clamped(to: range)
            guard !piece.span.isEmpty else { return nil }
            // The part that is cut or held has the times of the document.
            if index == 1, way == .cut { return piece }
            if index == 1 { piece.speed = min(max(piece.speed * width / length, 1 / 64), 64) }
            return piece.moved(outputTime)
        }
    }
}

extension DocumentTemplate {
    /// The parts that markers name, in seconds; markers without a duration are none.
    package var markers: [(name: String, part: Range<Double>)] {
        (timeline?.markers ?? []).compactMap { marker in
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
