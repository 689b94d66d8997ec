import CoreGraphics
import QuartzCore
import ReftestKit

/// A holder whose size changes once its sublayers have their masks.
private func resized(_ root: CALayer, _ masks: [CAAutoresizingMask], _ part: CGRect) {
    for (index, mask) in masks.enumerated() {
        let holder = root.add(box(4 + 30 * CGFloat(index), 4, 16, 16), Paint.blue)
        let child = holder.add(part, Paint.red) { $0.autoresizingMask = mask }
        holder.bounds.size = CGSize(width: 24, height: 32)
        holder.position = CGPoint(x: 16 + 30 * CGFloat(index), y: 20)
        // Later changes do not count.
        child.autoresizingMask = []
    }
}

/// The same without masks.
private func placed(_ root: CALayer, _ parts: [CGRect]) {
    for (index, part) in parts.enumerated() {
        root.add(box(4 + 30 * CGFloat(index), 4, 24, 32), Paint.blue) { $0.add(part, Paint.red) }
    }
}

/// A layout manager and a delegate that put sublayers side by side, ten points wide.
private final class Columns: NSObject, CALayoutManager, CALayerDelegate {
    func layoutSublayers(of layer: CALayer) {
        for (index, child) in (layer.sublayers ?? []).enumerated() {
            child.frame = box(2 + 12 * CGFloat(index), 2, 10, layer.bounds.height - 4)
        }
    }
}

/// A delegate that draws a diagonal of squares.
private final class Drawer: NSObject, CALayerDelegate {
    func draw(_ layer: CALayer, in ctx: CGContext) {
        ctx.setFillColor(Paint.red)
        for at in [0, 8, 16] as [CGFloat] { ctx.fill(box(at, at, 8, 8)) }
    }
}

/// A delegate that sets contents.
private final class Setter: NSObject, CALayerDelegate {
    func display(_ layer: CALayer) { layer.contents = Pictures.quarters }
}

/// A layer that keeps its delegate, which layers themselves do not.
private final class Keeper: CALayer {
    var retained: (any CALayerDelegate)?

    override init() { super.init() }
    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { super.init(coder: coder) }

    func keep(_ delegate: any CALayerDelegate) { (self.delegate, retained) = (delegate, delegate) }
}

/// A layer that draws the half of its bounds.
private final class Half: CALayer {
    override func draw(in ctx: CGContext) {
        ctx.setFillColor(Paint.red)
        ctx.fill(CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height))
    }
}

/// Layout and delegates, each against layers that are put in their places by hand.
let layoutReftests: [Reftest] = [
    same("autoresizingMask-sizes-grow-with-the-superlayer") { root in
        resized(root, [[.layerWidthSizable], [.layerHeightSizable]], box(4, 4, 8, 8))
    } as: { root in
        placed(root, [box(4, 4, 16, 8), box(4, 4, 8, 24)])
    },
    same("autoresizingMask-minimal-margins-push-away") { root in
        resized(root, [[.layerMinXMargin], [.layerMinYMargin]], box(4, 4, 8, 8))
    } as: { root in
        placed(root, [box(12, 4, 8, 8), box(4, 20, 8, 8)])
    },
    same("autoresizingMask-maximal-margins-take-all") { root in
        resized(root, [[.layerMaxXMargin, .layerMaxYMargin], []], box(4, 4, 8, 8))
    } as: { root in
        placed(root, [box(4, 4, 8, 8), box(4, 4, 8, 8)])
    },
    same("autoresizingMask-both-margins-share") { root in
        resized(root, [[.layerMinXMargin, .layerMaxXMargin], [.layerMinYMargin, .layerMaxYMargin]], box(4, 4, 8, 8))
    } as: { root in
        placed(root, [box(8, 4, 8, 8), box(4, 12, 8, 8)])
    },
    same("constraints-place-against-superlayer-and-sibling") { root in
        root.layoutManager = CAConstraintLayoutManager()
        let (first, second) = (root.add(box(0, 0, 16, 16), Paint.red), root.add(box(0, 0, 8, 8), Paint.blue))
        first.name = "first"
        first.constraints = [
            CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX),
            CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY, offset: 4),
        ]
        second.constraints = [
            CAConstraint(attribute: .minX, relativeTo: "first", attribute: .maxX, offset: 2),
            CAConstraint(attribute: .midY, relativeTo: "first", attribute: .midY),
            CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width, scale: 0.25, offset: -2),
        ]
        root.layoutIfNeeded()
        root.layoutManager = nil
    } as: { root in
        root.add(box(24, 4, 16, 16), Paint.red)
        root.add(box(42, 8, 14, 8), Paint.blue)
    },
    same("layoutManager-lays-out-before-the-commit") { root in
        root.add(box(4, 4, 56, 40), Paint.blue) { holder in
            let manager = Columns()
            holder.layoutManager = manager
            for _ in 0..<3 { holder.add(box(0, 0, 1, 1), Paint.red) }
            holder.layoutIfNeeded()
            holder.layoutManager = nil
        }
    } as: { root in
        root.add(box(4, 4, 56, 40), Paint.blue) {
            for x in [2, 14, 26] as [CGFloat] { $0.add(box(x, 2, 10, 36), Paint.red) }
        }
    },
    same("delegate-lays-out-as-a-manager-does") { root in
        let holder = Keeper()
        (holder.frame, holder.backgroundColor) = (box(4, 4, 56, 40), Paint.blue)
        holder.keep(Columns())
        for _ in 0..<3 { holder.add(box(0, 0, 1, 1), Paint.red) }
        root.addSublayer(holder)
    } as: { root in
        root.add(box(4, 4, 56, 40), Paint.blue) {
            for x in [2, 14, 26] as [CGFloat] { $0.add(box(x, 2, 10, 36), Paint.red) }
        }
    },
    same("delegate-draws-into-the-layer") { root in
        let layer = Keeper()
        // On the way from another tree the layer has other bounds for a while.
        (layer.frame, layer.needsDisplayOnBoundsChange) = (box(8, 8, 32, 32), true)
        layer.keep(Drawer())
        layer.setNeedsDisplay()
        root.addSublayer(layer)
    } as: { root in
        for at in [8, 16, 24] as [CGFloat] { root.add(box(at, at, 8, 8), Paint.red) }
    },
    same("delegate-display-sets-contents") { root in
        let layer = Keeper()
        (layer.frame, layer.magnificationFilter) = (box(8, 8, 32, 16), .nearest)
        layer.keep(Setter())
        layer.setNeedsDisplay()
        root.addSublayer(layer)
    } as: { root in
        root.add(box(8, 8, 32, 16), image: Pictures.quarters)
    },
    same(
        "needsDisplayOnBoundsChange-draws-anew", at: 1,
        events: [
            SceneEvent(at: 0.5) { root in
                CATransaction.setDisableActions(true)
                root.sublayers?.first?.bounds.size = CGSize(width: 40, height: 16)
            }
        ]
    ) { root in
        let layer = Half()
        (layer.bounds, layer.position, layer.anchorPoint) = (box(0, 0, 20, 20), CGPoint(x: 8, y: 8), .zero)
        layer.needsDisplayOnBoundsChange = true
        layer.setNeedsDisplay()
        root.addSublayer(layer)
    } as: { root in
        root.add(box(8, 8, 20, 16), Paint.red)
    },
    same("isOpaque-changes-nothing-of-what-is-opaque") { root in
        root.add(box(0, 0, 64, 64), Paint.blue)
        let layer = Keeper()
        (layer.frame, layer.isOpaque, layer.backgroundColor) = (box(8, 8, 32, 32), true, Paint.red)
        root.addSublayer(layer)
    } as: { root in
        root.add(box(0, 0, 64, 64), Paint.blue)
        root.add(box(8, 8, 32, 32), Paint.red)
    },
    same("anchorPointZ-turns-about-a-point-in-front") { root in
        root.add(box(16, 16, 32, 32), Paint.red) {
            $0.anchorPointZ = 20
            $0.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
        }
    } as: { root in
        root.add(box(16, 16, 32, 32), Paint.red) {
            let turn = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
            $0.transform = CATransform3DConcat(
                CATransform3DConcat(CATransform3DMakeTranslation(0, 0, -20), turn),
                CATransform3DMakeTranslation(0, 0, 20))
        }
    },
]
