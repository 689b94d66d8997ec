import CoreText
import Foundation

/// A colour; immutable. A colour with a provider is dynamic: it depends on traits, as the system's colours do.
// Safe because: the stored properties are immutable and of Sendable types, or a @Sendable closure.
open class UIColor: NSObject, NSCopying, NSSecureCoding, ColorHolder, @unchecked Sendable {
    private let kind = CoreFoundationKind()
    private let fixed: CGColor
    private let provider: (@Sendable (UITraitCollection) -> UIColor)?

    /// The colour for Core Graphics, as resolved for `UITraitCollection.current`.
    open var cgColor: CGColor { provider == nil ? fixed : resolvedColor(with: .current).fixed }

    /// Makes a dynamic colour.
    ///
    /// - Parameter dynamicProvider: Returns the colour for traits; may be called on any thread.
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        (fixed, provider) = (.clear, dynamicProvider)
        super.init()
    }

    /// The colour for traits; itself if it is not dynamic. A colour whose provider returns itself is clear.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        var color = self
        // A provider may return another dynamic colour, but the chain must end.
        for _ in 0..<8 {
            guard let provider = color.provider else { return color }
            color = provider(traitCollection)
        }
        return UIColor(cgColor: color.fixed)
    }

    /// Whether the colour depends on traits.
    final var isDynamic: Bool { provider != nil }

    /// Makes a clear colour. Apple's is only a placeholder: reading its components fails there.
    public override init() {
        (fixed, provider) = (.clear, nil)
        super.init()
    }

    /// Makes a colour from red, green, blue and alpha in sRGB, 0...1.
    public required init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (fixed, provider) = (CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha), nil)
        super.init()
    }

    /// Makes a colour from red, green, blue and alpha in Display P3, 0...1.
    public required init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let space = CGColorSpace(name: CGColorSpace.displayP3)
        let color = space.flatMap { CGColor(colorSpace: $0, components: [red, green, blue, alpha]) }
        (fixed, provider) = (color ?? CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha), nil)
        super.init()
    }

    /// Makes a gray; 0 is black, 1 is white.
    public required init(white: CGFloat, alpha: CGFloat) {
        (fixed, provider) = (CGColor(gray: white, alpha: alpha), nil)
        super.init()
    }

    /// Makes a colour from hue, saturation, brightness and alpha, 0...1 each.
    public required init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let (s, v) = (min(max(saturation, 0), 1), min(max(brightness, 0), 1))
        // A hue of NaN or infinity counts as red.
        let sector = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        let part = sector - sector.rounded(.down)
        let (low, falling, rising) = (v * (1 - s), v * (1 - s * part), v * (1 - s * (1 - part)))
        let (red, green, blue) =
            switch Int(sector) {
            case 0: (v, rising, low)
            case 1: (falling, v, low)
            case 2: (low, v, rising)
            case 3: (low, falling, v)
            case 4: (rising, low, v)
            default: (v, low, falling)
            }
        (fixed, provider) = (CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha), nil)
        super.init()
    }

    /// Makes a colour that paints a picture's copies side by side.
    ///
    /// As the background of a view they begin at the upper left corner of its bounds, in a context at the origin of its
    /// first coordinates. As the background of a layer they are upside down, as on iOS. A picture without pixels is clear.
    public init(patternImage image: UIImage) {
        let pattern = image.upright.cgImage.flatMap { pixels in
            image.size.width > 0 && image.size.height > 0 ? CGPattern(pixels, size: image.size) : nil
        }
        (fixed, provider) = (pattern.map { CGColor(pattern: $0) } ?? .clear, nil)
        super.init()
    }

    /// Makes a colour from one of Core Graphics.
    public required init(cgColor: CGColor) {
        (fixed, provider) = (cgColor, nil)
        super.init()
    }

    /// Reads a colour from an archive; nil if it is damaged.
    public required init?(coder: NSCoder) {
        let parts = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"].map { coder.decodeDouble(forKey: $0) }
        guard parts.allSatisfy({ $0.isFinite }), coder.containsValue(forKey: "UIAlpha") else { return nil }
        (fixed, provider) = (CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]), nil)
        super.init()
    }

    /// Writes the colour into an archive, in sRGB; a pattern is written as a clear colour.
    open func encode(with coder: NSCoder) {
        let parts = components
        for (key, part) in zip(
            ["UIRed", "UIGreen", "UIBlue", "UIAlpha"], [parts.red, parts.green, parts.blue, parts.alpha])
        {
            coder.encode(Double(part), forKey: key)
        }
    }

    /// True: archives of colours can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// The colour's space and components, as UIKit prints them: `UIExtendedSRGBColorSpace 1 0 0 1`. *Source*: logs in
    /// public questions.
    open override var description: String {
        guard !isDynamic else {
            return UIView.name(of: self).replacingOccurrences(of: "UIColor", with: "UIDynamicProviderColor")
        }
        let numbers = cgColor.components ?? []
        let space =
            switch (cgColor.colorSpace?.model, cgColor.colorSpace?.name as String?) {
            case (.monochrome?, _): "UIExtendedGrayColorSpace"
            case (.rgb?, "kCGColorSpaceDisplayP3"?): "UIDisplayP3ColorSpace"
            case (.pattern?, _): "kCGColorSpacePattern"
            default: "UIExtendedSRGBColorSpace"
            }
        return space + numbers.map { String(format: " %g", Double($0)) }.joined()
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The colour with another alpha; a dynamic colour stays dynamic.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if provider != nil {
            return UIColor { traits in self.resolvedColor(with: traits).withAlphaComponent(alpha) }
        }
        return UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor)
    }

    /// The colour in sRGB.
    final var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let value = cgColor.value.inSRGB
        return (CGFloat(value.red), CGFloat(value.green), CGFloat(value.blue), CGFloat(value.alpha))
    }

    /// The gray of the colour's luminance, with its alpha, for dimmed tints. *Source* of the weights: ITU-R BT.709.
    final var grayed: UIColor {
        let parts = components
        return UIColor(white: 0.2126 * parts.red + 0.7152 * parts.green + 0.0722 * parts.blue, alpha: parts.alpha)
    }

    /// Writes the components in sRGB, 0...1; false, with nothing written, for a pattern.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard cgColor.pattern == nil else { return false }
        let parts = components
        unsafe red?.pointee = parts.red
        unsafe green?.pointee = parts.green
        unsafe blue?.pointee = parts.blue
        unsafe alpha?.pointee = parts.alpha
        return true
    }

    /// Writes hue, saturation, brightness and alpha, 0...1 each, in sRGB; false, with nothing written, for a pattern. A
    /// gray has the hue 0.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard cgColor.pattern == nil else { return false }
        let parts = components
        let (high, low) = (max(parts.red, parts.green, parts.blue), min(parts.red, parts.green, parts.blue))
        let range = high - low
        var sector: CGFloat = 0
        if range > 0 {
            if high == parts.red {
                sector = (parts.green - parts.blue) / range
            } else if high == parts.green {
                sector = (parts.blue - parts.red) / range + 2
            } else {
                sector = (parts.red - parts.green) / range + 4
            }
            if sector < 0 { sector += 6 }
        }
        unsafe hue?.pointee = sector / 6
        unsafe saturation?.pointee = high > 0 ? range / high : 0
        unsafe brightness?.pointee = high
        unsafe alpha?.pointee = parts.alpha
        return true
    }

    /// Writes the gray and the alpha, 0...1; false if the colour is no gray, or a pattern.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        guard cgColor.pattern == nil else { return false }
        let parts = components
        guard parts.red == parts.green, parts.green == parts.blue else { return false }
        unsafe white?.pointee = parts.red
        unsafe alpha?.pointee = parts.alpha
        return true
    }

    /// Sets the current context's fill and stroke colour.
    open func set() {
        setFill()
        setStroke()
    }

    /// Sets the current context's fill colour.
    open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    /// Sets the current context's stroke colour.
    open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    /// Whether another object is an equal colour. Dynamic colours are equal if they are equal in light and in dark
    /// traits.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        if self === other { return true }
        guard isDynamic || other.isDynamic else { return fixed == other.fixed }
        return Self.styles.allSatisfy { resolvedColor(with: $0).fixed == other.resolvedColor(with: $0).fixed }
    }
    open override var hash: Int { Self.styles.map { resolvedColor(with: $0).fixed }.hashValue }

    private static let styles = [
        UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark),
    ]

    /// Black, in gray.
    open class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// Gray, 1/3.
    open class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
    /// Gray, 2/3.
    open class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
    /// White, in gray.
    open class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// Gray, 1/2.
    open class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// sRGB (1, 0, 0).
    open class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// sRGB (0, 1, 0).
    open class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// sRGB (0, 0, 1).
    open class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// sRGB (0, 1, 1).
    open class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    /// sRGB (1, 1, 0).
    open class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// sRGB (1, 0, 1).
    open class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    /// sRGB (1, 0.5, 0).
    open class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    /// sRGB (0.5, 0, 0.5).
    open class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// sRGB (0.6, 0.4, 0.2).
    open class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// Transparent: gray 0, alpha 0.
    open class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}
