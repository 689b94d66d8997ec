import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaRaster

/// `mica-dev bench fuzz`: random frames drawn by the scalar kernels and in every faster way; all bytes must be the same.
///
/// Where a way draws another byte, ops are left out from the front-most on, to find the shortest frame that still
/// differs: its last op is the one that differs.
package enum FrameFuzz {
    /// `mica-dev bench fuzz --help`.
    static let help = """
        usage: mica-dev bench fuzz [--first SEED] [--count N] [--seconds S]

        Draws a random frame for each seed with scalar kernels, and with each other kind of kernels, on two threads, after
        other frames and in two parts; all have to be the same. Prints, for each frame and way that differ, the first op that does:

          DIFFERS,SEED,WAY,PASS,OP,X,Y,EXPECTED,ACTUAL
          the op in words

        and in the end FUZZ,FIRST,COUNT,DIFFERENT.

          --first SEED   the first seed, default 0
          --count N      how many, default 1000
          --seconds S    stop after so long, default never

        Exit status: 0 all are the same, 1 some are not, 2 the command line makes no sense.
        """

    /// A way to draw a frame; all ways must give the same bytes.
    package struct Way: Sendable {
        /// The name of the way.
        package let name: String
        /// Draws a frame.
        package let draw: @Sendable (Frame) -> Bitmap

        package init(name: String, draw: @escaping @Sendable (Frame) -> Bitmap) {
            (self.name, self.draw) = (name, draw)
        }
    }

    /// A byte on which two ways differ, and the op from which on they differ.
    package struct Difference: Sendable, Equatable {
        /// The index of the op's pass, and the op's index there.
        package let pass: Int, op: Int
        /// The pixel.
        package let x: Int, y: Int
        /// The pixels that the two ways draw there when that op is the last.
        package let expected: UInt32, actual: UInt32
        /// The op in words.
        package let words: String
    }

    /// The scalar way.
    package static let truth = Way(name: "scalar") { frame in
        let compositor = CPUCompositor(threads: 1)
        compositor.kernels = .scalar
        return draw(frame, compositor)
    }

    /// The ways that are compared with the scalar one: each kind of kernels, two threads, after other frames, and in
    /// two parts.
    package static let ways: [Way] =
        PixelKernels.available.filter { $0 != .scalar }.map { kernels in
            Way(name: "\(kernels)") { frame in
                let compositor = CPUCompositor(threads: 1)
                compositor.kernels = kernels
                return draw(frame, compositor)
            }
        } + [
            Way(name: "two threads") { draw($0, CPUCompositor(threads: 2)) },
            Way(name: "after others") { frame in
                // State that is kept from frame to frame must make no difference.
                let compositor = CPUCompositor(threads: 1)
                for seed in UInt64(1)...3 {
                    _ = draw(FrameFuzz.frame(seed: UInt64(frame.width) &* 1_000 + seed), compositor)
                }
                return draw(frame, compositor)
            },
            Way(name: "two parts") { frame in
                let compositor = CPUCompositor(threads: 1)
                var (part, bitmap) = (frame, Bitmap(width: frame.width, height: frame.height, filledWith: 0xff12_3456))
                for isFirst in [false, true] {
                    part.damage = frame.bounds
                    if isFirst { part.damage.maxX = frame.width / 3 } else { part.damage.minX = frame.width / 3 }
                    compositor.draw(part, into: &bitmap)
                }
                return bitmap
            },
        ]

    private static func draw(_ frame: Frame, _ compositor: CPUCompositor) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height, filledWith: 0xff12_3456)
        compositor.draw(frame, into: &bitmap)
        return bitmap
    }

    /// The first op of a frame with which a way differs from the scalar one; nil when the frame is the same.
    package static func difference(_ frame: Frame, _ way: Way) -> Difference? {
        func isSame(_ frame: Frame) -> Bool { truth.draw(frame) == way.draw(frame) }
        if isSame(frame) { return nil }
        // The first `low` ops give the same bytes, the first `high` ops do not.
        let addresses = frame.passes.indices.flatMap { pass in frame.passes[pass].ops.indices.map { (pass, $0) } }
        var (low, high) = (0, addresses.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isSame(frame.first(middle)) { low = middle } else { high = middle }
        }
        let shown = frame.first(high)
        let (expected, actual) = (truth.draw(shown), way.draw(shown))
        let index = expected.pixels.indices.first { expected.pixels[$0] != actual.pixels[$0] } ?? 0
        guard high > 0 else { return nil }
        let (pass, op) = addresses[high - 1]
        var alone = Frame(width: frame.width, height: frame.height)
        alone.passes = [RenderPass(bounds: frame.passes[pass].bounds)]
        alone.passes[0].ops = [frame.passes[pass].ops[op]]
        let words = alone.description.split(separator: "\n").dropFirst(2).joined(separator: "\n")
        return Difference(
            pass: pass, op: op, x: index % frame.width, y: index / frame.width, expected: expected.pixels[index],
            actual: actual.pixels[index], words: words)
    }

    /// The random frame of a seed.
    package static func frame(seed: UInt64) -> Frame { RandomFrame.frame(seed: seed) }

    /// Runs the command; returns its exit status.
    static func run(arguments: [String], write: (String) -> Void) -> Int32 {
        var (first, count, seconds) = (UInt64(0), UInt64(1000), Double.infinity)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--help" || option == "-h" {
                write(help)
                return 0
            }
            guard let value = rest.popFirst(), let number = Double(value), number >= 0, number < 1e15 else {
                return refuse("'\(option)' is not an option with a number", of: "bench fuzz")
            }
            switch option {
            case "--first": first = UInt64(number)
            case "--count": count = UInt64(number)
            case "--seconds": seconds = number
            default:
                return refuse("there is no option '\(option)'", of: "bench fuzz")
            }
        }
        let begin = ContinuousClock.now
        var (done, different) = (UInt64(0), 0)
        while done < count, ContinuousClock.now - begin < .seconds(seconds.isFinite ? seconds : 1e9) {
            let frame = frame(seed: first + done)
            for way in ways {
                guard let found = difference(frame, way) else { continue }
                different += 1
                let pixels = [found.expected, found.actual].map { String($0, radix: 16) }.joined(separator: ",")
                write(
                    "DIFFERS,\(first + done),\(way.name),\(found.pass),\(found.op),\(found.x),\(found.y),\(pixels)\n"
                        + found.words)
            }
            done += 1
        }
        write("FUZZ,\(first),\(done),\(different)")
        return different == 0 ? 0 : 1
    }
}

extension Frame {
    /// The frame with the first `count` of its ops, counted through all passes in order.
    fileprivate func first(_ count: Int) -> Frame {
        var (frame, left) = (self, count)
        for pass in frame.passes.indices {
            let remaining = min(left, frame.passes[pass].ops.count)
            frame.passes[pass].ops.removeLast(frame.passes[pass].ops.count - remaining)
            left -= remaining
        }
        return frame
    }
}
