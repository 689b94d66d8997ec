import Mica
import QuartzCore
import Testing

@testable import MicaDocuments

@Suite struct FilterDocumentTests {
    private func read(_ inner: String) throws -> (layer: CALayer, warnings: [DocumentWarning]) {
        let document = try readCAML(
            Array("<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\(inner)</caml>".utf8), file: "main.caml")
        var builder = LayerBuilder(images: ImageLoader(nil), directory: "")
        return (builder.layer(try #require(document.root)), document.warnings + builder.warnings)
    }

    @Test func filters_of_archives_are_filters_of_our_own() throws {
        let (layer, warnings) = try read(
            """
            <CALayer allowsGroupBlending="0">
              <filters>
                <CAFilter filter="gaussianBlur" inputDither="0" inputNormalizeEdges="0" inputRadius="20" name="soft"/>
                <CAFilter filter="colorMonochrome" name="tint"><inputColor value="1 0 0" opacity="0.5"/></CAFilter>
                <CAFilter filter="colorMatrix" inputColorMatrix="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"/>
              </filters>
              <backgroundFilters><CAFilter filter="colorSaturate" inputAmount="1.8" name="s"/></backgroundFilters>
              <compositingFilter filter="destIn" name="destIn" type="CAFilter"/>
            </CALayer>
            """)
        #expect(warnings.isEmpty)
        let filters = try #require(layer.filters as? [LayerFilter])
        #expect(filters.map(\.type) == ["gaussianBlur", "colorMonochrome", "colorMatrix"])
        #expect(filters.map(\.name) == ["soft", "tint", "colorMatrix"])
        #expect(filters[0][number: "inputRadius"] == 20)
        #expect(filters[1][color: "inputColor"] == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(layer.backgroundFilters as? [LayerFilter] == [.saturation(1.8, name: "s")])
        #expect(layer.compositingFilter as? String == "destIn")
        #expect(layer.value(forKey: "allowsGroupBlending") as? Bool == false)
    }

    @Test func filters_that_are_not_known_are_warned_about() throws {
        let (layer, warnings) = try read(
            """
            <CALayer>
              <filters>
                <CAFilter filter="pageCurl" name="curl"/><CAFilter filter="gaussianBlur" inputRadius="x" inputDepth="2"/>
                <CAFilter filter="gaussianBlur" inputRadius="inf" inputNormalizeEdges="1"/>
              </filters>
            </CALayer>
            """)
        #expect(layer.filters?.count == 2)
        #expect(warnings.count == 5)
    }

    @Test func filter_inputs_are_targets_of_animations() throws {
        let (layer, warnings) = try read(
            """
            <CALayer>
              <filters><CAFilter filter="gaussianBlur" inputRadius="2" name="soft"/></filters>
              <animations>
                <animation type="CABasicAnimation" keyPath="filters.soft.inputRadius" duration="1">
                  <fromValue type="real" value="1"/><toValue type="real" value="9"/>
                </animation>
              </animations>
            </CALayer>
            """)
        #expect(warnings.isEmpty)
        let key = try #require(layer.animationKeys()?.first)
        let animation = try #require(layer.animation(forKey: key) as? CABasicAnimation)
        #expect(animation.keyPath == "filters.soft.inputRadius" && animation.toValue as? Double == 9)
    }

    @Test func effects_of_archives_are_properties() throws {
        let (layer, warnings) = try read(
            """
            <CALayer continuousCorners="1" cornerRadius="8" shouldRasterize="1" rasterizationScale="3"
                allowsEdgeAntialiasing="0">
              <sublayers><CALayer cornerCurve="continuous"/><CALayer continuousCorners="0"/></sublayers>
            </CALayer>
            """)
        #expect(warnings.isEmpty)
        #expect(layer.cornerCurve == .continuous && layer.shouldRasterize && layer.rasterizationScale == 3)
        #expect(!layer.allowsEdgeAntialiasing)
        #expect(layer.sublayers?.map(\.cornerCurve) == [.continuous, .circular])
    }
}
