import CoreGraphics
import Foundation

/// The background of a bar: a blur, a colour or a picture, and the line at its edge.
///
/// *Source*: Apple, UIBarAppearance.
@preconcurrency @MainActor open class UIBarAppearance: NSObject, NSCopying {
    /// The blur; nil for none.
    open var backgroundEffect: UIBlurEffect? { didSet { changed() } }
    /// The colour over the blur; nil for none.
    open var backgroundColor: UIColor? { didSet { changed() } }
    /// The picture over the colour; nil for none.
    open var backgroundImage: UIImage? { didSet { changed() } }
    /// How the picture fills the bar; `scaleToFill` at first.
    open var backgroundImageContentMode = UIView.ContentMode.scaleToFill { didSet { changed() } }
    /// The colour of the line at the edge; nil or clear for none.
    open var shadowColor: UIColor? { didSet { changed() } }
    /// A picture instead of the line; nil for the line.
    open var shadowImage: UIImage? { didSet { changed() } }

    /// The bars that show the appearance.
    private var watchers: [WeakBar] = []
    private struct WeakBar {
        weak var bar: UIView?
    }

    /// Makes the system's appearance: a blur, and a line. *Source*: Apple, UIBarAppearance.init(idiom:):
    /// configureWithDefaultBackground().
    public override init() {
        super.init()
        configureWithDefaultBackground()
    }

    /// Makes the system's appearance for a kind of device; all have the same here.
    public convenience init(idiom: UIUserInterfaceIdiom) { self.init() }

    /// Makes an appearance with another one's background.
    public init(barAppearance: UIBarAppearance) {
        super.init()
        take(barAppearance)
    }

    /// Sets the values of the system's bars: the blur of bars, and a line.
    open func configureWithDefaultBackground() {
        (backgroundEffect, backgroundColor, backgroundImage) = (UIBlurEffect(style: .systemChromeMaterial), nil, nil)
        (shadowColor, shadowImage) = (.barShadow, nil)
    }

    /// Sets opaque values in the system's colours.
    open func configureWithOpaqueBackground() {
        (backgroundEffect, backgroundColor, backgroundImage) = (nil, .systemBackground, nil)
        (shadowColor, shadowImage) = (.barShadow, nil)
    }

    /// Removes the background and the line.
    open func configureWithTransparentBackground() {
        (backgroundEffect, backgroundColor, backgroundImage) = (nil, nil, nil)
        (shadowColor, shadowImage) = (nil, nil)
    }

    /// A copy, of the same class.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        assumeMainActor { copied() }
    }

    func copied() -> UIBarAppearance { UIBarAppearance(barAppearance: self) }

    final func take(_ other: UIBarAppearance) {
        (backgroundEffect, backgroundColor) = (other.backgroundEffect, other.backgroundColor)
        (backgroundImage, backgroundImageContentMode) = (other.backgroundImage, other.backgroundImageContentMode)
        (shadowColor, shadowImage) = (other.shadowColor, other.shadowImage)
    }

    /// Lays a bar out anew when the appearance changes. *Source*: it is widely used that a change of a bar's appearance
    /// object shows without setting it again.
    package final func watch(_ bar: UIView) {
        watchers.removeAll { $0.bar == nil || $0.bar === bar }
        watchers.append(WeakBar(bar: bar))
    }
    /// Lays out the bars that have the appearance.
    package final func changed() { for watcher in watchers { watcher.bar?.setNeedsLayout() } }
}

extension UIColor {
    /// The line of bars: 0.3 opaque black, or 0.15 opaque white in dark traits. *Source*: pictures of iOS 13 to 18.
    static var barShadow: UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 0.15) : UIColor(white: 0, alpha: 0.3) }
    }
}

/// The appearance of bar buttons in one state.
@preconcurrency @MainActor open class UIBarButtonItemStateAppearance: NSObject {
    fileprivate weak var owner: UIBarAppearance?
    /// The title's attributes; empty for the bar's own.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { owner?.changed() } }
    /// The title's displacement, in points; zero at first.
    open var titlePositionAdjustment = UIOffset.zero { didSet { owner?.changed() } }
    /// A picture behind the button; nil for none.
    open var backgroundImage: UIImage? { didSet { owner?.changed() } }
}

/// The appearance of bar buttons by state.
@preconcurrency @MainActor open class UIBarButtonItemAppearance: NSObject {
    /// The appearance in the normal state.
    public final let normal = UIBarButtonItemStateAppearance()
    /// The appearance of a touched button.
    public final let highlighted = UIBarButtonItemStateAppearance()
    /// The appearance of a button that cannot be used.
    public final let disabled = UIBarButtonItemStateAppearance()
    /// The appearance of the button with the keyboard's focus.
    public final let focused = UIBarButtonItemStateAppearance()

    /// Makes the system's appearance.
    public override init() { super.init() }
    /// Makes the system's appearance of a style.
    public convenience init(style: UIBarButtonItem.Style) {
        self.init()
        configureWithDefault(for: style)
    }

    /// Sets the system's values of a style: no attributes of its own.
    open func configureWithDefault(for style: UIBarButtonItem.Style) {
        for state in [normal, highlighted, disabled, focused] {
            (state.titleTextAttributes, state.titlePositionAdjustment, state.backgroundImage) = ([:], .zero, nil)
        }
    }

    final func belong(to owner: UIBarAppearance) {
        for state in [normal, highlighted, disabled, focused] { state.owner = owner }
    }

    final func take(_ other: UIBarButtonItemAppearance) {
        for (mine, theirs) in zip(
            [normal, highlighted, disabled, focused], [other.normal, other.highlighted, other.disabled, other.focused])
        {
            mine.titleTextAttributes = theirs.titleTextAttributes
            mine.titlePositionAdjustment = theirs.titlePositionAdjustment
            mine.backgroundImage = theirs.backgroundImage
        }
    }
}

/// The appearance of a navigation bar.
open class UINavigationBarAppearance: UIBarAppearance {
    /// The title's attributes; empty for the system's.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { changed() } }
    /// The title's displacement, in points; zero at first.
    open var titlePositionAdjustment = UIOffset.zero { didSet { changed() } }
    /// The large title's attributes; empty for the system's.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { changed() } }
    /// The appearance of plain buttons.
    open var buttonAppearance = UIBarButtonItemAppearance() { didSet { adopt(buttonAppearance) } }
    /// The appearance of buttons of style `done`.
    open var doneButtonAppearance = UIBarButtonItemAppearance() { didSet { adopt(doneButtonAppearance) } }
    /// The appearance of the button back.
    open var backButtonAppearance = UIBarButtonItemAppearance() { didSet { adopt(backButtonAppearance) } }
    /// The picture before the name of the button back; nil for the system's.
    open private(set) var backIndicatorImage: UIImage?
    /// The mask of that picture during transitions: without effect, as the picture fades.
    open private(set) var backIndicatorTransitionMaskImage: UIImage?

    /// Sets the picture before the name of the button back, and its mask.
    open func setBackIndicatorImage(
        _ backIndicatorImage: UIImage?, transitionMaskImage backIndicatorTransitionMaskImage: UIImage?
    ) {
        self.backIndicatorImage = backIndicatorImage
        self.backIndicatorTransitionMaskImage = backIndicatorTransitionMaskImage
        changed()
    }

    /// Makes the system's appearance.
    public override init() {
        super.init()
        for part in [buttonAppearance, doneButtonAppearance, backButtonAppearance] { part.belong(to: self) }
    }

    /// Makes an appearance with another one's background, and its titles and buttons if it has some.
    public override init(barAppearance: UIBarAppearance) {
        super.init(barAppearance: barAppearance)
        for part in [buttonAppearance, doneButtonAppearance, backButtonAppearance] { part.belong(to: self) }
        guard let other = barAppearance as? UINavigationBarAppearance else { return }
        (titleTextAttributes, titlePositionAdjustment) = (other.titleTextAttributes, other.titlePositionAdjustment)
        largeTitleTextAttributes = other.largeTitleTextAttributes
        buttonAppearance.take(other.buttonAppearance)
        doneButtonAppearance.take(other.doneButtonAppearance)
        backButtonAppearance.take(other.backButtonAppearance)
        setBackIndicatorImage(other.backIndicatorImage, transitionMaskImage: other.backIndicatorTransitionMaskImage)
    }

    override func copied() -> UIBarAppearance { UINavigationBarAppearance(barAppearance: self) }

    private func adopt(_ part: UIBarButtonItemAppearance) {
        part.belong(to: self)
        changed()
    }
}

/// The appearance of a toolbar.
open class UIToolbarAppearance: UIBarAppearance {
    /// The appearance of plain buttons.
    open var buttonAppearance = UIBarButtonItemAppearance() { didSet { adopt(buttonAppearance) } }
    /// The appearance of buttons of style `done`.
    open var doneButtonAppearance = UIBarButtonItemAppearance() { didSet { adopt(doneButtonAppearance) } }

    /// Makes the system's appearance.
    public override init() {
        super.init()
        for part in [buttonAppearance, doneButtonAppearance] { part.belong(to: self) }
    }

    /// Makes an appearance with another one's background, and its buttons if it has some.
    public override init(barAppearance: UIBarAppearance) {
        super.init(barAppearance: barAppearance)
        for part in [buttonAppearance, doneButtonAppearance] { part.belong(to: self) }
        guard let other = barAppearance as? UIToolbarAppearance else { return }
        buttonAppearance.take(other.buttonAppearance)
        doneButtonAppearance.take(other.doneButtonAppearance)
    }

    override func copied() -> UIBarAppearance { UIToolbarAppearance(barAppearance: self) }

    private func adopt(_ part: UIBarButtonItemAppearance) {
        part.belong(to: self)
        changed()
    }
}
