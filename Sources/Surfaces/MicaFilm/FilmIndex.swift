/// When each frame of a video is shown, and where decoding it begins.
///
/// *Units*: ticks of the video's time base, from the film's start.
package struct FilmIndex: Sendable {
    /// A packet of the file: what is decoded to one frame.
    struct Packet: Sendable {
        /// When its frame is shown, as the file says.
        var stamp: Int64
        /// When it is decoded, as the file says.
        var decodeStamp: Int64
        /// Whether decoding can begin with it.
        var isKey: Bool
        /// Whether its frame is shown, and not one that only others depend on.
        var isShown: Bool
    }

    /// Packets as they stand in the file, which is the order of decoding.
    let packets: [Packet]
    /// The packets that decoding can begin with, in order.
    private let keys: [Int32]
    /// All packets in the order of their stamps.
    private let byStamp: [Int32]
    /// The packets whose frames are shown, in the order in which they are; no two at the same time.
    private let shown: [Int32]
    /// What stamps are counted from.
    let origin: Int64
    /// How long the last frame is shown.
    let lastDuration: Int64

    init(_ packets: [Packet], origin: Int64, lastDuration: Int64) {
        (self.packets, self.origin, self.lastDuration) = (packets, origin, lastDuration)
        keys = packets.indices.filter { packets[$0].isKey }.map { Int32($0) }
        byStamp = packets.indices.sorted { (packets[$0].stamp, $0) < (packets[$1].stamp, $1) }.map { Int32($0) }
        var shown: [Int32] = []
        shown.reserveCapacity(packets.count)
        for index in byStamp where packets[Int(index)].isShown {
            if let last = shown.last, packets[Int(last)].stamp == packets[Int(index)].stamp { continue }
            shown.append(index)
        }
        self.shown = shown
    }

    /// How many frames are shown.
    package var count: Int { shown.count }

    /// When a frame begins to be shown.
    package func time(of frame: Int) -> Int64 { stamp(of: frame) - origin }

    /// When the last frame ends.
    package var end: Int64 { count > 0 ? time(of: count - 1) + lastDuration : 0 }

    /// The frame with the greatest time not after `ticks`; the first for times before it.
    ///
    /// *Complexity*: O(log count).
    package func frame(at ticks: Int64) -> Int { frame { time(of: $0) <= ticks } }

    /// The same for seconds: frames' times are compared as seconds, rounded once each.
    package func frame(atSeconds seconds: Double, _ base: FilmTimeBase) -> Int {
        frame { base.seconds(time(of: $0)) <= seconds }
    }

    private func frame(where isBegun: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBegun(middle) { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Whether a frame is one that decoding can begin with.
    package func isKey(_ frame: Int) -> Bool { packets[packet(of: frame)].isKey }

    /// The frame of the last packet at or before another's that decoding can begin with.
    package func keyFrame(before frame: Int) -> Int {
        let key = keys(before: frame, limit: 1).first ?? 0
        return self.frame { stamp(of: $0) <= packets[key].stamp }
    }

    func stamp(of frame: Int) -> Int64 { packets[packet(of: frame)].stamp }
    func packet(of frame: Int) -> Int { Int(shown[frame]) }

    /// The frame that has a stamp; nil where none that is shown has.
    func frame(stamped stamp: Int64) -> Int? {
        let found = frame { self.stamp(of: $0) <= stamp }
        return found < count && self.stamp(of: found) == stamp ? found : nil
    }

    /// The packet that has a stamp; the first in the file where several have.
    func packet(stamped stamp: Int64) -> Int? {
        var (low, high) = (0, byStamp.count)
        while low < high {
            let middle = (low + high) / 2
            if packets[Int(byStamp[middle])].stamp < stamp { low = middle + 1 } else { high = middle }
        }
        guard low < byStamp.count, packets[Int(byStamp[low])].stamp == stamp else { return nil }
        return Int(byStamp[low])
    }

    /// The packets with which decoding a frame may begin, the nearest first: those before it in the file and in time, so that all
    /// that it depends on is decoded.
    func keys(before frame: Int, limit: Int) -> [Int] {
        let wanted = packet(of: frame)
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(keys[middle]) <= wanted { low = middle + 1 } else { high = middle }
        }
        var result: [Int] = []
        while low > 0, result.count < limit {
            low -= 1
            let key = Int(keys[low])
            if packets[key].stamp <= packets[wanted].stamp { result.append(key) }
        }
        if result.last != 0, result.count < limit { result.append(0) }
        return result
    }
}
