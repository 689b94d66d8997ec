import CoreGraphics
import Foundation

/// The item of a tab bar: a title, a picture, a picture while it is selected, a badge.
///
/// *Source*: Apple, UITabBarItem.
open class UITabBarItem: UIBarItem {
    /// The button that shows the item in a bar; nil if none does.
    package final weak var button: UIView?
    override var viewInBar: UIView? { button }

    /// The system's items; raw values are Apple's.
    public enum SystemItem: Int, Sendable {
        /// "More".
        case more = 0
        /// "Favorites".
        case favorites = 1
        /// "Featured".
        case featured = 2
        /// "Top Rated".
        case topRated = 3
        /// "Recents".
        case recents = 4
        /// "Contacts".
        case contacts = 5
        /// "History".
        case history = 6
        /// "Bookmarks".
        case bookmarks = 7
        /// "Search".
        case search = 8
        /// "Downloads".
        case downloads = 9
        /// "Most Recent".
        case mostRecent = 10
        /// "Most Viewed".
        case mostViewed = 11

        /// The English title, and the name of the picture.
        fileprivate var look: (title: String, symbol: String) {
            switch self {
            case .more: ("More", "ellipsis")
            case .favorites: ("Favorites", "star.fill")
            case .featured: ("Featured", "star.fill")
            case .topRated: ("Top Rated", "star.fill")
            case .recents: ("Recents", "clock.fill")
            case .contacts: ("Contacts", "person.crop.circle.fill")
            case .history: ("History", "clock.fill")
            case .bookmarks: ("Bookmarks", "book.fill")
            case .search: ("Search", "magnifyingglass")
            case .downloads: ("Downloads", "arrow.down.circle.fill")
            case .mostRecent: ("Most Recent", "clock.fill")
            case .mostViewed: ("Most Viewed", "list.number")
            }
        }
    }

    /// The picture while the item is selected; nil for `image`.
    open var selectedImage: UIImage? {
        didSet { if selectedImage !== oldValue { contentChanged() } }
    }
    /// The text of the badge; nil for none.
    open var badgeValue: String? {
        didSet { if badgeValue != oldValue { contentChanged() } }
    }
    /// The colour of the badge; nil for the appearance's, which is red.
    open var badgeColor: UIColor? {
        didSet { contentChanged() }
    }
    /// The title's displacement, in points; zero at first.
    open var titlePositionAdjustment = UIOffset.zero {
        didSet { contentChanged() }
    }
    private var badgeAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    /// Sets the attributes of the badge's text in a state.
    open func setBadgeTextAttributes(
        _ textAttributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {
        badgeAttributes[state] = textAttributes
        contentChanged()
    }
    /// The attributes of the badge's text in a state; nil for the bar's own.
    open func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        badgeAttributes[state]
    }

    /// Makes an item without title and picture.
    public override init() { super.init() }

    /// Reads an item from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        badgeValue = coder.optionalText(forKey: "UIBadgeValue")
        coder.readNib(self, as: UITabBarItem.self)
    }

    /// Writes the title, the tag and the badge into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(badgeValue, forKey: "UIBadgeValue")
    }

    /// Makes an item.
    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        (self.title, self.image, self.tag) = (title, image, tag)
    }

    /// Makes an item with a picture of its own while it is selected.
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init()
        (self.title, self.image, self.selectedImage) = (title, image, selectedImage)
    }

    /// Takes the title and the picture of one of the system's items.
    package final func adopt(_ systemItem: SystemItem) {
        let look = systemItem.look
        (title, image) = (look.title, UIImage(systemName: look.symbol))
    }

    /// Makes one of the system's items.
    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        self.init()
        adopt(systemItem)
        self.tag = tag
    }
}
