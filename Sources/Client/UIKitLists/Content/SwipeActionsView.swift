import CoreGraphics
import QuartzCore
import UIKitCore

/// The buttons beneath a row that is pulled aside.
///
/// Its owner adds it behind the row, with the row's frame, and calls `show(distance:isFull:)` while it is pulled. Pulled less far than the
/// buttons are wide, each has its share of the room; further, they grow; past the row's `fullDistance` the first has all.
///
/// *Source*: pictures and films of iOS 11 to 18; a button of 74 points is measured by others; the duration of a change
/// to and from the full swipe is our own.
package final class SwipeActionsView: UIView {
    /// The side of the row at which the buttons are.
    package enum Side: Hashable, Sendable {
        /// The left, whatever the direction of text.
        case left
        /// The right, whatever the direction of text.
        case right
    }

    /// The least width of a button, in points.
    static let buttonWidth: CGFloat = 74
    /// The distance of a title from its button's sides, in points.
    private static let padding: CGFloat = 8
    /// The least height of a row in which a button has a title below its picture, in points.
    static let heightForBoth: CGFloat = 91

    /// The actions.
    package let configuration: UISwipeActionsConfiguration
    /// The side.
    package let side: Side
    private var buttons: [SwipeActionButton] = []
    private var distance: CGFloat = 0
    /// Whether the first action has all of the room.
    package private(set) var isFull = false
    /// Called if a button is touched.
    package var perform: ((Int) -> Void)?

    /// Makes the buttons of a configuration.
    package init(_ configuration: UISwipeActionsConfiguration, side: Side) {
        (self.configuration, self.side) = (configuration, side)
        super.init(frame: .zero)
        clipsToBounds = true
        isOpaque = false
        // The first lies above the others, so that it covers them if it grows.
        for (index, action) in configuration.actions.enumerated().reversed() {
            let button = SwipeActionButton(action, side: side)
            button.addAction(UIAction { [weak self] _ in self?.perform?(index) }, for: .touchUpInside)
            buttons.insert(button, at: 0)
            addSubview(button)
        }
    }

    /// Nil: the buttons are made by their row's list.
    package required init?(coder: NSCoder) { nil }

    /// The widths of the buttons in a row that is open, in points.
    private var widths: [CGFloat] {
        buttons.map { max(Self.buttonWidth, $0.titleWidth(height: bounds.height) + 2 * Self.padding) }
    }

    /// The distance by which the row is pulled aside while it is open, in points.
    package var openDistance: CGFloat { widths.reduce(0, +) }

    /// The distance past which a swipe is a full one, in points: 60 % of the row, and more than the buttons' width. The
    /// part is our own.
    package var fullDistance: CGFloat { max(bounds.width * 0.6, openDistance + 40) }

    /// The view of an action's button.
    package func button(at index: Int) -> UIView? { buttons.indices.contains(index) ? buttons[index] : nil }

    /// Shows the buttons for a distance of the row. *Units*: points.
    ///
    /// - Parameter isFull: Whether the first action has all of the room.
    package func show(distance: CGFloat, isFull: Bool) {
        let changes = isFull != self.isFull
        (self.distance, self.isFull) = (max(0, distance), isFull)
        if changes, UIView.areAnimationsEnabled, window != nil {
            UIView.animate(
                withDuration: 0.25, delay: 0, options: [.beginFromCurrentState, .allowUserInteraction],
                animations: placeButtons)
        } else {
            placeButtons()
        }
    }

    /// Places the buttons.
    package override func layoutSubviews() {
        super.layoutSubviews()
        placeButtons()
    }

    private func placeButtons() {
        guard !buttons.isEmpty else { return }
        let widths = widths
        let open = max(widths.reduce(0, +), 1)
        var used: CGFloat = 0
        for (index, button) in buttons.enumerated() {
            // Beyond the open width, all grow in proportion; so does their room before it.
            let share = isFull ? (index == 0 ? distance : 0) : widths[index] * distance / open
            let start = used
            used += share
            // Each reaches to the edge below those before it, so that no gap is seen between them.
            let width = start + share
            let x = side == .right ? bounds.maxX - width : bounds.minX
            button.frame = CGRect(x: x, y: bounds.minY, width: width, height: bounds.height)
            button.room = isFull ? widths[index] : max(share, widths[index])
            button.layoutIfNeeded()
        }
    }
}

/// The button of one action.
final class SwipeActionButton: UIControl {
    private let action: UIContextualAction
    private let side: SwipeActionsView.Side
    private let label = UILabel()
    private let picture = UIImageView()
    /// The width in which the content is centred, from the row towards the edge, in points.
    var room: CGFloat = 0 {
        didSet { if room != oldValue { setNeedsLayout() } }
    }

    init(_ action: UIContextualAction, side: SwipeActionsView.Side) {
        (self.action, self.side) = (action, side)
        super.init(frame: .zero)
        clipsToBounds = true
        backgroundColor = action.backgroundColor
        label.text = action.title
        label.font = .systemFont(ofSize: 15)
        label.textColor = .white
        label.textAlignment = .center
        label.numberOfLines = 2
        addSubview(label)
        // A picture is shown as a template, in white. *Source*: Apple, UIContextualAction.image.
        picture.image = action.image?.withRenderingMode(
            action.image?.renderingMode == .alwaysOriginal ? .alwaysOriginal : .alwaysTemplate)
        picture.tintColor = .white
        addSubview(picture)
        accessibilityLabel = action.title
    }

    required init?(coder: NSCoder) { nil }

    private func showsTitle(height: CGFloat) -> Bool {
        action.image == nil || height >= SwipeActionsView.heightForBoth
    }

    /// The width of the title in a row of a height, or of the picture if that is wider, in points.
    func titleWidth(height: CGFloat) -> CGFloat {
        let title = showsTitle(height: height) ? label.sizeThatFits(.zero).width : 0
        return max(title, picture.image?.size.width ?? 0)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let hasTitle = showsTitle(height: bounds.height) && action.title != nil
        label.isHidden = !hasTitle
        let image = picture.image?.size ?? .zero
        let text = hasTitle ? label.sizeThatFits(CGSize(width: max(room - 8, 1), height: 0)) : .zero
        let gap: CGFloat = image.height > 0 && hasTitle ? 4 : 0
        let middle = side == .right ? bounds.minX + room / 2 : bounds.maxX - room / 2
        var y = bounds.midY - (image.height + gap + text.height) / 2
        let scale = max(contentScaleFactor, 1)
        func snap(_ value: CGFloat) -> CGFloat { (value * scale).rounded() / scale }
        picture.frame = CGRect(
            x: snap(middle - image.width / 2), y: snap(y), width: image.width, height: image.height)
        y += image.height + gap
        label.frame = CGRect(x: snap(middle - text.width / 2), y: snap(y), width: text.width, height: text.height)
    }

    override var isHighlighted: Bool {
        didSet { for view in [label, picture] { view.alpha = isHighlighted ? 0.5 : 1 } }
    }
}
