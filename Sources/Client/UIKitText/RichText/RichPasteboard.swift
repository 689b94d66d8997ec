import Foundation
import UIKitCore

/// Text with attributes on the pasteboard, as Rich Text Format beside the plain text.
extension EditedView {
    /// Puts a part of the text on the general pasteboard.
    func copyText(in range: Range<Int>) {
        var item: [String: Any] = [ContentType.text: editor.string(in: range)]
        if let piece = richPiece(in: range) { item[ContentType.richText] = RTFWriter.data(of: piece) }
        UIPasteboard.general.items = [item]
    }

    /// Whether the pasteboard has a text whose attributes a paste would keep.
    var hasRichPaste: Bool {
        allowsEditingTextAttributes && UIPasteboard.general.contains(pasteboardTypes: [ContentType.richText])
    }

    /// Whether the pasteboard has a picture that a paste would insert: into text views whose attributes a person may
    /// change.
    var hasPicturePaste: Bool {
        allowsEditingTextAttributes && self is UITextView && UIPasteboard.general.hasImages
    }

    /// The pasteboard's pictures as attachments, with the attributes of typed text; nil for none.
    private var pastedPictures: StyledText? {
        guard hasPicturePaste, let images = UIPasteboard.general.images else { return nil }
        var piece = editor.typed(String(repeating: "\u{FFFC}", count: images.count))
        let attributes = piece.runs.first?.attributes ?? [:]
        piece.runs = images.map { image in
            (1, attributes.merging([.attachment: NSTextAttachment(image: image)]) { _, new in new })
        }
        return piece
    }

    /// The text that a paste inserts: with its own attributes if the view allows them, or else with those of typed text; nil
    /// for none. Pictures are pasted if there is no text. *Source*: UITextView.h, UITextField.h,
    /// allowsEditingTextAttributes.
    var pasted: StyledText? {
        let board = UIPasteboard.general
        if hasRichPaste, let data = board.data(forPasteboardType: ContentType.richText),
            var piece = try? RTFReader.read(data)
        {
            let text = editor.client.accepted(piece.string)
            // A field makes spaces of line ends.
            if text.utf16.count == piece.units.count { piece.units = Array(text.utf16) }
            return piece
        }
        return board.string.map { editor.typed($0) } ?? pastedPictures
    }
}

extension UITextView {
    /// A part of the text, with the font of text that has none.
    final func richPiece(in range: Range<Int>) -> StyledText? {
        var piece = textStorage.store.piece(in: range)
        let font = layoutManager.defaults[.font]
        piece.runs = piece.runs.map { run in
            var attributes = run.attributes
            if attributes[.font] == nil { attributes[.font] = font }
            return (run.count, attributes)
        }
        return piece
    }
}

extension UITextField {
    /// A part of the text, if a person may change its attributes. *Source*: Apple's fields copy plain text otherwise, as
    /// many report.
    final func richPiece(in range: Range<Int>) -> StyledText? {
        guard allowsEditingTextAttributes else { return nil }
        return StyledText(model.attributed.attributedSubstring(from: range.ns))
    }
}
