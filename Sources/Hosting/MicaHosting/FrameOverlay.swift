import MicaFrame
import MicaOverlays

/// Adds ops to frames before they are drawn, to show over a picture how it was made.
///
/// It sees a frame with its damage and its delta, and changes only the frame; layers, server and compositor are not
/// involved. It adds the pixels that it changes to the frame's damage.
package protocol FrameOverlay {
    /// Adds ops to a frame.
    ///
    /// - Parameter time: the time of the frame, in seconds; it never decreases.
    mutating func add(to frame: inout Frame, at time: Double)

    /// Called for each frame that was shown live.
    mutating func note(_ frame: ShownFrame)

    /// The time at which a frame has to be drawn even if the scene does not change; infinity when there is none.
    var nextChange: Double { get }
}

extension FrameOverlay {
    /// Does nothing, for overlays that show no times.
    package mutating func note(_ frame: ShownFrame) {}
}

extension DebugOverlay: FrameOverlay {
    package mutating func add(to frame: inout Frame, at time: Double) { frame = colored(frame, at: time) }

    package mutating func note(_ frame: ShownFrame) { noteShown(began: frame.began, ended: frame.ended) }
}
