import CoreGraphics
import Foundation
import QuartzCore

/// A part of a control that shows a colour, a shape or a picture. It takes no touches and draws nothing.
final class ControlPart: UIImageView {
    /// A part has no element of accessibility: its control has one.
    override var standardAccessibilityTraits: UIAccessibilityTraits { .none }

    /// Rounds the corners by a radius in points; without one, by half of the shorter side.
    func round(by radius: CGFloat? = nil) {
        layer.cornerRadius = radius ?? min(bounds.width, bounds.height) / 2
    }

    /// Casts the shadow of a part that lies on a control, such as a thumb.
    ///
    /// - Parameters:
    ///   - opacity: 0 for none.
    ///   - radius: In points.
    func castShadow(opacity: Float, radius: CGFloat, offset: CGFloat) {
        layer.shadowOpacity = opacity
        guard opacity > 0 else { return }
        layer.shadowRadius = radius
        layer.shadowOffset = CGSize(width: 0, height: offset)
        layer.shadowPath = unsafe CGPath(
            roundedRect: bounds, cornerWidth: layer.cornerRadius, cornerHeight: layer.cornerRadius, transform: nil)
    }
}

/// A control's pictures by state. A state without one shows the picture of the normal state.
struct StateImages {
    private var images: [UIControl.State: UIImage] = [:]

    subscript(state: UIControl.State) -> UIImage? {
        get { images[state] }
        set { images[state] = newValue }
    }

    /// The picture to show in a state; nil for none.
    func shown(in state: UIControl.State) -> UIImage? {
        images[state] ?? images[state.subtracting(.focused)] ?? images[.normal]
    }
}

/// The pictures of a divider, by the states of the halves at its sides.
struct DividerImages {
    private struct Sides: Hashable {
        var left: UIControl.State
        var right: UIControl.State
    }

    private var images: [Sides: UIImage] = [:]

    subscript(left: UIControl.State, right: UIControl.State) -> UIImage? {
        get { images[Sides(left: left, right: right)] }
        set { images[Sides(left: left, right: right)] = newValue }
    }

    /// The picture to show between two states; nil for none.
    func shown(_ left: UIControl.State, _ right: UIControl.State) -> UIImage? {
        self[left, right] ?? self[.normal, .normal]
    }
}

extension UIColor {
    /// The colour of a moving part, such as the thumb of a switch: white in light and dark. *Source*: pictures of iOS
    /// 13 to 18.
    static var controlThumb: UIColor { .white }

    /// The colour of the plate behind the selected segment: white, or gray in dark traits. *Source*: Apple's design
    /// resources for iOS 13, "Segmented controls": FFFFFF and 636366.
    static var selectedSegment: UIColor {
        UIColor { traits in
            traits.userInterfaceStyle == .dark
                ? UIColor(red: 99 / 255, green: 99 / 255, blue: 102 / 255, alpha: 1) : .white
        }
    }
}

/// The durations of controls' animations. *Units*: seconds. They are our own: Apple documents none.
enum ControlTiming {
    /// From one end of a switch to the other, or from one segment to another.
    static let toggle = 0.25
    /// From one end of a slider to the other; shorter distances take less. *Source* for the latter: UISlider.h, "move
    /// slider at fixed velocity (i.e. duration depends on distance)".
    static let slide = 0.5
}
