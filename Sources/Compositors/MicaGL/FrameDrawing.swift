import MicaBase
import MicaFrame
import MicaTrace

/// Draws rectangles of one frame.
///
/// The frame graph says which passes a rectangle needs, and how much of each. Passes that are shown pixel on pixel lie
/// in textures of the pool from when they are drawn to their last use.
struct FrameDrawing {
    let state: DrawingState
    let frame: Frame
    /// Whether ops may be drawn with the call of an earlier one.
    let joinsCalls: Bool

    /// The largest side of a part that is drawn at once, in pixels.
    private static let mostPixels = 4096

    /// Draws a rectangle into a bitmap, whose (0, 0) is the frame's.
    ///
    /// - Precondition: the rectangle is inside both the frame and the bitmap.
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

    /// Draws a rectangle onto a texture that contains it.
    func draw(_ rect: DeviceRect, onto surface: Picture) throws(GLRefusal) {
        var graph = FrameGraph()
        graph.find(frame, region: rect)
        var results: [OpAddress: ShownPasses.Result] = [:]
        var lasting: [Sheets] = []
        var first = 0
        while first < graph.tasks.count {
            let range = graph.independent(from: first, most: Self.mostTasks)
            let tasks = graph.tasks[range]
            first = range.upperBound
            if graph.tasks[range.lowerBound].content(in: frame) == nil {
                _ = try draw([tree(graph.tasks[range.lowerBound].pass, surface.box)], results, onto: surface)
                continue
            }
            let shown = tasks.filter { $0.blur(in: frame) == nil }
            if !shown.isEmpty {
                let drawn = try draw(shown.map { tree($0.pass, $0.source) }, results)
                for (task, picture) in zip(shown, drawn.pictures) { results[task.op] = .picture(picture) }
                lasting.append(contentsOf: drawn.sheets)
            }
            for isAlpha in [true, false] {
                let blurred = tasks.filter { $0.blur(in: frame)?.isAlpha == isAlpha }
                if blurred.isEmpty { continue }
                let drawn = try draw(blurred.map { tree($0.pass, $0.source) }, results)
                let made = try state.blurred(
                    zip(blurred, drawn.pictures).compactMap { task, picture in
                        task.blur(in: frame).map {
                            PictureBlur(
                                picture, deviation: $0.deviation, shift: $0.shift, cell: $0.cell, result: task.result,
                                edges: $0.edges)
                        }
                    }, isAlpha: isAlpha)
                for sheets in drawn.sheets { state.give(sheets) }
                for (task, cells) in zip(blurred, made.cells) { results[task.op] = .cells(cells) }
                lasting.append(made.sheets)
            }
        }
        for sheets in lasting { state.give(sheets) }
    }

    /// A pass with those that it shows pixel on pixel. Masks that are only shapes are drawn as shapes.
    private func tree(_ pass: Int, _ region: DeviceRect) -> PassTree {
        PassTree(frame, pass: pass, region: region, drawsShapes: true)
    }

    /// How many passes for single ops are drawn at once, at most.
    private static let mostTasks = 128

    /// Draws passes, each with those that it shows pixel on pixel. Passes that do not show one another are drawn
    /// together.
    ///
    /// - Parameter surface: the picture that the only tree is drawn onto; nil to draw each tree into a picture of its
    ///   own.
    /// - Returns: the pictures, one for each tree, and their sheets, which the caller gives back.
    private func draw(
        _ trees: [PassTree], _ results: [OpAddress: ShownPasses.Result], onto surface: Picture? = nil
    ) throws(GLRefusal) -> (pictures: [Picture], sheets: [Sheets]) {
        let span = TraceLog.begin(.pass, trees[0].last)
        defer { span.end() }
        var shown = trees.map { ShownPasses(frame, $0, results) }
        let rounds = PassRounds(trees, isFew: { $0 * 4 <= state.pool.budget })
        var pictures = Array(repeating: Picture.nothing, count: trees.count)
        var (open, lasting): ([(sheets: Sheets, lastUse: Int)], [Sheets]) = ([], [])
        for (number, round) in rounds.list.enumerated() {
            let (nodes, isLast) = (round.nodes, number == rounds.list.count - 1)
            if isLast, let surface {
                let tree = trees[0]
                try state.begin(surface, filledWith: frame.background.premultiplied())
                let area = tree.last >= 0 ? frame.passes[tree.last].bounds.intersection(surface.box) : .empty
                try paint(tree.last, area, shown[0])
                try state.flush()
            } else {
                let sheets = try state.takeSheets(.words, nodes.map { trees[$0.tree].box(of: $0.pass) })
                try state.draw(sheets) { (index) throws(GLRefusal) in
                    let node = nodes[index]
                    try paint(node.pass, trees[node.tree].box(of: node.pass), shown[node.tree])
                }
                for (node, picture) in zip(nodes, sheets.pictures) {
                    if node.pass == trees[node.tree].last {
                        pictures[node.tree] = picture
                    } else {
                        shown[node.tree].inPlace[node.pass] = picture
                    }
                }
                if round.lastUse < rounds.list.count {
                    open.append((sheets, round.lastUse))
                } else {
                    lasting.append(sheets)
                }
            }
            for entry in open where entry.lastUse == number { state.give(entry.sheets) }
            open.removeAll { $0.lastUse == number }
        }
        return (pictures, lasting)
    }

    /// Draws the part of a pass that lies in an area into the target.
    private func paint(_ pass: Int, _ area: DeviceRect, _ shown: ShownPasses) throws(GLRefusal) {
        guard pass >= 0, !area.isEmpty else { return }
        let painter = PassPainter(state, shown, frame.clips, area)
        defer { painter.end() }
        let list = frame.passes[pass].ops
        let ops = list.span
        for index in ops.indices {
            try painter.draw(ops[index], at: OpAddress(pass: pass, op: index))
            if !joinsCalls { try state.flush() }
        }
    }
}

extension FrameGraph.Task {
    /// The blur of a task's picture; nil if it has none. *Units*: deviation, shift and cell in pixels.
    fileprivate func blur(
        in frame: Frame
    ) -> (isAlpha: Bool, deviation: SIMD2<Double>, shift: SIMD2<Double>, cell: SIMD2<Int>, edges: DeviceRect?)? {
        switch content(in: frame) {
        case .blur(let draw, _):
            let limited = draw.deviation.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: BlurDraw.limit))
            return (true, limited, draw.shift, SIMD2(draw.square(limited.x), draw.square(limited.y)), nil)
        case .softened(let draw):
            return (false, draw.deviation, .zero, SIMD2(draw.square, draw.square), draw.edges)
        default: return nil
        }
    }
}
