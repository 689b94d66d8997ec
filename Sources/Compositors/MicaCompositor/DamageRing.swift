import MicaBase
import MicaFrame

/// The damages of the frames that a surface showed last. From them follows the region that is out of date in a buffer
/// that was shown some frames ago.
///
/// If a frame could not be drawn (no buffer was free), its damage becomes part of the next frame's.
package struct DamageRing: Sendable {
    /// The oldest age that is known; an older buffer is drawn whole. Windows have two to four buffers.
    package static let limit = 8

    /// The difference between the frame that was presented last and the one that was noted last.
    package private(set) var latest = DamageRegion()
    /// The damage of each presented frame. Once there are `limit`, the newest replaces the oldest.
    private var presented: [DamageRegion] = []
    /// The index of the newest in `presented`.
    private var newest = -1
    /// The rectangle of the surface.
    private var whole = DeviceRect.empty

    /// An empty ring: it asks for whole frames.
    package init() {}

    /// Notes the difference between a frame and the one that was noted before it. When the surface has another size,
    /// all of it is damaged, and its earlier buffers are forgotten.
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

    /// The region that a buffer of an age lacks of the frame that was noted last.
    package func missing(age: Int) -> DamageRegion {
        guard age > 0, age <= presented.count else { return DamageRegion(whole) }
        // A buffer of age 1 has the last presented frame. One of age 2 also lacks the changes of that frame.
        var region = latest
        for back in 0..<age - 1 {
            let position = newest - back
            region.add(presented[position < 0 ? position + Self.limit : position])
        }
        return region
    }

    /// Notes that the last noted frame was presented.
    package mutating func present() {
        newest = newest + 1 == Self.limit ? 0 : newest + 1
        if presented.count < Self.limit { presented.append(latest) } else { presented[newest] = latest }
        latest = DamageRegion()
    }
}
