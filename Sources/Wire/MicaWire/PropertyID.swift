/// A property of a layer that is sent from client to server.
///
/// The order is that of the encoded form, and of the bits of a `PropertyMask`: a new property is the last one. Its row is
/// beside the state that it belongs to; `LayerPropertyTable` requires one for each property.
package enum PropertyID: Sendable, Hashable, CaseIterable {
    case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform, hidden
    case doubleSided, geometryFlipped, masksToBounds, opaque, allowsGroupOpacity, opacity, backgroundColor
    case cornerRadius, maskedCorners, borderWidth, borderColor, contents, contentsRect, contentsGravity
    case contentsScale, contentsCenter, minificationFilter, magnificationFilter, minificationFilterBias, mask
    case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode, path
    case fillColor, fillRule, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit, lineCap, lineJoin
    case lineDashPhase, lineDashPattern, colors, locations, startPoint, endPoint, gradientType, shadowColor
    case shadowOpacity, shadowOffset, shadowRadius, shadowPath, compositingFilter, filters, backgroundFilters
    case allowsGroupBlending, contentsMultiplyColor, contentsSwizzle, contentsTransform, instanceCount
    case preservesDepth, instanceDelay, instanceTransform, instanceColor, instanceRedOffset, instanceGreenOffset
    case instanceBlueOffset, instanceAlphaOffset, tileSize, levelsOfDetail, levelsOfDetailBias, transformLayer
    case cornerCurve, edgeAntialiasingMask, allowsEdgeAntialiasing, shouldRasterize, rasterizationScale
    case preferredDynamicRange, toneMapMode, wantsExtendedDynamicRangeContent, contentsHeadroom, fontSize
    case foregroundColor, wrapped, truncationMode, alignmentMode, allowsFontSubpixelQuantization, emitterCells
    case birthRate, lifetime, emitterPosition, emitterZPosition, emitterSize, emitterDepth, emitterShape
    case emitterMode, renderMode, velocity, scale, spin, seed
    case patternImage, patternSize, patternOpacity

    /// The position in the order.
    @inline(__always)  // A byte.
    @inlinable package var rawValue: UInt8 { unsafe unsafeBitCast(self, to: UInt8.self) }

    /// Makes the property at a position that is known to be valid.
    @inline(__always)  // A byte.
    @inlinable package init(_ number: UInt8) {
        // A case without values is its position.
        self = unsafe unsafeBitCast(number, to: PropertyID.self)
    }

    /// Makes the property at a position; nil when there is none.
    package init?(rawValue: UInt8) {
        guard Int(rawValue) < LayerPropertyTable.rows.count else { return nil }
        self.init(rawValue)
    }
}

extension PropertyID: CustomStringConvertible {
    /// The property's key.
    package var description: String { LayerPropertyTable.row(self).key }
}

/// A set of properties: room for 128.
package struct PropertyMask: OptionSet, Sendable, Hashable {
    /// One bit for each `PropertyID`, by its raw value.
    package let rawValue: UInt128

    @inline(__always)  // A few instructions.
    @inlinable package init(rawValue: UInt128) {
        self.rawValue = rawValue
    }

    /// Makes a set of one property.
    @inline(__always)  // A few instructions.
    @inlinable package init(_ property: PropertyID) {
        rawValue = 1 << UInt128(property.rawValue)
    }

    /// All properties that exist.
    package static let all = PropertyMask(rawValue: (1 << UInt128(LayerPropertyTable.rows.count)) - 1)

    /// Whether the set has a property.
    @inline(__always)  // A few instructions.
    @inlinable package func contains(_ property: PropertyID) -> Bool {
        rawValue & (1 << UInt128(property.rawValue)) != 0
    }

    /// The property in a set of one; nil for any other set.
    @inline(__always)  // A few instructions.
    @inlinable package var only: PropertyID? {
        guard rawValue.nonzeroBitCount == 1 else { return nil }
        return PropertyID(UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
    }

    /// Removes a property.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func remove(_ property: PropertyID) {
        self = PropertyMask(rawValue: rawValue & ~(1 << UInt128(property.rawValue)))
    }

    /// Removes the property with the lowest number and returns it; nil when the set is empty.
    ///
    /// Most changes are of a few properties: walking these costs less than asking for every property there is.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func takeFirst() -> PropertyID? {
        guard rawValue != 0 else { return nil }
        let property = PropertyID(UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
        self = PropertyMask(rawValue: rawValue & (rawValue &- 1))
        return property
    }

    /// Adds a property.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func insert(_ property: PropertyID) {
        self = PropertyMask(rawValue: rawValue | (1 << UInt128(property.rawValue)))
    }
}
