import Foundation

/// What a bar shows in one place: a title or a picture. *Source*: Apple, UIBarItem.
@preconcurrency @MainActor open class UIBarItem: NSObject, @preconcurrency NSCoding {
    /// The title; nil for none. *Source*: Apple, UIBarItem.title.
    open var title: String? {
        didSet { if title != oldValue { contentChanged() } }
    }
    /// The picture, which is shown in place of the title; nil for none. *Source*: Apple, UIBarItem.image.
    open var image: UIImage? {
        didSet { if image !== oldValue { contentChanged() } }
    }
    /// The picture in bars that are lower where the screen lies on its side: stored, as bars have one height here. *Source*: Apple,
    /// UIBarItem.landscapeImagePhone.
    open var landscapeImagePhone: UIImage?
    /// How far the picture is moved inwards. *Source*: Apple, UIBarItem.imageInsets.
    open var imageInsets = UIEdgeInsets.zero {
        didSet { if imageInsets != oldValue { contentChanged() } }
    }
    /// Whether it can be used; true at first. *Source*: Apple, UIBarItem.isEnabled.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { contentChanged() } }
    }
    /// A number by which a program finds it again; 0 at first. *Source*: Apple, UIBarItem.tag.
    open var tag = 0

    private var titleAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    /// Makes an item that shows nothing. *Source*: Apple, UIBarItem.init().
    public override init() { super.init() }

    /// Reads the title, the tag and whether it can be used from an archive. *Source*: Apple, UIBarItem.init(coder:).
    public required init?(coder: NSCoder) {
        super.init()
        title = coder.optionalObject(of: NSString.self, forKey: "UITitle").map { String(describing: $0) }
        if coder.containsValue(forKey: "UIEnabled") { isEnabled = coder.decodeBool(forKey: "UIEnabled") }
        tag = coder.decodeInteger(forKey: "UITag")
    }

    /// Writes what `init(coder:)` reads. *Source*: Apple, NSCoding.
    open func encode(with coder: NSCoder) {
        if let title { coder.encode(NSString(string: title), forKey: "UITitle") }
        coder.encode(isEnabled, forKey: "UIEnabled")
        coder.encode(tag, forKey: "UITag")
    }

    /// Says how the title is set in a state; nil for the bar's own way. *Source*: Apple, UIBarItem.setTitleTextAttributes(_:for:).
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        titleAttributes[state] = attributes
        contentChanged()
    }

    /// How the title is set in a state; nil for the bar's own way. *Source*: Apple, UIBarItem.titleTextAttributes(for:).
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        titleAttributes[state]
    }

    /// The states that have attributes of their own.
    final var styledStates: [UIControl.State] { Array(titleAttributes.keys) }

    /// What is shown has changed.
    func contentChanged() {}
}
