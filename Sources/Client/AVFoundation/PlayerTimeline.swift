/// How the time of what is played goes with the time of layers.
///
/// *Units*: seconds.
struct PlayerTimeline: Equatable {
    /// The item's time at `hostTime`.
    private(set) var base = 0.0
    /// When `base` was; nil where nobody has said yet what time it is, as before there is a renderer or a window.
    private(set) var hostTime: Double?
    /// How much faster the item's time goes; 0 stands still.
    private(set) var rate = 0.0

    /// How far times may be off that are the same: sums of times are not exact.
    static let tolerance = 1e-7

    /// The item's time, without its ends.
    func itemTime(at host: Double) -> Double {
        guard let hostTime, rate != 0 else { return base }
        return base + (host - hostTime) * rate
    }

    /// When the item's time is one that is yet to come; nil where it never is.
    func hostTime(of item: Double) -> Double? {
        guard let hostTime, rate != 0 else { return nil }
        return hostTime + (item - base) / rate
    }

    /// Goes on from an item's time at a host's time.
    mutating func move(to item: Double, at host: Double?) { (base, hostTime) = (item, host) }

    /// Goes at another rate from a host's time on.
    mutating func setRate(_ rate: Double, at host: Double?) {
        if let host { base = itemTime(at: host) }
        (hostTime, self.rate) = (host, rate)
    }

    /// Begins where nobody had said what time it is.
    mutating func begin(at host: Double) {
        if hostTime == nil { hostTime = host }
    }
}
