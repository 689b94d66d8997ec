/// The distance between words, for messages about unknown ones.
package enum Spelling {
    /// The known word that an unknown one probably stands for: the nearest, if it is near enough; nil otherwise.
    ///
    /// Upper and lower case, spaces, dashes and underscores make no difference; a third of the letters may be wrong. Long
    /// words, and words after the first thousand known ones, are not compared.
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        func plain(_ text: String) -> [Character] {
            Array(text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" })
        }
        guard word.utf8.count <= 200 else { return nil }
        let wanted = plain(word)
        let most = max(1, wanted.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in known.prefix(1000) where candidate.utf8.count <= 200 {
            let letters = plain(candidate)
            // The distance is at least the difference of the lengths.
            guard abs(letters.count - wanted.count) <= min(most, (best?.distance ?? .max) - 1) else { continue }
            let distance = distance(wanted, letters)
            if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The end of a message about an unknown word: the word that it probably stands for, or nothing.
    package static func hint(_ word: String, among known: some Sequence<String>) -> String {
        nearest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// How many letters must be added, removed, replaced or swapped with their neighbour to make one word of another.
    ///
    /// *Complexity*: O(n m).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        guard !a.isEmpty, !b.isEmpty, a.count < 100, b.count < 100 else { return max(a.count, b.count) }
        var rows = [Array(0...b.count)]
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
