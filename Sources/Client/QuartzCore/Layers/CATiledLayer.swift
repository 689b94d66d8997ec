import CoreGraphics
import Foundation
import MicaWire

/// A layer whose contents are drawn in tiles, on several threads at once, as far as they are in sight.
///
/// `draw(in:)`, or the delegate's `draw(_:in:)`, is called for a tile at a time, with the context's clip and transform set
/// to the tile: `boundingBoxOfClipPath` is the part of the layer that is asked for. It must be ready to be called on
/// several threads at once. A tile may be asked for again at any time, as its pixels are dropped when memory is short.
/// Setting `contents` makes it a layer like any other. *Source*: Apple, CATiledLayer.h.
open class CATiledLayer: CALayer {
    /// How long a tile fades in when it comes into sight, in seconds: 0.25; override it for another duration.
    ///
    /// What is in sight when the layer first comes to be seen is there without fading (of `LayerRenderer`, whose frames wait
    /// for tiles).
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// How many levels of detail there are, 1 or more, each with half the resolution of the one before; as many as leave a
    /// pixel in both directions.
    open var levelsOfDetail: Int {
        get { Int(state.tiled.levels) }
        set {
            let levels = Double(min(max(newValue, 1), 1 << 30))
            change(.levelsOfDetail, if: state.tiled.levels != levels) { $0.tiled.levels = levels }
        }
    }

    /// How many of the levels have a higher resolution than the layer, each twice that of the next, for when it is shown
    /// larger.
    open var levelsOfDetailBias: Int {
        get { Int(state.tiled.bias) }
        set {
            let bias = Double(min(max(newValue, 0), 1 << 30))
            change(.levelsOfDetailBias, if: state.tiled.bias != bias) { $0.tiled.bias = bias }
        }
    }

    /// The size of a tile in pixels, not points; sides are 32 to 4,096 whatever is set.
    open var tileSize: CGSize {
        get { state.tiled.tileSize }
        set { change(.tileSize, if: tileSize != newValue) { $0.tiled.tileSize = newValue } }
    }

    private var edits: [TileEdit] = []
    /// Counts what was asked to be drawn anew, so that a tile that was drawn before is told apart.
    private(set) var generation = 0
    /// What draws tiles, on any thread.
    private(set) lazy var source = TileSource(self)

    /// Makes a layer with one level of detail and tiles of 256 x 256 pixels.
    public override init() {
        super.init()
        state.tiled.levels = 1
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

    /// Asks for all tiles to be drawn anew; until they have come, those that there are stay.
    open override func setNeedsDisplay() { invalidate(nil) }

    /// Asks for the tiles that a rectangle touches to be drawn anew; until they have come, those that there are stay.
    open override func setNeedsDisplay(_ r: CGRect) {
        if !r.isEmpty { invalidate(r) }
    }

    /// Does nothing: tiles are drawn when they are in sight.
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

    /// Notes an edit for the next commit.
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
    /// The accessors of CATiledLayer.
    static let tiled: [LayerAccessor] = [
        .size(.tileSize, \CATiledLayer.tileSize),
        .number(.levelsOfDetail, \CATiledLayer.levelsOfDetail, { Double($0) }) { whole($0) },
        .number(.levelsOfDetailBias, \CATiledLayer.levelsOfDetailBias, { Double($0) }) { whole($0) },
    ]

    /// A number of levels.
    @Sendable private static func whole(_ v: Double) -> Int { v > 0 ? Int(min(v.rounded(), 0x1p30)) : 0 }
}
