import CoreGraphics
import Foundation

/// A view that takes the place of content that is missing. *Source*: Apple, UIContentUnavailableView.
open class UIContentUnavailableView: UIView, UIContentView {
    /// The shown configuration; one of another type is not shown.
    open var configuration: any UIContentConfiguration {
        get { shown }
        set {
            guard let new = newValue as? UIContentUnavailableConfiguration else { return }
            shown = new
            build()
        }
    }
    private var shown: UIContentUnavailableConfiguration
    /// Whether the parts scroll if they are higher than the view; true at first.
    open var isScrollEnabled: Bool {
        get { scroll.isScrollEnabled }
        set { scroll.isScrollEnabled = newValue }
    }

    private let scroll = UIScrollView()
    private let background: BackgroundConfigurationView
    /// The parts from top to bottom, with their distances from the part above.
    private var parts: [(view: UIView, gap: CGFloat)] = []

    /// Makes a view that shows a configuration.
    public init(configuration: UIContentUnavailableConfiguration) {
        shown = configuration
        background = BackgroundConfigurationView(configuration: configuration.background)
        super.init(frame: .zero)
        isOpaque = false
        addSubview(background)
        addSubview(scroll)
        build()
    }

    /// Reads a view from an archive, with an empty configuration.
    public required init?(coder: NSCoder) {
        shown = .empty()
        background = BackgroundConfigurationView(configuration: .clear())
        super.init(coder: coder)
        addSubview(background)
        addSubview(scroll)
        coder.readNib(self, as: UIContentUnavailableView.self)
    }

    private func build() {
        for part in parts { part.view.removeFromSuperview() }
        parts = []
        background.configuration = shown.background
        if shown.isLoading {
            let spokes = UIActivityIndicatorView(style: .large)
            spokes.startAnimating()
            parts.append((spokes, 0))
        } else if let image = shown.image {
            let symbols = shown.imageProperties.preferredSymbolConfiguration
            let view = UIImageView(image: symbols.flatMap { image.applyingSymbolConfiguration($0) } ?? image)
            view.contentMode = .scaleAspectFit
            view.tintColor = shown.imageProperties.tintColor
            view.layer.cornerRadius = shown.imageProperties.cornerRadius
            view.clipsToBounds = shown.imageProperties.cornerRadius > 0
            parts.append((view, 0))
        }
        add(shown.text, shown.attributedText, shown.textProperties, shown.imageToTextPadding)
        add(
            shown.secondaryText, shown.secondaryAttributedText, shown.secondaryTextProperties,
            shown.textToSecondaryTextPadding)
        add(shown.button, shown.buttonProperties, shown.textToButtonPadding)
        add(shown.secondaryButton, shown.secondaryButtonProperties, shown.buttonToSecondaryButtonPadding)
        for part in parts { scroll.addSubview(part.view) }
        setNeedsLayout()
    }

    private func add(
        _ text: String?, _ styled: NSAttributedString?, _ look: UIContentUnavailableConfiguration.TextProperties,
        _ gap: CGFloat
    ) {
        guard text?.isEmpty == false || styled != nil else { return }
        let label = UILabel()
        (label.font, label.textColor, label.numberOfLines) = (look.font, look.color, look.numberOfLines)
        (label.lineBreakMode, label.adjustsFontSizeToFitWidth) = (look.lineBreakMode, look.adjustsFontSizeToFitWidth)
        label.minimumScaleFactor = look.minimumScaleFactor
        if let styled { label.attributedText = styled } else { label.text = text }
        label.textAlignment = shown.alignment == .center ? .center : .natural
        parts.append((label, gap))
    }

    private func add(
        _ look: UIButton.Configuration, _ use: UIContentUnavailableConfiguration.ButtonProperties, _ gap: CGFloat
    ) {
        guard look.title != nil || look.attributedTitle != nil || look.image != nil else { return }
        let button = UIButton(type: .system)
        button.configuration = look
        if let action = use.primaryAction { button.addAction(action, for: .primaryActionTriggered) }
        button.menu = use.menu
        button.showsMenuAsPrimaryAction = use.menu != nil && use.primaryAction == nil
        button.isEnabled = use.isEnabled
        parts.append((button, gap))
    }

    /// Lays out the parts in the middle of the safe area, one under the other.
    open override func layoutSubviews() {
        super.layoutSubviews()
        background.frame = bounds
        let margins = shown.directionalLayoutMargins
        let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let (left, right) = isMirrored ? (margins.trailing, margins.leading) : (margins.leading, margins.trailing)
        let area = bounds.inset(by: safeAreaInsets)
        scroll.frame = area
        let width = max(0, area.width - left - right)
        let sizes = parts.map { part in size(of: part.view, in: width) }
        var height: CGFloat = 0
        for (index, part) in parts.enumerated() { height += sizes[index].height + (index == 0 ? 0 : part.gap) }
        var y = max(margins.top, (area.height - height) / 2)
        scroll.contentSize = CGSize(width: area.width, height: max(area.height, height + margins.top + margins.bottom))
        for (index, part) in parts.enumerated() {
            if index > 0 { y += part.gap }
            let size = sizes[index]
            let start = isMirrored ? area.width - right - size.width : left
            let x = shown.alignment == .center ? left + (width - size.width) / 2 : start
            part.view.frame = CGRect(x: x, y: y, width: size.width, height: size.height)
            y += size.height
        }
    }

    private func size(of view: UIView, in width: CGFloat) -> CGSize {
        var size =
            view is UILabel || view is UIButton
            ? view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)) : view.intrinsicContentSize
        if view is UIImageView {
            let most = shown.imageProperties.maximumSize
            let factor = min(
                1, most.width > 0 ? most.width / max(size.width, 1) : 1,
                most.height > 0 ? most.height / max(size.height, 1) : 1,
                width / max(size.width, 1))
            size = CGSize(width: size.width * factor, height: size.height * factor)
        }
        return CGSize(width: min(size.width, width), height: size.height)
    }
}

extension UIViewController {
    /// The description of the view that covers this controller's, because its content is missing; nil for none. *Source*:
    /// Apple, UIViewController.contentUnavailableConfiguration.
    public var contentUnavailableConfiguration: (any UIContentConfiguration)? {
        get { unavailableCover?.configuration }
        set {
            guard let newValue else {
                unavailableCover?.removeFromSuperview()
                return
            }
            if let cover = unavailableCover, cover.supports(newValue) {
                cover.configuration = newValue
                return
            }
            unavailableCover?.removeFromSuperview()
            let made = newValue.makeContentView()
            let home: UIView = view
            made.frame = home.bounds
            made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            home.addSubview(made)
            covers.setObject(made, forKey: self)
        }
    }

    private var unavailableCover: (any UIView & UIContentView)? {
        guard let cover = covers.object(forKey: self), cover.superview != nil, cover.superview === viewIfLoaded else {
            return nil
        }
        return cover as? any UIView & UIContentView
    }
}

/// The covers of controllers' views.
@MainActor private let covers = NSMapTable<UIViewController, UIView>.weakToWeakObjects()
