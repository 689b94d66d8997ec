import Foundation

/// Everything that a server knows of one layer but its links and animations.
///
/// `CALayer` keeps one, `init(layer:)` and `presentation()` copy it, a commit carries the changed part of it, and the
/// render tree holds a column of them. What most frames read and change is plain and lies side by side, so that a copy is
/// one of bytes; what most layers leave at its defaults lies in `LayerDetails`, behind a reference that is not there
/// until something of it is set.
package struct LayerState: Sendable, Equatable {
    /// The layer's own coordinate space: origin and size, in points.
    package var bounds = CGRect.zero
    /// Where the anchor point lies, in the superlayer's space, in points.
    package var position = CGPoint.zero
    /// 0...1, clamped when drawn.
    package var opacity = 1.0
    /// Depth of the layer in the superlayer's space.
    package var zPosition = 0.0
    /// The anchor in unit coordinates of `bounds`.
    package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// The anchor's depth, in points.
    package var anchorPointZ = 0.0
    /// Radius of the corners, in points.
    package var cornerRadius = 0.0
    /// Width of the border inside the bounds, in points.
    package var borderWidth = 0.0
    /// Fills the rounded bounds, behind contents.
    package var backgroundColor: ColorValue?
    /// The boolean properties.
    package var flags: LayerFlags = [
        .doubleSided, .allowsGroupOpacity, .allowsGroupBlending, .allowsEdgeAntialiasing,
    ]
    /// Which corners the radius applies to.
    package var maskedCorners = CornerMask.all
    /// What there is in the details, so that to ask for it is no look behind a reference.
    package internal(set) var features: LayerFeatures = []
    /// Whether anything of that is seen of a layer without sublayers and border.
    package internal(set) var showsDetails = false
    /// Applied about the anchor point.
    package var transform = Matrix4.identity
    /// The part of the image in the contents that is shown, in unit coordinates of it; here as it is often animated.
    package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// What most layers leave at its defaults; nil where all of it was left so.
    var details: Shared<LayerDetails>?

    /// Makes the state of a new CALayer: Apple's defaults.
    package init() {}

    /// Equal values, however they are kept.
    package static func == (a: LayerState, b: LayerState) -> Bool {
        a.bounds == b.bounds && a.position == b.position && a.opacity == b.opacity && a.zPosition == b.zPosition
            && a.anchorPoint == b.anchorPoint && a.anchorPointZ == b.anchorPointZ && a.cornerRadius == b.cornerRadius
            && a.borderWidth == b.borderWidth && a.backgroundColor == b.backgroundColor && a.flags == b.flags
            && a.maskedCorners == b.maskedCorners && a.transform == b.transform && a.contentsRect == b.contentsRect
            && ((a.details == nil && b.details == nil) || a.allDetails == b.allDetails)
    }
}

/// The boolean properties of a layer.
package struct LayerFlags: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt16
    /// Makes a set from its bits.
    @inlinable package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
    /// Neither the layer nor its sublayers are drawn.
    @inlinable package static var hidden: LayerFlags { LayerFlags(rawValue: 1) }
    /// Drawn when its back faces the viewer.
    @inlinable package static var doubleSided: LayerFlags { LayerFlags(rawValue: 2) }
    /// Sublayers are laid out with y up.
    @inlinable package static var geometryFlipped: LayerFlags { LayerFlags(rawValue: 4) }
    /// Contents and sublayers are clipped to the rounded bounds.
    @inlinable package static var masksToBounds: LayerFlags { LayerFlags(rawValue: 8) }
    /// The program promises that the contents are opaque.
    @inlinable package static var opaque: LayerFlags { LayerFlags(rawValue: 16) }
    /// Opacity applies to the layer and its sublayers as one image.
    @inlinable package static var allowsGroupOpacity: LayerFlags { LayerFlags(rawValue: 32) }
    /// Sublayers with compositing filters are combined with what this layer has behind them only.
    @inlinable package static var allowsGroupBlending: LayerFlags { LayerFlags(rawValue: 64) }
    /// The layer shows nothing of its own, and its sublayers lie in its superlayer's space: a CATransformLayer.
    @inlinable package static var transformLayer: LayerFlags { LayerFlags(rawValue: 0x2000) }
    /// Round corners are of continuous curvature.
    @inlinable package static var continuousCorners: LayerFlags { LayerFlags(rawValue: 128) }
    /// Edges that the edge mask names are softened.
    @inlinable package static var allowsEdgeAntialiasing: LayerFlags { LayerFlags(rawValue: 256) }
    /// What the layer and its sublayers show is drawn once and kept.
    @inlinable package static var shouldRasterize: LayerFlags { LayerFlags(rawValue: 512) }
    /// Sublayers or particles lie in the space of the superlayer, not in the layer's plane.
    @inlinable package static var preservesDepth: LayerFlags { LayerFlags(rawValue: 0x4000) }
}

/// What of a layer's details is not as most layers leave it.
package struct LayerFeatures: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt16
    /// Makes a set from its bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Effects that may not be at their defaults.
    package static let effects = LayerFeatures(rawValue: 1)
    /// Tiles.
    package static let tiles = LayerFeatures(rawValue: 2)
    /// Copies of the sublayers.
    package static let replicator = LayerFeatures(rawValue: 4)
    /// Emission that may not be at its defaults.
    package static let emission = LayerFeatures(rawValue: 8)
    /// Cells that emit or have emitted.
    package static let cells = LayerFeatures(rawValue: 16)
    /// A shadow that is seen.
    package static let shadow = LayerFeatures(rawValue: 32)
    /// A path.
    package static let shape = LayerFeatures(rawValue: 64)
    /// Colours of a gradient.
    package static let gradient = LayerFeatures(rawValue: 128)
    /// An image, or two of which one gives way to the other.
    package static let image = LayerFeatures(rawValue: 256)
    /// Timing of its own.
    package static let timing = LayerFeatures(rawValue: 512)
    /// A mask.
    package static let mask = LayerFeatures(rawValue: 1024)
    /// A transform that sublayers go through.
    package static let sublayerTransform = LayerFeatures(rawValue: 2048)
    /// All that is seen of a layer without sublayers and border.
    package static let seen: LayerFeatures = [
        .effects, .tiles, .replicator, .emission, .shadow, .shape, .gradient, .image, .mask,
    ]
}

/// A set of corners; bit for bit Apple's CACornerMask.
///
/// *Space*: "min Y" is where y is smallest in the layer's own space: the top edge unless geometry is flipped.
package struct CornerMask: OptionSet, Sendable, Hashable {
    /// The bits, with Apple's values.
    package let rawValue: UInt8
    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
    /// The corner at the least x and y.
    package static let minXMinY = CornerMask(rawValue: 1)
    /// The corner at the greatest x and the least y.
    package static let maxXMinY = CornerMask(rawValue: 2)
    /// The corner at the least x and the greatest y.
    package static let minXMaxY = CornerMask(rawValue: 4)
    /// The corner at the greatest x and y.
    package static let maxXMaxY = CornerMask(rawValue: 8)
    /// All four.
    package static let all: CornerMask = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY]
}

/// An image in a layer and how it is placed and sampled.
package struct ContentsState: Sendable, Equatable {
    /// The image; nil shows nothing.
    package var image: ImageResource?
    /// The part of the image that is shown, in unit coordinates of the image.
    package var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// The stretchable part, in unit coordinates of the image.
    package var center = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// Pixels of the image per point.
    package var scale = 1.0
    /// How the image fits the bounds.
    package var gravity = Gravity.resize
    /// The filter when the image is drawn smaller.
    package var minificationFilter = Filter.linear
    /// The filter when the image is drawn larger.
    package var magnificationFilter = Filter.linear
    /// Added to the mip level with the trilinear filter.
    package var minificationFilterBias = 0.0
    /// Multiplies the image's components; nil leaves them.
    package var multiplyColor: ColorValue?
    /// Whether the image's alpha takes the place of its colours.
    package var isStencil = false
    /// What the place of the image goes through, in the layer's space.
    package var transform = Matrix4.identity
    /// What is shown in place of the image while an animation of it is between two; never sent.
    package var crossFade: ImageCrossFade?

    /// Apple's defaults.
    package static let `default` = ContentsState()

    /// How an image fits the bounds. Raw values are Apple's strings.
    package enum Gravity: String, Sendable, CaseIterable {
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
        case resize, resizeAspect, resizeAspectFill
    }

    /// How an image is sampled. Raw values are Apple's strings.
    package enum Filter: String, Sendable, CaseIterable {
        case nearest, linear, trilinear
    }
}

/// Two images of which one gives way to the other.
package struct ImageCrossFade: Sendable, Equatable {
    /// The image that goes; nil is nothing.
    package var from: ImageResource?
    /// The image that comes; nil is nothing.
    package var to: ImageResource?
    /// How much of the second there is, between 0 and 1.
    package var fraction: Double

    /// Makes a cross-fade.
    package init(from: ImageResource?, to: ImageResource?, fraction: Double) {
        (self.from, self.to, self.fraction) = (from, to, fraction)
    }
}

/// A value behind a reference, shared until one of its holders writes.
package struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
    /// Where the value lies; seen by other modules for inlining alone.
    // Safe because: the value is only written while one `Shared` alone holds the storage, which only that one's owner can do.
    @usableFromInline
    package final class Storage: @unchecked Sendable {
        @usableFromInline var value: Value
        @usableFromInline init(_ value: Value) { self.value = value }
    }
    @usableFromInline var storage: Storage

    /// Wraps a value.
    package init(_ value: Value) {
        storage = Storage(value)
    }

    /// The value; a write makes a new box where others hold this one, so that they keep what they have.
    package var value: Value {
        // Lent, so that a look at a part of it does not copy all of it.
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Changes the value in its box, which is a new one where others hold this one.
    ///
    /// Without a coroutine for each level on the way to the value, so that nothing is allocated for its frame.
    @inlinable @inline(__always)
    package mutating func change(_ body: (inout Value) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
        body(&storage.value)
    }

    /// Whether both share one box.
    package func isIdentical(to other: Shared) -> Bool { storage === other.storage }

    /// Equal boxes or equal values.
    package static func == (a: Shared, b: Shared) -> Bool { a.storage === b.storage || a.value == b.value }
}
