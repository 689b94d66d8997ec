import CoreGraphics
import Foundation
import QuartzCore

/// A control with a title and a picture, which may differ by state.
open class UIButton: UIControl, UISpringLoadedInteractionSupporting {
    /// The initial appearance of a button.
    public enum ButtonType: Int, Sendable {
        /// No style of its own; a white title.
        case custom = 0
        /// A title in the tint colour.
        case system = 1
        /// A sign of more information.
        case detailDisclosure = 2
        /// A sign of more information, once for dark backgrounds.
        case infoLight = 3
        /// A sign of more information, once for light backgrounds.
        case infoDark = 4
        /// A plus in a circle, to add a contact.
        case contactAdd = 5

        /// The symbol that a button of the type shows; nil for those without one of their own.
        fileprivate var symbol: String? {
            switch self {
            case .custom, .system: nil
            case .detailDisclosure, .infoLight, .infoDark: "info.circle"
            case .contactAdd: "plus.circle"
            }
        }
    }

    private struct Look {
        var title: String?
        var styledTitle: NSAttributedString?
        var color: UIColor?
        var image: UIImage?
        var backgroundImage: UIImage?
        /// Whether any value is set.
        var isSet: Bool {
            title != nil || styledTitle != nil || color != nil || image != nil || backgroundImage != nil
        }
    }

    private var looks: [UIControl.State: Look] = [:]
    private var label: UILabel?
    private var picture: UIImageView?
    private var backdrop: UIImageView?

    /// The initial appearance; custom at first.
    open private(set) var buttonType = ButtonType.custom

    /// Whether the button has the tint colour and the system's behaviour.
    private var isOfSystem: Bool { buttonType != .custom }

    /// The insets of the content, in points; zero at first. While they are zero, a title has 6 points above and below
    /// it. *Source*: Apple, UIButton.contentEdgeInsets; docs/touch.md has the source of the 6 points.
    open var contentEdgeInsets = UIEdgeInsets.zero {
        didSet { contentChanged() }
    }
    /// The insets of the title, in points. They do not change the button's size.
    open var titleEdgeInsets = UIEdgeInsets.zero {
        didSet { setNeedsLayout() }
    }
    /// The insets of the picture, in points. They do not change the button's size.
    open var imageEdgeInsets = UIEdgeInsets.zero {
        didSet { setNeedsLayout() }
    }
    /// A description of the whole appearance; nil for the values by state.
    open var configuration: Configuration? {
        didSet {
            if configuration == nil {
                parts?.remove()
                parts = nil
            }
            contentChanged()
        }
    }
    /// The views of a button with a configuration.
    private var parts: ButtonConfigurationParts?

    /// Called before the button is shown in another state, to change its configuration; nil for none. *Source*: Apple,
    /// UIButton.configurationUpdateHandler.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }
    /// Changes a button's configuration for its state.
    public typealias ConfigurationUpdateHandler = (UIButton) -> Void
    /// Whether the configuration is updated for each state; true at first.
    open var automaticallyUpdatesConfiguration = true {
        didSet { if automaticallyUpdatesConfiguration { setNeedsUpdateConfiguration() } }
    }
    private var wantsUpdate = false

    /// Asks for `updateConfiguration()` before the next layout.
    open func setNeedsUpdateConfiguration() {
        wantsUpdate = true
        setNeedsLayout()
    }

    /// Updates the configuration for the present state: calls `configurationUpdateHandler`. A subclass may change the
    /// configuration instead.
    open func updateConfiguration() { configurationUpdateHandler?(self) }

    private func updateIfWanted() {
        guard wantsUpdate else { return }
        wantsUpdate = false
        updateConfiguration()
    }

    /// The label of the configuration's subtitle; nil without one.
    open var subtitleLabel: UILabel? { parts?.subtitle }

    /// The menu of a long press, or of a touch if `showsMenuAsPrimaryAction` is true; nil for none. It opens when the
    /// finger is lifted. *Source*: Apple, UIButton.menu.
    open var menu: UIMenu? {
        didSet { menuChanged() }
    }
    /// Whether a button with a menu shows the chosen action's title, and one without is selected and not in turn; false
    /// at first. *Source*: Apple, UIButton.changesSelectionAsPrimaryAction.
    open var changesSelectionAsPrimaryAction = false {
        didSet { menuChanged() }
    }
    /// The order of the menu's elements; automatic at first, which is that of `priority`. *Source*: Apple,
    /// UIButton.preferredMenuElementOrder.
    open var preferredMenuElementOrder = UIContextMenuConfiguration.ElementOrder.automatic
    private var menuPress: ButtonMenu?

    override func menuChanged() {
        guard menu != nil || changesSelectionAsPrimaryAction || menuPress != nil else { return }
        let press = menuPress ?? ButtonMenu(self)
        menuPress = press
        press.update()
    }

    /// Makes a custom button.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Reads a button from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        buttonType = ButtonType(rawValue: coder.decodeInteger(forKey: "UIButtonType")) ?? .custom
        for state in UIControl.State.archived {
            var look = Look()
            look.title = coder.optionalText(forKey: "UITitle\(state.rawValue)")
            look.styledTitle = coder.styledText(forKey: "UIAttributedTitle\(state.rawValue)")
            look.color = coder.optionalObject(of: UIColor.self, forKey: "UITitleColor\(state.rawValue)")
            look.image = coder.optionalObject(of: UIImage.self, forKey: "UIImage\(state.rawValue)")
            look.backgroundImage = coder.optionalObject(of: UIImage.self, forKey: "UIBackground\(state.rawValue)")
            if look.isSet { looks[state] = look }
        }
        if coder.containsValue(forKey: "UIContentEdgeInsets") {
            contentEdgeInsets = coder.decodeUIEdgeInsets(forKey: "UIContentEdgeInsets")
            titleEdgeInsets = coder.decodeUIEdgeInsets(forKey: "UITitleEdgeInsets")
            imageEdgeInsets = coder.decodeUIEdgeInsets(forKey: "UIImageEdgeInsets")
        }
        let added = subviews
        picture = coder.optionalObject(of: UIImageView.self, forKey: "UIImageView")
        label = coder.optionalObject(of: UILabel.self, forKey: "UITitleLabel")
        for part in [picture, label].compactMap({ $0 }) { addSubview(part) }
        for view in added { bringSubviewToFront(view) }
        configuration = Configuration(coder)
        contentChanged()
        coder.readNib(self, as: UIButton.self)
    }

    /// Writes the titles, colours and pictures by state, the label and the picture's view into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(buttonType.rawValue, forKey: "UIButtonType")
        for state in UIControl.State.archived {
            guard let look = looks[state] else { continue }
            coder.encodeOptional(look.title, forKey: "UITitle\(state.rawValue)")
            if let styled = look.styledTitle {
                coder.encode(styled: styled, forKey: "UIAttributedTitle\(state.rawValue)")
            }
            coder.encodeOptional(look.color, forKey: "UITitleColor\(state.rawValue)")
            coder.encodeOptional(look.image, forKey: "UIImage\(state.rawValue)")
            coder.encodeOptional(look.backgroundImage, forKey: "UIBackground\(state.rawValue)")
        }
        coder.encode(contentEdgeInsets, forKey: "UIContentEdgeInsets")
        coder.encode(titleEdgeInsets, forKey: "UITitleEdgeInsets")
        coder.encode(imageEdgeInsets, forKey: "UIImageEdgeInsets")
        coder.encodeOptional(picture, forKey: "UIImageView")
        coder.encodeOptional(label, forKey: "UITitleLabel")
        configuration?.write(coder)
    }

    override func archives(_ subview: UIView) -> Bool {
        super.archives(subview) && subview !== label && subview !== picture && subview !== backdrop
            && !(parts?.views.contains { $0 === subview } ?? false)
    }

    /// Makes a button of a type.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
        guard let symbol = buttonType.symbol else { return }
        // Apple's pictures of such a button have the size of the symbol at 17 points and the large scale.
        let size = UIImage.SymbolConfiguration(pointSize: 17, weight: .regular, scale: .large)
        setImage(UIImage(systemName: symbol, withConfiguration: size), for: .normal)
        sizeToFit()
    }

    /// Makes a button that shows an action's title and picture, and calls it.
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: buttonType)
        adopt(primaryAction)
    }

    /// Makes a button from a description; it calls an action.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system)
        self.configuration = configuration
        adopt(primaryAction)
        contentChanged()
    }

    private func adopt(_ action: UIAction?) {
        guard let action else { return }
        addAction(action, for: .primaryActionTriggered)
        if !action.title.isEmpty { setTitle(action.title, for: .normal) }
        if let image = action.image { setImage(image, for: .normal) }
    }

    override var triggersOnTouchUp: Bool { true }

    override var standardAccessibilityLabel: String? { currentAttributedTitle?.string ?? currentTitle }
    override var standardAccessibilityTraits: UIAccessibilityTraits { super.standardAccessibilityTraits.union(.button) }

    /// A superview's recognizer of a single tap does not take the tap from an enabled button. *Source*: Apple, Event
    /// Handling Guide for UIKit, "Interacting with Other User Interface Controls".
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard isEnabled, gestureRecognizer.view !== self, let tap = gestureRecognizer as? UITapGestureRecognizer else {
            return super.gestureRecognizerShouldBegin(gestureRecognizer)
        }
        return tap.numberOfTapsRequired > 1 || tap.numberOfTouchesRequired > 1
    }

    // MARK: Looks for states

    private func change(_ state: UIControl.State, _ body: (inout Look) -> Void) {
        body(&looks[state, default: Look()])
        contentChanged()
    }

    /// The value for a state; the normal state's if it has none.
    private func value<Value>(_ key: KeyPath<Look, Value?>, _ state: UIControl.State) -> Value? {
        looks[state]?[keyPath: key] ?? looks[state.subtracting(.focused)]?[keyPath: key]
            ?? looks[.normal]?[keyPath: key]
    }

    /// Sets the title for a state; nil for none.
    open func setTitle(_ title: String?, for state: UIControl.State) { change(state) { $0.title = title } }
    /// The title for a state, the normal state's if none was set; nil for none. *Source*: Apple, UIButton.title(for:).
    open func title(for state: UIControl.State) -> String? { value(\.title, state) }
    /// Sets a styled title for a state, which takes precedence over a plain one.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: UIControl.State) {
        change(state) { $0.styledTitle = title }
    }
    /// The styled title for a state, the normal state's if none was set; nil for none. *Source*: Apple,
    /// UIButton.attributedTitle(for:).
    open func attributedTitle(for state: UIControl.State) -> NSAttributedString? { value(\.styledTitle, state) }
    /// Sets the title's colour for a state.
    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) { change(state) { $0.color = color } }
    /// The title's colour that was set for a state; nil for none. The normal state always has one. *Source*: Apple,
    /// UIButton.titleColor(for:); dotnet/macios, ButtonTest.cs: white after nil has been set.
    open func titleColor(for state: UIControl.State) -> UIColor? {
        looks[state]?.color ?? (state == .normal ? firstTitleColor : nil)
    }
    /// Sets the picture for a state; nil for none.
    open func setImage(_ image: UIImage?, for state: UIControl.State) { change(state) { $0.image = image } }
    /// The picture that was set for a state; nil for none.
    open func image(for state: UIControl.State) -> UIImage? { looks[state]?.image }
    /// Sets a background picture for a state, stretched to the bounds.
    open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
        change(state) { $0.backgroundImage = image }
    }
    /// The background picture that was set for a state; nil for none.
    open func backgroundImage(for state: UIControl.State) -> UIImage? { looks[state]?.backgroundImage }

    /// The title for the present state; nil for none.
    open var currentTitle: String? { configuration?.title ?? value(\.title, state) }
    /// The styled title for the present state; nil for none.
    open var currentAttributedTitle: NSAttributedString? { value(\.styledTitle, state) }
    /// The title's colour for the present state. If none was set, white in a custom button and the tint colour in a
    /// system button.
    open var currentTitleColor: UIColor {
        if let configuration { return configuration.foreground(tintColor, isEnabled) }
        if let color = value(\.color, state) { return color }
        return isOfSystem && !isEnabled ? UIColor(white: 0.6, alpha: 1) : firstTitleColor
    }
    /// The title's colour if none was set.
    private var firstTitleColor: UIColor { isOfSystem ? tintColor : .white }
    /// The picture for the present state; nil for none.
    open var currentImage: UIImage? { configuration?.image ?? value(\.image, state) }
    /// The background picture for the present state; nil for none.
    open var currentBackgroundImage: UIImage? { value(\.backgroundImage, state) }

    /// The title's label, made at its first use. A program may set its font; the button sets its text and colour.
    /// *Source*: Apple, UIButton.titleLabel; 18 points in custom buttons, 15 in system buttons (docs/touch.md).
    open var titleLabel: UILabel? {
        if let label { return label }
        let made = UILabel(frame: .zero)
        made.font = .systemFont(ofSize: configuration != nil ? 17 : isOfSystem ? 15 : 18)
        made.lineBreakMode = .byTruncatingMiddle
        made.textAlignment = .center
        made.isUserInteractionEnabled = false
        label = made
        addSubview(made)
        return made
    }

    /// The picture's view, made at its first use.
    open var imageView: UIImageView? {
        if let picture { return picture }
        let made = UIImageView(frame: .zero)
        made.contentMode = .scaleAspectFit
        picture = made
        addSubview(made)
        return made
    }

    // MARK: The pointer

    /// Whether the pointer changes the button while it is over it; false at first. A disabled button does not change.
    open var isPointerInteractionEnabled: Bool {
        get { pointerInteraction != nil }
        set {
            guard newValue != isPointerInteractionEnabled else { return }
            if let pointerInteraction { removeInteraction(pointerInteraction) } else { addInteraction(ButtonPointer()) }
        }
    }
    private var pointerInteraction: ButtonPointer? { interactions.lazy.compactMap { $0 as? ButtonPointer }.first }

    /// Gives a button's style for the proposed effect and shape; nil for these.
    public typealias PointerStyleProvider = (UIButton, UIPointerEffect, UIPointerShape) -> UIPointerStyle?
    /// Changes the style of the pointer over the button; nil for a highlight, or of a button with a background a lift.
    /// Setting one sets `isPointerInteractionEnabled`. *Source*: Apple, UIButton.pointerStyleProvider; Matt Neuburg's
    /// Programming iOS 14, whose example sets only the provider.
    open var pointerStyleProvider: PointerStyleProvider? {
        get { pointerInteraction?.provider }
        set {
            if newValue != nil { isPointerInteractionEnabled = true }
            pointerInteraction?.provider = newValue
            pointerInteraction?.invalidate()
        }
    }

    /// Whether the button paints a background in its present state.
    final var hasButtonBackground: Bool {
        if currentBackgroundImage != nil { return true }
        let color = configuration?.shownBackground(self).backgroundColor
        return (color?.cgColor.alpha ?? 0) > 0.1
    }

    // MARK: Drags

    /// Whether a drag that rests over the button uses it, as a touch does; false at first.
    open var isSpringLoaded: Bool {
        get { hasSpring }
        set { hasSpring = newValue }
    }

    // MARK: Pictures of states

    /// Whether the picture of a button of the type `custom` is drawn darker while it is touched, unless this state has a picture of
    /// its own; true at first. Black of 40 % covers it, which is assumed. *Source*: Apple, UIButton.adjustsImageWhenHighlighted.
    open var adjustsImageWhenHighlighted = true { didSet { contentChanged() } }
    /// Whether the picture of a button of the type `custom` is drawn paler while it is disabled, unless this state has a picture of
    /// its own; true at first. Half of its opacity is left, which is assumed. *Source*: Apple, UIButton.adjustsImageWhenDisabled.
    open var adjustsImageWhenDisabled = true { didSet { contentChanged() } }

    // MARK: Layout

    private func contentChanged() {
        showContent()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    override func stateChanged() {
        if automaticallyUpdatesConfiguration, configurationUpdateHandler != nil || configuration != nil {
            setNeedsUpdateConfiguration()
        }
        showContent()
        setNeedsLayout()
    }

    /// Shows the new tint colour.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        showContent()
    }

    override func adoptStyle() {
        super.adoptStyle()
        showContent()
    }

    /// A picture as the present state shows it: darker while touched and paler while disabled, unless the state has its own. Buttons of
    /// the system show a picture as a template. *Source*: Apple, UIImage.RenderingMode.automatic.
    private func adjusted(_ image: UIImage?) -> UIImage? {
        if isOfSystem, let image, image.renderingMode == .automatic { return image.withRenderingMode(.alwaysTemplate) }
        guard let image, buttonType == .custom, looks[state]?.image == nil else { return image }
        if isHighlighted, adjustsImageWhenHighlighted { return image.covered(by: UIColor(white: 0, alpha: 0.4)) }
        if !isEnabled, adjustsImageWhenDisabled { return image.faded(to: 0.5) }
        return image
    }

    /// Shows the present state's title and pictures.
    private func showContent() {
        if let configuration {
            let shown = parts ?? ButtonConfigurationParts(configuration)
            parts = shown
            shown.show(configuration, in: self)
            return
        }
        let dimming: CGFloat = isHighlighted && isOfSystem ? 0.2 : 1
        if label != nil || currentTitle != nil || currentAttributedTitle != nil, let label = titleLabel {
            label.textColor = currentTitleColor
            if let styled = currentAttributedTitle {
                label.attributedText = styled
            } else {
                label.text = currentTitle
            }
            label.alpha = dimming
        }
        if picture != nil || currentImage != nil, let picture = imageView {
            picture.image = adjusted(currentImage)
            picture.alpha = dimming
        }
        if backdrop != nil || currentBackgroundImage != nil {
            let view = backdrop ?? UIImageView(frame: bounds)
            view.image = currentBackgroundImage
            if backdrop == nil { insertSubview(view, at: 0) }
            backdrop = view
        }
    }

    private var insets: UIEdgeInsets {
        if let configuration {
            let insets = configuration.contentInsets
            return UIEdgeInsets(top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
        }
        return contentEdgeInsets
    }

    private var titleSize: CGSize {
        guard let label, !(label.text ?? "").isEmpty else { return .zero }
        let size = label.sizeThatFits(
            CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude))
        return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
    }

    /// The title's baselines. *Source*: Apple, UIView.forFirstBaselineLayout: a button's is its title label.
    override var centredBaselines: (first: CGFloat, last: CGFloat)? {
        guard contentVerticalAlignment == .center, let font = label?.font else { return nil }
        let middle = (insets.top - insets.bottom) / 2
        // Of one line both baselines are the same.
        let lines = max(1, (titleSize.height / max(font.lineHeight, 1)).rounded())
        let height = font.ascender - font.descender + (lines - 1) * font.lineHeight
        return (middle + font.ascender - height / 2, middle + height / 2 + font.descender)
    }

    /// The content's rectangle: the bounds within the insets.
    open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: insets) }
    /// The background's rectangle: the bounds.
    open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

    /// The picture's rectangle: left of the title, right of it from right to left; the alignment positions both together.
    open func imageRect(forContentRect contentRect: CGRect) -> CGRect {
        guard let image = currentImage else { return CGRect(origin: contentRect.origin, size: .zero) }
        let area = contentRect.inset(by: imageEdgeInsets)
        let size = CGSize(
            width: max(0, min(image.size.width, area.width)), height: max(0, min(image.size.height, area.height)))
        let title = min(titleSize.width, max(0, contentRect.width - size.width))
        return isMirrored
            ? aligned(size, in: area, before: title, after: 0) : aligned(size, in: area, before: 0, after: title)
    }

    private final var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    /// The title's rectangle: right of the picture, left of it from right to left; the alignment positions both together.
    open func titleRect(forContentRect contentRect: CGRect) -> CGRect {
        let area = contentRect.inset(by: titleEdgeInsets)
        let image = currentImage.map { min($0.size.width, contentRect.width) } ?? 0
        let title = titleSize
        let size = CGSize(
            width: max(0, min(title.width, area.width - image)), height: max(0, min(title.height, area.height)))
        return isMirrored
            ? aligned(size, in: area, before: 0, after: image) : aligned(size, in: area, before: image, after: 0)
    }

    /// The rectangle of a part of a row with `before` to its left and `after` to its right, positioned by the
    /// alignment.
    private func aligned(_ size: CGSize, in area: CGRect, before: CGFloat, after: CGFloat) -> CGRect {
        var rect = CGRect(origin: .zero, size: size)
        switch effectiveContentHorizontalAlignment {
        case .left, .leading: rect.origin.x = area.minX + before
        case .right, .trailing: rect.origin.x = area.maxX - after - size.width
        case .center: rect.origin.x = area.midX - (before + size.width + after) / 2 + before
        case .fill:
            rect.origin.x = area.minX + before
            rect.size.width = max(0, area.width - before - after)
        }
        switch contentVerticalAlignment {
        case .top: rect.origin.y = area.minY
        case .bottom: rect.origin.y = area.maxY - size.height
        case .center: rect.origin.y = area.midY - size.height / 2
        case .fill: (rect.origin.y, rect.size.height) = (area.minY, max(0, area.height))
        }
        return rect
    }

    /// Lays out the title and the pictures.
    open override func layoutSubviews() {
        super.layoutSubviews()
        updateIfWanted()
        if let parts { return parts.place(in: self) }
        let content = contentRect(forBounds: bounds)
        backdrop?.frame = backgroundRect(forBounds: bounds)
        picture?.frame = imageRect(forContentRect: content)
        label?.frame = titleRect(forContentRect: content)
    }

    /// The size of the content with its insets; with a title, at least 30 points wide. *Source*: Apple,
    /// UIView.sizeThatFits(_:); docs/touch.md has the sources of the numbers.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        updateIfWanted()
        if let parts { return parts.size(width: size.width) }
        let (title, image, insets) = (titleSize, currentImage?.size ?? .zero, insets)
        var height = max(title.height, image.height)
        var width = title.width + image.width
        if configuration == nil, contentEdgeInsets == .zero, title != .zero {
            height = max(title.height + 12, image.height)
            width = max(width, 30)
        }
        if let background = currentBackgroundImage?.size {
            (width, height) = (max(width, background.width), max(height, background.height))
        }
        return CGSize(width: width + insets.left + insets.right, height: height + insets.top + insets.bottom)
    }

    /// The size of the content with its insets.
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }
}
