import CoreGraphics
import CoreText
import Foundation
import UIKitCore

/// A picture in a text, at the letter U+FFFC. *Units*: points.
open class NSTextAttachment: NSObject, AttachmentHolder {
    private let kind = CoreFoundationKind()

    /// The letter of an attachment.
    public static let character = 0xFFFC

    /// The picture; nil for none.
    open var image: UIImage?
    /// The place of the picture: from the pen, and y up from the baseline; zero, as at first, for the picture's size on
    /// the baseline.
    open var bounds = CGRect.zero
    /// The data of a file; nil for none.
    open var contents: Data?
    /// The type of the data; nil for none.
    open var fileType: String?

    /// Makes an attachment of data, which may be a picture's.
    public init(data contentData: Data?, ofType uti: String?) {
        (contents, fileType) = (contentData, uti)
        image = contentData.flatMap { UIImage(data: $0) }
        super.init()
    }

    /// Makes an attachment without a picture.
    public override convenience init() { self.init(data: nil, ofType: nil) }

    /// Makes an attachment of a picture.
    public convenience init(image: UIImage) {
        self.init(data: nil, ofType: nil)
        self.image = image
    }

    /// The place of the picture; an override gives another for a line.
    open func attachmentBounds(
        for textContainer: NSTextContainer?, proposedLineFragment lineFrag: CGRect, glyphPosition position: CGPoint,
        characterIndex charIndex: Int
    ) -> CGRect {
        bounds == .zero ? CGRect(origin: .zero, size: image?.size ?? .zero) : bounds
    }

    /// The picture to draw.
    open func image(
        forBounds imageBounds: CGRect, textContainer: NSTextContainer?, characterIndex charIndex: Int
    ) -> UIImage? { image }

    /// The rectangle of the picture in a line.
    package final var attachedBounds: CGRect {
        attachmentBounds(for: nil, proposedLineFragment: .zero, glyphPosition: .zero, characterIndex: 0)
    }

    /// Draws the picture.
    package final func drawAttached(in rect: CGRect, _ context: CGContext) {
        guard let image = image(forBounds: rect, textContainer: nil, characterIndex: 0) else { return }
        // The context's y is up here, and pictures are drawn with y down.
        context.saveGState()
        context.translateBy(x: 0, y: rect.minY + rect.maxY)
        context.scaleBy(x: 1, y: -1)
        UIGraphicsPushContext(context)
        MainActor.assumeIsolated { image.draw(in: rect) }
        UIGraphicsPopContext()
        context.restoreGState()
    }
}

extension NSAttributedString {
    /// Makes a text of one attachment.
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }
}

extension NSAttributedString.Key {
    /// The object at a letter U+FFFC: an NSTextAttachment.
    public static let attachment = NSAttributedString.Key("NSAttachment")
}
