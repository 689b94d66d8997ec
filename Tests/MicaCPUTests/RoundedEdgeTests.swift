import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@Test func rounded_rectangles_have_the_same_coverage_with_all_kernels() {
    var random = SeededGenerator(seed: 61)
    let before = PixelKernels.current
    defer { PixelKernels.current = before }
    var scratch = EdgeList.Scratch()
    for round in 0..<600 {
        let reach = [20.0, 90, 900, 300_000][round % 4]
        let low = Point(random.number(-0.5...0.5) * reach, random.number(-0.5...0.5) * reach)
        let box = Box(minimum: low, maximum: low + Point(random.number(0.001...1), random.number(0.001...1)) * reach)
        func radius() -> Double { random.chance(0.1) ? 0 : random.number(0...0.6) * reach }
        var radii = CornerRadii(radius())
        if random.chance(0.3) {
            radii = CornerRadii(
                minXMinY: radius(), maxXMinY: radius(), minXMaxY: radius(), maxXMaxY: random.chance(0.1) ? .nan : 3)
        }
        let smoothing = random.chance(0.2) ? random.number(0...1) : 0
        let turn = Affine.rotation(random.chance(0.3) ? 0 : random.number(0...7))
        let transform = Homography(
            turn.concatenating(Affine.translation(random.number(-20...90), random.number(-20...70))))
        let clip = device(random.whole(-90...20), random.whole(-90...20), random.whole(1...150), random.whole(1...90))
        var expected: [UInt8]?
        for kernels in PixelKernels.available + [.scalar] {
            PixelKernels.current = kernels
            var path = Path()
            path.addRoundedRectangle(box, radii: radii, smoothing: smoothing)
            var list = EdgeList()
            list.set(path, transform: transform, rule: .nonZero, clip: clip, scratch: &scratch)
            var rasterizer = Rasterizer()
            rasterizer.begin(list, clip: clip)
            var bytes = [UInt8](repeating: 0, count: clip.width * clip.height)
            KernelTwins.write(&rasterizer, clip: clip, into: &bytes)
            if expected == nil { expected = bytes }
            #expect(bytes == expected, "\(kernels), round \(round)")
        }
    }
}
