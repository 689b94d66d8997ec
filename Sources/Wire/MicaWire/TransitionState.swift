/// A transition of a layer: how the layer as it was before the commit gives way to the layer as it is.
///
/// *Source*: Apple, CATransition in CAAnimation.h.
package struct TransitionState: Sendable, Equatable {
    /// How the old state gives way.
    package var kind: Kind
    /// The side that the new state comes from, or the turn.
    package var direction: Direction
    /// Where in the whole transition it starts, 0...1.
    package var start: Double
    /// Where in the whole transition it ends, 0...1.
    package var end: Double

    /// How the old state gives way. The first four are Apple's; for the others see `CATransitionType`.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case fade, moveIn, push, reveal
        case cube, flip, ripple, suck, pageCurl, pageUnCurl, iris, irisOpen, irisClose, rotate
    }

    /// The side that the new state comes from; for `rotate` how far and in which direction it turns.
    ///
    /// *Space*: the layer's own; its top is where y is greatest, as for `contentsGravity`.
    package enum Direction: UInt8, Sendable, CaseIterable {
        case fromLeft, fromRight, fromTop, fromBottom
        case clockwise90, counterclockwise90, clockwise180, counterclockwise180
    }

    package init(_ kind: Kind = .fade, _ direction: Direction = .fromLeft, start: Double = 0, end: Double = 1) {
        (self.kind, self.direction, self.start, self.end) = (kind, direction, start, end)
    }
}
