import CoreGraphics
import Foundation
import Glibc
import MicaBase
import MicaCommandLine
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore

/// `mica-dev bench process`: the time from a commit of this process until another process has applied it.
enum ProcessBench {
    /// `mica-dev bench process --help`.
    static let help = """
        usage: mica-dev bench process [--count N]

        Starts 'mica serve --headless' and measures from the end of a transaction to the server's word that it is applied, in
        microseconds: PROCESS,WHAT,median,99th of 100. WHAT is

          wakes              a byte goes to another thread through a socket and comes back, and nothing else: two of the three times
                             that a thread is woken for a commit
          layer              one layer moves
          layers             100 of 50,000 layers move
          image              a layer shows another picture of 2048 x 1024 pixels, 8 MiB, through memory that is used again
          copy               such a picture is copied into such memory as the client does it, and nothing else
          plain copy         the same by memcpy, on one thread

          --count N          how often, default 2000; pictures a tenth of it
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "bench process")
        var count = 2000
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--count"): count = try arguments.wholeNumber(of: "--count", in: 10...1_000_000)
            case .option(let name): throw arguments.unknown(name, among: ["--count", "--help"])
            case .input(let word): throw arguments.wrong("'\(word)' is no option")
            }
        }
        let directory = try SocketDirectory()
        let path = directory.path + "/socket"
        let server = try ServerProcess("mica", ["serve", "--headless", "-q", "--socket", path], talks: false)
        defer { server.end() }
        server.wait(for: ServerAddress(path: path))
        let link = try ServerLink(ServerAddress(path: path), name: "bench")
        report("wakes", try wakes(count))
        report(
            "layer",
            Scene(link, layers: 1).measure(count) { layers, index in
                layers[0].position = CGPoint(x: Double(index % 100), y: 20)
            })
        report(
            "layers",
            Scene(link, layers: 50_000).measure(count) { layers, index in
                for step in 0..<100 {
                    let layer = layers[(index * 7919 + step * 499) % layers.count]
                    layer.position = CGPoint(x: Double((index + step) % 200), y: layer.position.y)
                }
            })
        let pictures = (0..<4).map { shade in
            Bitmap(width: 2048, height: 1024, filledWith: 0xFF00_0000 | UInt32(shade) * 0x203040)
        }
        report(
            "image",
            Scene(link, layers: 1).measure(count / 10) { layers, index in
                layers[0].contents = CGImage(bitmap: pictures[index % 4])
            })
        let memories = try (0..<2).map { _ in try SharedMemory(size: 8 << 20) }
        report(
            "copy",
            (0..<max(20, count / 10)).map { index in
                let start = MonotonicClock.now
                memories[index % 2].write(pictures[index % 4].pixels)
                return MonotonicClock.now - start
            })
        var plain = (0..<2).map { _ in [UInt32](repeating: 0, count: 2 << 20) }
        report(
            "plain copy",
            (0..<max(20, count / 10)).map { index in
                let start = MonotonicClock.now
                unsafe pictures[index % 4].pixels.withUnsafeBytes { from in
                    unsafe plain[index % 2].withUnsafeMutableBytes { unsafe $0.copyMemory(from: from) }
                }
                return MonotonicClock.now - start
            })
    }

    /// The seconds that a byte takes to another thread and back.
    private static func wakes(_ count: Int) throws -> [Double] {
        let (near, far) = try Descriptor.pair()
        let thread = Thread {
            var byte: UInt8 = 0
            while true {
                var entry = pollfd(fd: far.number, events: Int16(POLLIN), revents: 0)
                unsafe _ = poll(&entry, 1, -1)
                guard unsafe read(far.number, &byte, 1) == 1, unsafe write(far.number, &byte, 1) == 1 else { return }
            }
        }
        thread.start()
        return (0..<count).map { _ in
            var byte: UInt8 = 0
            let start = MonotonicClock.now
            unsafe _ = write(near.number, &byte, 1)
            var entry = pollfd(fd: near.number, events: Int16(POLLIN), revents: 0)
            unsafe _ = poll(&entry, 1, -1)
            unsafe _ = read(near.number, &byte, 1)
            return MonotonicClock.now - start
        }
    }

    private static func report(_ name: String, _ seconds: [Double]) {
        let sorted = seconds.sorted().map { $0 * 1e6 }
        let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        Console.print("PROCESS,\(name),\(String(format: "%.1f,%.1f", median, late))")
    }

    /// A tree that the server draws only when it is asked to, so that only the sending is measured.
    private struct Scene {
        let root = CALayer()
        let served: ServedTree
        let context: LayerContext
        let layers: [CALayer]

        init(_ link: ServerLink, layers count: Int) {
            served = link.tree {}
            context = LayerContext(root: root, connection: served)
            context.isLive = true
            layers = (0..<count).map { index in
                let layer = CALayer()
                layer.frame = CGRect(x: index % 200, y: index / 200, width: 4, height: 4)
                layer.backgroundColor = .black
                return layer
            }
            var surface = ServedSurface(width: 256, height: 256)
            surface.isOnRequest = true
            served.show(surface, of: context.id)
            root.sublayers = layers
            CATransaction.flush()
            served.waitUntilApplied()
        }

        func measure(_ count: Int, _ change: ([CALayer], Int) -> Void) -> [Double] {
            var seconds: [Double] = []
            for index in 0..<count {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                change(layers, index)
                let start = MonotonicClock.now
                CATransaction.commit()
                CATransaction.flush()
                served.waitUntilApplied()
                seconds.append(MonotonicClock.now - start)
            }
            context.invalidate()
            return seconds
        }
    }
}
