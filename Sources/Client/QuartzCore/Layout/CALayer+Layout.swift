import CoreGraphics
import Foundation

/// The layout settings of a layer.
package struct LayerLayout {
    /// How the frame follows the superlayer's size.
    package var autoresizingMask: CAAutoresizingMask = []
    /// Lays out the sublayers; nil for none.
    package var manager: (any CALayoutManager)?
    /// Relations to the superlayer and to siblings.
    package var constraints: [CAConstraint]?
}

extension CALayer {
    /// Asks for layout after a change that affects it. Changes by the layout itself do not ask.
    package func layoutChanged() {
        guard modelLayer == nil, !core.layout.isActive else { return }
        setNeedsLayout()
    }

    /// Notes that the sublayers need layout, and tells the layout manager if the need is new.
    package func markNeedsLayout() {
        guard modelLayer == nil, !core.layout.isNeeded else { return }
        core.layout.isNeeded = true
        enqueueForLayout()
        layout.manager?.invalidateLayout(of: self)
    }

    /// Enters the layer into its context's list of layers that ask for layout, and the context into the thread's
    /// transaction.
    package func enqueueForLayout() {
        guard let context = self.context else { return }
        TransactionStack.current.note(context)
        guard !core.layout.isEnqueued else { return }
        context.lists.locked {
            core.layout.isEnqueued = true
            context.needingLayout.append(self)
        }
    }

    /// Notes that a delegate or layout manager can lay out the sublayers, and enqueues the layer if layout is pending.
    package func answerLayout() {
        core.layout.hasLayoutObserver = true
        if core.layout.isNeeded { enqueueForLayout() }
    }

    /// Lays out the sublayers of this layer only.
    package func runLayout() {
        let isInner = core.layout.isActive
        core.layout.isNeeded = false
        core.layout.isActive = true
        self.context?.forgetInvalidatedLayout()
        layoutSublayers()
        core.layout.isActive = isInner
        self.context?.forgetInvalidatedLayout()
    }

    /// Lays out the layers that need it, from the topmost of the consecutive superlayers that need layout.
    ///
    /// *Source*: Apple, CALayer.layoutIfNeeded: superlayers are visited up to the first that needs no layout.
    package func layOutTree() {
        guard modelLayer == nil else { return }
        var top = self
        while let above = top.links.superlayer, above.core.layout.isNeeded { top = above }
        var stack = [top]
        while let layer = stack.popLast() {
            if layer.core.layout.isNeeded { layer.runLayout() }
            stack.append(contentsOf: layer.links.sublayers.reversed())
            if let mask = layer.links.mask { stack.append(mask) }
        }
    }

    /// The default of `layoutSublayers()`.
    package func layOutByDefault() {
        if let delegate {
            delegate.layoutSublayers(of: self)
        } else {
            layout.manager?.layoutSublayers(of: self)
        }
    }

    // MARK: Autoresizing

    /// Adapts the frame to the superlayer's new size.
    ///
    /// Along each axis the change is divided among the flexible parts: two margins take half each; a margin and the
    /// size take two thirds and one third; all three take a third each. The frame is then widened to whole points.
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/autoresizing.m.
    package func autoresize(from old: CGSize) {
        let mask = autoresizingMask
        guard let parent = superlayer, !mask.isDisjoint(with: .everything) else { return }
        let new = parent.bounds.size
        guard new != old else { return }
        let frame = frame
        let (minX, maxX) = Self.resized(
            frame.minX, frame.maxX, by: new.width - old.width, low: mask.contains(.layerMinXMargin),
            size: mask.contains(.layerWidthSizable), high: mask.contains(.layerMaxXMargin))
        let (minY, maxY) = Self.resized(
            frame.minY, frame.maxY, by: new.height - old.height, low: mask.contains(.layerMinYMargin),
            size: mask.contains(.layerHeightSizable), high: mask.contains(.layerMaxYMargin))
        let (left, right) = (min(minX, maxX).rounded(.down), max(minX, maxX).rounded(.up))
        let (bottom, top) = (min(minY, maxY).rounded(.down), max(minY, maxY).rounded(.up))
        self.frame = CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    private static func resized(
        _ low: CGFloat, _ high: CGFloat, by change: CGFloat, low lowGives: Bool, size sizeGives: Bool,
        high highGives: Bool
    ) -> (CGFloat, CGFloat) {
        // The margins' shares of the change; the size takes the rest.
        let (lowShare, highShare): (CGFloat, CGFloat) =
            switch (lowGives, sizeGives, highGives) {
            case (false, false, false), (false, false, true): (0, change)
            case (true, false, false): (change, 0)
            case (false, true, false): (0, 0)
            case (true, false, true): (change / 2, change / 2)
            case (true, true, false): (change * 2 / 3, 0)
            case (false, true, true): (0, change * 2 / 3)
            case (true, true, true): (change / 3, change / 3)
            }
        return (low + lowShare, high + (change - highShare))
    }
}

/// The parts along an axis that are flexible when a superlayer changes its size.
///
/// *Source*: Apple, CALayer.h.
public struct CAAutoresizingMask: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt32
    /// Makes a set from its bits; unknown bits are stored.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The distance from the superlayer's smallest x.
    public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
    /// The width.
    public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
    /// The distance from the superlayer's largest x.
    public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
    /// The distance from the superlayer's smallest y.
    public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
    /// The height.
    public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
    /// The distance from the superlayer's largest y.
    public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)

    /// All known bits.
    static let everything = CAAutoresizingMask(rawValue: 63)
}

/// An object that lays out the sublayers of layers.
///
/// Swift on Linux has no optional requirements. Each method has a default body instead, which does what Apple's does
/// when the method is missing.
public protocol CALayoutManager: NSObjectProtocol {
    /// The size that a layer prefers for its frame.
    func preferredSize(of layer: CALayer) -> CGSize
    /// Called when a layer needs layout again.
    func invalidateLayout(of layer: CALayer)
    /// Sets the frames of the sublayers.
    func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
    /// The size of the layer's frame.
    public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
    /// Does nothing.
    public func invalidateLayout(of layer: CALayer) {}
    /// Does nothing.
    public func layoutSublayers(of layer: CALayer) {}
}
