import CoreGraphics
import Foundation
import MicaWire

/// A layer whose contents are drawn in tiles, on several threads at once, where they are visible.
///
/// `draw(in:)`, or the delegate's `draw(_:in:)`, is called for one tile at a time, with the context's clip and
/// transform set to the tile: `boundingBoxOfClipPath` is the part of the layer to draw. It must allow calls on several
/// threads at once. A tile may be requested again at any time, as its pixels are dropped when memory is short. Setting
/// `contents` turns it into an ordinary layer. *Source*: Apple, CATiledLayer.h.
open class CATiledLayer: CALayer {
    /// The duration of a tile's fade-in when it becomes visible, in seconds: 0.25; override it for another duration.
    ///
    /// With a `LayerRenderer`, whose frames wait for tiles, the tiles visible at the layer's first appearance do not
    /// fade in.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// The number of levels of detail, 1 or more. Each has half the resolution of the previous one; levels below one
    /// pixel in either direction are not used.
    open var levelsOfDetail: Int {
        get { Int(state.tiled.levels) }
        set {
            let levels = Double(min(max(newValue, 1), 1 << 30))
            change(.levelsOfDetail, if: state.tiled.levels != levels) { $0.tiled.levels = levels }
        }
    }

    /// The number of levels with a higher resolution than the layer, each twice that of the next, for a layer that is
    /// shown enlarged.
    open var levelsOfDetailBias: Int {
        get { Int(state.tiled.bias) }
        set {
            let bias = Double(min(max(newValue, 0), 1 << 30))
            change(.levelsOfDetailBias, if: state.tiled.bias != bias) { $0.tiled.bias = bias }
        }
    }

    /// The size of a tile in pixels, not points. Its sides are limited to 32...4,096.
    open var tileSize: CGSize {
        get { state.tiled.tileSize }
        set { change(.tileSize, if: tileSize != newValue) { $0.tiled.tileSize = newValue } }
    }

    private var edits: [TileEdit] = []
    /// Counts requests to draw again, so that a tile drawn before a request can be recognised.
    private(set) var generation = 0
    /// Draws the tiles, on any thread.
    private(set) lazy var source = TileSource(self)

    /// Makes a layer with one level of detail and tiles of 256 x 256 pixels.
    public override init() {
        super.init()
        if state.tiled.levels < 1 { state.tiled.levels = 1 }
    }

    /// Makes a copy of a layer, without its tiles.
    public override init(layer: Any) {
        super.init(layer: layer)
        if state.tiled.levels < 1 { state.tiled.levels = 1 }
    }

    /// Reads a layer from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        if state.tiled.levels < 1 { state.tiled.levels = 1 }
    }

    /// Asks for all tiles to be drawn again. The old tiles stay until the new ones have arrived.
    open override func setNeedsDisplay() { invalidate(nil) }

    /// Asks for the tiles that a rectangle touches to be drawn again. The old tiles stay until the new ones have
    /// arrived.
    open override func setNeedsDisplay(_ r: CGRect) {
        if !r.isEmpty { invalidate(r) }
    }

    /// Does nothing: tiles are drawn when they become visible.
    open override func display() {}

    /// The default of a property.
    open override class func defaultValue(forKey key: String) -> Any? {
        key == "levelsOfDetail" ? NSNumber(value: 1) : super.defaultValue(forKey: key)
    }

    private func invalidate(_ rect: CGRect?) {
        guard modelLayer == nil else { return }
        generation += 1
        edit(.invalidate(rect))
    }

    /// Adds an edit to the next commit.
    func edit(_ edit: TileEdit) {
        guard self.context != nil else { return }
        edits.append(edit)
        enqueue()
    }

    package override func takeTileEdits() -> [TileEdit] {
        defer { edits.removeAll() }
        return edits
    }

    package override class var classes: LayerClasses { super.classes.union(.tiled) }
}

extension LayerAccessor {
    static let tiled: [LayerAccessor] = [
        .size(.tileSize, \CATiledLayer.tileSize),
        .number(.levelsOfDetail, \CATiledLayer.levelsOfDetail, { Double($0) }) { whole($0) },
        .number(.levelsOfDetailBias, \CATiledLayer.levelsOfDetailBias, { Double($0) }) { whole($0) },
    ]

    /// A number from key-value coding as a number of levels.
    @Sendable private static func whole(_ v: Double) -> Int { v > 0 ? Int(min(v.rounded(), 0x1p30)) : 0 }
}
