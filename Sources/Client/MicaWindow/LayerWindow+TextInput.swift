import CSDL
import CoreGraphics
import MicaEvents

extension LayerWindow: TextInputHost {
    /// Turns input methods on beside the caret while a view takes text, and off when it ends. A window whose program has
    /// no such view keeps SDL's setting, which is on.
    package func textInputChanged(_ state: TextInputState?) {
        entersSecret = state?.isSecret ?? false
        guard !isClosed, let system else { return }
        if let state {
            setTextInputArea(state.area)
            system.connection.withSDL { if SDL_IsTextInputActive() == SDL_FALSE { SDL_StartTextInput() } }
            hasTextInput = true
        } else if hasTextInput {
            hasTextInput = false
            system.connection.withSDL { SDL_StopTextInput() }
        }
    }

    /// The text of the system's clipboard; nil for none.
    package var clipboardText: String? {
        get { Self.clipboardText }
        set { Self.clipboardText = newValue }
    }
}
