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
/// its delegate, or else its `draw(_:)`. *Source*: Apple, GLKView.h. It has the screen's scale at first. *Source*: Apple,
/// UIView.contentScaleFactor: "if you use the GLKView class to draw OpenGL ES content, your view draws at the full resolution of the screen".
@preconcurrency @MainActor open class GLKView: UIView, ScreenScaledView {
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

    private var drawable = GLTarget()

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
        drawable.bind()
    }

    /// Takes the framebuffer away; the next drawing makes another one.
    open func deleteDrawable() {
        guard drawable.size != nil, let context else { return }
        let before = EAGLContext.current()
        if EAGLContext.setCurrent(context) { drawable.delete() }
        EAGLContext.setCurrent(before)
        drawable = GLTarget()
    }

    private func makeDrawable(_ context: EAGLContext, _ size: (width: Int, height: Int)) {
        let colors =
            switch drawableColorFormat {
            case .RGBA8888: kEAGLColorFormatRGBA8
            case .RGB565: kEAGLColorFormatRGB565
            case .SRGBA8888: kEAGLColorFormatSRGBA8
            }
        glLayer.drawableProperties = [kEAGLDrawablePropertyColorFormat: colors]
        let depth =
            switch drawableDepthFormat {
            case .formatNone: 0
            case .format16: 16
            case .format24: 24
            }
        drawable.make(
            size, depth: depth, stencil: drawableStencilFormat == .format8 ? 8 : 0,
            samples: drawableMultisample == .multisample4X ? 4 : 1
        ) { context.renderbufferStorage(Int(GL_RENDERBUFFER), from: self.glLayer) }
    }

    /// Draws, without showing it; false where it cannot.
    private func drawNow() -> Bool {
        bindDrawable()
        guard drawable.size != nil, EAGLContext.current() === context else { return false }
        if let delegate { delegate.glkView(self, drawIn: bounds) } else { draw(bounds) }
        guard EAGLContext.setCurrent(context), drawable.size != nil else { return false }
        drawable.resolve()
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
