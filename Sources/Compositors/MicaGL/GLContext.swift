import CMicaGL
import MicaBase
import MicaFrame

/// Why OpenGL is not used: the machine has none, or only one that cannot draw frames.
package struct GLUnavailable: Error, CustomStringConvertible {
    /// The reason, in one line.
    package let description: String
}

/// Why OpenGL cannot draw a frame, which is not the frame's fault: another compositor draws it.
struct GLRefusal: Error {
    /// The reason, in one line.
    let reason: String
}

/// A window of a display server, as EGL takes it.
// Safe because: only EGL follows the pointers, and EGL may be called from any thread. The maker of this value keeps the
// connection and the window until drawing into them has ended.
@safe package struct GLWindowTarget: @unchecked Sendable {
    let described: mica_gl_window

    /// A window of the X server that the environment names, and its visual, by their IDs.
    package init(x11 window: UInt, visual: Int32) {
        unsafe described = mica_gl_window(system: Int32(MICA_GL_X11), display: nil, window: window, visual: visual)
    }

    /// A wl_surface of a wl_display.
    package init(wayland display: UnsafeMutableRawPointer, surface: UnsafeMutableRawPointer) {
        unsafe described = mica_gl_window(
            system: Int32(MICA_GL_WAYLAND), display: display, window: UInt(bitPattern: surface), visual: 0)
    }
}

/// A context of the program, as CMicaGL takes it.
// Safe because: only EGL follows the pointer. The maker of this value keeps the context until drawing beside it has
// ended.
@safe package struct GLProgramContext: @unchecked Sendable {
    let handle: OpaquePointer

    /// Takes a `mica_gl_program_context`.
    package init(handle: OpaquePointer) { unsafe self.handle = handle }
}

/// OpenGL's GLsync: it is signalled when all that was drawn before it is done. Its owner has to delete it.
@safe package struct GLFence {
    package let sync: OpaquePointer

    init(sync: OpaquePointer) { unsafe self.sync = sync }
}

/// An EGL image: the pixels of a program's renderbuffer or of a texture, on the device, for contexts that do not share
/// objects with the image's own. A fence, for which those contexts wait, belongs to it.
// Safe because: it never changes, and EGL may be called from any thread.
@safe final class GLImage: @unchecked Sendable {
    fileprivate let handle: OpaquePointer
    /// Its size. *Units*: texels.
    let width: Int, height: Int

    fileprivate init(_ handle: OpaquePointer, width: Int, height: Int) {
        unsafe self.handle = handle
        (self.width, self.height) = (width, height)
    }

    /// An image of a renderbuffer of the thread's current context, which is a program's. The image shares the
    /// renderbuffer's memory, so that it shows later drawing, too; its fence follows the drawing so far. *nil when* the
    /// driver has no EGL images.
    convenience init?(renderbuffer: UInt32, of program: GLProgramContext, width: Int, height: Int) {
        guard let handle = unsafe mica_gl_image_of_renderbuffer(program.handle, renderbuffer) else { return nil }
        unsafe self.init(handle, width: width, height: height)
    }

    deinit { unsafe mica_gl_image_close(handle) }

    /// Makes the thread's current context wait on the device for the drawing before the image was made. The thread does
    /// not wait.
    func wait() { _ = unsafe mica_gl_image_wait(handle) }
}

/// A texture of a context.
struct GLTexture: Equatable {
    /// The kind of its texels.
    enum Format: Int32 {
        /// Premultiplied words as in bitmaps: blue, green, red, alpha, 8 bits each.
        case words = 0
        /// One byte, for coverage.
        case bytes = 1
        /// Four floats, for parameters. Such a texture cannot be drawn into.
        case floats = 2
        /// Four whole numbers of 16 bits, for the steps of a blur.
        case wide = 3
        /// One whole number of 16 bits, for the steps of a blur of alpha.
        case narrow = 4

        /// The bytes of a texel.
        var bytes: Int {
            switch self {
            case .words: 4
            case .bytes: 1
            case .floats: 16
            case .wide: 8
            case .narrow: 2
            }
        }

        /// Whether its texels are whole numbers.
        var isWhole: Bool { self == .wide || self == .narrow }
    }

    /// OpenGL's name; 0 for no texture.
    var name: UInt32 = 0
    /// The size of its first level, in texels.
    var width = 0, height = 0
    var format = Format.words
    /// The number of mipmap levels.
    var levels = 1

    /// The memory of all levels, in bytes.
    var bytes: Int {
        var (total, w, h) = (0, width, height)
        for _ in 0..<levels {
            total += w * h * format.bytes
            (w, h) = (max(1, w / 2), max(1, h / 2))
        }
        return total
    }
}

/// An OpenGL ES 3.0 context: CMicaGL with checked pointers. It has a window only if it was opened with one.
///
/// For one thread at a time, between `begin` and `end`.
@safe final class GLContext {
    private let handle: OpaquePointer
    /// How many more times the target may change before the context fails as a lost one does; nil for no such failure.
    /// For tests.
    private var targetsUntilLost: Int?
    /// Whether a frame could not be shown: the window's surface is of no use any more.
    private var hasFailed = false
    /// Whether the context can make EGL images and use those of programs; tests set it.
    lazy var takesImages = unsafe mica_gl_takes_images(handle)

    /// How fragments are combined with the pixels of the target.
    enum Blend: Int32 {
        case replace, sourceOver, plus, screen, destinationOver, destinationOut, sourceAtop, xor
    }

    /// How instances use depth.
    enum Depth: Int32 {
        /// No depth test, no depth written.
        case none = 0
        /// Tested, and written: the instance hides later ones behind it.
        case set
        /// Tested, not written.
        case tested
    }

    /// The number of texture units that a program can use.
    static let units = Int(MICA_GL_UNITS)

    /// Opens a context without a window, on hardware where the machine has some.
    init() throws(GLUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        let opened = unsafe reason.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mica_gl_open($0, buffer.count) }
        }
        guard let opened = unsafe opened else { throw GLUnavailable(description: text(reason)) }
        unsafe handle = opened
    }

    /// Opens a context that shows its drawing in a window.
    ///
    /// - Parameters:
    ///   - width: the window's width in pixels, as is `height` its height.
    init(_ window: GLWindowTarget, width: Int, height: Int) throws(GLUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        var described = unsafe window.described
        let opened = unsafe reason.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap {
                unsafe mica_gl_open_window(
                    &described, Int32(clamping: width), Int32(clamping: height), $0, buffer.count)
            }
        }
        guard let opened = unsafe opened else { throw GLUnavailable(description: text(reason)) }
        unsafe handle = opened
    }

    /// Opens a context that shares the objects of a program's context.
    init(beside program: GLProgramContext) throws(GLUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        let opened = unsafe reason.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mica_gl_open_beside(program.handle, $0, buffer.count) }
        }
        guard let opened = unsafe opened else { throw GLUnavailable(description: text(reason)) }
        unsafe handle = opened
    }

    deinit { unsafe mica_gl_close(handle) }

    /// The driver's name for itself.
    var renderer: String { unsafe String(cString: mica_gl_renderer(handle)) }
    /// The version of OpenGL in the driver's words.
    var version: String { unsafe String(cString: mica_gl_version(handle)) }
    /// The EGL platform.
    var platform: String { unsafe String(cString: mica_gl_platform(handle)) }
    /// Whether the driver draws on the CPU.
    var isSoftware: Bool { unsafe mica_gl_is_software(handle) }
    /// The largest side of a texture, in texels.
    var mostTexels: Int { Int(unsafe mica_gl_most_texels(handle)) }

    /// Makes the context current on this thread; false when the context is lost.
    func begin() -> Bool { unsafe mica_gl_begin(handle) }

    /// Releases the context from the thread.
    func end() { unsafe mica_gl_end(handle) }

    /// Makes the context fail as a lost one does; for tests.
    func lose(afterTargets targets: Int) { targetsUntilLost = targets }

    /// Throws the first error since the last check.
    func check() throws(GLRefusal) {
        let error = targetsUntilLost == nil && !hasFailed ? unsafe mica_gl_error(handle) : 1
        if error != 0 {
            throw GLRefusal(
                reason: error == 1 ? "the context was lost" : "the driver reports error 0x\(String(error, radix: 16))")
        }
    }

    /// Compiles and links a program.
    func program(vertex: String, fragment: String) throws(GLRefusal) -> UInt32 {
        var words = [CChar](repeating: 0, count: 2048)
        let name = unsafe words.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_program(handle, vertex, fragment, $0, buffer.count) } ?? 0
        }
        guard name != 0 else { throw GLRefusal(reason: "the driver refuses a shader: \(text(words))") }
        return name
    }

    /// Makes a program from bytes of `binary(of:)`; nil if the driver does not accept them.
    func program(_ binary: [UInt8], format: UInt32) -> UInt32? {
        let name = unsafe binary.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe mica_gl_program_load(handle, format, $0, bytes.count) } ?? 0
        }
        return name == 0 ? nil : name
    }

    /// A compiled program in the driver's own format; nil if the driver gives none.
    func binary(of program: UInt32) -> (bytes: [UInt8], format: UInt32)? {
        var format: UInt32 = 0
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let size = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_program_save(handle, program, &format, $0, buffer.count) }
                ?? 0
        }
        return size == 0 ? nil : (Array(bytes.prefix(size)), format)
    }

    /// Makes a texture with undefined texels.
    func makeTexture(_ format: GLTexture.Format, width: Int, height: Int, levels: Int = 1) throws(GLRefusal)
        -> GLTexture
    {
        guard width >= 1, height >= 1, width <= mostTexels, height <= mostTexels else {
            throw GLRefusal(reason: "no texture has \(width) x \(height) texels: the driver's limit is \(mostTexels)")
        }
        let name = unsafe mica_gl_texture(handle, format.rawValue, Int32(width), Int32(height), Int32(levels))
        return GLTexture(name: name, width: width, height: height, format: format, levels: levels)
    }

    /// A texture that shares an image's memory; its texels are there once the image is drawn. *nil when* the context
    /// cannot use EGL images.
    func texture(of image: GLImage) -> GLTexture? {
        guard takesImages else { return nil }
        let name = unsafe mica_gl_image_texture(handle, image.handle)
        return name == 0 ? nil : GLTexture(name: name, width: image.width, height: image.height)
    }

    /// An image that shares the memory of a texture with one level. *nil when* the driver has no EGL images.
    func image(of texture: GLTexture) -> GLImage? {
        guard takesImages, let made = unsafe mica_gl_image_of_texture(handle, texture.name) else { return nil }
        return unsafe GLImage(made, width: texture.width, height: texture.height)
    }

    func delete(_ texture: GLTexture) { unsafe mica_gl_delete(handle, texture.name) }

    /// Uploads rows of texels into a level.
    ///
    /// - Parameters:
    ///   - x: where the first texel goes along x, as is `y` along y.
    /// - Precondition: `texels` has enough, and the level has room for them.
    func upload<Texel: BitwiseCopyable>(
        _ texels: borrowing Span<Texel>, to texture: GLTexture, level: Int = 0, x: Int = 0, y: Int = 0, width: Int,
        height: Int
    ) {
        precondition(
            MemoryLayout<Texel>.stride == texture.format.bytes && texels.count >= width * height, "texels are missing")
        guard width > 0, height > 0 else { return }
        unsafe texels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe mica_gl_upload(
                handle, texture.name, texture.format.rawValue, Int32(level), Int32(x), Int32(y), Int32(width),
                Int32(height), base, Int32(width))
        }
    }

    /// Makes a texture the target of drawing.
    func target(_ texture: GLTexture) throws(GLRefusal) {
        if let targets = targetsUntilLost {
            if targets == 0 { throw GLRefusal(reason: "the context was lost") }
            targetsUntilLost = targets - 1
        }
        guard unsafe mica_gl_target(handle, texture.name, Int32(texture.width), Int32(texture.height)) else {
            throw GLRefusal(reason: "the driver does not draw into textures of \(texture.width) x \(texture.height)")
        }
    }

    /// Gives the target a depth buffer, cleared within the scissor.
    func clearDepth() throws(GLRefusal) {
        guard unsafe mica_gl_depth(handle) else { throw GLRefusal(reason: "the driver has no depth") }
    }

    /// The memory of depth buffers, in bytes.
    var depthBytes: Int { Int(unsafe mica_gl_depth_bytes(handle)) }

    /// Fills a rectangle of the target. `isWhole` is true for formats of whole numbers.
    func fill(x: Int, y: Int, width: Int, height: Int, with pixel: UInt32, isWhole: Bool = false) {
        let channels = SIMD4<Float>(SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 255) / 255
        unsafe withUnsafeBytes(of: channels) { bytes in
            guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
            unsafe mica_gl_fill(handle, Int32(x), Int32(y), Int32(width), Int32(height), base, isWhole)
        }
    }

    /// Copies a rectangle of the target to (0, 0) of a texture.
    func copy(x: Int, y: Int, width: Int, height: Int, to texture: GLTexture) {
        unsafe mica_gl_copy(handle, texture.name, Int32(x), Int32(y), Int32(width), Int32(height))
    }

    /// Reads a rectangle of the target; waits for the device.
    ///
    /// - Parameter start: index of the first word that is written; rows follow at intervals of `stride` words.
    /// - Precondition: `words` has room for the rows.
    func read(
        x: Int, y: Int, width: Int, height: Int, into words: inout [UInt32], at start: Int, stride: Int
    ) {
        precondition(
            start >= 0 && width > 0 && height > 0 && stride >= width
                && start + (height - 1) * stride + width <= words.count, "the words have no room")
        unsafe words.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe mica_gl_read(
                handle, Int32(x), Int32(y), Int32(width), Int32(height), base + start, Int32(stride))
        }
    }

    // MARK: Reading later

    /// The number of buffers for reading later.
    static let readSlots = Int(MICA_GL_READS)

    /// Starts reading rectangles of the target into a buffer, one after the other. The device fills it when they are
    /// drawn; the thread does not wait.
    func readLater(_ region: DamageRegion, slot: Int) throws(GLRefusal) {
        precondition(slot >= 0 && slot < Self.readSlots, "there is no such buffer")
        var (start, total) = (0, 0)
        for index in 0..<region.count { total += region[index].width * region[index].height }
        for index in 0..<region.count {
            let rect = region[index]
            guard
                unsafe mica_gl_read_later(
                    handle, Int32(slot), start, total, Int32(rect.minX), Int32(rect.minY), Int32(rect.width),
                    Int32(rect.height))
            else { throw GLRefusal(reason: "a buffer has no room for what is read") }
            start += rect.width * rect.height
        }
        unsafe mica_gl_flush(handle)
    }

    /// Waits for a buffer, and copies its words over the first ones of `words`; false if the buffer was lost.
    func readNow(slot: Int, _ count: Int, into words: inout [UInt32]) -> Bool {
        precondition(slot >= 0 && slot < Self.readSlots && count <= words.count, "the words have no room")
        return unsafe words.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_read_now(handle, Int32(slot), $0, count) } ?? (count == 0)
        }
    }

    /// Uploads a rectangle of a bitmap's words to the same position in a texture of words.
    ///
    /// - Parameter stride: words from one row to the next. The first word of `words` belongs to the texture's first
    ///   texel.
    func upload(_ words: borrowing Span<UInt32>, _ rect: DeviceRect, stride: Int, to texture: GLTexture) {
        precondition(
            texture.format == .words && rect.minX >= 0 && rect.minY >= 0 && rect.maxX <= min(stride, texture.width)
                && rect.maxY <= texture.height && (rect.maxY - 1) * stride + rect.maxX <= words.count,
            "words are missing")
        unsafe words.withUnsafeBufferPointer { buffer in
            guard !rect.isEmpty, let base = buffer.baseAddress else { return }
            unsafe mica_gl_upload(
                handle, texture.name, texture.format.rawValue, 0, Int32(rect.minX), Int32(rect.minY), Int32(rect.width),
                Int32(rect.height), base + rect.minY * stride + rect.minX, Int32(stride))
        }
    }

    // MARK: Windows

    /// Sets the size of the window's next buffers, in pixels.
    func resizeWindow(width: Int, height: Int) {
        unsafe mica_gl_resize(handle, Int32(clamping: width), Int32(clamping: height))
    }

    /// Makes the window's next buffer the target. Its rows go from the bottom up.
    ///
    /// - Returns: the buffer's size, and its age as in `Surface.acquire`.
    func beginWindow() throws(GLRefusal) -> (width: Int, height: Int, age: Int) {
        var (width, height, age): (Int32, Int32, Int32) = (0, 0, 0)
        guard unsafe mica_gl_window_begin(handle, &width, &height, &age) else {
            hasFailed = true
            throw GLRefusal(reason: "the window has no surface")
        }
        return (Int(width), Int(height), Int(age))
    }

    /// Shows the window's buffer.
    ///
    /// - Parameter damage: four numbers for each rectangle that differs from the frame on the screen: x, y from the
    ///   bottom, width and height.
    func endWindow(_ damage: borrowing Span<Int32>) throws(GLRefusal) {
        let isShown = unsafe damage.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_window_end(handle, $0, Int32(buffer.count / 4)) } ?? false
        }
        guard isShown else {
            hasFailed = true
            throw GLRefusal(reason: "the window's frame is not shown")
        }
    }

    /// Makes textures the target again, and does not show the window's buffer.
    func cancelWindow() { unsafe mica_gl_window_cancel(handle) }

    /// A fence after everything that was drawn; contexts that share objects can wait for it.
    func fence() -> GLFence? { unsafe mica_gl_fence(handle).map { unsafe GLFence(sync: OpaquePointer($0)) } }

    /// Waits until the device has drawn everything.
    func finish() { unsafe mica_gl_finish(handle) }

    /// Limits drawing to a rectangle of the target.
    func scissor(x: Int, y: Int, width: Int, height: Int) {
        unsafe mica_gl_scissor(handle, Int32(x), Int32(y), Int32(width), Int32(height))
    }

    /// Draws instances in order.
    ///
    /// - Parameters:
    ///   - textures: one for each unit; units that the program does not use are ignored.
    func draw(
        _ instances: borrowing Span<Instance>, program: UInt32, blend: Blend, depth: Depth = .none,
        textures: SIMD8<UInt32>
    ) {
        precondition(
            Self.units <= 8 && MemoryLayout<Instance>.stride == 4 * Int(MICA_GL_INSTANCE_FLOATS),
            "every unit has a texture")
        let count = instances.count
        unsafe instances.withUnsafeBytes { bytes in
            unsafe withUnsafeBytes(of: textures) { textures in
                guard let floats = unsafe bytes.baseAddress?.assumingMemoryBound(to: Float.self),
                    let names = unsafe textures.baseAddress?.assumingMemoryBound(to: UInt32.self)
                else { return }
                unsafe mica_gl_draw(
                    handle, program, blend.rawValue, depth.rawValue, names, floats, Int32(count))
            }
        }
    }
}

/// The text of a message that ends with a 0 byte, in one line.
private func text(_ message: [CChar]) -> String {
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: " ")
}
