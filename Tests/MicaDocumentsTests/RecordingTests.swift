import CoreGraphics
import Foundation
import Mica
import QuartzCore
import TestSupport
import Testing

@testable import MicaDocuments

/// Where a phone's recordings show moving layers, in rest and on their way: Tests/Recordings/moments.tsv, by the tree's
/// presentation alone.
@Suite struct RecordingTests {
    /// A row of the table.
    struct Moment: CustomTestStringConvertible {
        let document: String, layer: String, kind: String, from: String, to: String
        let frame: Int
        let time: Double
        let width: Double
        let seen: CGPoint

        var testDescription: String { "\(document), frame \(frame)" }
    }

    /// The moments whose layer is one that the document names, and moves by its position: all but Space's particles, and
    /// the corners of Spinning_Squares, whose centre does not move.
    static let moments: [Moment] = {
        var directory = URL(fileURLWithPath: #filePath)
        for _ in 0..<2 { directory.deleteLastPathComponent() }
        let file = directory.appendingPathComponent("Recordings/moments.tsv")
        let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().compactMap { values in
            let row = Dictionary(zip(names, values)) { first, _ in first }
            guard let document = row["document"], let layer = row["layer"], let kind = row["kind"],
                kind == "state" || kind == "transition", let from = row["from"], let to = row["to"],
                let frame = row["frame"].flatMap({ Int($0) }), let width = row["width"].flatMap({ Double($0) }),
                let x = row["x"].flatMap({ Double($0) }), let y = row["y"].flatMap({ Double($0) })
            else { return nil }
            let time = row["ours_time"].flatMap { Double($0) } ?? 0
            return Moment(
                document: document, layer: layer, kind: kind, from: from, to: to, frame: frame, time: time,
                width: width,
                seen: CGPoint(x: x, y: y))
        }
    }()

    @Test func table_of_moments_has_three_for_each_document() {
        let counts = Dictionary(grouping: Self.moments, by: \.document).mapValues(\.count)
        #expect(counts == ["GitHub": 4, "NokiaLV": 3, "Simple_Minecraft_Chest": 3, "Spiderman": 3, "drukqs": 3])
    }

    @Test(.needs(.wallpapers), arguments: moments) func layer_is_where_the_recording_shows_it(moment: Moment) throws {
        let document = try Document.load(OutsideData.file(.wallpapers, "\(moment.document).tendies"))
        #expect(document.apply(state: moment.from))
        let floating = try #require(document.parts.first { $0.role == .floating })
        let layer = try #require(floating.builder.layers[moment.layer])
        let renderer = LayerRenderer(layer: document.rootLayer, scale: 0.1, threads: 1)
        if moment.kind == "transition" {
            renderer.schedule(at: 0) { _ = document.transition(from: moment.from, to: moment.to) }
        }
        var point: CGPoint?
        renderer.schedule(at: moment.time) { point = Self.location(of: layer, in: document.rootLayer) }
        renderer.advance(to: moment.time)
        let ours = try #require(point)
        let distance = hypot(ours.x - moment.seen.x, ours.y - moment.seen.y)
        #expect(distance < 0.03 * moment.width)
    }

    /// The corner's angle and reach of the outermost of Spinning_Squares, against the three frames of the recording.
    @Test(.needs(.wallpapers), arguments: [(0.1713, 117.1, 287.2), (0.5513, 207.2, 266.5), (0.1030, 103.2, 296.3)])
    func squares_turn_as_the_recording_shows_them(time: Double, x: Double, y: Double) throws {
        let document = try Document.load(OutsideData.file(.wallpapers, "Spinning_Squares.tendies"))
        #expect(document.apply(state: "Locked"))
        let floating = try #require(document.parts.first { $0.role == .floating })
        let layer = try #require(floating.builder.layers["ceda27tz07wmgcpcvj0"])
        let renderer = LayerRenderer(layer: document.rootLayer, scale: 0.1, threads: 1)
        var angle: Double?
        renderer.schedule(at: time) {
            angle = (layer.presentation()?.value(forKeyPath: "transform.rotation.z") as? CGFloat).map { Double($0) }
        }
        renderer.advance(to: time)
        let turned = try #require(angle)
        // The square is 250 points wide with corners of radius 50: their apexes lie 75 sqrt(2) + 50 from its centre.
        let reach = 75 * 2.0.squareRoot() + 50
        let nearest = (0..<4).map { corner in
            let direction = turned + (Double(corner) + 0.5) * .pi / 2
            return hypot(195 + reach * cos(direction) - x, 422 - reach * sin(direction) - y)
        }.min()
        #expect(try #require(nearest) < 0.03 * 390)
    }

    /// A layer's position on the screen, from presentation copies; in points, y down.
    private static func location(of layer: CALayer, in root: CALayer) -> CGPoint? {
        guard var point = layer.presentation()?.position else { return nil }
        var layer = layer
        while let parent = layer.superlayer {
            let bounds = parent.bounds
            point.y = parent.isGeometryFlipped ? bounds.maxY - point.y : point.y - bounds.minY
            point.x -= bounds.minX
            if parent === root { break }
            let (w, h) = (bounds.width * parent.anchorPoint.x, bounds.height * parent.anchorPoint.y)
            let t = parent.transform
            point = CGPoint(
                x: parent.position.x + (point.x - w) * t.m11, y: parent.position.y + (point.y - h) * t.m22)
            layer = parent
        }
        return point
    }
}
