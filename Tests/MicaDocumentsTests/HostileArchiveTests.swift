import CoreGraphics
import CoreText
import Foundation
import Mica
import MicaFuzz
import MicaFuzzImages
import MicaWire
import QuartzCore
import Testing

@testable import MicaDocuments

/// Keyed archives that no program writes: the fuzzer's seeds and findings, changes of them, and ones made by hand.
@Suite(.serialized) struct HostileArchiveTests {
    private static var corpus: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Fuzz/Corpus/archive")
    }

    private func archive(_ object: Any) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    /// One object of each kind.
    private func seeds() -> [String: NSObject] {
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let layer = CALayer(), mask = CAShapeLayer(), text = CATextLayer(), gradient = CAGradientLayer()
        (layer.name, layer.frame, layer.backgroundColor) = ("root", CGRect(x: 1, y: 2, width: 30, height: 40), red)
        layer.style = ["opacity": 0.5]
        layer.actions = ["bounds": NSNull(), "opacity": CABasicAnimation(keyPath: "opacity")]
        layer.filters = [LayerFilter.gaussianBlur(radius: 2, name: "b")]
        layer.setValue(CGPoint(x: 1, y: 2), forKey: "mine")
        layer.addConstraint(CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .maxX))
        layer.layoutManager = CAConstraintLayoutManager()
        mask.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
        (mask.lineDashPattern, mask.strokeColor) = ([1, 2], red)
        layer.mask = mask
        text.string = NSAttributedString(string: "letters")
        (gradient.colors, gradient.locations, gradient.type) = ([red, red], [0, 1], .radial)
        let replicator = CAReplicatorLayer()
        (replicator.instanceCount, replicator.instanceDelay) = (3, 0.5)
        replicator.sublayers = [text, gradient, CATransformLayer(), CAScrollLayer()]
        layer.addSublayer(replicator)
        let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
        (cell.birthRate, cell.lifetime, cell.name) = (10, 2, "cell")
        emitter.emitterCells = [cell]
        let basic = CABasicAnimation(keyPath: "position")
        (basic.toValue, basic.duration, basic.timingFunction) =
            (CGPoint(x: 3, y: 4), 2, CAMediaTimingFunction(name: .easeIn))
        let frames = CAKeyframeAnimation(keyPath: "transform.rotation")
        (frames.values, frames.keyTimes, frames.calculationMode) = ([0, 1, 2], [0, 0.5, 1], .cubic)
        frames.valueFunction = CAValueFunction(name: .rotateZ)
        let spring = CASpringAnimation(keyPath: "opacity"), transition = CATransition(), group = CAAnimationGroup()
        spring.damping = 3
        (transition.type, transition.subtype) = (.push, .fromLeft)
        group.animations = [basic, frames, spring, transition]
        return [
            "tree.archive": layer, "emitter.archive": emitter, "group.archive": group, "shape.archive": mask,
            "text.archive": texts(), "values.archive": values(), "cells.archive": cells(), "path.archive": alongPath(),
        ]
    }

    /// A layer with a text of several attributes, in an array.
    private func texts() -> NSObject {
        let text = CATextLayer()
        let letters = NSMutableAttributedString(string: "Größe 12 \u{1F44D}")
        let key = NSAttributedString.Key("CTForegroundColor")
        letters.addAttribute(key, value: CGColor(gray: 0.5, alpha: 1), range: NSRange(location: 0, length: 5))
        letters.addAttribute(
            NSAttributedString.Key("NSFont"), value: CTFontCreateWithName("Helvetica" as CFString, 14, nil),
            range: NSRange(location: 2, length: 4))
        letters.addAttribute(
            NSAttributedString.Key("NSKern"), value: NSNumber(value: 2), range: NSRange(location: 0, length: 9))
        (text.string, text.isWrapped, text.truncationMode) = (letters, true, .end)
        (text.font, text.fontSize, text.alignmentMode) = ("Courier" as CFString, 9, .right)
        let plain = CATextLayer()
        plain.string = "plain"
        return NSArray(array: [text, plain])
    }

    /// A layer with values of every kind under keys of its own, and contents.
    private func values() -> NSObject {
        let layer = CALayer()
        layer.setValue(NSNull(), forKey: "null")
        layer.setValue(["a": [1, 2, ["b": "c"]], "d": CGSize(width: 3, height: 4)], forKey: "nested")
        layer.setValue([true, 3, 1e300], forKey: "list")
        layer.setValue(CATransform3DMakeRotation(1, 0, 1, 0), forKey: "turn")
        layer.setValue(CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil), forKey: "path")
        layer.setValue(CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5), forKey: "tint")
        layer.setValue(CABasicAnimation(keyPath: "opacity"), forKey: "animation")
        layer.contents = CGContext(
            data: nil, width: 2, height: 3, bitsPerComponent: 8, bytesPerRow: 8, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)?.makeImage()
        (layer.contentsGravity, layer.contentsCenter) = (.topLeft, CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        layer.autoresizingMask = [.layerWidthSizable, .layerMaxYMargin]
        (layer.shadowPath, layer.shadowOpacity) = (CGPath(rect: .zero, transform: nil), 0.5)
        (layer.needsDisplayOnBoundsChange, layer.contentsFormat) = (true, .gray8Uint)
        layer.compositingFilter = "multiplyBlendMode"
        layer.backgroundFilters = [LayerFilter.gaussianBlur(radius: 3), LayerFilter.invert()]
        let scroll = CAScrollLayer(), tiled = CATiledLayer()
        scroll.scrollMode = .vertically
        (tiled.levelsOfDetail, tiled.tileSize) = (3, CGSize(width: 64, height: 64))
        layer.sublayers = [scroll, tiled]
        return layer
    }

    /// An emitter whose cell has each value that is no default, and a cell in it.
    private func cells() -> NSObject {
        let (emitter, cell, inner) = (CAEmitterLayer(), CAEmitterCell(), CAEmitterCell())
        for property in CellProperty.allCases {
            switch CellState.default[property] {
            case .number(let number): cell.setValue(NSNumber(value: number + 1), forKey: property.key)
            case .color: cell.setValue(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1), forKey: property.key)
            default: break
            }
        }
        inner.name = "inner"
        (cell.name, cell.emitterCells, cell.style) = ("outer", [inner], ["x": 1])
        emitter.emitterCells = [cell, inner]
        (emitter.emitterShape, emitter.emitterMode, emitter.renderMode) = (.circle, .outline, .additive)
        return emitter
    }

    /// Keyframes along a path with everything that can be said of them, and every other animation.
    private func alongPath() -> NSObject {
        let frames = CAKeyframeAnimation(keyPath: "position")
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 0, y: 4))
        path.addCurve(to: .zero, control1: CGPoint(x: 9, y: 1), control2: CGPoint(x: 1, y: 9))
        path.closeSubpath()
        (frames.path, frames.rotationMode) = (path, .rotateAuto)
        frames.timingFunctions = [CAMediaTimingFunction(name: .easeOut), CAMediaTimingFunction(name: .linear)]
        (frames.tensionValues, frames.continuityValues, frames.biasValues) = ([1, 0], [0, -1], [0.5, 0.5])
        (frames.fillMode, frames.isRemovedOnCompletion, frames.autoreverses) = (.both, false, true)
        (frames.repeatCount, frames.speed, frames.beginTime, frames.timeOffset) = (.infinity, 2, 1, 0.25)
        let colors = CABasicAnimation(keyPath: "backgroundColor")
        (colors.fromValue, colors.byValue) = (CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 0))
        (colors.isAdditive, colors.isCumulative, colors.repeatDuration) = (true, true, 4)
        return NSArray(array: [frames, colors])
    }

    /// The archive with an unused byte, so that the fuzzer archives the decoded layers again (`fuzzArchive`).
    private func seed(of object: Any) throws -> Data {
        var bytes = [UInt8](try archive(object))
        bytes[bytes.count - 32] = (0 &- bytes.reduce(UInt8(0), &+)) % 64
        return Data(bytes)
    }

    /// `MICA_ACCEPT_GOLDENS=1` writes the seeds that are made here.
    @Test func corpus_is_read_or_refused() throws {
        let environment = ProcessInfo.processInfo.environment
        if environment["MICA_ACCEPT_GOLDENS"] == "1", environment["CI"] == nil {
            for (name, object) in seeds() { try seed(of: object).write(to: Self.corpus.appendingPathComponent(name)) }
        }
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
        #expect(files.count >= 8)
        for file in files { fuzzArchive([UInt8](try Data(contentsOf: file)), draws: true) }
    }

    @Test func archives_of_every_kind_are_read() throws {
        for (name, object) in seeds() {
            let read = try LayerArchive.object(from: archive(object))
            #expect(type(of: read) == type(of: object), "\(name)")
        }
        let list = try #require(
            try LayerArchive.object(from: archive(NSArray(array: [CALayer(), CAShapeLayer()]))) as? [Any])
        #expect(list.count == 2 && list[1] is CAShapeLayer)
    }

    @Test(arguments: 0..<8) func changed_archives_are_read_or_refused(seed: UInt64) throws {
        var mutator = ArchiveMutator(seed: seed)
        for (_, object) in seeds() {
            mutator.run(from: [UInt8](try archive(object)), count: 60) { fuzzArchive($0) }
        }
    }

    @Test func truncated_archives_are_refused() throws {
        let whole = try archive(CAShapeLayer())
        for count in stride(from: 0, to: whole.count, by: 3) {
            #expect(throws: LayerArchive.Failure.self) { try LayerArchive.object(from: Data(whole.prefix(count))) }
        }
        #expect(throws: LayerArchive.Failure.notBinary) { try LayerArchive.object(from: Data("<plist/>".utf8)) }
    }

    /// The table of an archive of a layer with a sublayer, changed.
    private func refusal(_ change: (inout ArchiveTable, _ list: Int) -> Void) throws -> LayerArchive.Failure? {
        let layer = CALayer()
        layer.addSublayer(CALayer())
        var table = try #require(ArchiveTable([UInt8](try archive(layer))))
        _ = try LayerArchive.object(from: Data(table.file))
        guard case .dictionary(let pairs) = table.objects[table.top] else { return nil }
        let list = try #require(
            pairs.first {
                if case .ascii(let name) = table.objects[$0.key] { name == Array("$objects".utf8) } else { false }
            })
        change(&table, list.value)
        return #expect(throws: LayerArchive.Failure.self) { try LayerArchive.object(from: Data(table.file)) }
    }

    @Test func references_that_lead_nowhere_are_refused() throws {
        let failure = try refusal { table, _ in
            for index in table.objects.indices {
                if case .uid(let number) = table.objects[index], number > 0 {
                    table.objects[index] = .uid(number + 500)
                }
            }
        }
        #expect(failure != nil)
    }

    @Test func archives_in_circles_are_refused() throws {
        let failure = try refusal { table, list in
            guard case .array(let indices) = table.objects[list] else { return }
            // Every list holds the root, which is the second of the archive's objects.
            let root = table.objects.count
            table.objects.append(.uid(1))
            for index in indices {
                guard case .dictionary(let pairs) = table.objects[index] else { continue }
                for pair in pairs {
                    if case .array(let items) = table.objects[pair.value],
                        case .uid? = items.first.map({ table.objects[$0] })
                    {
                        table.objects[pair.value] = .array(items.map { _ in root })
                    }
                }
            }
        }
        #expect(failure == .tooDeep)
    }

    @Test func archives_of_foreign_classes_are_refused() throws {
        let failure = try refusal { table, _ in
            for index in table.objects.indices {
                if case .ascii(let name) = table.objects[index], name == Array("QuartzCore.CALayer".utf8) {
                    table.objects[index] = .ascii(Array("NSURLSession".utf8))
                }
            }
        }
        #expect(failure != nil)
    }

    @Test func layers_too_deep_to_be_read_are_not_written() throws {
        var layer = CALayer()
        for _ in 0..<300 {
            let outer = CALayer()
            outer.addSublayer(layer)
            layer = outer
        }
        // A written archive is read back: the layer with 120 layers in each other.
        var read = try #require(try LayerArchive.object(from: archive(layer)) as? CALayer)
        var depth = 0
        while let inner = read.sublayers?.first { (read, depth) = (inner, depth + 1) }
        #expect(depth == 120)
    }

    @Test func objects_too_deep_in_each_other_are_refused() throws {
        // Groups are written at any depth. Each is in a list, and both count: 100 groups are less than 256 deep.
        func groups(_ count: Int) -> CAAnimationGroup {
            var group = CAAnimationGroup()
            for _ in 0..<count {
                let outer = CAAnimationGroup()
                outer.animations = [group]
                group = outer
            }
            return group
        }
        let shallow = try archive(groups(100)), deep = try archive(groups(300))
        #expect(try LayerArchive.object(from: shallow) is CAAnimationGroup)
        #expect(throws: LayerArchive.Failure.tooDeep) { try LayerArchive.object(from: deep) }
    }

    @Test func lists_that_hold_one_list_many_times_are_refused() throws {
        let layer = CALayer()
        layer.setValue("x", forKey: "mine")
        var table = try #require(ArchiveTable([UInt8](try archive(layer))))
        // The list of values of other keys holds a list that holds a list twice, forty times over.
        guard case .dictionary(let pairs) = table.objects[table.top],
            let objects = pairs.first(where: { if case .array = table.objects[$0.value] { true } else { false } }),
            case .array(var indices) = table.objects[objects.value]
        else { return #expect(Bool(false), "no list of objects") }
        let value = try #require(
            indices.indices.first {
                if case .ascii(let text) = table.objects[indices[$0]] { text == Array("x".utf8) } else { false }
            })
        let holder = try #require(
            indices.first { index in
                guard case .dictionary(let entries) = table.objects[index] else { return false }
                return entries.contains { entry in
                    guard case .array(let items) = table.objects[entry.value] else { return false }
                    return items.contains { if case .uid(let n) = table.objects[$0] { n == value } else { false } }
                }
            })
        guard case .dictionary(let entries) = table.objects[holder] else { return }
        let classEntry = try #require(
            entries.first {
                if case .ascii(let name) = table.objects[$0.key] { name == Array("$class".utf8) } else { false }
            })
        let listEntry = try #require(entries.first { if case .array = table.objects[$0.value] { true } else { false } })
        var inner = value
        for _ in 0..<40 {
            let reference = table.objects.count
            table.objects += [.uid(inner), .array([reference, reference])]
            table.objects.append(.dictionary([classEntry, (key: listEntry.key, value: reference + 1)]))
            indices.append(reference + 2)
            inner = indices.count - 1
        }
        table.objects[objects.value] = .array(indices)
        table.objects.append(.uid(inner))
        guard case .array(let items) = table.objects[listEntry.value] else { return }
        table.objects[listEntry.value] = .array(items.map { _ in table.objects.count - 1 })
        #expect(throws: LayerArchive.Failure.tooLarge) { try LayerArchive.object(from: Data(table.file)) }
    }

    // MARK: Every key with every value

    /// A value of each kind that archives hold, and some that no property takes.
    private func kinds() -> [NSObject] {
        var values: [NSObject] = [
            NSString(string: "nil"), NSString(string: ""), NSString(string: "center"), NSNumber(value: 1),
            NSNumber(value: -1.5), NSNumber(value: 1e300), NSNumber(value: Double.nan), NSNumber(value: true),
            NSArray(),
            NSArray(array: [NSNumber(value: 1), NSNumber(value: -1)]), NSArray(array: [NSString(string: "x")]),
            NSDictionary(), NSData(data: Data([1, 2, 3])), CALayer(), CABasicAnimation(keyPath: "opacity"),
            NSArray(array: [CALayer()]), NSArray(array: [CAEmitterCell()]), CAMediaTimingFunction(name: .easeIn),
            CAValueFunction(name: .rotateZ) ?? NSString(string: "rotateZ"),
            CAConstraint(attribute: .minX, relativeTo: "x", attribute: .minX),
            CAConstraintLayoutManager(), CATransition(),
        ]
        let names = [
            "point", "size", "rect", "transform", "color", "numbers", "colors", "filters", "null", "dictionary",
        ]
        for (index, kind) in (names + ["path", "image"]).enumerated() {
            let count = [2, 2, 4, 16, 5, 3, 0, 0, 0, 0, 0, 2][index]
            for number in [0.25, 1e300, -1] {
                let numbers = (0..<count).map { _ in NSNumber(value: kind == "color" && number == 0.25 ? 0 : number) }
                values.append(
                    NSDictionary(dictionary: [
                        "kind": NSString(string: kind), "numbers": NSArray(array: numbers), "list": NSArray(),
                        "keys": NSArray(), "values": NSArray(), "types": NSArray(), "names": NSArray(),
                        "enabled": NSArray(), "inputs": NSArray(),
                    ]))
            }
        }
        return values
    }

    /// Each class with each value under each key: it is read or refused, and used, and nothing stops the program.
    @Test func every_key_of_every_class_takes_any_value_or_refuses_it() throws {
        let layers = [
            "CALayer", "CAShapeLayer", "CAGradientLayer", "CATextLayer", "CAReplicatorLayer", "CATransformLayer",
            "CAScrollLayer", "CATiledLayer", "CAEmitterLayer",
        ]
        let animations = [
            "CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup", "CATransition",
        ]
        let others = [
            "sublayers", "mask", "actions", "style", "constraints", "layoutManager", "name", "autoresizingMask",
            "string",
            "font", "attributedString", "scrollMode", "contentsFormat", "drawsAsynchronously", "customKeys",
            "needsDisplayOnBoundsChange",
        ]
        let layerKeys = LayerPropertyTable.rows.map { $0.key } + others
        let animationKeys = [
            "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses",
            "removedOnCompletion", "fillMode", "timingFunction", "keyPath", "additive", "cumulative", "valueFunction",
            "fromValue", "toValue", "byValue", "values", "path", "keyTimes", "timingFunctions", "calculationMode",
            "tensionValues", "continuityValues", "biasValues", "rotationMode", "mass", "stiffness", "damping",
            "initialVelocity", "animations", "type", "subtype", "startProgress", "endProgress",
        ]
        let cellKeys = CellProperty.allCases.map { $0.key } + ["name", "style"]
        var tried = 0, read = 0
        for value in kinds() {
            // An object whose key and class are exchanged.
            let bytes = try archive(Forged(value))
            let table = try #require(ArchiveTable([UInt8](bytes)))
            func position(_ text: String) -> [Int] {
                table.objects.indices.filter {
                    if case .ascii(let found) = table.objects[$0] { found == Array(text.utf8) } else { false }
                }
            }
            let (classes, keys) = (position("MicaDocumentsTests.Forged"), position("forged"))
            for (names, list) in [(layers, layerKeys), (animations, animationKeys), (["CAEmitterCell"], cellKeys)] {
                for name in names {
                    for key in list {
                        var changed = table
                        for index in classes { changed.objects[index] = .ascii(Array("QuartzCore.\(name)".utf8)) }
                        for index in keys { changed.objects[index] = .ascii(Array(key.utf8)) }
                        let file = changed.file
                        tried += 1
                        if fuzzArchive(file) { read += 1 }
                    }
                }
            }
        }
        #expect(tried > 30_000 && read > tried / 20, "\(read) of \(tried)")
    }
}

/// An object with one value under one key.
final class Forged: NSObject, NSSecureCoding {
    private let value: NSObject
    static var supportsSecureCoding: Bool { true }

    init(_ value: NSObject) { self.value = value }

    func encode(with coder: NSCoder) { coder.encode(value, forKey: "forged") }

    init?(coder: NSCoder) { return nil }
}
