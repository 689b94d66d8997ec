/// Colours at locations between 0 and 1, with colours mixed between them; immutable.
public final class CGGradient: Sendable {
    /// A colour at a location.
    struct Stop: Sendable, Equatable {
        /// The location, from 0 to 1.
        var location: Double
        /// The components in the gradient's space, not premultiplied.
        var components: [Double]
        /// The alpha, from 0 to 1.
        var alpha: Double
    }

    /// The space in which colours are mixed.
    let space: CGColorSpace
    /// The colours, sorted by location.
    let stops: [Stop]

    private init?(space: CGColorSpace, colors: [(components: [Double], alpha: Double)], locations: [Double]?) {
        guard let first = colors.first else { return nil }
        let last = Double(max(colors.count - 1, 1))
        var stops = colors.enumerated().map { index, color in
            Stop(
                location: min(max(locations?[index] ?? Double(index) / last, 0), 1), components: color.components,
                alpha: min(max(color.alpha, 0), 1))
        }
        if stops.count == 1 { stops.append(Stop(location: 1, components: first.components, alpha: stops[0].alpha)) }
        self.space = space
        // The sort is stable: stops at the same location keep their order.
        self.stops = stops.enumerated()
            .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map(\.element)
    }

    /// Makes a gradient of colours, which are converted to a space and mixed there; without a space, in Generic RGB.
    ///
    /// *Source*: Apple's page of the initialiser: "Otherwise, each color will be converted to and drawn in the GenericRGB
    /// color space."
    ///
    /// - Parameters:
    ///   - space: The space to mix in; its model must be gray or RGB.
    ///   - colors: `CGColor`s.
    ///   - locations: One location per colour, from 0 to 1; nil: evenly spaced.
    /// - Returns: nil when there is no colour, or an element is no `CGColor`.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
        let target = space ?? .sharedGenericRGB
        guard target.model != .pattern else { return nil }
        var converted: [(components: [Double], alpha: Double)] = []
        for element in colors {
            guard let color = element as? CGColor,
                let components = color.converted(to: target, intent: .defaultIntent, options: nil)?.components
            else { return nil }
            converted.append((components.dropLast().map { Double($0) }, Double(color.alpha)))
        }
        let positions = unsafe locations.map {
            unsafe UnsafeBufferPointer(start: $0, count: colors.count).map { Double($0) }
        }
        self.init(space: target, colors: converted, locations: positions)
    }

    /// Makes a gradient of components; alpha is last in each colour.
    ///
    /// - Precondition: there are the components of `count` colours, and `count` locations unless `locations` is nil.
    /// - Returns: nil when there is no colour, or `space` is a pattern space.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        guard count > 0, space.model != .pattern else { return nil }
        let size = space.numberOfComponents + 1
        let numbers = unsafe UnsafeBufferPointer(start: components, count: size * count).map { Double($0) }
        let colors = (0..<count).map { index in
            (components: Array(numbers[index * size..<(index + 1) * size - 1]), alpha: numbers[(index + 1) * size - 1])
        }
        let positions = unsafe locations.map { unsafe UnsafeBufferPointer(start: $0, count: count).map { Double($0) } }
        self.init(space: space, colors: colors, locations: positions)
    }

    /// The colour at a location; outside 0...1 the nearest colour.
    func color(at location: Double) -> (components: [Double], alpha: Double) {
        var previous = stops[0]
        if location <= previous.location { return (previous.components, previous.alpha) }
        for stop in stops.dropFirst() {
            if location < stop.location {
                let t = (location - previous.location) / (stop.location - previous.location)
                let mixed = zip(previous.components, stop.components).map { $0 + ($1 - $0) * t }
                return (mixed, previous.alpha + (stop.alpha - previous.alpha) * t)
            }
            previous = stop
        }
        return (previous.components, previous.alpha)
    }
}

extension CGGradient: Hashable {
    /// Gradients are equal when they are the same object.
    public static func == (a: CGGradient, b: CGGradient) -> Bool { a === b }

    /// Feeds the identity to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
