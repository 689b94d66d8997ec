import CoreGraphics
import Foundation
import MicaBase
import MicaWire
import Testing

@testable import Mica
@testable import QuartzCore

/// CAEmitterLayer and CAEmitterCell as objects: defaults, key-value coding, copies, archives.
@Suite struct EmitterTests {
    private func image() -> CGImage {
        CGImage(bitmap: Bitmap(width: 4, height: 4, filledWith: 0xffff_ffff))
    }

    @Test func layer_has_apples_defaults() {
        // Source: CAEmitterLayer.h.
        let layer = CAEmitterLayer()
        #expect(layer.emitterCells == nil && layer.birthRate == 1 && layer.lifetime == 1)
        #expect(layer.emitterPosition == .zero && layer.emitterZPosition == 0)
        #expect(layer.emitterSize == .zero && layer.emitterDepth == 0)
        #expect(layer.emitterShape == .point && layer.emitterMode == .volume && layer.renderMode == .unordered)
        #expect(!layer.preservesDepth && layer.velocity == 1 && layer.scale == 1 && layer.spin == 1 && layer.seed == 0)
        #expect(CAEmitterLayer.defaultValue(forKey: "birthRate") as? Double == 1)
        #expect(CALayer.defaultValue(forKey: "birthRate") == nil)
    }

    @Test func cell_has_apples_defaults() {
        // Source: dev/api/quartzcore-api.tsv.
        let cell = CAEmitterCell()
        #expect(cell.name == nil && cell.isEnabled && cell.birthRate == 0 && cell.lifetime == 0)
        #expect(cell.scale == 1 && cell.contentsScale == 1 && cell.contents == nil)
        #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(cell.minificationFilter == "linear" && cell.magnificationFilter == "linear")
        #expect(cell.color == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
        #expect(cell.speed == 1 && cell.duration == 0 && cell.fillMode == .removed && cell.emitterCells == nil)
        for property in CellProperty.allCases where property.kind == .number {
            let expected: Double = [.scale, .contentsScale, .speed, .enabled].contains(property) ? 1 : 0
            #expect((cell.value(forKey: property.key) as? NSNumber)?.doubleValue == expected, "\(property)")
            #expect((CAEmitterCell.defaultValue(forKey: property.key) as? NSNumber)?.doubleValue == expected)
        }
    }

    @Test func cell_takes_every_property_by_its_key() {
        let cell = CAEmitterCell()
        for (index, property) in CellProperty.allCases.enumerated()
        where property.kind == .number && !property.isBoolean {
            cell.setValue(NSNumber(value: Double(index) + 0.5), forKey: property.key)
            #expect((cell.value(forKey: property.key) as? NSNumber)?.doubleValue == Double(index) + 0.5)
        }
        cell.setValue(false, forKey: "enabled")
        #expect(!cell.isEnabled)
        cell.setValue("drop", forKey: "name")
        #expect(cell.name == "drop")
        cell.setValue(NSValue(cgRect: CGRect(x: 0, y: 0.5, width: 0.25, height: 0.5)), forKey: "contentsRect")
        #expect(cell.contentsRect.width == 0.25)
        cell.setValue(0.75, forKeyPath: "contentsRect.size.width")
        #expect(cell.contentsRect.width == 0.75 && cell.value(forKeyPath: "contentsRect.origin.y") as? Double == 0.5)
        cell.setValue(7, forKey: "mine")
        #expect(cell.value(forKey: "mine") as? Int == 7)
        cell.birthRate = .nan
        cell.lifetime = .infinity
        #expect(cell.birthRate == 0 && cell.lifetime > 1e11 && cell.lifetime.isFinite)
    }

    @Test func layer_reaches_its_cells_by_name() {
        let inner = CAEmitterCell()
        inner.name = "spark"
        let cell = CAEmitterCell()
        cell.name = "rocket"
        cell.emitterCells = [inner]
        let layer = CAEmitterLayer()
        layer.emitterCells = [CAEmitterCell(), cell]
        layer.setValue(1_000, forKeyPath: "emitterCells.rocket.birthRate")
        layer.setValue(NSNumber(value: 0.5), forKeyPath: "emitterCells.rocket.emitterCells.spark.scale")
        layer.setValue(3, forKeyPath: "emitterCells.nobody.scale")
        #expect(cell.birthRate == 1_000 && inner.scale == 0.5)
        #expect(layer.value(forKeyPath: "emitterCells.rocket.birthRate") as? Double == 1_000)
        #expect(layer.value(forKeyPath: "emitterCells.rocket.emitterCells.spark.scale") as? Double == 0.5)
        #expect(layer.value(forKeyPath: "emitterCells.nobody.scale") == nil)
        #expect(layer.state.emitter.cells?[1].cells?[0].scale == 0.5)
        // Changes that bypass the layer are not followed.
        cell.birthRate = 3
        #expect(layer.value(forKeyPath: "emitterCells.rocket.birthRate") as? Double == 1_000)
        layer.emitterCells = [cell]
        #expect(layer.value(forKeyPath: "emitterCells.rocket.birthRate") as? Double == 3)
    }

    @Test func presentation_has_animated_values_of_cells() {
        let cell = CAEmitterCell()
        cell.name = "a"
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        let renderer = LayerRenderer(layer: layer, size: CGSize(width: 4, height: 4), threads: 1)
        renderer.schedule(at: 0) {
            let grow = CABasicAnimation(keyPath: "emitterCells.a.scale")
            (grow.fromValue, grow.toValue, grow.duration) = (2, 4, 1)
            layer.add(grow, forKey: "grow")
        }
        var seen: CGFloat?
        var model: CGFloat?
        renderer.schedule(at: 0.5) {
            seen = layer.presentation()?.emitterCells?.first?.scale
            model = layer.emitterCells?.first?.scale
        }
        renderer.advance(to: 1)
        #expect(seen == 3 && model == 1)
    }

    @Test func archives_hold_layers_and_cells() throws {
        let inner = CAEmitterCell()
        inner.name = "spark"
        inner.yAcceleration = 20
        let cell = CAEmitterCell()
        cell.name = "rocket"
        cell.color = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5)
        cell.contents = image()
        cell.lifetimeRange = 2
        cell.emitterCells = [inner]
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        layer.emitterShape = .circle
        layer.seed = 4_000_000_000
        layer.preservesDepth = true
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterLayer.self, from: data))
        #expect(read.emitterShape == .circle && read.seed == 4_000_000_000 && read.preservesDepth)
        let rocket = try #require(read.emitterCells?.first)
        #expect(rocket.name == "rocket" && rocket.color == cell.color && rocket.lifetimeRange == 2)
        #expect(rocket.contents != nil && rocket.emitterCells?.first?.yAcceleration == 20)
        #expect(rocket.emitterCells?.first?.name == "spark")
    }

    @Test func copies_of_cells_are_their_own() throws {
        let cell = CAEmitterCell()
        cell.emitterCells = [CAEmitterCell()]
        cell.scale = 3
        let copy = try #require(cell.copy() as? CAEmitterCell)
        cell.scale = 4
        cell.emitterCells?.first?.scale = 5
        #expect(copy.scale == 3 && copy.emitterCells?.first?.scale == 1)
    }

    @Test func style_gives_values_that_were_not_set() {
        let cell = CAEmitterCell()
        cell.scale = 2
        cell.style = ["scale": 5, "lifetime": 6]
        #expect(cell.scale == 2 && cell.lifetime == 6)
        cell.style = nil
        #expect(cell.lifetime == 0)
    }

    @Test func cells_within_themselves_come_to_an_end() {
        let cell = CAEmitterCell()
        cell.emitterCells = [cell, cell]
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        var depth = 0
        var level = layer.state.emitter.cells
        while let next = level { (level, depth) = (next.first?.cells, depth + 1) }
        #expect(depth == EmitterState.depthLimit)
        cell.emitterCells = nil
    }

    @Test func behaviours_reach_the_cells_in_whatever_order_they_are_set() {
        let layer = CAEmitterLayer()
        let cell = CAEmitterCell()
        cell.emitterCells = [CAEmitterCell()]
        layer.emitterCells = [cell]
        layer.setValue([EmitterBehavior.drag(2), .alphaOverLife([0, 1])], forKey: "emitterBehaviors")
        #expect(layer.state.emitter.cells?[0].behaviors.count == 2)
        #expect(layer.state.emitter.cells?[0].cells?[0].behaviors.count == 2)
        layer.emitterCells = [CAEmitterCell(), cell]
        #expect(layer.state.emitter.cells?.map { $0.behaviors.count } == [2, 2])
        #expect((layer.value(forKey: "emitterBehaviors") as? [EmitterBehavior])?.first == .drag(2))
        layer.setValue(nil, forKey: "emitterBehaviors")
        #expect(layer.state.emitter.cells?.map { $0.behaviors.count } == [0, 0])
    }

    @Test func unknown_words_count_as_the_defaults() {
        let layer = CAEmitterLayer()
        (layer.emitterShape, layer.emitterMode) = (.init(rawValue: "star"), .init(rawValue: "dust"))
        layer.renderMode = .init(rawValue: "upside")
        #expect(layer.emitterShape == .point && layer.emitterMode == .volume && layer.renderMode == .unordered)
    }
}
