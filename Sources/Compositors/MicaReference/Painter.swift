import MicaBase
import MicaFrame

/// Draws ops into a picture.
struct Painter {
    /// The passes that are drawn already.
    let passes: [Picture]
    /// The clips that ops refer to; a clip's parent comes before it.
    let clips: [Clip]
    /// The pixels outside which nothing is drawn.
    let scissor: DeviceRect

    /// Draws an op.
    func draw(_ op: DrawOp, onto target: inout Picture) {
        guard let clip = clipBounds(op.clip) else { return }
        let area = op.bounds.intersection(scissor).intersection(target.bounds).intersection(clip)
        guard !area.isEmpty, op.opacity > 0 else { return }
        switch op.content {
        case .sprites(let draw):
            // A sprite is multiplied by the clips' coverage before it is added, and the sum is limited after that.
            let cover = coverage(of: op.clip, in: area)
            var unclipped = op
            unclipped.clip = nil
            for sprite in draw.sprites {
                let part = area.intersection(sprite.bounds)
                guard let paint = self.sprite(sprite, draw, in: part) else { continue }
                blend(
                    { x, y in paint(x, y) * (cover?[x, y] ?? 1) }, unclipped,
                    draw.isAdditive ? .plusLighter : .sourceOver, in: part, onto: &target)
            }
        case .instances(let draw): instances(draw, op, in: area, onto: &target)
        default: if let paint = paint(op, in: area) { blend(paint, op, op.blend, in: area, onto: &target) }
        }
    }

    /// The colours of an op in some pixels; nil for an op that draws nothing.
    private func paint(_ op: DrawOp, in area: DeviceRect) -> Paint? {
        switch op.content {
        case .fill(let shape, let color): fill(shape, color, op, in: area)
        case .border(let shape, let width, let color): border(shape, width, color, op, in: area)
        case .path(let draw, let color): path(draw, color, op, in: area)
        case .gradient(let shape, let draw): gradient(shape, draw, op, in: area)
        case .image(let draw): image(draw, op, in: area)
        case .shadow(let draw, let color): shadow(draw, color, op, in: area)
        case .blur(let draw, let color): blur(draw, color, in: area)
        case .softened(let draw): soften(draw, in: area)
        case .pass(let pass, let mask): show(pass, mask: mask)
        case .filtered(let pass, let filter): filtered(pass, filter)
        case .dissolve(let from, let to, let fraction): dissolve(from, to, fraction)
        case .warp(let draw): warp(draw, op)
        case .rasterized(let draw): rasterized(draw, op, in: area)
        case .sprites, .instances: nil
        }
    }

    /// Blends the colours of an op with the picture. Where clips cover a pixel in part, the old colour remains in
    /// proportion.
    private func blend(_ paint: Paint, _ op: DrawOp, _ mode: BlendMode, in area: DeviceRect, onto target: inout Picture)
    {
        let cover = coverage(of: op.clip, in: area)
        let factor = Color(op.tint.factors, 1) * min(op.opacity, 1)
        for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX {
                let old = target[x, y]
                let new = blended(mode, paint(x, y) * factor, old)
                target[x, y] = old + (new - old) * (cover?[x, y] ?? 1)
            }
        }
    }

    /// A picture that was drawn; nil for a pass that does not exist, or is not drawn yet.
    func picture(_ pass: PassIndex) -> Picture? {
        passes.indices.contains(pass.rawValue) ? passes[pass.rawValue] : nil
    }

    // MARK: Clips

    /// The clips from one up to the outermost. *nil when* one of them does not exist, which leaves no pixel.
    private func chain(_ clip: ClipIndex?) -> [Clip]? {
        var (chain, next, before) = ([Clip](), clip, clips.count)
        while let index = next?.rawValue {
            guard index >= 0, index < before else { return nil }
            chain.append(clips[index])
            (next, before) = (clips[index].parent, index)
        }
        return chain
    }

    /// The pixels outside which a clip leaves nothing; nil when a clip does not exist.
    private func clipBounds(_ clip: ClipIndex?) -> DeviceRect? {
        chain(clip)?.reduce(scissor) { $0.intersection($1.bounds) }
    }

    /// The product of the coverages of a clip and its parents; nil without a clip.
    private func coverage(of clip: ClipIndex?, in area: DeviceRect) -> Coverage? {
        chain(clip)?.map { clip in
            clip.cut.map { Coverage($0, in: area) } ?? Coverage(Path(clip.shape), clip.transform, in: area)
        }.reduce(nil) { (product: Coverage?, next) in product.map { $0 * next } ?? next }
    }
}
