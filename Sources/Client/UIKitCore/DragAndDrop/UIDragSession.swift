import CoreGraphics
import Foundation

/// The common part of drags and of sessions of drops.
///
/// *Source*: Apple, UIDragDropSession.
@preconcurrency @MainActor public protocol UIDragDropSession: NSObjectProtocol {
    /// The dragged items.
    var items: [UIDragItem] { get }
    /// The finger's position in a view.
    func location(in view: UIView) -> CGPoint
    /// Whether the source allows that items are moved.
    var allowsMoveOperation: Bool { get }
    /// Whether only the source's program may take the items.
    var isRestrictedToDraggingApplication: Bool { get }
    /// Whether an item is of one of the types, or of a kind of one.
    func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
    /// Whether an object of a class can be made of an item.
    func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool
}

/// A drag, for its source.
@preconcurrency @MainActor public protocol UIDragSession: UIDragDropSession {
    /// The source's own value for the drag; nil at first.
    var localContext: Any? { get set }
}

/// A drag, for the view that it is over.
@preconcurrency @MainActor public protocol UIDropSession: UIDragDropSession, ProgressReporting {
    /// The drag, if this process began it; nil otherwise.
    var localDragSession: (any UIDragSession)? { get }
    /// Makes objects of a class of all items that allow it, and gives them to a block on the main thread, later.
    @discardableResult
    func loadObjects(
        ofClass aClass: any NSItemProviderReading.Type, completion: @escaping ([any NSItemProviderReading]) -> Void
    ) -> Progress
}

extension UIDragDropSession {
    /// Whether an item is of one of the types, or of a kind of one.
    public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
        items.contains { item in
            typeIdentifiers.contains { item.itemProvider.hasItemConformingToTypeIdentifier($0) }
        }
    }

    /// Whether an object of a class can be made of an item.
    public func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        items.contains { $0.itemProvider.canLoadObject(ofClass: aClass) }
    }

    /// Whether a value of a type can be made of an item.
    public func canLoadObjects<T>(ofClass: T.Type) -> Bool
    where T: _ObjectiveCBridgeable, T._ObjectiveCType: NSItemProviderReading {
        canLoadObjects(ofClass: T._ObjectiveCType.self)
    }
}

extension UIDropSession {
    /// Makes values of a type of all items that allow it, and gives them to a block on the main thread, later.
    @discardableResult
    public func loadObjects<T>(ofClass: T.Type, completion: @escaping ([T]) -> Void) -> Progress
    where T: _ObjectiveCBridgeable, T._ObjectiveCType: NSItemProviderReading {
        loadObjects(ofClass: T._ObjectiveCType.self) { objects in
            completion(objects.compactMap { T.bridged(from: $0) })
        }
    }
}

/// A drag of this process.
@MainActor final class LocalDragSession: NSObject, UIDragSession {
    var items: [UIDragItem]
    var localContext: Any?
    var allowsMoveOperation = true
    var isRestrictedToDraggingApplication = false
    /// The finger's position. *Space*: the window's.
    var point: CGPoint
    private weak var window: UIWindow?

    init(at point: CGPoint, in window: UIWindow?) {
        (items, self.point, self.window) = ([], point, window)
        super.init()
    }

    func location(in view: UIView) -> CGPoint { window.map { view.convert(point, from: $0) } ?? point }
}

/// A drag over views that may take its items; also one that comes from another program.
@MainActor final class LocalDropSession: NSObject, LandingSession {
    private let drag: LocalDragSession?
    private let ownItems: [UIDragItem]
    /// The finger's position. *Space*: the window's.
    var point: CGPoint
    private weak var window: UIWindow?
    let progress = Progress(totalUnitCount: 0)
    /// Where the view sends the items, while it performs the drop; nil at other times.
    var landings: [ObjectIdentifier: Landing]?
    /// The sizes of the items' previews, in points.
    var sizes: [ObjectIdentifier: CGSize] = [:]

    /// Makes a session of a drag.
    init(_ drag: LocalDragSession, in window: UIWindow?) {
        (self.drag, ownItems, point, self.window) = (drag, [], drag.point, window)
        super.init()
    }

    /// Makes a session of items that another program has dropped.
    init(_ items: [UIDragItem], at point: CGPoint, in window: UIWindow?) {
        (drag, ownItems, self.point, self.window) = (nil, items, point, window)
        super.init()
    }

    var items: [UIDragItem] { drag?.items ?? ownItems }
    var localDragSession: (any UIDragSession)? { drag }
    var allowsMoveOperation: Bool { drag?.allowsMoveOperation ?? false }
    var isRestrictedToDraggingApplication: Bool { drag?.isRestrictedToDraggingApplication ?? false }
    func location(in view: UIView) -> CGPoint { window.map { view.convert(point, from: $0) } ?? point }

    func land(_ item: UIDragItem, at place: @escaping () -> UITargetedDragPreview?) -> any UIDragAnimating {
        let landing = Landing(place: place)
        landings?[ObjectIdentifier(item)] = landing
        return landing.animator
    }

    func previewSize(of item: UIDragItem) -> CGSize { sizes[ObjectIdentifier(item)] ?? .zero }

    func loadObjects(
        ofClass aClass: any NSItemProviderReading.Type, completion: @escaping ([any NSItemProviderReading]) -> Void
    ) -> Progress {
        let providers = items.map(\.itemProvider).filter { $0.canLoadObject(ofClass: aClass) }
        let whole = Progress(totalUnitCount: Int64(providers.count))
        progress.totalUnitCount += 1
        let gathered = GatheredObjects(providers.count) { [weak self] objects in
            self?.progress.completedUnitCount += 1
            completion(objects)
        }
        if providers.isEmpty { gathered.finish() }
        for (index, provider) in providers.enumerated() {
            provider.loadObject(ofClass: aClass) { object, _ in
                whole.completedUnitCount += 1
                gathered.take(object, index)
            }
        }
        return whole
    }
}

/// Objects that arrive from any thread, in the order of their items.
// Safe because: the lock guards the objects, and the block is called only on the main thread.
private final class GatheredObjects: @unchecked Sendable {
    private let lock = NSLock()
    private var objects: [(any NSItemProviderReading)?]
    private var left: Int
    private let completion: @MainActor ([any NSItemProviderReading]) -> Void

    init(_ count: Int, _ completion: @escaping @MainActor ([any NSItemProviderReading]) -> Void) {
        (objects, left, self.completion) = (Array(repeating: nil, count: count), count, completion)
    }

    func take(_ object: (any NSItemProviderReading)?, _ index: Int) {
        let isLast = lock.withLock {
            objects[index] = object
            left -= 1
            return left == 0
        }
        if isLast { finish() }
    }

    func finish() {
        DispatchQueue.main.async { [self] in
            let all = lock.withLock { objects.compactMap { $0 } }
            assumeMainActor { completion(all) }
        }
    }
}
