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
        guard let ownContext, target.isMade else { return }
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
        target.prepare(size, format)
        target.bind()
        unsafe draw(inCGLContext: own, pixelFormat: format, forLayerTime: time, displayTime: stamp)
        guard EAGLContext.setCurrent(own) else { return }
        target.resolve()
        guard let pixels = own.readRenderbuffer(target.shown, width: size.width, height: size.height) else { return }
        var image = CAEAGLLayer.image(pixels, size.width, size.height, isOpaque: isOpaque)
        if let colorspace { image = image?.copy(colorSpace: colorspace) ?? image }
        CATransaction.begin()
        let wereDisabled = CATransaction.disableActions()
        CATransaction.setDisableActions(true)
        contents = image
        CATransaction.setDisableActions(wereDisabled)
        CATransaction.commit()
    }
}

/// What a layer is drawn into: a framebuffer with colours that can be read, and one with several samples before it where there are several.
struct GLTarget {
    /// The renderbuffer that has the colours in the end; 0 before it is made.
    private(set) var shown: GLuint = 0
    private var framebuffer: GLuint = 0, shownFramebuffer: GLuint = 0
    private var color: GLuint = 0, depth: GLuint = 0
    private var size: (width: Int, height: Int) = (0, 0)

    var isMade: Bool { framebuffer != 0 }

    /// Makes it of a size, unless it is of that size already; the context is current.
    mutating func prepare(_ size: (width: Int, height: Int), _ format: CGLPixelFormatObj) {
        guard !isMade || self.size != size else { return }
        delete()
        self.size = size
        let samples = GLsizei(format.samples > 1 ? min(format.samples, 64) : 0)
        (shownFramebuffer, shown) = Self.make(size, GLenum(GL_RGBA8), 0)
        (framebuffer, color) = samples > 0 ? Self.make(size, GLenum(GL_RGBA8), samples) : (shownFramebuffer, shown)
        guard format.depthSize > 0 || format.stencilSize > 0 else { return }
        let internalFormat =
            format.stencilSize > 0
            ? (format.depthSize > 0 ? GL_DEPTH24_STENCIL8 : GL_STENCIL_INDEX8)
            : (format.depthSize > 16 ? GL_DEPTH_COMPONENT24 : GL_DEPTH_COMPONENT16)
        unsafe glGenRenderbuffers(1, &depth)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depth)
        Self.store(size, GLenum(internalFormat), samples)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        if format.depthSize > 0 { Self.attach(depth, GL_DEPTH_ATTACHMENT) }
        if format.stencilSize > 0 { Self.attach(depth, GL_STENCIL_ATTACHMENT) }
    }

    /// Has OpenGL draw into it, all of it.
    func bind() {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }

    /// Makes one sample of several.
    func resolve() {
        guard framebuffer != shownFramebuffer else { return }
        // A scissor would leave out what is outside of it.
        let hadScissor = glIsEnabled(GLenum(GL_SCISSOR_TEST))
        glDisable(GLenum(GL_SCISSOR_TEST))
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), shownFramebuffer)
        let (width, height) = (GLint(size.width), GLint(size.height))
        glBlitFramebuffer(
            0, 0, width, height, 0, 0, width, height, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        if hadScissor != 0 { glEnable(GLenum(GL_SCISSOR_TEST)) }
    }

    /// Gives all of it back; the context is current.
    mutating func delete() {
        for var name in Set([framebuffer, shownFramebuffer]) where name != 0 { unsafe glDeleteFramebuffers(1, &name) }
        for var name in Set([color, shown, depth]) where name != 0 { unsafe glDeleteRenderbuffers(1, &name) }
        self = GLTarget()
    }

    private static func make(
        _ size: (width: Int, height: Int), _ format: GLenum, _ samples: GLsizei
    ) -> (GLuint, GLuint) {
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        unsafe glGenFramebuffers(1, &framebuffer)
        unsafe glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        store(size, format, samples)
        attach(renderbuffer, GL_COLOR_ATTACHMENT0)
        return (framebuffer, renderbuffer)
    }

    private static func store(_ size: (width: Int, height: Int), _ format: GLenum, _ samples: GLsizei) {
        var most: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_MAX_SAMPLES), &most)
        glRenderbufferStorageMultisample(
            GLenum(GL_RENDERBUFFER), min(samples, most), format, GLsizei(size.width), GLsizei(size.height))
    }

    private static func attach(_ renderbuffer: GLuint, _ attachment: Int32) {
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(attachment), GLenum(GL_RENDERBUFFER), renderbuffer)
    }
}
