import MicaFrame
import MicaOverlays

/// What is added to frames before they are drawn: something that shows over a picture how it came about.
///
/// It sees a frame with its damage and its delta, and changes the frame alone: layers, server and compositor know nothing of it. What
/// it adds and takes away again it adds to the frame's damage.
package protocol FrameOverlay {
    /// Adds to a frame.
    ///
    /// - Parameter time: when the frame is shown, in seconds; it never goes back.
    mutating func add(to frame: inout Frame, at time: Double)

    /// Hears of a frame that was shown live.
    mutating func note(_ frame: ShownFrame)

    /// When a frame has to be drawn although nothing of the scene has changed; infinity where none has.
    var nextChange: Double { get }
}

extension FrameOverlay {
    /// Nothing, for what shows no times.
    package mutating func note(_ frame: ShownFrame) {}
}

extension DebugOverlay: FrameOverlay {
    package mutating func add(to frame: inout Frame, at time: Double) { frame = colored(frame, at: time) }

    package mutating func note(_ frame: ShownFrame) { noteShown(began: frame.began, ended: frame.ended) }
}
