import CoreGraphics
import Foundation

/// A set of a rectangle's edges.
public struct UIRectEdge: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The edge of least y.
    public static let top = UIRectEdge(rawValue: 1)
    /// The edge of least x.
    public static let left = UIRectEdge(rawValue: 2)
    /// The edge of greatest y.
    public static let bottom = UIRectEdge(rawValue: 4)
    /// The edge of greatest x.
    public static let right = UIRectEdge(rawValue: 8)
    /// All four.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// A pan that begins at an edge of the window and moves inwards.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges at which the pan may begin; none at first.
    open var edges: UIRectEdge = []

    private var begun: UIRectEdge = []

    /// Fails if the finger is at none of the edges.
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
