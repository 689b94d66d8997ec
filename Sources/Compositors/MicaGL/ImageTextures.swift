import MicaGeometry
import MicaPixels
import MicaResources

/// The pixels of images, sent to the driver once, and again after they were let go.
///
/// Small images share pages, so that ops that show several are one call; others have a texture of their own. What is on the device already
/// (`DevicePictures`) is not sent, and let go when nobody else has it. What has gone unused longest
/// is let go while all of them take more than the budget: a page with all that it has.
final class ImageTextures {
    /// The most bytes that stay while a drawing does not need more.
    let budget: Int
    /// The bytes of all of them.
    private(set) var bytes = 0
    /// How often an image was sent, so far.
    private(set) var uploads = 0
    private let context: GLContext
    private var sheets: [Sheet] = []
    private var entries: [UInt64: Entry] = [:]
    private var drawing = 0
    /// Textures of single images that have another one now: what waits to be drawn may show them.
    private var replaced: [UInt32] = []

    /// The largest side of an image that shares a page. *Units*: texels.
    private static let mostShared = 512
    /// The side of the first page, and of others; a program of some icons has no large one.
    private static let firstSide = 1024, side = 2048

    /// A texture: a page of several images, or one image's own.
    private struct Sheet {
        var texture: GLTexture
        /// What is free of a page; nil of an image's own texture.
        var shelves: ShelfPacker?
        var lastUse: Int
        /// The image whose own texture it is; nil of a page.
        var image: UInt64?
        /// What the texture has the memory of, where it has that of something else.
        weak var picture: GLImage?
        var isPicture = false
    }

    /// Where an image is.
    private struct Entry {
        /// The name of its texture.
        var texture: UInt32
        /// Of a page: where its levels begin. Of a texture of its own: as many zeros as there are levels.
        var levels: [SIMD2<Int32>]
        var isShared: Bool
    }

    /// Where a level of an image is.
    struct Location {
        /// The texture's name.
        var texture: UInt32
        /// Where the level's first texel lies, and in which of the texture's levels.
        var x: Float, y: Float, level: Float
    }

    init(_ context: GLContext, budget: Int) { (self.context, self.budget) = (context, budget) }

    /// Where a level of an image is; another level of the same image is in the same texture if it is asked for after this one.
    ///
    /// - Parameter last: the last level that will be asked for: 0, or more for all of them.
    func location(of image: ImageResource, level: Int, last: Int) throws(GLRefusal) -> Location {
        let count = last > 0 ? image.lastLevel + 1 : 1
        if let entry = entries[image.id], entry.levels.count >= count {
            use(entry.texture)
            return Self.location(entry, level)
        }
        let entry = try send(image, count)
        if let old = entries.updateValue(entry, forKey: image.id), !old.isShared { replaced.append(old.texture) }
        return Self.location(entry, level)
    }

    private static func location(_ entry: Entry, _ level: Int) -> Location {
        let at = entry.levels[level]
        return Location(
            texture: entry.texture, x: Float(at.x), y: Float(at.y), level: entry.isShared ? 0 : Float(level))
    }

    private func use(_ texture: UInt32) {
        if let index = sheets.firstIndex(where: { $0.texture.name == texture }) { sheets[index].lastUse = drawing }
    }

    /// Sends levels of an image: to a page, or a texture of its own. What waits to be drawn may show what was sent before: that stays until
    /// the drawing has ended.
    private func send(_ image: ImageResource, _ count: Int) throws(GLRefusal) -> Entry {
        if count == 1, let entry = borrow(image) { return entry }
        // Where the processor draws for OpenGL, its copy takes longer than reading and sending (docs/gpu.md).
        if context.takesImages, !context.isSoftware { DevicePictures.shared.want() }
        uploads += 1
        let isShared =
            max(image.width, image.height) <= Self.mostShared && budget >= 4 * Self.firstSide * Self.firstSide * 4
        if !isShared { return try sendAlone(image, count) }
        var sizes: [SIMD2<Int32>] = []
        var (width, height) = (image.width, image.height)
        for _ in 0..<count {
            sizes.append(SIMD2(Int32(width), Int32(height)))
            (width, height) = (max(1, width / 2), max(1, height / 2))
        }
        var (sheet, levels) = (0, [SIMD2<Int32>]())
        for index in sheets.indices where sheets[index].shelves != nil {
            if let found = sheets[index].shelves?.add(sizes) {
                (sheet, levels) = (index, found)
                break
            }
        }
        if levels.isEmpty {
            let side = min(context.mostTexels, sheets.contains { $0.shelves != nil } ? Self.side : Self.firstSide)
            makeRoom(for: side * side * 4)
            let texture = try context.makeTexture(.words, width: side, height: side)
            bytes += texture.bytes
            var shelves = ShelfPacker(side: side)
            guard let found = shelves.add(sizes) else { return try sendAlone(image, count) }
            (sheet, levels) = (sheets.count, found)
            sheets.append(Sheet(texture: texture, shelves: shelves, lastUse: drawing))
        }
        sheets[sheet].lastUse = drawing
        let texture = sheets[sheet].texture
        var bitmap = image.bitmap()
        for level in 0..<count {
            context.upload(
                bitmap.pixels.span, to: texture, x: Int(levels[level].x), y: Int(levels[level].y), width: bitmap.width,
                height: bitmap.height)
            if level + 1 < count { bitmap = bitmap.halved() }
        }
        return Entry(texture: texture.name, levels: levels, isShared: true)
    }

    /// Takes what is on the device already; nil where that is not there, or the context cannot have it.
    private func borrow(_ image: ImageResource) -> Entry? {
        guard let picture = image.source as? GLImage, let texture = context.texture(of: picture) else { return nil }
        makeRoom(for: texture.bytes)
        bytes += texture.bytes
        sheets.append(
            Sheet(
                texture: texture, shelves: nil, lastUse: drawing, image: image.id, picture: picture, isPicture: true))
        return Entry(texture: texture.name, levels: [.zero], isShared: false)
    }

    private func sendAlone(_ image: ImageResource, _ count: Int) throws(GLRefusal) -> Entry {
        makeRoom(for: image.width * image.height * 4)
        let texture = try context.makeTexture(.words, width: image.width, height: image.height, levels: count)
        bytes += texture.bytes
        sheets.append(Sheet(texture: texture, shelves: nil, lastUse: drawing, image: image.id))
        var bitmap = image.bitmap()
        for level in 0..<count {
            context.upload(
                bitmap.pixels.span, to: texture, level: level, width: bitmap.width, height: bitmap.height)
            if level + 1 < count { bitmap = bitmap.halved() }
        }
        return Entry(texture: texture.name, levels: Array(repeating: .zero, count: count), isShared: false)
    }

    /// Lets go what earlier drawings used, the oldest first, until there is room.
    private func makeRoom(for size: Int) {
        while bytes + size > budget {
            var oldest: Int?
            for index in sheets.indices where sheets[index].lastUse < drawing {
                if oldest.map({ sheets[index].lastUse < sheets[$0].lastUse }) ?? true { oldest = index }
            }
            guard let oldest else { return }
            drop(oldest)
        }
    }

    private func drop(_ index: Int) {
        let sheet = sheets.remove(at: index)
        let texture = sheet.texture
        context.delete(texture)
        bytes -= texture.bytes
        if let image = sheet.image {
            if entries[image]?.texture == texture.name { entries[image] = nil }
        } else {
            entries = entries.filter { $0.value.texture != texture.name }
        }
    }

    /// Lets go what does not fit into the budget, and pictures that nobody has any more.
    func endDrawing() {
        drawing += 1
        for index in sheets.indices.reversed() where sheets[index].isPicture && sheets[index].picture == nil {
            drop(index)
        }
        for name in replaced { if let index = sheets.firstIndex(where: { $0.texture.name == name }) { drop(index) } }
        replaced.removeAll(keepingCapacity: true)
        makeRoom(for: 0)
    }
}

/// A square that rectangles are put into, in rows of rectangles of about one height; none is taken out again.
struct ShelfPacker {
    private let side: Int32
    private var shelves: [(y: Int32, height: Int32, x: Int32)] = []
    private var used: Int32 = 0

    /// Makes an empty one.
    init(side: Int) { self.side = Int32(clamping: side) }

    /// Puts rectangles of some sizes in; nil, and nothing put in, where one has no room.
    mutating func add(_ sizes: [SIMD2<Int32>]) -> [SIMD2<Int32>]? {
        var other = self
        var found: [SIMD2<Int32>] = []
        for size in sizes {
            guard let at = other.add(size) else { return nil }
            found.append(at)
        }
        self = other
        return found
    }

    private mutating func add(_ size: SIMD2<Int32>) -> SIMD2<Int32>? {
        let height = (size.y + 7) / 8 * 8
        for index in shelves.indices {
            let shelf = shelves[index]
            if shelf.height >= size.y, shelf.height <= height * 3 / 2, shelf.x + size.x <= side {
                shelves[index].x += size.x
                return SIMD2(shelf.x, shelf.y)
            }
        }
        guard size.x <= side, used + height <= side else { return nil }
        shelves.append((used, height, size.x))
        used += height
        return SIMD2(0, used - height)
    }
}
