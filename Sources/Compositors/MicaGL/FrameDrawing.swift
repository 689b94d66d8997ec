import MicaFrame
import MicaGeometry
import MicaResources
import MicaTrace

/// Draws rectangles of one frame.
///
/// What passes a rectangle needs, and of each how much, is the frame graph's; passes that are shown pixel on pixel lie in textures
/// of the pool from when they are drawn to their last use.
struct FrameDrawing {
    let state: DrawingState
    let frame: Frame
    /// Whether ops may be drawn with the call of an earlier one.
    let joinsCalls: Bool

    /// The largest side of what is drawn at once, in pixels.
    private static let mostPixels = 4096

    /// Draws a rectangle into a bitmap, whose (0, 0) is the frame's.
    ///
    /// - Precondition: it is inside both.
    func draw(_ rect: DeviceRect, into bitmap: inout Bitmap) throws(GLRefusal) {
        let side = min(Self.mostPixels, state.context.mostTexels)
        for y in stride(from: rect.minY, to: rect.maxY, by: side) {
            for x in stride(from: rect.minX, to: rect.maxX, by: side) {
                let part = DeviceRect(
                    minX: x, minY: y, maxX: min(rect.maxX, x + side), maxY: min(rect.maxY, y + side))
                let texture = try state.pool.take(.words, width: part.width, height: part.height)
                try draw(part, onto: Picture(texture: texture, box: part))
                try state.context.target(texture)
                state.context.read(
                    x: 0, y: 0, width: part.width, height: part.height, into: &bitmap.pixels,
                    at: part.minY * bitmap.width + part.minX, stride: bitmap.width)
                state.pool.give(texture)
            }
        }
    }

    /// Draws a rectangle onto a texture that has it.
    func draw(_ rect: DeviceRect, onto surface: Picture) throws(GLRefusal) {
        var graph = FrameGraph()
        graph.find(frame, region: rect)
        var shown = ShownPasses()
        for task in graph.tasks {
            if case .surface = task.target {
                try draw(task.pass, into: surface, background: frame.background.premultiplied(), shown.results)
                continue
            }
            let texture = try state.pool.take(.words, width: task.source.width, height: task.source.height)
            let picture = Picture(texture: texture, box: task.source)
            try draw(task.pass, into: picture, background: 0, shown.results)
            switch task.target {
            case .surface: break
            case .offscreen, .cached: shown.results[task.op] = .picture(picture)
            case .blurred(let draw, _):
                let limited = draw.deviation.clamped(
                    lowerBound: .zero, upperBound: SIMD2(repeating: BlurDraw.limit))
                let cell = SIMD2(draw.square(limited.x), draw.square(limited.y))
                shown.results[task.op] = .cells(
                    try state.blurred(
                        picture, deviation: limited, shift: draw.shift, cell: cell, result: task.result))
                state.pool.give(texture)
            case .softened(let draw):
                shown.results[task.op] = .cells(
                    try state.blurred(
                        picture, deviation: draw.deviation, shift: .zero, cell: SIMD2(draw.square, draw.square),
                        result: task.result))
                state.pool.give(texture)
            }
        }
        for result in shown.results.values {
            switch result {
            case .picture(let picture): state.pool.give(picture.texture)
            case .cells(let cells): state.pool.give(cells.texture)
            }
        }
    }

    /// Draws what a pass has in a picture's box, with the passes that it shows pixel on pixel.
    private func draw(
        _ last: Int, into picture: Picture, background: UInt32, _ results: [OpAddress: ShownPasses.Result]
    ) throws(GLRefusal) {
        let span = TraceLog.begin(.pass, last)
        defer { span.end() }
        var needed = InPlacePasses()
        needed.find(frame, pass: last, region: picture.box)
        var shown = ShownPasses(inPlace: Array(repeating: nil, count: max(0, last)), results: results)
        // A pass of which nothing is there is transparent: that is something to modes that leave nothing outside the source.
        for pass in 0..<max(0, last) where needed.uses[pass].bounds.isEmpty && !needed.uses[pass].reach.isEmpty {
            shown.inPlace[pass] = .nothing
        }
        for pass in 0..<max(0, last) where !needed.uses[pass].bounds.isEmpty {
            let box = needed.uses[pass].bounds
            let texture = try state.pool.take(.words, width: box.width, height: box.height)
            try paint(pass, into: Picture(texture: texture, box: box), background: 0, box, shown)
            shown.inPlace[pass] = Picture(texture: texture, box: box)
            release(&shown, needed, after: pass)
        }
        let area = last >= 0 ? frame.passes[last].bounds.intersection(picture.box) : .empty
        try paint(last, into: picture, background: background, area, shown)
        for pass in shown.inPlace { if let pass { state.pool.give(pass.texture) } }
    }

    /// Gives back what no later pass shows.
    private func release(_ shown: inout ShownPasses, _ needed: InPlacePasses, after pass: Int) {
        for index in 0...pass where needed.uses[index].lastUse == pass {
            if let picture = shown.inPlace[index] { state.pool.give(picture.texture) }
            shown.inPlace[index] = nil
        }
    }

    private func paint(
        _ pass: Int, into picture: Picture, background: UInt32, _ area: DeviceRect, _ shown: ShownPasses
    ) throws(GLRefusal) {
        try state.begin(picture, filledWith: background)
        guard pass >= 0, !area.isEmpty else { return }
        let painter = PassPainter(state, shown, frame.clips, area)
        defer { painter.end() }
        let list = frame.passes[pass].ops
        let ops = list.span
        for index in ops.indices {
            try painter.draw(ops[index], at: OpAddress(pass: pass, op: index))
            if !joinsCalls { try state.flush() }
        }
        try state.flush()
    }
}
