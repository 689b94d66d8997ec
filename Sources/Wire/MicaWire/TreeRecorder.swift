import Foundation
import Synchronization

/// How a layer is called in text about it.
package struct CaptureLabel: Sendable, Equatable {
    /// The layer's name; empty if it has none.
    package var name: String
    /// The layer's class.
    package var className: String
    /// Where a document describes the layer, as `file:line:column`.
    package var location: String?

    /// Makes a label.
    package init(name: String, className: String, location: String? = nil) {
        (self.name, self.className, self.location) = (name, className, location)
    }
}

/// Records the run of a tree as it happens: a capture (`CaptureLog`).
///
/// Thread rules: any thread may call any function.
package protocol TreeRecorder: AnyObject, Sendable {
    /// Records a message of the client.
    func note(_ message: ClientMessage)
    /// Records the names of layers, where they changed.
    func note(_ labels: [(LayerID, CaptureLabel)])
    /// Records how long the client's thread was busy with a commit, in seconds: from when it woke until the commit was
    /// sent.
    func noteTurn(number: UInt64, seconds: Double)
}

/// Whether trees of this process are recorded: MICA_CAPTURE names a file, or memory was asked for.
package enum TreeRecording {
    /// The file that MICA_CAPTURE names; nil without one.
    package static let path: String? = {
        let value = ProcessInfo.processInfo.environment["MICA_CAPTURE"] ?? ""
        return value.isEmpty ? nil : value
    }()
    private static let memoryLimit = Atomic<Int>(0)

    /// The bytes of each new tree's run that are stored in memory; 0 for none. Any thread may read and set it.
    package static var memory: Int {
        get { memoryLimit.load(ordering: .relaxed) }
        set { memoryLimit.store(newValue, ordering: .relaxed) }
    }

    /// Whether trees are recorded. Their threads then measure their turns.
    package static var isWanted: Bool { memory > 0 || path != nil }
}
