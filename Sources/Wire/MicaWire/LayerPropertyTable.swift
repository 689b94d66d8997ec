import Foundation

/// One property that Apple documents: all that key-value coding, defaults, implicit actions, diffing and archives need.
package struct PropertyRow: Sendable {
    /// Which property.
    package let property: PropertyID
    /// Apple's key, as key-value coding and archives write it.
    package let key: String
    /// What kind of value it has.
    package let kind: PropertyValue.Kind
    /// Whether Apple's header marks it animatable.
    package let isAnimatable: Bool
    /// Whether a change of it makes an implicit CABasicAnimation. Source: Apple, Core Animation Programming Guide, appendix B.
    package let animatesImplicitly: Bool
    /// How values between two are found.
    package let interpolation: Interpolation
    /// What a change of it makes stale.
    package let invalidates: Invalidation
    /// Whether the value is a boolean to key-value coding.
    package let isBoolean: Bool
    /// The layers that have the property.
    package let owners: LayerClasses

    /// The default that a new layer has.
    package var defaultValue: PropertyValue { LayerPropertyTable.defaults[property] }

    /// How values between two are found.
    package enum Interpolation: UInt8, Sendable {
        /// Component by component.
        case linear
        /// Transforms: decomposed, rotation as a quaternion.
        case transform
        /// Colours: component by component, in sRGB.
        case color
        /// One or the other.
        case discrete
        /// Paths: point by point when both are made alike, else one or the other.
        case path
    }

    /// What a change makes stale.
    package struct Invalidation: OptionSet, Sendable {
        /// The bits.
        package let rawValue: UInt8
        /// Makes a set from its bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
        /// Where the layer and its sublayers are.
        package static let geometry = Invalidation(rawValue: 1)
        /// What the layer itself shows.
        package static let content = Invalidation(rawValue: 2)
        /// How the layer and its sublayers are combined.
        package static let composition = Invalidation(rawValue: 4)
        /// The time of the layer and of all under it.
        package static let time = Invalidation(rawValue: 8)
    }
}

/// Classes of layers, as far as they have properties of their own that the server draws from.
package struct LayerClasses: OptionSet, Sendable {
    /// One bit a class.
    package let rawValue: UInt16
    /// Makes a set from its bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
    /// What every layer is.
    package static let any = LayerClasses(rawValue: 1)
    /// CAShapeLayer.
    package static let shape = LayerClasses(rawValue: 2)
    /// CAGradientLayer.
    package static let gradient = LayerClasses(rawValue: 4)
    /// CAReplicatorLayer.
    package static let replicator = LayerClasses(rawValue: 64)
    /// CATiledLayer.
    package static let tiled = LayerClasses(rawValue: 128)
    /// No class: what crosses to the server but is no property to clients.
    package static let none: LayerClasses = []
    /// CATextLayer, whose client draws it: the server knows its properties so that they animate and are archived.
    package static let text = LayerClasses(rawValue: 1 << 12)
    /// CAEmitterLayer.
    package static let emitter = LayerClasses(rawValue: 256)
}

/// The one description of the layer properties, from which everything else is derived.
///
/// *Source*: Apple, CALayer.h, and the measured notes of dev/api/quartzcore-api.tsv.
package enum LayerPropertyTable {
    /// A row for each property, in the order of `PropertyID`.
    package static let rows: [PropertyRow] = [
        row(.bounds, "bounds", .rect, .linear, .geometry, implicit: true),
        row(.position, "position", .point, .linear, .geometry, implicit: true),
        row(.zPosition, "zPosition", .number, .linear, .geometry, implicit: true),
        row(.anchorPoint, "anchorPoint", .point, .linear, .geometry, implicit: true),
        row(.anchorPointZ, "anchorPointZ", .number, .linear, .geometry, implicit: true),
        row(.transform, "transform", .transform, .transform, .geometry, implicit: true),
        row(.sublayerTransform, "sublayerTransform", .transform, .transform, .geometry, implicit: true),
        row(.hidden, "hidden", .number, .discrete, .composition, implicit: true, boolean: true),
        row(.doubleSided, "doubleSided", .number, .discrete, .composition, boolean: true),
        row(.geometryFlipped, "geometryFlipped", .number, .discrete, .geometry, animatable: false, boolean: true),
        row(.masksToBounds, "masksToBounds", .number, .discrete, .composition, implicit: true, boolean: true),
        row(.opaque, "opaque", .number, .discrete, .content, animatable: false, boolean: true),
        row(
            .allowsGroupOpacity, "allowsGroupOpacity", .number, .discrete, .composition, animatable: false,
            boolean: true),
        row(.opacity, "opacity", .number, .linear, .composition, implicit: true),
        row(.backgroundColor, "backgroundColor", .color, .color, .content, implicit: true),
        row(.cornerRadius, "cornerRadius", .number, .linear, [.content, .composition], implicit: true),
        row(.maskedCorners, "maskedCorners", .number, .discrete, [.content, .composition], animatable: false),
        row(.borderWidth, "borderWidth", .number, .linear, .content, implicit: true),
        row(.borderColor, "borderColor", .color, .color, .content, implicit: true),
        row(.contents, "contents", .image, .discrete, .content, implicit: true),
        row(.contentsRect, "contentsRect", .rect, .linear, .content, implicit: true),
        row(.contentsGravity, "contentsGravity", .string, .discrete, .content, animatable: false),
        row(.contentsScale, "contentsScale", .number, .linear, .content),
        row(.contentsCenter, "contentsCenter", .rect, .linear, .content),
        row(.minificationFilter, "minificationFilter", .string, .discrete, .content, animatable: false),
        row(.magnificationFilter, "magnificationFilter", .string, .discrete, .content, animatable: false),
        row(.minificationFilterBias, "minificationFilterBias", .number, .linear, .content),
        row(.mask, "mask", .layer, .discrete, .composition, animatable: false),
        row(.beginTime, "beginTime", .number, .linear, .time, animatable: false),
        row(.duration, "duration", .number, .linear, .time, animatable: false),
        row(.speed, "speed", .number, .linear, .time, animatable: false),
        row(.timeOffset, "timeOffset", .number, .linear, .time, animatable: false),
        row(.repeatCount, "repeatCount", .number, .linear, .time, animatable: false),
        row(.repeatDuration, "repeatDuration", .number, .linear, .time, animatable: false),
        row(.autoreverses, "autoreverses", .number, .discrete, .time, animatable: false, boolean: true),
        row(.fillMode, "fillMode", .string, .discrete, .time, animatable: false),
        row(.path, "path", .path, .path, .content, of: .shape),
        row(.fillColor, "fillColor", .color, .color, .content, implicit: true, of: .shape),
        row(.fillRule, "fillRule", .string, .discrete, .content, animatable: false, of: .shape),
        row(.strokeColor, "strokeColor", .color, .color, .content, implicit: true, of: .shape),
        row(.strokeStart, "strokeStart", .number, .linear, .content, implicit: true, of: .shape),
        row(.strokeEnd, "strokeEnd", .number, .linear, .content, implicit: true, of: .shape),
        row(.lineWidth, "lineWidth", .number, .linear, .content, implicit: true, of: .shape),
        row(.miterLimit, "miterLimit", .number, .linear, .content, implicit: true, of: .shape),
        row(.lineCap, "lineCap", .string, .discrete, .content, animatable: false, of: .shape),
        row(.lineJoin, "lineJoin", .string, .discrete, .content, animatable: false, of: .shape),
        row(.lineDashPhase, "lineDashPhase", .number, .linear, .content, implicit: true, of: .shape),
        row(.lineDashPattern, "lineDashPattern", .numbers, .discrete, .content, animatable: false, of: .shape),
        row(.colors, "colors", .colors, .color, .content, implicit: true, of: .gradient),
        row(.locations, "locations", .numbers, .linear, .content, implicit: true, of: .gradient),
        row(.startPoint, "startPoint", .point, .linear, .content, implicit: true, of: .gradient),
        row(.endPoint, "endPoint", .point, .linear, .content, implicit: true, of: .gradient),
        row(.gradientType, "type", .string, .discrete, .content, animatable: false, of: .gradient),
        row(.shadowColor, "shadowColor", .color, .color, .composition, implicit: true),
        row(.shadowOpacity, "shadowOpacity", .number, .linear, .composition, implicit: true),
        row(.shadowOffset, "shadowOffset", .size, .linear, .composition, implicit: true),
        row(.shadowRadius, "shadowRadius", .number, .linear, .composition, implicit: true),
        row(.shadowPath, "shadowPath", .path, .path, .composition),
        row(.compositingFilter, "compositingFilter", .string, .discrete, .composition),
        row(.filters, "filters", .filters, .linear, .composition, implicit: true),
        row(.backgroundFilters, "backgroundFilters", .filters, .linear, .composition),
        row(
            .allowsGroupBlending, "allowsGroupBlending", .number, .discrete, .composition, animatable: false,
            boolean: true),
        row(.contentsMultiplyColor, "contentsMultiplyColor", .color, .color, .content),
        row(.contentsSwizzle, "contentsSwizzle", .string, .discrete, .content, animatable: false),
        row(.contentsTransform, "contentsTransform", .transform, .transform, .content),
        row(.instanceCount, "instanceCount", .number, .linear, .composition, implicit: true, of: .replicator),
        row(
            .preservesDepth, "preservesDepth", .number, .discrete, .composition, animatable: false, boolean: true,
            of: [.replicator, .emitter]),
        row(.instanceDelay, "instanceDelay", .number, .linear, .composition, implicit: true, of: .replicator),
        row(
            .instanceTransform, "instanceTransform", .transform, .transform, .composition, implicit: true,
            of: .replicator),
        row(.instanceColor, "instanceColor", .color, .color, .composition, implicit: true, of: .replicator),
        row(.instanceRedOffset, "instanceRedOffset", .number, .linear, .composition, implicit: true, of: .replicator),
        row(
            .instanceGreenOffset, "instanceGreenOffset", .number, .linear, .composition, implicit: true,
            of: .replicator),
        row(.instanceBlueOffset, "instanceBlueOffset", .number, .linear, .composition, implicit: true, of: .replicator),
        row(
            .instanceAlphaOffset, "instanceAlphaOffset", .number, .linear, .composition, implicit: true,
            of: .replicator),
        row(.tileSize, "tileSize", .size, .discrete, .content, animatable: false, of: .tiled),
        row(.levelsOfDetail, "levelsOfDetail", .number, .discrete, .content, animatable: false, of: .tiled),
        row(.levelsOfDetailBias, "levelsOfDetailBias", .number, .discrete, .content, animatable: false, of: .tiled),
        row(
            .transformLayer, "transformLayer", .number, .discrete, .geometry, animatable: false, boolean: true,
            of: .none),
        row(.cornerCurve, "cornerCurve", .string, .discrete, [.content, .composition], animatable: false),
        row(.edgeAntialiasingMask, "edgeAntialiasingMask", .number, .discrete, .content, animatable: false),
        row(
            .allowsEdgeAntialiasing, "allowsEdgeAntialiasing", .number, .discrete, .content, animatable: false,
            boolean: true),
        row(.shouldRasterize, "shouldRasterize", .number, .discrete, .composition, boolean: true),
        row(.rasterizationScale, "rasterizationScale", .number, .linear, .composition),
        row(.preferredDynamicRange, "preferredDynamicRange", .string, .discrete, .content, animatable: false),
        row(.toneMapMode, "toneMapMode", .string, .discrete, .content, animatable: false),
        row(
            .wantsExtendedDynamicRangeContent, "wantsExtendedDynamicRangeContent", .number, .discrete, .content,
            animatable: false, boolean: true),
        row(.contentsHeadroom, "contentsHeadroom", .number, .linear, .content, animatable: false),
        row(.fontSize, "fontSize", .number, .linear, [], implicit: true, of: .text),
        row(.foregroundColor, "foregroundColor", .color, .color, [], implicit: true, of: .text),
        row(.wrapped, "wrapped", .number, .discrete, [], animatable: false, boolean: true, of: .text),
        row(.truncationMode, "truncationMode", .string, .discrete, [], animatable: false, of: .text),
        row(.alignmentMode, "alignmentMode", .string, .discrete, [], animatable: false, of: .text),
        row(
            .allowsFontSubpixelQuantization, "allowsFontSubpixelQuantization", .number, .discrete, [],
            animatable: false,
            boolean: true, of: .text),
        row(.emitterCells, "emitterCells", .cells, .discrete, .content, animatable: false, of: .emitter),
        row(.birthRate, "birthRate", .number, .linear, .content, implicit: true, of: .emitter),
        row(.lifetime, "lifetime", .number, .linear, .content, implicit: true, of: .emitter),
        row(.emitterPosition, "emitterPosition", .point, .linear, .content, implicit: true, of: .emitter),
        row(.emitterZPosition, "emitterZPosition", .number, .linear, .content, implicit: true, of: .emitter),
        row(.emitterSize, "emitterSize", .size, .linear, .content, implicit: true, of: .emitter),
        row(.emitterDepth, "emitterDepth", .number, .linear, .content, implicit: true, of: .emitter),
        row(.emitterShape, "emitterShape", .string, .discrete, .content, animatable: false, of: .emitter),
        row(.emitterMode, "emitterMode", .string, .discrete, .content, animatable: false, of: .emitter),
        row(.renderMode, "renderMode", .string, .discrete, .content, animatable: false, of: .emitter),
        row(.velocity, "velocity", .number, .linear, .content, implicit: true, of: .emitter),
        row(.scale, "scale", .number, .linear, .content, implicit: true, of: .emitter),
        row(.spin, "spin", .number, .linear, .content, implicit: true, of: .emitter),
        row(.seed, "seed", .number, .discrete, .content, animatable: false, of: .emitter),
    ]

    /// The row of a property.
    package static func row(_ property: PropertyID) -> PropertyRow { rows[Int(property.rawValue)] }

    /// The row with Apple's key; nil when no row has it.
    package static func row(forKey key: String) -> PropertyRow? { byKey[key].map { row($0) } }

    /// The row with Apple's key, or of a boolean property whose getter has the name: `isHidden` for `hidden`.
    ///
    /// *Source*: Key-Value Coding Programming Guide, "Search Pattern for the Basic Getter", for reading. That animations take such
    /// a key path is ours: `#keyPath(CALayer.isHidden)` is "hidden" on Apple's platforms, and without #keyPath the property's
    /// name is what is written.
    package static func row(forKeyOrGetter key: String) -> PropertyRow? {
        if let row = row(forKey: key) { return row }
        guard key.hasPrefix("is"), let first = key.dropFirst(2).first, first.isUppercase,
            let row = row(forKey: first.lowercased() + key.dropFirst(3)), row.isBoolean
        else { return nil }
        return row
    }

    /// The row with Apple's key, if layers of a class have it.
    package static func row(forKey key: String, of classes: LayerClasses) -> PropertyRow? {
        row(forKey: key).flatMap { $0.owners.isDisjoint(with: classes) ? nil : $0 }
    }

    /// A new layer's values.
    package static let defaults = LayerState()

    private static let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.property) })

    private static func row(
        _ property: PropertyID, _ key: String, _ kind: PropertyValue.Kind, _ interpolation: PropertyRow.Interpolation,
        _ invalidates: PropertyRow.Invalidation, animatable: Bool = true, implicit: Bool = false, boolean: Bool = false,
        of owners: LayerClasses = .any
    ) -> PropertyRow {
        PropertyRow(
            property: property, key: key, kind: kind, isAnimatable: animatable, animatesImplicitly: implicit,
            interpolation: interpolation, invalidates: invalidates, isBoolean: boolean, owners: owners)
    }
}
