import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A view that follows the screen's scale although a program makes its layer's pixels.
package protocol ScreenScaledView: UIView {}

extension UIView {
    /// Makes a layer of `layerClass`.
    static func makeLayer() -> CALayer {
        guard let type = layerClass as? CALayer.Type, type != CALayer.self else { return CALayer() }
        return makeObject(of: type)
    }

    /// Makes the view its layer's delegate. The layer is drawn only if the class may draw, and has hard edges where it
    /// is turned. *Source*: Apple, CALayer.allowsEdgeAntialiasing: false on iOS unless a program's Info.plist has
    /// UIViewEdgeAntialiasing; a view turned about (1, 1, 1) by iOS 17 to 26 has not one soft pixel.
    func adoptLayer() {
        if hasScreenScale { layer.contentsScale = screenScale }
        layer.allowsEdgeAntialiasing = false
        layer.delegate = self
        layer.setNeedsLayout()
        if Self.drawsItself { layer.setNeedsDisplay() }
        if Self.requiresConstraintBasedLayout { LayoutUpdates.want() }
        updateOpacity()
    }

    func makeRare() -> RareViewValues {
        if let rare { return rare }
        let made = RareViewValues()
        rare = made
        return made
    }

    /// Pixels per point of the window's host, or of the screen without one.
    package var screenScale: CGFloat { window?.hostScale ?? UIScreen.shape.withLock { $0.scale } }

    /// Whether the view follows the screen's scale unless a program sets another. Not where a program makes its layer's
    /// pixels: such programs take a point for a pixel until they ask for more.
    private var hasScreenScale: Bool {
        Self.drawsItself || !(layer is any ProgramDrawnLayer) || self is any ScreenScaledView
    }

    /// Takes the scale of the view's window, and draws the view anew for it; not where a program has set a scale. Plain
    /// layers that draw nothing, or that show a given picture, keep their scale, which may be the picture's.
    final func adoptScreenScale() {
        guard hasScreenScale, !flags.contains(.hasOwnScale), layer.contentsScale != screenScale else { return }
        guard layer.contents == nil || layer.drawing.ownsContents else { return }
        guard Self.drawsItself || Self.layerClass != CALayer.self else { return }
        layer.contentsScale = screenScale
        if Self.drawsItself { setNeedsDisplay() }
    }

    /// Calls `adoptScreenScale()` for the view and all views in it.
    final func adoptScreenScales() {
        adoptScreenScale()
        for view in children { view.adoptScreenScales() }
    }

    // MARK: Geometry

    func setFrame(_ frame: CGRect) {
        guard frame.isUsable else { return Notices.sayUnusable("frame", frame) }
        let old = layer.bounds.size
        layer.frame = frame
        tellLayout()
        sizeChanged(from: old)
        rare?.observers?.check()
    }

    func setBounds(_ bounds: CGRect) {
        guard bounds.isUsable else { return Notices.sayUnusable("bounds", bounds) }
        let old = layer.bounds.size
        layer.bounds = bounds
        tellLayout()
        sizeChanged(from: old)
        rare?.observers?.check()
    }

    private func sizeChanged(from old: CGSize) {
        let new = layer.bounds.size
        guard new != old else { return }
        if autoresizesSubviews {
            for view in children { view.autoresize(from: old, to: new) }
        }
        if let mask = rare?.mask { mask.autoresize(from: old, to: new) }
    }

    /// Fits the frame to the superview's new size. The flexible parts share the change in proportion to their lengths.
    ///
    /// *Source*: Apple, UIView.autoresizingMask: "the default behavior is to distribute the size difference
    /// proportionally among the flexible portions".
    func autoresize(from old: CGSize, to new: CGSize) {
        let mask = autoresizingMask
        guard !mask.isEmpty, translatesAutoresizingMaskIntoConstraints || layoutState == nil else { return }
        var frame = frame
        (frame.origin.x, frame.size.width) = Self.resized(
            frame.minX, frame.width, in: old.width, to: new.width, mask.contains(.flexibleLeftMargin),
            mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin))
        (frame.origin.y, frame.size.height) = Self.resized(
            frame.minY, frame.height, in: old.height, to: new.height, mask.contains(.flexibleTopMargin),
            mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin))
        if frame != self.frame { self.frame = frame }
    }

    /// The start and length of the view along one axis after its superview's length changed.
    private static func resized(
        _ start: CGFloat, _ length: CGFloat, in old: CGFloat, to new: CGFloat, _ before: Bool, _ size: Bool,
        _ after: Bool
    ) -> (CGFloat, CGFloat) {
        let change = new - old
        guard change != 0, before || size else { return (start, length) }
        let parts = [before ? start : 0, size ? length : 0, after ? old - start - length : 0]
        let total = parts.reduce(0, +)
        let gives = [before, size, after]
        // Where all flexible parts have no length, they share the change equally.
        let count = CGFloat(gives.filter { $0 }.count)
        func share(_ index: Int) -> CGFloat {
            total == 0 ? (gives[index] ? change / count : 0) : change * parts[index] / total
        }
        return (start + share(0), max(0, length + share(1)))
    }

    /// The view that `nil` stands for in conversions: the window, or else the root of the tree.
    var coordinateRoot: UIView {
        var view = self
        while let above = view.parent { view = above }
        return view
    }

    // MARK: Looks

    /// Tells the layer whether it is opaque: the view says so, and its background lets nothing through.
    func updateOpacity() {
        let hasClearBackground = layer.backgroundColor.map { $0.alpha < 1 } ?? false
        layer.isOpaque = isOpaque && !hasClearBackground
    }

    /// Whether the view is another view or lies within it, by way of masks too.
    func liesInLayer(of view: UIView) -> Bool {
        var current: CALayer? = layer
        while let next = current {
            if next === view.layer { return true }
            current = next.superlayer
        }
        return false
    }

    /// Stops being the mask of another view, if it is one.
    func leaveMasked() {
        guard parent == nil, let masked = layer.superlayer?.delegate as? UIView, masked.rare?.mask === self else {
            return
        }
        masked.rare?.mask = nil
        masked.layer.mask = nil
    }

    func setMaskView(_ view: UIView?) {
        guard view !== rare?.mask else { return }
        if let view {
            // Checked by layers, because a mask is no subview.
            guard !liesInLayer(of: view) else {
                return Notices.say("UIView: a view cannot be the mask of itself, or of a view in it", key: "mask")
            }
            view.detach()
            view.leaveMasked()
        }
        makeRare().mask = view
        layer.mask = view?.layer
    }

    var effectiveTintColor: UIColor {
        let found = tintSource ?? .systemBlue
        return effectiveTintAdjustmentMode == .dimmed ? found.grayed : found
    }

    /// The nearest colour that was set as a tint, here or in a superview; nil for the system's.
    var tintSource: UIColor? {
        var view: UIView? = self
        while let current = view {
            if let color = current.rare?.tintColor { return color }
            view = current.parent
        }
        return nil
    }

    var effectiveTintAdjustmentMode: TintAdjustmentMode {
        var view: UIView? = self
        while let current = view {
            if let mode = current.rare?.tintAdjustmentMode, mode != .automatic { return mode }
            view = current.parent
        }
        return .normal
    }

    /// Tells the view, and the views in it that inherit its tint colour.
    func tellTintColorChange() {
        tintColorDidChange()
        for view in children where view.rare?.tintColor == nil || view.rare?.tintAdjustmentMode == .automatic {
            view.tellTintColorChange()
        }
    }

    // MARK: Layout

    var effectiveSafeAreaInsets: UIEdgeInsets {
        var insets = UIEdgeInsets.zero
        if let window = self as? UIWindow, window.host != nil, window.bounds.size == UIScreen.main.bounds.size {
            insets = LaunchSettings.current.safeArea
        }
        if let parent {
            let outer = parent.safeAreaInsets
            if outer != .zero {
                let safe = convert(parent.bounds.inset(by: outer), from: parent)
                let own = bounds
                insets = UIEdgeInsets(
                    top: max(0, min(safe.minY - own.minY, own.height)),
                    left: max(0, min(safe.minX - own.minX, own.width)),
                    bottom: max(0, min(own.maxY - safe.maxY, own.height)),
                    right: max(0, min(own.maxX - safe.maxX, own.width)))
            }
        }
        if let controller {
            for added in [controller.additionalSafeAreaInsets, controller.barInsets] {
                insets.top += added.top
                insets.left += added.left
                insets.bottom += added.bottom
                insets.right += added.right
            }
        }
        return insets
    }

    /// Tells the view and all views in it.
    func tellSafeAreaChange() {
        safeAreaInsetsDidChange()
        controller?.viewSafeAreaInsetsDidChange()
        for view in children { view.tellSafeAreaChange() }
    }

    /// Insets by the view's direction of text.
    func directional(_ insets: UIEdgeInsets) -> NSDirectionalEdgeInsets {
        let isMirrored = isRightToLeft
        return NSDirectionalEdgeInsets(
            top: insets.top, leading: isMirrored ? insets.right : insets.left, bottom: insets.bottom,
            trailing: isMirrored ? insets.left : insets.right)
    }

    /// Insets by side.
    func sides(_ insets: NSDirectionalEdgeInsets) -> UIEdgeInsets {
        let isMirrored = isRightToLeft
        return UIEdgeInsets(
            top: insets.top, left: isMirrored ? insets.trailing : insets.leading, bottom: insets.bottom,
            right: isMirrored ? insets.leading : insets.trailing)
    }

    var effectiveLayoutMargins: UIEdgeInsets {
        var own = rare?.layoutMargins ?? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        if let controller, controller.viewRespectsSystemMinimumLayoutMargins {
            let least = sides(controller.systemMinimumLayoutMargins)
            if rare?.layoutMargins == nil { own = least }
            own.left = max(own.left, least.left)
            own.right = max(own.right, least.right)
        }
        guard insetsLayoutMarginsFromSafeArea else { return own }
        let safe = safeAreaInsets
        return UIEdgeInsets(
            top: own.top + safe.top, left: own.left + safe.left, bottom: own.bottom + safe.bottom,
            right: own.right + safe.right)
    }

    // MARK: Traits

    var inheritedTraits: UITraitCollection {
        if let controller, let traits = controller.parent?.traits(ofChild: controller) { return traits }
        return traits(within: parent?.traitCollection ?? UITraitCollection.system)
    }

    /// Traits around the view, with those that its controller's parent or presentation overrides.
    private func traits(within outer: UITraitCollection) -> UITraitCollection {
        guard let controller else { return outer }
        if let parent = controller.parent { return parent.traits(ofChild: controller, over: outer) }
        return controller.presentedTraits.map { UITraitCollection(traitsFrom: [outer, $0]) } ?? outer
    }

    /// Whether any view or controller has ever overridden traits. Until then all views have the system's.
    static var overridesTraits = false

    /// Calls a block while the view's traits are the current ones.
    func withOwnTraits(_ body: () -> Void) {
        if Self.overridesTraits { traitCollection.performAsCurrent(body) } else { body() }
    }

    /// A colour as resolved for the view's traits.
    package func resolved(_ color: UIColor) -> CGColor { color.resolvedColor(with: traitCollection).cgColor }

    /// Changes the limits of the size of text.
    func changeTextSizes(_ body: (RareViewValues) -> Void) {
        UIView.overridesTraits = true
        changeTraits { body(makeRare()) }
    }

    /// The limits of the size of text of this view, then of the views that it is in.
    var textSizeLimits: String {
        var lines: [String] = []
        var view: UIView? = self
        while let current = view {
            if let rare = current.rare, rare.leastTextSize != nil || rare.mostTextSize != nil {
                let (least, most) = (rare.leastTextSize?.rawValue ?? "none", rare.mostTextSize?.rawValue ?? "none")
                lines.append("\(UIView.name(of: current)): minimum = \(least), maximum = \(most)")
            }
            view = current.parent
        }
        return lines.isEmpty ? "no limits of the size of text" : lines.joined(separator: "\n")
    }

    /// Changes a source of traits, then tells this view and the views in it whose traits have changed.
    func changeTraits(_ body: () -> Void) {
        let before = traitCollection
        body()
        tellTraitChange(before)
    }

    /// Tells the view and all views in it that traits have changed.
    func tellTraitChange(_ before: UITraitCollection) {
        let traits = traitCollection
        guard traits != before else { return }
        traits.performAsCurrent {
            if traits.hasDifferentColorAppearance(comparedTo: before) { adoptStyle() }
            if traits.layoutDirection != before.layoutDirection { directionChanged() }
            controller?.traitCollectionDidChange(before)
            controller?.traitObservers?.changed(from: before, to: traits)
            traitCollectionDidChange(before)
            rare?.traitObservers?.changed(from: before, to: traits)
        }
        // A view with overridden traits observes the changes of the others.
        for view in children {
            let inherited = view.traits(within: before)
            view.tellTraitChange(view.rare?.overriddenTraits(over: inherited) ?? inherited)
        }
    }

    /// The direction among the traits has changed: leading edges and natural alignments are at the other side.
    private func directionChanged() {
        setNeedsLayout()
        if Self.drawsItself { setNeedsDisplay() }
        guard let engine = layoutEngine else { return }
        for constraint in layoutState?.constraints ?? [] { engine.replace(constraint) }
    }
}
