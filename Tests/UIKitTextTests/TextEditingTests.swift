import Foundation
import MicaRandom
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitText

/// Letters and words, the text's storage, and editing against a plain model.
@MainActor @Suite(.serialized) struct TextEditingTests {
    @Test("Letters are those of Unicode: marks, flags, families, Hangul, line ends")
    func letters() {
        // Source: Unicode Standard Annex 29, table 1c, GB3 to GB13. Each line is a text, divided into its letters.
        let cases = [
            ["a", "b"], ["e\u{301}", "x"], ["\r\n", "a"], ["\n", "\r"], ["\u{1F1E9}\u{1F1EA}", "\u{1F1EB}\u{1F1F7}"],
            ["\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "!"], ["\u{1100}\u{1161}\u{11A8}", "\u{AC00}"],
            ["\u{1F44D}\u{1F3FD}", "a"], ["\u{915}\u{93F}", "a"], ["a\u{200D}", "b"], ["\u{0600}\u{0661}"],
        ]
        for parts in cases {
            let text = Array(parts.joined().utf16)
            let breaks = TextBreaks(count: text.count) { Array(text[$0]) }
            var forward: [Int] = []
            var place = 0
            while place < text.count {
                place = breaks.letterEnd(after: place)
                forward.append(place)
            }
            var expected: [Int] = []
            for part in parts { expected.append((expected.last ?? 0) + part.utf16.count) }
            #expect(forward == expected, "\(parts)")
            var backward: [Int] = []
            while place > 0 {
                backward.append(place)
                place = breaks.letterStart(before: place)
            }
            #expect(backward.reversed() == expected, "\(parts)")
        }
    }

    @Test("A long chain of joined letters is one letter, from both of its ends")
    func longLetter() {
        let text = Array(("a" + String(repeating: "\u{301}", count: 3_000) + "b").utf16)
        let breaks = TextBreaks(count: text.count) { Array(text[$0]) }
        #expect(breaks.letterEnd(after: 0) == 3_001 && breaks.letterStart(before: 3_001) == 0)
    }

    @Test("Words are those of Unicode that have letters or digits")
    func words() {
        // Source: Unicode Standard Annex 29, WB5 to WB13: don't, 3.14 and a_b are one word each.
        let text = Array("Hello, don't 3.14  a_b\n(x) \u{65E5}".utf16)
        let breaks = TextBreaks(count: text.count) { Array(text[$0]) }
        var ends: [Int] = []
        var place = 0
        while place < text.count {
            place = breaks.wordEnd(after: place)
            ends.append(place)
        }
        #expect(ends == [5, 12, 17, 22, 25, 28])
        var starts: [Int] = []
        while place > 0 {
            place = breaks.wordStart(before: place)
            starts.append(place)
        }
        #expect(starts == [27, 24, 19, 13, 7, 0])
        #expect(breaks.word(at: 8) == 7..<12 && breaks.word(at: 12) == 7..<12 && breaks.word(at: 18) == 17..<19)
    }

    @Test("Paragraphs end after their separator; CR LF is one")
    func paragraphs() {
        let text = Array("ab\r\ncd\n\nef".utf16)
        let breaks = TextBreaks(count: text.count) { Array(text[$0]) }
        let found = (0...text.count).map { breaks.paragraph(at: $0) }
        #expect(found[0] == 0..<4 && found[3] == 0..<4 && found[4] == 4..<7 && found[7] == 7..<8 && found[10] == 8..<10)
        #expect(ParagraphList.lengths(of: text, isEnd: true) == [4, 3, 1, 2])
        #expect(ParagraphList.lengths(of: Array("a\n".utf16), isEnd: true) == [2, 0])
    }

    @Test("The storage with a gap is as an array")
    func buffer() {
        var random = SeededGenerator(seed: 3)
        var (buffer, model) = (TextBuffer(), [UInt16]())
        var runs = AttributeRuns()
        var kerns: [Int] = []
        for step in 0..<3_000 {
            let start = random.below(model.count + 1)
            let end = min(model.count, start + random.below(step % 50 == 0 ? 200 : 4))
            let new = (0..<random.below(6)).map { _ in UInt16(random.below(90) + 33) }
            let kern = random.below(3)
            buffer.replace(start..<end, with: new)
            model.replaceSubrange(start..<end, with: new)
            runs.replace(start..<end, with: new.isEmpty ? [] : [(new.count, [.kern: kern])])
            kerns.replaceSubrange(start..<end, with: new.map { _ in kern })
            #expect(buffer.count == model.count && runs.count == kerns.count)
        }
        #expect(buffer.units(in: 0..<model.count) == model)
        let all = kerns.indices.map { runs.attributes(at: $0).attributes[.kern] as? Int }
        #expect(all == kerns.map { $0 })
        let joined = runs.runs(in: 0..<kerns.count)
        #expect(zip(joined, joined.dropFirst()).allSatisfy { !AttributeRuns.areEqual($0.attributes, $1.attributes) })
    }

    @Test("Texts of units are those of the library, with unpaired surrogates")
    func units() {
        var random = SeededGenerator(seed: 9)
        let sources: [[UInt16]] = [
            Array(0x20..<0x7F), Array(0x80..<0x900), Array(0xD700..<0xE100), [0xD83D, 0xDE00, 0xD83D], [0xFFFF, 0],
        ]
        for _ in 0..<2_000 {
            let units = (0..<random.below(20)).map { _ in random.pick(random.pick(sources)) }
            #expect(Array(String(units: units).utf8) == Array(String(decoding: units, as: UTF16.self).utf8), "\(units)")
        }
    }

    /// The plain model: a text and a selection, edited by the simplest rules.
    private struct Plain {
        var text: [Character] = []
        var anchor = 0, head = 0
        var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
        mutating func put(_ new: String) {
            let range = range
            text.replaceSubrange(range, with: Array(new))
            (anchor, head) = (range.lowerBound + new.count, range.lowerBound + new.count)
        }
        func offset(_ index: Int) -> Int { String(text[..<index]).utf16.count }
    }

    /// The number of random edits; `MICA_EDITS` gives another for long runs.
    private var edits: Int { ProcessInfo.processInfo.environment["MICA_EDITS"].flatMap { Int($0) } ?? 10_000 }

    @Test("Ten thousand random edits of both kinds of views equal a plain model's")
    func random() {
        let stage = TextStage()
        let field = stage.field()
        let view = UITextView(frame: CGRect(x: 10, y: 80, width: 200, height: 100))
        stage.window.addSubview(view)
        edit(field, field.model.editor, steps: edits / 2, seed: 7) { field.text ?? "" }
        view.becomeFirstResponder()
        edit(view, view.model.editor, steps: edits / 2, seed: 8) { view.text ?? "" }
        // The paragraphs are those of the text.
        view.layoutManager.ensureLayout(for: view.textContainer)
        let units = Array(view.text.utf16)
        #expect(view.layoutManager.list.paragraphs.map(\.count) == ParagraphList.lengths(of: units, isEnd: true))
    }

    private func edit(_ input: any UITextInput, _ editor: TextEditor, steps: Int, seed: UInt64, _ text: () -> String) {
        var random = SeededGenerator(seed: seed)
        var plain = Plain()
        var before: Plain?
        (input as? UIResponder)?.becomeFirstResponder()
        // Letters that join with none of their neighbours, so that the model may count characters.
        let letters = ["a", "b", " ", "\u{E9}", "\u{4F60}", "\u{1F600}", "z", input is UITextView ? "\n" : "-"]
        for step in 0..<steps {
            switch random.below(12) {
            case 0...4:
                let new = random.pick(letters)
                input.insertText(new == "\n" ? "\n" : new)
                plain.put(new)
                before = nil
            case 5:
                input.deleteBackward()
                if plain.range.isEmpty, plain.head > 0 { plain.anchor = plain.head - 1 }
                if !plain.range.isEmpty { plain.put("") }
                before = nil
            case 6, 7:
                let (a, b) = (random.below(plain.text.count + 1), random.below(plain.text.count + 1))
                (plain.anchor, plain.head) = (a, random.chance(0.5) ? a : b)
                editor.select(TextSelection(from: plain.offset(plain.anchor), to: plain.offset(plain.head)))
                before = nil
            case 8:
                UIPasteboard.general.string = "pasted"
                before = plain
                (input as? UIResponder)?.paste(nil)
                plain.put("pasted")
            case 9:
                input.setMarkedText("ni", selectedRange: NSRange(location: 2, length: 0))
                input.setMarkedText("n", selectedRange: NSRange(location: 1, length: 0))
                input.insertText("\u{4F60}")
                plain.put("\u{4F60}")
                before = nil
            case 10:
                // Undoing a paste gives the text and the selection of before.
                guard let old = before else { continue }
                (input as? UIResponder)?.undoManager?.undo()
                plain = old
                before = nil
            default:
                guard !plain.text.isEmpty, plain.range.isEmpty else { continue }
                editor.move(.documentEnd)
                (plain.anchor, plain.head) = (plain.text.count, plain.text.count)
                before = nil
            }
            UndoManager.endEvent()
            if plain.text.count > 120 {
                editor.select(TextSelection(from: 0, to: plain.offset(plain.text.count)))
                input.deleteBackward()
                (plain, before) = (Plain(), nil)
            }
            guard step % 10 == 0 || step > steps - 20 else { continue }
            let (start, end) = (plain.offset(plain.range.lowerBound), plain.offset(plain.range.upperBound))
            guard text() == String(plain.text), input.selected == [start, end - start] else {
                Issue.record(
                    "step \(step), seed \(seed): \(text()) \(input.selected), not \(String(plain.text)) \(start) \(end)"
                )
                return
            }
        }
    }

    @Test("A letter typed into a megabyte lays out one paragraph and draws the visible text")
    func cost() throws {
        let stage = TextStage()
        let view = UITextView(frame: CGRect(x: 0, y: 0, width: 320, height: 240))
        let line = "The quick brown fox jumps over the lazy dog, and goes on to the next line. "
        view.text = String(repeating: line + "\n", count: 1_000_000 / 76)
        stage.window.addSubview(view)
        stage.host.advance(to: 0.1)
        let opened = view.layoutManager.layoutCount
        #expect(opened < 200, "\(opened)")
        view.becomeFirstResponder()
        for place in [0, 500_000, 999_900] {
            view.selectedRange = NSRange(location: place, length: 0)
            stage.host.advance(to: stage.host.time + 0.1)
            let before = view.layoutManager.layoutCount
            try stage.play("type \"x\"")
            stage.host.advance(to: stage.host.time + 0.1)
            let count = view.layoutManager.layoutCount - before
            #expect(count <= 4, "\(place): \(count)")
        }
    }

    @Test("The blinking caret wakes no program: its animation is the layer's, and it has no timer")
    func caret() throws {
        let stage = TextStage()
        let field = stage.field("a")
        field.becomeFirstResponder()
        let caret = try #require(field.subviews.flatMap(\.subviews).compactMap { $0 as? CaretView }.first)
        #expect(caret.layer.animationKeys() == ["blink"] && !caret.isHidden)
        field.resignFirstResponder()
        #expect(caret.layer.animationKeys()?.isEmpty ?? true && caret.isHidden)
    }
}
