import MicaFrame
import MicaGeometry

/// The damages of the frames that a surface showed last: what a buffer lacks that was shown some frames ago.
///
/// A frame that could not be drawn (no buffer was free) is not lost: its damage is part of the next one's.
package struct DamageRing: Sendable {
    /// The oldest age that is known; what is older is drawn whole. Windows have two to four buffers.
    package static let limit = 8

    /// What differs between the frame that was presented last and the one that is noted.
    package private(set) var latest = DamageRegion()
    /// What changed with each frame that was presented; when there are `limit`, the newest takes the oldest one's position.
    private var presented: [DamageRegion] = []
    /// The position of the newest.
    private var newest = -1
    /// The surface.
    private var whole = DeviceRect.empty

    /// Makes a ring that knows of no frame.
    package init() {}

    /// Takes in what differs between a frame and the one that was noted before. Where the surface has another size all of it is
    /// other, and nothing is known of its buffers.
    package mutating func note(_ damage: DamageRegion, _ surface: DeviceRect) {
        if surface != whole {
            whole = surface
            presented.removeAll(keepingCapacity: true)
            newest = -1
            latest = DamageRegion(surface)
        } else {
            latest.add(damage)
        }
    }

    /// What a buffer of an age lacks of the frame that is noted.
    package func missing(age: Int) -> DamageRegion {
        guard age > 0, age <= presented.count else { return DamageRegion(whole) }
        // A buffer of age 1 has the last frame; of age 2 it lacks what that one changed, too.
        var region = latest
        for back in 0..<age - 1 {
            let position = newest - back
            region.add(presented[position < 0 ? position + Self.limit : position])
        }
        return region
    }

    /// Takes in that the frame that is noted was presented.
    package mutating func present() {
        newest = newest + 1 == Self.limit ? 0 : newest + 1
        if presented.count < Self.limit { presented.append(latest) } else { presented[newest] = latest }
        latest = DamageRegion()
    }
}
