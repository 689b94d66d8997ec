/// An unnecessary cost in drawing a tree.
public struct LintFinding: Sendable, Equatable, Codable {
    /// The kind of finding.
    public var rule: Rule
    /// The layer: its name or its class, with its position in the tree.
    public var layer: String
    /// The location of the layer's description in a document, as `file:line:column`; nil without one.
    public var location: String?
    /// The first time it was found, in seconds.
    public var time: Double
    /// The finding, and a remedy.
    public var message: String

    /// The kinds of findings.
    public enum Rule: String, Sendable, Codable, CaseIterable {
        /// The layer is blended with the pixels behind it, although every pixel is opaque.
        case blended
        /// The layer is drawn offscreen before it is shown.
        case offscreen
        /// The image's pixels lie between the surface's pixels, or the image is stretched slightly.
        case misaligned
        /// The image has many more pixels than are shown.
        case oversized
        /// Text was drawn with fewer pixels than it is shown on.
        case soft
        /// The picture of a layer with `shouldRasterize` is redrawn again and again.
        case rasterMiss = "raster-miss"
    }

    /// The finding in one line, in the format of compilers.
    public var text: String {
        "\(location ?? layer): \(rule.rawValue): \(location == nil ? "" : "\(layer): ")\(message)"
    }
}

/// The maximum use of resources in drawing a tree.
public struct LintUsage: Sendable, Equatable, Codable {
    /// The most passes of a frame, besides the surface.
    public var passes = 0
    /// The most bytes in the images of a frame, four for each pixel.
    public var imageBytes = 0
    /// The most images of a frame that are not aligned with the surface's pixels.
    public var misaligned = 0
    /// The most ops of a frame.
    public var ops = 0
    /// The most layers.
    public var layers = 0

    /// Nothing used.
    public init() {}
}

/// Limits of the resources that a tree may use.
public struct LintBudget: Sendable, Equatable {
    /// The most passes of a frame, besides the surface; nil: no limit, here and below.
    public var passes: Int?
    /// The most bytes in the images of a frame.
    public var imageBytes: Int?
    /// The most images of a frame that are not aligned with the surface's pixels.
    public var misaligned: Int?

    /// A budget without limits.
    public init() {}

    /// Whether the budget has no limits.
    public var isEmpty: Bool { self == LintBudget() }

    /// The excesses over the budget, one line each.
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
