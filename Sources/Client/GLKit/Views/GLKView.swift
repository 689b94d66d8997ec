import COpenGLES
import CoreGraphics
import Foundation
import OpenGLES
import QuartzCore
import UIKit

/// The format of the colours in a view's framebuffer. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableColorFormat: GLint, Sendable {
    /// 8 bits a channel.
    case RGBA8888 = 0
    /// 5, 6 and 5 bits, without alpha.
    case RGB565 = 1
    /// 8 bits a channel, blended as linear light.
    case SRGBA8888 = 2
}

/// The depth buffer of a view's framebuffer. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableDepthFormat: GLint, Sendable {
    /// None.
    case formatNone = 0
    /// 16 bits.
    case format16 = 1
    /// 24 bits.
    case format24 = 2
}

/// The stencil of a view's framebuffer. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableStencilFormat: GLint, Sendable {
    /// None.
    case formatNone = 0
    /// 8 bits.
    case format8 = 1
}

/// The number of samples per pixel. *Source*: Apple, GLKView.h.
public enum GLKViewDrawableMultisample: GLint, Sendable {
    /// One.
    case multisampleNone = 0
    /// Four.
    case multisample4X = 1
}

/// The object that draws a `GLKView`. *Source*: Apple, GLKView.h.
@preconcurrency @MainActor public protocol GLKViewDelegate: AnyObject {
    /// Draws into the view's framebuffer, which is bound, in the view's context, which is current.
    func glkView(_ view: GLKView, drawIn rect: CGRect)
}

/// A view that OpenGL ES draws, with a framebuffer that it makes and keeps as large as itself.
///
/// It is drawn when it becomes visible, changes its size, or is told to: by `setNeedsDisplay()`, as other views, or by
/// `display()`. Its delegate draws it, or else its `draw(_:)`. *Source*: Apple, GLKView.h. It has the screen's scale at
/// first. *Source*: Apple, UIView.contentScaleFactor: "if you use the GLKView class to draw OpenGL ES content, your
/// view draws at the full resolution of the screen".
@preconcurrency @MainActor open class GLKView: UIView, ScreenScaledView {
    /// CAEAGLLayer.
    open override class var layerClass: AnyClass { CAEAGLLayer.self }

    /// The object that draws the view; without one its `draw(_:)` does.
    open weak var delegate: (any GLKViewDelegate)?
    /// The context that draws the view. Setting another one deletes the framebuffer.
    open var context: EAGLContext! {
        willSet { if newValue !== context { deleteDrawable() } }
        didSet { if context !== oldValue { setNeedsDisplay() } }
    }
    /// The format of the framebuffer's colours; 8 bits a channel at first.
    open var drawableColorFormat = GLKViewDrawableColorFormat.RGBA8888 { didSet { deleteDrawable() } }
    /// The framebuffer's depth buffer; none at first.
    open var drawableDepthFormat = GLKViewDrawableDepthFormat.formatNone { didSet { deleteDrawable() } }
    /// The framebuffer's stencil; none at first.
    open var drawableStencilFormat = GLKViewDrawableStencilFormat.formatNone { didSet { deleteDrawable() } }
    /// The framebuffer's samples per pixel; one at first.
    open var drawableMultisample = GLKViewDrawableMultisample.multisampleNone { didSet { deleteDrawable() } }
    /// Whether `setNeedsDisplay()` has the view drawn; true at first. A loop that calls `display()` sets it to false.
    open var enableSetNeedsDisplay = true

    private var drawable = GLTarget()

    private var glLayer: CAEAGLLayer { layer as? CAEAGLLayer ?? CAEAGLLayer() }

    /// Makes a view without a context, which draws nothing until one is set.
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

    /// The framebuffer's width in pixels; 0 while there is none.
    open var drawableWidth: Int { drawable.size?.width ?? 0 }
    /// The framebuffer's height in pixels; 0 while there is none.
    open var drawableHeight: Int { drawable.size?.height ?? 0 }

    /// Binds the framebuffer, with all of it as the viewport, and makes the view's context current. Makes a framebuffer
    /// first if there is none of the view's size.
    open func bindDrawable() {
        guard let context, EAGLContext.setCurrent(context), let size = glLayer.pixelSize else { return }
        if drawable.size.map({ $0 != size }) ?? true { makeDrawable(context, size) }
        drawable.bind()
    }

    /// Deletes the framebuffer; the next drawing makes another.
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

    /// Draws without showing the result; false if it cannot.
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

    /// Draws the view now, and returns the picture; an empty one if it cannot draw.
    open var snapshot: UIImage {
        guard drawNow(), let size = drawable.size,
            let pixels = context.readRenderbuffer(drawable.shown, width: size.width, height: size.height),
            let image = CAEAGLLayer.image(pixels, size.width, size.height, isOpaque: layer.isOpaque)
        else { return UIImage() }
        return UIImage(cgImage: image, scale: layer.contentsScale, orientation: .up)
    }

    /// Has the view drawn before the next frame, if `enableSetNeedsDisplay` is true.
    open override func setNeedsDisplay() { if enableSetNeedsDisplay { super.setNeedsDisplay() } }

    /// Has the view drawn for its new window.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { setNeedsDisplay() }
    }

    /// Draws and shows the view, because its layer needs display.
    open override func display(_ layer: CALayer) { display() }
}
