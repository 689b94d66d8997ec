/// The uniform type identifiers that this library uses, and which type is a kind of which.
///
/// *Source*: Apple, "System-Declared Uniform Type Identifiers". A type that is not in the table conforms only to itself.
package enum ContentType {
    /// Plain text in UTF-8.
    package static let text = "public.utf8-plain-text"
    /// A document in Rich Text Format.
    package static let richText = "public.rtf"
    /// An address.
    package static let url = "public.url"
    /// A picture in PNG.
    package static let png = "public.png"
    /// An archived colour.
    package static let color = "com.apple.uikit.color"
    /// A text with attributes, which only this process reads.
    package static let attributedText = "com.apple.uikit.attributedstring"

    private static let parents: [String: [String]] = [
        text: ["public.plain-text"],
        "public.utf16-plain-text": ["public.plain-text"],
        "public.plain-text": ["public.text"],
        richText: ["public.text"],
        "public.html": ["public.text"],
        "public.xml": ["public.text"],
        "public.json": ["public.text"],
        "public.text": ["public.data", "public.content"],
        attributedText: ["public.text"],
        "public.file-url": [url],
        url: ["public.data"],
        png: ["public.image"],
        "public.jpeg": ["public.image"],
        "public.tiff": ["public.image"],
        "com.compuserve.gif": ["public.image"],
        "org.webmproject.webp": ["public.image"],
        "public.svg-image": ["public.image"],
        "public.image": ["public.data", "public.content"],
        "com.adobe.pdf": ["public.data", "public.content"],
        "public.mpeg-4": ["public.movie"],
        "com.apple.quicktime-movie": ["public.movie"],
        "public.movie": ["public.audiovisual-content"],
        "public.mp3": ["public.audio"],
        "public.audio": ["public.audiovisual-content"],
        "public.audiovisual-content": ["public.data", "public.content"],
        "public.zip-archive": ["public.archive"],
        "public.archive": ["public.data"],
        color: ["public.data"],
        "public.folder": ["public.directory"],
        "public.directory": ["public.item"],
        "public.data": ["public.item"],
    ]

    private static let extensions: [String: String] = [
        "txt": text, "text": text, "md": text, "csv": text, "swift": text, "rtf": richText, "html": "public.html",
        "htm": "public.html", "xml": "public.xml", "json": "public.json", "png": png, "jpg": "public.jpeg",
        "jpeg": "public.jpeg", "tif": "public.tiff", "tiff": "public.tiff", "gif": "com.compuserve.gif",
        "webp": "org.webmproject.webp", "svg": "public.svg-image", "pdf": "com.adobe.pdf", "mp4": "public.mpeg-4",
        "mov": "com.apple.quicktime-movie", "mp3": "public.mp3", "zip": "public.zip-archive",
    ]

    /// Whether a type is another one, or a kind of it.
    package static func conforms(_ type: String, to other: String) -> Bool {
        var open = [type]
        while let next = open.popLast() {
            if next == other { return true }
            open += parents[next] ?? []
        }
        return false
    }

    /// The type of files with an extension of any case; `public.data` for one that is not known.
    package static func type(ofExtension name: String) -> String { extensions[name.lowercased()] ?? "public.data" }
}
