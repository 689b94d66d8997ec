import CMicaGL
import MicaFrame
import MicaGeometry

/// Why OpenGL is not used: the machine has none, or none that does.
package struct GLUnavailable: Error, CustomStringConvertible {
    /// The reason, in one line.
    package let description: String
}

/// Why a frame cannot be drawn with OpenGL, which is no error of the frame's: another compositor draws it then.
struct GLRefusal: Error {
    /// The reason, in one line.
    let reason: String
}

/// A window of a display server's, as EGL is told of it.
// Safe because: nobody looks through the pointer but EGL, which takes calls of any thread; who makes it keeps the connection and the
// window until what draws into it has ended.
@safe package struct GLWindowTarget: @unchecked Sendable {
    let described: mica_gl_window

    /// A window of the X server that the environment names, and its visual, by their numbers.
    package init(x11 window: UInt, visual: Int32) {
        unsafe described = mica_gl_window(system: Int32(MICA_GL_X11), display: nil, window: window, visual: visual)
    }

    /// A wl_surface of a wl_display.
    package init(wayland display: UnsafeMutableRawPointer, surface: UnsafeMutableRawPointer) {
        unsafe described = mica_gl_window(
            system: Int32(MICA_GL_WAYLAND), display: display, window: UInt(bitPattern: surface), visual: 0)
    }
}

/// A context of a program's own, as CMicaGL knows it.
// Safe because: nobody looks through the pointer but EGL; who makes it keeps the context until what draws beside it has ended.
@safe package struct GLProgramContext: @unchecked Sendable {
    let handle: OpaquePointer

    /// A `mica_gl_program_context`.
    package init(handle: OpaquePointer) { unsafe self.handle = handle }
}

/// OpenGL's GLsync: what was drawn before it. Whoever has it deletes it.
@safe package struct GLFence {
    /// OpenGL's name of it.
    package let sync: OpaquePointer

    init(sync: OpaquePointer) { unsafe self.sync = sync }
}

/// What a program's renderbuffer or a texture has, on the device, for contexts that share no objects with the one that it is of; and a fence,
/// which they wait for.
// Safe because: it never changes, and EGL takes calls of any thread.
@safe final class GLImage: @unchecked Sendable {
    fileprivate let handle: OpaquePointer
    /// Its size. *Units*: texels.
    let width: Int, height: Int

    fileprivate init(_ handle: OpaquePointer, width: Int, height: Int) {
        unsafe self.handle = handle
        (self.width, self.height) = (width, height)
    }

    /// Takes what the thread's current context, a program's, has drawn into a renderbuffer so far; what it draws there later is seen, too. nil where
    /// the driver has no such images.
    convenience init?(renderbuffer: UInt32, of program: GLProgramContext, width: Int, height: Int) {
        guard let handle = unsafe mica_gl_image_of_renderbuffer(program.handle, renderbuffer) else { return nil }
        unsafe self.init(handle, width: width, height: height)
    }

    deinit { unsafe mica_gl_image_close(handle) }

    /// Has the thread's current context go on when what was drawn before the image was made is drawn: on the device, nobody waits here.
    func wait() { _ = unsafe mica_gl_image_wait(handle) }
}

/// A texture of a context.
struct GLTexture: Equatable {
    /// What its texels are.
    enum Format: Int32 {
        /// Premultiplied words as bitmaps have them: blue, green, red, alpha.
        case words = 0
        /// One byte: coverage.
        case bytes = 1
        /// Four floats: parameters. It cannot be drawn into.
        case floats = 2
        /// Four whole numbers of 16 bits: what is made on the way to a blur.
        case wide = 3
        /// One of them: of an alpha.
        case narrow = 4

        /// How many bytes a texel takes.
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

    /// OpenGL's name; 0 is none.
    var name: UInt32 = 0
    /// The size of its first level, in texels.
    var width = 0, height = 0
    var format = Format.words
    /// How many levels there are.
    var levels = 1

    /// The memory that it takes, in bytes.
    var bytes: Int {
        var (total, w, h) = (0, width, height)
        for _ in 0..<levels {
            total += w * h * format.bytes
            (w, h) = (max(1, w / 2), max(1, h / 2))
        }
        return total
    }
}

/// An OpenGL ES 3.0 context without a window: CMicaGL with its pointers checked.
///
/// It is for one thread at a time: the one between `begin` and `end`.
@safe final class GLContext {
    private let handle: OpaquePointer
    /// After how many changes of the target it fails as a lost one does; nil when it does not.
    private var targetsUntilLost: Int?
    /// Whether it could not show what was drawn: its window's surface is of no use any more.
    private var hasFailed = false
    /// Whether it makes images and has those of programs; a test sets it.
    lazy var takesImages = unsafe mica_gl_takes_images(handle)

    /// How fragments are combined with what is there.
    enum Blend: Int32 {
        case replace, sourceOver, plus, screen, destinationOver, destinationOut, sourceAtop, xor
    }

    /// What the depth of instances does.
    enum Depth: Int32 {
        /// Nothing.
        case none = 0
        /// They are in front from now on, and left out where something is in front of them.
        case set
        /// They are left out where something is in front of them.
        case tested
    }

    /// How many textures a program reads.
    static let units = Int(MICA_GL_UNITS)

    /// Opens a context: on hardware where there is some.
    init() throws(GLUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        let opened = unsafe reason.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mica_gl_open($0, buffer.count) }
        }
        guard let opened = unsafe opened else { throw GLUnavailable(description: text(reason)) }
        unsafe handle = opened
    }

    /// Opens a context that shows what it draws in a window.
    ///
    /// - Parameters:
    ///   - width: in pixels, and `height`.
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

    /// Opens a context that has the objects of a program's, too.
    init(beside program: GLProgramContext) throws(GLUnavailable) {
        var reason = [CChar](repeating: 0, count: 256)
        let opened = unsafe reason.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mica_gl_open_beside(program.handle, $0, buffer.count) }
        }
        guard let opened = unsafe opened else { throw GLUnavailable(description: text(reason)) }
        unsafe handle = opened
    }

    deinit { unsafe mica_gl_close(handle) }

    /// What the driver calls itself.
    var renderer: String { unsafe String(cString: mica_gl_renderer(handle)) }
    /// The version of OpenGL, as the driver words it.
    var version: String { unsafe String(cString: mica_gl_version(handle)) }
    /// The EGL platform.
    var platform: String { unsafe String(cString: mica_gl_platform(handle)) }
    /// Whether a program of the processor's draws.
    var isSoftware: Bool { unsafe mica_gl_is_software(handle) }
    /// The largest side of a texture, in texels.
    var mostTexels: Int { Int(unsafe mica_gl_most_texels(handle)) }

    /// Makes the context the thread's; false when it is lost.
    func begin() -> Bool { unsafe mica_gl_begin(handle) }

    /// Gives it back.
    func end() { unsafe mica_gl_end(handle) }

    /// Has it fail as a lost one does.
    func lose(afterTargets targets: Int) { targetsUntilLost = targets }

    /// Throws what went wrong since the last call.
    func check() throws(GLRefusal) {
        let error = targetsUntilLost == nil && !hasFailed ? unsafe mica_gl_error(handle) : 1
        if error != 0 {
            throw GLRefusal(
                reason: error == 1 ? "the context was lost" : "the driver reports error 0x\(String(error, radix: 16))")
        }
    }

    /// Compiles a program.
    func program(vertex: String, fragment: String) throws(GLRefusal) -> UInt32 {
        var words = [CChar](repeating: 0, count: 2048)
        let name = unsafe words.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_program(handle, vertex, fragment, $0, buffer.count) } ?? 0
        }
        guard name != 0 else { throw GLRefusal(reason: "the driver refuses a shader: \(text(words))") }
        return name
    }

    /// A program of what `binary(of:)` gave; nil where the driver does not take it.
    func program(_ binary: [UInt8], format: UInt32) -> UInt32? {
        let name = unsafe binary.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe mica_gl_program_load(handle, format, $0, bytes.count) } ?? 0
        }
        return name == 0 ? nil : name
    }

    /// A program as the driver has it, in a format of its own; nil where it gives none.
    func binary(of program: UInt32) -> (bytes: [UInt8], format: UInt32)? {
        var format: UInt32 = 0
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let size = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_program_save(handle, program, &format, $0, buffer.count) }
                ?? 0
        }
        return size == 0 ? nil : (Array(bytes.prefix(size)), format)
    }

    /// Makes a texture, its texels undefined.
    func makeTexture(_ format: GLTexture.Format, width: Int, height: Int, levels: Int = 1) throws(GLRefusal)
        -> GLTexture
    {
        guard width >= 1, height >= 1, width <= mostTexels, height <= mostTexels else {
            throw GLRefusal(reason: "no texture has \(width) x \(height) texels: the driver's limit is \(mostTexels)")
        }
        let name = unsafe mica_gl_texture(handle, format.rawValue, Int32(width), Int32(height), Int32(levels))
        return GLTexture(name: name, width: width, height: height, format: format, levels: levels)
    }

    /// A texture that has an image's memory, when that is drawn; nil where the context cannot have it.
    func texture(of image: GLImage) -> GLTexture? {
        guard takesImages else { return nil }
        let name = unsafe mica_gl_image_texture(handle, image.handle)
        return name == 0 ? nil : GLTexture(name: name, width: image.width, height: image.height)
    }

    /// What a texture of one level has, for other contexts; nil where the driver has no such images.
    func image(of texture: GLTexture) -> GLImage? {
        guard takesImages, let made = unsafe mica_gl_image_of_texture(handle, texture.name) else { return nil }
        return unsafe GLImage(made, width: texture.width, height: texture.height)
    }

    /// Ends a texture.
    func delete(_ texture: GLTexture) { unsafe mica_gl_delete(handle, texture.name) }

    /// Writes rows of texels into a level.
    ///
    /// - Parameters:
    ///   - x: where the first texel goes, and `y`.
    /// - Precondition: there are enough, and the level has room for them.
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

    /// Draws into a texture from now on.
    func target(_ texture: GLTexture) throws(GLRefusal) {
        if let targets = targetsUntilLost {
            if targets == 0 { throw GLRefusal(reason: "the context was lost") }
            targetsUntilLost = targets - 1
        }
        guard unsafe mica_gl_target(handle, texture.name, Int32(texture.width), Int32(texture.height)) else {
            throw GLRefusal(reason: "the driver does not draw into textures of \(texture.width) x \(texture.height)")
        }
    }

    /// Gives the target depth, of which nothing is in front yet in the rectangle that is drawn.
    func clearDepth() throws(GLRefusal) {
        guard unsafe mica_gl_depth(handle) else { throw GLRefusal(reason: "the driver has no depth") }
    }

    /// The memory that depth takes, in bytes.
    var depthBytes: Int { Int(unsafe mica_gl_depth_bytes(handle)) }

    /// Fills a rectangle of the target.
    func fill(x: Int, y: Int, width: Int, height: Int, with pixel: UInt32, isWhole: Bool = false) {
        let channels = SIMD4<Float>(SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 255) / 255
        unsafe withUnsafeBytes(of: channels) { bytes in
            guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
            unsafe mica_gl_fill(handle, Int32(x), Int32(y), Int32(width), Int32(height), base, isWhole)
        }
    }

    /// Copies a rectangle of the target to the beginning of a texture.
    func copy(x: Int, y: Int, width: Int, height: Int, to texture: GLTexture) {
        unsafe mica_gl_copy(handle, texture.name, Int32(x), Int32(y), Int32(width), Int32(height))
    }

    /// Reads a rectangle of the target.
    ///
    /// - Parameter start: where the first word goes; rows are `stride` words after one another.
    /// - Precondition: the words have room for it.
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

    /// How many buffers there are for what is read later.
    static let readSlots = Int(MICA_GL_READS)

    /// Has rectangles of the target read into a buffer, one after the other, when they are drawn.
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

    /// Waits for a buffer, and writes its words over the first ones of some; false where they are lost.
    func readNow(slot: Int, _ count: Int, into words: inout [UInt32]) -> Bool {
        precondition(slot >= 0 && slot < Self.readSlots && count <= words.count, "the words have no room")
        return unsafe words.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_read_now(handle, Int32(slot), $0, count) } ?? (count == 0)
        }
    }

    /// Writes a rectangle of rows of words into a texture of words, at the same position.
    ///
    /// - Parameter stride: from one row to the next, in words; the first word is the texture's first texel.
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

    /// Has the window's next buffers be of a size.
    func resizeWindow(width: Int, height: Int) {
        unsafe mica_gl_resize(handle, Int32(clamping: width), Int32(clamping: height))
    }

    /// Draws into the window's next buffer from now on, whose rows go from the bottom up.
    ///
    /// - Returns: its size, and its age as `Surface.acquire` has it.
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
    /// - Parameter damage: four numbers for each rectangle that differs from what is shown: x, y from the bottom, width and height.
    func endWindow(_ damage: borrowing Span<Int32>) throws(GLRefusal) {
        let isShown = unsafe damage.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mica_gl_window_end(handle, $0, Int32(buffer.count / 4)) } ?? false
        }
        guard isShown else {
            hasFailed = true
            throw GLRefusal(reason: "the window's frame is not shown")
        }
    }

    /// Draws into textures again, and shows nothing.
    func cancelWindow() { unsafe mica_gl_window_cancel(handle) }

    /// What a context with the same objects can wait for: that everything is drawn.
    func fence() -> GLFence? { unsafe mica_gl_fence(handle).map { unsafe GLFence(sync: OpaquePointer($0)) } }

    /// Waits until everything is drawn.
    func finish() { unsafe mica_gl_finish(handle) }

    /// Limits what is drawn to a rectangle of the target.
    func scissor(x: Int, y: Int, width: Int, height: Int) {
        unsafe mica_gl_scissor(handle, Int32(x), Int32(y), Int32(width), Int32(height))
    }

    /// Draws instances in order.
    ///
    /// - Parameters:
    ///   - textures: one for each unit; others are not looked at.
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

/// The words of a message that ends with 0, in one line.
private func text(_ message: [CChar]) -> String {
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: " ")
}
