import CMicaGL
import COpenGLES
import CoreGraphics
import Foundation
import MicaGL
import MicaTrace
import QuartzCore
import Synchronization

/// Which OpenGL ES a context is made for. *Source*: Apple, EAGL.h.
public enum EAGLRenderingAPI: UInt, Sendable {
    /// Fixed functions, which there are none of here.
    case openGLES1 = 1
    /// Shaders. Contexts of it are of OpenGL ES 3.0, which has all that 2.0 has.
    case openGLES2 = 2
    /// OpenGL ES 3.0.
    case openGLES3 = 3
}

/// Objects that several contexts share: textures, buffers, shaders and programs, renderbuffers.
///
/// *Source*: Apple, EAGLSharegroup; framebuffers and vertex arrays are each context's own, as OpenGL ES has it.
public final class EAGLSharegroup: NSObject, Sendable {
    /// A name for people. *Source*: Apple, EAGLSharegroup.debugLabel.
    public var debugLabel: String? {
        get { labels.withLock { $0 } }
        set { labels.withLock { $0 = newValue } }
    }

    private let labels = Mutex<String?>(nil)
    private let state = Mutex(State())

    /// The context that others share with: the group's first, which stays while the group is there.
    let first: GLESHandle

    private struct State {
        /// What renderbuffers were made for, by name.
        var drawables: [GLuint: DrawableStorage] = [:]
        /// Programs that GLKit made, by the options that they are of.
        var programs: [String: any AnyObject & Sendable] = [:]
    }

    init(first: GLESHandle) { self.first = first }

    /// Notes what a renderbuffer was made for; nil forgets it.
    func setStorage(_ storage: DrawableStorage?, of renderbuffer: GLuint) {
        state.withLock { $0.drawables[renderbuffer] = storage }
    }

    /// What a renderbuffer was made for.
    func storage(of renderbuffer: GLuint) -> DrawableStorage? { state.withLock { $0.drawables[renderbuffer] } }

    /// The program of a set of options, made when it is first asked for, by the thread whose context is current.
    package func program<Program: AnyObject & Sendable>(_ key: String, make: () -> Program) -> Program {
        state.withLock { state in
            if let program = state.programs[key] as? Program { return program }
            let program = make()
            state.programs[key] = program
            return program
        }
    }
}

/// What a renderbuffer was made for, and how large it is, in pixels.
struct DrawableStorage: Sendable {
    // Safe because: the layer is asked for on the thread that presents, as all of a layer is used on one thread at a time.
    nonisolated(unsafe) weak var drawable: CAEAGLLayer?
    let width: Int, height: Int
}

/// A context of the driver's, ended when nobody has it any more.
// Safe because: it is a name that never changes; the driver has locks of its own.
@safe final class GLESHandle: @unchecked Sendable {
    let raw: OpaquePointer

    /// Opens a context, whose objects are those of another where there is one; the error is the driver's reason.
    init(sharedWith other: GLESHandle?) throws(GLESUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        guard let raw = unsafe mica_gl_program_context_open(other?.raw, &reason, reason.count) else {
            throw GLESUnavailable(reason: String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        }
        unsafe self.raw = raw
    }

    deinit { unsafe mica_gl_program_context_close(raw) }
}

/// Why there is no OpenGL ES on this machine, in the driver's words.
struct GLESUnavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String { "OpenGL ES cannot be used: \(reason)" }
}

/// A context of OpenGL ES: what functions of OpenGL work on, on the thread whose current context it is.
///
/// Contexts have no default framebuffer, as on iOS: they draw into renderbuffers, which layers show. They are of libEGL and
/// libGLESv2, opened when the first context is made; Mesa's drivers draw on the processor where there is no GPU.
/// *Source*: Apple, EAGL.h.
open class EAGLContext: NSObject {
    /// What it was made for.
    public final let api: EAGLRenderingAPI
    /// The objects that it shares.
    public final let sharegroup: EAGLSharegroup
    /// A name for people.
    open var debugLabel: String?
    /// Whether OpenGL's own work may be done on a second thread: stored without effect. *Source*: Apple, EAGL.h.
    open var isMultiThreaded = false

    private let handle: GLESHandle

    /// Where pictures of what it draws are, on the device.
    package final var pictures = DevicePictures.shared

    /// The context, as the OpenGL compositor knows it.
    var program: GLProgramContext { unsafe GLProgramContext(handle: handle.raw) }

    /// Makes a context with objects of its own; nil where there is no OpenGL ES, which is said once, and for OpenGL ES 1.
    public convenience init?(api: EAGLRenderingAPI) {
        guard let handle = Self.open(api, sharedWith: nil) else { return nil }
        self.init(api: api, sharegroup: EAGLSharegroup(first: handle), handle: handle)
    }

    /// Makes a context that shares the objects of a group; nil where there is no OpenGL ES, which is said once.
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

    /// The context that is current on the calling thread. *Source*: Apple, EAGLContext.currentContext.
    open class func current() -> EAGLContext? {
        Thread.current.threadDictionary[currentKey] as? EAGLContext
    }

    /// Makes a context the calling thread's, which keeps it; nil takes the thread's away.
    ///
    /// - Returns: whether it is: a context is one thread's at a time.
    /// *Source*: Apple, EAGLContext.setCurrentContext: a context that was current is flushed.
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

    /// Makes the renderbuffer that is bound as large as a layer is in pixels, with the format that the layer asks for; nil takes its
    /// pixels away.
    ///
    /// - Returns: false where no renderbuffer is bound, the context is not current, or the layer has no area or more than 16,384
    ///   pixels a side.
    /// *Source*: Apple, EAGLContext.renderbufferStorage(_:from:).
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

    /// Shows the renderbuffer that is bound in the layer that it was made for.
    ///
    /// - Returns: false where no such renderbuffer is bound, the layer is gone, or the context is not current.
    /// *Source*: Apple, EAGLContext.presentRenderbuffer(_:).
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

    /// What was drawn into the renderbuffer that is bound, as a picture: on the device where the OpenGL compositor draws there, else read back.
    /// nil where it cannot be read.
    final func picture(of name: GLuint, width: Int, height: Int, isOpaque: Bool) -> CGImage? {
        // Others are changed by being read: their colours are of fewer bits, or mean light.
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

    /// The pixels of a renderbuffer without samples, from the top, as `Bitmap` has them; nil where it cannot be read.
    package func readRenderbuffer(_ name: GLuint, width: Int, height: Int) -> [UInt32]? {
        var isRead = false
        let pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            isRead = unsafe mica_gles_read(name, Int32(width), Int32(height), base)
            count = isRead ? width * height : 0
        }
        return isRead ? pixels : nil
    }

    /// The renderbuffer that is bound, if the context is the thread's.
    private func boundRenderbuffer(_ target: Int) -> GLuint? {
        guard target == Int(GL_RENDERBUFFER), EAGLContext.current() === self else { return nil }
        var name: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &name)
        return name > 0 ? GLuint(name) : nil
    }
}

/// A number of the renderbuffer that is bound.
private func bound(_ parameter: Int32) -> Int {
    var value: GLint = 0
    unsafe glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(parameter), &value)
    return Int(value)
}

/// Tells which version of EAGL there is: 1.1. *Source*: Apple, EAGL.h.
public func EAGLGetVersion(_ major: UnsafeMutablePointer<UInt32>, _ minor: UnsafeMutablePointer<UInt32>) {
    unsafe (major.pointee, minor.pointee) = (1, 1)
}
