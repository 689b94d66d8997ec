import CoreGraphics
import Foundation
import QuartzCore

/// A row of segments, one of which is selected.
///
/// It is 32 points high. A touch selects the segment in which it ends; a touch that begins on the selected segment
/// drags the selection along. *Source*: Apple, UISegmentedControl, UISegmentedControl.h; the height is from Interface
/// Builder's frames since iOS 13 (28 and 29 before); the appearance is that of iOS 13 to 18, docs/controls.md.
open class UISegmentedControl: UIControl, UISpringLoadedInteractionSupporting {
    /// A kind of segment, by its position.
    public enum Segment: Int, Sendable {
        /// Any.
        case any = 0
        /// The leftmost of several.
        case left
        /// One between others.
        case center
        /// The rightmost of several.
        case right
        /// The only one.
        case alone
    }

    /// The index for no segment: -1.
    public static let noSegment = -1

    private static let (height, padding, leastWidth): (CGFloat, CGFloat, CGFloat) = (32, 10, 30)

    private var segments: [SegmentView] = []
    private var selected = UISegmentedControl.noSegment
    private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]
    private let (background, plate) = (ControlPart(), ControlPart())
    private var separators: [ControlPart] = []
    /// The pictures by kind of bar; only those of `default` are shown.
    private var pictures: [UIBarMetrics: Pictures] = [:]
    /// The segment under the finger; nil for none.
    private var pressed: Int?
    private var takesSelection = false

    /// A program's own pictures of the control, for one kind of bar.
    private struct Pictures {
        var backgrounds = StateImages()
        var dividers = DividerImages()
        var moves: [Segment: UIOffset] = [:]
    }

    /// Makes a control without segments.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        makeParts()
    }

    /// Makes a control from titles, pictures and actions, as large as they need; other items are ignored. *Source*:
    /// Apple, UISegmentedControl.init(items:): "automatically sized to fit content".
    public init(items: [Any]?) {
        super.init(frame: .zero)
        makeParts()
        for item in items ?? [] {
            switch item {
            case let title as String: insert(SegmentView(title: title), at: segments.count)
            case let title as NSString: insert(SegmentView(title: String(describing: title)), at: segments.count)
            case let image as UIImage: insert(SegmentView(image: image), at: segments.count)
            case let action as UIAction: insert(SegmentView(action: action), at: segments.count)
            default: break
            }
        }
        bounds.size = intrinsicContentSize
        frame.origin = .zero
    }

    /// Makes a control whose segments call actions.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        for action in actions { insert(SegmentView(action: action), at: segments.count) }
    }

    /// Reads a control from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        let added = subviews
        makeParts()
        for index in 0..<max(0, min(coder.decodeInteger(forKey: "UISegmentCount"), 1000)) {
            let title = coder.optionalText(forKey: "UISegmentTitle\(index)")
            let image = coder.optionalObject(of: UIImage.self, forKey: "UISegmentImage\(index)")
            let segment = SegmentView(title: title, image: image)
            insert(segment, at: index)
            coder.readNumber(forKey: "UISegmentWidth\(index)") { setWidth($0, forSegmentAt: index) }
            coder.readFlag(forKey: "UISegmentDisabled\(index)") { setEnabled(!$0, forSegmentAt: index) }
            if coder.containsValue(forKey: "UISegmentOffset\(index)") {
                setContentOffset(coder.decodeCGSize(forKey: "UISegmentOffset\(index)"), forSegmentAt: index)
            }
        }
        for view in added { bringSubviewToFront(view) }
        coder.readFlag(forKey: "UIMomentary") { isMomentary = $0 }
        coder.readFlag(forKey: "UIApportions") { apportionsSegmentWidthsByContent = $0 }
        selectedSegmentTintColor = coder.optionalObject(of: UIColor.self, forKey: "UISelectedSegmentTintColor")
        for state in UIControl.State.archived {
            // A letter carries the attributes.
            let text = coder.styledText(forKey: "UITitleTextAttributes\(state.rawValue)")
            guard let text, text.length > 0 else { continue }
            setTitleTextAttributes(unsafe text.attributes(at: 0, effectiveRange: nil), for: state)
        }
        if coder.containsValue(forKey: "UISelectedSegmentIndex") {
            selectedSegmentIndex = coder.decodeInteger(forKey: "UISelectedSegmentIndex")
        }
        coder.readNib(self, as: UISegmentedControl.self)
    }

    /// Writes the titles and the selected index into an archive, without the images of backgrounds and dividers.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(segments.count, forKey: "UISegmentCount")
        for (index, segment) in segments.enumerated() {
            if let title = segment.title { coder.encode(NSString(string: title), forKey: "UISegmentTitle\(index)") }
            coder.encodeOptional(segment.image, forKey: "UISegmentImage\(index)")
            if segment.width > 0 { coder.encode(Double(segment.width), forKey: "UISegmentWidth\(index)") }
            if !segment.canBeUsed { coder.encode(true, forKey: "UISegmentDisabled\(index)") }
            if segment.offset != .zero { coder.encode(segment.offset, forKey: "UISegmentOffset\(index)") }
        }
        coder.encode(selected, forKey: "UISelectedSegmentIndex")
        coder.encode(isMomentary, forKey: "UIMomentary")
        coder.encode(apportionsSegmentWidthsByContent, forKey: "UIApportions")
        coder.encodeOptional(selectedSegmentTintColor, forKey: "UISelectedSegmentTintColor")
        for (state, values) in attributes where !values.isEmpty {
            coder.encode(
                styled: NSAttributedString(string: "a", attributes: values),
                forKey: "UITitleTextAttributes\(state.rawValue)")
        }
    }

    override func archives(_ subview: UIView) -> Bool { super.archives(subview) && !(subview is SegmentView) }

    private func makeParts() {
        isOpaque = false
        addSubview(background)
        // The plate's shadow ends at the control's edges.
        background.clipsToBounds = true
        background.addSubview(plate)
    }

    // MARK: Segments

    /// The number of segments; 0 at first.
    open var numberOfSegments: Int { segments.count }

    private func insert(_ segment: SegmentView, at index: Int, animated: Bool = false) {
        let index = max(0, min(index, segments.count))
        segments.insert(segment, at: index)
        addSubview(segment)
        if selected >= index { selected += 1 }
        segment.element = makeElement(segment)
        segmentsChanged(animated)
    }

    private func segmentsChanged(_ animated: Bool = false) {
        while separators.count > max(0, segments.count - 1) { separators.removeLast().removeFromSuperview() }
        while separators.count < segments.count - 1 {
            let made = ControlPart()
            separators.append(made)
            insertSubview(made, aboveSubview: background)
        }
        if pictures[.default]?.dividers.shown(.normal, .normal) != nil {
            for separator in separators { bringSubviewToFront(separator) }
        }
        invalidateIntrinsicContentSize()
        show(animated: animated)
    }

    /// Inserts a segment with a title at an index; an index out of range counts as the nearer end. *Source*: Apple,
    /// UISegmentedControl.insertSegment(withTitle:at:animated:); UISegmentedControl.h: "value pinned".
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(SegmentView(title: title), at: segment, animated: animated)
    }

    /// Inserts a segment with a picture at an index.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(SegmentView(image: image), at: segment, animated: animated)
    }

    /// Inserts a segment that calls an action at an index. A segment whose action has the same
    /// identifier is removed.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        let old = segmentIndex(identifiedBy: action.identifier)
        if old == segment { return setAction(action, forSegmentAt: segment) }
        if old != NSNotFound { removeSegment(at: old, animated: animated) }
        insert(SegmentView(action: action), at: segment, animated: animated)
    }

    /// Removes a segment; ignored if there is none at the index. Removing the selected segment leaves none selected.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment).removeFromSuperview()
        if selected == segment {
            selected = Self.noSegment
        } else if selected > segment {
            selected -= 1
        }
        segmentsChanged(animated)
    }

    /// Removes all segments.
    open func removeAllSegments() {
        for segment in segments { segment.removeFromSuperview() }
        (segments, selected) = ([], Self.noSegment)
        segmentsChanged()
    }

    /// Changes a segment; ignored if there is none at the index.
    private func change(_ index: Int, _ body: (SegmentView) -> Void) {
        guard segments.indices.contains(index) else { return }
        body(segments[index])
        segmentsChanged()
    }

    private func value<Value>(_ index: Int, _ path: KeyPath<SegmentView, Value>) -> Value? {
        segments.indices.contains(index) ? segments[index][keyPath: path] : nil
    }

    /// Sets a segment's title, and removes its picture. *Source*: Apple, UISegmentedControl.setTitle(_:forSegmentAt:);
    /// UISegmentedControl.h: "can only have image or title, not both. must be 0..#segments - 1 (or ignored)".
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        change(segment) { ($0.title, $0.image) = (title, nil) }
    }
    /// A segment's title; nil for none.
    open func titleForSegment(at segment: Int) -> String? { value(segment, \.title) ?? nil }
    /// Sets a segment's picture, and removes its title.
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        change(segment) { ($0.image, $0.title) = (image, nil) }
    }
    /// A segment's picture; nil for none.
    open func imageForSegment(at segment: Int) -> UIImage? { value(segment, \.image) ?? nil }
    /// Sets a segment's width, in points; 0, as at first, for its share or its content's width.
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
        change(segment) { $0.width = width.isFinite ? max(0, width) : 0 }
    }
    /// The width that was set for a segment, in points; 0 for none.
    open func widthForSegment(at segment: Int) -> CGFloat { value(segment, \.width) ?? 0 }
    /// Moves a segment's content by an offset, in points.
    open func setContentOffset(_ offset: CGSize, forSegmentAt segment: Int) { change(segment) { $0.offset = offset } }
    /// The offset of a segment's content, in points; zero at first.
    open func contentOffsetForSegment(at segment: Int) -> CGSize { value(segment, \.offset) ?? .zero }
    /// Sets whether the user can select a segment.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.canBeUsed = enabled } }
    /// Whether the user can select a segment; true at first.
    open func isEnabledForSegment(at segment: Int) -> Bool { value(segment, \.canBeUsed) ?? false }
    /// Sets a segment's action. The segment shows the action's picture, or else its title.
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) { change(segment) { $0.adopt(action) } }
    /// The action that a segment calls; nil for none.
    open func actionForSegment(at segment: Int) -> UIAction? { value(segment, \.action) ?? nil }
    /// The index of the segment whose action has an identifier; NSNotFound for none.
    open func segmentIndex(identifiedBy actionIdentifier: UIAction.Identifier) -> Int {
        segments.firstIndex { $0.action?.identifier == actionIdentifier } ?? NSNotFound
    }

    // MARK: Selection

    /// The index of the selected segment; `noSegment` at first, and for an index out of range. Setting it sends no
    /// event.
    open var selectedSegmentIndex: Int {
        get { selected }
        set {
            selected = segments.indices.contains(newValue) ? newValue : Self.noSegment
            show(animated: false)
        }
    }

    /// Whether a segment looks selected only while a finger is on it; false at first.
    open var isMomentary = false { didSet { show(animated: false) } }
    /// Whether segments without a set width share the room in proportion to their content, rather than evenly; false at
    /// first.
    open var apportionsSegmentWidthsByContent = false { didSet { segmentsChanged() } }

    // MARK: Looks

    /// The colour behind the selected segment; if nil, as at first, white, or gray in dark traits.
    open var selectedSegmentTintColor: UIColor? { didSet { show(animated: false) } }

    /// Sets the titles' attributes in a state.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        self.attributes[state] = attributes
        segmentsChanged()
    }

    /// The titles' attributes that were set for a state; nil for none.
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? { attributes[state] }

    /// Sets a picture behind the content of segments in a state, instead of the control's background and plate. Its
    /// caps are at the ends of the control; between segments they are cut off. A picture without caps is stretched in
    /// its middle. A state without a picture shows the normal state's. *Source*: Apple,
    /// UISegmentedControl.setBackgroundImage(_:for:barMetrics:); UISegmentedControl.h.
    ///
    /// - Parameter barMetrics: Pictures for others than `default` are stored, not shown: bars have one height here.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics) {
        pictures[barMetrics, default: Pictures()].backgrounds[state] = backgroundImage
        segmentsChanged()
    }

    /// The picture that was set behind segments in a state; nil for none.
    open func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
        pictures[barMetrics]?.backgrounds[state]
    }

    /// Sets a picture to show between two neighbours, over both, by their states. Pairs of states without one show that
    /// of two normal segments.
    open func setDividerImage(
        _ dividerImage: UIImage?, forLeftSegmentState leftState: UIControl.State,
        rightSegmentState rightState: UIControl.State, barMetrics: UIBarMetrics
    ) {
        pictures[barMetrics, default: Pictures()].dividers[leftState, rightState] = dividerImage
        segmentsChanged()
    }

    /// The picture that was set between two segments, by their states; nil for none.
    open func dividerImage(
        forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State,
        barMetrics: UIBarMetrics
    ) -> UIImage? { pictures[barMetrics]?.dividers[leftState, rightState] }

    /// Moves the content of segments of a kind, in addition to `setContentOffset(_:forSegmentAt:)`. The value of `any`
    /// applies to kinds without one.
    open func setContentPositionAdjustment(
        _ adjustment: UIOffset, forSegmentType leftCenterRightOrAlone: Segment, barMetrics: UIBarMetrics
    ) {
        pictures[barMetrics, default: Pictures()].moves[leftCenterRightOrAlone] = adjustment
        segmentsChanged()
    }

    /// The displacement of the content of segments of a kind, in points; zero at first.
    open func contentPositionAdjustment(
        forSegmentType leftCenterRightOrAlone: Segment, barMetrics: UIBarMetrics
    ) -> UIOffset { pictures[barMetrics]?.moves[leftCenterRightOrAlone] ?? .zero }

    private var hasPictures: Bool { pictures[.default]?.backgrounds.shown(in: .normal) != nil }

    private func segmentState(_ index: Int) -> UIControl.State {
        if !isEnabled || !segments[index].canBeUsed { return .disabled }
        if index == shown, !isMomentary { return .selected }
        return index == pressed ? .highlighted : .normal
    }

    private func kind(of index: Int) -> Segment {
        if segments.count < 2 { return .alone }
        if index == 0 { return isRightToLeft ? .right : .left }
        return index < segments.count - 1 ? .center : isRightToLeft ? .left : .right
    }

    private func style(_ state: UIControl.State) -> [NSAttributedString.Key: Any] {
        // The size of 13 points, and the heavier weight if selected, are from pictures of iOS 13 to 18.
        let weight: UIFont.Weight = state.contains(.selected) ? .semibold : .medium
        var style: [NSAttributedString.Key: Any] = [
            .font: UIFont.systemFont(ofSize: 13, weight: weight), .foregroundColor: UIColor.label,
        ]
        style.merge(attributes[.normal] ?? [:]) { $1 }
        if state != .normal { style.merge(attributes[state] ?? [:]) { $1 } }
        return style
    }

    override func stateChanged() { show(animated: false) }

    /// The index of the segment that the plate is behind.
    private var shown: Int { takesSelection ? pressed ?? selected : isMomentary ? pressed ?? Self.noSegment : selected }

    private func show(animated: Bool) {
        let drawn = hasPictures ? pictures[.default] : nil
        background.backgroundColor = drawn == nil ? .tertiarySystemFill : nil
        plate.backgroundColor = selectedSegmentTintColor ?? .selectedSegment
        for (index, segment) in segments.enumerated() {
            let isSelected = index == shown
            let isUsable = isEnabled && segment.canBeUsed
            segment.show(style(!isUsable ? .disabled : isSelected ? .selected : .normal))
            segment.showBackground(drawn?.backgrounds.shown(in: segmentState(index)))
            // An unselected segment is dimmed under a finger, unless a program's pictures are shown.
            segment.alpha = drawn != nil ? 1 : !isUsable ? 0.35 : index == pressed && !isSelected ? 0.3 : 1
        }
        guard animated else { return layoutParts() }
        UIView.animate(withDuration: ControlTiming.toggle) { self.layoutParts() }
    }

    // MARK: Layout

    private func contentWidth(_ segment: SegmentView) -> CGFloat {
        segment.width > 0 ? segment.width : max(Self.leastWidth, segment.contentSize.width + 2 * Self.padding)
    }

    /// The rectangles of the segments, from the leading side on.
    private func rects() -> [CGRect] {
        let free = segments.filter { $0.width == 0 }
        let room = max(0, bounds.width - segments.reduce(0) { $0 + $1.width })
        let content = free.reduce(0) { $0 + contentWidth($1) }
        var x = bounds.minX
        var rects = segments.map { segment in
            var width = segment.width
            if width == 0 {
                width =
                    apportionsSegmentWidthsByContent && content > 0
                    ? room * contentWidth(segment) / content : room / CGFloat(free.count)
            }
            defer { x += width }
            return CGRect(x: x, y: bounds.minY, width: width, height: bounds.height)
        }
        if isRightToLeft {
            for index in rects.indices { rects[index].origin.x = bounds.minX + bounds.maxX - rects[index].maxX }
        }
        return rects
    }

    private func layoutParts() {
        let rects = rects()
        background.frame = bounds
        background.round(by: min(8, bounds.height / 2))
        let looks = pictures[.default]
        for (index, (segment, rect)) in zip(segments, rects).enumerated() {
            let kind = kind(of: index)
            segment.frame = rect
            segment.layoutContent(movedBy: looks?.moves[kind] ?? looks?.moves[.any] ?? .zero)
            segment.layoutBackground(
                endsLeft: kind == .left || kind == .alone, endsRight: kind == .right || kind == .alone)
        }
        for (index, separator) in separators.enumerated() where index + 1 < rects.count {
            // The x where the two segments meet, whichever is on the left.
            let x = min(rects[index].maxX, rects[index + 1].maxX)
            let isReversed = rects[index].minX > rects[index + 1].minX
            let (left, right) = isReversed ? (index + 1, index) : (index, index + 1)
            separator.image = looks?.dividers.shown(segmentState(left), segmentState(right))
            if let image = separator.image {
                separator.frame = CGRect(
                    x: x - image.size.width / 2, y: bounds.minY, width: image.size.width, height: bounds.height)
                separator.backgroundColor = nil
                separator.alpha = 1
                continue
            }
            separator.frame = CGRect(x: x - 0.5, y: bounds.midY - 8, width: 1, height: 16)
            separator.backgroundColor = hasPictures ? nil : .separator
            separator.alpha = index == shown || index + 1 == shown ? 0 : 1
        }
        plate.isHidden = hasPictures || !rects.indices.contains(shown)
        if rects.indices.contains(shown) {
            plate.frame = rects[shown].insetBy(dx: 2, dy: 2).offsetBy(dx: -bounds.minX, dy: -bounds.minY)
            plate.round(by: min(7, bounds.height / 2))
            plate.castShadow(opacity: 0.115, radius: 3, offset: 3)
            plate.alpha = isEnabled ? 1 : 0.5
        }
    }

    /// Lays out the segments.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// 32 points high, and as wide as all segments need: each as wide as the widest, or by its own content.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let widths = segments.map { contentWidth($0) }
        let free = segments.filter { $0.width == 0 }.map { contentWidth($0) }
        let shared = apportionsSegmentWidthsByContent ? free.reduce(0, +) : (free.max() ?? 0) * CGFloat(free.count)
        let fixed = widths.reduce(0, +) - free.reduce(0, +)
        return CGSize(width: (shared + fixed).rounded(.up), height: Self.height)
    }

    /// The size that the segments need.
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    // MARK: Touches and keys

    private func index(of touch: UITouch) -> Int? {
        let point = touch.location(in: self)
        return rects().firstIndex { $0.minX <= point.x && point.x < $0.maxX }
    }

    /// Presses the segment that a touch begins on.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard let index = index(of: touch), segments[index].canBeUsed else { return false }
        pressed = index
        takesSelection = !isMomentary && index == selected
        show(animated: true)
        return true
    }

    /// Presses the segment that the touch has moved to.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard let index = index(of: touch), segments[index].canBeUsed, index != pressed else { return true }
        pressed = index
        show(animated: true)
        return true
    }

    /// Selects the segment in which the touch ended, and sends events.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        let index = pressed
        let isMeant = takesSelection || touch.map { point(inside: $0.location(in: self), with: event) } ?? false
        (pressed, takesSelection) = (nil, false)
        if isMeant, let index { select(index, event) } else { show(animated: true) }
    }

    /// Ends the press.
    open override func cancelTracking(with event: UIEvent?) {
        (pressed, takesSelection) = (nil, false)
        show(animated: true)
    }

    /// Selects a segment for the user: calls its action, then sends the events of the value.
    @discardableResult
    private func select(_ index: Int, _ event: UIEvent?) -> Bool {
        guard isEnabled, segments.indices.contains(index), segments[index].canBeUsed else { return false }
        let hasChanged = selected != index || isMomentary
        selected = index
        show(animated: true)
        guard hasChanged else { return true }
        if let action = segments[index].action { sendAction(action) }
        tellValueChanged(event)
        return true
    }

    /// Whether a drag that rests over a segment selects it, as a touch does; false at first.
    open var isSpringLoaded = false {
        didSet {
            guard isSpringLoaded != oldValue else { return }
            if isSpringLoaded { return addInteraction(SegmentSpring(self)) }
            for case let spring as SegmentSpring in interactions { removeInteraction(spring) }
        }
    }

    /// The index and the view of the segment at a point that can be selected; nil for none.
    fileprivate func usableSegment(at point: CGPoint) -> (index: Int, view: UIView)? {
        let index = rects().firstIndex { $0.contains(point) }
        guard isEnabled, let index, index != selected || isMomentary, segments[index].canBeUsed else { return nil }
        return (index, segments[index])
    }

    /// Selects a segment as a touch does.
    fileprivate func selectBySpring(_ index: Int) { select(index, nil) }

    override func use(_ event: UIEvent?) {
        if segments.count > 0 { select(selected < 0 ? 0 : (selected + 1) % segments.count, event) }
    }

    override func adjust(up: Bool, _ event: UIEvent?) -> Bool {
        guard !segments.isEmpty else { return false }
        var index = selected < 0 ? (up ? -1 : segments.count) : selected
        repeat { index += up ? 1 : -1 } while segments.indices.contains(index) && !segments[index].canBeUsed
        select(index, event)
        return true
    }

    // MARK: Accessibility

    /// Its elements are the segments, as buttons. *Source*: UIAccessibilityConstants.h: "a selected button within a
    /// segmented control".
    override var standardIsAccessibilityElement: Bool { false }
    override var standardAccessibilityElements: [Any]? { segments.compactMap(\.element) }

    private func makeElement(_ segment: SegmentView) -> ControlElement {
        let element = ControlElement(in: self)
        element.words = { [weak segment] in segment?.title }
        element.area = { [weak segment] in segment?.frame ?? .zero }
        element.kinds = { [weak self, weak segment] in
            guard let self, let segment else { return .button }
            var traits = UIAccessibilityTraits.button
            if shown >= 0, shown < segments.count, segments[shown] === segment { traits.insert(.selected) }
            if !isEnabled || !segment.canBeUsed { traits.insert(.notEnabled) }
            return traits
        }
        element.activate = { [weak self, weak segment] in
            guard let self, let index = segments.firstIndex(where: { $0 === segment }) else { return false }
            return select(index, nil)
        }
        return element
    }
}

/// A segment: a title or a picture in its middle.
final class SegmentView: UIView {
    private let label = UILabel(frame: .zero)
    private let picture = ControlPart()
    /// The program's background picture; nil for none.
    private var ground: ControlPart?
    var title: String?
    var image: UIImage?
    var width: CGFloat = 0
    var offset = CGSize.zero
    var canBeUsed = true
    private(set) var action: UIAction?
    /// The segment's element of accessibility.
    var element: ControlElement?

    convenience init(title: String? = nil, image: UIImage? = nil) {
        self.init(frame: .zero)
        (self.title, self.image) = (title, image)
        isUserInteractionEnabled = false
        isOpaque = false
        label.textAlignment = .center
        label.isAccessibilityElement = false
        addSubview(label)
        addSubview(picture)
        picture.contentMode = .center
    }

    convenience init(action: UIAction) {
        self.init()
        adopt(action)
    }

    func adopt(_ action: UIAction) {
        self.action = action
        image = action.image
        title = action.image == nil ? action.title : nil
    }

    func show(_ style: [NSAttributedString.Key: Any]) {
        label.attributedText = title.map { NSAttributedString(string: $0, attributes: style) }
        label.isHidden = title == nil
        picture.image = image
        picture.tintColor = style[.foregroundColor] as? UIColor ?? .label
    }

    /// Shows a picture behind the content, stretched except for its caps; nil for none.
    func showBackground(_ image: UIImage?) {
        guard let image else {
            ground?.removeFromSuperview()
            ground = nil
            return
        }
        if ground == nil {
            let made = ControlPart()
            insertSubview(made, at: 0)
            ground = made
            clipsToBounds = true
        }
        ground?.image = image
        guard image.capInsets == .zero else { return }
        // UISegmentedControl.h: "calculated by subtracting one from the image's width then dividing by 2".
        let cap = max(0, (image.size.width - 1) / 2)
        ground?.image = image.resizableImage(
            withCapInsets: UIEdgeInsets(top: 0, left: cap, bottom: 0, right: cap), resizingMode: .stretch)
    }

    /// Lays out the picture behind the content. At a side where the control does not end, the cap lies outside and is
    /// clipped.
    func layoutBackground(endsLeft: Bool, endsRight: Bool) {
        guard let ground, let caps = ground.image?.capInsets else { return }
        let left = endsLeft ? 0 : caps.left
        ground.frame = CGRect(
            x: bounds.minX - left, y: bounds.minY, width: bounds.width + left + (endsRight ? 0 : caps.right),
            height: bounds.height)
    }

    var contentSize: CGSize {
        if let image { return image.size }
        guard title != nil else { return .zero }
        return label.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: 100))
    }

    func layoutContent(movedBy move: UIOffset) {
        let size = contentSize
        let area = bounds.insetBy(dx: 4, dy: 0)
        let rect = CGRect(
            x: bounds.midX - min(size.width, area.width) / 2 + offset.width + move.horizontal,
            y: bounds.midY - size.height / 2 + offset.height + move.vertical,
            width: max(0, min(size.width, area.width)), height: size.height)
        (label.frame, picture.frame) = (rect, rect)
    }
}

/// The spring of a segmented control: the segment under the drag.
@MainActor private final class SegmentSpring: UISpringLoadedInteraction {
    init(_ control: UISegmentedControl) {
        super.init(interactionBehavior: SpringSegments(), interactionEffect: nil) { [weak control] _, context in
            if let index = context.targetItem as? Int { control?.selectBySpring(index) }
        }
    }
}

@MainActor private final class SpringSegments: NSObject, UISpringLoadedInteractionBehavior {
    func shouldAllow(_ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext)
        -> Bool
    {
        guard let control = interaction.view as? UISegmentedControl,
            let segment = control.usableSegment(at: context.location(in: control))
        else { return false }
        (context.targetItem, context.targetView) = (segment.index, segment.view)
        return true
    }
}
