import MicaFrame
import MicaResources
import QuartzCore

/// Where two captures first show something else.
public struct CaptureDifference: Sendable, Equatable {
    /// The time of the first frame that differs, in seconds.
    public var time: CFTimeInterval
    /// The pass of the first op that differs; nil where the difference is in no op.
    public var pass: Int?
    /// The op's number in its pass.
    public var op: Int?
    /// The line of the frame's text in one capture and in the other; nil where one has no such line.
    public var lines: (first: String?, second: String?)
    /// How many pixels differ.
    public var pixels: Int

    /// Equal in all of it.
    public static func == (a: CaptureDifference, b: CaptureDifference) -> Bool {
        a.time == b.time && a.pass == b.pass && a.op == b.op && a.lines == b.lines && a.pixels == b.pixels
    }
}

extension CaptureReplay {
    /// The times at which two captures are compared: those of all commits, and frames of a rate between, up to the longer one's end.
    package static func times(_ a: LayerCapture, _ b: LayerCapture, framesPerSecond rate: Double) -> [Double] {
        let end = max(a.duration, b.duration)
        var times = Set(a.commitTimes + b.commitTimes)
        let count = min(end * rate, 100_000)
        for index in 0...Int(count.rounded(.down)) { times.insert(Double(index) / rate) }
        return times.sorted()
    }

    /// The first moment at which this capture shows something else than another one; nil where there is none.
    ///
    /// - Parameter rate: how many moments of a second are compared, beside those of commits.
    public func firstDifference(from other: CaptureReplay, framesPerSecond rate: Double = 30) -> CaptureDifference? {
        for time in Self.times(capture, other.capture, framesPerSecond: rate) {
            let (one, two) = (frame(at: time), other.frame(at: time))
            let (a, b) = (one.description.split(separator: "\n"), two.description.split(separator: "\n"))
            let pixels =
                one.bounds == two.bounds
                ? bitmap(of: one).differences(from: other.bitmap(of: two)) : one.width * one.height
            // Damage is what the frames before were: it is no part of a picture.
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
                // Ops of instances stand deeper.
                difference.op = max(0, before[(start + 1)...].count { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } - 1)
            }
            return difference
        }
        return nil
    }
}

extension Bitmap {
    /// How many pixels differ from those of a bitmap of the same size.
    fileprivate func differences(from other: Bitmap) -> Int {
        zip(pixels, other.pixels).count { $0 != $1 }
    }
}
