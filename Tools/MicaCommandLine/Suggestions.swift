import MicaDocuments

/// The end of a message about an unknown word: the known word that is near, or nothing.
package func didYouMean(_ word: String, among known: [String]) -> String { Spelling.hint(word, among: known) }
