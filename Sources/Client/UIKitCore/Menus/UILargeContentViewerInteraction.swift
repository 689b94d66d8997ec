import CoreGraphics
import Foundation

/// What the large content viewer shows of a view that does not grow with the size of text.
///
/// *Source*: Apple, UILargeContentViewerItem.
@preconcurrency @MainActor public protocol UILargeContentViewerItem: NSObjectProtocol {
    /// Whether the viewer shows the item.
    var showsLargeContentViewer: Bool { get }
    /// The text; nil for none.
    var largeContentTitle: String? { get }
    /// The image; nil for none.
    var largeContentImage: UIImage? { get }
    /// Whether the image is scaled to the viewer's size; else it has its own.
    var scalesLargeContentImage: Bool { get }
    /// The insets of the image, which put it in the middle to the eye.
    var largeContentImageInsets: UIEdgeInsets { get }
}

extension UIView: UILargeContentViewerItem {
    /// Whether the image is scaled to the viewer's size; false at first.
    public final var scalesLargeContentImage: Bool {
        get { rare?.accessibility.large.scalesImage ?? false }
        set { makeRare().accessibility.large.scalesImage = newValue }
    }
    /// The insets of the image; zero at first.
    public final var largeContentImageInsets: UIEdgeInsets {
        get { rare?.accessibility.large.insets ?? .zero }
        set { makeRare().accessibility.large.insets = newValue }
    }

    final var standardLargeContent: (title: String?, image: UIImage?) {
        switch self {
        case let button as UIButton: (button.currentTitle, button.currentImage)
        case let label as UILabel: (label.text, nil)
        case let image as UIImageView: (nil, image.image)
        default: (nil, nil)
        }
    }
}

/// An object that chooses the items of a large content viewer, and observes its end.
///
/// *Source*: Apple, UILargeContentViewerInteractionDelegate.
@preconcurrency @MainActor public protocol UILargeContentViewerInteractionDelegate: NSObjectProtocol {
    /// The finger was lifted over an item, or over none.
    func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?,
        at point: CGPoint)
    /// The item at a point of the interaction's view. By default the deepest view there that shows the viewer.
    func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint
    ) -> (any UILargeContentViewerItem)?
    /// The controller in whose middle the viewer is. By default that of the interaction's window.
    func viewController(for interaction: UILargeContentViewerInteraction) -> UIViewController
}

extension UILargeContentViewerInteractionDelegate {
    /// Does nothing.
    public func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?,
        at point: CGPoint
    ) {}
    /// The deepest view there that shows the viewer.
    public func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint
    ) -> (any UILargeContentViewerItem)? { interaction.view?.largeContentItem(at: point) }
    /// The controller of the interaction's window, or else a new one, whose view is nowhere.
    public func viewController(for interaction: UILargeContentViewerInteraction) -> UIViewController {
        interaction.view?.window?.rootViewController ?? UIViewController()
    }
}

/// Shows an item large in the middle of the window during a long press, if the text has one of the sizes for accessibility: for
/// bars, whose texts do not grow. The finger may move on to other items.
///
/// *Source*: Apple, UILargeContentViewerInteraction. The viewer's look is as in pictures of iOS 13 to 18; its numbers are assumed.
@preconcurrency @MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
    /// The view.
    open private(set) weak var view: UIView?
    /// The delegate.
    open private(set) weak var delegate: (any UILargeContentViewerInteractionDelegate)?
    private let press = UILongPressGestureRecognizer()
    private let gate = PressGate()
    private var panel: LargeContentPanel?

    /// Makes an interaction.
    public init(delegate: (any UILargeContentViewerInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
        press.addTarget(self, action: Self.pressed)
        press.allowableMovement = .greatestFiniteMagnitude
        press.delegate = gate
        gate.mayBegin = { [weak self] in
            guard let self, let view else { return false }
            return view.traitCollection.preferredContentSizeCategory.isAccessibilityCategory && item != nil
        }
    }

    /// Makes an interaction without a delegate.
    public override convenience init() { self.init(delegate: nil) }

    /// The press that shows the viewer, for `require(toFail:)` of others.
    public final var gestureRecognizerForExclusionRelationship: UIGestureRecognizer { press }

    /// Whether presses show the viewer: the user's size of text is one for accessibility.
    public static var isEnabled: Bool {
        UIApplication.shared.preferredContentSizeCategory.isAccessibilityCategory
    }

    /// The interaction is about to be added to a view, or removed from one.
    open func willMove(to view: UIView?) {
        self.view?.removeGestureRecognizer(press)
        hide()
    }

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) {
        self.view = view
        view?.addGestureRecognizer(press)
    }

    private static let pressed = Selector(
        "largeContentPress:",
        onMain: { (me: UILargeContentViewerInteraction, _: UILongPressGestureRecognizer) in me.follow() })

    private var item: (any UILargeContentViewerItem)? {
        guard let view else { return nil }
        let point = press.location(in: view)
        guard let delegate else { return view.largeContentItem(at: point) }
        return delegate.largeContentViewerInteraction(self, itemAt: point)
    }

    private func follow() {
        switch press.state {
        case .began, .changed: show(item)
        case .ended:
            let item = item
            hide()
            if let view {
                delegate?.largeContentViewerInteraction(self, didEndOn: item, at: press.location(in: view))
            }
        default: hide()
        }
    }

    private func show(_ item: (any UILargeContentViewerItem)?) {
        guard let item else { return hide() }
        if panel?.item === item { return }
        hide()
        guard let window = view?.window else { return }
        let place = delegate?.viewController(for: self).viewIfLoaded ?? window
        let made = LargeContentPanel(item)
        made.center = place.convert(CGPoint(x: place.bounds.midX, y: place.bounds.midY), to: window)
        window.addSubview(made)
        panel = made
    }

    private func hide() {
        panel?.removeFromSuperview()
        panel = nil
    }
}

/// Lets a press begin only where the viewer has something to show, so that controls keep their touches.
@MainActor private final class PressGate: NSObject, UIGestureRecognizerDelegate {
    var mayBegin: () -> Bool = { false }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { mayBegin() }
}

extension UIView {
    /// The deepest view at a point, or around it within this view, that shows the viewer; nil for none.
    fileprivate func largeContentItem(at point: CGPoint) -> UIView? {
        var found = hitTest(point, with: nil)
        while let candidate = found, !candidate.showsLargeContentViewer {
            found = candidate === self ? nil : candidate.superview
        }
        return found
    }
}

/// The viewer: an image above a text, on a blurred square.
@MainActor final class LargeContentPanel: UIView {
    let item: any UILargeContentViewerItem
    private static let side: CGFloat = 260, radius: CGFloat = 32, margin: CGFloat = 20, image: CGFloat = 120

    init(_ item: any UILargeContentViewerItem) {
        self.item = item
        super.init(frame: CGRect(x: 0, y: 0, width: Self.side, height: Self.side))
        isUserInteractionEnabled = false
        let blur = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
        blur.frame = bounds
        blur.layer.cornerRadius = Self.radius
        blur.clipsToBounds = true
        addSubview(blur)
        var text = bounds.insetBy(dx: Self.margin, dy: Self.margin)
        if let image = item.largeContentImage {
            let picture = UIImageView(image: image)
            picture.tintColor = .label
            picture.contentMode = .scaleAspectFit
            var place = CGRect(
                x: (Self.side - Self.image) / 2, y: Self.margin, width: Self.image, height: Self.image)
            if item.largeContentTitle == nil { place.origin.y = (Self.side - Self.image) / 2 }
            text = CGRect(
                x: text.minX, y: place.maxY + Self.margin / 2, width: text.width,
                height: text.maxY - place.maxY - Self.margin / 2)
            if !item.scalesLargeContentImage {
                place = CGRect(
                    x: place.midX - image.size.width / 2, y: place.midY - image.size.height / 2,
                    width: image.size.width, height: image.size.height)
            }
            picture.frame = place.inset(by: item.largeContentImageInsets)
            blur.contentView.addSubview(picture)
        }
        let label = UILabel(frame: text)
        label.text = item.largeContentTitle
        label.font = .boldSystemFont(ofSize: 28)
        label.textAlignment = .center
        label.numberOfLines = 0
        label.adjustsFontSizeToFitWidth = true
        blur.contentView.addSubview(label)
    }

    required init?(coder: NSCoder) { nil }
}
