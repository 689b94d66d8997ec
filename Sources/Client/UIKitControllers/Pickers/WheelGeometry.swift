import CoreGraphics
import Foundation

/// The places of a wheel's rows: on a cylinder, seen from far away.
///
/// *Source*: others fitted the frames that UIKit gives its picker's cells at 13 sizes, to a millionth of a point
/// (the known gaps of Vercantez/openuikit): a wheel of ceil(2 (H + 75) / h) rows with a radius of 0.334225372 (H + 75)
/// for a picker of height H and rows of height h.
struct WheelGeometry {
    /// *Units*: points. *Source*: as above.
    static let standardRowHeight: CGFloat = 32

    /// *Units*: points.
    let height: CGFloat, rowHeight: CGFloat
    /// The angle between two rows, in radians, and the wheel's radius in points.
    let step: CGFloat, radius: CGFloat

    init(height: CGFloat, rowHeight: CGFloat) {
        (self.height, self.rowHeight) = (height, max(1, rowHeight))
        let length = height + 75
        step = 2 * .pi / max(3, (2 * length / self.rowHeight).rounded(.up))
        radius = 0.334225372 * length
    }

    /// The angle of a row at a distance in rows from the middle; nil on the wheel's far side.
    func angle(_ distance: CGFloat) -> CGFloat? {
        let angle = distance * step
        return abs(angle) < .pi / 2 ? angle : nil
    }

    /// The y coordinate of a row's middle, in points from the picker's top.
    func middle(_ angle: CGFloat) -> CGFloat { height / 2 + radius * sin(angle) }

    /// The distance in rows from the middle of the row at a y coordinate; nil beside the wheel.
    func distance(at y: CGFloat) -> CGFloat? {
        let share = (y - height / 2) / radius
        return abs(share) < 1 ? asin(share) / step : nil
    }

    /// The number of rows that can be seen on one side of the middle one.
    var side: Int { Int((.pi / 2 / step).rounded(.down)) }

    /// The opacity of a row: full in the middle, fading towards the edges. It is assumed from pictures of iOS 14 to 18.
    func opacity(_ distance: CGFloat, _ angle: CGFloat) -> CGFloat {
        let middle = max(0, 1 - abs(distance))
        return max(0, (0.5 + 0.5 * middle) * cos(angle))
    }
}
