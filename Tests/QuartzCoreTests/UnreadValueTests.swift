import CoreGraphics
import Foundation
import Mica
import Testing

@testable import QuartzCore

/// An object that no property understands, as a CIFilter or a UIColor would be.
private final class Foreign: NSObject {}

@Suite struct UnreadValueTests {
    @Test func unread_contents_are_kept_and_draw_nothing() {
        let (layer, cell, object) = (CALayer(), CAEmitterCell(), Foreign())
        layer.contents = object
        #expect(layer.contents as? Foreign === object)
        #expect(layer.state.contents.image == nil)
        layer.contents = nil
        #expect(layer.contents == nil)
        cell.contents = object
        #expect(cell.contents as? Foreign === object)
        #expect(cell.values.contents.image == nil)
        cell.setValue(object, forKey: "contents")
        #expect(cell.contents as? Foreign === object)
    }

    @Test func unread_filters_are_kept_beside_those_that_are_read() {
        let (layer, object) = (CALayer(), Foreign())
        layer.filters = [object, LayerFilter.gaussianBlur(radius: 2)]
        #expect(layer.filters?.count == 2)
        #expect(layer.filters?.first as? Foreign === object)
        #expect(layer.state[.filters] == .filters([LayerFilter.gaussianBlur(radius: 2).state]))
        layer.filters = [LayerFilter.gaussianBlur(radius: 3)]
        #expect(layer.filters?.count == 1)
        layer.backgroundFilters = [object]
        #expect(layer.backgroundFilters?.first as? Foreign === object)
        #expect(layer.state[.backgroundFilters] == .none)
        layer.setValue([object], forKey: "filters")
        #expect(layer.filters?.first as? Foreign === object)
        layer.compositingFilter = object
        #expect(layer.compositingFilter as? Foreign === object)
        #expect(layer.state.effects.compositingFilter == nil)
        layer.compositingFilter = "screenBlendMode"
        #expect(layer.compositingFilter as? String == "screenBlendMode")
        layer.compositingFilter = object
        layer.compositingFilter = nil
        #expect(layer.compositingFilter == nil)
    }

    @Test func unread_colors_are_kept_and_draw_nothing() {
        let (gradient, object) = (CAGradientLayer(), Foreign())
        gradient.colors = [object, CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)]
        #expect(gradient.colors?.first as? Foreign === object)
        #expect(gradient.state.gradient.colors == nil)
        gradient.setValue([object], forKey: "colors")
        #expect(gradient.colors?.count == 1)
        gradient.colors = [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)]
        #expect(gradient.state.gradient.colors?.count == 1)
        #expect(gradient.colors?.count == 1)
        gradient.colors = nil
        #expect(gradient.colors == nil)
    }

    @Test func values_of_wrong_types_change_nothing() {
        let (layer, cell, emitter) = (CALayer(), CAEmitterCell(), CAEmitterLayer())
        for key in [
            "opacity", "position", "bounds", "backgroundColor", "transform", "frame", "filters", "autoresizingMask",
            "contentsGravity", "shadowPath", "needsDisplayOnBoundsChange", "contentsFormat", "hidden", "mask",
            "sublayers",
        ] {
            layer.setValue(Foreign(), forKey: key)
            layer.setValue(Foreign(), forKeyPath: key + ".x")
        }
        #expect(layer.opacity == 1)
        #expect(layer.frame == .zero)
        for key in ["birthRate", "color", "contentsRect", "enabled", "emitterCells"] {
            cell.setValue(Foreign(), forKey: key)
            cell.setValue(Foreign(), forKeyPath: key + ".x")
        }
        cell.setValue("a", forKeyPath: "contentsRect.size.width")
        #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
        cell.name = "star"
        emitter.emitterCells = [cell]
        emitter.setValue("a", forKeyPath: "emitterCells.star.birthRate")
        emitter.setValue(5, forKeyPath: "emitterCells.moon.birthRate")
        emitter.setValue(5, forKey: "emitterBehaviors")
        #expect(emitter.value(forKeyPath: "emitterCells.star.birthRate") as? Double == 0)
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.setValue("long", forKey: "duration")
        #expect(animation.duration == 0)
    }

    @Test func key_paths_into_what_is_not_there_do_nothing() {
        let layer = CALayer()
        layer.setValue(5, forKeyPath: "filters.blur.inputRadius")
        layer.setValue(5, forKeyPath: "filters.blur")
        layer.setValue(5, forKeyPath: "sublayers.card")
        layer.setValue(5, forKeyPath: "sublayers.card.opacity")
        layer.setValue(5, forKeyPath: "mask.opacity")
        layer.setValue(5, forKeyPath: "nothing.there")
        layer.setValue(5, forKeyPath: "position.z")
        #expect(layer.value(forKeyPath: "filters.blur.inputRadius") == nil)
        #expect(layer.value(forKey: "nothing") == nil)
        layer.filters = [LayerFilter.gaussianBlur(radius: 2, name: "blur")]
        layer.setValue("wide", forKeyPath: "filters.blur.inputRadius")
        layer.setValue(5, forKeyPath: "filters.blur.inputNothing")
        #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 2)
    }
}
