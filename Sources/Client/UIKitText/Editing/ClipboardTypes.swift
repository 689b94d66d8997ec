import Foundation
import UIKitCore

/// The types of a pasteboard, and the desktop's names for them.
///
/// *Source*: the media types of IANA; X11's `UTF8_STRING` and `STRING` (ISO 8859-1), Inter-Client Communication
/// Conventions Manual, section 2.6.2; lists of addresses, RFC 2483.
enum ClipboardTypes {
    /// A type, and the desktop's names for it, the best first.
    private static let table: [(identifier: String, names: [String])] = [
        (ContentType.richText, ["text/rtf", "application/rtf"]),
        ("public.html", ["text/html"]),
        (ContentType.png, ["image/png"]),
        ("public.jpeg", ["image/jpeg"]),
        ("com.compuserve.gif", ["image/gif"]),
        ("org.webmproject.webp", ["image/webp"]),
        ("com.adobe.pdf", ["application/pdf"]),
        (ContentType.url, ["text/uri-list"]),
        (ContentType.text, ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"]),
    ]

    /// The types of another program's content, each with the name to ask for. A name without a known type counts if it
    /// is a type of a pasteboard itself, such as `com.example.shape`: Mica's programs exchange these.
    static func identifiers(of names: [String]) -> [(identifier: String, name: String)] {
        var found: [(identifier: String, name: String)] = []
        for entry in table {
            let name = entry.names.lazy.compactMap { wanted in names.first { same($0, wanted) } }.first
            if let name { found.append((entry.identifier, name)) }
        }
        for name in names where !name.contains("/") && name.contains(".") {
            if !found.contains(where: { $0.identifier == name }) { found.append((name, name)) }
        }
        return found
    }

    /// The type that a name of the desktop stands for; the name itself if it is not known.
    static func identifier(of name: String) -> String {
        table.first { $0.names.contains { same($0, name) } }?.identifier ?? name
    }

    /// The desktop's names for a type.
    static func names(of identifier: String) -> [String] {
        table.first { $0.identifier == identifier }?.names ?? [identifier]
    }

    private static func same(_ one: String, _ other: String) -> Bool {
        one.caseInsensitiveCompare(other) == .orderedSame
    }

    /// A text's data under a name.
    static func data(of text: String, as name: String) -> Data? {
        name == "STRING" ? text.data(using: .isoLatin1, allowLossyConversion: true) : Data(text.utf8)
    }

    /// The text of data under a name.
    static func text(_ data: Data, from name: String) -> String {
        if name == "STRING" { return String(data: data, encoding: .isoLatin1) ?? "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// A list's addresses.
    static func urls(_ data: Data) -> [URL] {
        String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }.compactMap { URL(string: String($0)) }
    }

    /// A list of addresses, each ended by a line end.
    static func list(of urls: [URL]) -> Data { Data(urls.map { $0.absoluteString + "\r\n" }.joined().utf8) }
}
