import Foundation
import MicaTrace

/// An item of a bar: a title or a picture.
@preconcurrency @MainActor open class UIBarItem: NSObject, @preconcurrency NSCoding {
    /// The title; nil for none.
    open var title: String? {
        didSet { if title != oldValue { contentChanged() } }
    }
    /// The picture, shown instead of the title; nil for none.
    open var image: UIImage? {
        didSet { if image !== oldValue { contentChanged() } }
    }
    /// The picture for the lower bars of a phone on its side: stored, without effect, as bars have one height here.
    open var landscapeImagePhone: UIImage?
    /// The insets of the picture, in points; zero at first.
    open var imageInsets = UIEdgeInsets.zero {
        didSet { if imageInsets != oldValue { contentChanged() } }
    }
    /// Whether it can be used; true at first.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { contentChanged() } }
    }
    /// A number for the program's own use; 0 at first.
    open var tag = 0

    /// The values that proxies of `UIAppearance` have given, by the properties' keys.
    final var givenAppearance: [AnyHashable: Any] = [:]
    private var titleAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    /// Makes an item that shows nothing.
    public override init() { super.init() }

    /// Reads the title, the tag and `isEnabled` from an archive.
    public required init?(coder: NSCoder) {
        super.init()
        title = coder.optionalText(forKey: "UITitle")
        coder.readFlag(forKey: "UIEnabled") { isEnabled = $0 }
        tag = coder.decodeInteger(forKey: "UITag")
        coder.readNib(self, as: UIBarItem.self)
    }

    /// Writes the title, the tag and `isEnabled` into an archive.
    open func encode(with coder: NSCoder) {
        coder.encodeOptional(title, forKey: "UITitle")
        coder.encode(isEnabled, forKey: "UIEnabled")
        coder.encode(tag, forKey: "UITag")
    }

    /// Sets the title's attributes in a state; nil for the bar's own.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        titleAttributes[state] = attributes
        contentChanged()
    }

    /// The title's attributes in a state; nil for the bar's own.
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        titleAttributes[state]
    }

    /// The states that have attributes of their own.
    package final var styledStates: [UIControl.State] { Array(titleAttributes.keys) }

    /// Called after an item is loaded from a nib or a storyboard; with its outlets connected; does nothing
    /// here.
    open func awakeFromNib() {}

    /// Called by Xcode for objects in its editor; never here.
    open func prepareForInterfaceBuilder() {}

    /// The view that shows the item in its bar, by the key "view"; nil if no bar shows it, and for other keys, with a message.
    ///
    /// *Source*: programs that anchor menus and badges at bar items; Apple documents no such property.
    open func value(forKey key: String) -> Any? {
        guard key == "view" else {
            Notices.say(
                "\(type(of: self)) has no value for the key '\(key)': the only one is 'view'", key: "item \(key)")
            return nil
        }
        return viewInBar
    }

    /// The view that shows the item in its bar; nil if no bar shows it.
    var viewInBar: UIView? { nil }

    /// The title, picture or appearance has changed; does nothing here.
    func contentChanged() { changed?() }
    /// Called after a change of an item of UIKit's other modules.
    package final var changed: (() -> Void)?
}
