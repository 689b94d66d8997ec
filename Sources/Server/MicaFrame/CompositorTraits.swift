import MicaBase

/// What a compositor can use in frames. Frames are built for these traits.
///
/// Frames that are built for other traits show the same, within the tolerances of their ops.
package struct CompositorTraits: Sendable, Equatable {
    /// The blurs that the compositor caches while their source only moves; nil when it caches none, so that no pass is
    /// built for it.
    package var cachedBlurs: CachedBlurs?

    /// The interpolation of images.
    package var interpolation = Interpolation.linear

    /// How layers become ops: as a screen shows them, or as `render(in:)` draws them.
    package var layers = LayerStyle.screen

    /// The dither of gradients whose colours are all opaque; nil rounds to the nearest level. Compositors of screens need not implement it.
    package var dither: Dither?

    package init(cachedBlurs: CachedBlurs? = nil) { self.cachedBlurs = cachedBlurs }

    /// How an image is sampled between its pixels, for ops that ask for interpolation.
    package enum Interpolation: Sendable, Equatable {
        /// Linear, which is what a frame means.
        case linear
        /// As bitmap contexts enlarge images: closer to the nearest pixel. For pictures of `render(in:)`; compositors
        /// of screens need not implement it.
        case context
    }

    /// The ways to draw layers.
    package enum LayerStyle: Sendable, Equatable {
        /// As the render server does.
        case screen
        /// As `render(in:)` does: each part is a drawing of its own into a bitmap context, with its own antialiased
        /// edges. docs/drawing.md, "Differences of a context", has the rules.
        case context
    }

    /// The dither of gradients in a bitmap context.
    package struct Dither: Sendable, Equatable {
        /// The position of the surface's first pixel in the context, from the context's top left pixel.
        package var x: Int, y: Int
        /// The tile.
        package var tile: Tile

        package init(x: Int = 0, y: Int = 0, tile: Tile = .plain) { (self.x, self.y, self.tile) = (x, y, tile) }

        /// The tiles that are known, each with the same ranks in its rows.
        package enum Tile: Sendable, Equatable {
            /// 16 x 16, column by column.
            case plain
            /// 64 x 16: the same columns, repeated in another order.
            case wide
        }
    }

    /// The traits of a compositor that caches nothing.
    package static let plain = CompositorTraits()
    /// The traits of a compositor that caches blurs in some megabytes.
    package static let keepingBlurs = CompositorTraits(
        cachedBlurs: .usual)

    /// The limits of cached blurs of passes (`BlurDraw.owner`).
    package struct CachedBlurs: Sendable, Equatable {
        /// The least deviation, in pixels. Below 3, a cached blur that is moved by a fraction of a pixel would be off
        /// by more than half a step of 255.
        package var leastDeviation: Double
        /// The most pixels of the pass.
        package var mostPixels: Int

        /// A million pixels: such a pass is drawn and blurred in some milliseconds, and its blur takes 2 MiB.
        package static let usual = CachedBlurs(leastDeviation: 3, mostPixels: 1 << 20)

        package init(leastDeviation: Double, mostPixels: Int) {
            (self.leastDeviation, self.mostPixels) = (leastDeviation, mostPixels)
        }

        /// Whether a pass is small enough to be cached.
        package func hasRoom(for pass: DeviceRect) -> Bool {
            pass.width <= mostPixels && pass.height <= mostPixels / max(1, pass.width)
        }
    }
}
