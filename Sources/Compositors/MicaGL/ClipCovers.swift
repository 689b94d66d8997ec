import MicaBase
import MicaFrame

/// The covers of a list of clips, over some pixels. Each is computed at its first use.
final class ClipCovers {
    private var clips: [Clip] = []
    private var scissor = DeviceRect.empty
    private let writer: CoverWriter
    private let outlines: OutlineMemory
    /// The covers; the first `used` belong to the current list.
    private var covers: [ClipCover] = []
    private var used = 0
    /// For each clip the index of its cover, and the round in which it was found.
    private var found: [(round: Int, cover: Int)] = []
    private var round = 0
    private var bytes: [UInt8] = []
    private let nothing = ClipCover()

    init(_ state: DrawingState) { (writer, outlines) = (state.cover, state.outlines) }

    /// The memory of its covers, in bytes.
    var memory: Int { covers.reduce(bytes.capacity) { $0 + $1.bytes.capacity } }

    /// Begins with a list of clips.
    ///
    /// - Parameter scissor: the pixels that covers are needed for.
    func begin(_ clips: [Clip], _ scissor: DeviceRect) {
        (self.clips, self.scissor) = (clips, scissor)
        round += 1
        used = 0
        if found.count < clips.count {
            found.append(contentsOf: repeatElement((round: 0, cover: 0), count: clips.count - found.count))
        }
    }

    /// Lets the list go. Frees the memory of its covers, too, where that is more than 4 MiB.
    func end() {
        clips = []
        if memory > Self.mostMemory { covers = [] }
    }

    private static let mostMemory = 4 << 20

    /// The cover of a clip with those around it; nil without a clip. An index outside of the list leaves nothing.
    func cover(of clip: ClipIndex?) -> ClipCover? {
        clip.map { cover($0.rawValue, before: clips.count) }
    }

    private func cover(_ index: Int, before limit: Int) -> ClipCover {
        guard index >= 0, index < limit else { return nothing }
        if found[index].round == round { return covers[found[index].cover] }
        let clip = clips[index]
        let outer = clip.parent.map { cover($0.rawValue, before: index) }
        if used == covers.count { covers.append(ClipCover()) }
        let own = covers[used]
        found[index] = (round, used)
        used += 1
        make(own, clip, in: outer)
        return own
    }

    private func make(_ cover: ClipCover, _ clip: Clip, in outer: ClipCover?) {
        cover.begin(clip.bounds.intersection(outer?.bounds ?? scissor))
        if cover.bounds.isEmpty { return }
        if let outer {
            cover.quadrilaterals.append(contentsOf: outer.quadrilaterals)
            cover.takeBytes(of: outer)
        }
        if let cut = clip.cut {
            writer.write(cut, in: cover.bounds, to: &bytes)
            cover.multiply(by: bytes)
            return
        }
        if clip.shape.rect.isEmpty { return cover.begin(.empty) }
        if clip.shape.hasSquareCorners,
            let quadrilateral = Quadrilateral(clip.shape.rect, clip.transform, near: cover.bounds)
        {
            if quadrilateral.contains(cover.bounds) { return }
            if cover.quadrilaterals.count < ClipCover.most {
                cover.quadrilaterals.append(quadrilateral)
                return
            }
        }
        writer.write(Shape(clip.shape, clip.transform, outlines), .soft, in: cover.bounds, to: &bytes)
        cover.multiply(by: bytes)
    }
}

/// The memory of covers: one `ClipCovers` for each pass that is drawn at the same time.
final class CoverMemory {
    private var free: [ClipCovers] = []

    /// Covers for a list of clips, over some pixels.
    func take(_ clips: [Clip], _ scissor: DeviceRect, _ state: DrawingState) -> ClipCovers {
        let covers = free.popLast() ?? ClipCovers(state)
        covers.begin(clips, scissor)
        return covers
    }

    /// Takes covers back for their next use.
    func give(_ covers: ClipCovers) {
        covers.end()
        free.append(covers)
    }
}

extension ClipCover {
    /// Takes over the mask of the outer cover, within this one's bounds.
    fileprivate func takeBytes(of outer: ClipCover) {
        if outer.bytes.isEmpty { return }
        for y in bounds.minY..<bounds.maxY {
            let start = (y - outer.bounds.minY) * outer.bounds.width + bounds.minX - outer.bounds.minX
            bytes.append(contentsOf: outer.bytes[start..<start + bounds.width])
        }
    }

    /// Multiplies the mask by another of the same pixels.
    fileprivate func multiply(by other: [UInt8]) {
        if bytes.isEmpty {
            bytes.append(contentsOf: other)
        } else {
            for index in bytes.indices { bytes[index] = product(bytes[index], other[index]) }
        }
    }

    /// Multiplies the coverage of an area by the mask.
    func multiply(_ coverage: inout [UInt8], in area: DeviceRect) {
        guard !bytes.isEmpty else { return }
        let own = bytes
        var target = coverage.mutableSpan
        let source = own.span
        for y in area.minY..<area.maxY {
            let from = (y - bounds.minY) * bounds.width - bounds.minX, to = (y - area.minY) * area.width - area.minX
            for x in area.minX..<area.maxX { target[to + x] = product(target[to + x], source[from + x]) }
        }
    }
}
