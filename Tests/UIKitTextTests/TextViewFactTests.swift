import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import UIKitText

/// Facts about text views and TextKit, each with its source where it is Apple's.
@MainActor @Suite(.serialized) struct TextViewFactTests {
    /// A text view in a window, and the calls of its delegate.
    @MainActor final class Stage: NSObject, UITextViewDelegate {
        let stage = TextStage()
        let view: UITextView
        var log: [String] = []
        var refuses: Set<String> = []

        init(_ text: String = "", _ frame: CGRect = CGRect(x: 10, y: 10, width: 200, height: 120)) {
            view = UITextView(frame: frame)
            super.init()
            view.font = .systemFont(ofSize: 16)
            view.text = text
            view.delegate = self
            stage.window.addSubview(view)
            stage.host.advance(to: 0.1)
        }

        func play(_ script: String) throws -> String {
            log = []
            try stage.play(script)
            return log.joined(separator: " ")
        }

        private func ask(_ line: String) -> Bool {
            log.append(line)
            return !refuses.contains(String(line.prefix { $0 != "(" }))
        }
        func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { ask("shouldBegin") }
        func textViewShouldEndEditing(_ textView: UITextView) -> Bool { ask("shouldEnd") }
        func textViewDidBeginEditing(_ textView: UITextView) { log.append("didBegin") }
        func textViewDidEndEditing(_ textView: UITextView) { log.append("didEnd") }
        func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
            ask("change(\(range.location),\(range.length),\(text == "\n" ? "return" : text))")
        }
        func textViewDidChange(_ textView: UITextView) { log.append("didChange") }
        func textViewDidChangeSelection(_ textView: UITextView) {
            log.append("select(\(textView.selectedRange.location),\(textView.selectedRange.length))")
        }
        func textView(
            _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
            interaction: UITextItemInteraction
        ) -> Bool { ask("link(\(URL.absoluteString),\(characterRange.location),\(characterRange.length))") }
        func textView(
            _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange,
            interaction: UITextItemInteraction
        ) -> Bool { ask("attachment(\(characterRange.location),\(characterRange.length))") }
    }

    @Test("A letter is asked for, moves the caret, and is reported; return types a line's end")
    func typing() throws {
        let stage = Stage()
        stage.view.becomeFirstResponder()
        #expect(try stage.play("type \"a\"") == "change(0,0,a) select(1,0) didChange")
        #expect(try stage.play("key Enter") == "change(1,0,return) select(2,0) didChange")
        #expect(try stage.play("key Tab").contains("change(2,0,\t)"))
        #expect(stage.view.text == "a\n\t")
        stage.refuses = ["change"]
        #expect(try stage.play("type \"b\"") == "change(3,0,b)" && stage.view.text == "a\n\t")
    }

    @Test("A tapped attachment of a text that is only read is the delegate's")
    func attachments() throws {
        let stage = Stage()
        let attachment = NSTextAttachment()
        attachment.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
        let text = NSMutableAttributedString(attributedString: NSAttributedString(attachment: attachment))
        text.append(NSAttributedString(string: " and words"))
        stage.view.attributedText = text
        stage.view.isEditable = false
        #expect(try stage.play("tap 20,18") == "attachment(0,1)")
        stage.view.isSelectable = false
        #expect(try stage.play("tap 20,18") == "")
    }

    @Test("Editing begins and ends by the delegate")
    func session() throws {
        let stage = Stage("abc")
        #expect(try stage.play("tap 12,20").hasPrefix("shouldBegin didBegin"))
        stage.log = []
        stage.view.resignFirstResponder()
        #expect(stage.log == ["shouldEnd", "didEnd"])
        stage.refuses = ["shouldBegin"]
        #expect(!stage.view.becomeFirstResponder())
        // Text that can only be selected has a first responder without editing.
        stage.refuses = []
        stage.view.isEditable = false
        stage.log = []
        #expect(stage.view.becomeFirstResponder() && stage.log.isEmpty)
        #expect(try stage.play("type \"x\"") == "" && stage.view.text == "abc")
    }

    @Test("The host receives at once that a text is secret, or can no longer be edited")
    func host() {
        let stage = Stage("abc")
        stage.view.becomeFirstResponder()
        #expect(stage.stage.host.textInput?.isSecret == false)
        stage.view.isSecureTextEntry = true
        #expect(stage.stage.host.textInput?.isSecret == true)
        stage.view.isEditable = false
        #expect(stage.stage.host.textInput == nil && stage.log.last == "didEnd")
    }

    @Test("With shift a click extends the selection")
    func shiftClick() throws {
        let stage = Stage("one two three")
        _ = try stage.play("tap 12,26")
        #expect(stage.view.selectedRange == NSRange(location: 0, length: 0))
        _ = try stage.play("wait 1\ntap 190,26 with shift")
        #expect(stage.view.selectedRange == NSRange(location: 0, length: 13))
    }

    @Test("Up and down keep the place on the screen, over lines that wrap and short ones")
    func vertical() throws {
        let stage = Stage("a long first line of text\nab\nanother long line of text")
        stage.view.becomeFirstResponder()
        stage.view.selectedRange = NSRange(location: 20, length: 0)
        let x = stage.view.caretRect(for: try #require(stage.view.selectedTextRange).start).minX
        _ = try stage.play("key Down")
        #expect(stage.view.selectedRange.location == 28)
        _ = try stage.play("key Down")
        let after = stage.view.caretRect(for: try #require(stage.view.selectedTextRange).start).minX
        #expect(abs(after - x) < 8 && stage.view.selectedRange.location > 40)
        _ = try stage.play("key Up\nkey Up")
        #expect(stage.view.selectedRange.location == 20)
    }

    @Test("At the end of a wrapped line the end key stays in it, and right goes on to the next")
    func wrapped() throws {
        let stage = Stage("one two three four five six seven eight nine ten")
        stage.view.becomeFirstResponder()
        stage.view.selectedRange = NSRange(location: 0, length: 0)
        let top = stage.view.caretRect(for: stage.view.beginningOfDocument).minY
        _ = try stage.play("key End")
        let range = try #require(stage.view.selectedTextRange)
        #expect(stage.view.caretRect(for: range.start).minY == top && stage.view.selectedRange.location > 10)
        let end = stage.view.selectedRange.location
        _ = try stage.play("key Right")
        let next = try #require(stage.view.selectedTextRange)
        #expect(stage.view.selectedRange.location == end + 1)
        #expect(stage.view.caretRect(for: next.start).minY > top)
    }

    @Test("A new line at the end has a caret below the text, and the content grows")
    func growing() throws {
        let stage = Stage("abc")
        stage.view.becomeFirstResponder()
        let before = stage.view.contentSize.height
        _ = try stage.play("key Enter")
        stage.stage.host.advance(to: stage.stage.host.time + 0.1)
        let caret = stage.view.caretRect(for: stage.view.endOfDocument)
        #expect(stage.view.contentSize.height > before + 10 && caret.minY > 20)
        // Typing scrolls to the caret.
        _ = try stage.play("type \"\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nend\"")
        stage.stage.host.advance(to: stage.stage.host.time + 0.1)
        let last = stage.view.caretRect(for: stage.view.endOfDocument)
        #expect(stage.view.contentOffset.y > 0 && stage.view.bounds.contains(last), "\(last) \(stage.view.bounds)")
    }

    @Test("Undo takes typing back, with its attributes")
    func undo() throws {
        let stage = Stage()
        let text = NSMutableAttributedString(string: "red blue")
        text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 3))
        text.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 4, length: 4))
        stage.view.attributedText = text
        stage.view.becomeFirstResponder()
        stage.view.selectedRange = NSRange(location: 0, length: 8)
        _ = try stage.play("type \"x\"")
        #expect(stage.view.text == "x")
        _ = try stage.play("key Z with control")
        #expect(stage.view.text == "red blue")
        let colors = [0, 5].map {
            unsafe stage.view.textStorage.attribute(.foregroundColor, at: $0, effectiveRange: nil) as? UIColor
        }
        #expect(colors == [.red, .blue])
        #expect(stage.view.selectedRange == NSRange(location: 0, length: 8))
    }

    @Test("A tapped link asks the delegate, if the text cannot be edited; found addresses are links, too")
    func links() throws {
        let stage = Stage("See http://example.org/a, or www.example.com. End")
        stage.view.isEditable = false
        stage.view.dataDetectorTypes = .link
        stage.stage.host.advance(to: stage.stage.host.time + 0.1)
        #expect(try stage.play("tap 60,28") == "link(http://example.org/a,4,20)")
        #expect(
            stage.view.layoutManager.detected.map(\.url.absoluteString) == [
                "http://example.org/a", "http://www.example.com",
            ])
        stage.view.text = "Mail a@b.org or call +1 555 555 5555"
        #expect(stage.view.layoutManager.detected.map(\.url.absoluteString) == ["mailto:a@b.org"])
        stage.view.dataDetectorTypes = .all
        #expect(
            stage.view.layoutManager.detected.map(\.url.absoluteString) == ["mailto:a@b.org", "tel:+15555555555"])
        let text = NSAttributedString(string: "link", attributes: [.link: "https://swift.org"])
        stage.view.attributedText = text
        stage.stage.host.advance(to: stage.stage.host.time + 1)
        #expect(try stage.play("tap 20,22") == "link(https://swift.org,0,4)")
        stage.view.isEditable = true
        stage.stage.host.advance(to: stage.stage.host.time + 1)
        #expect(try !stage.play("tap 20,22").contains("link"))
    }

    @Test("A subclass without initialisers is made for the newer layout, too")
    func newer_layout() {
        final class Plain: UITextView {}
        let view = Plain(usingTextLayoutManager: true)
        view.text = "one"
        #expect(view.text == "one" && view.textLayoutManager == nil)
    }

    @Test("A text view that does not scroll is as high as its text")
    func fitting() {
        let stage = Stage("one two three four five six seven eight nine ten")
        let wide = stage.view.sizeThatFits(CGSize(width: 1_000, height: 1_000))
        let narrow = stage.view.sizeThatFits(CGSize(width: 100, height: 1_000))
        #expect(narrow.height > wide.height * 2 && wide.width == 1_000)
        stage.view.isScrollEnabled = false
        #expect(stage.view.intrinsicContentSize.width > 300)
        // Source: Apple, UITextView.textContainerInset: 8 above and below.
        #expect(abs(wide.height - 16 - (stage.view.font?.lineHeight ?? 0)) < 1.5)
    }

    @Test("A view, a label and a drawn text have lines of the same width")
    func agreement() {
        let text = "The quick brown fox"
        let font = UIFont.systemFont(ofSize: 16)
        let label = UILabel()
        (label.text, label.font) = (text, font)
        let manager = NSLayoutManager()
        let container = NSTextContainer(size: CGSize(width: 500, height: CGFloat.greatestFiniteMagnitude))
        container.lineFragmentPadding = 0
        manager.addTextContainer(container)
        let storage = NSTextStorage(string: text, attributes: [.font: font])
        storage.addLayoutManager(manager)
        let used = manager.usedRect(for: container)
        #expect(
            abs(used.width - label.intrinsicContentSize.width) < 1
                && abs(used.height - label.intrinsicContentSize.height) < 1)
        let drawn = NSAttributedString(string: text, attributes: [.font: font]).size()
        #expect(abs(used.width - drawn.width) < 1e-6)
    }

    @Test("Storages report edits with their range in the new text")
    func storage() {
        @MainActor final class Ear: NSObject, NSTextStorageDelegate {
            var lines: [String] = []
            func textStorage(
                _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
                range editedRange: NSRange, changeInLength delta: Int
            ) { lines.append("\(editedMask.rawValue) \(editedRange.location),\(editedRange.length) \(delta)") }
        }
        let ear = Ear()
        let storage = NSTextStorage(string: "hello")
        storage.delegate = ear
        #expect(storage.length == 5 && storage.string == "hello" && storage.store.count == 5)
        storage.replaceCharacters(in: NSRange(location: 1, length: 2), with: "iii")
        storage.addAttribute(.kern, value: 2, range: NSRange(location: 0, length: 2))
        storage.beginEditing()
        storage.append(NSAttributedString(string: "!"))
        storage.deleteCharacters(in: NSRange(location: 0, length: 1))
        storage.endEditing()
        #expect(ear.lines[0] == "2 1,3 1" && ear.lines[1] == "1 0,2 0" && ear.lines.count == 3)
        #expect(storage.string == "iiilo!" && NSAttributedString(attributedString: storage).string == "iiilo!")
        #expect(unsafe storage.attribute(.kern, at: 0, effectiveRange: nil) as? Int == 2)
    }

    @Test("The alignment of the whole text leaves the other values of its paragraphs")
    func alignment() {
        let stage = Stage()
        let style = NSMutableParagraphStyle()
        style.lineSpacing = 7
        stage.view.attributedText = NSAttributedString(string: "abc", attributes: [.paragraphStyle: style])
        stage.view.textAlignment = .center
        let found = unsafe stage.view.textStorage.attribute(.paragraphStyle, at: 0, effectiveRange: nil)
        let shown = found as? NSParagraphStyle
        #expect(shown?.alignment == .center && shown?.lineSpacing == 7 && style.alignment == .natural)
    }

    @Test("Edits within one another are reported as one range of the new text")
    func nestedEdits() {
        @MainActor final class Ear: NSObject, NSTextStorageDelegate {
            var ranges: [NSRange] = []
            func textStorage(
                _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
                range editedRange: NSRange, changeInLength delta: Int
            ) { ranges.append(editedRange) }
        }
        let ear = Ear()
        let storage = NSTextStorage(string: "ab")
        storage.delegate = ear
        storage.beginEditing()
        storage.insert(NSAttributedString(string: "12345"), at: 0)
        storage.deleteCharacters(in: NSRange(location: 0, length: 5))
        storage.endEditing()
        #expect(ear.ranges == [NSRange(location: 0, length: 0)])
        storage.beginEditing()
        storage.replaceCharacters(in: NSRange(location: 1, length: 1), with: "xyz")
        storage.deleteCharacters(in: NSRange(location: 0, length: 1))
        storage.endEditing()
        #expect(storage.string == "xyz" && ear.ranges.last == NSRange(location: 0, length: 3))
    }

    @Test("Ranges and indices beside the text are clamped; holes and pictures without end trap nothing")
    func hostile() {
        let manager = NSLayoutManager()
        let container = NSTextContainer(size: CGSize(width: 100, height: 1_000))
        manager.addTextContainer(container)
        let storage = NSTextStorage(string: "abc")
        storage.addLayoutManager(manager)
        storage.addAttribute(.kern, value: 1, range: NSRange(location: 1, length: .max))
        storage.replaceCharacters(
            in: NSRange(location: NSNotFound, length: 0), with: NSAttributedString(string: "d", attributes: [.kern: 2]))
        #expect(storage.string == "abcd")
        #expect(unsafe storage.attribute(.kern, at: 3, effectiveRange: nil) as? Int == 2)
        let glyphs = unsafe manager.glyphRange(
            forCharacterRange: NSRange(location: 1, length: .max), actualCharacterRange: nil)
        #expect(glyphs == NSRange(location: 1, length: 3))
        for glyph in [NSNotFound, -1, 4] {
            _ = unsafe manager.lineFragmentRect(forGlyphAt: glyph, effectiveRange: nil)
            _ = manager.location(forGlyphAt: glyph)
        }
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 50, y: 0, width: 1e20, height: 20))]
        #expect(manager.usedRect(for: container).height > 0)
        let attachment = NSTextAttachment(data: nil, ofType: nil)
        attachment.bounds = CGRect(x: 0, y: 0, width: CGFloat.nan, height: .infinity)
        #expect(NSAttributedString(attachment: attachment).size().width.isFinite)
    }

    @Test("An empty line that has no room in a container goes into the next")
    func emptyLine() {
        let manager = NSLayoutManager()
        for _ in 0..<2 { manager.addTextContainer(NSTextContainer(size: CGSize(width: 100, height: 24))) }
        let storage = NSTextStorage(string: "a\n\nb", attributes: [.font: UIFont.systemFont(ofSize: 16)])
        storage.addLayoutManager(manager)
        // "a" is in the first container, the empty line in the second, and "b" in none.
        #expect(manager.glyphRange(for: manager.textContainers[0]) == NSRange(location: 0, length: 2))
        #expect(manager.glyphRange(for: manager.textContainers[1]) == NSRange(location: 2, length: 1))
        #expect(manager.firstUnlaidCharacterIndex() == 3)
    }

    @Test("Exclusion paths push lines aside, and a limit of lines ends the text")
    func exclusion() {
        let manager = NSLayoutManager()
        let container = NSTextContainer(size: CGSize(width: 200, height: 1_000))
        container.lineFragmentPadding = 0
        manager.addTextContainer(container)
        let storage = NSTextStorage(
            string: String(repeating: "word ", count: 40), attributes: [.font: UIFont.systemFont(ofSize: 16)])
        storage.addLayoutManager(manager)
        let plain = manager.usedRect(for: container).height
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 0, y: 0, width: 100, height: 40))]
        #expect(manager.usedRect(for: container).height > plain)
        #expect(unsafe manager.lineFragmentRect(forGlyphAt: 0, effectiveRange: nil).minX >= 99)
        container.exclusionPaths = []
        container.maximumNumberOfLines = 2
        #expect(manager.usedRect(for: container).height < plain / 2)
        #expect(manager.glyphRange(for: container).length < storage.length)
    }

    @Test("An attachment takes the room of its picture in a line")
    func attachment() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 40)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 30, height: 40))
        }
        let text = NSMutableAttributedString(string: "ab", attributes: [.font: UIFont.systemFont(ofSize: 16)])
        let before = text.size()
        text.append(NSAttributedString(attachment: NSTextAttachment(image: image)))
        #expect(abs(text.size().width - before.width - 30) < 0.01 && text.size().height >= 40)
        let label = UILabel()
        label.attributedText = text
        #expect(label.intrinsicContentSize.height >= 40)
    }
}
