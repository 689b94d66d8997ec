/// The relation of a sound device's frames to the host's time. A device requests frames in blocks, with jitter.
///
/// The frames taken are modelled as a line, which each request adjusts a little, so that late or bunched requests
/// have no visible effect.
///
/// *Units*: seconds, frames.
struct DeviceClock {
    /// The device's nominal rate, in frames a second.
    let nominal: Double
    /// The measured rate, in frames a second.
    private(set) var rate: Double
    private var host = 0.0
    private var frames = 0.0
    /// The time of the last request; nil before the first.
    private(set) var last: Double?

    /// The fraction of the error that a request corrects: in frames, and in the rate. The second is a quarter of the
    /// first's square, so that the line does not oscillate.
    private static let gains = (1.0 / 8, 1.0 / 256)
    /// The error at which the line is reset. *Units*: seconds.
    private static let far = 0.2
    /// The largest deviation of the rate, as a fraction of the nominal rate.
    private static let most = 0.2

    init(rate: Int) {
        nominal = Double(max(1, rate))
        self.rate = nominal
    }

    /// Records a request for frames.
    ///
    /// - Parameters:
    ///   - taken: The frames taken before this request.
    ///   - count: The frames requested.
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

    /// The time at which a number of frames is taken.
    func time(of frames: Double) -> Double { host + (frames - self.frames) / rate }
}
