import MicaText

/// Reports that there were no fonts when pictures were drawn.
///
/// - Returns: whether there were none.
package func reportMissingParts() -> Bool {
    guard FontLibrary.lacksFonts else { return false }
    Console.error(
        "\(unsafe Console.program): error: there are no fonts on this machine: no text is drawn (Debian: fonts-liberation)"
    )
    return true
}
