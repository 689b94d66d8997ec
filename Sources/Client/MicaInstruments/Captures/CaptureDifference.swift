import MicaBase
import MicaFrame
import QuartzCore

/// The first difference between two captures.
public struct CaptureDifference: Sendable, Equatable {
    /// The time of the first frame that differs, in seconds.
    public var time: CFTimeInterval
    /// The index of the pass with the first op that differs; nil when no op differs.
    public var pass: Int?
    /// The index of the op in its pass.
    public var op: Int?
    /// The differing line of the frame's text, in each capture; nil where a capture has no such line.
    public var lines: (first: String?, second: String?)
    /// The number of pixels that differ.
    public var pixels: Int

    /// Whether all fields are equal.
    public static func == (a: CaptureDifference, b: CaptureDifference) -> Bool {
        a.time == b.time && a.pass == b.pass && a.op == b.op && a.lines == b.lines && a.pixels == b.pixels
    }
}

extension CaptureReplay {
    /// The times at which two captures are compared: all commits, and frames at a rate, up to the end of the longer
    /// capture.
    package static func times(_ a: LayerCapture, _ b: LayerCapture, framesPerSecond rate: Double) -> [Double] {
        let end = max(a.duration, b.duration)
        var times = Set(a.commitTimes + b.commitTimes)
        let count = min(end * rate, 100_000)
        for index in 0...Int(count.rounded(.down)) { times.insert(Double(index) / rate) }
        return times.sorted()
    }

    /// The first difference from another capture; nil when there is none.
    ///
    /// - Parameter rate: How many times a second are compared, in addition to commits.
    public func firstDifference(from other: CaptureReplay, framesPerSecond rate: Double = 30) -> CaptureDifference? {
        for time in Self.times(capture, other.capture, framesPerSecond: rate) {
            let (one, two) = (frame(at: time), other.frame(at: time))
            let (a, b) = (one.description.split(separator: "\n"), two.description.split(separator: "\n"))
            let pixels =
                one.bounds == two.bounds
                ? bitmap(of: one).differences(from: other.bitmap(of: two)) : one.width * one.height
            // Damage depends on earlier frames and is no part of the picture.
            let line = (1..<max(a.count, b.count, 1)).first { index in
                index >= a.count || index >= b.count || a[index] != b[index]
            }
            guard line != nil || pixels > 0 || one.background != two.background else { continue }
            var difference = CaptureDifference(time: time, pass: nil, op: nil, lines: (nil, nil), pixels: pixels)
            guard let line else { return difference }
            difference.lines = (line < a.count ? String(a[line]) : nil, line < b.count ? String(b[line]) : nil)
            let before = line < a.count ? a[...line] : b[..<min(line + 1, b.count)]
            if let start = before.lastIndex(where: { $0.hasPrefix("pass ") }), line > start {
                difference.pass = before[...start].count { $0.hasPrefix("pass ") } - 1
                // Ops of instances are indented further.
                difference.op = max(0, before[(start + 1)...].count { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } - 1)
            }
            return difference
        }
        return nil
    }
}

extension Bitmap {
    /// The number of pixels that differ from a bitmap of the same size.
    fileprivate func differences(from other: Bitmap) -> Int {
        zip(pixels, other.pixels).count { $0 != $1 }
    }
}
