import MicaRaster

/// What a compositor is good at, and frames that are made for it should use.
///
/// Frames for other traits show the same, within the tolerances of what they show it with.
package struct CompositorTraits: Sendable, Equatable {
    /// Which blurs the compositor keeps while what they are made of only moves; nil when it keeps none, so that nothing is painted
    /// for that.
    package var cachedBlurs: CachedBlurs?

    /// Makes traits.
    package init(cachedBlurs: CachedBlurs? = nil) { self.cachedBlurs = cachedBlurs }

    /// Nothing but what a frame says.
    package static let plain = CompositorTraits()
    /// Those of a compositor that keeps blurs in some megabytes.
    package static let keepingBlurs = CompositorTraits(
        cachedBlurs: .usual)

    /// Which blurs of passes are kept (`BlurDraw.owner`).
    package struct CachedBlurs: Sendable, Equatable {
        /// The least deviation, in pixels: below 3, what lies between two pixels of a blur that is moved by part of one would be
        /// off by more than half of one of 255.
        package var leastDeviation: Double
        /// The most pixels of a pass.
        package var mostPixels: Int

        /// A million pixels, which are drawn and blurred in some milliseconds and take 2 MiB.
        package static let usual = CachedBlurs(leastDeviation: 3, mostPixels: 1 << 20)

        /// Makes limits.
        package init(leastDeviation: Double, mostPixels: Int) {
            (self.leastDeviation, self.mostPixels) = (leastDeviation, mostPixels)
        }

        /// Whether a pass is small enough.
        package func hasRoom(for pass: DeviceRect) -> Bool {
            pass.width <= mostPixels && pass.height <= mostPixels / max(1, pass.width)
        }
    }
}
