/// The form of an image's pixels in the program that made it, before they became premultiplied sRGB of 8 bits a
/// component.
package enum PixelOrigin: UInt8, Sendable, CaseIterable {
    /// Premultiplied sRGB of 8 bits a component, or decoded from a file straight into it: nothing was converted.
    case native
    /// 8 bits a component of red, green and blue in sRGB, in another order, or not multiplied by alpha.
    case reordered
    /// Gray, or only alpha.
    case gray
    /// More than 8 bits a component, or floating-point numbers.
    case deep
    /// 8 bits a component of another colour space.
    case otherSpace
}
