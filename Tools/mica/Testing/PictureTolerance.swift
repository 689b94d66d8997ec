import Foundation
import MicaBase
import MicaCommandLine
import MicaSnapshots

/// How far the pictures of a run may be from the expected ones: the difference of a pixel that an eye sees, and the share
/// of pixels that may differ by more.
struct PictureTolerance: Equatable {
    /// A difference of colours in ∆E 1994; 1 is the least that an eye sees under good conditions.
    var delta = 2.0
    /// The share of pixels, 0 to 1.
    var share = 0.0

    /// Reads `2`, or `2,0.5%`.
    ///
    /// - Throws: one line, when the text has another form.
    init(_ text: String, option: String) throws {
        guard let match = text.wholeMatch(of: /(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?)%)?/), let delta = Double(match.1)
        else {
            throw PortError("\(option): '\(text)' is not of the form DELTA or DELTA,SHARE%, such as 2 or 2,0.5%")
        }
        let percents = match.2.flatMap { Double($0) } ?? 0
        guard percents <= 100 else { throw PortError("\(option): \(match.2 ?? "") % is more than all pixels") }
        (self.delta, share) = (delta, percents / 100)
    }

    init() {}
}

/// The tolerances of a run: `--tolerance` and `--text-tolerance`, for all pictures or for those of a name.
struct PictureTolerances {
    /// The tolerance outside of text; nil if none was given.
    var plain: PictureTolerance?
    /// The tolerance within text; nil if it is the same.
    var text: PictureTolerance?
    /// Tolerances of pictures by name, in the order of the options: a later one counts before an earlier.
    private var rules: [(name: String, isText: Bool, tolerance: PictureTolerance)] = []
    /// Whether failures within a tolerance do not count.
    var areGiven: Bool { plain != nil || text != nil || !rules.isEmpty }

    init() {}

    /// Takes an option, whose value is a tolerance or `NAME=TOLERANCE`; returns false for another.
    mutating func take(_ option: String, value: () throws -> String) throws -> Bool {
        guard option == "--tolerance" || option == "--text-tolerance" else { return false }
        let (value, isText) = (try value(), option == "--text-tolerance")
        if let sign = value.lastIndex(of: "=") {
            let tolerance = try PictureTolerance(String(value[sign...].dropFirst()), option: option)
            rules.append((String(value[..<sign]), isText, tolerance))
        } else if isText {
            text = try PictureTolerance(value, option: option)
        } else {
            plain = try PictureTolerance(value, option: option)
        }
        return true
    }

    /// The tolerances of a picture, such as `CardTests/testCard.1.png`. A name is the whole of it without what follows the test, or
    /// has `*` for any characters.
    func forPicture(_ picture: String) -> PictureTolerances {
        var result = PictureTolerances()
        (result.plain, result.text) = (plain, text)
        for rule in rules where Self.matches(picture, rule.name) {
            if rule.isText { result.text = rule.tolerance } else { result.plain = rule.tolerance }
        }
        return result
    }

    private static func matches(_ picture: String, _ name: String) -> Bool {
        // swift-snapshot-testing writes a number or a name, and the ending, behind the test.
        unsafe fnmatch(name, picture, 0) == 0 || fnmatch(name + ".*", picture, 0) == 0
    }

    /// The tolerance that pixels are judged by.
    func tolerance(inText: Bool) -> PictureTolerance {
        let plain = plain ?? PictureTolerance()
        return inText ? text ?? plain : plain
    }
}

/// The pixels of two pictures that an eye tells apart, in text and outside of it.
struct VisibleDifference {
    /// The numbers of pixels further apart than the tolerance's ∆E.
    private(set) var plain = 0, text = 0
    /// The largest ∆E.
    private(set) var largest = 0.0
    private let total: Int

    /// Compares pictures of one size.
    ///
    /// - Parameter areas: the areas of text, in pixels.
    init(_ expected: Bitmap, _ actual: Bitmap, areas: [CGRect], _ tolerances: PictureTolerances) {
        total = max(1, expected.pixels.count)
        let limits = [false, true].map { Float(tolerances.tolerance(inText: $0).delta) }
        // The edges of glyphs may lie on the next pixel.
        let boxes = areas.map { $0.insetBy(dx: -1, dy: -1) }
        var largest: Float = 0
        for index in expected.pixels.indices {
            let (one, other) = (expected.pixels[index], actual.pixels[index])
            guard one != other else { continue }
            // A difference of alpha is one of colour over white.
            let difference = LabColor(Self.overWhite(one)).difference(from: LabColor(Self.overWhite(other)))
            largest = max(largest, difference)
            guard difference > limits.min() ?? 0 else { continue }
            let point = CGPoint(x: Double(index % expected.width) + 0.5, y: Double(index / expected.width) + 0.5)
            let isInText = boxes.contains { $0.contains(point) }
            guard difference > limits[isInText ? 1 : 0] else { continue }
            if isInText { text += 1 } else { plain += 1 }
        }
        self.largest = Double(largest)
    }

    private static func overWhite(_ pixel: UInt32) -> UInt32 {
        let rest = 255 - (pixel >> 24)
        func channel(_ shift: UInt32) -> UInt32 { min(255, (pixel >> shift & 255) + rest) << shift }
        return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
    }

    /// The share of pixels that differ outside of text, 0 to 1.
    var plainShare: Double { Double(plain) / Double(total) }
    /// The share of pixels that differ in text, 0 to 1.
    var textShare: Double { Double(text) / Double(total) }

    /// Whether the pictures count as equal.
    func isWithin(_ tolerances: PictureTolerances) -> Bool {
        plainShare <= tolerances.tolerance(inText: false).share && textShare <= tolerances.tolerance(inText: true).share
    }
}
