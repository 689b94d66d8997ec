/// A thing with a picture that a test can compare with a recorded one: a view, a view controller, a window without a
/// screen.
///
/// `MicaSnapshots` compares without knowledge of views and windows: a subject gives a layer or an image.
public protocol SnapshotSubject<Picture> {
    /// The type of the picture: `CALayer`, which is drawn, or `CGImage`.
    associatedtype Picture: AnyObject

    /// The picture now.
    ///
    /// - Throws: The reason why there is none.
    func snapshotPicture() throws -> Picture
}
