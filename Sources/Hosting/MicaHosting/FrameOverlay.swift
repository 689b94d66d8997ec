import MicaFrame
import MicaGeometry

/// What is added to frames before they are drawn: something that shows over a picture how it came about.
///
/// It sees a frame with its damage and its delta, and changes the frame alone: layers, server and compositor know nothing of it. What
/// it adds and takes away again it adds to the frame's damage.
package protocol FrameOverlay {
    /// Adds to a frame.
    ///
    /// - Parameter time: when the frame is shown, in seconds; it never goes back.
    mutating func add(to frame: inout Frame, at time: Double)

    /// When a frame has to be drawn although nothing of the scene has changed; infinity where none has.
    var nextChange: Double { get }
}

/// Flashes what each frame has drawn anew, as Core Animation's instrument "Flash Updated Regions" does: yellow, until the next frame
/// or for a short while.
package struct UpdateFlash: FrameOverlay, Sendable {
    /// What is drawn over what was updated.
    package static let color = PixelColor(premultiplied: 0x8080_8000)
    /// How long it is shown where no other frame comes. *Units*: seconds.
    package static let duration = 0.25

    /// What the last frame has under the colour.
    private var flashed = DamageRegion()
    /// Until when.
    private var end = Double.infinity

    /// Makes one that has seen no frame.
    package init() {}

    package var nextChange: Double { end }

    package mutating func add(to frame: inout Frame, at time: Double) {
        let whole = frame.bounds
        let updated = frame.damageRegion.intersection(whole)
        let before = flashed.intersection(whole)
        if !updated.isEmpty {
            (flashed, end) = (updated, time + Self.duration)
        } else if time >= end {
            (flashed, end) = (DamageRegion(), .infinity)
        }
        cover(&frame, flashed)
        // What was covered before and is no longer; while nothing changes both are the same.
        guard !updated.isEmpty || flashed.isEmpty else { return }
        var damage = updated
        damage.add(before)
        if !damage.isEmpty { frame.setDamage(damage) }
    }

    /// Puts the colour over a region.
    private func cover(_ frame: inout Frame, _ region: DamageRegion) {
        guard region.count > 0, let last = frame.passes.indices.last else { return }
        for index in 0..<region.count {
            let rect = region[index]
            let edges = LocalRect(
                minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
            frame.passes[last].ops.append(
                DrawOp(
                    content: .fill(shape: RoundedRect(edges), color: Self.color), transform: .identity, bounds: rect))
        }
    }
}
