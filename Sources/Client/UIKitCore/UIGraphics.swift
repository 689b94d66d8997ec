/// A thread's stack of current contexts.
private final class ContextStack: NSObject {
    struct Entry {
        var context: CGContext
        /// Pixels per point of an image in progress; nil for a context that was pushed.
        var scale: CGFloat?
    }
    var entries: [Entry] = []

    // Safe because: only the main thread uses it.
    private nonisolated(unsafe) static let main = ContextStack()

    static var current: ContextStack {
        if Thread.isMainThread { return unsafe main }
        let key = "org.mica.UIKit.contexts"
        if let known = Thread.current.threadDictionary[key] as? ContextStack { return known }
        let made = ContextStack()
        Thread.current.threadDictionary[key] = made
        return made
    }
}

/// This thread's current context; nil if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.entries.last?.context }

/// Makes a context the current one, until it is popped.
public func UIGraphicsPushContext(_ context: CGContext) {
    ContextStack.current.entries.append(ContextStack.Entry(context: context, scale: nil))
}

/// Restores the context before; ignored if the current one was not pushed.
public func UIGraphicsPopContext() {
    guard let last = ContextStack.current.entries.last, last.scale == nil else { return }
    ContextStack.current.entries.removeLast()
}

/// Begins a transparent image with one pixel a point.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image. Drawing goes to it until it is ended. *Space*: points, y down from the top left corner; so are
/// shadows and patterns, which ignore later transforms.
///
/// - Parameters:
///   - size: The size in points; an image without pixels is not begun.
///   - opaque: Whether the image is black at first, and always opaque.
///   - scale: Pixels per point; 0 stands for the screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    _ = beginImage(size, opaque: opaque, scale: scale)
}

/// Begins an image, as `UIGraphicsBeginImageContextWithOptions(_:_:_:)` does. Returns its context; nil if it was not
/// begun.
func beginImage(_ size: CGSize, opaque: Bool, scale: CGFloat) -> CGContext? {
    let scale = scale > 0 ? scale : UIScreen.shape.withLock { $0.scale }
    // A rounding error adds no pixel.
    let (width, height) = ((size.width * scale - 4e-6).rounded(.up), (size.height * scale - 4e-6).rounded(.up))
    guard width >= 1, height >= 1, width <= 32767, height <= 32767,
        let space = CGColorSpace(name: CGColorSpace.sRGB),
        let context = CGContext(
            width: Int(width), height: Int(height), space: space,
            bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue
                | (opaque ? CGImageAlphaInfo.noneSkipFirst : .premultipliedFirst).rawValue,
            baseMatrix: CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: height))
    else { return nil }
    ContextStack.current.entries.append(ContextStack.Entry(context: context, scale: scale))
    return context
}

/// A copy of the image begun last, as drawn so far; nil if none was begun.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let entry = ContextStack.current.entries.last, let scale = entry.scale else { return nil }
    return entry.context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
}

/// Ends the image begun last; ignored if none was begun.
public func UIGraphicsEndImageContext() {
    guard let last = ContextStack.current.entries.last, last.scale != nil else { return }
    ContextStack.current.entries.removeLast()
}

/// Fills a rectangle with the fill colour of the current context.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

/// Draws a frame one point wide just inside a rectangle.
public func UIRectFrame(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setLineWidth(1)
    context.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
    context.restoreGState()
}

/// Fills a rectangle in a blend mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    context.fill(rect)
    context.restoreGState()
}

/// Draws a frame one point wide just inside a rectangle, in a blend mode.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    UIRectFrame(rect)
    context.restoreGState()
}

/// Clips drawing in the current context to a rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
