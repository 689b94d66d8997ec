import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// Writes keyed archives as Apple's editors do.
private struct Archive {
    private var list: [ArchiveTable.Object] = [.ascii(Array("$null".utf8))]
    private var members = [0]

    /// Appends a part of the list: its index.
    private mutating func put(_ object: ArchiveTable.Object) -> Int {
        list.append(object)
        return list.count - 1
    }

    /// Appends an object: the index of a reference to it.
    private mutating func object(_ object: ArchiveTable.Object) -> Int {
        members.append(put(object))
        return put(.uid(members.count - 1))
    }

    mutating func text(_ text: String) -> Int { object(.ascii(Array(text.utf8))) }

    mutating func number(_ value: Double) -> Int {
        object(.plain([0x23] + (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (56 - 8 * $0)) }))
    }

    mutating func flag(_ value: Bool) -> Int { object(.plain([value ? 9 : 8])) }

    mutating func plain(_ object: ArchiveTable.Object) -> Int { put(object) }

    /// An object of a class.
    mutating func made(_ name: String, _ values: [String: Int]) -> Int {
        let kind = object(.dictionary([(put(.ascii(Array("$classname".utf8))), put(.ascii(Array(name.utf8))))]))
        var pairs = [(key: put(.ascii(Array("$class".utf8))), value: kind)]
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            pairs.append((put(.ascii(Array(key.utf8))), value))
        }
        return object(.dictionary(pairs))
    }

    mutating func array(_ indices: [Int], name: String = "LKNSArrayCodingProxy") -> Int {
        let inner = made("NSMutableArray", ["NS.objects": put(.array(indices))])
        return name == "NSArray" ? inner : made(name, ["array": inner])
    }

    mutating func value(_ kind: Double, _ parts: [(String, Double)]) -> Int {
        var values = ["kind": number(kind)]
        for (key, part) in parts { values[key] = number(part) }
        return made("LKNSValueCodingProxy", values)
    }

    mutating func color(_ r: Double, _ g: Double, _ b: Double) -> Int {
        let values = ["r": number(r), "g": number(g), "b": number(b), "a": number(1)]
        return made("LKCGColorCodingProxy", values)
    }

    /// The file whose root is a dictionary with a layer.
    mutating func file(layer: Int, isFlipped: Bool) throws -> [UInt8] {
        let keys = [text("rootLayer"), text("geometryFlipped")], flag = flag(isFlipped)
        let root = made("NSDictionary", ["NS.keys": put(.array(keys)), "NS.objects": put(.array([layer, flag]))])
        let top = put(.dictionary([(put(.ascii(Array("root".utf8))), root)]))
        let all = put(.array(members))
        let outer = put(
            .dictionary([
                (put(.ascii(Array("$top".utf8))), top), (put(.ascii(Array("$objects".utf8))), all),
                (put(.ascii(Array("$archiver".utf8))), put(.ascii(Array("NSKeyedArchiver".utf8)))),
            ]))
        let empty = try NSKeyedArchiver.archivedData(withRootObject: NSNumber(value: 1), requiringSecureCoding: true)
        var table = try #require(ArchiveTable(Array(empty)))
        (table.objects, table.top) = (list, outer)
        return table.file
    }
}

/// Archives of layers that Apple's systems and editors write (.caar).
@Suite struct KeyedArchiveTests {
    /// A white square of 100 points with a red triangle in its upper half where y points down, drawn from the start to its end in a
    /// second.
    private func triangle(isFlipped: Bool, layerIsFlipped: Bool = false) throws -> [UInt8] {
        var archive = Archive()
        func segment(_ kind: Double, _ points: [Double]) -> Int {
            var values = ["LKCGPathType": archive.number(kind)]
            for (index, part) in points.enumerated() {
                values["LKCGPathPoint\(index / 2)_\(index % 2 == 0 ? "x" : "y")"] = archive.number(part)
            }
            return archive.made("CACGPathCodingSegment", values)
        }
        let segments = [
            segment(0, [10, 10]), segment(1, [90, 10]), segment(3, [90, 20, 90, 30, 90, 40]), segment(4, []),
        ]
        let path = archive.made(
            "CACGPathCodingProxy", ["LKCGPathSegments": archive.array(segments, name: "NSArray")])
        let curve = archive.made(
            "CAMediaTimingFunction",
            ["c1x": archive.number(0), "c1y": archive.number(0), "c2x": archive.number(1), "c2y": archive.number(1)])
        let draw = archive.made(
            "CABasicAnimation",
            [
                "keyPath": archive.text("opacity"), "fromValue": archive.number(0), "toValue": archive.number(1),
                "duration": archive.number(1), "beginTime": archive.number(1), "timingFunction": curve,
                "fillMode": archive.text("both"), "removedOnCompletion": archive.flag(false),
            ])
        let shape = archive.made(
            "CAShapeLayer",
            [
                "path": path, "fillColor": archive.color(1, 0, 0), "name": archive.text("shape"),
                "bounds": archive.value(2, [("x", 0), ("y", 0), ("width", 100), ("height", 100)]),
                "position": archive.value(0, [("x", 50), ("y", 50)]), "delegate": archive.number(1),
                "CALayerAnimations": archive.array([draw], name: "NSArray"),
                "CALayerAnimationKeys": archive.array([archive.text("fade")], name: "NSArray"),
                "transform": archive.value(
                    3,
                    (1...4).flatMap { row in (1...4).map { ("m\(row)\($0)", row == $0 ? 1.0 : 0) } }),
                "__CACodingContents": archive.array([], name: "NSArray"),
            ])
        let root = archive.made(
            "CALayer",
            [
                "backgroundColor": archive.color(1, 1, 1),
                "bounds": archive.value(2, [("x", 0), ("y", 0), ("width", 100), ("height", 100)]),
                "sublayers": archive.array([shape]), "hidden": archive.flag(false),
                "geometryFlipped": archive.flag(layerIsFlipped), "duration": archive.number(.infinity),
                "drawsAsynchronously": archive.flag(false),
                "shadowOffset": archive.value(1, [("width", 0), ("height", 1)]),
            ])
        return try archive.file(layer: root, isFlipped: isFlipped)
    }

    @Test func layers_paths_and_animations_are_those_of_the_archive() throws {
        let document = try Document.load(triangle(isFlipped: true), name: "t.caar")
        #expect(document.warnings.isEmpty, "\(document.warnings)")
        #expect(document.size == CGSize(width: 100, height: 100))
        func find(_ layer: CALayer) -> CAShapeLayer? {
            layer as? CAShapeLayer ?? (layer.sublayers ?? []).lazy.compactMap { find($0) }.first
        }
        let shape = try #require(find(document.rootLayer))
        #expect(shape.name == "shape" && shape.animationKeys() == ["fade"])
        let renderer = LayerRenderer(layer: document.rootLayer, size: document.size, threads: 1)
        #expect(renderer.bitmap(at: 0)[80, 15] == 0xffff_ffff)
        let half = renderer.bitmap(at: 1.5)[80, 15]
        #expect(half >> 16 & 255 == 255 && abs(Int(half & 255) - 128) <= 1)
        let end = renderer.bitmap(at: 2)
        #expect(end[80, 15] == 0xffff_0000 && end[80, 60] == 0xffff_ffff && end[80, 85] == 0xffff_ffff)
    }

    @Test func y_points_up_unless_the_archive_is_flipped() throws {
        func isUp(_ isFlipped: Bool, _ layerIsFlipped: Bool) throws -> Bool {
            let bytes = try triangle(isFlipped: isFlipped, layerIsFlipped: layerIsFlipped)
            let document = try Document.load(bytes, name: "t.caar")
            #expect(document.warnings.isEmpty, "\(document.warnings)")
            let picture = LayerRenderer(layer: document.rootLayer, size: document.size, threads: 1).bitmap(at: 2)
            #expect((picture[80, 85] == 0xffff_0000) != (picture[80, 15] == 0xffff_0000))
            return picture[80, 85] == 0xffff_0000
        }
        #expect(try isUp(false, false))
        // Editors say it of the archive and of the layer, which turns y round once.
        #expect(try !isUp(true, false) && !isUp(false, true) && !isUp(true, true))
    }

    @Test func archives_that_are_none_are_errors() throws {
        let good = try triangle(isFlipped: true)
        #expect(throws: DocumentError.self) { try Document.load(Array(good.prefix(200)), name: "t.caar") }
        var archive = Archive()
        let text = archive.text("no layer")
        let other = try archive.file(layer: text, isFlipped: true)
        #expect(throws: DocumentError.self) { try Document.load(other, name: "t.caar") }
        // A layer in itself.
        var circle = good
        for index in stride(from: 8, to: circle.count - 33, by: 7) {
            circle[index] ^= UInt8(truncatingIfNeeded: index)
            _ = try? Document.load(circle, name: "t.caar")
            circle[index] = good[index]
        }
    }
}
