/// How a device's frames go with the time of the host: it asks for so many at a time, sooner or later than it should.
///
/// What it has taken is a line that each call moves a little, so that calls that come late, or several at once, do not show.
///
/// *Units*: seconds, frames.
struct DeviceClock {
    /// Frames a second that the device is meant to take.
    let nominal: Double
    /// Frames a second that it takes.
    private(set) var rate: Double
    private var host = 0.0
    private var frames = 0.0
    /// When it called last; nil before.
    private(set) var last: Double?

    /// How much of what the line is off by a call mends: of the frames, and of the rate. That the line does not swing, the second is a
    /// quarter of the first's square.
    private static let gains = (1.0 / 8, 1.0 / 256)
    /// How far off the line is laid anew. *Units*: seconds.
    private static let far = 0.2
    /// How far the rate may be from the nominal one, as a part of it.
    private static let most = 0.2

    init(rate: Int) {
        nominal = Double(max(1, rate))
        self.rate = nominal
    }

    /// The device calls for frames, and had taken so many before.
    ///
    /// - Parameter count: how many it calls for.
    mutating func call(taken: Int, count: Int, at time: Double) {
        defer { last = time }
        guard last != nil else {
            (host, frames) = (time, Double(taken))
            return
        }
        let expected = frames(at: time)
        let error = Double(taken) - expected
        guard abs(error) < Self.far * nominal + Double(count) else {
            (host, frames, rate) = (time, Double(taken), nominal)
            return
        }
        (host, frames) = (time, expected + error * Self.gains.0)
        rate += error * Self.gains.1 * nominal / Double(max(1, count))
        rate = min(max(rate, nominal * (1 - Self.most)), nominal * (1 + Self.most))
    }

    /// The frames taken at a time.
    func frames(at time: Double) -> Double { frames + (time - host) * rate }

    /// When so many frames are taken.
    func time(of frames: Double) -> Double { host + (frames - self.frames) / rate }
}
