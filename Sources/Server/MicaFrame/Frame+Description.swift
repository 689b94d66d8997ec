import MicaBase

extension Frame: CustomStringConvertible {
    /// The frame in words: one line for each clip, pass and op. Equal frames have equal text in every process.
    ///
    /// Numbers are rounded to four digits after the point; images are numbered in the order in which they appear.
    package var description: String {
        var text = FrameText()
        text.line("frame \(width)x\(height) background \(text.color(background)) damage \(damage)")
        for (index, clip) in clips.enumerated() {
            let parent = clip.parent.map { " in clip \($0.rawValue)" } ?? ""
            let region = clip.cut.map { text.cut($0) } ?? "\(text.shape(clip.shape))\(text.placement(clip.transform))"
            text.line("clip \(index)\(parent): \(region) \(clip.bounds)")
        }
        for (index, pass) in passes.enumerated() {
            text.line("pass \(index) \(pass.bounds)")
            for op in pass.ops { text.op(op) }
        }
        return text.lines.joined(separator: "\n") + "\n"
    }
}

/// Collects the lines of a frame's description.
private struct FrameText {
    var lines: [String] = []
    private var images: [UInt64: Int] = [:]

    mutating func line(_ text: String) { lines.append(text) }

    mutating func op(_ op: DrawOp) {
        var line = "  "
        var inner: [String] = []
        switch op.content {
        case .fill(let shape, let color):
            line += "fill \(self.shape(shape)) color \(self.color(color))"
        case .border(let shape, let width, let color):
            line += "border \(self.shape(shape)) width \(number(width)) color \(self.color(color))"
        case .path(let draw, let color):
            let rule = draw.rule == .evenOdd ? " even-odd" : ""
            line += "path of \(draw.path.verbs.count)\(bounds(of: draw.path))\(rule) color \(self.color(color))"
        case .gradient(let shape, let draw):
            line += "gradient \(self.shape(shape)) \(geometry(draw.geometry))"
            for stop in draw.ramp.stops { line += " [\(number(stop.location)): \(self.color(stop.color))]" }
        case .image(let draw):
            line +=
                "image \(name(draw.image)) \(rect(draw.source)) to \(rect(draw.destination)) \(sampling(draw.sampling))"
            if let filter = draw.filter { line += " through \(self.filter(filter))" }
        case .shadow(let draw, let color):
            line += "shadow \(self.shape(draw.shape)) deviation \(number(draw.deviation)) color \(self.color(color))"
        case .blur(let draw, let color):
            line += "blur of pass \(draw.pass.rawValue) by \(number(draw.deviation.x)) \(number(draw.deviation.y))"
            line += " moved \(number(draw.shift.x)) \(number(draw.shift.y)) color \(self.color(color))"
            if draw.owner != nil { line += " kept" }
        case .sprites(let draw):
            line += "\(draw.sprites.count) sprites" + (draw.isAdditive ? " added" : "")
            for image in draw.images { line += " \(name(image.image)) \(rect(image.source))" }
            for sprite in draw.sprites.prefix(8) { line += " [\(self.sprite(sprite))]" }
        case .pass(let pass, let mask):
            line += "pass \(pass.rawValue)" + (mask.map { " mask \($0.rawValue)" } ?? "")
        case .filtered(let pass, let filter):
            line += "pass \(pass.rawValue) through \(self.filter(filter))"
        case .softened(let draw):
            line += "pass \(draw.pass.rawValue) softened by \(number(draw.deviation.x)) \(number(draw.deviation.y))"
            if let edges = draw.edges { line += " inside \(edges)" }
        case .dissolve(let from, let to, let fraction):
            func name(_ pass: PassIndex?) -> String { pass.map { "pass \($0.rawValue)" } ?? "nothing" }
            line += "dissolve \(name(from)) to \(name(to)) by \(number(fraction))"
        case .warp(let draw):
            line += "warp of pass \(draw.pass.rawValue) \(warp(draw.map))"
        case .instances(let draw):
            line += "instances \(draw.instances.count)"
            inner = lines(of: draw)
        case .rasterized(let draw): line += "raster of pass \(draw.pass.rawValue)"
        }
        line += placement(op.transform)
        if op.blend != .sourceOver { line += " \(op.blend)" }
        if op.edges != .soft { line += " \(op.edges)" }
        if op.opacity != 1 { line += " opacity \(number(op.opacity))" }
        if op.tint != .white { line += " tint \(tint(op.tint))" }
        if let clip = op.clip { line += " clip \(clip.rawValue)" }
        lines.append(line + " \(op.bounds)")
        lines += inner
    }

    /// The ops and the instances of an instanced draw, indented.
    private mutating func lines(of draw: InstancedDraw) -> [String] {
        let outer = lines
        lines = []
        for (index, clip) in draw.clips.enumerated() {
            let parent = clip.parent.map { " in clip \($0.rawValue)" } ?? ""
            line("  clip \(index)\(parent): \(shape(clip.shape))\(placement(clip.transform)) \(clip.bounds)")
        }
        for op in draw.ops { self.op(op) }
        for instance in draw.instances {
            let color = instance.tint == .white ? "" : " tint \(tint(instance.tint))"
            let opacity = instance.opacity == 1 ? "" : " opacity \(number(instance.opacity))"
            line("  instance\(placement(instance.transform))\(color)\(opacity)")
        }
        defer { lines = outer }
        return lines.map { "  " + $0 }
    }

    func tint(_ t: Tint) -> String { "\(number(t.factors.x)) \(number(t.factors.y)) \(number(t.factors.z))" }

    private mutating func name(_ image: ImageResource) -> String {
        let index = images[image.id] ?? images.count
        images[image.id] = index
        return "\(index) (\(image.width)x\(image.height))"
    }

    func sprite(_ s: Sprite) -> String {
        let at = "\(number(Double(s.x))) \(number(Double(s.y)))"
        let size =
            "\(number(Double(s.rightX))) \(number(Double(s.rightY))) \(number(Double(s.downX))) \(number(Double(s.downY)))"
        let color = (0..<4).map { number(Double(s.color[$0])) }.joined(separator: " ")
        return "\(s.image) at \(at) by \(size) color \(color)"
    }

    func bounds(of path: Path) -> String {
        guard let b = path.controlBounds else { return "" }
        return " in " + rect(LocalRect(minX: b.minimum.x, minY: b.minimum.y, maxX: b.maximum.x, maxY: b.maximum.y))
    }

    func geometry(_ geometry: GradientDraw.Geometry) -> String {
        switch geometry {
        case .axial(let start, let end):
            "axial \(number(start.x)) \(number(start.y)) to \(number(end.x)) \(number(end.y))"
        case .radial(let center, let radii):
            "radial about \(number(center.x)) \(number(center.y)) radii \(number(radii.x)) \(number(radii.y))"
        case .conic(let center, let angle):
            "conic about \(number(center.x)) \(number(center.y)) from \(number(angle))"
        }
    }

    func shape(_ shape: RoundedRect) -> String {
        if shape.hasSquareCorners { return rect(shape.rect) }
        let r = shape.radii
        let smooth = shape.smoothing > 0 ? " smoothed \(number(shape.smoothing))" : ""
        if r == SIMD4(repeating: r.x) { return "\(rect(shape.rect)) radius \(number(r.x))" + smooth }
        return "\(rect(shape.rect)) radii \(number(r.x)) \(number(r.y)) \(number(r.z)) \(number(r.w))" + smooth
    }

    func filter(_ filter: ColorFilter) -> String {
        switch filter {
        case .matrix(let matrix):
            "matrix " + matrix.numbers.map { number($0) }.joined(separator: " ")
        case .luminanceToAlpha: "luminance to alpha"
        case .multiply(let color): "multiply \(self.color(color))"
        case .stencil(let color): "stencil \(self.color(color))"
        case .vibrance(let amount): "vibrance \(number(amount))"
        case .blackAndWhite(let weights):
            "black and white " + weights.numbers.map { number($0) }.joined(separator: " ")
        case .power(let powers): "power " + powers.numbers.map { number($0) }.joined(separator: " ")
        }
    }

    func cut(_ cut: HalfPlane) -> String {
        "\(cut.isFront ? "front" : "back") of \(number(cut.a)) \(number(cut.b)) \(number(cut.c))"
    }

    func rect(_ r: LocalRect) -> String { "(\(number(r.minX)) \(number(r.minY)) \(number(r.maxX)) \(number(r.maxY)))" }

    func color(_ c: PixelColor) -> String { "\(number(c.red)) \(number(c.green)) \(number(c.blue)) \(number(c.alpha))" }

    func warp(_ map: WarpDraw.Map) -> String {
        switch map {
        case .ripple(let rect, let progress): "ripple \(self.rect(rect)) at \(number(progress))"
        case .suck(let rect, let progress, _): "suck \(self.rect(rect)) at \(number(progress))"
        case .curl(let rect, let progress, _, _): "curl \(self.rect(rect)) at \(number(progress))"
        case .bulge(let rect, let height): "bulge \(self.rect(rect)) by \(number(height))"
        case .field(let field):
            "\(field.kind) "
                + [field.a, field.b, field.c, field.d, field.e]
                .flatMap { [number(Double($0.x)), number(Double($0.y))] }.joined(separator: " ")
        case .mosaic(let rect, let columns, let rows): "mosaic \(self.rect(rect)) of \(columns) x \(rows)"
        }
    }

    func sampling(_ sampling: Sampling) -> String {
        switch sampling {
        case .nearest: "nearest"
        case .bilinear: "bilinear"
        case .trilinear(let level): "trilinear \(number(level))"
        }
    }

    func placement(_ h: Homography) -> String {
        if h == .identity { return "" }
        if h.isAffine, h.a == 1, h.b == 0, h.c == 0, h.d == 1 { return " at \(number(h.tx)) \(number(h.ty))" }
        let affine =
            " by \(number(h.a)) \(number(h.b)) \(number(h.c)) \(number(h.d)) at \(number(h.tx)) \(number(h.ty))"
        return h.isAffine ? affine : affine + " over \(number(h.p)) \(number(h.q)) \(number(h.w))"
    }

    func number(_ v: Double) -> String {
        guard v.isFinite, abs(v) < 1e12 else { return "\(v)" }
        let units = Int((v * 10_000).rounded())
        let (whole, rest) = (abs(units) / 10_000, abs(units) % 10_000)
        var digits = ""
        if rest != 0 {
            digits = String(10_000 + rest).dropFirst().description
            while digits.hasSuffix("0") { digits.removeLast() }
            digits = "." + digits
        }
        return (units < 0 ? "-" : "") + "\(whole)\(digits)"
    }
}
