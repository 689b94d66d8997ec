import Foundation

/// A property of an asset or a track that is loaded before it is read, whatever it holds.
// Safe because: subclasses have nothing but a closure that is Sendable.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    fileprivate init() {}
}

/// A property of an asset or a track that is loaded before it is read.
///
///     let (duration, tracks) = try await asset.load(.duration, .tracks)
///
/// *Source*: Apple, AVAsyncProperty.
// Safe because: it has nothing but a closure that is Sendable.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let read: @Sendable (Root) -> Value

    init(_ read: @escaping @Sendable (Root) -> Value) { self.read = read }
}

/// What can be loaded before it is read.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
    /// Loads what all properties come from, where that is not done yet; it may take as long as reading a file does.
    func loadAll() throws
}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property.
    ///
    /// - Throws: `AVError` when the file is not there, or is none that can be read.
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
        // A thread of its own: files are read as they come, and none of the pool's threads should wait for them.
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

/// How far a property is that is loaded before it is read.
public enum AVKeyValueStatus: Int, Sendable {
    /// It was not asked for.
    case unknown = 0
    /// It is being loaded.
    case loading = 1
    /// It can be read at once.
    case loaded = 2
    /// It cannot be had.
    case failed = 3
    /// It was given up.
    case cancelled = 4
}
