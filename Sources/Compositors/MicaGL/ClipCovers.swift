import MicaFrame
import MicaGeometry

/// What the clips of a list leave of some pixels, each worked out when it is first asked for.
final class ClipCovers {
    private let clips: [Clip]
    private let scissor: DeviceRect
    private let writer: CoverWriter
    private var found: [Int: ClipCover] = [:]
    private var bytes: [UInt8] = []

    /// - Parameter scissor: the pixels that are asked for.
    init(_ clips: [Clip], _ scissor: DeviceRect, _ writer: CoverWriter) {
        (self.clips, self.scissor, self.writer) = (clips, scissor, writer)
    }

    /// What a clip leaves, with those around it; nil without a clip. Where a clip of the chain is not there, nothing is left.
    func cover(of clip: ClipIndex?) -> ClipCover? {
        clip.map { cover($0.rawValue, before: clips.count) }
    }

    private func cover(_ index: Int, before limit: Int) -> ClipCover {
        guard index >= 0, index < limit else { return ClipCover(.empty) }
        if let known = found[index] { return known }
        let clip = clips[index]
        let outer = clip.parent.map { cover($0.rawValue, before: index) }
        let result = made(clip, in: outer)
        found[index] = result
        return result
    }

    private func made(_ clip: Clip, in outer: ClipCover?) -> ClipCover {
        let cover = ClipCover(clip.bounds.intersection(outer?.bounds ?? scissor))
        if cover.bounds.isEmpty { return cover }
        cover.quadrilaterals = outer?.quadrilaterals ?? []
        if let outer { cover.bytes = outer.bytes(in: cover.bounds) }
        if let cut = clip.cut {
            writer.write(cut, in: cover.bounds, to: &bytes)
            cover.multiply(by: bytes)
            return cover
        }
        if clip.shape.rect.isEmpty { return ClipCover(.empty) }
        if clip.shape.hasSquareCorners,
            let quadrilateral = Quadrilateral(clip.shape.rect, clip.transform, near: cover.bounds)
        {
            if quadrilateral.contains(cover.bounds) { return cover }
            if cover.quadrilaterals.count < ClipCover.most {
                cover.quadrilaterals.append(quadrilateral)
                return cover
            }
        }
        writer.write(Shape(clip.shape, clip.transform), .soft, in: cover.bounds, to: &bytes)
        cover.multiply(by: bytes)
        return cover
    }
}

extension ClipCover {
    /// What is left of some of the pixels, row by row; empty where that is all.
    fileprivate func bytes(in area: DeviceRect) -> [UInt8] {
        if bytes.isEmpty || area == bounds { return bytes }
        var part: [UInt8] = []
        part.reserveCapacity(area.width * area.height)
        for y in area.minY..<area.maxY {
            let start = (y - bounds.minY) * bounds.width + area.minX - bounds.minX
            part.append(contentsOf: bytes[start..<start + area.width])
        }
        return part
    }

    /// Leaves of each pixel so much of what was left.
    fileprivate func multiply(by other: [UInt8]) {
        if bytes.isEmpty {
            bytes = other
        } else {
            for index in bytes.indices { bytes[index] = product(bytes[index], other[index]) }
        }
    }

    /// Multiplies the coverage of some of the pixels by what is left of them.
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
