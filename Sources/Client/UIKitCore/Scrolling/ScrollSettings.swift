import CoreGraphics
import Foundation

extension UIScrollView {
    /// The factor by which the velocity falls in a millisecond.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        /// The factor per millisecond, between 0 and 1.
        public let rawValue: CGFloat
        /// Makes a rate from its factor per millisecond.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// 0.998. *Source*: Apple, UIScrollView.DecelerationRate.normal; a program in Stack Overflow, question 5745471,
        /// prints the number.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// 0.99. *Source*: Apple, UIScrollView.DecelerationRate.fast; the number is from there, too.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    /// The colour of the indicators.
    public enum IndicatorStyle: Int, Sendable {
        /// Dark in light traits, light in dark ones.
        case `default`
        /// Dark.
        case black
        /// Light.
        case white
    }

    /// When a drag ends the editing of text; raw values are Apple's.
    ///
    /// The view above the keyboard (`inputAccessoryView`) goes with the keyboard here in every mode. *Source*: Apple,
    /// UIScrollView.KeyboardDismissMode, whose modes `withAccessory` are of iOS 16.
    public enum KeyboardDismissMode: Int, Sendable {
        /// Never.
        case none
        /// When it begins.
        case onDrag
        /// When it has pulled the keyboard off the screen; here when it begins, as a drag does not move input views.
        case interactive
        /// As `onDrag`, with the view above the keyboard.
        case onDragWithAccessory
        /// As `interactive`, with the view above the keyboard.
        case interactiveWithAccessory
    }

    /// When a list's index is shown.
    public enum IndexDisplayMode: Int, Sendable {
        /// As needed.
        case automatic
        /// Never.
        case alwaysHidden
    }

    /// When the safe area is added to the content's insets.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// As `scrollableAxes`, and at the top and bottom in a navigation controller.
        case automatic
        /// Along the axes that scroll.
        case scrollableAxes
        /// Never.
        case never
        /// Always.
        case always
    }
}

/// The settings of a scroll view that a program sets, most of them once.
struct ScrollSettings {
    /// The boolean settings, as bits.
    struct Flags: OptionSet {
        let rawValue: UInt16
        static let scrollEnabled = Flags(rawValue: 1 << 0)
        static let directionalLock = Flags(rawValue: 1 << 1)
        static let bounces = Flags(rawValue: 1 << 2)
        static let alwaysBounceVertical = Flags(rawValue: 1 << 3)
        static let alwaysBounceHorizontal = Flags(rawValue: 1 << 4)
        static let paging = Flags(rawValue: 1 << 5)
        static let showsVertical = Flags(rawValue: 1 << 6)
        static let showsHorizontal = Flags(rawValue: 1 << 7)
        static let adjustsIndicatorInsets = Flags(rawValue: 1 << 8)
        static let delaysTouches = Flags(rawValue: 1 << 9)
        static let cancelsTouches = Flags(rawValue: 1 << 10)
        static let bouncesZoom = Flags(rawValue: 1 << 11)
        static let scrollsToTop = Flags(rawValue: 1 << 12)

        /// *Source*: Apple, UIScrollView.h, the defaults.
        static let standard: Flags = [
            .scrollEnabled, .bounces, .showsVertical, .showsHorizontal, .adjustsIndicatorInsets, .delaysTouches,
            .cancelsTouches, .bouncesZoom, .scrollsToTop,
        ]

        mutating func set(_ flag: Flags, _ isOn: Bool) {
            if isOn { insert(flag) } else { remove(flag) }
        }
    }

    var flags = Flags.standard
    var contentSize = CGSize.zero
    var contentInset = UIEdgeInsets.zero
    /// The part of a bar's height that is hidden while it follows the view, in points: added to the safe area's top.
    var barInset: CGFloat = 0
    /// The bar that follows the view; nil for none.
    weak var barLink: (any ScrollBarLink)?
    /// The adjusted insets at the last check.
    var adjustedInset = UIEdgeInsets.zero
    var adjustment = UIScrollView.ContentInsetAdjustmentBehavior.automatic
    var rate = UIScrollView.DecelerationRate.normal
    var indicatorStyle = UIScrollView.IndicatorStyle.default
    var verticalIndicatorInsets = UIEdgeInsets.zero
    var horizontalIndicatorInsets = UIEdgeInsets.zero
    var dismissMode = UIScrollView.KeyboardDismissMode.none
    var indexMode = UIScrollView.IndexDisplayMode.automatic
    /// The inset that a refresh control adds at the top, in points.
    var refreshInset: CGFloat = 0
}

extension UIEdgeInsets {
    /// Edge by edge.
    static func + (a: UIEdgeInsets, b: UIEdgeInsets) -> UIEdgeInsets {
        UIEdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
    }

    /// Whether all numbers are finite.
    var isUsable: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
