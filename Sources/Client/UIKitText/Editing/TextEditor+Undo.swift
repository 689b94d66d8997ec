import Foundation
import UIKitCore

/// Changes that are undone together: typed letters one after another, or letters deleted one after another.
@MainActor final class TypingRun {
    /// The way in which the text was changed.
    enum Kind {
        case typing, deleting, composing, other

        /// The name in an undo command.
        var name: String {
            switch self {
            case .typing, .composing, .deleting: "Typing"
            case .other: ""
            }
        }
    }

    var kind: Kind
    /// The place of the new text.
    var range: Range<Int>
    /// The text that was there before.
    var old: StyledText
    /// The selection before.
    let before: TextSelection
    /// The manager's count of registrations after this one.
    let number: Int

    init(_ kind: Kind, _ range: Range<Int>, _ old: StyledText, before: TextSelection, number: Int) {
        (self.kind, self.range, self.old, self.before, self.number) = (kind, range, old, before, number)
    }
}

extension TextEditor {
    /// Replaces a part of the text, places the caret after it, and registers the undoing.
    ///
    /// The order of the calls: the text, the selection, then the end of the change.
    ///
    /// - Parameters:
    ///   - range: The replaced part; clamped to the text, which a delegate may have shortened.
    ///   - part: The selection within the new text, which is then marked; nil for a caret after it.
    func change(_ range: Range<Int>, _ piece: StyledText, _ kind: TypingRun.Kind, marking part: Range<Int>? = nil) {
        client.textWillChange()
        let range = range.clamped(to: 0..<client.textLength)
        let old = client.piece(in: range)
        let before = selection
        client.replace(range, with: piece)
        let new = range.lowerBound..<range.lowerBound + piece.units.count
        register(range, old, new, before, kind)
        if let part {
            setMarked(new.isEmpty ? nil : new)
            let (start, end) = (new.lowerBound + part.lowerBound, new.lowerBound + part.upperBound)
            select(TextSelection(from: start, to: end), endsRun: false)
        } else {
            select(TextSelection(at: new.upperBound, piece.units.isEmpty ? .after : .before), endsRun: false)
        }
        goal = nil
        client.textDidChange()
    }

    private func register(
        _ range: Range<Int>, _ old: StyledText, _ new: Range<Int>, _ before: TextSelection, _ kind: TypingRun.Kind
    ) {
        guard let manager = client.editingUndoManager, manager.isUndoRegistrationEnabled else { return run = nil }
        if let run, run.number == manager.registrations, extend(run, range, old, new, kind) { return }
        let next = TypingRun(kind, new, old, before: before, number: manager.registrations + 1)
        manager.registerUndo(withTarget: self) { $0.undo(next) }
        if !kind.name.isEmpty { manager.setActionName(kind.name) }
        run = kind == .other || manager.isUndoing || manager.isRedoing ? nil : next
    }

    /// Makes a change a part of the run before it, if it continues it.
    private func extend(
        _ run: TypingRun, _ range: Range<Int>, _ old: StyledText, _ new: Range<Int>, _ kind: TypingRun.Kind
    ) -> Bool {
        switch (run.kind, kind) {
        case (.typing, .typing), (.typing, .composing):
            guard range.isEmpty, range.lowerBound == run.range.upperBound else { return false }
            run.range = run.range.lowerBound..<new.upperBound
        case (.composing, .composing), (.composing, .typing), (.composing, .deleting):
            // The marked text is replaced by other text.
            guard range.lowerBound >= run.range.lowerBound, range.upperBound == run.range.upperBound else {
                return false
            }
            run.range = run.range.lowerBound..<new.upperBound
        case (.deleting, .deleting):
            guard run.range.isEmpty else { return false }
            if range.upperBound == run.range.lowerBound {
                var all = old
                all.append(run.old)
                run.old = all
            } else if range.lowerBound == run.range.lowerBound {
                run.old.append(old)
            } else {
                return false
            }
            run.range = new
        default: return false
        }
        if kind == .composing { run.kind = .composing }
        if run.kind == .composing, kind == .typing { run.kind = .typing }
        return true
    }

    /// Puts the text before a change back.
    private func undo(_ done: TypingRun) {
        run = nil
        setMarked(nil)
        // The delegate may shorten the text when it is asked.
        guard done.range.upperBound <= client.textLength, client.allows(done.range, done.old.string),
            done.range.upperBound <= client.textLength
        else { return }
        let current = client.piece(in: done.range)
        let range = done.range.lowerBound..<done.range.lowerBound + done.old.units.count
        client.textWillChange()
        client.replace(done.range, with: done.old)
        if let manager = client.editingUndoManager {
            let back = TypingRun(.other, range, current, before: selection, number: 0)
            manager.registerUndo(withTarget: self) { $0.undo(back) }
        }
        // Undoing shows the selection of before; redoing, the caret after the text.
        let isUndoing = client.editingUndoManager?.isUndoing ?? false
        select(isUndoing ? done.before : TextSelection(at: range.upperBound, .before))
        client.textDidChange()
    }
}
