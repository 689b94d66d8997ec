/// The known word that was probably meant by an unknown one: the nearest, if it is near enough.
///
/// Upper and lower case, spaces and dashes at the ends make no difference; a third of the letters may be wrong.
package func suggestion(for word: String, among known: [String]) -> String? {
    func plain(_ text: String) -> [Character] {
        Array(text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" })
    }
    let wanted = plain(word)
    let near = known.map { (word: $0, distance: editDistance(wanted, plain($0))) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, wanted.count / 3) else { return nil }
    return near.word
}

/// The end of a message about an unknown word: the word that was probably meant, or nothing.
package func didYouMean(_ word: String, among known: [String]) -> String {
    suggestion(for: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
}

/// How many letters must be added, removed, replaced or swapped with their neighbour to make one word of another.
///
/// *Complexity*: O(n m).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
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
