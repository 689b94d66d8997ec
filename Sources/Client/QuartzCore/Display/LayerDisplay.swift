import CoreGraphics
import Foundation
import MicaBase
import MicaTrace

/// The settings of a layer's drawing, the need for it, and the drawn pixels.
package struct LayerDisplay {
    /// The format of the layer's pixels.
    package var format = CALayerContentsFormat.RGBA8Uint
    /// Whether a change of bounds asks for drawing.
    package var redrawsOnBoundsChange = false
    /// Whether drawing is recorded and done on another thread.
    package var drawsAsynchronously = false
    /// Whether the layer has to be drawn.
    package var isNeeded = false
    /// Whether the layer is in its context's list of layers to draw.
    package var isEnqueued = false
    /// Whether the last drawing found no area: the next bounds ask again.
    var waitsForArea = false
    /// The part that has to be drawn again.
    package var invalid = InvalidRegion.nothing
    /// Whether the delegate has no `display(_:)`; its default body sets this.
    package var isUnanswered = false
    /// Whether the next drawing is shown without an action.
    package var skipsAction = false
    /// The layer's local time at which a presentation copy last drew.
    package var presentedTime: Double?
    /// Whether the layer drew the contents; false when the program set them.
    package var ownsContents = false
    /// The drawn pixels; nil when the layer was not drawn, or its contents were set since.
    package var drawn: DrawnContents?
    /// The store of the last drawing, if that gave no pixels.
    var empty: DrawnContents?
    /// Counts of the drawing so far.
    package var statistics = Statistics()

    /// Counts of a layer's drawing.
    package struct Statistics: Sendable, Equatable {
        /// The number of drawings into pixels.
        package var drawings = 0
        /// The number of pixels drawn, in all drawings.
        package var pixels = 0
        /// The number of stores that were made.
        package var stores = 0
        /// The number of times that a presentation copy drew for an animation.
        package var presentations = 0

        /// Makes statistics; all counts are 0 by default.
        package init(drawings: Int = 0, pixels: Int = 0, stores: Int = 0, presentations: Int = 0) {
            (self.drawings, self.pixels, self.stores) = (drawings, pixels, stores)
            self.presentations = presentations
        }
    }

    /// The part that has to be drawn again. *Space*: the layer's own.
    package enum InvalidRegion {
        case nothing
        case parts([CGRect])
        case everything

        /// Adds a rectangle; nil adds everything.
        mutating func add(_ rect: CGRect?) {
            guard let rect else {
                self = .everything
                return
            }
            switch self {
            case .nothing: self = .parts([rect])
            case .parts(let list): self = .parts(list + [rect])
            case .everything: break
            }
        }
    }

    /// The settings alone, for a copy of the layer.
    package var settings: LayerDisplay {
        LayerDisplay(
            format: format, redrawsOnBoundsChange: redrawsOnBoundsChange, drawsAsynchronously: drawsAsynchronously)
    }
}

/// A store with the shape that it was drawn in.
package final class DrawnContents {
    let shape: StoreShape
    let store: LayerStore

    init(shape: StoreShape) {
        self.shape = shape
        store = LayerStore(
            width: shape.width, height: shape.height, isOpaque: shape.isOpaque, isGray: shape.format == .gray8Uint)
    }

    /// The number of drawings that were done on another thread.
    package var replayCount: Int { store.replayCount }
}

/// The values that determine a layer's store. Another shape needs another store.
package struct StoreShape: Equatable {
    let bounds: CGRect
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    let isOpaque: Bool
    let format: CALayerContentsFormat
    /// Whether y points up in the layer's space.
    let isFlipped: Bool

    /// The shape that a layer's store has now; nil for bounds without area.
    ///
    /// It has the pixels that `contentsScale` asks for, rounded up. Where a store cannot have so many, it has fewer in
    /// the same proportions, and a notice says so. *Source*: assumed; Apple only says that the store has the size of
    /// the bounds.
    package init?(of layer: CALayer) {
        let (bounds, scale) = (layer.bounds, Double(layer.contentsScale))
        var (wide, high) = (Double(bounds.width) * scale, Double(bounds.height) * scale)
        guard wide > 0, high > 0, wide.isFinite, high.isFinite, bounds.minX.isFinite, bounds.minY.isFinite else {
            return nil
        }
        let side = Double(LayerStore.sideLimit)
        let fit = min(1, side / max(wide, high))
        (wide, high) = (wide * fit, high * fit)
        let shrink = min(1, (Double(LayerStore.areaLimit) / (wide * high)).squareRoot())
        // A size that is whole but for rounding errors stays whole.
        func whole(_ v: Double) -> Int { Int(min(max((v * shrink - 1.0 / 1024).rounded(.up), 1), side)) }
        (width, height) = (whole(wide), whole(high))
        if fit < 1 || shrink < 1 {
            Notices.say(
                "a layer of \(bounds.width) x \(bounds.height) points and contentsScale \(scale) has too many pixels: "
                    + "it is drawn with \(width) x \(height)", key: "store")
        }
        self.bounds = bounds
        isOpaque = layer.isOpaque
        format = layer.contentsFormat
        isFlipped = (layer.modelLayer ?? layer).contentsAreFlipped()
    }

    /// From the layer's own space to the store, y up from the lower left corner; the bounds cover the store.
    var matrix: CGAffineTransform {
        let (sx, sy) = (CGFloat(width) / bounds.width, CGFloat(height) / bounds.height)
        return isFlipped
            ? CGAffineTransform(a: sx, b: 0, c: 0, d: sy, tx: -bounds.minX * sx, ty: -bounds.minY * sy)
            : CGAffineTransform(
                a: sx, b: 0, c: 0, d: -sy, tx: -bounds.minX * sx, ty: CGFloat(height) + bounds.minY * sy)
    }

    /// The pixels that rectangles of the layer touch, without overlaps.
    func pixels(_ rects: [CGRect]) -> [DeviceRect] {
        let all = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        var parts: [DeviceRect] = []
        for rect in rects {
            let r = rect.standardized.applying(matrix)
            let (top, bottom) = (CGFloat(height) - r.maxY, CGFloat(height) - r.minY)
            var part = DeviceRect(
                around: Double(r.minX), Double(top), Double(r.maxX), Double(bottom)
            ).intersection(all)
            guard !part.isEmpty else { continue }
            while let other = parts.firstIndex(where: { !$0.intersection(part).isEmpty }) {
                part = part.union(parts.remove(at: other))
            }
            parts.append(part)
        }
        // Many small parts cost more than the pixels between them.
        return parts.count > 16 ? [parts.reduce(.empty) { $0.union($1) }] : parts
    }
}
