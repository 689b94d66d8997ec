import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaServer
import Testing

@Suite struct FrameTextTests {
    @Test func text_of_a_card_with_everything() throws {
        let icon = TestLayer(3, rect(8, 8, 24, 24))
        icon.state.contents.image = image(48, 48)
        icon.state.contents.minificationFilter = .trilinear
        icon.state.cornerRadius = 6
        icon.state.flags.insert(.masksToBounds)
        let label = TestLayer(4, rect(40, 8, 40, 10), color: ColorValue(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8))
        label.state.transform = Matrix4(rotation: .pi / 12, x: 0, y: 0, z: 1)
        let card = TestLayer(2, rect(5, 5, 90, 40), color: green, [icon, label])
        card.state.cornerRadius = 8
        card.state.maskedCorners = [.minXMinY, .maxXMinY]
        card.state.borderWidth = 1.5
        card.state.opacity = 0.75
        card.mask = TestLayer(5, rect(0, 0, 60, 40), color: blue)
        let root = TestLayer(1, rect(0, 0, 100, 50), color: red, [card])
        let frame = try root.frame(200, 100, by: Homography(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0))
        try expectGolden(frame.description, "card")
    }

    @Test func text_of_a_perspective() throws {
        let root = TestLayer(1, rect(0, 0, 100, 100), [])
        root.state.sublayerTransform.m34 = -1.0 / 500
        for i in 0..<3 {
            let card = TestLayer(UInt64(i + 2), rect(20, 20, 60, 60), color: [red, green, blue][i])
            card.state.transform = Matrix4(rotation: Double(i) * 0.6, x: 0, y: 1, z: 0)
            card.state.zPosition = Double(-i) * 40
            root.sublayers.append(card)
        }
        try expectGolden(try root.frame().description, "perspective")
    }

    @Test func text_of_random_trees() throws {
        var text = ""
        for seed in UInt64(0)..<6 {
            var generator = SeededGenerator(seed: seed)
            let first = image(7, 9), second = image(20, 3)
            text += "seed \(seed)\n" + (try generator.tree([first, second]).frame(60, 60).description) + "\n"
        }
        try expectGolden(text, "random")
    }

    @Test func text_rounds_numbers_and_marks_infinity() throws {
        var frame = Frame(width: 1, height: 1)
        var pass = RenderPass(bounds: frame.bounds)
        let shape = RoundedRect(LocalRect(minX: -0.00001, minY: 1.0 / 3, maxX: 1e16, maxY: .infinity))
        pass.ops = [
            DrawOp(content: .fill(shape: shape, color: PixelColor(.black)), transform: .identity, bounds: frame.bounds)
        ]
        frame.passes = [pass]
        #expect(frame.description.contains("fill (0 0.3333 1e+16 inf) color 0 0 0 1 [x 0..<1, y 0..<1]"))
    }
}
