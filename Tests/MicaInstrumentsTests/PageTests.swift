import CoreGraphics
import Foundation
import Mica
import MicaInstruments
import QuartzCore
import Testing

/// Pages: their contents and sizes.
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

    /// A window's tree that is empty at first, and gets a square at 1 s that moves on.
    private func late() -> LayerRenderer {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 80, height: 40)
        let renderer = LayerRenderer(layer: root)
        renderer.schedule(at: 1) {
            let square = CALayer()
            square.name = "square"
            square.frame = CGRect(x: 4, y: 4, width: 10, height: 10)
            square.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            root.addSublayer(square)
        }
        renderer.schedule(at: 1.5) {
            renderer.noteInput("tap 5,5")
            root.sublayers?.first?.opacity = 0.5
        }
        renderer.advance(to: 2)
        _ = renderer.image(at: 2)
        return renderer
    }

    @Test func a_page_opens_at_the_first_moment_that_shows_something() throws {
        let capture = late().capture()
        #expect(CaptureReplay(capture).firstShownTime == 1)
        let data = try data(of: InspectionPage(capture, title: "late"))
        #expect(data["time"] as? Double == 1)
        #expect((data["layers"] as? [[String: Any]])?.contains { $0["name"] as? String == "square" } == true)
        let empty = LayerRenderer(layer: CALayer(), size: CGSize(width: 8, height: 8))
        empty.advance(to: 1)
        #expect(CaptureReplay(empty.capture()).firstShownTime == 0)
    }

    @Test func a_page_has_moments_with_their_layers_and_events() throws {
        let data = try data(of: InspectionPage(late().capture(), title: "late"))
        let inputs = try #require(data["inputs"] as? [[String: Any]])
        #expect(inputs.count == 1 && inputs[0]["line"] as? String == "tap 5,5" && inputs[0]["time"] as? Double == 1.5)
        let moments = try #require(data["moments"] as? [[String: Any]])
        let times = moments.compactMap { $0["time"] as? Double }
        #expect(times == times.sorted() && times.contains(1) && times.contains(1.5) && times.first == 0)
        let opened = try #require(data["moment"] as? Int)
        #expect(times[opened] == 1)
        // Layers of a moment are those that differ from the moment before: the root alone, then the square, then its opacity.
        let changes = moments.map { ($0["layers"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String } }
        #expect(changes[0] == [""] && changes[opened].contains("square"))
        let changed = try #require(times.firstIndex(of: 1.5))
        #expect(changes[changed] == ["square"] && changes[times.count - 1].isEmpty)
        // A picture that did not change is there once.
        let pictures = moments.compactMap { $0["picture"] as? Int }
        #expect(pictures.count == moments.count && Set(pictures).count == (data["pictures"] as? [String])?.count)
        #expect(Set(pictures).count < moments.count)
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
