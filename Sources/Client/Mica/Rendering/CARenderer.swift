import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaServer
import MicaTrace
import MicaWire
import QuartzCore
import Synchronization

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
/// Pictures go into a bitmap context, which Apple's renderer does not take; into the texture of a `CAMetalLayer`'s
/// drawable; or into a texture of OpenGL's (product OpenGLES: `CARenderer(texture:width:height:context:options:)`).
/// Their top row is where `bounds` has its least y. Between `beginFrame` and `endFrame` the layers are drawn as they
/// were when the frame began.
///
/// *Units*: points of the space that the layer lies in, and seconds of `CACurrentMediaTime()`. *Source*: Apple,
/// CARenderer.h.
open class CARenderer: NSObject {
    /// The root of the tree; nil draws nothing. It has no superlayer, and no other renderer.
    open var layer: CALayer? {
        didSet { if layer !== oldValue { attach() } }
    }
    /// What part of the layer's space fills the bitmap; the null rectangle, at first, draws nothing.
    open var bounds = CGRect.null {
        didSet { if bounds != oldValue { output.drawWhole() } }
    }

    private let output: RendererOutput
    /// The tree with its server; nil without a layer.
    private var tree: RendererTree?
    /// The frame that began; nil between frames.
    private var frame: Frame?
    private var frameTime = 0.0

    /// Makes a renderer whose pictures go into a bitmap context, all of it.
    ///
    /// - Parameter options: have no effect.
    public convenience init(bitmap context: CGContext, options: [AnyHashable: Any]? = nil) {
        self.init(target: ContextTarget(context))
    }

    /// Makes a renderer whose pictures fill the texture of a drawable. The texture's format has 8 bits a channel;
    /// nothing is drawn into others, and a notice says so once.
    ///
    /// - Parameter dict: has no effect. *Source*: Apple, CARenderer.h.
    public convenience init(mtlTexture tex: any MTLTexture, options dict: [AnyHashable: Any]? = nil) {
        self.init(target: TextureTarget(tex))
    }

    /// Makes a renderer whose pictures go to a target, all of it.
    package init(target: any RendererTarget) {
        output = RendererOutput(target)
        super.init()
    }

    /// Sets the texture that pictures go into from now on, such as the next drawable's. The next picture is drawn
    /// whole. A frame that was begun is given up.
    open func setDestination(_ tex: any MTLTexture) {
        output.target = TextureTarget(tex)
        frame = nil
    }

    deinit { tree?.context.invalidate() }

    private func attach() {
        tree?.context.invalidate()
        frame = nil
        output.drawWhole()
        tree = layer.map { RendererTree(root: $0, output: output) }
    }

    /// Begins a frame at a time: commits changes, and calls delegates and completion blocks that are due by then. A
    /// frame that was begun and not ended is given up. A time before the last frame's is taken as the last frame's.
    ///
    /// - Parameter ts: is not looked at.
    open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer? = nil) {
        frame = nil
        frameTime = t.isFinite ? max(frameTime, t) : frameTime
        MediaClock.with(time: frameTime) {
            CATransaction.flush()
            tree?.work(at: frameTime)
            CATransaction.flush()
        }
        guard let tree, bounds.width > 0, bounds.height > 0 else { return }
        tree.host.rootTransform = toPixels
        frame = tree.host.frame(at: frameTime)
        output.update = output.changed
        // The server's messages are sent when a frame is shown. A program need not render a frame without changes, such
        // as the one after a refused commit.
        if output.changed.isEmpty { render() }
    }

    /// What differs from the frame before, and what `addUpdate(_:)` added; the null rectangle for nothing.
    open func updateBounds() -> CGRect {
        let update = output.update
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
        output.update = output.update.union(box)
    }

    /// Draws the frame's update into the bitmap; nothing outside a frame.
    open func render() {
        guard let frame, let tree else { return }
        tree.host.draw(frame, at: frameTime)
    }

    /// When the next frame is needed: the time of this one where something moves already, infinity where nothing will.
    open func nextFrameTime() -> CFTimeInterval {
        guard let tree else { return .infinity }
        tree.host.take()
        let isDue = tree.hasTiles || (frame == nil && !output.changed.isEmpty)
        if isDue || !tree.context.changed.isEmpty { return frameTime }
        let events = [tree.context.nextEvent(after: frameTime), tree.context.nextDrawable(after: frameTime)]
        return max(frameTime, events.reduce(tree.host.nextChange(at: frameTime)) { min($0, $1 ?? .infinity) })
    }

    /// Ends the frame.
    open func endFrame() {
        frame = nil
        tree?.pump.hear(at: frameTime)
    }

    private var scale: CGSize {
        CGSize(width: CGFloat(output.width) / bounds.width, height: CGFloat(output.height) / bounds.height)
    }

    private var toPixels: Homography {
        let (x, y) = (Double(scale.width), Double(scale.height))
        return Homography(a: x, b: 0, c: 0, d: y, tx: -Double(bounds.minX) * x, ty: -Double(bounds.minY) * y)
    }
}

/// A renderer's tree, with both ends of its connection. It has no display: drawables and tiles are shown with the next
/// frame.
private final class RendererTree {
    let context: LayerContext
    let pump: ClientPump
    let host: SceneHost
    private let arrived = ArrivedTiles()

    init(root: CALayer, output: RendererOutput) {
        let connection = LocalConnection()
        context = LayerContext(root: root, connection: connection, capture: CaptureLog.ofNewTree())
        pump = ClientPump(context: context, connection: connection)
        // Drawables would wait for the refreshes of the pump's display, and there is none.
        context.arrivals.pump = nil
        host = SceneHost(
            context: context.id, connection: connection, source: LiveScene(RenderServer(context: context.id)),
            output: output)
        pump.answersWantedTiles = true
        pump.tiles.tell { [arrived] in arrived.areThere.withLock { $0 = true } }
    }

    /// Whether threads have drawn tiles that no frame has.
    private final class ArrivedTiles: Sendable {
        let areThere = Mutex(false)
    }

    /// Whether tiles were drawn that no frame has.
    var hasTiles: Bool { arrived.areThere.withLock { $0 } }

    /// Does the work that is due before a frame: receives the server's messages, ends animations, shows drawables, and
    /// sends tiles that were drawn.
    func work(at time: Double) {
        pump.hear(at: time)
        context.deliverEvents(at: time)
        context.showDrawables(at: time)
        arrived.areThere.withLock { $0 = false }
        pump.deliverTiles(at: time, fadingFrom: time, fadesFirst: true)
    }
}

/// A renderer's target. If the target does not draw by itself, a compositor draws into a surface of this output.
private final class RendererOutput: FrameOutput {
    var target: any RendererTarget {
        didSet {
            let (width, height) = (max(1, target.width), max(1, target.height))
            if (surface.width, surface.height) != (width, height) { surface = Bitmap(width: width, height: height) }
            update = .empty
            drawWhole()
        }
    }
    /// The rectangle that is drawn again in this frame.
    var update = DeviceRect.empty
    /// The rectangle that differs from the last drawing.
    private(set) var changed: DeviceRect
    /// The rectangle in which the surface is out of date, because the target draws by itself.
    private var lacking = DeviceRect.empty
    private let compositor = CPUCompositor(threads: 1)
    private var surface: Bitmap

    init(_ target: any RendererTarget) {
        self.target = target
        surface = Bitmap(width: max(1, target.width), height: max(1, target.height))
        changed = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height)
    }

    var width: Int { surface.width }
    var height: Int { surface.height }
    var scale: Double { 1 }
    var traits: CompositorTraits { compositor.traits }
    var isReady: Bool { true }

    /// Has the next frame drawn whole.
    func drawWhole() { changed = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height) }

    func note(_ frame: Frame) { changed = changed.union(frame.damage) }

    func show(_ frame: Frame) -> Bool {
        let wanted = update.union(changed)
        guard !wanted.isEmpty else { return true }
        lacking = lacking.union(changed)
        changed = .empty
        if target.draw(frame, wanted) { return true }
        var frame = frame
        frame.damage = lacking
        compositor.draw(frame, into: &surface)
        lacking = .empty
        target.write(surface, wanted)
        return true
    }
}

/// Where a renderer's pictures go.
package protocol RendererTarget: AnyObject {
    /// *Units*: pixels.
    var width: Int { get }
    /// *Units*: pixels.
    var height: Int { get }
    /// Draws a frame by itself; false if it does not.
    ///
    /// - Parameter update: the rectangle to draw again, within the frame and not empty.
    func draw(_ frame: Frame, _ update: DeviceRect) -> Bool
    /// Copies the rectangle that was drawn again.
    ///
    /// - Parameters:
    ///   - picture: all of it.
    ///   - update: the part that differs from the last picture, within the picture and not empty.
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
                "a CARenderer draws into bgra8Unorm and bgra8Unorm_srgb, not into \(texture.pixelFormat)")
        }
        unsafe picture.pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe texture.replace(
                region: MTLRegionMake2D(update.minX, update.minY, update.width, update.height), mipmapLevel: 0,
                withBytes: base + (update.minY * picture.width + update.minX) * 4, bytesPerRow: picture.width * 4)
        }
    }
}
