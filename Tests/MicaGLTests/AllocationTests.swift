import CMicaAllocations
import MicaBase
import MicaFrame
import MicaGL
import Testing

/// Drawing asks for memory once a frame, and not for each op.
@Suite(.needsOpenGL) struct AllocationTests {
    /// Many ops of a kind, each somewhere else.
    private static func ops(_ kind: Int, _ count: Int) -> [DrawOp] {
        let image = ImageResource(bitmap: Bitmap(width: 8, height: 8, filledWith: 0xFF12_8040))
        let drawn = SpriteImage(
            image: image, source: LocalRect(minX: 0, minY: 0, maxX: 8, maxY: 8), isNearestSmall: false,
            isNearestLarge: false, bias: 0)
        let ramp = GradientRamp(stops: [
            .init(location: 0, color: PixelColor(premultiplied: 0xFFFF_0000)),
            .init(location: 1, color: PixelColor(premultiplied: 0xFF00_00FF)),
        ])
        return (0..<count).map { index in
            let (x, y) = (index % 40 * 12, index / 40 * 12)
            let rect = DeviceRect(minX: x, minY: y, maxX: x + 9, maxY: y + 9)
            let local = LocalRect(minX: Double(x), minY: Double(y), maxX: Double(x + 9), maxY: Double(y + 9))
            let turn = Homography(a: 0.8, b: 0.1, c: -0.1, d: 0.8, tx: 3, ty: 2)
            switch kind {
            case 0: return .rectangle(rect, 0xFF80_4020, transform: turn)
            case 1: return .rectangle(rect, 0x8040_2010, radius: 3)
            case 2: return .image(image, x: x, y: y)
            case 3:
                return DrawOp(
                    content: .border(
                        shape: RoundedRect(local, radius: 2), width: 1.5,
                        color: PixelColor(premultiplied: 0xFF00_FF00)),
                    transform: .identity, bounds: rect)
            case 4:
                return DrawOp(
                    content: .gradient(
                        shape: RoundedRect(local),
                        GradientDraw(
                            geometry: .axial(start: Point(Double(x), 0), end: Point(Double(x + 9), 0)), ramp: ramp)),
                    transform: .identity, bounds: rect)
            case 5:
                var op = DrawOp.rectangle(rect, 0xFF80_4020)
                op.clip = ClipIndex(index % 2)
                return op
            case 6:
                let far = LocalRect(minX: local.minX, minY: local.minY, maxX: local.minX + 40, maxY: local.minY + 40)
                return .shadow(far, radius: 3, deviation: 2, 0x8000_0000)
            default:
                let sprite = Sprite(
                    x: Float(x), y: Float(y), rightX: 4, rightY: 1, downX: -1, downY: 4, color: .one, image: 0)
                return DrawOp(
                    content: .sprites(SpriteDraw(images: [drawn], sprites: [sprite], isAdditive: true)),
                    transform: .identity, bounds: DeviceRect(minX: x - 6, minY: y - 6, maxX: x + 6, maxY: y + 6))
            }
        }
    }

    private static func frame(_ kind: Int, _ count: Int) -> Frame {
        var frame = Frame(500, 500, ops(kind, count))
        let whole = LocalRect(minX: 0, minY: 0, maxX: 480, maxY: 480)
        frame.clips = [
            Clip(
                parent: nil, shape: RoundedRect(whole), transform: Homography(a: 1, b: 0.1, c: 0, d: 1, tx: 3, ty: 4),
                bounds: frame.bounds),
            Clip(parent: nil, shape: RoundedRect(whole, radius: 30), transform: .identity, bounds: frame.bounds),
        ]
        return frame
    }

    /// The fewest allocations of a drawing, without those of llvmpipe for the corners of each rectangle that it is given: one each. Other drivers
    /// have none of these.
    private static func least(_ drawing: Drawing, _ frame: Frame, _ bitmap: inout Bitmap) -> Int {
        var least = Int.max
        for _ in 0..<5 {
            let (before, instances) = (mica_allocation_count(), drawing.device.use.instances)
            drawing.compositor.draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
            let count = Int(mica_allocation_count() - before)
            least = min(least, count - (drawing.device.isSoftware ? drawing.device.use.instances - instances : 0))
        }
        return least
    }

    private static let kinds = [
        "rectangles", "rounded rectangles", "images", "borders", "gradients", "clipped rectangles", "shadows",
        "sprites",
    ]

    @Test(arguments: kinds) func frame_of_many_ops_allocates_as_often_as_one_of_few(_ name: String) throws {
        let kind = try #require(Self.kinds.firstIndex(of: name))
        try #require(mica_allocations_are_counted() != 0, "allocations are counted where glibc is")
        let drawing = try Drawing()
        var bitmap = Bitmap(width: 500, height: 500)
        let (few, many) = (Self.frame(kind, 200), Self.frame(kind, 1_200))
        // After the first frame the programs and the memory are there.
        drawing.compositor.draw(many, region: DamageRegion(many.bounds), into: &bitmap)
        let (fewer, more) = (Self.least(drawing, few, &bitmap), Self.least(drawing, many, &bitmap))
        // The driver asks for a block now and then, by how much it is given.
        #expect(abs(more - fewer) <= 100, "\(name): \(more) allocations of 1,200 ops, \(fewer) of 200")
    }
}
