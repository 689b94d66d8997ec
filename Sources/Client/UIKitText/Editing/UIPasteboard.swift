import Foundation
import MicaEvents
import MicaTrace
import UIKitCore

/// A place for copied values, from which programs paste.
///
/// The general pasteboard's text is the desktop's clipboard, where the program has a window; other content stays in the
/// program. Named pasteboards stay in the program.
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
    /// The clipboard's text when it was read or written last: another text is another program's.
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

    /// Takes a text that another program has copied.
    private func readClipboard() {
        guard let host, let text = host.clipboardText, !text.isEmpty, text != seen else { return }
        seen = text
        content = [[Self.textType: text]]
        changes += 1
    }

    /// The type of plain text.
    private static let textType = "public.utf8-plain-text"
    private static let imageType = "public.png"
    private static let urlType = "public.url"
    private static let colorType = "com.apple.uikit.color"

    /// The items, each with its content by type. Setting them replaces all.
    open var items: [[String: Any]] {
        get {
            readClipboard()
            return content
        }
        set {
            content = newValue
            changes += 1
            let text = strings(in: content).joined(separator: "\n")
            // A picture is not given to the clipboard, whose text then counts as old.
            if !text.isEmpty { host?.clipboardText = text }
            seen = text.isEmpty ? host?.clipboardText : text
            let types = content.flatMap(\.keys)
            NotificationCenter.default.post(
                name: Self.changedNotification, object: self, userInfo: [Self.changedTypesAddedUserInfoKey: types])
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
    open var types: [String] { items.first.map { Array($0.keys) } ?? [] }

    /// Whether the first item has one of the types.
    open func contains(pasteboardTypes: [String]) -> Bool { !Set(types).isDisjoint(with: pasteboardTypes) }

    /// The data of a type in the first item; nil for none.
    open func data(forPasteboardType pasteboardType: String) -> Data? {
        switch items.first?[pasteboardType] {
        case let data as Data: data
        case let text as String: Data(text.utf8)
        case let image as UIImage: image.pngData()
        case let url as URL: Data(url.absoluteString.utf8)
        default: nil
        }
    }

    /// The value of a type in the first item; nil for none.
    open func value(forPasteboardType pasteboardType: String) -> Any? { items.first?[pasteboardType] }

    /// Replaces all items by one with data of a type.
    open func setData(_ data: Data, forPasteboardType pasteboardType: String) { items = [[pasteboardType: data]] }

    /// Replaces all items by one with a value of a type.
    open func setValue(_ value: Any, forPasteboardType pasteboardType: String) { items = [[pasteboardType: value]] }

    /// The text of the first item that has one; nil for none.
    open var string: String? {
        get { strings(in: items).first }
        set { items = newValue.map { [[Self.textType: $0]] } ?? [] }
    }

    /// The texts of all items; nil for none.
    open var strings: [String]? {
        get {
            let all = strings(in: items)
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.textType: $0] } ?? [] }
    }

    /// The first address; nil for none.
    open var url: URL? {
        get { items.compactMap { $0[Self.urlType] as? URL }.first ?? string.flatMap { Self.url($0) } }
        set { items = newValue.map { [[Self.urlType: $0, Self.textType: $0.absoluteString]] } ?? [] }
    }

    private static func url(_ text: String) -> URL? {
        guard let url = URL(string: text), url.scheme != nil else { return nil }
        return url
    }

    /// The addresses of all items; nil for none.
    open var urls: [URL]? {
        get {
            let all = items.compactMap { $0[Self.urlType] as? URL }
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
            let all = items.compactMap { item -> UIImage? in
                if let image = item[Self.imageType] as? UIImage { return image }
                return (item[Self.imageType] as? Data).flatMap { UIImage(data: $0) }
            }
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.imageType: $0] } ?? [] }
    }

    /// The first colour; nil for none.
    open var color: UIColor? {
        get { colors?.first }
        set { items = newValue.map { [[Self.colorType: $0]] } ?? [] }
    }

    /// The colours of all items; nil for none.
    open var colors: [UIColor]? {
        get {
            let all = items.compactMap { $0[Self.colorType] as? UIColor }
            return all.isEmpty ? nil : all
        }
        set { items = newValue?.map { [Self.colorType: $0] } ?? [] }
    }

    /// Whether there is a text.
    open var hasStrings: Bool { strings != nil }
    /// Whether there is an address.
    open var hasURLs: Bool { url != nil }
    /// Whether there is a picture.
    open var hasImages: Bool { images != nil }
    /// Whether there is a colour.
    open var hasColors: Bool { colors != nil }

    /// The content of a pasteboard has changed.
    public nonisolated static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")
    /// The types that were added.
    public nonisolated static let changedTypesAddedUserInfoKey = "UIPasteboardChangedTypesAddedUserInfoKey"
}
