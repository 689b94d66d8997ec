import CoreGraphics
import Foundation
import MicaWire

/// How a layer and its sublayers are laid out.
package struct LayerLayout {
    /// How the frame follows the superlayer's size.
    package var autoresizingMask: CAAutoresizingMask = []
    /// Lays out the sublayers.
    package var manager: (any CALayoutManager)?
    /// Relations to the superlayer and to siblings.
    package var constraints: [CAConstraint]?
}

extension CALayer {
    /// Asks for layout because something has changed that it depends on; not while it is what changes it.
    package func layoutChanged() {
        guard modelLayer == nil, !core.layout.isActive else { return }
        setNeedsLayout()
    }

    /// Notes that the sublayers are to be laid out, and tells the layout manager if that is new.
    package func markNeedsLayout() {
        guard modelLayer == nil, !core.layout.isNeeded else { return }
        core.layout.isNeeded = true
        enqueueForLayout()
        layout.manager?.invalidateLayout(of: self)
    }

    /// Enters the layer into its context's list of those that ask for layout, within a transaction.
    package func enqueueForLayout() {
        guard let context = self.context else { return }
        TransactionStack.current.note(context)
        guard !core.layout.isEnqueued else { return }
        core.layout.isEnqueued = true
        context.needingLayout.append(self)
    }

    /// Notes that there is somebody to lay out the sublayers; layout that was asked for before waits for that.
    package func answerLayout() {
        core.layout.hasLayoutObserver = true
        if core.layout.isNeeded { enqueueForLayout() }
    }

    /// Lays out the sublayers of this layer alone.
    package func runLayout() {
        let isInner = core.layout.isActive
        core.layout.isNeeded = false
        core.layout.isActive = true
        self.context?.forgetInvalidatedLayout()
        layoutSublayers()
        core.layout.isActive = isInner
        self.context?.forgetInvalidatedLayout()
    }

    /// Lays out what needs it, from the topmost layer of those right above that need it.
    ///
    /// *Source*: Apple, CALayer.layoutIfNeeded: superlayers are gone through up to one that needs no layout.
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

    /// What `layoutSublayers()` does unless a subclass does something else.
    package func layOutByDefault() {
        if let delegate {
            delegate.layoutSublayers(of: self)
        } else {
            layout.manager?.layoutSublayers(of: self)
        }
    }

    // MARK: Autoresizing

    /// Fits the frame to the superlayer's new size.
    ///
    /// Along each axis the change is shared by the parts that give way: two margins have half each; a margin and the size
    /// two thirds and one third; all three a third each. The frame is then widened to whole points.
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
        // What the margins take of the change; the size takes the rest.
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

/// The parts along an axis that give way when a superlayer changes its size.
///
/// *Source*: Apple, CALayer.h.
public struct CAAutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a set from its bits; those without a meaning are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The distance from the superlayer's least x.
    public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
    /// The width.
    public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
    /// The distance from the superlayer's greatest x.
    public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
    /// The distance from the superlayer's least y.
    public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
    /// The height.
    public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
    /// The distance from the superlayer's greatest y.
    public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)

    /// All that mean something.
    static let everything = CAAutoresizingMask(rawValue: 63)
}

/// An object that lays out the sublayers of layers.
///
/// Linux has no optional requirements: each has a default body that does what Apple's does when the method is missing.
public protocol CALayoutManager: NSObjectProtocol {
    /// The size that a layer would like its frame to have.
    func preferredSize(of layer: CALayer) -> CGSize
    /// Called when a layer whose sublayers were laid out needs it again.
    func invalidateLayout(of layer: CALayer)
    /// Places the sublayers.
    func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
    /// The size of the frame that the layer has.
    public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
    /// Does nothing.
    public func invalidateLayout(of layer: CALayer) {}
    /// Does nothing.
    public func layoutSublayers(of layer: CALayer) {}
}
