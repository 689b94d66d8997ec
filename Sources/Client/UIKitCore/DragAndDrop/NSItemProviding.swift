import Foundation

/// Who may read a representation; raw values are Apple's. As drags stay in the process, each one is read.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// All programs.
    case all = 0
    /// The programs of one developer.
    case team = 1
    /// The programs of one group.
    case group = 2
    /// This process.
    case ownProcess = 3
}

/// A class whose objects are made from an item provider's data.
///
/// *Source*: Apple, NSItemProviderReading.
public protocol NSItemProviderReading: NSObjectProtocol {
    /// The types that the class reads, the best first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }
    /// Makes an object.
    ///
    /// - Throws: An error if the data are not of the type.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// A class whose objects give an item provider their data.
///
/// On Linux, protocols have no optional members: each member that Apple has as optional has a default body.
///
/// *Source*: Apple, NSItemProviderWriting.
public protocol NSItemProviderWriting: NSObjectProtocol {
    /// The types that the class writes, the best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }
    /// The types that the object writes; the class's by default.
    var writableTypeIdentifiersForItemProvider: [String] { get }
    /// Gives the data of a type to a block, now or later, on any thread.
    ///
    /// - Returns: The progress of the work; nil if there is none to report.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// The class's types.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }
}

extension NSItemProvider {
    /// The first of some objects that is of the wanted class.
    fileprivate static func first<Wanted>(_ objects: AnyObject...) throws -> Wanted {
        for object in objects { if let wanted = object as? Wanted { return wanted } }
        throw error(.unexpectedValueClassError, "no item of the class \(Wanted.self) can be made")
    }
}

/// A class whose objects cannot be changed: a provider gives a reader in this process the object itself.
protocol SharedItem: NSItemProviderWriting {}

extension NSString: NSItemProviderReading, SharedItem {
    /// Plain texts.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [ContentType.text, "public.utf16-plain-text", "public.text", ContentType.url]
    }
    /// Plain text in UTF-8.
    public static var writableTypeIdentifiersForItemProvider: [String] { [ContentType.text] }

    /// Makes a text.
    ///
    /// - Throws: `NSItemProvider.ErrorCode.unavailableCoercionError` if the data are not a text.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let encoding: String.Encoding = typeIdentifier == "public.utf16-plain-text" ? .utf16 : .utf8
        guard let text = String(data: data, encoding: encoding) else {
            throw NSItemProvider.error(.unavailableCoercionError, "the data are not a text")
        }
        return try NSItemProvider.first(NSString(string: text), NSMutableString(string: text))
    }

    /// Gives the text in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(description.utf8), nil)
        return nil
    }
}

extension NSURL: NSItemProviderReading, SharedItem {
    /// Addresses.
    public static var readableTypeIdentifiersForItemProvider: [String] { [ContentType.url] }
    /// An address, and its text.
    public static var writableTypeIdentifiersForItemProvider: [String] { [ContentType.url, ContentType.text] }

    /// Makes an address.
    ///
    /// - Throws: `NSItemProvider.ErrorCode.unavailableCoercionError` if the data are not an address.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8), let url = NSURL(string: text) else {
            throw NSItemProvider.error(.unavailableCoercionError, "the data are not an address")
        }
        return try NSItemProvider.first(url)
    }

    /// Gives the text of the address.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(absoluteString.utf8), nil)
        return nil
    }
}

extension NSAttributedString: NSItemProviderReading, SharedItem {
    /// Texts; attributes come only from this process.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [ContentType.attributedText, ContentType.text, "public.text"]
    }
    /// The text with its attributes for this process, and the plain text.
    public static var writableTypeIdentifiersForItemProvider: [String] {
        [ContentType.attributedText, ContentType.text]
    }

    /// Makes a text without attributes.
    ///
    /// - Throws: `NSItemProvider.ErrorCode.unavailableCoercionError` if the data are not a text.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let text = try NSString.object(withItemProviderData: data, typeIdentifier: ContentType.text).description
        return try NSItemProvider.first(NSAttributedString(string: text), NSMutableAttributedString(string: text))
    }

    /// Gives the plain text.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(string.utf8), nil)
        return nil
    }
}

extension UIImage: NSItemProviderReading, SharedItem {
    /// Pictures.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [ContentType.png, "public.jpeg", "public.image"]
    }
    /// PNG.
    public static var writableTypeIdentifiersForItemProvider: [String] { [ContentType.png] }

    /// Makes a picture, at one pixel per point.
    ///
    /// - Throws: `NSItemProvider.ErrorCode.unavailableCoercionError` if the data are not a picture.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let image = UIImage(data: data) as? Self else {
            throw NSItemProvider.error(.unavailableCoercionError, "the data are not a picture")
        }
        return image
    }

    /// Gives the picture as PNG.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        let data = pngData()
        completionHandler(
            data, data == nil ? NSItemProvider.error(.itemUnavailableError, "the picture has no pixels") : nil)
        return nil
    }
}

extension UIColor: NSItemProviderReading, SharedItem {
    /// Archived colours.
    public static var readableTypeIdentifiersForItemProvider: [String] { [ContentType.color] }
    /// An archived colour.
    public static var writableTypeIdentifiersForItemProvider: [String] { [ContentType.color] }

    /// Makes a colour.
    ///
    /// - Throws: `NSItemProvider.ErrorCode.unavailableCoercionError` if the data are not an archived colour.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let color = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data) as? Self else {
            throw NSItemProvider.error(.unavailableCoercionError, "the data are not a colour")
        }
        return color
    }

    /// Gives the archived colour.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        do {
            completionHandler(try NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true), nil)
        } catch {
            completionHandler(nil, error)
        }
        return nil
    }
}
