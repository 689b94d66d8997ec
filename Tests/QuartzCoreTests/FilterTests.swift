import CoreGraphics
import Foundation
import Mica
import QuartzCore
import Testing

@Suite struct FilterTests {
    @Test func filter_defaults_are_apples() {
        let layer = CALayer()
        #expect(layer.compositingFilter == nil && layer.filters == nil && layer.backgroundFilters == nil)
        for key in ["compositingFilter", "filters", "backgroundFilters"] {
            #expect(layer.value(forKey: key) == nil)
            #expect(CALayer.defaultValue(forKey: key) == nil)
        }
        #expect(layer.value(forKey: "allowsGroupBlending") as? Bool == true)
    }

    @Test func filters_are_read_as_they_were_set() {
        let layer = CALayer()
        let filters = [LayerFilter.gaussianBlur(radius: 3, name: "soft"), LayerFilter.invert()]
        layer.filters = filters
        #expect(layer.filters as? [LayerFilter] == filters)
        #expect(layer.value(forKey: "filters") as? [LayerFilter] == filters)
        layer.setValue(nil, forKey: "filters")
        #expect(layer.filters == nil)
        layer.compositingFilter = "CIMultiplyBlendMode"
        #expect(layer.compositingFilter as? String == "CIMultiplyBlendMode")
        layer.setValue(nil, forKey: "compositingFilter")
        #expect(layer.compositingFilter == nil)
    }

    @Test func filter_inputs_have_key_paths() {
        let layer = CALayer()
        layer.filters = [LayerFilter.gaussianBlur(radius: 3, name: "soft.er"), LayerFilter.monochrome(.white)]
        #expect(layer.value(forKeyPath: "filters.soft.er.inputRadius") as? Double == 3)
        layer.setValue(7, forKeyPath: "filters.soft.er.inputRadius")
        #expect((layer.filters?.first as? LayerFilter)?[number: "inputRadius"] == 7)
        let black = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
        layer.setValue(black, forKeyPath: "filters.colorMonochrome.inputColor")
        #expect((layer.filters?.last as? LayerFilter)?[color: "inputColor"] == black)
        layer.setValue(false, forKeyPath: "filters.colorMonochrome.enabled")
        #expect((layer.filters?.last as? LayerFilter)?.isEnabled == false)
        #expect(layer.value(forKeyPath: "filters.nothing.inputRadius") == nil)
    }

    @Test func filter_types_have_their_inputs() {
        #expect(LayerFilter(type: "gaussianBlur")?.inputKeys == ["inputRadius"])
        #expect(LayerFilter(type: "nothing") == nil)
        for type in LayerFilter.types {
            let filter = LayerFilter(type: type, name: "x")
            #expect(filter?.type == type && filter?.name == "x" && filter?.isEnabled == true)
        }
        var filter = LayerFilter.gaussianBlur(radius: 1)
        filter[number: "inputAmount"] = 3
        #expect(filter == .gaussianBlur(radius: 1))
    }

    @Test func filters_survive_archives() throws {
        let layer = CALayer()
        layer.filters = [LayerFilter.colorMatrix((0..<20).map(Double.init), name: "m"), LayerFilter.hueRotation(1)]
        layer.backgroundFilters = [LayerFilter.gaussianBlur(radius: 2)]
        layer.compositingFilter = "plusL"
        layer.setValue(false, forKey: "allowsGroupBlending")
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        #expect(copy.filters as? [LayerFilter] == layer.filters as? [LayerFilter])
        #expect(copy.backgroundFilters as? [LayerFilter] == [.gaussianBlur(radius: 2)])
        #expect(copy.compositingFilter as? String == "plusL")
        #expect(copy.value(forKey: "allowsGroupBlending") as? Bool == false)
    }

    @Test func filters_animate_in_presentation() {
        let layer = CALayer()
        layer.filters = [LayerFilter.gaussianBlur(radius: 0)]
        let root = CALayer()
        root.addSublayer(layer)
        let animation = CABasicAnimation(keyPath: "filters.gaussianBlur.inputRadius")
        (animation.fromValue, animation.toValue, animation.duration) = (2, 4, 2)
        layer.add(animation, forKey: "blur")
        let renderer = LayerRenderer(layer: root, size: CGSize(width: 10, height: 10))
        renderer.advance(to: 0)
        let shown = MediaClock.with(time: 1) { layer.presentation() }
        #expect(shown?.value(forKeyPath: "filters.gaussianBlur.inputRadius") as? Double == 3)
    }

    @Test func effect_defaults_are_apples() {
        let layer = CALayer()
        #expect(layer.cornerCurve == .circular && !layer.shouldRasterize && layer.rasterizationScale == 1)
        #expect(layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask.rawValue == 15)
        #expect(layer.preferredDynamicRange == .standard && layer.toneMapMode == .automatic)
        #expect(!layer.wantsExtendedDynamicRangeContent && layer.contentsHeadroom == 0)
        #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
        #expect(abs(CALayer.cornerCurveExpansionFactor(.continuous) - 1.528665) < 1e-6)
    }

    /// dev/api/quartzcore-api.tsv, "measured: unknown value resets to default".
    @Test func unknown_names_reset_to_the_defaults() {
        let layer = CALayer()
        layer.cornerCurve = .continuous
        layer.cornerCurve = CALayerCornerCurve(rawValue: "wavy")
        #expect(layer.cornerCurve == .circular)
        layer.preferredDynamicRange = .high
        layer.preferredDynamicRange = CALayer.DynamicRange(rawValue: "huge")
        #expect(layer.preferredDynamicRange == .standard)
        layer.toneMapMode = .never
        layer.toneMapMode = CALayer.ToneMapMode(rawValue: "maybe")
        #expect(layer.toneMapMode == .automatic)
    }

    @Test func effects_survive_archives_and_keys() throws {
        let layer = CALayer()
        let values: [(String, Any)] = [
            ("cornerCurve", "continuous"), ("shouldRasterize", true), ("rasterizationScale", 3),
            ("edgeAntialiasingMask", 5), ("allowsEdgeAntialiasing", false), ("preferredDynamicRange", "high"),
            ("toneMapMode", "never"), ("wantsExtendedDynamicRangeContent", true), ("contentsHeadroom", 2.5),
        ]
        for (key, value) in values { layer.setValue(value, forKey: key) }
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        for layer in [layer, copy] {
            #expect(layer.cornerCurve == .continuous && layer.shouldRasterize && layer.rasterizationScale == 3)
            #expect(layer.edgeAntialiasingMask == [.layerLeftEdge, .layerBottomEdge] && !layer.allowsEdgeAntialiasing)
            #expect(layer.preferredDynamicRange == .high && layer.toneMapMode == .never)
            #expect(layer.wantsExtendedDynamicRangeContent && layer.contentsHeadroom == 2.5)
            #expect(layer.value(forKey: "edgeAntialiasingMask") as? Int == 5)
        }
    }

    @Test func actions_style_and_layout_manager_survive_archives() throws {
        let layer = CALayer()
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.duration = 3
        layer.actions = ["opacity": fade, "position": NSNull()]
        layer.style = [
            "cornerRadius": 4, "backgroundColor": CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
            "actions": ["bounds": NSNull()], "style": ["borderWidth": 2], "note": "x",
        ]
        layer.layoutManager = CAConstraintLayoutManager()
        layer.setValue(["depth": 1], forKey: "own")
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        #expect((copy.actions?["opacity"] as? CABasicAnimation)?.duration == 3)
        #expect(copy.actions?["position"] is NSNull)
        #expect(copy.cornerRadius == 4 && copy.borderWidth == 2)
        #expect(copy.backgroundColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        #expect(copy.value(forKey: "note") as? String == "x")
        #expect(copy.action(forKey: "bounds") == nil)
        #expect(copy.layoutManager is CAConstraintLayoutManager)
        #expect((copy.value(forKey: "own") as? [String: Any])?["depth"] as? Int == 1)
    }

    /// dev/api/quartzcore-api.tsv, shouldArchiveValue(forKey:), measured.
    @Test func effects_with_values_of_their_own_are_always_archived() {
        let layer = CALayer()
        for key in ["cornerCurve", "allowsEdgeAntialiasing", "allowsGroupOpacity"] {
            #expect(layer.shouldArchiveValue(forKey: key))
        }
        for key in ["shouldRasterize", "filters", "compositingFilter", "edgeAntialiasingMask"] {
            #expect(!layer.shouldArchiveValue(forKey: key))
        }
    }
}
