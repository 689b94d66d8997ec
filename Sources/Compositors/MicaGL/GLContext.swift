import CMicaGL

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

        /// How many bytes a texel takes.
        var bytes: Int {
            switch self {
            case .words: 4
            case .bytes: 1
            case .floats: 16
            case .wide: 8
            }
        }
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

    /// How fragments are combined with what is there.
    enum Blend: Int32 {
        case replace, sourceOver, plus, screen, destinationOver, destinationOut, sourceAtop, xor
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
        let error = targetsUntilLost == nil ? unsafe mica_gl_error(handle) : 1
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

    /// Ends a texture.
    func delete(_ texture: GLTexture) { unsafe mica_gl_delete(handle, texture.name) }

    /// Writes rows of texels into a level from its first row on.
    ///
    /// - Precondition: there are enough.
    func upload<Texel: BitwiseCopyable>(
        _ texels: borrowing Span<Texel>, to texture: GLTexture, level: Int = 0, width: Int, height: Int
    ) {
        precondition(
            MemoryLayout<Texel>.stride == texture.format.bytes && texels.count >= width * height, "texels are missing")
        guard width > 0, height > 0 else { return }
        unsafe texels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe mica_gl_upload(
                handle, texture.name, texture.format.rawValue, Int32(level), 0, 0, Int32(width), Int32(height), base,
                Int32(width))
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

    /// Fills a rectangle of the target.
    func fill(x: Int, y: Int, width: Int, height: Int, with pixel: UInt32, isWide: Bool = false) {
        let channels = [0, 8, 16, 24].map { Float(pixel >> $0 & 255) / 255 }
        unsafe channels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe mica_gl_fill(handle, Int32(x), Int32(y), Int32(width), Int32(height), base, isWide)
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

    /// Limits what is drawn to a rectangle of the target.
    func scissor(x: Int, y: Int, width: Int, height: Int) {
        unsafe mica_gl_scissor(handle, Int32(x), Int32(y), Int32(width), Int32(height))
    }

    /// Draws instances in order.
    ///
    /// - Parameters:
    ///   - textures: one for each unit.
    ///   - originX: which device pixel the target's first one is, and `originY`.
    func draw(
        _ instances: borrowing Span<Instance>, program: UInt32, blend: Blend, textures: [UInt32], originX: Int,
        originY: Int
    ) {
        precondition(
            textures.count == Self.units && MemoryLayout<Instance>.stride == 4 * Int(MICA_GL_INSTANCE_FLOATS),
            "every unit has a texture")
        let count = instances.count
        unsafe instances.withUnsafeBytes { bytes in
            unsafe textures.withUnsafeBufferPointer { textures in
                guard let floats = unsafe bytes.baseAddress?.assumingMemoryBound(to: Float.self),
                    let names = textures.baseAddress
                else { return }
                unsafe mica_gl_draw(
                    handle, program, blend.rawValue, names, Int32(originX), Int32(originY), floats, Int32(count))
            }
        }
    }
}

/// The words of a message that ends with 0, in one line.
private func text(_ message: [CChar]) -> String {
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: " ")
}
