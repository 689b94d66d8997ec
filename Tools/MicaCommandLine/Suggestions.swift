import MicaDocuments

/// The end of a message about an unknown word: the word that it probably stands for, or nothing.
package func didYouMean(_ word: String, among known: [String]) -> String { Spelling.hint(word, among: known) }
