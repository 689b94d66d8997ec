import CoreGraphics
import Foundation

/// Edges of a rectangle. *Source*: Apple, UIRectEdge.
public struct UIRectEdge: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Least y. *Source*: Apple, UIRectEdge.top.
    public static let top = UIRectEdge(rawValue: 1)
    /// Least x. *Source*: Apple, UIRectEdge.left.
    public static let left = UIRectEdge(rawValue: 2)
    /// Greatest y. *Source*: Apple, UIRectEdge.bottom.
    public static let bottom = UIRectEdge(rawValue: 4)
    /// Greatest x. *Source*: Apple, UIRectEdge.right.
    public static let right = UIRectEdge(rawValue: 8)
    /// All four. *Source*: Apple, UIRectEdge.all.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// A pan that begins at an edge of the window and goes inwards. *Source*: Apple, UIScreenEdgePanGestureRecognizer.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges that it may begin at; none at first. *Source*: Apple, UIScreenEdgePanGestureRecognizer.edges.
    open var edges: UIRectEdge = []

    private var begun: UIRectEdge = []

    /// Fails where the finger is not at one of the edges. *Source*: Apple, UIGestureRecognizer.touchesBegan(_:with:).
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible, let touch = live.first, let window = touch.window {
            let (bounds, reach) = (window.bounds, TouchThresholds.edgeDistance)
            begun = []
            if touch.startPoint.y <= bounds.minY + reach { begun.insert(.top) }
            if touch.startPoint.x <= bounds.minX + reach { begun.insert(.left) }
            if touch.startPoint.y >= bounds.maxY - reach { begun.insert(.bottom) }
            if touch.startPoint.x >= bounds.maxX - reach { begun.insert(.right) }
            begun.formIntersection(edges)
            if begun.isEmpty { return state = .failed }
        }
        super.touchesBegan(touches, with: event)
    }

    override func isPan(_ way: CGPoint) -> Bool {
        guard super.isPan(way) else { return false }
        let inwards =
            abs(way.x) >= abs(way.y)
            ? (way.x > 0 && begun.contains(.left)) || (way.x < 0 && begun.contains(.right))
            : (way.y > 0 && begun.contains(.top)) || (way.y < 0 && begun.contains(.bottom))
        if !inwards { state = .failed }
        return inwards
    }
}
