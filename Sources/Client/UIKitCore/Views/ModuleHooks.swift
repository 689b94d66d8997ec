import CoreGraphics
import MicaEvents

// Members of views in the modules above that this one uses. Swift overrides only public members across modules, so that
// these are requirements of protocols: they are not Apple's.

/// A part of a view of this library, which is made anew and goes into no archive.
package protocol OwnPart: UIView {}

/// A view with text, for constraints of its baselines and of a height that depends on the width.
package protocol MeasuredContent: UIView {
    /// The distances of the first baseline from the top and of the last from the bottom, in points.
    var measuredBaselines: (first: CGFloat, last: CGFloat) { get }
    /// Whether the content's height depends on its width.
    var heightFollowsWidth: Bool { get }
    /// The content's height at a width, in points.
    func measuredHeight(forWidth width: CGFloat) -> CGFloat
}

extension MeasuredContent {
    /// Makes the view count as measured.
    package func adoptMeasured() { flags.insert(.measured) }
}

/// A view with a kind of its own in the tree of accessibility.
package protocol AccessibilityKindHolder: UIView {
    /// The kind.
    var accessibilityKind: AccessibilityTree.Kind { get }
}

/// A view that assistive technologies know by a kind that XCUITest's elements do not have, or group otherwise.
package protocol AccessibleRoleHolder: UIView {
    /// The kind.
    var accessibleRole: AccessibleRole { get }
    /// Whether it is selected, besides its traits.
    var isAccessiblySelected: Bool { get }
}

extension AccessibleRoleHolder {
    /// False: the traits say it.
    package var isAccessiblySelected: Bool { false }
}
