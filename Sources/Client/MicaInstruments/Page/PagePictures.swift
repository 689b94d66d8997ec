import Foundation
import MicaBase
import MicaCodecs
import MicaFrame
import MicaImageFiles
import MicaRaster

/// The pictures of a page: reduced, compressed, within a common budget.
struct PagePictures {
    /// Pixels of pictures per pixel of the surface, at most 1.
    let scale: Double
    private let frame: Frame
    private let replay: CaptureReplay
    /// The bytes that are left.
    private(set) var left: Int
    /// The passes whose colours are visible; `map` maps passes of another space to the surface.
    private let shown: [(index: Int, map: Homography?)]

    /// The most pixels along a side of a picture.
    private static let side = 256

    /// Makes pictures of a frame within a number of bytes.
    init(_ frame: Frame, _ replay: CaptureReplay, budget: Int) {
        (self.frame, self.replay, left) = (frame, replay, budget)
        scale = min(1, Double(Self.side) / Double(max(frame.width, frame.height)))
        shown = Self.shown(frame)
    }

    private static func shown(_ frame: Frame) -> [(index: Int, map: Homography?)] {
        guard let last = frame.passes.indices.last else { return [] }
        var found: [Int: Homography?] = [:]
        found.updateValue(nil, forKey: last)
        for index in frame.passes.indices.reversed() {
            guard let map = found[index] else { continue }
            for op in frame.passes[index].ops {
                switch op.content {
                case .blur: continue
                case .rasterized(let draw):
                    let own = map.map { $0.after(op.transform) } ?? op.transform
                    if draw.pass.rawValue < index, let own {
                        found.updateValue(own, forKey: draw.pass.rawValue)
                    }
                default:
                    for pass in op.content.passes where (0..<index).contains(pass.rawValue) {
                        if found[pass.rawValue] == nil { found.updateValue(map, forKey: pass.rawValue) }
                    }
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// A reduced bitmap as a source of an image; nil when the budget is used up.
    mutating func encoded(_ bitmap: Bitmap) -> String? { packed(reduced(bitmap)) }

    private mutating func packed(_ bitmap: Bitmap) -> String? {
        guard bitmap.width > 0, bitmap.height > 0, let bytes = try? WebPEncoder.encode(bitmap) else { return nil }
        let text = Data(bytes).base64EncodedString()
        guard text.count <= left else { return nil }
        left -= text.count
        return "data:image/webp;base64," + text
    }

    private func reduced(_ bitmap: Bitmap) -> Bitmap {
        guard scale < 1 else { return bitmap }
        func size(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
        return bitmap.reduced(width: size(bitmap.width), height: size(bitmap.height))
    }

    /// The picture of a pass alone.
    mutating func pass(_ index: Int) -> PageData.Picture {
        var part = frame.part(showing: PassIndex(index))
        let bounds = frame.passes[index].bounds.intersection(
            DeviceRect(minX: -4096, minY: -4096, maxX: 8192, maxY: 8192))
        var picture = PageData.Picture(source: "", bounds: PageData.numbers(bounds))
        guard !bounds.isEmpty, bounds.width <= 8192, bounds.height <= 8192 else { return picture }
        if index == frame.passes.count - 1 { part.background = frame.background }
        picture.source = encoded(replay.bitmap(of: part.moved(bounds))) ?? ""
        return picture
    }

    /// The picture of a layer alone, without its sublayers; nil when it draws nothing.
    mutating func layer(_ number: Int32) -> PageData.Picture? {
        var alone = Frame(width: frame.width, height: frame.height)
        alone.clips = frame.clips
        var pass = RenderPass(bounds: frame.bounds)
        var bounds = DeviceRect.empty
        for (index, map) in shown {
            for var op in frame.passes[index].ops where op.layer == number && !op.content.showsPasses {
                if let map {
                    guard let transform = map.after(op.transform) else { continue }
                    op.bounds = map.deviceBounds(of: LocalRect(around: op.bounds)).intersection(frame.bounds)
                    // Clips are in the space of the layer's cached picture, and do not apply here.
                    (op.transform, op.clip) = (transform, nil)
                }
                pass.ops.append(op)
                bounds = bounds.union(op.bounds.intersection(frame.bounds))
            }
        }
        guard !bounds.isEmpty else { return nil }
        alone.passes = [pass]
        var picture = PageData.Picture(source: "", bounds: PageData.numbers(bounds))
        picture.source = encoded(replay.bitmap(of: alone).cropped(to: bounds)) ?? ""
        return picture
    }

    /// The change of the picture by each op of the last pass, in order; with many ops, one change covers several.
    mutating func steps() -> [PageData.Step] {
        guard let last = frame.passes.indices.last else { return [] }
        let (ops, first) = (frame.passes[last].ops, frame.passes[..<last].reduce(0) { $0 + $1.ops.count })
        var partial = frame
        partial.damage = frame.bounds
        var before = reduced(Bitmap(width: frame.width, height: frame.height))
        var steps: [PageData.Step] = []
        let stride = max(1, (ops.count + Self.mostSteps - 1) / Self.mostSteps)
        for count in Swift.stride(from: 0, through: ops.count + stride - 1, by: stride) {
            let count = min(count, ops.count)
            partial.passes[last].ops = Array(ops[..<count])
            let after = reduced(replay.bitmap(of: partial))
            let changed = after.bounds(ofDifferencesFrom: before)
            var step = PageData.Step(op: first + count - 1, source: "", x: changed.minX, y: changed.minY)
            if !changed.isEmpty {
                // Beyond the budget, the remaining steps are left out.
                guard let source = packed(after.cropped(to: changed)) else { break }
                step.source = source
            }
            steps.append(step)
            before = after
            if count == ops.count { break }
        }
        return steps
    }

    private static let mostSteps = 128
}

extension Frame {
    /// A frame of the content of a rectangle in device pixels of the last pass; the rectangle's corner becomes (0,
    /// 0).
    fileprivate func moved(_ bounds: DeviceRect) -> Frame {
        guard let last = passes.indices.last else { return self }
        // A new surface pass shows the last pass pixel on pixel, moved like an image.
        var result = self
        (result.width, result.height) = (bounds.width, bounds.height)
        var surface = RenderPass(bounds: DeviceRect(minX: 0, minY: 0, maxX: bounds.width, maxY: bounds.height))
        surface.ops = [
            DrawOp(
                content: .rasterized(RasterizedDraw(pass: PassIndex(last), owner: .max)),
                transform: Homography(
                    a: 1, b: 0, c: 0, d: 1, tx: -Double(bounds.minX), ty: -Double(bounds.minY)), bounds: surface.bounds)
        ]
        result.passes.append(surface)
        result.damage = surface.bounds
        return result
    }
}

extension Bitmap {
    /// The pixels in a rectangle within the bitmap.
    func cropped(to rect: DeviceRect) -> Bitmap {
        var part: [UInt32] = []
        part.reserveCapacity(rect.width * rect.height)
        for row in rect.minY..<rect.maxY { part += pixels[row * width + rect.minX..<row * width + rect.maxX] }
        return Bitmap(width: rect.width, height: rect.height, pixels: part)
    }

    /// The rectangle around the pixels that differ from a bitmap of the same size.
    func bounds(ofDifferencesFrom other: Bitmap) -> DeviceRect {
        var bounds = DeviceRect.empty
        for row in 0..<height {
            let range = row * width..<(row + 1) * width
            guard let first = range.first(where: { pixels[$0] != other.pixels[$0] }),
                let last = range.last(where: { pixels[$0] != other.pixels[$0] })
            else { continue }
            bounds = bounds.union(
                DeviceRect(minX: first - range.lowerBound, minY: row, maxX: last - range.lowerBound + 1, maxY: row + 1))
        }
        return bounds
    }
}
