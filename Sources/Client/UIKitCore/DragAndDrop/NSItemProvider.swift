import Foundation

/// Data of one item in several representations, which are made when they are read.
///
/// Foundation on Linux has no such class. Apple's calls blocks on a thread of its own; here a loader runs at once on the
/// reader's thread, and the completion block wherever the loader calls it.
///
/// *Source*: Apple, NSItemProvider.
// Safe because: the lock guards the representations and the name, and blocks that are called from any thread are
// @Sendable.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
    /// Gets an item, or an error.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void
    private typealias DataHandler = @Sendable (Data?, (any Error)?) -> Void
    private typealias Loader = @Sendable (@escaping DataHandler) -> Progress?

    /// The error's reason; raw values are Apple's.
    public enum ErrorCode: Int, Sendable {
        /// Something else.
        case unknownError = -1
        /// There is no item of the type.
        case itemUnavailableError = -1000
        /// The item is of another class.
        case unexpectedValueClassError = -1100
        /// The item cannot be made into one of the class.
        case unavailableCoercionError = -1200
    }
    /// The domain of errors.
    public static let errorDomain = "NSItemProviderErrorDomain"

    static func error(_ code: ErrorCode, _ reason: String) -> NSError {
        NSError(domain: errorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    /// One form of the item. A form without a loader has its item.
    private struct Representation: Sendable {
        var type: String
        var load: Loader?
        var item: Held?
    }

    /// An item that a provider holds.
    // Safe because: by Apple's contract a program does not change an item that it has given to a provider.
    private struct Held: @unchecked Sendable {
        var object: any NSObjectProtocol
    }

    /// A class that reads.
    // Safe because: a class is the same on each thread; its method makes an object of its own.
    private struct Reader: @unchecked Sendable {
        var type: any NSItemProviderReading.Type
    }

    private let lock = NSLock()
    private var representations: [Representation] = []
    private var name: String?

    /// Makes a provider without representations.
    public override init() { super.init() }

    /// Makes a provider with the representations of an object.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// Makes a provider of one item; nil for either argument makes one without representations.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let item = item as? any NSSecureCoding & NSObjectProtocol, let typeIdentifier else { return }
        let held = Held(object: item)
        add(typeIdentifier, held) { completion in
            switch held.object {
            case let data as NSData: completion(Data(referencing: data), nil)
            case let object as any NSItemProviderWriting:
                return object.loadData(
                    withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completion)
            default: completion(nil, Self.error(.unavailableCoercionError, "the item has no data"))
            }
            return nil
        }
    }

    /// Makes a provider of a file's data, by the type of its extension, and of its address; nil if there is no file.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let url = fileURL, url.isFileURL, FileManager.default.fileExists(atPath: url.path) else { return nil }
        self.init()
        suggestedName = url.deletingPathExtension().lastPathComponent
        if !url.hasDirectoryPath {
            registerDataRepresentation(
                forTypeIdentifier: ContentType.type(ofExtension: url.pathExtension), visibility: .all
            ) { completion in
                do { completion(try Data(contentsOf: url), nil) } catch { completion(nil, error) }
                return nil
            }
        }
        add("public.file-url", Held(object: url as NSURL)) { completion in
            completion(Data(url.absoluteString.utf8), nil)
            return nil
        }
    }

    /// A provider with the same representations.
    open func copy(with zone: NSZone? = nil) -> Any {
        let made = NSItemProvider()
        (made.representations, made.name) = lock.withLock { (representations, name) }
        return made
    }

    /// The name of a file that a reader makes, without its extension; nil at first.
    open var suggestedName: String? {
        get { lock.withLock { name } }
        set { lock.withLock { name = newValue } }
    }

    // MARK: Registering

    private func add(_ type: String, _ item: Held?, _ load: Loader?) {
        lock.withLock {
            let made = Representation(type: type, load: load, item: item)
            if let index = representations.firstIndex(where: { $0.type == type }) {
                representations[index] = made
            } else {
                representations.append(made)
            }
        }
    }

    /// Adds a representation, whose data a block gives. Those that were added first are preferred.
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) { add(typeIdentifier, nil, loadHandler) }

    /// Adds the representations of an object.
    open func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        let held = Held(object: object)
        for type in object.writableTypeIdentifiersForItemProvider {
            add(type, object is any SharedItem ? held : nil) { completion in
                (held.object as? any NSItemProviderWriting)?.loadData(
                    withTypeIdentifier: type, forItemProviderCompletionHandler: completion)
            }
        }
    }

    /// Adds the representations of an object that a block makes.
    open func registerObject(
        ofClass aClass: any NSItemProviderWriting.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler:
            @escaping @Sendable (
                @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
            ) -> Progress?
    ) {
        for type in aClass.writableTypeIdentifiersForItemProvider {
            add(type, nil) { completion in
                loadHandler { object, error in
                    guard let object else { return completion(nil, error) }
                    _ = object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: completion)
                }
            }
        }
    }

    // MARK: Types

    /// The types of the representations, the preferred first.
    open var registeredTypeIdentifiers: [String] { lock.withLock { representations.map(\.type) } }

    /// Whether a representation is of a type, or of a kind of it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        representation(typeIdentifier) != nil
    }

    private func representation(_ type: String) -> Representation? {
        let all = lock.withLock { representations }
        return all.first { $0.type == type } ?? all.first { ContentType.conforms($0.type, to: type) }
    }

    private func representation(for aClass: any NSItemProviderReading.Type) -> Representation? {
        let readable = aClass.readableTypeIdentifiersForItemProvider
        return lock.withLock { representations }.first { own in
            readable.contains { ContentType.conforms(own.type, to: $0) }
        }
    }

    /// Whether an object of a class can be made.
    open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        representation(for: aClass) != nil
    }

    // MARK: Loading

    /// Gives the data of a type to a block, or an error.
    @discardableResult
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        guard let own = representation(typeIdentifier) else {
            completionHandler(nil, Self.error(.itemUnavailableError, "there is no item of type \(typeIdentifier)"))
            return Self.done
        }
        return load(own, completionHandler)
    }

    private func load(_ own: Representation, _ completion: @escaping DataHandler) -> Progress {
        let whole = Progress(totalUnitCount: 1)
        guard let loader = own.load else {
            completion(nil, Self.error(.itemUnavailableError, "the item has no data"))
            return Self.done
        }
        let part = loader { data, error in
            completion(data, error)
            if whole.completedUnitCount < whole.totalUnitCount { whole.completedUnitCount = whole.totalUnitCount }
        }
        if let part, !whole.isFinished { return part }
        return whole
    }

    private static var done: Progress {
        let progress = Progress(totalUnitCount: 1)
        progress.completedUnitCount = 1
        return progress
    }

    /// Gives a copy of the data in a file to a block, or an error. The file is removed when the block returns.
    @discardableResult
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        let name = suggestedName ?? "item"
        return loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
            guard let data else { return completionHandler(nil, error) }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let file = folder.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
                try data.write(to: file)
                completionHandler(file, nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Gives an object of a class to a block, or an error.
    @discardableResult
    open func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        guard let own = representation(for: aClass) else {
            completionHandler(nil, Self.error(.itemUnavailableError, "there is no item for the class \(aClass)"))
            return Self.done
        }
        if let item = own.item, let object = item.object as? any NSItemProviderReading,
            Self.isKind(object, of: aClass)
        {
            completionHandler(object, nil)
            return Self.done
        }
        let reader = Reader(type: aClass)
        return load(own) { data, error in
            guard let data else { return completionHandler(nil, error) }
            do {
                completionHandler(try reader.type.object(withItemProviderData: data, typeIdentifier: own.type), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    private static func isKind(_ object: any NSItemProviderReading, of aClass: any NSItemProviderReading.Type) -> Bool {
        func test<Class: NSItemProviderReading>(_ aClass: Class.Type) -> Bool { object is Class }
        return test(aClass)
    }

    /// Gives the item of a type to a block: the one that was registered, or its data.
    open func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler? = nil
    ) {
        let own = representation(typeIdentifier)
        if let item = own?.item?.object as? any NSSecureCoding {
            completionHandler?(item, nil)
            return
        }
        loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
            completionHandler?(data.map { $0 as NSData }, error)
        }
    }
}

// Structures that Foundation casts to a class which reads: String, URL.
extension NSItemProvider {
    /// Whether a value of a type can be made.
    public func canLoadObject<T>(ofClass: T.Type) -> Bool
    where T: _ObjectiveCBridgeable, T._ObjectiveCType: NSItemProviderReading {
        canLoadObject(ofClass: T._ObjectiveCType.self)
    }

    /// Gives a value of a type to a block, or an error.
    @discardableResult
    public func loadObject<T>(
        ofClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
    ) -> Progress where T: _ObjectiveCBridgeable & SendableMetatype, T._ObjectiveCType: NSItemProviderReading {
        loadObject(ofClass: T._ObjectiveCType.self) { object, error in
            completionHandler(T.bridged(from: object), error)
        }
    }
}

extension _ObjectiveCBridgeable {
    /// The value of an object of the class that the type is cast to; nil for another object.
    static func bridged(from object: (any NSItemProviderReading)?) -> Self? {
        guard let object = object as? _ObjectiveCType else { return nil }
        var value: Self?
        return _conditionallyBridgeFromObjectiveC(object, result: &value) ? value : nil
    }
}
