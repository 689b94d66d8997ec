@testable import AVFoundation
import MicaFilm
import Synchronization

/// A device that asks when the test says so, at times of the test's; sound is mixed between, on the test's thread.
// Safe because: the test uses it on one thread only.
final class ManualDevice: SoundDevice, @unchecked Sendable {
    let period = 480
    private var work: SoundWork?
    private var queue: SoundQueue?
    /// All that was played, a sample for each frame.
    private(set) var left: [Float] = []
    private(set) var right: [Float] = []
    let time = Mutex(100.0)
    var isThere = true
    /// How much faster than meant it plays.
    var speed = 1.0

    func start(_ queue: SoundQueue) {
        self.queue = queue
        work = SoundWork(queue, self)
    }
    func open(_ queue: SoundQueue) throws(SoundFailure) -> (rate: Int, period: Int) {
        if !isThere { throw SoundFailure(reason: "there is none") }
        return (48_000, period)
    }
    func close() {}
    func mix() { while work?.step(waits: false) == true {} }
    func play() {
        mix()
        var buffer = [Float](repeating: queue == nil ? 0 : 9, count: 2 * period)
        buffer.withUnsafeMutableBufferPointer { queue?.fill($0) }
        for index in 0..<period {
            left.append(buffer[2 * index])
            right.append(buffer[2 * index + 1])
        }
    }
}
