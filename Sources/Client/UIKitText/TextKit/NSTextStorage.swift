import Foundation
import UIKitCore

/// A styled text that reports its changes to layout managers.
///
/// A subclass may keep the text elsewhere: it overrides `string`, `attributes(at:effectiveRange:)`,
/// `replaceCharacters(in:with:)` and `setAttributes(_:range:)`, and calls `edited(_:range:changeInLength:)` for each
/// change. *Source*: Apple, NSTextStorage, "Subclassing notes".
open class NSTextStorage: NSMutableAttributedString {
    /// The kinds of an edit. *Source*: Apple, NSTextStorage.EditActions.
    public struct EditActions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Attributes were changed.
        public static let editedAttributes = EditActions(rawValue: 1)
        /// Characters were added or removed.
        public static let editedCharacters = EditActions(rawValue: 2)
    }

    /// The text as layouts read it.
    private(set) final var store = TextStore()
    /// Whether this class changes its own text, rather than a subclass its own.
    private final var isOwnEdit = false
    private final var nesting = 0
    private final var managers: [NSLayoutManager] = []
    private final var isProcessing = false

    /// Makes a storage with a text.
    public required override init(string str: String, attributes attrs: [NSAttributedString.Key: Any]? = nil) {
        super.init(string: str, attributes: attrs)
        store.replace(0..<0, with: StyledText(str, attrs ?? [:]))
    }

    /// Makes a storage with a text.
    public override convenience init(string str: String) { self.init(string: str, attributes: nil) }

    /// Makes an empty storage.
    public convenience init() { self.init(string: "", attributes: nil) }

    /// Makes a storage with a text.
    public override convenience init(attributedString attrStr: NSAttributedString) {
        self.init(string: "", attributes: nil)
        setAttributedString(attrStr)
    }

    /// Reads a storage from an archive of a styled text; nil if there is none.
    public required convenience init?(coder aDecoder: NSCoder) {
        guard let text = aDecoder.styledText(forKey: "NSStyledText") else { return nil }
        self.init(attributedString: text)
    }

    /// Writes the text into an archive.
    open override func encode(with aCoder: NSCoder) {
        aCoder.encode(styled: NSAttributedString(attributedString: self), forKey: "NSStyledText")
    }

    /// Whether the text is kept by this class: then a subclass has added nothing to it.
    private final var isPlain: Bool { type(of: self) == NSTextStorage.self }

    /// The number of units of UTF-16.
    open override var length: Int { isPlain ? store.count : string.utf16.count }

    // MARK: The two changes from which all others are made

    /// Replaces characters. New ones have the attributes of the first that they replace, or else of the one before.
    open override func replaceCharacters(in range: NSRange, with str: String) {
        let units = Array(str.utf16)
        let place = Range(range, in: store.count)
        var attributes: Attributes = [:]
        if store.count > 0 {
            let source = place.isEmpty ? max(0, place.lowerBound - 1) : place.lowerBound
            attributes = store.runs.attributes(at: min(source, store.count - 1)).attributes
        }
        var piece = StyledText()
        (piece.units, piece.runs) = (units, units.isEmpty ? [] : [(units.count, attributes)])
        isOwnEdit = true
        super.replaceCharacters(in: place.ns, with: str)
        store.replace(place, with: piece)
        edited(.editedCharacters, range: place.ns, changeInLength: units.count - place.count)
        isOwnEdit = false
    }

    /// Sets the attributes of a range.
    open override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
        let place = Range(range, in: store.count)
        guard !place.isEmpty else { return }
        isOwnEdit = true
        super.setAttributes(attrs, range: place.ns)
        store.setAttributes(in: place) { _ in attrs ?? [:] }
        edited(.editedAttributes, range: place.ns, changeInLength: 0)
        isOwnEdit = false
    }

    // MARK: Changes made of them

    /// Replaces characters by a styled text.
    open override func replaceCharacters(in range: NSRange, with attrString: NSAttributedString) {
        let piece = StyledText(attrString)
        let place = Range(range, in: length)
        beginEditing()
        replaceCharacters(in: place.ns, with: piece.string)
        var location = place.lowerBound
        for run in piece.runs {
            setAttributes(run.attributes, range: NSRange(location: location, length: run.count))
            location += run.count
        }
        endEditing()
    }

    /// Inserts a styled text.
    open override func insert(_ attrString: NSAttributedString, at loc: Int) {
        replaceCharacters(in: NSRange(location: loc, length: 0), with: attrString)
    }

    /// Adds a styled text at the end.
    open override func append(_ attrString: NSAttributedString) {
        replaceCharacters(in: NSRange(location: length, length: 0), with: attrString)
    }

    /// Removes characters.
    open override func deleteCharacters(in range: NSRange) { replaceCharacters(in: range, with: "") }

    /// Replaces the whole text.
    open override func setAttributedString(_ attrString: NSAttributedString) {
        replaceCharacters(in: NSRange(location: 0, length: length), with: attrString)
    }

    /// Sets an attribute of a range.
    open override func addAttribute(_ name: NSAttributedString.Key, value: Any, range: NSRange) {
        addAttributes([name: value], range: range)
    }

    /// Sets attributes of a range; others stay.
    open override func addAttributes(_ attrs: [NSAttributedString.Key: Any] = [:], range: NSRange) {
        changeAttributes(range) { $0.merging(attrs) { $1 } }
    }

    /// Removes an attribute of a range.
    open override func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
        changeAttributes(range) { old in
            var new = old
            new[name] = nil
            return new
        }
    }

    private func changeAttributes(_ range: NSRange, _ change: (Attributes) -> Attributes) {
        let place = Range(range, in: length)
        var location = place.lowerBound
        beginEditing()
        while location < place.upperBound {
            var effective = NSRange()
            let old = unsafe attributes(at: location, effectiveRange: &effective)
            let next = max(location + 1, min(effective.location + effective.length, place.upperBound))
            setAttributes(change(old), range: NSRange(location: location, length: next - location))
            location = next
        }
        endEditing()
    }

    // MARK: Layout managers

    /// The layout managers that show the text.
    open var layoutManagers: [NSLayoutManager] { managers }

    /// Adds a layout manager.
    @preconcurrency @MainActor open func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
        guard !managers.contains(where: { $0 === aLayoutManager }) else { return }
        aLayoutManager.textStorage?.removeLayoutManager(aLayoutManager)
        managers.append(aLayoutManager)
        aLayoutManager.adopt(self)
    }

    /// Removes a layout manager.
    @preconcurrency @MainActor open func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
        guard managers.contains(where: { $0 === aLayoutManager }) else { return }
        managers.removeAll { $0 === aLayoutManager }
        aLayoutManager.adopt(nil)
    }

    // MARK: Editing

    /// The receiver of edits before and after they are laid out; nil for none.
    open weak var delegate: (any NSTextStorageDelegate)?
    /// The kinds of the pending edit.
    open private(set) var editedMask: EditActions = []
    /// The range of the pending edit in the new text; its location is NSNotFound while there is none.
    open private(set) var editedRange = NSRange(location: NSNotFound, length: 0)
    /// The change of the length by the pending edit.
    open private(set) var changeInLength = 0

    /// Begins changes that are laid out together.
    open override func beginEditing() { nesting += 1 }

    /// Ends such changes.
    open override func endEditing() {
        nesting = max(0, nesting - 1)
        if nesting == 0, !editedMask.isEmpty, !isProcessing { processEditing() }
    }

    /// Notes a change, which is processed at once outside `beginEditing()` and `endEditing()`.
    ///
    /// - Parameters:
    ///   - editedRange: The range in the old text.
    ///   - delta: The change of the length.
    open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int) {
        if !isOwnEdit { mirror(editedRange, delta) }
        let new = NSRange(location: editedRange.location, length: max(0, editedRange.length + delta))
        if self.editedMask.isEmpty {
            self.editedRange = new
        } else {
            // The earlier range moves with the text.
            let old = self.editedRange
            func moved(_ position: Int) -> Int {
                if position <= editedRange.location { return position }
                let isBehind = position >= editedRange.location + editedRange.length
                return isBehind ? position + delta : new.location + new.length
            }
            let start = min(moved(old.location), new.location)
            let end = max(moved(old.location + old.length), new.location + new.length)
            self.editedRange = NSRange(location: start, length: max(0, end - start))
        }
        self.editedMask.formUnion(editedMask)
        changeInLength += delta
        if nesting == 0, !isProcessing { processEditing() }
    }

    /// Takes a change of a subclass that keeps the text itself.
    private func mirror(_ range: NSRange, _ delta: Int) {
        let old = Range(range, in: store.count)
        let all = string
        let newCount = all.utf16.count
        let start = min(old.lowerBound, newCount)
        let end = max(start, min(newCount, old.upperBound + delta))
        let from = all.utf16.index(all.startIndex, offsetBy: start)
        let to = all.utf16.index(from, offsetBy: end - start)
        var piece = StyledText()
        piece.units = Array(all.utf16[from..<to])
        var location = start
        while location < end {
            var effective = NSRange()
            let own = unsafe attributes(at: location, effectiveRange: &effective)
            let next = max(location + 1, min(effective.location + effective.length, end))
            piece.runs.append((next - location, own))
            location = next
        }
        store.replace(old, with: piece)
    }

    /// Processes the pending edit: asks the delegate, fixes attributes, and has it laid out. An override calls super.
    open func processEditing() {
        isProcessing = true
        // Safe because: storages are used where views are; the closure is called on this thread before this returns.
        nonisolated(unsafe) let storage = self
        MainActor.assumeIsolated { unsafe storage.report() }
        (editedMask, changeInLength) = ([], 0)
        editedRange = NSRange(location: NSNotFound, length: 0)
        isProcessing = false
    }

    /// Reports the pending edit to the delegate and the managers.
    @MainActor private func report() {
        delegate?.textStorage(self, willProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
        NotificationCenter.default.post(name: Self.willProcessEditingNotification, object: self)
        fixAttributes(in: editedRange)
        delegate?.textStorage(self, didProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
        NotificationCenter.default.post(name: Self.didProcessEditingNotification, object: self)
        let (mask, range, delta) = (editedMask, editedRange, changeInLength)
        for manager in managers {
            manager.processEditing(
                for: self, edited: mask, range: range, changeInLength: delta, invalidatedRange: range)
        }
    }

    /// Makes attributes valid after a change; does nothing here, as fonts are substituted when text is laid out.
    open func fixAttributes(in range: NSRange) {}

    /// Makes attributes valid now; does nothing, as they are never left invalid here.
    open func ensureAttributesAreFixed(in range: NSRange) {}

    /// An edit is about to be processed.
    public static let willProcessEditingNotification = NSNotification.Name(
        "NSTextStorageWillProcessEditingNotification")
    /// An edit has been processed.
    public static let didProcessEditingNotification = NSNotification.Name("NSTextStorageDidProcessEditingNotification")
}

/// The receiver of a storage's edits. All methods are optional. *Source*: Apple, NSTextStorageDelegate.
@preconcurrency @MainActor public protocol NSTextStorageDelegate: AnyObject {
    /// An edit is about to be processed: characters and attributes may be changed.
    func textStorage(
        _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int)
    /// An edit has been processed: attributes may be changed.
    func textStorage(
        _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int)
}

extension NSTextStorageDelegate {
    /// Does nothing.
    public func textStorage(
        _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int
    ) {}
    /// Does nothing.
    public func textStorage(
        _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int
    ) {}
}
