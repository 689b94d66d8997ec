import Foundation

/// The scenes that renderers are compared with, 1920 x 1080 pixels; each a pure function of the frame's number.
///
/// A capital letter shows the picture of the small letter, drawn without the shortcut that the small one allows.
/// *Source*: the comparison's README and generator (scenes.h), whose facts these are.
package enum BenchScene: Character, Sendable, CaseIterable {
    /// 1000 opaque rectangles between pixels.
    case rectangles = "a"
    /// 500 turned rounded rectangles at 60 % opacity.
    case roundedRectangles = "b"
    /// 200 turned and scaled images.
    case images = "c"
    /// 100 layers with a shadow whose outline is given.
    case outlinedShadows = "d"
    /// 100 layers with a shadow of their contents.
    case contentShadows = "D"
    /// 50 linear and 50 radial gradients.
    case gradients = "e"
    /// 200 closed paths of 200 cubics, filled and stroked.
    case paths = "f"
    /// 10,000 particles that may be drawn at once.
    case batchedParticles = "g"
    /// 10,000 particles that are drawn one by one.
    case particles = "G"
    /// 50 groups of 10 layers with opacity and a mask.
    case groups = "h"
    /// 2000 rectangles that rest and one that moves.
    case damage = "i"
    /// 2000 rectangles that rest and one that moves, with every frame drawn as a whole.
    case redraw = "I"
    /// 10,000 squares by two replicators; ours, not of the comparison.
    case replicated = "r"
    /// The 10,000 squares of `replicated` as layers, one by one.
    case separate = "R"
    /// 1,000 shapes that stay as they are, over a ground that changes; ours, as those that follow.
    case stillShapes = "s"
    /// 200 shapes whose paths are animated.
    case morphingShapes = "m"
    /// A text of 5,000 letters that is scrolled.
    case scrollingText = "t"
    /// A map of 100,000 x 100,000 points in tiles, panned.
    case pannedTiles = "p"
    /// 18 cubes of six faces in one space, turning.
    case cubes = "k"

    /// Width of the surface, in pixels.
    package static let width = 1920
    /// Height of the surface, in pixels.
    package static let height = 1080
    /// The colour of the cleared surface.
    static let background: UInt32 = 0xFF20_3040
    /// How many items of a group follow the group's own item.
    static let groupSize = 10

    /// Whether the comparison with other renderers has the scene.
    package var isCompared: Bool { self != .replicated && self != .separate && !isOfLayers }

    /// Whether the scene is made of layers of special classes, by `LayerScene`, and has no items.
    var isOfLayers: Bool {
        switch self {
        case .stillShapes, .morphingShapes, .scrollingText, .pannedTiles, .cubes: true
        default: false
        }
    }

    /// Whether the frame's number is its time, in sixtieths of a second.
    var isTimed: Bool { self == .batchedParticles || self == .morphingShapes }

    /// The items of the scene at a frame, back to front; a group is followed by its children.
    func items(frame: Int) -> [SceneItem] {
        switch self {
        case .rectangles: rectangles(frame)
        case .roundedRectangles: roundedRectangles(frame)
        case .images: images(frame)
        case .outlinedShadows, .contentShadows: shadows(frame)
        case .gradients: gradients(frame)
        case .paths: paths()
        case .batchedParticles, .particles: particles(frame)
        case .groups: groups(frame)
        case .damage, .redraw: movingRectangle(frame)
        case .replicated: SceneReplicas.replicated(frame: frame)
        case .separate: SceneReplicas.separate(frame: frame)
        case .stillShapes, .morphingShapes, .scrollingText, .pannedTiles, .cubes: []
        }
    }

    /// The source of the scene's random numbers.
    var numbers: SceneNumbers {
        let stream: UInt32 =
            switch self {
            case .rectangles: 1
            case .roundedRectangles: 2
            case .images: 3
            case .outlinedShadows, .contentShadows: 4
            case .gradients: 5
            case .paths: 6
            case .batchedParticles, .particles: 7
            case .groups: 8
            case .damage, .redraw: 9
            case .replicated, .separate: 10
            case .stillShapes, .morphingShapes, .scrollingText, .pannedTiles, .cubes: 11
            }
        return SceneNumbers(stream: stream)
    }

    private static var w: Double { Double(width) }
    private static var h: Double { Double(height) }

    private func rectangles(_ frame: Int) -> [SceneItem] {
        (0..<1000).map { i in
            var item = SceneItem(width: 100, height: 100)
            item.color = numbers.color(i)
            item.position(
                x: numbers.swing(i, 0, limit: Self.w - 100, amplitude: 80, frame: frame),
                y: numbers.swing(i, 1, limit: Self.h - 100, amplitude: 80, frame: frame))
            return item
        }
    }

    /// An angle that turns steadily: items of even number turn one way, the others the other way.
    private func turn(_ i: Int, _ frame: Int) -> Double {
        let way = i % 2 == 1 ? -1.0 : 1.0
        return numbers.angle(i, 2) + Double(frame) * 0.01 * (1 + numbers.unit(i, 3)) * way
    }

    private func roundedRectangles(_ frame: Int) -> [SceneItem] {
        (0..<500).map { i in
            var item = SceneItem(width: 160, height: 100)
            (item.cornerRadius, item.opacity, item.color) = (12, 0.6, numbers.color(i))
            item.position(center: numbers.unit(i, 0) * Self.w, numbers.unit(i, 1) * Self.h, angle: turn(i, frame))
            return item
        }
    }

    private func images(_ frame: Int) -> [SceneItem] {
        (0..<200).map { i in
            var item = SceneItem(width: 256, height: 256)
            item.image = i % SceneImage.count
            item.position(
                center: 128 + numbers.unit(i, 0) * (Self.w - 256), 128 + numbers.unit(i, 1) * (Self.h - 256),
                angle: turn(i, frame), scale: 0.875 + 0.375 * sin(0.05 * Double(frame) + numbers.angle(i, 4)))
            return item
        }
    }

    private func shadows(_ frame: Int) -> [SceneItem] {
        (0..<100).map { i in
            var item = SceneItem(width: 200, height: 140)
            (item.cornerRadius, item.color) = (10, numbers.color(i))
            item.position(
                x: numbers.swing(i, 0, limit: Self.w - 200, amplitude: 80, frame: frame),
                y: numbers.swing(i, 1, limit: Self.h - 140, amplitude: 80, frame: frame))
            return item
        }
    }

    private func gradients(_ frame: Int) -> [SceneItem] {
        (0..<100).map { i in
            var item = SceneItem(width: 300, height: 200)
            item.stops = SIMD3(numbers.color(i, 0), numbers.color(i, 1), numbers.color(i, 2))
            item.position(
                x: numbers.swing(i, 0, limit: Self.w - 300, amplitude: 40, frame: frame),
                y: numbers.swing(i, 1, limit: Self.h - 200, amplitude: 40, frame: frame))
            let angle = numbers.angle(i, 4) + 0.02 * Double(frame)
            let (x, y) = (cos(angle), sin(angle))
            item.isRadial = i % 2 == 1
            if item.isRadial {
                item.gradient = SIMD4(Float(150 + 60 * x), Float(100 + 40 * y), 160, 0)
            } else {
                item.gradient = SIMD4(
                    Float(150 - 150 * x), Float(100 - 150 * y), Float(150 + 150 * x), Float(100 + 150 * y))
            }
            return item
        }
    }

    private func paths() -> [SceneItem] {
        (0..<ScenePath.count).map { i in
            var item = SceneItem(width: 0, height: 0)
            (item.opacity, item.color, item.lineColor) = (0.8, numbers.color(i), numbers.color(i, 1))
            item.position(x: 0, y: 0)
            return item
        }
    }

    private func particles(_ frame: Int) -> [SceneItem] {
        (0..<10_000).map { i in
            var item = SceneItem(width: 16, height: 16)
            let age = (numbers.unit(i, 5) + Double(frame) / 120).truncatingRemainder(dividingBy: 1)
            let direction = numbers.angle(i, 0)
            let distance = age * (100 + 300 * numbers.unit(i, 1))
            let emitterX = Self.w * (0.2 + 0.2 * Double(i % 4))
            item.image = i % 8
            item.opacity = Float(1 - age)
            item.position(
                center: emitterX + distance * cos(direction), Self.h * 0.5 + distance * sin(direction) + 80 * age * age,
                angle: numbers.angle(i, 2) + 0.05 * Double(frame), scale: 0.5 + 1.5 * numbers.unit(i, 3))
            return item
        }
    }

    private func groups(_ frame: Int) -> [SceneItem] {
        var items: [SceneItem] = []
        for i in 0..<50 {
            var group = SceneItem(width: 300, height: 300)
            (group.cornerRadius, group.opacity) = (24, 0.7)
            group.position(
                center: 150 + numbers.unit(i, 0) * (Self.w - 300), 150 + numbers.unit(i, 1) * (Self.h - 300),
                angle: 0.2 * sin(0.03 * Double(frame) + Double(i)))
            items.append(group)
            for j in 0..<Self.groupSize {
                let number = 100 + i * Self.groupSize + j
                var child = SceneItem(width: 120, height: 120)
                child.color = numbers.color(number)
                child.position(
                    center: 300 * numbers.unit(number, 0), 300 * numbers.unit(number, 1),
                    angle: numbers.angle(number, 2) + 0.02 * Double(frame))
                items.append(child)
            }
        }
        return items
    }

    private func movingRectangle(_ frame: Int) -> [SceneItem] {
        var items = (0..<2000).map { i in
            var item = SceneItem(
                width: Float(40 + floor(80 * numbers.unit(i, 2))), height: Float(30 + floor(30 * numbers.unit(i, 3))))
            item.color = numbers.color(i)
            item.position(x: numbers.unit(i, 0) * (Self.w - 120), y: numbers.unit(i, 1) * (Self.h - 60))
            return item
        }
        var moving = SceneItem(width: 100, height: 100)
        moving.color = 0xFFFF_FFFF
        moving.position(x: 910 + 700 * sin(0.03 * Double(frame)), y: 490 + 400 * sin(0.023 * Double(frame)))
        items.append(moving)
        return items
    }
}
