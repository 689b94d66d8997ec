import MicaBase
import MicaRaster

/// The pixels of images on the device: uploaded once, and again after they were let go.
///
/// Small images share pages, so that ops that show several of them share a call; each other image has its own texture.
/// Pictures that are on the device already (`DevicePictures`) are not uploaded, and are released when they have no
/// other owner. While all textures take more than the budget, the texture that was not used for the longest time is let
/// go; a page goes with all of its images.
final class ImageTextures {
    /// The most bytes that stay, except while one drawing needs more.
    let budget: Int
    /// The bytes of all textures.
    private(set) var bytes = 0
    /// How many images were uploaded so far.
    private(set) var uploads = 0
    private let context: GLContext
    private var sheets: [Sheet] = []
    private var entries: [UInt64: Entry] = [:]
    private var drawing = 0
    /// Own textures of images that have moved to another texture. Waiting instances may still show the old one.
    private var replaced: [UInt32] = []

    /// The largest side of an image that shares a page. *Units*: texels.
    private static let mostShared = 512
    /// The side of the first page, and of later pages, in texels. The first is small for programs that show only some
    /// icons.
    private static let firstSide = 1024, side = 2048

    /// A texture: a page with several images, or one image's own.
    private struct Sheet {
        var texture: GLTexture
        /// The free space of a page; nil for an image's own texture.
        var shelves: ShelfPacker?
        var lastUse: Int
        /// The image that the texture belongs to; nil for a page.
        var image: UInt64?
        /// The picture whose memory the texture shares, if `isPicture`.
        weak var picture: GLImage?
        var isPicture = false
    }

    /// The location of an image.
    private struct Entry {
        /// The name of its texture.
        var texture: UInt32
        /// The origins of its levels on a page; for its own texture, a zero for each level.
        var levels: [SIMD2<Int32>]
        var isShared: Bool
    }

    /// The location of a level of an image.
    struct Location {
        /// The texture's name.
        var texture: UInt32
        /// The level's first texel in the texture, and the texture's mipmap level.
        var x: Float, y: Float, level: Float
    }

    init(_ context: GLContext, budget: Int) { (self.context, self.budget) = (context, budget) }

    /// The location of a level of an image, which is uploaded if need be. A later call for another level of the image
    /// gives the same texture.
    ///
    /// - Parameter last: the last level that later calls need: 0 for only the first; more for all levels.
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

    /// Uploads levels of an image: to a page, or to a texture of its own. Waiting instances may show an earlier upload,
    /// so that stays until the drawing has ended.
    private func send(_ image: ImageResource, _ count: Int) throws(GLRefusal) -> Entry {
        if count == 1, let entry = borrow(image) { return entry }
        // Where the driver draws on the CPU, its copy takes longer than reading and uploading (docs/gpu.md).
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

    /// Uses a picture that is on the device already. *nil when* there is none, or the context cannot use it.
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

    /// Lets go the textures that earlier drawings used, the longest unused first, until there is room.
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

    /// Releases textures beyond the budget, and pictures without another owner.
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

/// A square that is filled with rectangles, in rows of rectangles of nearly one height. Rectangles cannot be removed.
struct ShelfPacker {
    private let side: Int32
    private var shelves: [(y: Int32, height: Int32, x: Int32)] = []
    private var used: Int32 = 0

    init(side: Int) { self.side = Int32(clamping: side) }

    /// Adds rectangles of some sizes; gives their positions. *nil when* one has no room: then none is added.
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
