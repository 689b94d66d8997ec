import COpenGLES
import CoreGraphics
import Foundation
import QuartzCore

/// The context that a `CAOpenGLLayer` draws with: there is no CGL here, and contexts are EAGL's.
public typealias CGLContextObj = EAGLContext

/// What a `CAOpenGLLayer` is drawn into beside its colours, which have 8 bits a channel; in place of CGL's pixel formats.
public struct CGLPixelFormatObj: Sendable, Equatable {
    /// Bits of depth: none, or at least as many; up to 24.
    public var depthSize: Int
    /// Bits of a stencil: none, or 8.
    public var stencilSize: Int
    /// Samples of each pixel, as many as the driver has; 1 for no smoothing of edges.
    public var samples: Int

    /// Makes a format; of colours alone where nothing is said.
    public init(depthSize: Int = 0, stencilSize: Int = 0, samples: Int = 1) {
        (self.depthSize, self.stencilSize, self.samples) = (depthSize, stencilSize, samples)
    }
}

/// When a frame is shown. *Source*: Apple, CVBase.h, without what no display here says.
public struct CVTimeStamp: Sendable, Equatable {
    /// The time, in units of the display's.
    public var videoTime: Int64
    /// How many of these units are a second.
    public var videoTimeScale: Int32
    /// The time of the machine's clock. *Units*: nanoseconds of `CACurrentMediaTime()`.
    public var hostTime: UInt64
    /// How long a frame is shown, in units of the display's.
    public var videoRefreshPeriod: Int64
}

/// A layer that draws itself with OpenGL: when it is asked to, or at each refresh of the display.
///
/// A subclass overrides `draw(inCGLContext:pixelFormat:forLayerTime:displayTime:)`, which is called by the thread of the layer's tree with the
/// layer's context current and a framebuffer bound, of the layer's bounds times `contentsScale`, rounded, which is the viewport. What was drawn
/// becomes the layer's contents: a change like any other, with its time in films and recordings. In a `LayerRenderer` an asynchronous layer
/// is drawn at the refreshes of the virtual display, so that each frame looks the same in every run.
///
/// Of a layer that is not opaque colours are premultiplied, and lowered to their alpha where they are above it. Contexts are EAGL's and of
/// OpenGL ES; where there is none the layer shows nothing, which is said once. There is nothing to release: what is not needed any more goes.
/// *Source*: Apple, CAOpenGLLayer.h; it is in QuartzCore there.
open class CAOpenGLLayer: CALayer {
    /// Whether it is drawn at each refresh of the display while it is in a tree that is shown; false at first: then
    /// `setNeedsDisplay()` has it drawn.
    ///
    /// It counts for the thread that sets it, which is that of the tree.
    open var isAsynchronous = false {
        didSet { if isAsynchronous != oldValue { setLink() } }
    }

    /// What colours mean; nil, at first, for those of the screen, which are sRGB's.
    open var colorspace: CGColorSpace?

    private var link: CADisplayLink?
    private var ownContext: CGLContextObj?
    private var format = CGLPixelFormatObj()
    private var target = GLTarget()

    /// Makes a layer that draws nothing until it is asked to.
    public override init() { super.init() }

    /// Makes a copy of a layer, which does not draw.
    public override init(layer: Any) {
        super.init(layer: layer)
        colorspace = (layer as? CAOpenGLLayer)?.colorspace
    }

    /// Reads a layer from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    deinit {
        link?.invalidate()
        guard let ownContext, target.size != nil else { return }
        let before = EAGLContext.current()
        if EAGLContext.setCurrent(ownContext) { target.delete() }
        EAGLContext.setCurrent(before)
    }

    private func setLink() {
        link?.invalidate()
        link = nil
        guard isAsynchronous, modelLayer == nil else { return }
        let link = CADisplayLink { [weak self] link in self?.refresh(link) }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    private func refresh(_ link: CADisplayLink) {
        guard self.context != nil else { return }
        // Within what the numbers hold: virtual times may be any.
        let time = min(max(link.targetTimestamp, 0), 1e9)
        let stamp = CVTimeStamp(
            videoTime: Int64((time * 1e6).rounded()), videoTimeScale: 1_000_000, hostTime: UInt64(time * 1e9),
            videoRefreshPeriod: Int64(link.duration * 1e6))
        unsafe withUnsafePointer(to: stamp) { unsafe drawFrame($0) }
    }

    /// Draws the layer now. Commits call this where the layer asked for it.
    open override func display() { unsafe drawFrame(nil) }

    /// Says whether a frame is to be drawn; true unless it is overridden. Where it says no, the layer shows what it showed.
    ///
    /// - Parameters:
    ///   - t: the layer's own time. *Units*: seconds.
    ///   - ts: when the frame is shown; nil where the layer was asked to draw itself.
    open func canDraw(
        inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
        displayTime ts: UnsafePointer<CVTimeStamp>?
    ) -> Bool { true }

    /// Draws a frame. The context is current, its framebuffer bound; what else is set in it is what was left there. Override it and call
    /// this at the end, which has OpenGL begin to draw.
    ///
    /// - Parameters:
    ///   - t: the layer's own time. *Units*: seconds.
    ///   - ts: when the frame is shown; nil where the layer was asked to draw itself.
    open func draw(
        inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
        displayTime ts: UnsafePointer<CVTimeStamp>?
    ) { glFlush() }

    /// Says what is to be drawn into, when that is first needed; override it for depth, a stencil or several samples.
    ///
    /// - Parameter mask: which displays it is for; all of them.
    open func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj { CGLPixelFormatObj() }

    /// Makes the context, when it is first needed; override it for one that shares objects with others. nil draws nothing.
    open func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj? { EAGLContext(api: .openGLES3) }

    private func drawFrame(_ stamp: UnsafePointer<CVTimeStamp>?) {
        guard modelLayer == nil, let size = CAEAGLLayer.pixelSize(of: bounds.size, scale: contentsScale) else { return }
        if ownContext == nil {
            format = copyCGLPixelFormat(forDisplayMask: .max)
            ownContext = copyCGLContext(forPixelFormat: format)
        }
        guard let own = ownContext else { return }
        let before = EAGLContext.current()
        guard EAGLContext.setCurrent(own) else { return }
        defer { EAGLContext.setCurrent(before) }
        let time = convertTime(CACurrentMediaTime(), from: nil)
        guard unsafe canDraw(inCGLContext: own, pixelFormat: format, forLayerTime: time, displayTime: stamp) else {
            return
        }
        if target.size.map({ $0 != size }) ?? true {
            target.make(size, depth: format.depthSize, stencil: format.stencilSize, samples: format.samples) {
                glRenderbufferStorage(
                    GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), GLsizei(size.width), GLsizei(size.height))
            }
        }
        target.bind()
        unsafe draw(inCGLContext: own, pixelFormat: format, forLayerTime: time, displayTime: stamp)
        guard EAGLContext.setCurrent(own) else { return }
        target.resolve()
        guard
            var image = own.picture(of: target.shown, width: size.width, height: size.height, isOpaque: isOpaque)
        else { return }
        if let colorspace { image = image.copy(colorSpace: colorspace) ?? image }
        show(image, isOwn: true)
    }
}
