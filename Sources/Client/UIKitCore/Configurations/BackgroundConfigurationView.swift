import CoreGraphics
import QuartzCore

/// Shows a background configuration behind the content of a cell, a header or a footer.
///
/// Its owner adds it behind all other subviews, as large as itself, and gives it each new configuration.
package final class BackgroundConfigurationView: UIView {
    private let fill = UIView()
    private var effectView: UIVisualEffectView?
    private var imageView: UIImageView?
    private var customView: UIView?
    private var strokeView: UIView?

    /// The shown configuration.
    package var configuration: UIBackgroundConfiguration {
        didSet { if configuration != oldValue { show() } }
    }

    /// Makes a view that shows a configuration.
    package init(configuration: UIBackgroundConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
        isUserInteractionEnabled = configuration.customView != nil
        isOpaque = false
        fill.isUserInteractionEnabled = false
        addSubview(fill)
        show()
    }

    /// Nil: a background is made by its owner.
    package required init?(coder: NSCoder) { nil }

    private func show() {
        let tint: UIColor = tintColor
        fill.backgroundColor = configuration.resolvedBackgroundColor(for: tint)
        round(fill)
        showEffect()
        showImage()
        if configuration.customView !== customView {
            if customView?.superview === self { customView?.removeFromSuperview() }
            customView = configuration.customView
            if let customView { addSubview(customView) }
            isUserInteractionEnabled = customView != nil
        }
        showStroke(tint)
        setNeedsLayout()
    }

    private func showEffect() {
        guard let effect = configuration.visualEffect else {
            effectView?.removeFromSuperview()
            effectView = nil
            return
        }
        let view = effectView ?? UIVisualEffectView(effect: effect)
        if effectView == nil {
            view.isUserInteractionEnabled = false
            insertSubview(view, aboveSubview: fill)
            effectView = view
        }
        view.effect = effect
        round(view)
    }

    private func showImage() {
        guard let image = configuration.image else {
            imageView?.removeFromSuperview()
            imageView = nil
            return
        }
        let view = imageView ?? UIImageView()
        if imageView == nil {
            insertSubview(view, aboveSubview: effectView ?? fill)
            imageView = view
        }
        view.contentMode = configuration.imageContentMode
        view.image = image
        round(view)
    }

    private func showStroke(_ tint: UIColor) {
        guard configuration.strokeWidth > 0 else {
            strokeView?.removeFromSuperview()
            strokeView = nil
            return
        }
        let view = strokeView ?? UIView()
        if strokeView == nil {
            view.isUserInteractionEnabled = false
            view.isOpaque = false
            addSubview(view)
            strokeView = view
        }
        view.layer.borderWidth = configuration.strokeWidth
        view.layer.borderColor =
            configuration.resolvedStrokeColor(for: tint).resolvedColor(with: traitCollection).cgColor
        bringSubviewToFront(view)
    }

    /// Clips a part to the corners, whose radius layout sets.
    private func round(_ view: UIView) {
        view.layer.cornerCurve = .continuous
        if view !== fill { view.clipsToBounds = configuration.cornerRadius > 0 || view === imageView }
    }

    /// The background's rectangle: the bounds less the insets, and less the margins of the view that has it.
    private var area: CGRect {
        var insets = configuration.backgroundInsets
        let edges = configuration.edgesAddingLayoutMarginsToBackgroundInsets
        let isMirrored = isPartRightToLeft
        if !edges.isEmpty, let margins = superview?.layoutMargins {
            if edges.contains(.top) { insets.top += margins.top }
            if edges.contains(.bottom) { insets.bottom += margins.bottom }
            if edges.contains(.leading) { insets.leading += isMirrored ? margins.right : margins.left }
            if edges.contains(.trailing) { insets.trailing += isMirrored ? margins.left : margins.right }
        }
        let area = bounds.inset(by: insets.sides(isRightToLeft: isMirrored))
        return area.width < 0 || area.height < 0 ? CGRect(x: area.midX, y: area.midY, width: 0, height: 0) : area
    }

    /// Lays out the parts.
    package override func layoutSubviews() {
        super.layoutSubviews()
        let area = area
        for view in [fill, effectView, imageView, customView] { view?.frame = area }
        if let strokeView {
            let outset = configuration.strokeOutset
            strokeView.frame = area.insetBy(dx: -outset, dy: -outset)
            strokeView.layer.cornerRadius = max(0, configuration.cornerRadius + outset)
            strokeView.layer.cornerCurve = .continuous
        }
        // A corner is never rounder than half of the shorter side.
        let most = min(area.width, area.height) / 2
        for view in [fill, effectView, imageView] {
            view?.layer.cornerRadius = min(configuration.cornerRadius, most)
        }
    }

    /// Shows the new tint colour where the configuration has none of its own.
    package override func tintColorDidChange() {
        super.tintColorDidChange()
        show()
    }

    /// Resolves the stroke's colour anew.
    package override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        show()
    }
}
