import CoreGraphics
import MicaFrame
import QuartzCore

extension CaptureReplay {
    /// The first time at which the run shows something, in seconds: a picture of more than one colour, or else a frame with
    /// ops; 0 without either.
    ///
    /// A program's capture begins before its first commit, with an empty picture.
    public var firstShownTime: CFTimeInterval {
        let commits = capture.commitTimes.prefix(Self.mostCommits).map { max(0, $0) }
        let times = commits + (0...16).map { capture.duration * Double($0) / 16 }
        var firstWithOps: Double?
        for time in Set(times).sorted() {
            let frame = frame(at: time)
            guard frame.opCount > 0 else { continue }
            if firstWithOps == nil { firstWithOps = time }
            let pixels = bitmap(of: frame).pixels
            if pixels.contains(where: { $0 != pixels[0] }) { return time }
        }
        return firstWithOps ?? 0
    }

    /// The most commits that are looked at.
    private static let mostCommits = 48
}
