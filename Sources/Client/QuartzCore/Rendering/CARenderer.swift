import CoreGraphics
import Foundation
import MicaCPU
import MicaFrame
import MicaGeometry
import MicaResources
import MicaServer
import MicaTrace

/// The key of the colour space that a renderer's pictures are in, among its options. It has no effect: they are sRGB.
public let kCARendererColorSpace = "kCARendererColorSpace"

/// Draws a tree of layers into a bitmap, frame by frame, when the program asks for it.
///
///     let renderer = CARenderer(bitmap: context)
///     renderer.layer = root
///     renderer.bounds = root.bounds
///     renderer.beginFrame(atTime: CACurrentMediaTime(), timeStamp: nil)
///     renderer.addUpdate(renderer.updateBounds())
///     renderer.render()
///     renderer.endFrame()
///
/// Pictures go into a bitmap context, which Apple's does not take, into the texture of a `CAMetalLayer`'s drawable, or into a texture of
/// OpenGL's (product OpenGLES: `CARenderer(texture:width:height:context:options:)`). Their top row is where `bounds` has its least y.
/// Between `beginFrame` and `endFrame` the layers are as they were when the frame began.
///
/// *Units*: points of the space that the layer lies in, and seconds of `CACurrentMediaTime()`. *Source*: Apple, CARenderer.h.
open class CARenderer: NSObject {
    /// The root of the tree; nil draws nothing. It has no superlayer, and no other renderer.
    open var layer: CALayer? {
        didSet { if layer !== oldValue { attach() } }
    }
    /// What part of the layer's space fills the bitmap; the null rectangle, at first, draws nothing.
    open var bounds = CGRect.null {
        didSet { if bounds != oldValue { changed = whole } }
    }

    private var target: any RendererTarget
    private let compositor = CPUCompositor(threads: 1)
    private var surface: Bitmap
    private var tree: LayerContext?
    private var server = RenderServer()
    /// The frame that began; nil between frames.
    private var frame: Frame?
    private var frameTime = 0.0
    /// What is drawn anew in this frame.
    private var update = DeviceRect.empty
    /// What differs from what was drawn last.
    private var changed: DeviceRect
    /// What differs from what the surface has, on which nothing is drawn where the target draws by itself.
    private var lacking = DeviceRect.empty

    /// Makes a renderer whose pictures go into a bitmap context, all of it.
    ///
    /// - Parameter options: have no effect.
    public convenience init(bitmap context: CGContext, options: [AnyHashable: Any]? = nil) {
        self.init(target: ContextTarget(context))
    }

    /// Makes a renderer whose pictures go into a drawable's texture, all of it, whose format is one of 8 bits a channel; into others nothing
    /// is drawn, which is said once.
    ///
    /// - Parameter options: have no effect. *Source*: Apple, CARenderer.h.
    public convenience init(mtlTexture tex: any MTLTexture, options dict: [AnyHashable: Any]? = nil) {
        self.init(target: TextureTarget(tex))
    }

    /// Makes a renderer whose pictures go to a target, all of it.
    package init(target: any RendererTarget) {
        self.target = target
        surface = Bitmap(width: max(1, target.width), height: max(1, target.height))
        changed = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height)
        super.init()
    }

    /// Has pictures go into another texture from now on, as of the next drawable; the next one is drawn whole. A frame that was begun is
    /// given up.
    open func setDestination(_ tex: any MTLTexture) {
        target = TextureTarget(tex)
        (frame, update) = (nil, .empty)
        let (width, height) = (max(1, target.width), max(1, target.height))
        if (surface.width, surface.height) != (width, height) { surface = Bitmap(width: width, height: height) }
        changed = whole
    }

    deinit { tree?.invalidate() }

    private func attach() {
        tree?.invalidate()
        let server = RenderServer()
        self.server = server
        (frame, update, changed) = (nil, .empty, whole)
        tree = layer.map { LayerContext(root: $0) { server.receive($0) } }
    }

    /// Begins a frame at a time: commits what has changed, and tells of what has happened up to then. A frame that was begun and
    /// not ended is given up; a time before the last one is that one.
    ///
    /// - Parameter timeStamp: is not looked at.
    open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer? = nil) {
        (frame, update) = (nil, .empty)
        frameTime = t.isFinite ? max(frameTime, t) : frameTime
        MediaClock.with(time: frameTime) {
            CATransaction.flush()
            tree?.deliverEvents(at: frameTime)
            tree?.showDrawables(at: frameTime)
            CATransaction.flush()
        }
        guard layer != nil, bounds.width > 0, bounds.height > 0 else { return }
        let next = server.frame(
            at: frameTime, width: surface.width, height: surface.height, rootTransform: toPixels, background: .clear)
        changed = changed.isEmpty ? next.damage : changed.union(next.damage)
        update = changed
        frame = next
    }

    /// What differs from the frame before, and what `addUpdate(_:)` added; the null rectangle for nothing.
    open func updateBounds() -> CGRect {
        guard frame != nil, !update.isEmpty else { return .null }
        let (x, y) = (scale.width, scale.height)
        return CGRect(
            x: bounds.minX + CGFloat(update.minX) / x, y: bounds.minY + CGFloat(update.minY) / y,
            width: CGFloat(update.width) / x, height: CGFloat(update.height) / y)
    }

    /// Has a rectangle drawn anew as well; nothing outside a frame.
    open func addUpdate(_ r: CGRect) {
        guard let frame, !r.isNull, r.width > 0, r.height > 0 else { return }
        let box = toPixels.deviceBounds(of: LocalRect(r)).intersection(frame.bounds)
        if !box.isEmpty { update = update.isEmpty ? box : update.union(box) }
    }

    /// Draws the frame's update into the bitmap; nothing outside a frame.
    open func render() {
        guard var frame else { return }
        let wanted = update.isEmpty ? changed : changed.isEmpty ? update : changed.union(update)
        guard !wanted.isEmpty else { return }
        lacking = lacking.isEmpty ? changed : changed.isEmpty ? lacking : lacking.union(changed)
        changed = .empty
        if target.draw(frame, wanted) { return }
        frame.damage = lacking
        compositor.draw(frame, into: &surface)
        lacking = .empty
        target.write(surface, wanted)
    }

    /// When the next frame is needed: the time of this one where something moves already, infinity where nothing will.
    open func nextFrameTime() -> CFTimeInterval {
        guard let tree else { return .infinity }
        if !tree.changed.isEmpty || (frame == nil && !changed.isEmpty) { return frameTime }
        return min(
            server.nextChange(from: frameTime), tree.nextEvent(after: frameTime) ?? .infinity,
            tree.nextDrawable(after: frameTime) ?? .infinity)
    }

    /// Ends the frame.
    open func endFrame() { (frame, update) = (nil, .empty) }

    /// The whole bitmap.
    private var whole: DeviceRect { DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height) }

    private var scale: CGSize {
        CGSize(width: CGFloat(surface.width) / bounds.width, height: CGFloat(surface.height) / bounds.height)
    }

    private var toPixels: Homography {
        let (x, y) = (Double(scale.width), Double(scale.height))
        return Homography(a: x, b: 0, c: 0, d: y, tx: -Double(bounds.minX) * x, ty: -Double(bounds.minY) * y)
    }
}

/// Where a renderer's pictures go.
package protocol RendererTarget: AnyObject {
    /// *Units*: pixels.
    var width: Int { get }
    /// *Units*: pixels.
    var height: Int { get }
    /// Draws a frame by itself; false where it does not.
    ///
    /// - Parameter update: what is to be drawn anew, within the frame and not empty.
    func draw(_ frame: Frame, _ update: DeviceRect) -> Bool
    /// Takes over what was drawn anew.
    ///
    /// - Parameters:
    ///   - picture: all of it.
    ///   - update: the part that is other than before, within the picture and not empty.
    func write(_ picture: Bitmap, _ update: DeviceRect)
}

extension RendererTarget {
    /// Targets that draw nothing by themselves.
    package func draw(_ frame: Frame, _ update: DeviceRect) -> Bool { false }
}

/// A bitmap context that a renderer draws into.
private final class ContextTarget: RendererTarget {
    private let context: CGContext

    init(_ context: CGContext) { self.context = context }

    var width: Int { context.width }
    var height: Int { context.height }

    func write(_ picture: Bitmap, _ update: DeviceRect) {
        var part = Bitmap(width: update.width, height: update.height)
        for y in 0..<update.height {
            for x in 0..<update.width { part[x, y] = picture[update.minX + x, update.minY + y] }
        }
        context.saveGState()
        context.setBlendMode(.copy)
        context.setAlpha(1)
        context.setShadow(offset: .zero, blur: 0, color: nil)
        context.draw(part, at: update)
        context.restoreGState()
    }
}

/// A texture of a drawable's that a renderer draws into.
private final class TextureTarget: RendererTarget {
    private let texture: any MTLTexture

    init(_ texture: any MTLTexture) { self.texture = texture }

    var width: Int { texture.width }
    var height: Int { texture.height }

    func write(_ picture: Bitmap, _ update: DeviceRect) {
        guard texture.pixelFormat == .bgra8Unorm || texture.pixelFormat == .bgra8Unorm_srgb else {
            return Notices.say(
                "a CARenderer draws nothing into a texture of the format \(texture.pixelFormat)")
        }
        unsafe picture.pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe texture.replace(
                region: MTLRegionMake2D(update.minX, update.minY, update.width, update.height), mipmapLevel: 0,
                withBytes: base + (update.minY * picture.width + update.minX) * 4, bytesPerRow: picture.width * 4)
        }
    }
}
