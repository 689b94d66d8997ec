import MicaGeometry
import MicaPixels
import MicaResources

/// Textures that are drawn into, used again from pass to pass and frame to frame.
///
/// Sides are in classes of 64 texels, so that passes that grow or move find what they had. What was not used for some drawings is
/// let go, and so is what has gone unused longest while all of them take more than the budget.
final class TexturePool {
    /// The most bytes that stay when a drawing ends.
    let budget: Int
    /// The bytes of all textures, in use or not.
    private(set) var bytes = 0
    private let context: GLContext
    private var free: [(texture: GLTexture, lastUse: Int)] = []
    private var taken: [GLTexture] = []
    private var drawing = 0

    /// How many drawings a texture stays that none of them used.
    private static let idleDrawings = 60
    private static let step = 64

    init(_ context: GLContext, budget: Int) { (self.context, self.budget) = (context, budget) }

    /// Takes a texture that is at least so large.
    func take(_ format: GLTexture.Format, width: Int, height: Int) throws(GLRefusal) -> GLTexture {
        /// A side's class, within what the driver has.
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
        let texture = try context.makeTexture(format, width: width, height: height)
        bytes += texture.bytes
        taken.append(texture)
        return texture
    }

    /// Takes a texture back.
    func give(_ texture: GLTexture) {
        guard let index = taken.lastIndex(of: texture) else { return }
        taken.remove(at: index)
        free.append((texture, drawing))
    }

    /// Takes back what a drawing that was given up has not, and lets go what was not used for long, or is too much.
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

/// The pixels of images, sent to the driver once, and again after they were let go.
final class ImageTextures {
    /// The most bytes that stay while a drawing does not need more.
    let budget: Int
    /// The bytes of all of them.
    private(set) var bytes = 0
    /// How often an image was sent, so far.
    private(set) var uploads = 0
    private let context: GLContext
    private var replaced: [GLTexture] = []
    private var entries: [UInt64: (texture: GLTexture, lastUse: Int)] = [:]
    private var drawing = 0

    init(_ context: GLContext, budget: Int) { (self.context, self.budget) = (context, budget) }

    /// The texture of an image: its levels as well where they are wanted, each half as large as the one before.
    func texture(of image: ImageResource, withLevels: Bool) throws(GLRefusal) -> GLTexture {
        let levels = withLevels ? Int.bitWidth - max(image.width, image.height).leadingZeroBitCount : 1
        if let entry = entries[image.id], entry.texture.levels >= levels {
            entries[image.id]?.lastUse = drawing
            return entry.texture
        }
        // What waits to be drawn may show the one without levels.
        if let old = entries.removeValue(forKey: image.id) { replaced.append(old.texture) }
        makeRoom(for: image.width * image.height * 4)
        let texture = try context.makeTexture(.words, width: image.width, height: image.height, levels: levels)
        var bitmap = image.bitmap()
        for level in 0..<levels {
            context.upload(
                bitmap.pixels.span, to: texture, level: level, width: bitmap.width, height: bitmap.height)
            if level + 1 < levels { bitmap = bitmap.halved() }
        }
        bytes += texture.bytes
        uploads += 1
        entries[image.id] = (texture, drawing)
        return texture
    }

    private func drop(_ texture: GLTexture) {
        context.delete(texture)
        bytes -= texture.bytes
    }

    /// Lets go what earlier drawings used, the oldest first, until there is room.
    private func makeRoom(for size: Int) {
        guard bytes + size > budget else { return }
        for (id, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard bytes + size > budget, entry.lastUse < drawing else { return }
            entries[id] = nil
            drop(entry.texture)
        }
    }

    /// Lets go what does not fit into the budget.
    func endDrawing() {
        drawing += 1
        for texture in replaced { drop(texture) }
        replaced.removeAll(keepingCapacity: true)
        makeRoom(for: 0)
    }
}
