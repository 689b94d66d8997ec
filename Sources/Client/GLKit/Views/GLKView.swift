import COpenGLES
import CoreGraphics
import Foundation
import OpenGLES
import QuartzCore
import UIKit

/// The colours of a view's framebuffer. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableColorFormat: GLint, Sendable {
    /// 8 bits a channel.
    case RGBA8888 = 0
    /// 5, 6 and 5 bits, without alpha.
    case RGB565 = 1
    /// 8 bits a channel, mixed as light.
    case SRGBA8888 = 2
}

/// The depths of a view's framebuffer. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableDepthFormat: GLint, Sendable {
    /// There are none.
    case formatNone = 0
    /// 16 bits.
    case format16 = 1
    /// 24 bits.
    case format24 = 2
}

/// The stencil of a view's framebuffer. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableStencilFormat: GLint, Sendable {
    /// There is none.
    case formatNone = 0
    /// 8 bits.
    case format8 = 1
}

/// How many samples a pixel has. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableMultisample: GLint, Sendable {
    /// One.
    case multisampleNone = 0
    /// Four.
    case multisample4X = 1
}

/// Draws what a `GLKView` shows. *Source*: Apple, GLKView.h.
@preconcurrency @MainActor public protocol GLKViewDelegate: AnyObject {
    /// Draws into the view's framebuffer, which is bound, in the view's context, which is current.
    func glkView(_ view: GLKView, drawIn rect: CGRect)
}

/// A view that shows what OpenGL ES draws, with a framebuffer that it makes and keeps as large as itself.
///
/// It is drawn when it comes to be seen, changes its size, or is told to by `setNeedsDisplay()`, as other views, or by `display()`: by
/// its delegate, or else its `draw(_:)`. *Source*: Apple, GLKView.h.
@preconcurrency @MainActor open class GLKView: UIView {
    /// The layer's class.
    open override class var layerClass: AnyClass { CAEAGLLayer.self }

    /// What draws the view; without one its `draw(_:)` does.
    open weak var delegate: (any GLKViewDelegate)?
    /// What it draws with; another one takes the framebuffer with it.
    open var context: EAGLContext! {
        willSet { if newValue !== context { deleteDrawable() } }
        didSet { if context !== oldValue { setNeedsDisplay() } }
    }
    /// The colours of the framebuffer; 8 bits a channel at first.
    open var drawableColorFormat = GLKViewDrawableColorFormat.RGBA8888 { didSet { deleteDrawable() } }
    /// Its depths; none at first.
    open var drawableDepthFormat = GLKViewDrawableDepthFormat.formatNone { didSet { deleteDrawable() } }
    /// Its stencil; none at first.
    open var drawableStencilFormat = GLKViewDrawableStencilFormat.formatNone { didSet { deleteDrawable() } }
    /// Its samples; one at first.
    open var drawableMultisample = GLKViewDrawableMultisample.multisampleNone { didSet { deleteDrawable() } }
    /// Whether `setNeedsDisplay()` has it drawn; true at first. A loop that calls `display()` wants it false.
    open var enableSetNeedsDisplay = true

    /// OpenGL's names of what is drawn into; 0 where there is none.
    private var drawable = Drawable()
    private struct Drawable {
        var size: (width: Int, height: Int)?
        /// What is drawn into, and where it is shown from: the same, but with several samples.
        var framebuffer: GLuint = 0, color: GLuint = 0
        var shownFramebuffer: GLuint = 0, shown: GLuint = 0
        var depth: GLuint = 0
    }

    private var glLayer: CAEAGLLayer { layer as? CAEAGLLayer ?? CAEAGLLayer() }

    /// Makes a view without a context, which draws nothing until it has one.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        prepare()
    }

    /// Makes a view that draws with a context.
    public convenience init(frame: CGRect, context: EAGLContext) {
        self.init(frame: frame)
        self.context = context
    }

    /// Reads a view from an archive, without its context.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        prepare()
    }

    private func prepare() {
        layer.isOpaque = true
        layer.needsDisplayOnBoundsChange = true
        layer.setNeedsDisplay()
    }

    isolated deinit { deleteDrawable() }

    /// The framebuffer's width in pixels; 0 before there is one.
    open var drawableWidth: Int { drawable.size?.width ?? 0 }
    /// The framebuffer's height in pixels; 0 before there is one.
    open var drawableHeight: Int { drawable.size?.height ?? 0 }

    /// Makes the framebuffer, where there is none of the view's size, and binds it, with all of it as the viewport; the view's context
    /// becomes current.
    open func bindDrawable() {
        guard let context, EAGLContext.setCurrent(context), let size = glLayer.pixelSize else { return }
        if drawable.size.map({ $0 != size }) ?? true { makeDrawable(context, size) }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), drawable.framebuffer)
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }

    /// Takes the framebuffer away; the next drawing makes another one.
    open func deleteDrawable() {
        guard drawable.size != nil, let context else { return }
        let before = EAGLContext.current()
        if EAGLContext.setCurrent(context) {
            for var name in [drawable.framebuffer, drawable.shownFramebuffer] where name != 0 {
                unsafe glDeleteFramebuffers(1, &name)
            }
            for var name in [drawable.color, drawable.shown, drawable.depth] where name != 0 {
                unsafe glDeleteRenderbuffers(1, &name)
            }
        }
        EAGLContext.setCurrent(before)
        drawable = Drawable()
    }

    private func makeDrawable(_ context: EAGLContext, _ size: (width: Int, height: Int)) {
        deleteDrawable()
        drawable.size = size
        let colors =
            switch drawableColorFormat {
            case .RGBA8888: kEAGLColorFormatRGBA8
            case .RGB565: kEAGLColorFormatRGB565
            case .SRGBA8888: kEAGLColorFormatSRGBA8
            }
        glLayer.drawableProperties = [kEAGLDrawablePropertyColorFormat: colors]
        let samples: GLsizei = drawableMultisample == .multisample4X ? 4 : 0
        (drawable.shownFramebuffer, drawable.shown) = framebuffer {
            context.renderbufferStorage(Int(GL_RENDERBUFFER), from: self.glLayer)
        }
        (drawable.framebuffer, drawable.color) = (drawable.shownFramebuffer, drawable.shown)
        if samples > 0 {
            var format: GLint = 0
            glBindRenderbuffer(GLenum(GL_RENDERBUFFER), drawable.shown)
            unsafe glGetRenderbufferParameteriv(
                GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_INTERNAL_FORMAT), &format)
            (drawable.framebuffer, drawable.color) = framebuffer {
                glRenderbufferStorageMultisample(
                    GLenum(GL_RENDERBUFFER), samples, GLenum(format), GLsizei(size.width), GLsizei(size.height))
            }
        }
        let format: Int32 =
            switch (drawableDepthFormat, drawableStencilFormat) {
            case (.formatNone, .formatNone): 0
            case (.formatNone, .format8): GL_STENCIL_INDEX8
            case (_, .format8): GL_DEPTH24_STENCIL8
            case (.format16, .formatNone): GL_DEPTH_COMPONENT16
            case (.format24, .formatNone): GL_DEPTH_COMPONENT24
            }
        guard format != 0 else { return }
        unsafe glGenRenderbuffers(1, &drawable.depth)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), drawable.depth)
        glRenderbufferStorageMultisample(
            GLenum(GL_RENDERBUFFER), samples, GLenum(format), GLsizei(size.width), GLsizei(size.height))
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), drawable.framebuffer)
        if drawableDepthFormat != .formatNone {
            glFramebufferRenderbuffer(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_DEPTH_ATTACHMENT), GLenum(GL_RENDERBUFFER), drawable.depth)
        }
        if drawableStencilFormat != .formatNone {
            glFramebufferRenderbuffer(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), drawable.depth)
        }
    }

    /// Makes a framebuffer with a renderbuffer of colours, whose storage a closure makes while it is bound.
    private func framebuffer(_ store: () -> Void) -> (GLuint, GLuint) {
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        unsafe glGenFramebuffers(1, &framebuffer)
        unsafe glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        store()
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        return (framebuffer, renderbuffer)
    }

    /// Draws, without showing it; false where it cannot.
    private func drawNow() -> Bool {
        bindDrawable()
        guard drawable.size != nil, EAGLContext.current() === context else { return false }
        if let delegate { delegate.glkView(self, drawIn: bounds) } else { draw(bounds) }
        guard EAGLContext.setCurrent(context), drawable.size != nil else { return false }
        if drawable.framebuffer != drawable.shownFramebuffer {
            // A scissor would leave out what is outside of it.
            let hadScissor = glIsEnabled(GLenum(GL_SCISSOR_TEST))
            glDisable(GLenum(GL_SCISSOR_TEST))
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), drawable.framebuffer)
            glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), drawable.shownFramebuffer)
            glResolveMultisampleFramebufferAPPLE()
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), drawable.framebuffer)
            if hadScissor != 0 { glEnable(GLenum(GL_SCISSOR_TEST)) }
        }
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), drawable.shown)
        return true
    }

    /// Draws the view now, and shows it.
    open func display() {
        guard drawNow() else { return }
        context.presentRenderbuffer(Int(GL_RENDERBUFFER))
    }

    /// Draws the view now, and gives it as a picture; an empty one where it cannot be drawn.
    open var snapshot: UIImage {
        guard drawNow(), let size = drawable.size,
            let pixels = context.readRenderbuffer(drawable.shown, width: size.width, height: size.height),
            let image = CAEAGLLayer.image(pixels, size.width, size.height, isOpaque: layer.isOpaque)
        else { return UIImage() }
        return UIImage(cgImage: image, scale: layer.contentsScale, orientation: .up)
    }

    /// Has the view drawn before the next frame, if `enableSetNeedsDisplay` says so.
    open override func setNeedsDisplay() { if enableSetNeedsDisplay { super.setNeedsDisplay() } }

    /// The view is drawn for the window that it is in now.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { setNeedsDisplay() }
    }

    /// Draws the view where its layer asks for it.
    open override func display(_ layer: CALayer) { display() }
}
