import MicaResources

/// Takes the screen's picture at even times.
///
/// It belongs to the service's thread.
package final class ServiceRecorder {
    /// When the next picture is due. *Units*: seconds of the monotonic clock.
    private(set) var due: Double
    private let interval: Double
    private let start: Double
    private let write: (Bitmap, Int) -> Void

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - rate: pictures a second.
    ///   - start: the time of the first, in seconds of the monotonic clock.
    ///   - write: gets each picture with its index. It must not wait; a picture whose time has passed unseen is not made up for.
    package init(rate: Double, start: Double, write: @escaping (Bitmap, Int) -> Void) {
        (interval, self.start, due, self.write) = (1 / rate, start, start, write)
    }

    func take(_ picture: Bitmap, at now: Double) {
        let index = ((now - start) / interval + 1e-6).rounded(.down)
        write(picture, Int(index))
        due = start + (index + 1) * interval
    }
}
