import CoreGraphics
import Foundation
import QuartzCore

/// A row of dots, one for each page, that shows which page is current.
///
/// A dot is 7.3 points wide, and 10.25 from the next; the control is 26 points high. A tap on the trailing side goes to
/// the next page, a tap on the leading side to the previous one; a finger that moves along the dots goes through the
/// pages. If the row is wider than the view, the dots around the current one are shown, and those at an end with more
/// pages are smaller.
///
/// *Source*: Apple, UIPageControl, UIPageControl.h, and Human Interface Guidelines, "Page controls". The lengths are
/// read off pictures of iOS 17 and 18: dots of 22 pixels at 3x, 51.5 and 54 pixels from middle to middle, of which the
/// mean is taken.
open class UIPageControl: UIControl {
    /// How a finger is changing the page.
    public enum InteractionState: Int, Sendable {
        /// No finger does.
        case none = 0
        /// By a tap.
        case discrete
        /// By moving along the dots.
        case continuous
    }

    /// When the dots have a background.
    public enum BackgroundStyle: Int, Sendable {
        /// While a finger moves along the dots.
        case automatic = 0
        /// Always.
        case prominent
        /// Never.
        case minimal
    }

    private static let (dot, gap, height): (CGFloat, CGFloat, CGFloat) = (22.0 / 3, 10.25, 26)
    private static var pitch: CGFloat { dot + gap }
    /// The largest number of shown dots, however wide the view is.
    private static let most = 200

    private var (count, current) = (0, 0)
    private var ownImages: [Int: UIImage] = [:]
    private let plate = ControlPart()
    private var dots: [ControlPart] = []
    /// The page of the first dot.
    private var first = 0
    /// The x at which the followed touch began, and the current page then.
    private var (start, startPage): (CGFloat, Int) = (0, 0)

    /// Makes a control with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        addSubview(plate)
    }

    /// Reads a control from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts { addSubview(plate) }
        numberOfPages = coder.decodeInteger(forKey: "UINumberOfPages")
        currentPage = coder.decodeInteger(forKey: "UICurrentPage")
        pageIndicatorTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIPageIndicatorTintColor")
        currentPageIndicatorTintColor = coder.optionalObject(
            of: UIColor.self, forKey: "UICurrentPageIndicatorTintColor")
        preferredIndicatorImage = coder.optionalObject(of: UIImage.self, forKey: "UIPreferredIndicatorImage")
        coder.readFlag(forKey: "UIHidesForSinglePage") { hidesForSinglePage = $0 }
        coder.readFlag(forKey: "UIAllowsContinuousInteraction") { allowsContinuousInteraction = $0 }
        coder.readFlag(forKey: "UIDefersCurrentPageDisplay") { defersCurrentPageDisplay = $0 }
        backgroundStyle = BackgroundStyle(rawValue: coder.decodeInteger(forKey: "UIBackgroundStyle")) ?? .automatic
        // Observers of properties do not run in an initialiser.
        layoutParts()
        coder.readNib(self, as: UIPageControl.self)
    }

    /// Writes the control into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(count, forKey: "UINumberOfPages")
        coder.encode(current, forKey: "UICurrentPage")
        coder.encodeOptional(pageIndicatorTintColor, forKey: "UIPageIndicatorTintColor")
        coder.encodeOptional(currentPageIndicatorTintColor, forKey: "UICurrentPageIndicatorTintColor")
        coder.encodeOptional(preferredIndicatorImage, forKey: "UIPreferredIndicatorImage")
        coder.encode(hidesForSinglePage, forKey: "UIHidesForSinglePage")
        coder.encode(allowsContinuousInteraction, forKey: "UIAllowsContinuousInteraction")
        coder.encode(defersCurrentPageDisplay, forKey: "UIDefersCurrentPageDisplay")
        coder.encode(backgroundStyle.rawValue, forKey: "UIBackgroundStyle")
    }

    // MARK: Pages

    /// The number of pages, at least 0; 0 at first.
    open var numberOfPages: Int {
        get { count }
        set {
            guard max(0, newValue) != count else { return }
            count = max(0, newValue)
            current = pinned(current)
            invalidateIntrinsicContentSize()
            layoutParts()
        }
    }

    /// The current page, limited to the existing pages; 0 at first. Setting it sends no event. *Source*: Apple,
    /// UIPageControl.currentPage; UIPageControl.h: "Value is pinned to 0..numberOfPages-1".
    open var currentPage: Int {
        get { current }
        set {
            current = pinned(newValue)
            layoutParts()
        }
    }

    private func pinned(_ page: Int) -> Int { max(0, min(page, count - 1)) }

    /// Whether a single page shows no dot; false at first.
    open var hidesForSinglePage = false { didSet { layoutParts() } }
    /// Whether a finger that moves along the dots goes through the pages; true at first.
    open var allowsContinuousInteraction = true
    /// How a finger is changing the page, while `valueChanged` is sent; none at other times.
    open private(set) var interactionState = InteractionState.none
    /// When the dots have a background; at first while a finger moves along them.
    open var backgroundStyle = BackgroundStyle.automatic { didSet { layoutParts() } }
    /// Stored, without effect, as in Apple's since iOS 14.
    open var defersCurrentPageDisplay = false
    /// Shows the current page, which is shown anyway.
    open func updateCurrentPageDisplay() { layoutParts() }

    // MARK: Looks

    /// The colour of the dots; gray if nil, as at first.
    open var pageIndicatorTintColor: UIColor? { didSet { layoutParts() } }
    /// The colour of the current page's dot; the colour of text if nil, as at first.
    open var currentPageIndicatorTintColor: UIColor? { didSet { layoutParts() } }
    /// A picture to show instead of each dot, in the dots' colours; dots if nil, as at first.
    open var preferredIndicatorImage: UIImage? { didSet { layoutParts() } }
    /// The picture that was set for a page's dot; nil for none.
    open func indicatorImage(forPage page: Int) -> UIImage? { ownImages[page] }
    /// Sets a picture to show instead of a page's dot; ignored if there is no such page.
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
        guard page >= 0, page < count else { return }
        ownImages[page] = image
        layoutParts()
    }

    override func stateChanged() { layoutParts() }

    // MARK: Layout

    private var isMirrored: Bool { isRightToLeft }

    /// Chooses the pages whose dots are shown: as many as fit, around the current one. Returns their number.
    private func choosePages() -> Int {
        let room = bounds.width > 0 ? Int(min((bounds.width + Self.gap) / Self.pitch, CGFloat(Self.most))) : 0
        let shown = min(count, max(room, bounds.width > 0 ? 1 : 0))
        first = min(first, count - shown)
        // If more than four dots are shown, the current page's is not at an end that has further pages.
        let margin = shown > 4 ? 1 : 0
        if current < first + margin { first = current - margin }
        if current > first + shown - 1 - margin { first = current + margin - shown + 1 }
        first = max(0, min(first, count - shown))
        return shown
    }

    private func layoutParts() {
        let isHidden = count == 0 || (count == 1 && hidesForSinglePage)
        let shown = isHidden ? 0 : choosePages()
        while dots.count > shown { dots.removeLast().removeFromSuperview() }
        while dots.count < shown {
            dots.append(ControlPart())
            addSubview(dots[dots.count - 1])
        }
        let width = max(0, CGFloat(shown) * Self.pitch - Self.gap)
        let left = bounds.midX - width / 2 + Self.dot / 2
        for (index, dot) in dots.enumerated() {
            let page = first + index
            let isEnd = (index == 0 && first > 0) || (index == shown - 1 && page < count - 1)
            let image = (ownImages[page] ?? preferredIndicatorImage)?.withRenderingMode(.alwaysTemplate)
            let color =
                page == current
                ? currentPageIndicatorTintColor ?? .label : pageIndicatorTintColor ?? .tertiaryLabel
            let side = image?.size ?? CGSize(width: Self.dot, height: Self.dot)
            let scale: CGFloat = isEnd ? 0.6 : 1
            dot.tintColor = color
            dot.image = image
            dot.backgroundColor = image == nil ? color : nil
            dot.bounds = CGRect(x: 0, y: 0, width: side.width * scale, height: side.height * scale)
            let step = CGFloat(isMirrored ? shown - 1 - index : index)
            dot.center = CGPoint(x: left + step * Self.pitch, y: bounds.midY)
            dot.round(by: image == nil ? nil : 0)
            dot.alpha = isEnabled ? 1 : 0.5
        }
        let hasPlate =
            !isHidden
            && (backgroundStyle == .prominent || (backgroundStyle == .automatic && interactionState == .continuous))
        plate.frame = CGRect(x: bounds.midX - width / 2 - 12, y: bounds.midY - 13, width: width + 24, height: 26)
        plate.round()
        plate.backgroundColor = hasPlate ? .tertiarySystemFill : .clear
    }

    /// Lays out the dots.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// The size of the dots for a number of pages.
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: max(0, CGFloat(pageCount) * Self.pitch - Self.gap), height: Self.height)
    }

    /// The size of the dots.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(forNumberOfPages: count) }
    /// The size of the dots.
    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: count) }

    // MARK: Touches and keys

    /// Follows any touch.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        (start, startPage) = (touch.location(in: self).x, current)
        return true
    }

    /// Changes the page by one for each dot that the touch has passed.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard allowsContinuousInteraction else { return true }
        let way = touch.location(in: self).x - start
        if interactionState == .none, abs(way) < TouchThresholds.panHysteresis { return true }
        interactionState = .continuous
        let steps = Int(max(-1e9, min(1e9, (way / Self.pitch).rounded())))
        go(to: startPage + (isMirrored ? -steps : steps), event)
        layoutParts()
        return true
    }

    /// Goes to the next or the previous page if the touch was a tap.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if interactionState == .none, let touch, point(inside: touch.location(in: self), with: event) {
            interactionState = .discrete
            go(to: current + ((touch.location(in: self).x >= bounds.midX) != isMirrored ? 1 : -1), event)
        }
        interactionState = .none
        layoutParts()
    }

    /// Ends the interaction.
    open override func cancelTracking(with event: UIEvent?) {
        interactionState = .none
        layoutParts()
    }

    private func go(to page: Int, _ event: UIEvent?) {
        let old = current
        currentPage = page
        if current != old { tellValueChanged(event) }
    }

    override func use(_ event: UIEvent?) { _ = adjust(up: true, event) }

    override func adjust(up: Bool, _ event: UIEvent?) -> Bool {
        interactionState = .discrete
        go(to: current + (up ? 1 : -1), event)
        interactionState = .none
        return true
    }

    // MARK: Accessibility

    override var standardAccessibilityTraits: UIAccessibilityTraits {
        super.standardAccessibilityTraits.union([.adjustable, .updatesFrequently])
    }
    /// *Source*: the value of XCUIElement.value for page controls.
    override var standardAccessibilityValue: String? { count == 0 ? nil : "page \(current + 1) of \(count)" }
}
