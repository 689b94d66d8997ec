import CMicaAllocations
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaHosting
import MicaServer
import MicaWire
import QuartzCore
import Testing

/// A host asks for no memory of its own in a frame, however many layers move, nor for a commit that goes through it.
@Suite(.serialized) struct HostAllocationTests {
    /// The fewest allocations of a frame of so many moving layers, client and host together.
    private func fewest(layers: Int) -> Int {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
        root.position = CGPoint(x: 200, y: 150)
        let connection = LocalConnection()
        let context = LayerContext(root: root, connection: connection)
        let pump = ClientPump(context: context, connection: connection)
        let host = SceneHost(
            context: context.id, connection: connection, source: LiveScene(RenderServer(context: context.id)),
            output: SurfaceOutput(CPUCompositor(threads: 1), BitmapSurface(width: 400, height: 300)))
        defer { context.invalidate() }
        var moving: [CALayer] = []
        for index in 0..<layers {
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            layer.position = CGPoint(x: 20 + index * 7 % 360, y: 20 + index * 3 % 260)
            layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0.5, alpha: 1)
            root.addSublayer(layer)
            moving.append(layer)
        }
        MediaClock.with(time: 0) { CATransaction.flush() }
        var least = Int.max
        for frame in 1...40 {
            let time = Double(frame) / 60
            let count = mica_allocation_count()
            MediaClock.with(time: time) {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                for (index, layer) in moving.enumerated() {
                    layer.position = CGPoint(x: 20 + index * 7 % 360 + frame % 2, y: 20 + index * 3 % 260)
                }
                CATransaction.commit()
            }
            host.draw(host.frame(at: time), at: time)
            pump.hear(at: time)
            least = min(least, Int(mica_allocation_count() - count))
        }
        return least
    }

    @Test func frame_of_many_layers_allocates_as_often_as_one_of_few() throws {
        try #require(mica_allocations_are_counted() != 0, "allocations are counted where glibc is")
        let (few, many) = (fewest(layers: 100), fewest(layers: 2_000))
        // A transaction's own objects, and the compositor's once a frame: CommitBenchTests hold these.
        #expect(few <= 48, "\(few) allocations")
        #expect(many <= few + 4, "\(many) allocations of 2,000 layers, \(few) of 100")
    }
}
