import Foundation

/// An asynchronously loaded property of an asset or a track, with a value of any type.
// Safe because: subclasses store only a Sendable closure.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    fileprivate init() {}
}

/// An asynchronously loaded property of an asset or a track.
///
///     let (duration, tracks) = try await asset.load(.duration, .tracks)
// Safe because: it stores only a Sendable closure.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let read: @Sendable (Root) -> Value

    init(_ read: @escaping @Sendable (Root) -> Value) { self.read = read }
}

/// An object with asynchronously loaded properties.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
    /// Loads the source of all properties, unless it is loaded; this may block as long as reading a file.
    func loadAll() throws
}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property.
    ///
    /// - Throws: `AVError` when the file is missing or cannot be read.
    public func load<A: Sendable>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
        try await loaded { property.read($0) }
    }

    /// Loads two properties.
    public func load<A: Sendable, B: Sendable>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) { try await loaded { (a.read($0), b.read($0)) } }

    /// Loads three properties.
    public func load<A: Sendable, B: Sendable, C: Sendable>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) { try await loaded { (a.read($0), b.read($0), c.read($0)) } }

    private func loaded<Value: Sendable>(_ read: @escaping @Sendable (Self) -> Value) async throws -> Value {
        // A separate thread: reading a file blocks, and must not block a thread of the pool.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try self.loadAll()
                        return read(self)
                    })
            }
        }
    }
}

/// The loading status of a property.
public enum AVKeyValueStatus: Int, Sendable {
    /// The property was not requested.
    case unknown = 0
    /// The property is being loaded.
    case loading = 1
    /// The property can be read without blocking.
    case loaded = 2
    /// The property cannot be loaded.
    case failed = 3
    /// Loading was cancelled.
    case cancelled = 4
}
