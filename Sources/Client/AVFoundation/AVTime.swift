import CoreGraphics
import Foundation

extension NSValue {
    /// A value of a structure holds Doubles, which represent 32-bit integers exactly.
    private static let timeEncoding = "{CMTime=dddddd}"
    private static let rangeEncoding = "{CMTimeRange=dddddddddddd}"

    /// Makes a value that holds a time. *Source*: Apple, AVTime.h.
    public convenience init(time: CMTime) { self.init(structure: Self.timeEncoding, components: time.components) }
    /// Makes a value that holds a range of times.
    public convenience init(timeRange: CMTimeRange) {
        self.init(structure: Self.rangeEncoding, components: timeRange.start.components + timeRange.duration.components)
    }

    /// The time; invalid when the value holds something else.
    public var timeValue: CMTime {
        components(ofStructure: Self.timeEncoding).map { CMTime(components: $0[...]) } ?? .invalid
    }
    /// The range; invalid when the value holds something else.
    public var timeRangeValue: CMTimeRange {
        guard let numbers = components(ofStructure: Self.rangeEncoding) else { return .invalid }
        return CMTimeRange(start: CMTime(components: numbers[..<6]), duration: CMTime(components: numbers[6...]))
    }
}

extension CMTime {
    /// The fields as 32-bit numbers.
    fileprivate var components: [Double] {
        [
            Double(value >> 32), Double(UInt32(truncatingIfNeeded: value)), Double(timescale), Double(flags.rawValue),
            Double(epoch >> 32), Double(UInt32(truncatingIfNeeded: epoch)),
        ]
    }

    fileprivate init(components c: ArraySlice<Double>) {
        let numbers = c.map { Int64(exactly: $0) ?? 0 }
        self.init(
            value: numbers[0] << 32 | numbers[1], timescale: Int32(truncatingIfNeeded: numbers[2]),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: numbers[3])), epoch: numbers[4] << 32 | numbers[5])
    }

    /// Makes a time of seconds, with a timescale of nanoseconds, as players use it.
    init(playerSeconds seconds: Double) { self.init(seconds: seconds, preferredTimescale: 1_000_000_000) }
}
