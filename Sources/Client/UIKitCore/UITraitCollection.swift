import CoreGraphics
import Foundation
import Synchronization

/// Whether an interface is light or dark; raw values are Apple's.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not set.
    case unspecified = 0
    /// Dark text on light.
    case light = 1
    /// Light text on dark.
    case dark = 2
}

/// The room along an axis; raw values are Apple's.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not set.
    case unspecified = 0
    /// Little room.
    case compact = 1
    /// Enough room.
    case regular = 2
}

/// The depth of an interface; raw values are Apple's.
public enum UIUserInterfaceLevel: Int, Sendable {
    /// Not set.
    case unspecified = -1
    /// The lowest.
    case base = 0
    /// Over another, such as a sheet: dark backgrounds are lighter.
    case elevated = 1
}

/// The kind of device; raw values are Apple's.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not set.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// The screen of a car.
    case carPlay = 3
    /// A desktop computer.
    case mac = 5
    /// Glasses.
    case vision = 6
}

/// The direction of text; raw values are Apple's.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    /// Not set.
    case unspecified = -1
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// Whether a screen measures the force of touches; raw values are Apple's.
public enum UIForceTouchCapability: Int, Sendable {
    /// Not set.
    case unknown = 0
    /// It does not.
    case unavailable = 1
    /// It does.
    case available = 2
}

/// The conditions of an interface or a picture: the screen's scale, light or dark, the room.
// Safe because: all stored properties are immutable and of Sendable types.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// Pixels per point; 0 if not set.
    public let displayScale: CGFloat
    /// Light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The kind of device.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// The room along the horizontal axis.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// The room along the vertical axis.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// The direction of text.
    public let layoutDirection: UITraitEnvironmentLayoutDirection
    /// The user's size of text.
    public let preferredContentSizeCategory: UIContentSizeCategory
    /// Whether the screen measures the force of touches; not set counts as no.
    public let forceTouchCapability: UIForceTouchCapability
    /// The depth of the interface.
    public let userInterfaceLevel: UIUserInterfaceLevel

    private static let systemStyle = Mutex(LaunchSettings.current.style)

    private init(
        scale: CGFloat = 0, style: UIUserInterfaceStyle = .unspecified, idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
        direction: UITraitEnvironmentLayoutDirection = .unspecified, textSize: UIContentSizeCategory = .unspecified,
        force: UIForceTouchCapability = .unknown, level: UIUserInterfaceLevel = .unspecified
    ) {
        (displayScale, userInterfaceStyle, userInterfaceIdiom) = (scale, style, idiom)
        (horizontalSizeClass, verticalSizeClass, layoutDirection) = (horizontal, vertical, direction)
        (preferredContentSizeCategory, forceTouchCapability) = (textSize, force)
        userInterfaceLevel = level
        super.init()
    }

    /// Makes a collection in which no trait is set.
    public convenience override init() { self.init(scale: 0) }
    /// Makes a collection with only a screen's scale.
    public convenience init(displayScale scale: CGFloat) { self.init(scale: scale) }
    /// Makes a collection with only a style.
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
    /// Makes a collection with only a kind of device.
    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(idiom: idiom) }
    /// Makes a collection with only a horizontal size class.
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(horizontal: horizontalSizeClass)
    }
    /// Makes a collection with only a vertical size class.
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }
    /// Makes a collection with only a direction of text.
    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init(direction: layoutDirection)
    }
    /// Makes a collection with only a size of text.
    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(textSize: preferredContentSizeCategory)
    }
    /// Makes a collection with only a force touch capability.
    public convenience init(forceTouchCapability capability: UIForceTouchCapability) { self.init(force: capability) }

    /// Makes a collection with only a depth of the interface.
    public convenience init(userInterfaceLevel: UIUserInterfaceLevel) { self.init(level: userInterfaceLevel) }

    /// Makes a collection of all traits that are set in others; of a trait set in several, the last counts.
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
            force: last(\.forceTouchCapability, { $0 != .unknown }, .unknown),
            level: last(\.userInterfaceLevel, { $0 != .unspecified }, .unspecified))
    }

    /// The traits that dynamic colours resolve with. While a view lays out, draws, or observes a change, they are the
    /// view's, on its thread; or those that a program sets, for its thread; otherwise the system's.
    open class var current: UITraitCollection {
        get { CurrentTraits.ofThread.traits ?? system }
        set { CurrentTraits.ofThread.traits = newValue }
    }

    /// Calls a block while these traits are the current ones.
    open func performAsCurrent(_ actions: () -> Void) {
        let holder = CurrentTraits.ofThread
        let before = holder.traits
        holder.traits = self
        defer { holder.traits = before }
        actions()
    }

    /// The present traits of the screen and the system. Size classes are as on a phone upright or on its side:
    /// horizontally compact if the screen is narrower than 600 points, vertically compact if it is lower than 480. Size
    /// and direction of text are `LaunchSettings`'. *Source*: size classes of devices in Apple's Human Interface Guidelines,
    /// "Layout"; the limits between them are assumed.
    package static var system: UITraitCollection {
        let shape = UIScreen.shape.withLock { $0 }
        return UITraitCollection(
            scale: shape.scale, style: systemStyle.withLock { $0 },
            idiom: min(shape.bounds.width, shape.bounds.height) < 600 ? .phone : .pad,
            horizontal: shape.bounds.width < 600 ? .compact : .regular,
            vertical: shape.bounds.height < 480 ? .compact : .regular,
            direction: LaunchSettings.current.direction == .rightToLeft ? .rightToLeft : .leftToRight,
            textSize: LaunchSettings.current.contentSize, force: .unavailable, level: .base)
    }

    /// Sets the system's style, light or dark.
    package static func adopt(_ style: UIUserInterfaceStyle) { systemStyle.withLock { $0 = style } }

    /// Whether colours look different in other traits.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
            || userInterfaceLevel != traitCollection?.userInterfaceLevel
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
            && userInterfaceIdiom == other.userInterfaceIdiom && horizontalSizeClass == other.horizontalSizeClass
            && verticalSizeClass == other.verticalSizeClass && layoutDirection == other.layoutDirection
            && preferredContentSizeCategory == other.preferredContentSizeCategory
            && forceTouchCapability == other.forceTouchCapability && userInterfaceLevel == other.userInterfaceLevel
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

/// The current traits of a thread; nil for the system's.
private final class CurrentTraits: NSObject {
    var traits: UITraitCollection?

    // Safe because: only the main thread uses it.
    private nonisolated(unsafe) static let main = CurrentTraits()

    static var ofThread: CurrentTraits {
        if Thread.isMainThread { return unsafe main }
        let key = "org.mica.UIKit.traits"
        if let known = Thread.current.threadDictionary[key] as? CurrentTraits { return known }
        let made = CurrentTraits()
        Thread.current.threadDictionary[key] = made
        return made
    }
}
