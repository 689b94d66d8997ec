import MicaBase

/// Takes pictures of the screen at regular intervals.
///
/// It belongs to the service's thread.
package final class ServiceRecorder {
    /// The time of the next picture. *Units*: seconds of the monotonic clock.
    private(set) var due: Double
    private let interval: Double
    private let start: Double
    private let write: (Bitmap, Int) -> Void

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - rate: pictures a second.
    ///   - start: the time of the first picture, in seconds of the monotonic clock.
    ///   - write: called with each picture and its index. It must not wait; missed pictures are skipped.
    package init(rate: Double, start: Double, write: @escaping (Bitmap, Int) -> Void) {
        (interval, self.start, due, self.write) = (1 / rate, start, start, write)
    }

    func take(_ picture: Bitmap, at now: Double) {
        let index = ((now - start) / interval + 1e-6).rounded(.down)
        write(picture, Int(index))
        due = start + (index + 1) * interval
    }
}
