/// A transition of a layer: how the layer before the commit is replaced by the layer after it.
///
/// *Source*: Apple, CATransition in CAAnimation.h.
package struct TransitionState: Sendable, Equatable {
    /// The way in which the new state replaces the old one.
    package var kind: Kind
    /// The side that the new state comes from, or the turn.
    package var direction: Direction
    /// Where in the whole transition it starts, 0...1.
    package var start: Double
    /// Where in the whole transition it ends, 0...1.
    package var end: Double

    /// The way in which the new state replaces the old one. The first four are Apple's; for the others see
    /// `CATransitionType`.
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
