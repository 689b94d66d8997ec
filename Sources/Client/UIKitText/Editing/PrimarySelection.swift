import CoreGraphics
import Foundation
import MicaEvents
import UIKitCore

/// The primary selection of X11 and Wayland: the text that was selected last, which the middle button pastes. iOS has
/// none.
///
/// *Source*: Inter-Client Communication Conventions Manual, section 2.6.1; Wayland's primary-selection-unstable-v1. A
/// selection that ends stays to be pasted, as in terminals.
extension EditedView {
    private var selectionHost: (any TextInputHost)? { window?.host as? any TextInputHost }

    /// A person has selected text: it becomes the primary selection, unless it is a secret or has more units than
    /// `PrimarySelection.mostUnits`.
    func ownPrimarySelection() {
        let selected = editor.selection.range
        guard !selected.isEmpty, selected.count <= PrimarySelection.mostUnits, !isSecureTextEntry else { return }
        selectionHost?.primarySelection = editor.string(in: selected)
    }

    /// Places the caret at a point, and inserts the primary selection there, if the delegate allows it. A view that is not
    /// edited yet begins to be.
    package func pastePrimarySelection(at point: CGPoint) {
        guard takesText, let text = selectionHost?.primarySelection, !text.isEmpty else { return }
        guard isFirstResponder || becomeFirstResponder() else { return }
        guard let place = closestPosition(to: point) as? TextOffset else { return }
        touchSelection.mousePressed()
        editor.unmark()
        editor.select(TextSelection(at: place.value, place.side))
        editor.replace(editor.selection.range, with: editor.typed(text))
    }
}

/// Limits of the primary selection.
enum PrimarySelection {
    /// The longest text that becomes the selection: it is given to the display server with each change, even if no
    /// program takes it. *Units*: units of UTF-16.
    static let mostUnits = 1 << 20
}
