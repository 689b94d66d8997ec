// The types that the compiler makes `#colorLiteral` and `#imageLiteral` from.

import MicaTrace

/// The type of `#colorLiteral(red:green:blue:alpha:)`.
public typealias _ColorLiteralType = UIColor
/// The type of `#imageLiteral(resourceName:)`.
public typealias _ImageLiteralType = UIImage

/// A colour made from a literal. A protocol's initializer need not be `required` of subclasses.
public protocol ColorLiteral: _ExpressibleByColorLiteral {}

extension UIColor: ColorLiteral {}

extension ColorLiteral {
    /// Makes the colour of a literal; components are in sRGB, 0...1.
    public init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        let color = UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
        guard let color = color as? Self else {
            stopProgram("a colour literal makes UIColor, not \(Self.self)")
        }
        self = color
    }
}

/// A picture made from a literal. A protocol's initializer need not be `required` of subclasses.
public protocol ImageLiteral: _ExpressibleByImageLiteral {}

extension UIImage: ImageLiteral {}

extension ImageLiteral {
    /// Makes the picture that a literal names.
    ///
    /// - Precondition: `UIImage(named:)` finds the picture.
    public init(imageLiteralResourceName name: String) {
        guard let image = UIImage(named: name) as? Self else {
            stopProgram("there is no picture of the name '\(name)' for #imageLiteral")
        }
        self = image
    }
}
