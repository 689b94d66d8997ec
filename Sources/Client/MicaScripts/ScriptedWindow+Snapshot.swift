import CoreGraphics
import MicaValues
import QuartzCore

extension ScriptedWindow: SnapshotSubject {
    /// The present picture.
    ///
    /// - Throws: The window's `problem`.
    public func snapshotPicture() throws -> CGImage {
        if let problem { throw problem }
        return image
    }
}
