/// Something that makes drawing a tree cost more than it has to.
public struct LintFinding: Sendable, Equatable, Codable {
    /// What sort of finding.
    public var rule: Rule
    /// What the layer is called: its name, or its class, with where it is in the tree.
    public var layer: String
    /// Where a document describes the layer, as `file:line:column`; nil where it does not.
    public var location: String?
    /// When it was seen first, in seconds.
    public var time: Double
    /// What is so, and what can be done about it.
    public var message: String

    /// The sorts of findings.
    public enum Rule: String, Sendable, Codable, CaseIterable {
        /// Mixed with what lies behind, although every pixel is opaque.
        case blended
        /// Drawn somewhere else before it is shown.
        case offscreen
        /// An image whose pixels lie between those of the surface, or that is stretched a little.
        case misaligned
        /// An image that has far more pixels than are shown.
        case oversized
        /// A picture of a layer with `shouldRasterize` that is drawn again and again.
        case rasterMiss = "raster-miss"
    }

    /// The finding in one line, as compilers write it.
    public var text: String {
        "\(location ?? layer): \(rule.rawValue): \(location == nil ? "" : "\(layer): ")\(message)"
    }
}

/// What drawing a tree takes, at its most.
public struct LintUsage: Sendable, Equatable, Codable {
    /// The most passes that a frame draws beside the surface.
    public var passes = 0
    /// The most bytes of pixels that the images of a frame have, four for each pixel.
    public var imageBytes = 0
    /// The most images of a frame that do not lie on the surface's pixels.
    public var misaligned = 0
    /// The most ops of a frame.
    public var ops = 0
    /// The most layers.
    public var layers = 0

    /// Nothing used.
    public init() {}
}

/// How much of what a tree may use.
public struct LintBudget: Sendable, Equatable {
    /// The most passes of a frame beside the surface; nil for any number, as with the others.
    public var passes: Int?
    /// The most bytes of pixels that the images of a frame have.
    public var imageBytes: Int?
    /// The most images of a frame that do not lie on the surface's pixels.
    public var misaligned: Int?

    /// A budget that allows everything.
    public init() {}

    /// Whether it allows everything.
    public var isEmpty: Bool { self == LintBudget() }

    /// What is beyond the budget, a line each.
    public func excesses(of usage: LintUsage) -> [String] {
        var lines: [String] = []
        func check(_ most: Int?, _ used: Int, _ what: String) {
            if let most, used > most { lines.append("\(used) \(what), \(most) are allowed") }
        }
        check(passes, usage.passes, "passes beside the surface")
        check(imageBytes, usage.imageBytes, "bytes of images")
        check(misaligned, usage.misaligned, "misaligned images")
        return lines
    }
}
