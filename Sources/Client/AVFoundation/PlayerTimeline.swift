/// The relation of an item's time to the time of layers.
///
/// *Units*: seconds.
struct PlayerTimeline: Equatable {
    /// The item's time at `hostTime`.
    private(set) var base = 0.0
    /// The time of layers at which the item's time is `base`; nil while the time is unknown, as before there is a
    /// renderer or a window.
    private(set) var hostTime: Double?
    /// The rate of the item's time; 0 stands still.
    private(set) var rate = 0.0

    /// The tolerance for equal times, because sums of times are not exact.
    static let tolerance = 1e-7

    /// The item's time at a time of the host, not limited to its ends.
    func itemTime(at host: Double) -> Double {
        guard let hostTime, rate != 0 else { return base }
        return base + (host - hostTime) * rate
    }

    /// The host's time at which the item reaches a time; nil when it never does.
    func hostTime(of item: Double) -> Double? {
        guard let hostTime, rate != 0 else { return nil }
        return hostTime + (item - base) / rate
    }

    /// Sets the item's time at a time of the host.
    mutating func move(to item: Double, at host: Double?) { (base, hostTime) = (item, host) }

    /// Changes the rate at a time of the host.
    mutating func setRate(_ rate: Double, at host: Double?) {
        if let host { base = itemTime(at: host) }
        (hostTime, self.rate) = (host, rate)
    }

    /// Starts the timeline, if its host time is unknown.
    mutating func begin(at host: Double) {
        if hostTime == nil { hostTime = host }
    }
}
