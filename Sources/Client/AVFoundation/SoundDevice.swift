import CMicaSound
import Foundation
import Synchronization

/// What plays sound: the machine's device, or a test's.
protocol SoundDevice: Sendable {
    /// Has a queue's sound played; what it asks for is `SoundQueue.fill`, on a thread of its own.
    ///
    /// - Throws: `SoundFailure` when there is no device.
    func open(_ queue: SoundQueue) throws(SoundFailure) -> (rate: Int, period: Int)
    /// Plays no more: when it has returned, the queue is not asked.
    func close()
    /// Has a queue's sound mixed from now on.
    func start(_ queue: SoundQueue)
}

/// Why there is no sound.
struct SoundFailure: Error { var reason: String }

/// A device of SDL's, which is loaded when the first is opened.
final class SDLSoundDevice: SoundDevice {
    /// A device that is open, and the queue that it holds.
    // Safe because: both are addresses that are used only while the lock is held, or by nobody else.
    @safe private struct Open: @unchecked Sendable {
        let sound: OpaquePointer
        let queue: Unmanaged<SoundQueue>
    }
    private let current = Mutex(Open?.none)
    private let driver: String?
    private let name: String?

    /// Frames a second that are asked for: what most devices have. Another rate of the device's is taken.
    private static let rate = 48_000
    /// How many frames are asked for at a time: 11 ms, so that a seek is heard at once.
    private static let period = 512

    /// - Parameters:
    ///   - driver: SDL's; nil takes what the machine has, or SDL_AUDIODRIVER says.
    ///   - name: of the device; nil takes the first.
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

/// What the thread does that mixes a queue's sound, and has a device play it.
struct SoundWork {
    private let queue: SoundQueue
    private let device: any SoundDevice
    /// What is mixed.
    private var generation = -1
    private var mixer: SoundMixer?
    /// Frames a second of the device; 0 while it is closed.
    private var rate = 0
    private var buffer = [Float](repeating: 0, count: 2 * SoundQueue.chunk)

    /// How long a device is open that nothing is played on. *Units*: seconds.
    private static let longestIdle = 5.0

    init(_ queue: SoundQueue, _ device: any SoundDevice) { (self.queue, self.device) = (queue, device) }

    /// Does what is to be done, waiting for it; false at the end.
    ///
    /// - Parameter waits: false gives up, with false, where there is nothing to do.
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
            mixer = SoundMixer(run, rate: rate, after: mixer)
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
