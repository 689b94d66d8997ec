import CoreGraphics
import Foundation
import Mica
import MicaInstruments
import QuartzCore
import Testing

/// Pages: what is in them, and how large they get.
@Suite struct PageTests {
    private func data(of page: InspectionPage) throws -> [String: Any] {
        let start = try #require(page.html.range(of: "id=\"data\">"))
        let end = try #require(page.html.range(of: "</script>", range: start.upperBound..<page.html.endIndex))
        let json = Data(page.html[start.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    @Test func a_page_has_all_layers_ops_and_findings() throws {
        let scene = OverlayScene()
        _ = scene.renderer.image(at: 1.5)
        let page = InspectionPage(scene.renderer.capture(), title: "a <b> & \"c\"", time: 0.5)
        let data = try data(of: page)
        let layers = try #require(data["layers"] as? [[String: Any]])
        #expect(
            Set(layers.compactMap { $0["name"] as? String }).isSuperset(of: [
                "opaque", "group", "member", "still inner",
            ]))
        #expect(layers.allSatisfy { ($0["quad"] as? [Double])?.count == 8 })
        let ops = try #require(data["ops"] as? [Any])
        #expect(ops.count == CaptureReplay(scene.renderer.capture()).opCount(at: 0.5))
        #expect((data["steps"] as? [Any])?.isEmpty == false && (data["findings"] as? [Any])?.isEmpty == false)
        #expect((data["curves"] as? [[String: Any]])?.first?["property"] as? String == "position")
        #expect(page.html.contains("<title>a &lt;b> &amp; &quot;c&quot;</title>"))
        // The one address in it is the name of SVG, which nothing is fetched from.
        #expect(
            page.html.ranges(of: "http").count == page.html.ranges(of: "http://www.w3.org/2000/svg").count
                + page.html.ranges(of: "http-equiv").count)
    }

    @Test func a_page_of_500_layers_is_under_5_MB() throws {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 1280, height: 720)
        for index in 0..<499 {
            let layer = CALayer()
            layer.frame = CGRect(x: index % 25 * 50, y: index / 25 * 35, width: 48, height: 33)
            layer.backgroundColor = CGColor(srgbRed: CGFloat(index % 7) / 7, green: 0.5, blue: 0.3, alpha: 1)
            if index % 3 == 0 { layer.contents = OverlayScene.picture(.native) }
            root.addSublayer(layer)
        }
        let renderer = LayerRenderer(layer: root)
        renderer.advance(to: 0.1)
        let page = InspectionPage(renderer.capture(), title: "500 layers")
        let layers = try #require(try data(of: page)["layers"] as? [Any])
        #expect(layers.count == 500)
        #expect(page.html.utf8.count < 5_000_000, "\(page.html.utf8.count)")
    }
}
