import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster

/// Frames of random ops, each from a seed, for `mica-dev bench fuzz`.
///
/// They hold every kind of op that a compositor draws straight from a frame. Numbers are usual, whole, next to whole or
/// far away, in and around a surface that is a few tiles high.
struct RandomFrame {
    private var random: SeededGenerator
    private let width: Int, height: Int

    /// The frame of a seed.
    static func frame(seed: UInt64) -> Frame {
        var maker = RandomFrame(seed: seed)
        return maker.make()
    }

    private init(seed: UInt64) {
        random = SeededGenerator(seed: seed &* 0x2545_f491_4f6c_dd1d)
        width = Int.random(in: 1...170, using: &random)
        height = Int.random(in: 1...110, using: &random)
    }

    // MARK: - Numbers

    private mutating func chance(_ share: Double) -> Bool { random.chance(share) }

    private mutating func whole(_ range: ClosedRange<Int>) -> Int { random.whole(range) }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        let value = random.number(range)
        switch whole(0...9) {
        case 0, 1: return value.rounded()
        case 2: return (value * 4096).rounded() / 4096
        case 3: return value.rounded() + 1e-9
        default: return value
        }
    }

    /// A point in or near the surface, and now and then far from it.
    private mutating func point() -> Point {
        let reach = chance(0.03) ? 300_000.0 : chance(0.2) ? 400 : 20
        return Point(number(-reach...Double(width) + reach), number(-reach...Double(height) + reach))
    }

    private mutating func color() -> PixelColor {
        func part() -> Double { Double.random(in: 0...1, using: &random) }
        return PixelColor(
            ColorValue(red: part(), green: part(), blue: part(), alpha: chance(0.35) ? 1 : part()))
    }

    private mutating func rect() -> LocalRect {
        let (a, b) = (point(), point())
        return LocalRect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
    }

    private mutating func shape() -> RoundedRect {
        let rect = rect()
        return RoundedRect(
            rect, radius: chance(0.4) ? 0 : number(0...60), corners: chance(0.8) ? .all : .minXMinY,
            isContinuous: chance(0.2))
    }

    private mutating func transform(level: Bool = false) -> Homography {
        let scale = Point(number(0.2...2), chance(0.2) ? number(-2 ... -0.2) : number(0.2...2))
        let center = Point(Double(width) / 2, Double(height) / 2)
        var map = Affine.translation(-center.x, -center.y)
        if chance(0.6) { map = map.concatenating(.scale(scale.x, scale.y)) }
        if !level, chance(0.6) { map = map.concatenating(.rotation(number(-4...4))) }
        map = map.concatenating(.translation(center.x + number(-9...9), center.y + number(-9...9)))
        if chance(0.2) { map = .identity }
        var result = Homography(map)
        if !level, chance(0.12) { (result.p, result.q) = (number(-0.004...0.004), number(-0.004...0.004)) }
        return result
    }

    private mutating func path() -> Path {
        var path = Path()
        switch whole(0...4) {
        case 0: path.addEllipse(in: Box(x: point().x, y: point().y, width: number(0...90), height: number(0...90)))
        case 1:
            let (corner, size) = (point(), Point(number(1...120), number(1...120)))
            path.addRoundedRectangle(
                Box(x: corner.x, y: corner.y, width: size.x, height: size.y), radii: CornerRadii(number(0...40)))
        default:
            for _ in 0..<whole(1...2) {
                path.move(to: point())
                for _ in 0..<whole(1...7) {
                    switch whole(0...2) {
                    case 0: path.line(to: point())
                    case 1: path.quad(control: point(), to: point())
                    default: path.cubic(control1: point(), control2: point(), to: point())
                    }
                }
                if chance(0.7) { path.close() }
            }
        }
        guard chance(0.35) else { return path }
        let style = StrokeStyle(
            width: number(0.2...20), cap: LineCap.allCases.randomElement(using: &random) ?? .butt,
            join: LineJoin.allCases.randomElement(using: &random) ?? .miter, miterLimit: number(1...10),
            dash: chance(0.3) ? DashPattern(lengths: [number(1...20), number(1...9)], phase: number(0...9)) : nil)
        return path.stroked(style, tolerance: 1.0 / 200, pixel: 1)
    }

    private mutating func image() -> ImageResource {
        let isOpaque = chance(0.3)
        var bitmap = Bitmap(width: whole(1...60), height: whole(1...60))
        for location in bitmap.pixels.indices {
            let word = UInt32(truncatingIfNeeded: random.next())
            let alpha = isOpaque ? 255 : word >> 24
            bitmap.pixels[location] = alpha << 24 | PixelArithmetic.multiply(word & 0x00ff_ffff, alpha)
        }
        return ImageResource(bitmap: bitmap)
    }

    // MARK: - Parts

    private mutating func make() -> Frame {
        var frame = Frame(width: width, height: height)
        frame.background =
            chance(0.5) ? PixelColor(premultiplied: 0xffff_ffff) : chance(0.5) ? .clear : color()
        for index in 0..<whole(0...3) { frame.clips.append(clip(index, frame.bounds)) }
        let passes = chance(0.5) ? 0 : whole(1...3)
        for index in 0...passes {
            let isLast = index == passes
            var bounds = frame.bounds
            if !isLast, chance(0.5) {
                bounds = bounds.intersection(
                    DeviceRect(
                        minX: whole(0...width), minY: whole(0...height), maxX: whole(0...width) + 9,
                        maxY: whole(0...height) + 9))
            }
            var pass = RenderPass(bounds: bounds)
            for _ in 0..<whole(1...(isLast ? 9 : 4)) {
                pass.ops.append(op(pass: index, clips: frame.clips.count, frame.bounds))
            }
            frame.passes.append(pass)
        }
        return frame
    }

    private mutating func clip(_ index: Int, _ bounds: DeviceRect) -> Clip {
        let parent = index > 0 && chance(0.5) ? ClipIndex(whole(0...index - 1)) : nil
        if chance(0.2) {
            let cut = HalfPlane(
                a: number(-1...1), b: number(-1...1), c: number(-90...90), isFront: chance(0.5))
            return Clip(parent: parent, cut: cut, bounds: bounds)
        }
        return Clip(parent: parent, shape: shape(), transform: transform(), bounds: bounds)
    }

    private mutating func op(pass: Int, clips: Int, _ bounds: DeviceRect) -> DrawOp {
        var transform = transform()
        var content: DrawOp.Content
        switch whole(0...(pass > 0 ? 15 : 11)) {
        case 0, 1: content = .fill(shape: shape(), color: color())
        case 2: content = .border(shape: shape(), width: number(0...20), color: color())
        case 3, 4, 5:
            let rule = chance(0.3) ? FillRule.evenOdd : .nonZero
            content = .path(PathDraw(path: path(), rule: rule), color: color())
        case 6, 7: content = .gradient(shape: shape(), gradient())
        case 8, 9: content = imageContent(&transform)
        case 10:
            transform = self.transform(level: true)
            content = .shadow(ShadowDraw(shape: shape(), deviation: number(0...30)), color: color())
        case 11: content = sprites()
        case 12, 13:
            content = .pass(PassIndex(whole(0...pass - 1)), mask: chance(0.4) ? PassIndex(whole(0...pass - 1)) : nil)
        case 14: content = .filtered(PassIndex(whole(0...pass - 1)), filter())
        default:
            content = .dissolve(
                from: chance(0.8) ? PassIndex(whole(0...pass - 1)) : nil, to: PassIndex(whole(0...pass - 1)),
                fraction: number(0...1))
        }
        var op = DrawOp(
            content: content, transform: transform,
            clip: clips > 0 && chance(0.4) ? ClipIndex(whole(0...clips - 1)) : nil,
            bounds: bounds, opacity: chance(0.6) ? 1 : Double.random(in: 0...1, using: &random))
        if case .pass(_, nil) = content, chance(0.3) {
            op.blend = BlendMode.allCases.randomElement(using: &random) ?? .sourceOver
        }
        if chance(0.1) { op.edges = chance(0.5) ? .hard : .covering }
        if chance(0.2) {
            op.bounds = bounds.intersection(
                DeviceRect(minX: whole(0...width), minY: whole(0...height), maxX: width, maxY: height))
        }
        return op
    }

    private mutating func filter() -> ColorFilter {
        switch whole(0...4) {
        case 0: .multiply(color())
        case 1: .stencil(color())
        case 2: .luminanceToAlpha
        case 3: .power(ColorPowers((0..<4).map { _ in Double(whole(1...40)) / 10 }))
        default: .vibrance(Double(whole(-65_536...65_536)) / 65_536)
        }
    }

    private mutating func gradient() -> GradientDraw {
        var stops: [GradientRamp.Stop] = []
        var location = number(0...0.3)
        for _ in 0..<whole(2...4) {
            stops.append(GradientRamp.Stop(location: location, color: color()))
            location += number(0...0.5)
        }
        let geometry: GradientDraw.Geometry =
            switch whole(0...3) {
            case 0, 1: .axial(start: point(), end: point())
            case 2: .radial(center: point(), radii: Point(number(1...200), number(1...200)))
            default: .conic(center: point(), angle: number(-4...4))
            }
        return GradientDraw(geometry: geometry, ramp: GradientRamp(stops: stops))
    }

    private mutating func imageContent(_ transform: inout Homography) -> DrawOp.Content {
        let image = image()
        let all = LocalRect(minX: 0, minY: 0, maxX: Double(image.width), maxY: Double(image.height))
        var (destination, source, sampling) = (rect(), all, Sampling.bilinear)
        switch whole(0...4) {
        case 0:
            // Pixel on pixel, and sometimes over all of the surface.
            transform = .identity
            let (x, y) = (Double(whole(-20...width)), Double(whole(-20...height)))
            destination = LocalRect(minX: x, minY: y, maxX: x + all.maxX, maxY: y + all.maxY)
        case 1:
            transform = .identity
            destination = LocalRect(minX: -3, minY: -2, maxX: Double(width), maxY: Double(height))
        case 2: sampling = .nearest
        case 3: sampling = .trilinear(level: number(0...3))
        default: break
        }
        if chance(0.2) {
            source = LocalRect(minX: number(0...0.5), minY: 0.5, maxX: all.maxX, maxY: all.maxY)
        }
        return .image(
            ImageDraw(
                image: image, destination: destination, source: source, sampling: sampling,
                filter: chance(0.1) ? filter() : nil))
    }

    private mutating func sprites() -> DrawOp.Content {
        let image = image()
        let all = LocalRect(minX: 0, minY: 0, maxX: Double(image.width), maxY: Double(image.height))
        let texture = SpriteImage(
            image: image, source: all, isNearestSmall: chance(0.2), isNearestLarge: chance(0.2), bias: 0)
        let sprites = (0..<whole(1...20)).map { _ in
            let (angle, size) = (Float(number(-4...4)), Float(number(0.1...30)))
            return Sprite(
                x: Float(whole(-5_000...50_000)) / 256, y: Float(whole(-5_000...30_000)) / 256,
                rightX: cos(angle) * size, rightY: sin(angle) * size, downX: -sin(angle) * size,
                downY: cos(angle) * size, color: SIMD4(premultiplied: color()), image: 0)
        }
        return .sprites(SpriteDraw(images: [texture], sprites: sprites, isAdditive: chance(0.5)))
    }
}
