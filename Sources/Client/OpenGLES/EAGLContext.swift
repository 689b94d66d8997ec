import CMicaGL
import COpenGLES
import CoreGraphics
import Foundation
import MicaGL
import MicaTrace
import QuartzCore
import Synchronization

/// The version of OpenGL ES of a context. *Source*: Apple, EAGL.h.
public enum EAGLRenderingAPI: UInt, Sendable {
    /// Fixed functions, which are not supported here.
    case openGLES1 = 1
    /// Shaders. Such contexts are of OpenGL ES 3.0, which contains 2.0.
    case openGLES2 = 2
    /// OpenGL ES 3.0.
    case openGLES3 = 3
}

/// The objects that several contexts share: textures, buffers, shaders and programs, renderbuffers.
///
/// *Source*: Apple, EAGLSharegroup; each context has framebuffers and vertex arrays of its own, as OpenGL ES requires.
public final class EAGLSharegroup: NSObject, Sendable {
    /// A name for debugging.
    public var debugLabel: String? {
        get { labels.withLock { $0 } }
        set { labels.withLock { $0 = newValue } }
    }

    private let labels = Mutex<String?>(nil)
    private let state = Mutex(State())

    /// The group's first context, with which others share; it lives as long as the group.
    let first: GLESHandle

    private struct State {
        /// The layer and size of each renderbuffer, by its name.
        var drawables: [GLuint: DrawableStorage] = [:]
        /// GLKit's programs, by their options.
        var programs: [String: any AnyObject & Sendable] = [:]
    }

    init(first: GLESHandle) { self.first = first }

    /// Sets the layer and size of a renderbuffer; nil removes them.
    func setStorage(_ storage: DrawableStorage?, of renderbuffer: GLuint) {
        state.withLock { $0.drawables[renderbuffer] = storage }
    }

    /// The layer and size of a renderbuffer; nil for none.
    func storage(of renderbuffer: GLuint) -> DrawableStorage? { state.withLock { $0.drawables[renderbuffer] } }

    /// The program for a set of options, made at its first use, in the calling thread's current context.
    package func program<Program: AnyObject & Sendable>(_ key: String, make: () -> Program) -> Program {
        state.withLock { state in
            if let program = state.programs[key] as? Program { return program }
            let program = make()
            state.programs[key] = program
            return program
        }
    }
}

/// The layer that a renderbuffer was made for, and its size in pixels.
struct DrawableStorage: Sendable {
    // Safe because: the layer is used on the thread that presents, and a layer is used on one thread at a time.
    nonisolated(unsafe) weak var drawable: CAEAGLLayer?
    let width: Int, height: Int
}

/// A context of the driver, destroyed when it is no longer referenced.
// Safe because: it is a name that never changes, and the driver does its own locking.
@safe final class GLESHandle: @unchecked Sendable {
    let raw: OpaquePointer

    /// Opens a context, which shares objects with another one if given. The error has the driver's reason.
    init(sharedWith other: GLESHandle?) throws(GLESUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        guard let raw = unsafe mica_gl_program_context_open(other?.raw, &reason, reason.count) else {
            throw GLESUnavailable(reason: String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        }
        unsafe self.raw = raw
    }

    deinit { unsafe mica_gl_program_context_close(raw) }
}

/// The reason why there is no OpenGL ES on this machine, in the driver's words.
struct GLESUnavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String { "OpenGL ES cannot be used: \(reason)" }
}

/// A context of OpenGL ES: the state that OpenGL's functions use on the thread on which it is current.
///
/// Contexts have no default framebuffer, as on iOS: they draw into renderbuffers, which layers show. libEGL and
/// libGLESv2 are loaded when the first context is made; Mesa's drivers draw on the processor where there is no GPU.
/// *Source*: Apple, EAGL.h.
open class EAGLContext: NSObject {
    /// The version that it was made for.
    public final let api: EAGLRenderingAPI
    /// The group of contexts with which it shares objects.
    public final let sharegroup: EAGLSharegroup
    /// A name for debugging.
    open var debugLabel: String?
    /// Whether OpenGL may work on a second thread: stored, without effect. *Source*: Apple, EAGL.h.
    open var isMultiThreaded = false

    private let handle: GLESHandle

    /// The pictures of its drawing on the device.
    package final var pictures = DevicePictures.shared

    /// The context for the OpenGL compositor.
    var program: GLProgramContext { unsafe GLProgramContext(handle: handle.raw) }

    /// Makes a context with objects of its own. Nil for OpenGL ES 1, and if there is no OpenGL ES, with one notice.
    public convenience init?(api: EAGLRenderingAPI) {
        guard let handle = Self.open(api, sharedWith: nil) else { return nil }
        self.init(api: api, sharegroup: EAGLSharegroup(first: handle), handle: handle)
    }

    /// Makes a context that shares the objects of a group. Nil if there is no OpenGL ES, with one notice.
    public convenience init?(api: EAGLRenderingAPI, sharegroup: EAGLSharegroup) {
        guard let handle = Self.open(api, sharedWith: sharegroup.first) else { return nil }
        self.init(api: api, sharegroup: sharegroup, handle: handle)
    }

    private init(api: EAGLRenderingAPI, sharegroup: EAGLSharegroup, handle: GLESHandle) {
        (self.api, self.sharegroup, self.handle) = (api, sharegroup, handle)
        super.init()
    }

    private static func open(_ api: EAGLRenderingAPI, sharedWith other: GLESHandle?) -> GLESHandle? {
        let handle = Result { () throws(GLESUnavailable) in
            if api == .openGLES1 { throw GLESUnavailable(reason: "there are no fixed functions, OpenGL ES 1, here") }
            return try GLESHandle(sharedWith: other)
        }
        if case .failure(let error) = handle { Notices.shared.say("\(error)", from: "OpenGLES") }
        return try? handle.get()
    }

    private static let currentKey = "Mica.EAGLContext.current"

    /// The calling thread's current context; nil for none.
    open class func current() -> EAGLContext? {
        Thread.current.threadDictionary[currentKey] as? EAGLContext
    }

    /// Makes a context the calling thread's current one, which the thread retains; nil leaves the thread without one.
    ///
    /// - Returns: Whether it is current now: a context is current on one thread at a time.
    /// *Source*: Apple, EAGLContext.setCurrentContext: the context that was current before is flushed.
    @discardableResult
    open class func setCurrent(_ context: EAGLContext?) -> Bool {
        guard context !== current() else { return true }
        if current() != nil { glFlush() }
        guard unsafe mica_gl_program_context_make_current(context?.handle.raw) else { return false }
        if let context {
            Thread.current.threadDictionary[currentKey] = context
        } else {
            Thread.current.threadDictionary.removeObject(forKey: currentKey)
        }
        return true
    }

    /// Allocates the bound renderbuffer with a layer's size in pixels and its format; nil frees the pixels.
    ///
    /// - Returns: False if no renderbuffer is bound, the context is not current, or the layer has no area or more than
    ///   16,384 pixels a side.
    @discardableResult
    open func renderbufferStorage(_ target: Int, from drawable: (any EAGLDrawable)?) -> Bool {
        guard let name = boundRenderbuffer(target) else { return false }
        guard let drawable else {
            sharegroup.setStorage(nil, of: name)
            glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), 0, 0)
            return true
        }
        guard let layer = drawable as? CAEAGLLayer, let size = layer.pixelSize else { return false }
        let format =
            switch layer.drawableProperties?[kEAGLDrawablePropertyColorFormat] as? String {
            case kEAGLColorFormatRGB565: GL_RGB565
            case kEAGLColorFormatSRGBA8: GL_SRGB8_ALPHA8
            default: GL_RGBA8
            }
        glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(format), GLsizei(size.width), GLsizei(size.height))
        sharegroup.setStorage(DrawableStorage(drawable: layer, width: size.width, height: size.height), of: name)
        return true
    }

    /// Shows the bound renderbuffer in the layer that it was made for.
    ///
    /// - Returns: False if no such renderbuffer is bound, the layer no longer exists, or the context is not current.
    @discardableResult
    open func presentRenderbuffer(_ target: Int) -> Bool {
        guard let name = boundRenderbuffer(target), let storage = sharegroup.storage(of: name),
            let layer = unsafe storage.drawable
        else { return false }
        guard let picture = picture(of: name, width: storage.width, height: storage.height, isOpaque: layer.isOpaque)
        else { return false }
        layer.present(picture)
        return true
    }

    /// The picture of the bound renderbuffer: on the device if the OpenGL compositor draws there, otherwise read back.
    /// Nil if it cannot be read.
    final func picture(of name: GLuint, width: Int, height: Int, isOpaque: Bool) -> CGImage? {
        // Other formats change when they are read: they have fewer bits, or linear colours.
        if bound(GL_RENDERBUFFER_INTERNAL_FORMAT) == GL_RGBA8, bound(GL_RENDERBUFFER_WIDTH) == width,
            bound(GL_RENDERBUFFER_HEIGHT) == height, bound(GL_RENDERBUFFER_SAMPLES) == 0,
            let image = pictures.image(
                ofRenderbuffer: name, in: program, width: width, height: height, isOpaque: isOpaque)
        {
            return CGImage(resource: image)
        }
        guard let pixels = readRenderbuffer(name, width: width, height: height) else { return nil }
        return CAEAGLLayer.image(pixels, width, height, isOpaque: isOpaque)
    }

    /// The pixels of a renderbuffer without multisampling, top row first, as in `Bitmap`; nil if they cannot be read.
    package func readRenderbuffer(_ name: GLuint, width: Int, height: Int) -> [UInt32]? {
        var isRead = false
        let pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            isRead = unsafe mica_gles_read(name, Int32(width), Int32(height), base)
            count = isRead ? width * height : 0
        }
        return isRead ? pixels : nil
    }

    /// The bound renderbuffer, if the context is current; nil for none.
    private func boundRenderbuffer(_ target: Int) -> GLuint? {
        guard target == Int(GL_RENDERBUFFER), EAGLContext.current() === self else { return nil }
        var name: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &name)
        return name > 0 ? GLuint(name) : nil
    }
}

/// A parameter of the bound renderbuffer.
private func bound(_ parameter: Int32) -> Int {
    var value: GLint = 0
    unsafe glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(parameter), &value)
    return Int(value)
}

/// Writes the version of EAGL: 1.1. *Source*: Apple, EAGL.h.
public func EAGLGetVersion(_ major: UnsafeMutablePointer<UInt32>, _ minor: UnsafeMutablePointer<UInt32>) {
    unsafe (major.pointee, minor.pointee) = (1, 1)
}
