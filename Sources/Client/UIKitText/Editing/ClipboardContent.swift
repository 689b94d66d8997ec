import Foundation
import MicaEvents
import UIKitCore

/// What another program has copied. Each type is read when it is asked for, once.
@MainActor final class OtherContent {
    private let clipboard: any DesktopClipboard
    private let offered: [(identifier: String, name: String)]
    private var read: [String: [Any]] = [:]

    /// Takes a note of a clipboard's types; nil if there is none that a pasteboard has.
    init?(_ clipboard: any DesktopClipboard) {
        self.clipboard = clipboard
        offered = ClipboardTypes.identifiers(of: clipboard.types)
        if offered.isEmpty { return nil }
    }

    /// The types.
    var types: [String] { offered.map(\.identifier) }

    /// The values of a type: several only for addresses.
    func values(_ type: String) -> [Any] {
        if let known = read[type] { return known }
        var values: [Any] = []
        if let entry = offered.first(where: { $0.identifier == type }), let data = clipboard.data(entry.name) {
            switch type {
            case ContentType.text:
                let text = ClipboardTypes.text(data, from: entry.name)
                if !text.isEmpty { values = [text] }
            case ContentType.url: values = ClipboardTypes.urls(data)
            default: values = [data]
            }
        }
        read[type] = values
        return values
    }

    /// The items with the values of some types: all content in the first, and one more for each further address.
    func items(_ isWanted: (String) -> Bool) -> [[String: Any]] {
        var items: [[String: Any]] = [[:]]
        for type in types where isWanted(type) {
            for (index, value) in values(type).enumerated() {
                if index < items.count { items[index][type] = value } else { items.append([type: value]) }
            }
        }
        return items.filter { !$0.isEmpty }
    }
}

/// Own content as the desktop gets it: text of all items, addresses of all items, and of each other type the first.
@MainActor struct OwnContent {
    /// The items.
    let items: [[String: Any]]
    /// The text of all items; empty for none.
    let text: String

    private var urls: [URL] { items.compactMap { $0[ContentType.url] as? URL } }

    /// The desktop's names for the content, the best first. Any picture is offered as PNG.
    var names: [String] {
        var types: [String] = []
        for type in items.flatMap({ $0.keys.sorted() }) where !types.contains(type) && first(type) != nil {
            types.append(type)
        }
        if picture != nil, !types.contains(ContentType.png) { types.append(ContentType.png) }
        types.removeAll { ContentType.conforms($0, to: "public.plain-text") }
        if !text.isEmpty { types.append(ContentType.text) }
        return types.flatMap { ClipboardTypes.names(of: $0) }
    }

    /// The content under a name of the desktop; nil for none.
    func data(_ name: String) -> Data? {
        let type = ClipboardTypes.identifier(of: name)
        switch type {
        case ContentType.text: return text.isEmpty ? nil : ClipboardTypes.data(of: text, as: name)
        case ContentType.url where !urls.isEmpty: return ClipboardTypes.list(of: urls)
        default: break
        }
        switch first(type) {
        case let data as Data: return data
        case let text as String: return Data(text.utf8)
        case let image as UIImage: return image.pngData()
        default: break
        }
        guard type == ContentType.png else { return nil }
        return (picture as? UIImage)?.pngData() ?? (picture as? Data).flatMap { UIImage(data: $0)?.pngData() }
    }

    /// The first value of a type that can be given away.
    private func first(_ type: String) -> Any? {
        items.lazy.compactMap { $0[type] }.first { $0 is Data || $0 is String || $0 is UIImage || $0 is URL }
    }

    private var picture: Any? {
        for item in items {
            for (type, value) in item where ContentType.conforms(type, to: "public.image") {
                if value is UIImage || value is Data { return value }
            }
        }
        return nil
    }
}
