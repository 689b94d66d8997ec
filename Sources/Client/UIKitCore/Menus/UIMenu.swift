import Foundation

/// An element of a menu: an action, a command, a menu in it, or one whose elements come later.
///
/// *Source*: Apple, UIMenuElement.
@preconcurrency @MainActor open class UIMenuElement: NSObject {
    /// The mark of an action; raw values are Apple's.
    public enum State: Int, Sendable {
        /// None.
        case off = 0
        /// A tick.
        case on = 1
        /// A dash.
        case mixed = 2
    }

    /// How an action can be used.
    public struct Attributes: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// It cannot be used, and is grey.
        public static let disabled = Attributes(rawValue: 1)
        /// It destroys something, and is red.
        public static let destructive = Attributes(rawValue: 2)
        /// It is not shown.
        public static let hidden = Attributes(rawValue: 4)
        /// The menu stays when it is used.
        public static let keepsMenuPresented = Attributes(rawValue: 8)
    }

    /// The title; set by subclasses only.
    open internal(set) var title: String
    /// A line under the title; nil for none.
    open var subtitle: String?
    /// The picture; nil for none.
    open internal(set) var image: UIImage?

    init(title: String, subtitle: String? = nil, image: UIImage? = nil) {
        (self.title, self.subtitle, self.image) = (title, subtitle, image)
        super.init()
    }
}

/// A menu: a title, and elements in order.
///
/// *Source*: Apple, UIMenu.
open class UIMenu: UIMenuElement {
    /// The name of a menu.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes an identifier from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes an identifier from a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// How a menu is shown in another.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Its elements are shown in the outer menu, as a group.
        public static let displayInline = Options(rawValue: 1)
        /// It destroys something, and is red.
        public static let destructive = Options(rawValue: 2)
        /// At most one of its actions has a tick: using one removes the others' ticks.
        public static let singleSelection = Options(rawValue: 32)
    }

    /// The name.
    public let identifier: Identifier
    /// How it is shown in another menu.
    public let options: Options
    /// The elements.
    public let children: [UIMenuElement]

    /// Makes a menu; without an identifier it gets a unique one.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        options: Options = [], children: [UIMenuElement] = []
    ) {
        (self.identifier, self.options, self.children) = (
            identifier ?? Identifier(UUID().uuidString), options, children
        )
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// A menu with the same values and other elements.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(
            title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
            children: newChildren)
    }

    /// The actions and commands with a tick.
    open var selectedElements: [UIMenuElement] {
        children.filter { ($0 as? any UIMenuLeaf)?.state == .on }
    }
}

/// An element that is replaced by others when its menu is shown; until they come, it shows an indicator.
///
/// *Source*: Apple, UIDeferredMenuElement.
open class UIDeferredMenuElement: UIMenuElement {
    private let provider: (@escaping ([UIMenuElement]) -> Void) -> Void
    private let isCached: Bool
    private var known: [UIMenuElement]?

    private init(_ isCached: Bool, _ provider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void) {
        (self.provider, self.isCached) = (provider, isCached)
        super.init(title: "")
    }

    /// Makes an element whose block is called the first time that its menu is shown; its elements are kept.
    public convenience init(_ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void) {
        self.init(true, elementProvider)
    }

    /// An element whose block is called each time that its menu is shown.
    open class func uncached(
        _ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void
    ) -> UIDeferredMenuElement { UIDeferredMenuElement(false, elementProvider) }

    /// The elements if they are known; otherwise asks for them.
    ///
    /// - Parameter arrived: Called once they have come, unless another call has come between.
    final func elements(_ arrived: @escaping () -> Void) -> [UIMenuElement]? {
        if known == nil, !isAsking {
            isAsking = true
            provider { [weak self] elements in
                guard let self else { return }
                // A menu that shows itself would have no end.
                (known, isAsking) = (elements.filter { $0 !== self }, false)
                let arrived = self.arrived
                self.arrived = nil
                arrived?()
            }
        }
        if known == nil { self.arrived = arrived }
        return known
    }
    private var isAsking = false
    /// The call of the menu that waits: of the last one, if it was opened again meanwhile.
    private var arrived: (() -> Void)?

    /// The menu is gone: an element without a cache forgets its elements.
    final func menuClosed() { if !isCached { known = nil } }
}
