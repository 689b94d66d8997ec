import MicaFrame
import MicaPixels
import Testing

@testable import MicaBench

@Suite struct FrameFuzzTests {
    @Test func random_frames_are_the_same_in_every_way() {
        for seed in UInt64(0)..<250 {
            let frame = FrameFuzz.frame(seed: seed)
            for way in FrameFuzz.ways {
                let found = FrameFuzz.difference(frame, way)
                #expect(found == nil, "seed \(seed), \(way.name)")
            }
        }
    }

    @Test func a_difference_is_led_back_to_its_op() throws {
        // A way that gets every pass wrong that has a path in it.
        let wrong = FrameFuzz.Way(name: "wrong") { frame in
            var bitmap = FrameFuzz.truth.draw(frame)
            let isPath = { (op: DrawOp) in if case .path = op.content { true } else { false } }
            if frame.passes.contains(where: { $0.ops.contains(where: isPath) }) { bitmap.pixels[0] ^= 0x10 }
            return bitmap
        }
        var found = 0
        for seed in UInt64(0)..<30 {
            let frame = FrameFuzz.frame(seed: seed)
            let ops = frame.passes.indices.flatMap { pass in frame.passes[pass].ops.indices.map { (pass, $0) } }
            let first = ops.first { index in
                if case .path = frame.passes[index.0].ops[index.1].content { true } else { false }
            }
            let difference = FrameFuzz.difference(frame, wrong)
            #expect(difference?.pass == first?.0 && difference?.op == first?.1, "seed \(seed)")
            if let difference {
                found += 1
                #expect(difference.words.contains("path of") && (difference.x, difference.y) == (0, 0))
            }
        }
        #expect(found > 9)
    }

    @Test func seeds_make_the_same_frames_again() {
        #expect(FrameFuzz.frame(seed: 7).description == FrameFuzz.frame(seed: 7).description)
        #expect(FrameFuzz.frame(seed: 7).description != FrameFuzz.frame(seed: 8).description)
    }
}
