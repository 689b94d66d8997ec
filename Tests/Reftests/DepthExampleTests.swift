import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaExamples
import QuartzCore
import ReftestKit
import Testing

/// What tutorials say must be seen of their listings of transform layers: transform-planes and two-cubes.
@Suite struct DepthExampleTests {
    private func draw(_ layers: [CALayer], perspective: CGFloat = 0, at time: Double = 0) -> Bitmap {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
        root.sublayerTransform.m34 = perspective
        for layer in layers { root.addSublayer(layer) }
        return LayerRenderer(layer: root, threads: 1).bitmap(at: time)
    }

    private func columns(_ bitmap: Bitmap, ofRow y: Int = 120) -> [Int] {
        (0..<bitmap.width).filter { bitmap[$0, y] >> 24 != 0 }
    }

    private func area(_ bitmap: Bitmap) -> Int { bitmap.pixels.count { $0 >> 24 != 0 } }

    // MARK: transform-planes

    @Test func transform_planes_depth_is_kept() {
        // Turned by a third of half a turn, a layer 120 behind appears sin(pi / 3) * 120 to one side.
        let deep = columns(draw([planes(in: CATransformLayer(), at: 160)]))
        let one = planes(in: CATransformLayer(), at: 160)
        one.sublayers = one.sublayers.map { [$0[0]] }
        let near = columns(draw([one]))
        #expect(deep.count > near.count + 70)
    }

    @Test func transform_planes_collapse_in_a_plain_container() {
        let flat = planes(in: CALayer(), at: 160)
        let one = planes(in: CALayer(), at: 160)
        one.sublayers = one.sublayers.map { [$0[0]] }
        let (all, first) = (draw([flat]), draw([one]))
        #expect(columns(all) == columns(first))
        #expect(area(all) == area(first))
    }

    @Test func transform_planes_container_shows_nothing_of_its_own() {
        let plain = draw([planes(in: CATransformLayer(), at: 160)])
        let container = planes(in: CATransformLayer(), at: 160)
        container.backgroundColor = CGColor(gray: 0, alpha: 1)
        container.borderWidth = 10
        container.cornerRadius = 40
        container.masksToBounds = true
        container.shadowOpacity = 1
        container.shadowRadius = 10
        let mask = CALayer()
        mask.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        mask.backgroundColor = CGColor(gray: 0, alpha: 1)
        container.mask = mask
        container.contents = makeLandscape(width: 8, height: 8)
        #expect(draw([container]) == plain)
    }

    @Test func transform_planes_opacity_applies_to_each_child() {
        let container = planes(in: CATransformLayer(), at: 160)
        container.opacity = 0.5
        let each = planes(in: CATransformLayer(), at: 160)
        for plane in each.sublayers ?? [] { plane.opacity *= 0.5 }
        let (ours, theirs) = (draw([container]), draw([each]))
        #expect(zip(ours.pixels, theirs.pixels).allSatisfy { pixelDifference($0, $1) <= 1 })
        // Of a plain layer two planes, as one picture, would have half of 1 - 0.4 * 0.4: 107.
        #expect(ours.pixels.contains { $0 >> 24 > 120 })
    }

    @Test func transform_planes_hitTest_gives_nil() {
        let container = planes(in: CATransformLayer(), at: 160)
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
        root.addSublayer(container)
        #expect(container.hitTest(CGPoint(x: 160, y: 120)) == nil)
        // Its sublayers are found through it, the nearest first.
        let hit = root.hitTest(CGPoint(x: 160, y: 120))
        #expect(hit != nil && hit !== root && hit?.superlayer === container)
    }

    // MARK: two-cubes

    private func cubes() -> [CATransformLayer] {
        var turn = CATransform3DMakeTranslation(80, 0, 0)
        turn = CATransform3DRotate(turn, -.pi / 4, 1, 0, 0)
        turn = CATransform3DRotate(turn, -.pi / 4, 0, 1, 0)
        let cubes = [cube(by: CATransform3DMakeTranslation(-80, 0, 0)), cube(by: turn)]
        for cube in cubes { cube.position = CGPoint(x: 160, y: 120) }
        return cubes
    }

    private func pixel(_ face: CALayer?) -> UInt32? {
        face?.backgroundColor?.components.map { c in
            c.prefix(3).reduce(255) { $0 << 8 | UInt32(($1 * 255).rounded()) }
        }
    }

    @Test func two_cubes_faces_are_sorted_and_split() throws {
        let cubes = cubes()
        let picture = draw(cubes, perspective: -1 / 500)
        // The left one: the near face hides all but the face towards the middle.
        let left = cubes[0].sublayers ?? [], right = cubes[1].sublayers ?? []
        #expect(picture[80, 120] == pixel(left[0]))
        // Of the right one three faces are seen, and no pixel of the other three.
        let seen = Set(
            right.indices.filter { index in
                picture.pixels.contains { $0 == pixel(right[index]) }
            })
        #expect(seen.count == 3)
        // Nothing behind shows through along the edges where two visible faces meet.
        let hidden = Set(right.indices).subtracting(seen).compactMap { pixel(right[$0]) }
        #expect(hidden.count == 3 && !picture.pixels.contains { hidden.contains($0) })
    }

    @Test func two_cubes_that_cross_are_cut() {
        // Moved into each other: each still shows, and the order of the list makes no difference.
        let turn = CATransform3DMakeRotation(0.6, 1, 1, 0)
        func scene(_ swapped: Bool) -> Bitmap {
            let cubes = [cube(by: CATransform3DMakeTranslation(-20, 0, 0)), cube(by: turn)]
            for cube in cubes { cube.position = CGPoint(x: 160, y: 120) }
            return draw(swapped ? cubes.reversed() : cubes, perspective: -1 / 500)
        }
        let (one, other) = (scene(false), scene(true))
        let differing = zip(one.pixels, other.pixels).count { pixelDifference($0, $1) > 1 }
        // Antialiased edges lie over one another in the other order.
        #expect(differing < 400)
    }

    @Test func two_cubes_are_under_the_same_camera() {
        // Moved apart sideways, each shows the side towards the middle: one vanishing point, not one each.
        let cubes = [-100.0, 100].map { cube(by: CATransform3DMakeTranslation($0, 0, 0)) }
        for cube in cubes { cube.position = CGPoint(x: 160, y: 120) }
        let picture = draw(cubes, perspective: -1 / 500)
        let (left, right) = (cubes[0].sublayers ?? [], cubes[1].sublayers ?? [])
        #expect(picture.pixels.contains { $0 == pixel(left[1]) } && picture.pixels.contains { $0 == pixel(right[4]) })
        let alone = draw([cubes[0]], perspective: 0)
        #expect(!alone.pixels.contains { $0 == pixel(left[1]) })
    }
}
