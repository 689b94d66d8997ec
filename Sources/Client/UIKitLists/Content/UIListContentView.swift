import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// Shows a list content configuration: a picture and one or two texts.
///
/// The parts are placed by their sizes, not by constraints, so that a list of many rows measures each in little time.
/// To constraints of others the view has an intrinsic size whose height follows the width, and guides around its parts.
open class UIListContentView: UIView, UIContentView {
    private var shown: UIListContentConfiguration
    private var label: UILabel?
    private var secondaryLabel: UILabel?
    private var imageView: UIImageView?
    private var guides: [ListContentLayout.Part: ListContentGuide] = [:]

    /// Makes a view that shows a configuration.
    public init(configuration: UIListContentConfiguration) {
        shown = configuration
        super.init(frame: .zero)
        adoptMeasured()
        isOpaque = false
        show()
    }

    /// Reads a view without content from an archive.
    public required init?(coder: NSCoder) {
        shown = .cell()
        super.init(coder: coder)
        adoptMeasured()
        coder.readNib(self, as: UIListContentView.self)
    }

    /// The shown configuration; a `UIListContentConfiguration`. Another type changes nothing.
    open var configuration: any UIContentConfiguration {
        get { shown }
        set {
            guard let list = newValue as? UIListContentConfiguration, list != shown else { return }
            shown = list
            show()
        }
    }

    // MARK: Parts

    private func show() {
        label = text(label, shown.attributedText, shown.text, shown.textProperties)
        secondaryLabel = text(
            secondaryLabel, shown.secondaryAttributedText, shown.secondaryText, shown.secondaryTextProperties)
        showImage()
        alpha = shown.alpha
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func text(
        _ old: UILabel?, _ styled: NSAttributedString?, _ text: String?,
        _ properties: UIListContentConfiguration.TextProperties
    ) -> UILabel? {
        guard styled?.string ?? text != nil else {
            old?.removeFromSuperview()
            return nil
        }
        let label = old ?? UILabel()
        label.font = properties.font
        label.textColor = properties.resolvedColor()
        label.numberOfLines = properties.numberOfLines
        label.lineBreakMode = properties.lineBreakMode
        label.adjustsFontSizeToFitWidth = properties.adjustsFontSizeToFitWidth
        label.minimumScaleFactor = properties.minimumScaleFactor
        if let styled { label.attributedText = styled } else { label.text = text.map(properties.transform.apply) }
        if old == nil { addSubview(label) }
        return label
    }

    private func showImage() {
        guard let image = shown.image else {
            imageView?.removeFromSuperview()
            imageView = nil
            return
        }
        let view = imageView ?? UIImageView()
        if imageView == nil {
            addSubview(view)
            imageView = view
        }
        let properties = shown.imageProperties
        view.image =
            image.isSymbolImage
            ? properties.preferredSymbolConfiguration.flatMap(image.applyingSymbolConfiguration) ?? image : image
        view.tintColor = properties.resolvedTintColor(for: tintColor)
        view.contentMode = .scaleAspectFit
        view.layer.cornerRadius = properties.cornerRadius
        view.layer.cornerCurve = .continuous
        view.clipsToBounds = properties.cornerRadius > 0
    }

    /// Shows the tint colour of the picture.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        imageView?.tintColor = shown.imageProperties.resolvedTintColor(for: tintColor)
    }

    /// Shows the content in the direction of the new traits.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if previousTraitCollection?.layoutDirection != traitCollection.layoutDirection { show() }
    }

    // MARK: Layout

    /// The margins: the configuration's, which are at least the superview's along the axes that it names.
    private var margins: UIEdgeInsets {
        var margins = shown.directionalLayoutMargins.sides(isRightToLeft: isPartRightToLeft)
        guard let above = superview?.layoutMargins else { return margins }
        if shown.axesPreservingSuperviewLayoutMargins.contains(.horizontal) {
            margins.left = max(margins.left, above.left)
            margins.right = max(margins.right, above.right)
        }
        if shown.axesPreservingSuperviewLayoutMargins.contains(.vertical) {
            margins.top = max(margins.top, above.top)
            margins.bottom = max(margins.bottom, above.bottom)
        }
        return margins
    }

    private func arrangement(width: CGFloat) -> ListContentLayout {
        var layout = ListContentLayout(shown, margins: margins)
        layout.image = imageView?.image?.size
        layout.isSymbol = shown.image?.isSymbolImage ?? false
        layout.isMirrored = isPartRightToLeft
        layout.scale = max(contentScaleFactor, 1)
        layout.isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        layout.text = label.map { label in { label.sizeThatFits($0) } }
        layout.secondaryText = secondaryLabel.map { label in { label.sizeThatFits($0) } }
        layout.ascenders = (label?.font.ascender ?? 0, secondaryLabel?.font.ascender ?? 0)
        layout.arrange(width: width)
        return layout
    }

    /// Places the parts.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let arranged = arrangement(width: bounds.width)
        let frames = arranged.frames(height: bounds.height)
        label?.frame = frames[.text] ?? .zero
        secondaryLabel?.frame = frames[.secondaryText] ?? .zero
        imageView?.frame = frames[.image] ?? .zero
        label?.textAlignment = alignment(shown.textProperties, isAtEnd: false)
        secondaryLabel?.textAlignment = alignment(shown.secondaryTextProperties, isAtEnd: arranged.isSideBySide)
        for (part, guide) in guides { guide.frame = frames[part] ?? .zero }
    }

    /// The side to which lines are aligned.
    ///
    /// - Parameter isAtEnd: Whether the text is at the trailing edge.
    private func alignment(
        _ properties: UIListContentConfiguration.TextProperties, isAtEnd: Bool
    ) -> NSTextAlignment {
        switch properties.alignment {
        case .natural:
            guard isAtEnd else { return isPartRightToLeft ? .right : .natural }
            return isPartRightToLeft ? .left : .right
        case .center: return .center
        case .justified: return .justified
        }
    }

    /// The size of the content in a width, with the margins. *Units*: points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let width = size.width > 0 ? size.width : CGFloat.greatestFiniteMagnitude
        let arranged = arrangement(width: width)
        return CGSize(width: min(arranged.contentWidth, width), height: arranged.contentHeight)
    }

    /// The size of the content in one line of each text, with the margins.
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    /// The size of the content in a target's width: that width if its priority is high, and the height that the content
    /// has in it.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        let isFixed = horizontalFittingPriority.rawValue >= UILayoutPriority.defaultHigh.rawValue
        let fitting = sizeThatFits(CGSize(width: isFixed ? targetSize.width : 0, height: 0))
        let isFixedBelow = verticalFittingPriority.rawValue >= UILayoutPriority.defaultHigh.rawValue
        return CGSize(
            width: isFixed ? targetSize.width : fitting.width,
            height: isFixedBelow ? targetSize.height : fitting.height)
    }

    // MARK: Guides

    /// The rectangle of the text; nil without one.
    open var textLayoutGuide: UILayoutGuide? { label == nil ? nil : guide(.text) }
    /// The rectangle of the second text; nil without one.
    open var secondaryTextLayoutGuide: UILayoutGuide? { secondaryLabel == nil ? nil : guide(.secondaryText) }
    /// The rectangle of the picture; nil without one.
    open var imageLayoutGuide: UILayoutGuide? { imageView == nil ? nil : guide(.image) }

    private func guide(_ part: ListContentLayout.Part) -> UILayoutGuide {
        if let guide = guides[part] { return guide.guide }
        let made = ListContentGuide(in: self)
        guides[part] = made
        made.frame = arrangement(width: bounds.width).frames(height: bounds.height)[part] ?? .zero
        setNeedsLayout()
        return made.guide
    }
}

extension UIListContentView: MeasuredContent {
    /// The edges, as of a view without text: nothing is known of Apple's.
    package var measuredBaselines: (first: CGFloat, last: CGFloat) { (0, 0) }
    package var heightFollowsWidth: Bool { true }
    package func measuredHeight(forWidth width: CGFloat) -> CGFloat {
        sizeThatFits(CGSize(width: width, height: 0)).height
    }
}

/// A guide that is kept at a rectangle of its view by four constraints.
@MainActor private final class ListContentGuide {
    let guide = UILayoutGuide()
    private let sides: [NSLayoutConstraint]

    init(in view: UIView) {
        view.addLayoutGuide(guide)
        sides = [
            guide.leftAnchor.constraint(equalTo: view.leftAnchor), guide.topAnchor.constraint(equalTo: view.topAnchor),
            guide.widthAnchor.constraint(equalToConstant: 0), guide.heightAnchor.constraint(equalToConstant: 0),
        ]
        NSLayoutConstraint.activate(sides)
    }

    var frame = CGRect.zero {
        didSet {
            guard frame != oldValue else { return }
            let values = [frame.minX, frame.minY, frame.width, frame.height]
            for (side, value) in zip(sides, values) { side.constant = value }
        }
    }
}
