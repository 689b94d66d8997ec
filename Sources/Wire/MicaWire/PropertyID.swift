/// The properties of a layer that cross from client to server, one case each.
///
/// The raw values number the bits of a `PropertyMask` and the fields of the encoded form; `LayerPropertyTable` has a row
/// for each.
package enum PropertyID: UInt8, Sendable, CaseIterable {
    case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform
    case hidden, doubleSided, geometryFlipped, masksToBounds, opaque, allowsGroupOpacity
    case opacity, backgroundColor, cornerRadius, maskedCorners, borderWidth, borderColor
    case contents, contentsRect, contentsGravity, contentsScale, contentsCenter
    case minificationFilter, magnificationFilter, minificationFilterBias
    case mask
    case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode
    case path, fillColor, fillRule, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit, lineCap, lineJoin
    case lineDashPhase, lineDashPattern
    case colors, locations, startPoint, endPoint, gradientType
    case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
    case compositingFilter, filters, backgroundFilters, allowsGroupBlending
    case contentsMultiplyColor, contentsSwizzle, contentsTransform
    case instanceCount, preservesDepth, instanceDelay, instanceTransform, instanceColor
    case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset
    case tileSize, levelsOfDetail, levelsOfDetailBias
    case transformLayer
    case cornerCurve, edgeAntialiasingMask, allowsEdgeAntialiasing, shouldRasterize, rasterizationScale
    case preferredDynamicRange, toneMapMode, wantsExtendedDynamicRangeContent, contentsHeadroom
    case fontSize, foregroundColor, wrapped, truncationMode, alignmentMode, allowsFontSubpixelQuantization
    case emitterCells, birthRate, lifetime, emitterPosition, emitterZPosition, emitterSize, emitterDepth
    case emitterShape, emitterMode, renderMode, velocity, scale, spin, seed
}

/// A set of properties: room for 128.
package struct PropertyMask: OptionSet, Sendable, Hashable {
    /// One bit for each `PropertyID`, by its raw value.
    package let rawValue: UInt128

    /// Makes a set from its bits.
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
    package static let all = PropertyMask(rawValue: (1 << UInt128(PropertyID.allCases.count)) - 1)

    /// Whether the set has the property.
    @inline(__always)  // A few instructions.
    @inlinable package func contains(_ property: PropertyID) -> Bool {
        rawValue & (1 << UInt128(property.rawValue)) != 0
    }

    /// The property of a set of one; nil of any other.
    @inline(__always)  // A few instructions.
    @inlinable package var only: PropertyID? {
        guard rawValue.nonzeroBitCount == 1 else { return nil }
        return PropertyID(rawValue: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
    }

    /// Takes the property out.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func remove(_ property: PropertyID) {
        self = PropertyMask(rawValue: rawValue & ~(1 << UInt128(property.rawValue)))
    }

    /// Adds the property.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func insert(_ property: PropertyID) {
        self = PropertyMask(rawValue: rawValue | (1 << UInt128(property.rawValue)))
    }
}
