import CoreGraphics
import Testing

/// The largest difference between two transformations' entries.
private func difference(_ s: CGAffineTransform, _ t: CGAffineTransform) -> CGFloat {
    zip([s.a, s.b, s.c, s.d, s.tx, s.ty], [t.a, t.b, t.c, t.d, t.tx, t.ty]).map { abs($0 - $1) }.max() ?? 0
}

@Suite struct GeometryTests {
    @Test func affine_transform_default_init_is_zero_and_not_identity() {
        #expect(CGAffineTransform() == CGAffineTransform(0, 0, 0, 0, 0, 0))
        #expect(!CGAffineTransform().isIdentity)
        #expect(CGAffineTransform.identity.isIdentity)
    }

    @Test func affine_transform_steps_happen_before_what_is_there() {
        let t = CGAffineTransform(translationX: 10, y: 20).scaledBy(x: 2, y: 3)
        #expect(CGPoint(x: 1, y: 1).applying(t) == CGPoint(x: 12, y: 23))
        let u = CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 20)
        #expect(CGPoint(x: 1, y: 1).applying(u) == CGPoint(x: 22, y: 63))
        #expect(u == CGAffineTransform(translationX: 10, y: 20).concatenating(CGAffineTransform(scaleX: 2, y: 3)))
    }

    @Test func affine_transform_rotation_turns_x_towards_y() {
        let p = CGPoint(x: 1, y: 0).applying(CGAffineTransform.identity.rotated(by: .pi / 2))
        #expect(abs(p.x) < 1e-15 && abs(p.y - 1) < 1e-15)
    }

    @Test func affine_transform_inverse_undoes_and_singular_stays() {
        let t = CGAffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4)
        #expect(difference(t.concatenating(t.inverted()), .identity) < 1e-12)
        let flat = CGAffineTransform(scaleX: 0, y: 1)
        #expect(flat.inverted() == flat)
    }

    @Test func affine_transform_decomposition_round_trips() {
        let transforms = [
            CGAffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4),
            CGAffineTransform(scaleX: -2, y: 3),
            CGAffineTransform(scaleX: 2, y: -3).rotated(by: 1),
            CGAffineTransform(a: 0, b: 0, c: 1, d: 2, tx: 3, ty: 4),
            CGAffineTransform(),
        ]
        for t in transforms {
            #expect(difference(CGAffineTransform(t.decomposed()), t) < 1e-12)
        }
        let parts = CGAffineTransformComponents(
            scale: CGSize(width: 2, height: 3), horizontalShear: 0.5, rotation: 0.25,
            translation: CGVector(dx: 1, dy: 2))
        let again = CGAffineTransform(parts).decomposed()
        #expect(abs(again.horizontalShear - 0.5) < 1e-12 && abs(again.rotation - 0.25) < 1e-12)
        #expect(abs(again.scale.width - 2) < 1e-12 && abs(again.scale.height - 3) < 1e-12)
    }

    @Test func affine_transform_is_coded_as_six_numbers() throws {
        let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let data = try JSONEncoder().encode(t)
        #expect(String(decoding: data, as: UTF8.self) == "[1,2,3,4,5,6]")
        #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == t)
        let vector = try JSONEncoder().encode(CGVector(dx: 1, dy: 2))
        #expect(try JSONDecoder().decode(CGVector.self, from: vector) == CGVector(dx: 1, dy: 2))
    }

    @Test func rect_applying_is_the_bounding_box() {
        let r = CGRect(x: 0, y: 0, width: 2, height: 1).applying(CGAffineTransform(rotationAngle: .pi / 2))
        #expect(abs(r.minX + 1) < 1e-12 && abs(r.maxY - 2) < 1e-12 && abs(r.width - 1) < 1e-12)
        #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
        #expect(CGRect.infinite.applying(CGAffineTransform(scaleX: 2, y: 2)).isInfinite)
    }

    @Test func size_applying_ignores_translation() {
        let t = CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 100, ty: 100)
        #expect(CGSize(width: 1, height: 1).applying(t) == CGSize(width: 2, height: 3))
    }

    @Test func dictionary_representation_round_trips() {
        let r = CGRect(x: 1.5, y: 2, width: 3, height: 4)
        #expect(CGRect(dictionaryRepresentation: r.dictionaryRepresentation) == r)
        #expect(CGPoint(dictionaryRepresentation: r.origin.dictionaryRepresentation) == r.origin)
        #expect(CGSize(dictionaryRepresentation: r.size.dictionaryRepresentation) == r.size)
        #expect(CGPoint(dictionaryRepresentation: ["X": 1]) == nil)
    }

    @Test func geometry_prints_as_on_apple_platforms() {
        #expect("\(CGPoint(x: 1, y: 2))" == "(1.0, 2.0)")
        #expect("\(CGRect(x: 1, y: 2, width: 3, height: 4))" == "(1.0, 2.0, 3.0, 4.0)")
    }

    @Test func core_foundation_casts_compile_and_keep_values() {
        let options = ["key": 1, "other": true] as CFDictionary
        #expect(options["key"] as? Int == 1)
        #expect(("name" as CFString) == "name")
    }
}
