import MicaBase
import MicaWire

/// The number of pixels that the filters and blurred shadows of a frame may process. Without it a document could make a
/// frame last for ever.
///
/// All layers of a frame share it. A colour filter counts the pixels that it gives, a blur those that it takes as well.
/// A blurred shadow of a shape counts its pixels. A background filter counts the pixels that it copies and those of its
/// layer's mask, and 256 for each op behind it and in the mask. The copies that a replicator makes count one by one.
/// Past the limit, layers are drawn without filters and blurred shadows. Blurs reach far beyond the surface
/// (`OpList.reach`): a single one may take 4,352 x 4,352 pixels for a surface of 256 x 256.
package struct EffectBudget: Sendable {
    /// The limit for a surface of so many pixels: enough for 64 blurs of all of it, and on a small surface for one or
    /// two of the largest blurs, which take less than a second.
    package static func limit(pixels: Int) -> Int { max(1 << 25, pixels << 6) }

    /// The rest of this frame's budget. *Units*: pixels.
    private(set) var rest = 0
    /// The first layers that are drawn without a filter or a shadow in this frame.
    package private(set) var short: [LayerID] = []

    /// Whether there is room for one more.
    var hasRoom: Bool { rest > 0 }

    /// Begins a frame of a surface of so many pixels.
    mutating func beginFrame(pixels: Int) {
        rest = Self.limit(pixels: pixels)
        short.removeAll(keepingCapacity: true)
    }

    /// Counts the pixels of some rectangles. The last one may go beyond the limit.
    ///
    /// - Parameter count: How often each of them is processed.
    mutating func spend(_ rects: DeviceRect..., count: Int = 1) {
        for rect in rects {
            let (pixels, isTooMuch) = (rect.width * rect.height).multipliedReportingOverflow(by: count)
            rest -= isTooMuch ? max(rest, 0) : min(max(rest, 0), pixels)
        }
    }

    /// Counts ops that are drawn a second time, for a background filter.
    mutating func spend(copies: Int) { rest -= min(max(rest, 0), copies << 8) }

    /// Notes a layer that is drawn without; of many the first.
    mutating func refuse(_ layer: LayerID?) {
        if let layer, short.count < 4, !short.contains(layer) { short.append(layer) }
    }
}
