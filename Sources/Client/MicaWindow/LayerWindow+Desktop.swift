import CSDL
import Foundation
import MicaEvents

extension LayerWindow: LimitedHost {}

extension LayerWindow: AddressHost {
    /// Asks the desktop to open a URL in the program for it; false if there is no way to ask. The desktop does not say
    /// whether a program was found.
    package func open(_ url: URL) -> Bool { unsafe SDL_OpenURL(url.absoluteString) == 0 }
}
