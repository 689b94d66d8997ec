/// The rules by which a Lottie animation is drawn.
///
/// The specification leaves little open, and most players follow it. airbnb/lottie-ios draws with Core Animation, which
/// differs in some points; documents made only for that player may count on them.
public enum LottiePlayer: String, Sendable, CaseIterable {
    /// As the specification says.
    ///
    /// *Source*: lottie/lottie-spec; LottieFiles/lottie-docs for parts that the specification does not have.
    case specification
    /// As the Core Animation engine of airbnb/lottie-ios draws.
    ///
    /// Layers move along curves by the curve's parameter instead of its length, and turn along curves only, the axis of
    /// a skew turns the other way round, stars have longer handles and fractions of points, a reversed star begins at
    /// its last point, a subtracting mask has the opacity of the remaining area, corners are rounded before outlines
    /// are trimmed, shapes are not puckered, offset, twisted or drawn as zigzags, radial gradients have no highlight,
    /// there are no conic gradients, layers lie in the plane of their composition, and cameras, adjustment layers,
    /// sounds and expressions are left out.
    case coreAnimation = "core-animation"
}
