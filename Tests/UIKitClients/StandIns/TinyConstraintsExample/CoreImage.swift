import UIKit

/// Core Image's colour: there is no Core Image here.
struct CIColor {
    var red: CGFloat = 0
    var green: CGFloat = 0
    var blue: CGFloat = 0
    var alpha: CGFloat = 0

    init(color: UIColor) { color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) }
}

extension CGGradient {
    /// On Apple's systems an NSArray is a CFArray.
    convenience init?(colorsSpace space: CGColorSpace?, colors: NSArray, locations: UnsafePointer<CGFloat>?) {
        self.init(colorsSpace: space, colors: colors.map { $0 }, locations: locations)
    }
}
