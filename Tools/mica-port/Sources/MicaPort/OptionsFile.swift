import Foundation

/// The options that a package keeps in its file `.mica-port`.
public enum OptionsFile {
    /// The words of the file's text: an option and its value on each line. A `#` at the start of a line or behind a space begins
    /// a comment. Lines may end with CR LF.
    public static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line in
            let comment = line.indices.first { index in
                line[index] == "#" && (index == line.startIndex || line[line.index(before: index)].isWhitespace)
            }
            return line[..<(comment ?? line.endIndex)].split(maxSplits: 1, whereSeparator: \.isWhitespace).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }
}
