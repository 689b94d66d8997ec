import CoreGraphics
import CoreText
import Foundation

/// The shadow of letters, for `NSAttributedString.Key.shadow`. *Source*: Apple, NSShadow.
open class NSShadow: NSObject, NSCopying, ShadowHolder {
    /// Where it lies, y down. *Units*: points. *Source*: Apple, NSShadow.shadowOffset: nothing at first.
    open var shadowOffset = CGSize.zero
    /// How soft it is: twice the standard deviation of a Gaussian. *Units*: points. *Source*: Apple,
    /// NSShadow.shadowBlurRadius: 0 at first.
    open var shadowBlurRadius: CGFloat = 0
    /// Its colour, a UIColor or a CGColor: black, a third opaque, at first; nil for no shadow. *Source*: Apple,
    /// NSShadow.shadowColor.
    open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

    /// Makes a shadow that lies under what it is of.
    public override init() { super.init() }

    /// A shadow with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSShadow()
        (copy.shadowOffset, copy.shadowBlurRadius, copy.shadowColor) = (shadowOffset, shadowBlurRadius, shadowColor)
        return copy
    }

    /// What Core Text draws; nil without a colour.
    package var textShadow: TextShadow? {
        guard let color = (shadowColor as? UIColor)?.cgColor ?? (shadowColor as? CGColor) else { return nil }
        return TextShadow(offset: shadowOffset, blur: shadowBlurRadius, color: color)
    }
}
