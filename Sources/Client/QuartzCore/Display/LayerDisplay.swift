import CoreGraphics
import Foundation
import MicaRaster
import MicaWire

/// How a layer is drawn, whether it needs to be, and the pixels that it was drawn into.
package struct LayerDisplay {
    /// The format of the pixels.
    package var format = CALayerContentsFormat.RGBA8Uint
    /// Whether other bounds ask for drawing.
    package var redrawsOnBoundsChange = false
    /// Whether drawing is taken down and done on another thread.
    package var drawsAsynchronously = false
    /// Whether the layer is to be drawn.
    package var isNeeded = false
    /// Whether the layer is in its context's list of those that are to be drawn.
    package var isEnqueued = false
    /// What has to be drawn anew.
    package var invalid = InvalidRegion.nothing
    /// Whether the delegate that was asked to display has nothing that does.
    package var isUnanswered = false
    /// Whether the next drawing is shown at once, without the action of the contents.
    package var skipsAction = false
    /// The layer's local time at which a presentation copy last drew.
    package var presentedTime: Double?
    /// Whether the contents are what the layer drew, rather than what the program set.
    package var ownsContents = false
    /// What was drawn; nil for a layer that was not drawn, or got other contents since.
    package var drawn: DrawnContents?
    /// What drawing has done so far.
    package var statistics = Statistics()

    /// What drawing a layer has done.
    package struct Statistics: Sendable, Equatable {
        /// How often the layer was drawn into pixels.
        package var drawings = 0
        /// How many pixels were drawn anew, by all drawings together.
        package var pixels = 0
        /// How many stores of pixels were made.
        package var stores = 0
        /// How often a presentation copy drew for an animation.
        package var presentations = 0

        /// Makes the statistics of so much drawing.
        package init(drawings: Int = 0, pixels: Int = 0, stores: Int = 0, presentations: Int = 0) {
            (self.drawings, self.pixels, self.stores) = (drawings, pixels, stores)
            self.presentations = presentations
        }
    }

    /// What has to be drawn anew. *Space*: the layer's own.
    package enum InvalidRegion {
        case nothing
        case parts([CGRect])
        case everything

        /// Adds a rectangle, or everything for nil.
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

    /// The same without what is under way: what a copy of the layer gets.
    package var settings: LayerDisplay {
        LayerDisplay(
            format: format, redrawsOnBoundsChange: redrawsOnBoundsChange, drawsAsynchronously: drawsAsynchronously)
    }
}

/// The pixels that a layer was drawn into, and how.
package final class DrawnContents {
    let shape: StoreShape
    let store: LayerStore

    init(shape: StoreShape) {
        self.shape = shape
        store = LayerStore(
            width: shape.width, height: shape.height, isOpaque: shape.isOpaque, isGray: shape.format == .gray8Uint)
    }

    /// How many drawings were done on another thread.
    package var replayCount: Int { store.replayCount }
}

/// What the pixels of a layer depend on: with another shape they have to be made anew.
package struct StoreShape: Equatable {
    let bounds: CGRect
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    let isOpaque: Bool
    let format: CALayerContentsFormat
    /// Whether y points up.
    let isFlipped: Bool

    /// The shape that a layer's pixels have now; nil for bounds without area.
    ///
    /// As many pixels as `contentsScale` asks for, rounded up; fewer, in the same proportions, where that would be more
    /// than a store can have. *Source*: assumed; Apple says no more than that the store has the size of the bounds.
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
        // A size that is whole but for rounding stays that.
        func whole(_ v: Double) -> Int { Int(min(max((v * shrink - 1.0 / 1024).rounded(.up), 1), side)) }
        (width, height) = (whole(wide), whole(high))
        self.bounds = bounds
        isOpaque = layer.isOpaque
        format = layer.contentsFormat
        isFlipped = (layer.modelLayer ?? layer).contentsAreFlipped()
    }

    /// From the layer's own space to the pixels, y up from the lower left corner: the bounds cover them all.
    var matrix: CGAffineTransform {
        let (sx, sy) = (CGFloat(width) / bounds.width, CGFloat(height) / bounds.height)
        return isFlipped
            ? CGAffineTransform(a: sx, b: 0, c: 0, d: sy, tx: -bounds.minX * sx, ty: -bounds.minY * sy)
            : CGAffineTransform(
                a: sx, b: 0, c: 0, d: -sy, tx: -bounds.minX * sx, ty: CGFloat(height) + bounds.minY * sy)
    }

    /// The pixels that rectangles of the layer touch, each of them once.
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
        // Many small parts cost more than what lies between them.
        return parts.count > 16 ? [parts.reduce(.empty) { $0.union($1) }] : parts
    }
}
