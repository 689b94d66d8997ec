/// How a line ends. Raw values are Apple's strings.
package enum LineCap: String, Sendable, CaseIterable {
    /// At its end point, square to the line.
    case butt
    /// With a half circle around its end point.
    case round
    /// Half the width beyond its end point, square to the line.
    case square
}

/// How two lines meet. Raw values are Apple's strings.
package enum LineJoin: String, Sendable, CaseIterable {
    /// With the outer edges prolonged until they meet; with `bevel` where that is farther than the limit allows.
    case miter
    /// With a circle around the corner.
    case round
    /// With the outer corners connected.
    case bevel
}
