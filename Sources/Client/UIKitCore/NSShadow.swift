import CoreGraphics
import CoreText
import Foundation

/// The shadow of letters, for `NSAttributedString.Key.shadow`.
open class NSShadow: NSObject, NSCopying, ShadowHolder {
    /// The offset, y down; zero at first. *Units*: points.
    open var shadowOffset = CGSize.zero
    /// The softness: twice the standard deviation of a Gaussian; 0 at first. *Units*: points.
    open var shadowBlurRadius: CGFloat = 0
    /// The colour, a UIColor or a CGColor; at first black, a third opaque; nil for no shadow.
    open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

    /// Makes a sharp shadow without an offset.
    public override init() { super.init() }

    /// A copy, which may be changed independently.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSShadow()
        (copy.shadowOffset, copy.shadowBlurRadius, copy.shadowColor) = (shadowOffset, shadowBlurRadius, shadowColor)
        return copy
    }

    /// The shadow for Core Text; nil without a colour.
    package var textShadow: TextShadow? {
        guard let color = (shadowColor as? UIColor)?.cgColor ?? (shadowColor as? CGColor) else { return nil }
        return TextShadow(offset: shadowOffset, blur: shadowBlurRadius, color: color)
    }
}
