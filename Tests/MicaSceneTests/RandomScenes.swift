import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaServer
import MicaWire

extension SeededGenerator {
    /// A tree of a few layers that uses most abilities of layers.
    mutating func tree(_ images: [ImageResource]) -> TestLayer {
        var last: UInt64 = 0
        return layer(&last, depth: 0, images)
    }

    private mutating func layer(_ last: inout UInt64, depth: Int, _ images: [ImageResource]) -> TestLayer {
        last += 1
        let layer = TestLayer(last, rect(number(-5...30), number(-5...30), number(1...30), number(1...30)))
        mutate(layer, images)
        if depth < 3 {
            for _ in 0..<Int.random(in: 0...3, using: &self) {
                layer.sublayers.append(self.layer(&last, depth: depth + 1, images))
            }
            if chance(0.15) { layer.mask = self.layer(&last, depth: depth + 2, images) }
        }
        return layer
    }

    /// Changes some of a layer's values.
    mutating func mutate(_ layer: TestLayer, _ images: [ImageResource]) {
        if chance(0.6) { layer.state.backgroundColor = ColorValue(red: number(0...1), green: number(0...1), blue: 0) }
        if chance(0.3) { layer.state.opacity = number(0...1.2) }
        if chance(0.2) { layer.state.cornerRadius = number(0...10) }
        if chance(0.2) { layer.state.borderWidth = number(0...3) }
        if chance(0.2) { layer.state.zPosition = number(-2...2) }
        if chance(0.2) { layer.state.transform = Matrix4(rotation: number(0...6), x: 0, y: chance(0.3) ? 1 : 0, z: 1) }
        if chance(0.1) { layer.state.sublayerTransform.m34 = -0.01 }
        for flag in [LayerFlags.masksToBounds, .geometryFlipped, .hidden] where chance(flag == .hidden ? 0.05 : 0.2) {
            layer.state.flags.formSymmetricDifference(flag)
        }
        if chance(0.3) {
            layer.state.contents.image = images.randomElement(using: &self)
            layer.state.contents.gravity = ContentsState.Gravity.allCases.randomElement(using: &self) ?? .resize
        }
        if chance(0.5) { layer.state.position = CGPoint(x: number(0...50).rounded(), y: number(0...50)) }
    }
}

extension TestLayer {
    /// This layer and all under it.
    var all: [TestLayer] { [self] + sublayers.flatMap(\.all) + (mask?.all ?? []) }
}
