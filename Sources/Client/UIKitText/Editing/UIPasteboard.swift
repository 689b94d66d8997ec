import Foundation
import MicaEvents
import MicaTrace
import UIKitCore

/// A place for copied values, from which programs paste.
///
/// The general pasteboard is the desktop's clipboard, where the program has a window: text, Rich Text Format, HTML,
/// pictures, addresses, and data of other types for Mica's programs. Colours and named pasteboards stay in the program.
/// Content of another program is read when it is asked for; a program that does not give it within two seconds, or gives
/// more than 64 MiB, has none.
@preconcurrency @MainActor open class UIPasteboard: NSObject {
    /// The name of a pasteboard.
    public struct Name: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// The pasteboard of all programs.
        public static let general = Name("com.apple.UIKit.pboard.general")
    }

    /// The pasteboard that programs share.
    open class var general: UIPasteboard { shared }
    private static let shared = UIPasteboard(.general)
    private static var named: [Name: UIPasteboard] = [:]

    /// The pasteboard's name.
    public let name: Name
    /// One dictionary for each item: its content by type.
    private var content: [[String: Any]] = []
    private var changes = 0
    /// What another program has copied, in place of `content`.
    private var other: OtherContent?
    /// The clipboard's number of changes when it was read or written last.
    private var seenChanges: UInt64 = 0
    /// The text of a clipboard with only text when it was read or written last: another text is another program's.
    private var seen: String?

    private init(_ name: Name) {
        self.name = name
        super.init()
    }

    /// A pasteboard with a name; nil if it does not exist and is not to be made.
    public class func named(_ name: Name, create: Bool) -> UIPasteboard? {
        if name == .general { return shared }
        if let found = named[name] { return found }
        guard create else { return nil }
        let made = UIPasteboard(name)
        named[name] = made
        return made
    }

    /// A pasteboard with a name of its own.
    open class func withUniqueName() -> UIPasteboard {
        let made = UIPasteboard(Name(UUID().uuidString))
        named[made.name] = made
        return made
    }

    /// Removes a pasteboard.
    open class func remove(withName pasteboardName: Name) { named[pasteboardName] = nil }

    private var host: (any TextInputHost)? {
        guard self === Self.shared else { return nil }
        let window = UIApplication.shared.keyWindow ?? UIApplication.shared.windows.last
        return window?.host as? any TextInputHost
    }

    /// Takes what another program has copied.
    private func readClipboard() {
        guard let host else { return }
        if let clipboard = host.clipboard { return read(clipboard) }
        guard let text = host.clipboardText, !text.isEmpty, text != seen else { return }
        (seen, other, content) = (text, nil, [[Self.textType: text]])
        changes += 1
    }

    private func read(_ clipboard: any DesktopClipboard) {
        watch(clipboard)
        let now = clipboard.changes
        guard now != seenChanges else { return }
        seenChanges = now
        (other, content) = (OtherContent(clipboard), [])
        changes += 1
    }

    /// Posts changes by other programs.
    private func watch(_ clipboard: any DesktopClipboard) {
        guard clipboard.changed == nil else { return }
        clipboard.changed = { [weak self] in
            guard let self else { return }
            let before = changes
            if changeCount != before { postChange(types) }
        }
    }

    private func postChange(_ types: [String]) {
        NotificationCenter.default.post(
            name: Self.changedNotification, object: self, userInfo: [Self.changedTypesAddedUserInfoKey: types])
    }

    /// Gives the content to the desktop. What the desktop does not take, such as a colour, leaves the clipboard's content
    /// there, which then counts as old.
    private func writeClipboard() {
        guard let host else { return }
        let text = strings(in: content).joined(separator: "\n")
        guard let clipboard = host.clipboard else {
            if !text.isEmpty { host.clipboardText = text }
            seen = text.isEmpty ? host.clipboardText : text
            return
        }
        watch(clipboard)
        let own = OwnContent(items: content, text: text)
        let names = own.names
        seenChanges = clipboard.changes
        if !names.isEmpty { clipboard.offer(names) { own.data($0) } }
    }

    /// The items with their values of some types at least.
    private func items(_ isWanted: (String) -> Bool) -> [[String: Any]] {
        readClipboard()
        return other?.items(isWanted) ?? content
    }

    private static func isText(_ type: String) -> Bool {
        ContentType.conforms(type, to: "public.plain-text") || type == "public.text"
    }
    private static func isPicture(_ type: String) -> Bool { ContentType.conforms(type, to: "public.image") }

    /// The type of plain text.
    private static let textType = "public.utf8-plain-text"
    private static let imageType = "public.png"
    private static let urlType = "public.url"
    private static let colorType = "com.apple.uikit.color"

    /// The items, each with its content by type. Setting them replaces all.
    open var items: [[String: Any]] {
        get { items { _ in true } }
        set {
            content = newValue
            other = nil
            changes += 1
            writeClipboard()
            postChange(content.flatMap(\.keys))
        }
    }

    private func strings(in items: [[String: Any]]) -> [String] {
        items.compactMap { item in
            if let text = item[Self.textType] as? String { return text }
            if let data = item[Self.textType] as? Data { return String(decoding: data, as: UTF8.self) }
            return (item["public.text"] ?? item["public.plain-text"]) as? String
                ?? (item[Self.urlType] as? URL)?.absoluteString
        }
    }

    /// How often the content was changed.
    open var changeCount: Int {
        readClipboard()
        return changes
    }

    /// The number of items.
    open var numberOfItems: Int { items.count }

    /// Adds items.
    open func addItems(_ items: [[String: Any]]) { self.items += items }

    /// The types of the first item.
    open var types: [String] {
        readClipboard()
        return other?.types ?? content.first.map { Array($0.keys) } ?? []
    }

    /// Whether the first item has one of the types.
    open func contains(pasteboardTypes: [String]) -> Bool { !Set(types).isDisjoint(with: pasteboardTypes) }

    /// The data of a type in the first item; nil for none.
    open func data(forPasteboardType pasteboardType: String) -> Data? {
        switch value(forPasteboardType: pasteboardType) {
        case let data as Data: data
        case let text as String: Data(text.utf8)
        case let image as UIImage: image.pngData()
        case let url as URL: Data(url.absoluteString.utf8)
        default: nil
        }
    }

    /// The value of a type in the first item; nil for none.
    open func value(forPasteboardType pasteboardType: String) -> Any? {
        items { $0 == pasteboardType }.first?[pasteboardType]
    }

    /// Replaces all items by one with data of a type.
    open func setData(_ data: Data, forPasteboardType pasteboardType: String) { items = [[pasteboardType: data]] }

    /// Replaces all items by one with a value of a type.
    open func setValue(_ value: Any, forPasteboardType pasteboardType: String) { items = [[pasteboardType: value]] }

    /// The text of the first item that has one; nil for none.
    open var string: String? {
        get {
            let texts = items(Self.isText)
            return strings(in: texts.isEmpty ? items { $0 == Self.urlType } : texts).first
        }
        set { items = newValue.map { [[Self.textType: $0]] } ?? [] }
    }

    /// The texts of all items; nil for none.
    open var strings: [String]? {
        get {
            let texts = items(Self.isText)
            let all = strings(in: texts.isEmpty ? items { $0 == Self.urlType } : texts)
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.textType: $0] } ?? [] }
    }

    /// The first address; nil for none.
    open var url: URL? {
        get { urls?.first ?? string.flatMap { Self.url($0) } }
        set { items = newValue.map { [[Self.urlType: $0, Self.textType: $0.absoluteString]] } ?? [] }
    }

    private static func url(_ text: String) -> URL? {
        guard let url = URL(string: text), url.scheme != nil else { return nil }
        return url
    }

    /// The addresses of all items; nil for none.
    open var urls: [URL]? {
        get {
            let all = items { $0 == Self.urlType }.compactMap { $0[Self.urlType] as? URL }
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.urlType: $0, Self.textType: $0.absoluteString] } ?? [] }
    }

    /// The first picture; nil for none.
    open var image: UIImage? {
        get { images?.first }
        set { items = newValue.map { [[Self.imageType: $0]] } ?? [] }
    }

    /// The pictures of all items; nil for none.
    open var images: [UIImage]? {
        get {
            let all = items(Self.isPicture).compactMap { Self.picture(in: $0) }
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.imageType: $0] } ?? [] }
    }

    /// An item's picture: PNG, or else another format.
    private static func picture(in item: [String: Any]) -> UIImage? {
        let others = item.keys.filter { $0 != imageType && isPicture($0) }.sorted()
        for type in [imageType] + others {
            if let image = item[type] as? UIImage { return image }
            if let image = (item[type] as? Data).flatMap({ UIImage(data: $0) }) { return image }
        }
        return nil
    }

    /// The first colour; nil for none.
    open var color: UIColor? {
        get { colors?.first }
        set { items = newValue.map { [[Self.colorType: $0]] } ?? [] }
    }

    /// The colours of all items; nil for none.
    open var colors: [UIColor]? {
        get {
            let all = items { $0 == Self.colorType }.compactMap { $0[Self.colorType] as? UIColor }
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.colorType: $0] } ?? [] }
    }

    /// Whether there is a text. Another program's is not read.
    open var hasStrings: Bool {
        readClipboard()
        return other?.types.contains { Self.isText($0) || $0 == Self.urlType } ?? (strings != nil)
    }
    /// Whether there is an address.
    open var hasURLs: Bool { url != nil }
    /// Whether there is a picture. Another program's is not read.
    open var hasImages: Bool {
        readClipboard()
        return other?.types.contains(where: Self.isPicture) ?? (images != nil)
    }
    /// Whether there is a colour.
    open var hasColors: Bool { colors != nil }

    /// The content of a pasteboard has changed.
    public nonisolated static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")
    /// The types that were added.
    public nonisolated static let changedTypesAddedUserInfoKey = "UIPasteboardChangedTypesAddedUserInfoKey"
}
