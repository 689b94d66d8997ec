import Foundation
import MicaBase
import MicaCodecs
import QuartzCore

/// A picture of a test that is not the expected one.
struct DifferingPicture {
    /// How a picture counts, the worst last.
    enum Kind: Int {
        /// It is within the tolerance.
        case tolerated
        /// It is within the tolerance outside of text.
        case text
        /// It is not.
        case different
    }

    /// The source and the test.
    let name: String
    /// The path of the expected picture.
    let expected: String
    /// The path of the picture that was drawn.
    let actual: String
    /// How the picture counts.
    let kind: Kind
    /// The share of pixels that an eye tells apart, 0 to 1; 1 if the sizes differ.
    let share: Double
    /// The difference in words.
    let words: String

    /// Compares the two files.
    ///
    /// - Parameter areas: the folder of the records of text (`TextAreas`).
    init(name: String, expected: String, actual: String, areas: String, _ tolerances: PictureTolerances) {
        (self.name, self.expected, self.actual) = (name, expected, actual)
        let files = [expected, actual].map { FileManager.default.contents(atPath: $0) ?? Data() }
        let bitmaps = files.map { try? decodeImage([UInt8]($0)) }
        guard let one = bitmaps[0], let other = bitmaps[1] else {
            (kind, share, words) = (.different, 1, "a picture cannot be read")
            return
        }
        guard one.width == other.width, one.height == other.height else {
            words = "\(other.width) x \(other.height) pixels, not \(one.width) x \(one.height)"
            (kind, share) = (.different, 1)
            return
        }
        let texts = Self.areas(of: files[1], in: areas)
        let (difference, total) = (PictureDifference(one, other), Double(max(1, one.pixels.count)))
        let visible = VisibleDifference(one, other, areas: texts ?? [], tolerances)
        share = visible.plainShare + visible.textShare
        let isPlainGood = visible.plainShare <= tolerances.tolerance(inText: false).share
        kind = visible.isWithin(tolerances) ? .tolerated : isPlainGood ? .text : .different
        let delta = tolerances.tolerance(inText: false).delta
        let place =
            texts == nil
            ? String(format: "%.2f %%", 100 * share)
            : String(
                format: "%.2f %% outside of text and %.2f %% in it", 100 * visible.plainShare, 100 * visible.textShare)
        words =
            String(
                format:
                    "%.2f %% of pixels differ, %.2f %% by more than 16 of 255, at most by %d; visibly (∆E over %g): ",
                100 * Double(difference.count) / total, 100 * Double(difference.farCount) / total, difference.largest,
                delta) + place
    }

    /// The areas of text of a picture that was drawn; nil without a record.
    private static func areas(of file: Data, in folder: String) -> [CGRect]? {
        guard let text = try? String(contentsOfFile: "\(folder)/\(TextAreas.name(of: file)).txt", encoding: .utf8)
        else {
            return nil
        }
        return text.split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 4
                ? CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
        }
    }
}
