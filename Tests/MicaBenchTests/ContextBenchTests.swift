import CoreGraphics
import Foundation
import MicaBench
import Testing

/// `mica-dev bench contexts`.
@Suite struct ContextBenchTests {
    @Test func shapes_are_drawn_alike_in_both_formats() throws {
        for shape in ContextBench.Shape.allCases {
            let bgra = try bytes(of: shape, isRGBA: false), rgba = try bytes(of: shape, isRGBA: true)
            #expect(bgra.contains { $0 != 0 }, "\(shape)")
            // Red and blue change places.
            let swapped = rgba.indices.map { rgba[$0 % 4 == 0 ? $0 + 2 : $0 % 4 == 2 ? $0 - 2 : $0] }
            #expect(bgra == swapped, "\(shape)")
        }
    }

    private func bytes(of shape: ContextBench.Shape, isRGBA: Bool) throws -> [UInt8] {
        let canvas = try #require(ContextBench.Canvas(isRGBA: isRGBA))
        for i in 0..<3 { canvas.draw(shape, i) }
        return try Array(#require(canvas.context.makeImage()?.dataProvider?.data) as Data)
    }

    @Test func arguments_that_make_no_sense_are_refused() {
        #expect(ContextBench.run(arguments: ["--rounds", "0"]) == 2)
        #expect(ContextBench.run(arguments: ["--help", "more"]) == 0)
        #expect(ContextBench.run(arguments: ["shapes"]) == 2)
    }
}
