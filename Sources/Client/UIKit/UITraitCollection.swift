import CoreGraphics
import Foundation
import Synchronization

/// Whether an interface is light or dark; raw values are Apple's. *Source*: Apple, UIUserInterfaceStyle.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Dark text on light.
    case light = 1
    /// Light text on dark.
    case dark = 2
}

/// How much room there is along an axis; raw values are Apple's. *Source*: Apple, UIUserInterfaceSizeClass.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Little.
    case compact = 1
    /// Enough.
    case regular = 2
}

/// What kind of device it is; raw values are Apple's. *Source*: Apple, UIUserInterfaceIdiom.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not said.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car.
    case carPlay = 3
    /// A desktop computer.
    case mac = 5
}

/// From which side text runs; raw values are Apple's. *Source*: Apple, UITraitEnvironmentLayoutDirection.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    /// Not said.
    case unspecified = -1
    /// From the left.
    case leftToRight = 0
    /// From the right.
    case rightToLeft = 1
}

/// Whether a screen tells how hard it is pressed; raw values are Apple's. *Source*: Apple, UIForceTouchCapability.
public enum UIForceTouchCapability: Int, Sendable {
    /// Not said.
    case unknown = 0
    /// It does not.
    case unavailable = 1
    /// It does.
    case available = 2
}

/// What the surroundings of an interface or a picture are like: the screen's scale, light or dark, how much room.
/// *Source*: Apple, UITraitCollection.
// Safe because: all stored properties are immutable, of Sendable types.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// Pixels per point; 0 is not said. *Source*: Apple, UITraitCollection.displayScale.
    public let displayScale: CGFloat
    /// Light or dark. *Source*: Apple, UITraitCollection.userInterfaceStyle.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The kind of device. *Source*: Apple, UITraitCollection.userInterfaceIdiom.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// The room from left to right. *Source*: Apple, UITraitCollection.horizontalSizeClass.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// The room from top to bottom. *Source*: Apple, UITraitCollection.verticalSizeClass.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// From which side text runs. *Source*: Apple, UITraitCollection.layoutDirection.
    public let layoutDirection: UITraitEnvironmentLayoutDirection
    /// How large a person wants text. *Source*: Apple, UITraitCollection.preferredContentSizeCategory.
    public let preferredContentSizeCategory: UIContentSizeCategory
    /// Whether the screen tells how hard it is pressed; one that is not said does not. *Source*: Apple,
    /// UITraitCollection.forceTouchCapability.
    public let forceTouchCapability: UIForceTouchCapability

    private static let systemStyle = Mutex(UIUserInterfaceStyle.light)

    private init(
        scale: CGFloat = 0, style: UIUserInterfaceStyle = .unspecified, idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
        direction: UITraitEnvironmentLayoutDirection = .unspecified, textSize: UIContentSizeCategory = .unspecified,
        force: UIForceTouchCapability = .unknown
    ) {
        (displayScale, userInterfaceStyle, userInterfaceIdiom) = (scale, style, idiom)
        (horizontalSizeClass, verticalSizeClass, layoutDirection) = (horizontal, vertical, direction)
        (preferredContentSizeCategory, forceTouchCapability) = (textSize, force)
        super.init()
    }

    /// Makes an empty trait collection. *Source*: Apple, UITraitCollection.init().
    public convenience override init() { self.init(scale: 0) }
    /// Makes surroundings with a screen of a scale. *Source*: Apple, UITraitCollection.init(displayScale:).
    public convenience init(displayScale scale: CGFloat) { self.init(scale: scale) }
    /// Makes light or dark surroundings. *Source*: Apple, UITraitCollection.init(userInterfaceStyle:).
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
    /// Makes surroundings of a kind of device. *Source*: Apple, UITraitCollection.init(userInterfaceIdiom:).
    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(idiom: idiom) }
    /// Makes surroundings with room from left to right. *Source*: Apple, UITraitCollection.init(horizontalSizeClass:).
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(horizontal: horizontalSizeClass)
    }
    /// Makes surroundings with room from top to bottom. *Source*: Apple, UITraitCollection.init(verticalSizeClass:).
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }
    /// Makes traits of a direction of text. *Source*: Apple, UITraitCollection.init(layoutDirection:).
    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init(direction: layoutDirection)
    }
    /// Makes traits of a size of text. *Source*: Apple, UITraitCollection.init(preferredContentSizeCategory:).
    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(textSize: preferredContentSizeCategory)
    }
    /// Makes traits of a screen that tells how hard it is pressed, or does not. *Source*: Apple,
    /// UITraitCollection.init(forceTouchCapability:).
    public convenience init(forceTouchCapability capability: UIForceTouchCapability) { self.init(force: capability) }

    /// Makes surroundings that say what others say; where several say something, the last counts. *Source*: Apple,
    /// UITraitCollection.init(traitsFrom:).
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        func last<Trait>(_ value: (UITraitCollection) -> Trait, _ isSaid: (Trait) -> Bool, _ none: Trait) -> Trait {
            traitCollections.last { isSaid(value($0)) }.map(value) ?? none
        }
        self.init(
            scale: last(\.displayScale, { $0 > 0 }, 0),
            style: last(\.userInterfaceStyle, { $0 != .unspecified }, .unspecified),
            idiom: last(\.userInterfaceIdiom, { $0 != .unspecified }, .unspecified),
            horizontal: last(\.horizontalSizeClass, { $0 != .unspecified }, .unspecified),
            vertical: last(\.verticalSizeClass, { $0 != .unspecified }, .unspecified),
            direction: last(\.layoutDirection, { $0 != .unspecified }, .unspecified),
            textSize: last(\.preferredContentSizeCategory, { $0 != .unspecified }, .unspecified),
            force: last(\.forceTouchCapability, { $0 != .unknown }, .unknown))
    }

    /// The traits that colours are looked up in: those of the view that lays out, draws, or hears of a change, on its
    /// thread; or what a program sets, for the thread that sets it; else the system's.
    ///
    /// *Source*: Apple, UITraitCollection.current.
    open class var current: UITraitCollection {
        get { CurrentTraits.ofThread.traits ?? system }
        set { CurrentTraits.ofThread.traits = newValue }
    }

    /// Calls a block with these traits as the current ones. *Source*: Apple, UITraitCollection.performAsCurrent(_:).
    open func performAsCurrent(_ actions: () -> Void) {
        let holder = CurrentTraits.ofThread
        let before = holder.traits
        holder.traits = self
        defer { holder.traits = before }
        actions()
    }

    /// What the screen and the system are like now. Room is said as on a phone upright or on its side: compact from
    /// left to right where the screen is narrower than 600 points, compact from top to bottom where it is lower than
    /// 480. Text is of the size `large`, and runs from the left. *Source*: size classes of devices in Apple's Human
    /// Interface Guidelines, "Layout"; the limits between them are assumed.
    static var system: UITraitCollection {
        let shape = UIScreen.shape.withLock { $0 }
        return UITraitCollection(
            scale: shape.scale, style: systemStyle.withLock { $0 },
            idiom: min(shape.bounds.width, shape.bounds.height) < 600 ? .phone : .pad,
            horizontal: shape.bounds.width < 600 ? .compact : .regular,
            vertical: shape.bounds.height < 480 ? .compact : .regular, direction: .leftToRight, textSize: .large,
            force: .unavailable)
    }

    /// Makes the system light or dark.
    package static func adopt(_ style: UIUserInterfaceStyle) { systemStyle.withLock { $0 = style } }

    /// Whether colours look different in other surroundings. *Source*: Apple,
    /// UITraitCollection.hasDifferentColorAppearance(comparedTo:).
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
            && userInterfaceIdiom == other.userInterfaceIdiom && horizontalSizeClass == other.horizontalSizeClass
            && verticalSizeClass == other.verticalSizeClass && layoutDirection == other.layoutDirection
            && preferredContentSizeCategory == other.preferredContentSizeCategory
            && forceTouchCapability == other.forceTouchCapability
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(displayScale)
        hasher.combine(userInterfaceStyle)
        hasher.combine(horizontalSizeClass)
        hasher.combine(verticalSizeClass)
        return hasher.finalize()
    }
}

/// The current traits of a thread, where they are not the system's.
private final class CurrentTraits: NSObject {
    var traits: UITraitCollection?

    static var ofThread: CurrentTraits {
        let key = "org.mica.UIKit.traits"
        if let known = Thread.current.threadDictionary[key] as? CurrentTraits { return known }
        let made = CurrentTraits()
        Thread.current.threadDictionary[key] = made
        return made
    }
}
