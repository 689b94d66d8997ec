import COpenGLES
import CoreGraphics
import Foundation
import QuartzCore

/// The context of a `CAOpenGLLayer`. There is no CGL here: contexts are EAGL's.
public typealias CGLContextObj = EAGLContext

/// The buffers of a `CAOpenGLLayer` besides its colours of 8 bits a channel. It stands for CGL's pixel formats.
public struct CGLPixelFormatObj: Sendable, Equatable {
    /// Bits of depth: 0 for none, or the least number, up to 24.
    public var depthSize: Int
    /// Bits of the stencil: 0 or 8.
    public var stencilSize: Int
    /// Samples per pixel, limited by the driver; 1 for no antialiasing.
    public var samples: Int

    /// Makes a format; only colours by default.
    public init(depthSize: Int = 0, stencilSize: Int = 0, samples: Int = 1) {
        (self.depthSize, self.stencilSize, self.samples) = (depthSize, stencilSize, samples)
    }
}

/// The time at which a frame is shown. *Source*: Apple, CVBase.h, without the values that no display here reports.
public struct CVTimeStamp: Sendable, Equatable {
    /// The time, in units of `videoTimeScale`.
    public var videoTime: Int64
    /// The number of these units in a second.
    public var videoTimeScale: Int32
    /// The time of the system's clock. *Units*: nanoseconds of `CACurrentMediaTime()`.
    public var hostTime: UInt64
    /// The duration of a frame, in units of `videoTimeScale`.
    public var videoRefreshPeriod: Int64
}

/// A layer that draws with OpenGL: when it is asked to, or at each refresh of the display.
///
/// A subclass overrides `draw(inCGLContext:pixelFormat:forLayerTime:displayTime:)`. It is called on the thread of the
/// layer's tree, with the layer's context current and a framebuffer bound, whose size is the layer's bounds times
/// `contentsScale`, rounded; the viewport is all of it. The drawing becomes the layer's contents: a change like any
/// other, with its time in films and recordings. In a `LayerRenderer` an asynchronous layer is drawn at the refreshes
/// of the virtual display, so that each frame is equal in every run.
///
/// If the layer is not opaque, colours are premultiplied, and components above the alpha are lowered to it. Contexts
/// are EAGL's, of OpenGL ES. Without OpenGL ES the layer shows nothing, with one notice. There is nothing to release:
/// contexts and formats are freed when they are no longer needed. *Source*: Apple, CAOpenGLLayer.h; it is in QuartzCore
/// there.
open class CAOpenGLLayer: CALayer {
    /// Whether it is drawn at each refresh of the display while it is in a shown tree; false at first, when only
    /// `setNeedsDisplay()` has it drawn.
    ///
    /// Set it on the tree's thread: it takes effect for the thread that sets it.
    open var isAsynchronous = false {
        didSet { if isAsynchronous != oldValue { setLink() } }
    }

    /// The colour space of the drawing; nil, as at first, for the screen's, which is sRGB.
    open var colorspace: CGColorSpace?

    private var link: CADisplayLink?
    private var ownContext: CGLContextObj?
    private var format = CGLPixelFormatObj()
    private var target = GLTarget()

    /// Makes a layer that draws nothing until it is asked to.
    public override init() { super.init() }

    /// Makes a copy of a layer; the copy does not draw.
    public override init(layer: Any) {
        super.init(layer: layer)
        colorspace = (layer as? CAOpenGLLayer)?.colorspace
    }

    /// Reads a layer from an archive; nil if the archive is damaged.
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
        // Limited to the range of the integers, because virtual times may have any value.
        let time = min(max(link.targetTimestamp, 0), 1e9)
        let stamp = CVTimeStamp(
            videoTime: Int64((time * 1e6).rounded()), videoTimeScale: 1_000_000, hostTime: UInt64(time * 1e9),
            videoRefreshPeriod: Int64(link.duration * 1e6))
        unsafe withUnsafePointer(to: stamp) { unsafe drawFrame($0) }
    }

    /// Draws the layer now. Commits call it if the layer needs display.
    open override func display() { unsafe drawFrame(nil) }

    /// Whether a frame is to be drawn; true here. If false, the layer keeps its contents.
    ///
    /// - Parameters:
    ///   - t: The layer's own time. *Units*: seconds.
    ///   - ts: The time at which the frame is shown; nil if the layer was asked to draw.
    open func canDraw(
        inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
        displayTime ts: UnsafePointer<CVTimeStamp>?
    ) -> Bool { true }

    /// Draws a frame. The context is current, and its framebuffer is bound; all other state is as the last call left
    /// it. Override it, and call super last, which makes OpenGL begin to draw.
    ///
    /// - Parameters:
    ///   - t: The layer's own time. *Units*: seconds.
    ///   - ts: The time at which the frame is shown; nil if the layer was asked to draw.
    open func draw(
        inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
        displayTime ts: UnsafePointer<CVTimeStamp>?
    ) { glFlush() }

    /// Returns the format of the buffers, when it is first needed. Override it for depth, a stencil or several samples.
    ///
    /// - Parameter mask: The displays; always all of them.
    open func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj { CGLPixelFormatObj() }

    /// Makes the context, when it is first needed. Override it for a context that shares objects with others; nil draws
    /// nothing.
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
