import Foundation
import UIKitCore

extension UIPasteboard {
    /// The items as providers, which drags and drops have as well. Setting them replaces all; representations whose
    /// blocks give no data at once are left out.
    public var itemProviders: [NSItemProvider] {
        get { items.map { Self.provider(of: $0) } }
        set { items = newValue.map { Self.item(of: $0) } }
    }

    /// Replaces all items by objects.
    public func setObjects(_ objects: [any NSItemProviderWriting]) {
        itemProviders = objects.map { NSItemProvider(object: $0) }
    }

    /// A provider of an item's values, texts last: the others carry more.
    private static func provider(of item: [String: Any]) -> NSItemProvider {
        let made = NSItemProvider()
        func isText(_ type: String) -> Bool { ContentType.conforms(type, to: "public.text") }
        let types = item.keys.sorted { (isText($0) ? 1 : 0, $0) < (isText($1) ? 1 : 0, $1) }
        for type in types {
            switch item[type] {
            case let text as String: add(Data(text.utf8), type, to: made)
            case let data as Data: add(data, type, to: made)
            case let url as URL: add(Data(url.absoluteString.utf8), type, to: made)
            case let object as any NSItemProviderWriting: made.registerObject(object, visibility: .all)
            default: break
            }
        }
        return made
    }

    private static func add(_ data: Data, _ type: String, to provider: NSItemProvider) {
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
            completion(data, nil)
            return nil
        }
    }

    /// The values of a provider's representations, of the classes that the pasteboard's properties read.
    private static func item(of provider: NSItemProvider) -> [String: Any] {
        var item: [String: Any] = [:]
        for type in provider.registeredTypeIdentifiers {
            let arrived = Arrival()
            provider.loadDataRepresentation(forTypeIdentifier: type) { data, _ in arrived.take(data) }
            guard let data = arrived.take(nil) else { continue }
            item[type] =
                switch type {
                case ContentType.url: URL(dataRepresentation: data, relativeTo: nil)
                case ContentType.text: String(decoding: data, as: UTF8.self)
                case ContentType.color: try? UIColor.object(withItemProviderData: data, typeIdentifier: type)
                default: data
                }
        }
        return item
    }
}

/// Data that a block gives on any thread.
// Safe because: the lock guards the data.
private final class Arrival: @unchecked Sendable {
    private let lock = NSLock()
    private var data: Data?

    /// Takes data that have arrived; nil only reads. Returns the data so far.
    @discardableResult
    func take(_ new: Data?) -> Data? {
        lock.withLock {
            if let new { data = new }
            return data
        }
    }
}
