import CoreGraphics
import MicaValues
import QuartzCore

extension UIView: @preconcurrency SnapshotSubject {
    /// The view's layer, laid out.
    public func snapshotPicture() throws -> CALayer {
        layoutIfNeeded()
        return layer
    }
}

extension UIViewController: @preconcurrency SnapshotSubject {
    /// The layer of the controller's view, which is loaded and laid out.
    public func snapshotPicture() throws -> CALayer { try view.snapshotPicture() }
}
