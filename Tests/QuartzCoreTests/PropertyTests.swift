import CoreGraphics
import Foundation
import MicaBase
import MicaWire
import QuartzCore
import Testing

@Suite struct PropertyTests {
    @Test(arguments: LayerPropertyTable.rows.filter { $0.owners != .none }.map { $0.key })
    func property_default_reads_by_key_as_the_table_says(key: String) throws {
        let row = try #require(LayerPropertyTable.row(forKey: key))
        let layer = Self.layer(with: row)
        // Layers without tiles have 0 of them.
        let expected = row.property == .levelsOfDetail ? PropertyValue.number(1) : row.defaultValue
        #expect(layer.read(row.property) == expected)
        let object = layer.value(forKey: key)
        let typed = PropertyValue(object: object, kind: row.kind)
        #expect(typed == expected)
        // Apple names no default of these: LY-44...46 in LayoutTests.
        guard ![.bounds, .position, .minificationFilterBias].contains(row.property) else { return }
        let standard = type(of: layer).defaultValue(forKey: key)
        #expect(PropertyValue(object: standard, kind: row.kind) == expected)
    }

    /// A new layer of the class that has a property.
    private static func layer(with row: PropertyRow) -> CALayer {
        if row.owners.contains(.shape) { return CAShapeLayer() }
        if row.owners.contains(.tiled) { return CATiledLayer() }
        if row.owners.contains(.emitter) { return CAEmitterLayer() }
        if row.owners.contains(.replicator) { return CAReplicatorLayer() }
        if row.owners.contains(.text) { return CATextLayer() }
        return row.owners.contains(.gradient) ? CAGradientLayer() : CALayer()
    }

    /// Properties without an accessor of Apple's are keys of archives; all others are written and read through theirs.
    @Test func property_has_an_accessor_in_the_client() {
        let keys: Set<PropertyID> = [
            .allowsGroupBlending, .contentsMultiplyColor, .contentsSwizzle, .contentsTransform,
        ]
        for row in LayerPropertyTable.rows where !row.owners.isEmpty {
            #expect(LayerAccessor.all(of: row.property).isEmpty == keys.contains(row.property), "\(row.key)")
        }
    }

    @Test(arguments: LayerPropertyTable.rows.filter { !$0.owners.isEmpty && $0.property != .mask }.map { $0.key })
    func property_that_is_written_is_in_the_state(key: String) throws {
        let row = try #require(LayerPropertyTable.row(forKey: key))
        var seen = 0
        for value in Self.samples where value.kind == row.kind || (value == .none && row.defaultValue == .none) {
            let layer = Self.layer(with: row)
            var expected = layer.state
            guard expected.set(row.property, to: value) else { continue }
            #expect(layer.writeIfTaken(row.property, value))
            #expect(layer.state == expected, "\(value)")
            #expect(layer.read(row.property) == expected[row.property], "\(value)")
            #expect(layer.assigned == PropertyMask(row.property))
            seen += 1
        }
        #expect(seen > 0)
    }

    private static let samples: [PropertyValue] =
        [
            .none, .number(1), .number(2), .point(CGPoint(x: 1, y: 2)),
            .size(CGSize(width: 3, height: 4)),
            .rect(CGRect(x: 1, y: 2, width: 3, height: 4)), .transform(Matrix4(scaleX: 2, y: 3)),
            .color(ColorValue(red: 1, green: 0.5, blue: 0.25, alpha: 0.5)), .numbers([1, 2]),
            .colors([ColorValue(red: 1, green: 0, blue: 0)]), .path(CGPath(rect: .zero, transform: nil).path),
            .image(ImageResource(bitmap: Bitmap(width: 1, height: 1, filledWith: 0))), .cells([CellState()]),
            .filters([FilterState(.gaussianBlur, name: "blur", isEnabled: true, numbers: [3])].compactMap { $0 }),
        ]
        + [
            "center", "nearest", "forwards", "even-odd", "round", "radial", "multiplyBlendMode", "AAAA", "continuous",
            "high", "never", "start", "left", "line", "outline", "additive",
        ].map { .string($0) }

    @Test func property_of_another_class_is_just_a_key() {
        let layer = CALayer()
        #expect(layer.value(forKey: "fillColor") == nil)
        layer.setValue("anything", forKey: "path")
        #expect(layer.value(forKey: "path") as? String == "anything")
    }

    @Test func property_rows_are_in_the_order_of_their_identities() {
        #expect(LayerPropertyTable.rows.map { $0.property } == PropertyID.allCases)
        #expect(PropertyID.allCases.count <= 128)
    }

    @Test func property_defaults_are_apples() {
        let layer = CALayer()
        #expect(layer.bounds == .zero)
        #expect(layer.position == .zero)
        #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
        #expect(layer.opacity == 1)
        #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(layer.contentsGravity == .resize)
        #expect(layer.minificationFilter == .linear)
        #expect(layer.borderColor == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
        #expect(layer.backgroundColor == nil)
        #expect(layer.maskedCorners.rawValue == 15)
        #expect(layer.duration == .infinity)
        #expect(layer.speed == 1)
        #expect(layer.sublayers == nil)
        #expect(layer.isDoubleSided)
        #expect(!layer.isHidden)
    }

    @Test func frame_is_derived_from_bounds_position_and_anchor() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 5, y: 5, width: 100, height: 50)
        layer.position = CGPoint(x: 60, y: 30)
        #expect(layer.frame == CGRect(x: 10, y: 5, width: 100, height: 50))
        layer.anchorPoint = .zero
        #expect(layer.position == CGPoint(x: 60, y: 30))
        #expect(layer.frame == CGRect(x: 60, y: 30, width: 100, height: 50))
    }

    @Test func frame_of_a_turned_layer_is_its_bounding_box() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
        layer.position = CGPoint(x: 100, y: 100)
        layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        #expect(abs(layer.frame.minX - 75) < 1e-9 && abs(layer.frame.width - 50) < 1e-9)
        #expect(abs(layer.frame.minY - 50) < 1e-9 && abs(layer.frame.height - 100) < 1e-9)
    }

    @Test func frame_setter_sets_position_and_size() {
        let layer = CALayer()
        layer.bounds.origin = CGPoint(x: 3, y: 4)
        layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        #expect(layer.position == CGPoint(x: 25, y: 40))
        #expect(layer.bounds == CGRect(x: 3, y: 4, width: 30, height: 40))
        layer.transform = CATransform3DMakeScale(2, 2, 1)
        layer.frame = CGRect(x: 0, y: 0, width: 30, height: 40)
        #expect(layer.bounds.size == CGSize(width: 15, height: 20))
        #expect(layer.frame == CGRect(x: 0, y: 0, width: 30, height: 40))
    }

    @Test func key_path_reads_and_writes_parts() {
        let layer = CALayer()
        layer.setValue(12, forKeyPath: "position.x")
        layer.setValue(CGFloat(8), forKeyPath: "bounds.size.width")
        layer.setValue(NSNumber(value: 0.5), forKeyPath: "transform.rotation.z")
        #expect(layer.position == CGPoint(x: 12, y: 0))
        #expect(layer.bounds.width == 8)
        #expect(abs((layer.value(forKeyPath: "transform.rotation") as? CGFloat ?? 0) - 0.5) < 1e-12)
        #expect(abs(layer.transform.m12 - sin(0.5)) < 1e-12)
        layer.setValue(2, forKeyPath: "transform.scale")
        #expect(abs((layer.value(forKeyPath: "transform.scale.x") as? Double ?? 0) - 2) < 1e-12)
        #expect(abs((layer.value(forKeyPath: "transform.rotation.z") as? Double ?? 0) - 0.5) < 1e-12)
        layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "transform.translation")
        #expect(layer.transform.m41 == 3 && layer.transform.m42 == 4)
        #expect(layer.value(forKeyPath: "frame.size") as? CGSize == layer.frame.size)
    }

    @Test func key_value_coding_keeps_any_key_and_reaches_sublayers() {
        let layer = CALayer()
        layer.setValue("x", forKey: "anything")
        #expect(layer.value(forKey: "anything") as? String == "x")
        let child = CALayer()
        child.name = "eye"
        layer.addSublayer(child)
        layer.setValue(0.5, forKeyPath: "sublayers.eye.opacity")
        #expect(child.opacity == 0.5)
        layer.mask = CALayer()
        layer.setValue(0.25, forKeyPath: "mask.opacity")
        #expect(layer.mask?.opacity == 0.25)
        #expect(layer.value(forKey: "hidden") as? Bool == false)
    }

    @Test func key_value_coding_writes_through_overridden_accessors() {
        final class Watcher: CALayer {
            var seen: [CGRect] = []
            override var bounds: CGRect { didSet { seen.append(bounds) } }
        }
        let layer = Watcher()
        layer.setValue(CGRect(x: 0, y: 0, width: 1, height: 2), forKey: "bounds")
        layer.setValue(5, forKeyPath: "bounds.size.height")
        #expect(layer.seen.count == 2)
        #expect(layer.bounds.height == 5)
    }

    @Test func bridging_of_values_works_in_casts_and_arrays() {
        let transform = CATransform3DMakeTranslation(1, 2, 3)
        let value: NSValue = NSValue(caTransform3D: transform)
        #expect((value as Any as? CATransform3D)?.m43 == 3)
        #expect([CGFloat(1), 2] as [NSNumber] == [1, 2])
        let layer = CALayer()
        layer.cornerRadius = 4
        #expect(layer.value(forKey: "cornerRadius") as? CGFloat == 4)
        #expect((layer.value(forKey: "transform") as? CATransform3D)?.m11 == 1)
        #expect(layer.value(forKey: "bounds") as? CGRect == .zero)
    }
}

@Suite struct TransformFunctionTests {
    @Test func transform_rotation_about_z_turns_x_into_y() {
        let t = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        #expect(abs(t.m11) < 1e-15 && t.m12 == 1 && t.m21 == -1)
    }

    @Test func transform_functions_apply_the_new_one_first() {
        let t = CATransform3DTranslate(CATransform3DMakeScale(2, 2, 1), 10, 0, 0)
        #expect(t.m41 == 20)
        let s = CATransform3DScale(CATransform3DMakeTranslation(10, 0, 0), 2, 2, 1)
        #expect(s.m41 == 10 && s.m11 == 2)
    }

    @Test func transform_inverse_of_a_singular_one_is_itself() {
        let flat = CATransform3DMakeScale(1, 1, 0)
        #expect(CATransform3DEqualToTransform(CATransform3DInvert(flat), flat))
        let t = CATransform3DRotate(CATransform3DMakeTranslation(3, 4, 5), 1, 1, 2, 3)
        let i = CATransform3DConcat(t, CATransform3DInvert(t))
        #expect(abs(i.m11 - 1) < 1e-12 && abs(i.m41) < 1e-12 && abs(i.m23) < 1e-12)
    }

    @Test func transform_zero_axis_gives_identity() {
        #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
        #expect(!CATransform3DIsIdentity(CATransform3D()))
    }

    @Test func transform_affine_round_trip() {
        let a = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let t = CATransform3DMakeAffineTransform(a)
        #expect(CATransform3DIsAffine(t))
        #expect(CATransform3DGetAffineTransform(t) == a)
        #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(1, 1, 0, 0)))
    }
}
