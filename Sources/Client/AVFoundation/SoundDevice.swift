import CMicaSound
import Foundation
import MicaFilm
import Synchronization

/// A device that plays sound: the machine's, or a test's.
protocol SoundDevice: Sendable {
    /// Plays a queue's sound: the device calls `SoundQueue.fill` on its own thread.
    ///
    /// - Throws: `SoundFailure` when there is no device.
    func open(_ queue: SoundQueue) throws(SoundFailure) -> (rate: Int, period: Int)
    /// Stops playing. After the return, the queue is not called.
    func close()
    /// Begins to mix a queue's sound.
    func start(_ queue: SoundQueue)
}

/// The reason that there is no sound.
struct SoundFailure: Error { var reason: String }

/// A device of SDL, which is loaded when the first device is opened.
final class SDLSoundDevice: SoundDevice {
    /// An open device and its queue.
    // Safe because: both are addresses that are used only while the lock is held, or by nobody else.
    @safe private struct Open: @unchecked Sendable {
        let sound: OpaquePointer
        let queue: Unmanaged<SoundQueue>
    }
    private let current = Mutex(Open?.none)
    private let driver: String?
    private let name: String?

    /// The requested rate, in frames a second, which most devices have; the device may choose another.
    private static let rate = 48_000
    /// The requested frames in a block: 11 ms, so that a seek is heard immediately.
    private static let period = 512

    /// - Parameters:
    ///   - driver: SDL's driver; nil: the machine's, or the one in SDL_AUDIODRIVER.
    ///   - name: The name of the device; nil: the first.
    init(driver: String? = nil, name: String? = nil) { (self.driver, self.name) = (driver, name) }

    func open(_ queue: SoundQueue) throws(SoundFailure) -> (rate: Int, period: Int) {
        var (rate, period) = (Int32(Self.rate), Int32(Self.period))
        var reason = [CChar](repeating: 0, count: 256)
        let held = unsafe Unmanaged.passRetained(queue)
        let sound = unsafe reason.withUnsafeMutableBufferPointer { text -> OpaquePointer? in
            guard let base = text.baseAddress else { return nil }
            return unsafe mica_sound_open(
                driver, name, &rate, &period,
                { context, samples, count in
                    guard let context = unsafe context else { return }
                    unsafe Unmanaged<SoundQueue>.fromOpaque(context).takeUnretainedValue()
                        .fill(UnsafeMutableBufferPointer(start: samples, count: 2 * Int(count)))
                }, held.toOpaque(), base, text.count)
        }
        guard let sound = unsafe sound else {
            unsafe held.release()
            let text = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw SoundFailure(reason: String(decoding: text, as: UTF8.self))
        }
        current.withLock { $0 = unsafe Open(sound: sound, queue: held) }
        return (Int(rate), Int(period))
    }

    func close() {
        let open = current.withLock { current in
            defer { current = nil }
            return current
        }
        guard let open else { return }
        unsafe mica_sound_close(open.sound)
        unsafe open.queue.release()
    }
}

extension SoundDevice {
    /// Mixes on a thread, which ends when the queue is stopped.
    func start(_ queue: SoundQueue) {
        let thread = Thread {
            var work = SoundWork(queue, self)
            while work.step() {}
        }
        thread.name = "mica-sound"
        thread.start()
    }
}

/// The work of the thread that mixes a queue's sound and opens a device for it.
struct SoundWork {
    private let queue: SoundQueue
    private let device: any SoundDevice
    /// The generation that is being mixed.
    private var generation = -1
    private var mixer: SoundMixer?
    /// Frames a second of the device; 0 while it is closed.
    private var rate = 0
    private var buffer = [Float](repeating: 0, count: 2 * SoundQueue.chunk)

    /// How long an idle device stays open. *Units*: seconds.
    private static let longestIdle = 5.0

    init(_ queue: SoundQueue, _ device: any SoundDevice) { (self.queue, self.device) = (queue, device) }

    /// Does the next piece of work, waiting for it; false at the end.
    ///
    /// - Parameter waits: With false, returns false instead of waiting.
    mutating func step(waits: Bool = true) -> Bool {
        switch queue.task(of: generation) {
        case .stop:
            if rate > 0 { device.close() }
            rate = 0
            return false
        case .wait(let isIdle):
            guard waits else { return false }
            if !queue.wait(seconds: isIdle && rate > 0 ? Self.longestIdle : 1e6), isIdle, rate > 0 {
                device.close()
                queue.close()
                rate = 0
            }
        case .begin(let run, let next):
            guard open() else { break }
            mixer = SoundMixer(
                run.sound.tracks, from: run.from, to: run.to, speed: run.rate, rate: rate, after: mixer)
            generation = next
            if mixer?.isDone == true { queue.write(buffer, 0, of: generation, isLast: true) }
        case .mix:
            let count = mixer?.mix(into: &buffer) ?? 0
            queue.write(buffer, count, of: generation, isLast: mixer?.isDone ?? true)
        }
        return true
    }

    private mutating func open() -> Bool {
        if rate > 0 { return true }
        do throws(SoundFailure) {
            let opened = try device.open(queue)
            rate = opened.rate
            queue.open(rate: opened.rate, period: opened.period)
            return true
        } catch {
            queue.fail(error.reason)
            return false
        }
    }
}
