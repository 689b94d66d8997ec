import MicaBase
import MicaRaster

/// Textures that are drawn into, used again from pass to pass and frame to frame.
///
/// Sides are rounded up to multiples of 64 texels, so that passes that grow or move find a texture. A texture that has
/// gone unused for `idleDrawings` drawings is let go. So are the longest unused ones while all of them take more than
/// the budget.
final class TexturePool {
    /// The most bytes that stay when a drawing ends.
    let budget: Int
    /// The most bytes of all textures during a drawing.
    let limit: Int
    /// The bytes of all textures, in use or not.
    private(set) var bytes = 0
    private let context: GLContext
    private var free: [(texture: GLTexture, lastUse: Int)] = []
    private var taken: [GLTexture] = []
    private var drawing = 0

    /// How many drawings a texture stays unused before it is let go.
    private static let idleDrawings = 60
    private static let step = 64

    init(_ context: GLContext, budget: Int, limit: Int) {
        (self.context, self.budget, self.limit) = (context, budget, limit)
    }

    /// Takes a texture that is at least so large, with undefined texels.
    ///
    /// - Throws: where the sum of all textures would exceed the limit.
    func take(_ format: GLTexture.Format, width: Int, height: Int) throws(GLRefusal) -> GLTexture {
        /// A side rounded up to its class, within the driver's limit.
        func side(_ size: Int) -> Int {
            max(size, min(context.mostTexels, (size + Self.step - 1) / Self.step * Self.step))
        }
        let (width, height) = (side(width), side(height))
        if let index = free.lastIndex(where: {
            $0.texture.format == format && $0.texture.width == width && $0.texture.height == height
        }) {
            let texture = free.remove(at: index).texture
            taken.append(texture)
            return texture
        }
        let size = GLTexture(width: width, height: height, format: format).bytes
        while bytes + size > limit, let first = free.first {
            context.delete(first.texture)
            bytes -= first.texture.bytes
            free.removeFirst()
        }
        guard bytes + size <= limit else {
            throw GLRefusal(reason: "the frame's passes take more than \(limit >> 20) MiB at once")
        }
        let texture = try context.makeTexture(format, width: width, height: height)
        bytes += texture.bytes
        taken.append(texture)
        return texture
    }

    func give(_ texture: GLTexture) {
        guard let index = taken.lastIndex(of: texture) else { return }
        taken.remove(at: index)
        free.append((texture, drawing))
    }

    /// Takes back the textures of a drawing that was given up. Lets go textures that were unused for long, and those
    /// beyond the budget.
    func endDrawing() {
        for texture in taken { give(texture) }
        while let first = free.first, bytes > budget || drawing - first.lastUse > Self.idleDrawings {
            context.delete(first.texture)
            bytes -= first.texture.bytes
            free.removeFirst()
        }
        drawing += 1
    }
}
