import CoreGraphics
import Foundation
import QuartzCore

/// A part of a control that shows a colour, a shape or a picture: it is not touched, and draws nothing.
final class ControlPart: UIImageView {
    /// A part is not told of: its control tells of itself.
    override var standardAccessibilityTraits: UIAccessibilityTraits { .none }

    /// A round end at each of the short sides, or half of a corner's radius that is asked for.
    func round(by radius: CGFloat? = nil) {
        layer.cornerRadius = radius ?? min(bounds.width, bounds.height) / 2
    }

    /// The shadow of what lies on a control, such as a thumb.
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

/// Pictures of a control for its states; where a state has none, that of the normal one is shown.
struct StateImages {
    private var images: [UIControl.State: UIImage] = [:]

    subscript(state: UIControl.State) -> UIImage? {
        get { images[state] }
        set { images[state] = newValue }
    }

    /// The picture that is shown in a state.
    func shown(in state: UIControl.State) -> UIImage? {
        images[state] ?? images[state.subtracting(.focused)] ?? images[.normal]
    }
}

/// Pictures of what stands between two halves, for the states of both.
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

    /// The picture that is shown between two states.
    func shown(_ left: UIControl.State, _ right: UIControl.State) -> UIImage? {
        self[left, right] ?? self[.normal, .normal]
    }
}

extension UIColor {
    /// Of what is moved on a control, such as the thumb of a switch: white in light and dark. *Source*: pictures of iOS 13 to 18.
    static var controlThumb: UIColor { .white }

    /// Of the plate behind a segment that is selected: white, and a gray in dark traits. *Source*: Apple's design resources for iOS 13,
    /// "Segmented controls": FFFFFF and 636366.
    static var selectedSegment: UIColor {
        UIColor { traits in
            traits.userInterfaceStyle == .dark
                ? UIColor(red: 99 / 255, green: 99 / 255, blue: 102 / 255, alpha: 1) : .white
        }
    }
}

/// How things on controls move. *Units*: seconds. The durations are our own: Apple says none.
enum ControlTiming {
    /// From one end of a switch to the other, and from one segment to the next.
    static let toggle = 0.25
    /// From one end of a slider to the other: shorter ways take less. *Source* for that: UISlider.h, "move slider at fixed velocity (i.e.
    /// duration depends on distance)".
    static let slide = 0.5
}
