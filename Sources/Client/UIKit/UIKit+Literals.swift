// `#colorLiteral` and `#imageLiteral`, which the compiler makes of these types.

/// What `#colorLiteral(red:green:blue:alpha:)` is.
public typealias _ColorLiteralType = UIColor
/// What `#imageLiteral(resourceName:)` is.
public typealias _ImageLiteralType = UIImage

/// A colour that a literal may make: an initialiser of a protocol need not be `required` of subclasses.
public protocol ColorLiteral: _ExpressibleByColorLiteral {}

extension UIColor: ColorLiteral {}

extension ColorLiteral {
    /// Makes the colour of a literal, in sRGB.
    public init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        let color = UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
        guard let color = color as? Self else {
            preconditionFailure("a colour literal makes UIColor, not \(Self.self)")
        }
        self = color
    }
}

/// A picture that a literal may make: an initialiser of a protocol need not be `required` of subclasses.
public protocol ImageLiteral: _ExpressibleByImageLiteral {}

extension UIImage: ImageLiteral {}

extension ImageLiteral {
    /// Makes the named picture.
    ///
    /// - Precondition: there is such a picture (`UIImage(named:)`).
    public init(imageLiteralResourceName name: String) {
        guard let image = UIImage(named: name) as? Self else {
            preconditionFailure("there is no picture of the name '\(name)' for #imageLiteral")
        }
        self = image
    }
}
