import CoreGraphics
import Foundation
import ImageIO
import MicaBase
import OpenGLES

/// Whether colours are multiplied by their alpha: a Boolean; false if not set. *Source*: Apple, GLKTextureLoader.h.
public let GLKTextureLoaderApplyPremultiplication = "GLKTextureLoaderApplyPremultiplication"
/// Whether mipmaps are made: a Boolean; false if not set. *Source*: Apple, GLKTextureLoader.h.
public let GLKTextureLoaderGenerateMipmaps = "GLKTextureLoaderGenerateMipmaps"
/// Whether the bottom row comes first: a Boolean; false if not set. *Source*: Apple, GLKTextureLoader.h.
public let GLKTextureLoaderOriginBottomLeft = "GLKTextureLoaderOriginBottomLeft"
/// Whether OpenGL converts colours from sRGB to linear light: a Boolean; false if not set. *Source*: Apple,
/// GLKTextureLoader.h.
public let GLKTextureLoaderSRGB = "GLKTextureLoaderSRGB"
/// The domain of `GLKTextureLoaderError` as an NSError. *Source*: Apple, GLKTextureLoader.h.
public let GLKTextureLoaderErrorDomain = "GLKTextureLoaderErrorDomain"

/// The reason why a texture was not loaded; the numbers are Apple's. *Source*: Apple, GLKTextureLoader.h.
public enum GLKTextureLoaderError: GLuint, Error, CustomNSError, LocalizedError, Sendable {
    /// There is no such file.
    case fileOrURLNotFound = 0
    /// The data are not a picture.
    case invalidNSData = 1
    /// The picture has no pixels.
    case invalidCGImage = 2
    /// The path is neither a string nor a URL.
    case unknownPathType = 3
    /// The file has an unsupported format.
    case unknownFileType = 4
    /// A cube map needs six files, or one picture six times as long as wide.
    case cubeMapInvalidNumFiles = 6
    /// OpenGL rejected the pixels.
    case uncompressedTextureUpload = 8
    /// The sides of a cube map must be squares of equal size.
    case unsupportedCubeMapDimensions = 9
    /// No context is current.
    case invalidEAGLContext = 17

    /// The domain of the numbers.
    public static var errorDomain: String { GLKTextureLoaderErrorDomain }
    /// The number.
    public var errorCode: Int { Int(rawValue) }
    /// The reason in words.
    public var errorDescription: String? {
        switch self {
        case .fileOrURLNotFound: "there is no such file"
        case .invalidNSData: "the data are no picture that can be read"
        case .invalidCGImage: "the picture has no pixels"
        case .unknownPathType: "a path is a string or a URL"
        case .unknownFileType: "the file is no picture that can be read"
        case .cubeMapInvalidNumFiles: "a cube needs six pictures"
        case .uncompressedTextureUpload: "OpenGL refused the pixels"
        case .unsupportedCubeMapDimensions: "the sides of a cube are squares of one size"
        case .invalidEAGLContext: "no EAGLContext is current"
        }
    }
}

/// The meaning of a texture's alpha. *Source*: Apple, GLKTextureLoader.h.
public enum GLKTextureInfoAlphaState: GLint, Sendable {
    /// No alpha: every pixel is opaque.
    case none = 0
    /// Colours are not multiplied by the alpha.
    case nonPremultiplied = 1
    /// Colours are multiplied by the alpha.
    case premultiplied = 2
}

/// The row of a texture that comes first. *Source*: Apple, GLKTextureLoader.h.
public enum GLKTextureInfoOrigin: GLint, Sendable {
    /// Not known.
    case unknown = 0
    /// The top row.
    case topLeft = 1
    /// The bottom row.
    case bottomLeft = 2
}

/// A loaded texture. The program deletes the texture; this object does not.
public final class GLKTextureInfo: NSObject, NSCopying, Sendable {
    /// The texture's name in OpenGL.
    public let name: GLuint
    /// GL_TEXTURE_2D or GL_TEXTURE_CUBE_MAP.
    public let target: GLenum
    /// The width, in texels.
    public let width: GLuint
    /// The height, in texels.
    public let height: GLuint
    /// The meaning of its alpha.
    public let alphaState: GLKTextureInfoAlphaState
    /// The row that comes first.
    public let textureOrigin: GLKTextureInfoOrigin
    /// Whether it has mipmaps.
    public let containsMipmaps: Bool

    init(
        name: GLuint, target: Int32, side: Bitmap, alphaState: GLKTextureInfoAlphaState, origin: GLKTextureInfoOrigin,
        containsMipmaps: Bool
    ) {
        (self.name, self.target) = (name, GLenum(target))
        (width, height) = (GLuint(side.width), GLuint(side.height))
        (self.alphaState, textureOrigin, self.containsMipmaps) = (alphaState, origin, containsMipmaps)
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Called with the loaded texture, or with the error.
public typealias GLKTextureLoaderCallback = (GLKTextureInfo?, (any Error)?) -> Void

/// Loads pictures as textures: PNG, JPEG, WebP, GIF. Compressed textures (PVR) are not supported.
///
/// Textures are filtered linearly and clamped to their edges; `GLKTextureLoaderGenerateMipmaps` makes mipmaps. Gray
/// pictures are converted to colours. *Source*: Apple, GLKTextureLoader.h.
open class GLKTextureLoader: NSObject {
    private let context: EAGLContext?
    private let work = DispatchQueue(label: "GLKTextureLoader")

    /// Makes a loader that loads on another thread, for the contexts of a share group.
    public init(sharegroup: EAGLSharegroup) {
        context = EAGLContext(api: .openGLES3, sharegroup: sharegroup)
        super.init()
    }

    // MARK: - Now, into the current context

    /// Loads a file into the current context. *Throws*: `GLKTextureLoaderError`.
    open class func texture(withContentsOfFile path: String, options: [String: NSNumber]? = nil) throws
        -> GLKTextureInfo
    {
        try texture(withContentsOf: URL(fileURLWithPath: path), options: options)
    }

    /// Loads a file into the current context. *Throws*: `GLKTextureLoaderError`.
    open class func texture(withContentsOf url: URL, options: [String: NSNumber]? = nil) throws -> GLKTextureInfo {
        try load([.init(url: url)], options, isCube: false)
    }

    /// Loads a file's data into the current context. *Throws*: `GLKTextureLoaderError`.
    open class func texture(withContentsOf data: Data, options: [String: NSNumber]? = nil) throws -> GLKTextureInfo {
        try load([.init(data: data)], options, isCube: false)
    }

    /// Loads a picture into the current context; its colours are premultiplied if it has alpha. *Throws*:
    /// `GLKTextureLoaderError`.
    open class func texture(with cgImage: CGImage, options: [String: NSNumber]? = nil) throws -> GLKTextureInfo {
        try load([.init(image: cgImage)], options, isCube: false)
    }

    /// Loads six files (paths or URLs) as a cube map: right, left, top, bottom, front, back. *Throws*:
    /// `GLKTextureLoaderError`.
    open class func cubeMap(withContentsOfFiles paths: [Any], options: [String: NSNumber]? = nil) throws
        -> GLKTextureInfo
    {
        guard paths.count == 6 else { throw GLKTextureLoaderError.cubeMapInvalidNumFiles }
        return try load(
            paths.map { path in
                if let url = path as? URL { return try .init(url: url) }
                guard let path = path as? String else { throw GLKTextureLoaderError.unknownPathType }
                return try .init(url: URL(fileURLWithPath: path))
            }, options, isCube: true)
    }

    /// Loads a file with six squares, in a column or a row, as a cube map. *Throws*: `GLKTextureLoaderError`.
    open class func cubeMap(withContentsOfFile path: String, options: [String: NSNumber]? = nil) throws
        -> GLKTextureInfo
    {
        try cubeMap(withContentsOf: URL(fileURLWithPath: path), options: options)
    }

    /// Loads a file with six squares, in a column or a row, as a cube map. *Throws*: `GLKTextureLoaderError`.
    open class func cubeMap(withContentsOf url: URL, options: [String: NSNumber]? = nil) throws -> GLKTextureInfo {
        try load([.init(url: url)], options, isCube: true)
    }

    // MARK: - Later, on another thread

    /// Loads a file on another thread, and calls a closure on a queue; nil stands for the main queue.
    open func texture(
        withContentsOfFile path: String, options: [String: NSNumber]?, queue: DispatchQueue?,
        completionHandler block: @escaping GLKTextureLoaderCallback
    ) {
        later(queue, block) { try Self.texture(withContentsOfFile: path, options: options) }
    }

    /// Loads a file on another thread, and calls a closure on a queue; nil stands for the main queue.
    open func texture(
        withContentsOf url: URL, options: [String: NSNumber]?, queue: DispatchQueue?,
        completionHandler block: @escaping GLKTextureLoaderCallback
    ) {
        later(queue, block) { try Self.texture(withContentsOf: url, options: options) }
    }

    /// Loads a file's data on another thread, and calls a closure on a queue; nil stands for the main queue.
    open func texture(
        withContentsOf data: Data, options: [String: NSNumber]?, queue: DispatchQueue?,
        completionHandler block: @escaping GLKTextureLoaderCallback
    ) {
        later(queue, block) { try Self.texture(withContentsOf: data, options: options) }
    }

    /// Loads a picture on another thread, and calls a closure on a queue; nil stands for the main queue.
    open func texture(
        with cgImage: CGImage, options: [String: NSNumber]?, queue: DispatchQueue?,
        completionHandler block: @escaping GLKTextureLoaderCallback
    ) {
        later(queue, block) { try Self.texture(with: cgImage, options: options) }
    }

    // Safe because: it runs once, on the loader's own queue, and no other thread uses the context.
    private struct Job: @unchecked Sendable { let value: (EAGLContext?, () throws -> GLKTextureInfo) }
    // Safe because: it is called once, on the queue that the caller gave.
    private struct Told: @unchecked Sendable { let value: GLKTextureLoaderCallback }

    private func later(
        _ queue: DispatchQueue?, _ block: @escaping GLKTextureLoaderCallback,
        _ load: @escaping () throws -> GLKTextureInfo
    ) {
        let job = Job(value: (context, load)), told = Told(value: block)
        work.async {
            let (info, error) = Self.done(job)
            (queue ?? .main).async { told.value(info, error) }
        }
    }

    /// Loads a texture with the loader's own context.
    private class func done(_ job: Job) -> (GLKTextureInfo?, (any Error)?) {
        guard let context = job.value.0, EAGLContext.setCurrent(context) else {
            return (nil, GLKTextureLoaderError.invalidEAGLContext)
        }
        defer { EAGLContext.setCurrent(nil) }
        do {
            let info = try job.value.1()
            // Other contexts see only completed commands.
            glFinish()
            return (info, nil)
        } catch {
            return (nil, error)
        }
    }

    // MARK: - Loading

    /// A picture with the meaning of its alpha.
    private struct Picture {
        var bitmap: Bitmap
        /// Whether its file had colours that are not premultiplied. They are loaded like that unless premultiplied ones
        /// are wanted.
        var isOfFile: Bool

        init(url: URL) throws {
            guard FileManager.default.fileExists(atPath: url.path) else {
                throw GLKTextureLoaderError.fileOrURLNotFound
            }
            guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
                let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
            else { throw GLKTextureLoaderError.unknownFileType }
            try self.init(image: image)
            isOfFile = true
        }

        init(data: Data) throws {
            guard let source = CGImageSourceCreateWithData(data as CFData, nil),
                let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
            else { throw GLKTextureLoaderError.invalidNSData }
            try self.init(image: image)
            isOfFile = true
        }

        init(image: CGImage) throws {
            let bitmap = image.resource.bitmap()
            guard bitmap.width > 0, bitmap.height > 0 else { throw GLKTextureLoaderError.invalidCGImage }
            (self.bitmap, isOfFile) = (bitmap, false)
        }
    }

    private class func load(_ pictures: [Picture], _ options: [String: NSNumber]?, isCube: Bool) throws
        -> GLKTextureInfo
    {
        guard EAGLContext.current() != nil else { throw GLKTextureLoaderError.invalidEAGLContext }
        func isSet(_ option: String) -> Bool { options?[option]?.boolValue ?? false }
        var sides = pictures.map(\.bitmap)
        if isCube {
            if sides.count == 1 { sides = sixths(of: sides[0]) }
            let side = sides[0].width
            guard sides.count == 6, sides.allSatisfy({ $0.width == side && $0.height == side }) else {
                throw GLKTextureLoaderError.unsupportedCubeMapDimensions
            }
        }
        let isOpaque = sides.allSatisfy { $0.pixels.allSatisfy { $0 >= 0xFF00_0000 } }
        let isAsInFile = pictures.allSatisfy(\.isOfFile) && !isSet(GLKTextureLoaderApplyPremultiplication)
        let isFlipped = isSet(GLKTextureLoaderOriginBottomLeft)
        var before: GLint = 0, alignment: GLint = 4, row: GLint = 0, name: GLuint = 0
        let (target, binding) =
            isCube ? (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP) : (GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D)
        while glGetError() != 0 {}
        unsafe glGetIntegerv(GLenum(binding), &before)
        unsafe glGetIntegerv(GLenum(GL_UNPACK_ALIGNMENT), &alignment)
        unsafe glGetIntegerv(GLenum(GL_UNPACK_ROW_LENGTH), &row)
        unsafe glGenTextures(1, &name)
        glBindTexture(GLenum(target), name)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
        for (i, side) in sides.enumerated() {
            let texels = texels(of: side, isFlipped: isFlipped, isPremultiplied: !isAsInFile)
            unsafe glTexImage2D(
                isCube ? GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(i) : GLenum(GL_TEXTURE_2D), 0,
                isSet(GLKTextureLoaderSRGB) ? GL_SRGB8_ALPHA8 : GL_RGBA8, GLsizei(side.width), GLsizei(side.height), 0,
                GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), texels)
        }
        let hasLevels = isSet(GLKTextureLoaderGenerateMipmaps)
        if hasLevels { glGenerateMipmap(GLenum(target)) }
        glTexParameteri(
            GLenum(target), GLenum(GL_TEXTURE_MIN_FILTER), hasLevels ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
        glTexParameteri(GLenum(target), GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
        glTexParameteri(GLenum(target), GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(GLenum(target), GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), alignment)
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), row)
        let isRefused = glGetError() != 0
        glBindTexture(GLenum(target), GLuint(max(before, 0)))
        if isRefused {
            unsafe glDeleteTextures(1, &name)
            throw GLKTextureLoaderError.uncompressedTextureUpload
        }
        return GLKTextureInfo(
            name: name, target: target, side: sides[0],
            alphaState: isOpaque ? .none : isAsInFile ? .nonPremultiplied : .premultiplied,
            origin: isFlipped ? .bottomLeft : .topLeft, containsMipmaps: hasLevels)
    }

    /// The six squares of a picture that is six times as long as wide; empty for others.
    private class func sixths(of picture: Bitmap) -> [Bitmap] {
        let side = min(picture.width, picture.height)
        guard max(picture.width, picture.height) == 6 * side else { return [] + [picture] }
        return (0..<6).map { i in
            let (x, y) = picture.width > picture.height ? (i * side, 0) : (0, i * side)
            var pixels: [UInt32] = []
            for row in y..<y + side {
                pixels += picture.pixels[row * picture.width + x..<row * picture.width + x + side]
            }
            return Bitmap(width: side, height: side, pixels: pixels)
        }
    }

    /// The texels of a bitmap in OpenGL's order: red, green, blue, alpha in memory.
    private class func texels(of bitmap: Bitmap, isFlipped: Bool, isPremultiplied: Bool) -> [UInt32] {
        var texels: [UInt32] = []
        texels.reserveCapacity(bitmap.pixels.count)
        for row in 0..<bitmap.height {
            let start = (isFlipped ? bitmap.height - 1 - row : row) * bitmap.width
            for pixel in bitmap.pixels[start..<start + bitmap.width] {
                let alpha = pixel >> 24
                var (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
                if !isPremultiplied, alpha > 0, alpha < 255 {
                    red = (red * 255 + alpha / 2) / alpha
                    green = (green * 255 + alpha / 2) / alpha
                    blue = (blue * 255 + alpha / 2) / alpha
                }
                texels.append(alpha << 24 | blue << 16 | green << 8 | red)
            }
        }
        return texels
    }
}
