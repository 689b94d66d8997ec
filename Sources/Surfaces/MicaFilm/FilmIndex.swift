/// The times of a video's frames, and the packets where decoding can begin.
///
/// *Units*: ticks of the video's time base, from the film's start.
package struct FilmIndex: Sendable {
    /// A packet of the file, which is decoded to one frame.
    struct Packet: Sendable {
        /// The time stamp of its frame's display.
        var stamp: Int64
        /// The time stamp of its decoding.
        var decodeStamp: Int64
        /// Whether decoding can begin with the packet.
        var isKey: Bool
        /// Whether its frame is shown, instead of only being used by other frames.
        var isShown: Bool
    }

    /// The packets in the file's order, which is the order of decoding.
    let packets: [Packet]
    /// The indices of packets that decoding can begin with, in order.
    private let keys: [Int32]
    /// The indices of all packets, sorted by time stamp.
    private let byStamp: [Int32]
    /// The packets whose frames are shown, in display order; each at a different time.
    private let shown: [Int32]
    /// The zero of time stamps.
    let origin: Int64
    /// The duration of the last frame.
    let lastDuration: Int64
    /// Whether the file ends in the middle of the video.
    package internal(set) var isCutShort = false

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

    /// The number of frames shown.
    package var count: Int { shown.count }

    /// The time at which a frame begins.
    package func time(of frame: Int) -> Int64 { stamp(of: frame) - origin }

    /// The end of the last frame.
    package var end: Int64 { count > 0 ? time(of: count - 1) + lastDuration : 0 }

    /// The last frame that begins at or before `ticks`; before the first frame, the first.
    ///
    /// *Complexity*: O(log count).
    package func frame(at ticks: Int64) -> Int { frame { time(of: $0) <= ticks } }

    /// The last frame that begins at or before a time in seconds; frames' times are converted to seconds with one
    /// rounding each.
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

    func stamp(of frame: Int) -> Int64 { packets[packet(of: frame)].stamp }
    func packet(of frame: Int) -> Int { Int(shown[frame]) }

    /// The frame with a time stamp; nil when no shown frame has it.
    func frame(stamped stamp: Int64) -> Int? {
        let found = frame { self.stamp(of: $0) <= stamp }
        return found < count && self.stamp(of: found) == stamp ? found : nil
    }

    /// The packet with a time stamp; the first in the file if there are several.
    func packet(stamped stamp: Int64) -> Int? {
        var (low, high) = (0, byStamp.count)
        while low < high {
            let middle = (low + high) / 2
            if packets[Int(byStamp[middle])].stamp < stamp { low = middle + 1 } else { high = middle }
        }
        guard low < byStamp.count, packets[Int(byStamp[low])].stamp == stamp else { return nil }
        return Int(byStamp[low])
    }

    /// The packets that the decoding of a frame may begin with, nearest first. They precede the frame in the file and
    /// in time, so that all frames that it depends on are decoded.
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
