import Foundation
import UIKit
import XCTest

/// A file that a test leaves behind: a picture, a text.
///
/// *Source*: Apple, XCTAttachment. Xcode keeps attachments in its result bundle; here `mica test` writes them beside the
/// report (`XCTActivity`).
open class XCTAttachment: NSObject {
    /// How long an attachment is kept; raw values are Apple's.
    public enum Lifetime: Int, Sendable {
        /// Always.
        case keepAlways = 0
        /// Only if the test fails.
        case deleteOnSuccess = 1
    }

    /// The quality of an attached picture; raw values are Apple's. Pictures are always written without loss here.
    public enum ImageQuality: Int, Sendable {
        /// Without loss.
        case original = 0
        /// Small files.
        case low = 1
        /// Larger files.
        case medium = 2
    }

    /// The name that the report shows; nil for none.
    open var name: String?
    /// The kind of data, as a uniform type identifier such as `public.png`.
    public let uniformTypeIdentifier: String
    /// Facts for those who read the attachment.
    open var userInfo: [AnyHashable: Any]?
    /// How long the attachment is kept; only after a failure by default. Without effect here: `mica test` keeps the attachments
    /// of its last run.
    open var lifetime = Lifetime.deleteOnSuccess
    /// The data; nil if there is none, or a file could not be read.
    public let payload: Data?

    /// Makes an attachment of data, of a kind, with a name.
    public init(
        uniformTypeIdentifier identifier: String?, name: String?, payload: Data?, userInfo: [AnyHashable: Any]? = nil
    ) {
        uniformTypeIdentifier = identifier ?? "public.data"
        (self.name, self.payload, self.userInfo) = (name, payload, userInfo)
    }

    /// Makes an attachment of data.
    public convenience init(data payload: Data) {
        self.init(uniformTypeIdentifier: nil, name: nil, payload: payload)
    }

    /// Makes an attachment of data of a kind.
    public convenience init(data payload: Data, uniformTypeIdentifier identifier: String) {
        self.init(uniformTypeIdentifier: identifier, name: nil, payload: payload)
    }

    /// Makes an attachment of a text.
    public convenience init(string: String) {
        self.init(uniformTypeIdentifier: "public.plain-text", name: nil, payload: Data(string.utf8))
    }

    /// Makes an attachment of a picture, as PNG.
    public convenience init(image: UIImage) {
        self.init(uniformTypeIdentifier: "public.png", name: nil, payload: image.pngData())
    }

    /// Makes an attachment of a picture, as PNG whatever the quality.
    public convenience init(image: UIImage, quality: ImageQuality) { self.init(image: image) }

    /// Makes an attachment of a file's contents.
    public convenience init(contentsOfFile url: URL) {
        self.init(
            uniformTypeIdentifier: Self.identifiers[url.pathExtension.lowercased()], name: url.lastPathComponent,
            payload: try? Data(contentsOf: url))
    }

    /// Makes an attachment of a file's contents, of a kind.
    public convenience init(contentsOfFile url: URL, uniformTypeIdentifier identifier: String) {
        self.init(
            uniformTypeIdentifier: identifier, name: url.lastPathComponent, payload: try? Data(contentsOf: url))
    }

    private static let identifiers = [
        "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg", "txt": "public.plain-text",
        "json": "public.json", "html": "public.html", "xml": "public.xml",
    ]

    /// The ending of a file with this attachment.
    final var fileEnding: String {
        Self.identifiers.filter { $0.value == uniformTypeIdentifier }.map(\.key).min() ?? "data"
    }
}
