import CoreGraphics
import MicaText

/// Reports the parts of the machine that were missing when pictures were drawn: fonts, Cairo.
///
/// - Returns: whether any part was missing.
package func reportMissingParts() -> Bool {
    let (lacksFonts, lacksCairo) = (FontLibrary.lacksFonts, CGContext.lacksCairo)
    if lacksFonts {
        Console.error(
            "\(unsafe Console.program): error: there are no fonts on this machine: no text is drawn (Debian: fonts-liberation)"
        )
    }
    if lacksCairo {
        Console.error(
            "\(unsafe Console.program): error: text and what code draws need Cairo, and are missing (Debian: libcairo2)"
        )
    }
    return lacksFonts || lacksCairo
}
