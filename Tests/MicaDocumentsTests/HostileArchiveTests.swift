import CoreGraphics
import Foundation
import MicaExtras
import MicaFuzz
import QuartzCore
import Testing

@testable import MicaDocuments

/// Keyed archives that nobody would write: the fuzzer's seeds and findings, changes of them, and ones made by hand.
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
        return ["tree.archive": layer, "emitter.archive": emitter, "group.archive": group, "shape.archive": mask]
    }

    /// `MICA_ACCEPT_GOLDENS=1` writes the seeds that are made here.
    @Test func corpus_is_read_or_refused() throws {
        let environment = ProcessInfo.processInfo.environment
        if environment["MICA_ACCEPT_GOLDENS"] == "1", environment["CI"] == nil {
            for (name, object) in seeds() { try archive(object).write(to: Self.corpus.appendingPathComponent(name)) }
        }
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
        #expect(files.count >= 4)
        for file in files { fuzzArchive([UInt8](try Data(contentsOf: file))) }
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

    @Test(arguments: 0..<8) func changed_archives_are_looked_through(seed: UInt64) throws {
        var mutator = ArchiveMutator(seed: seed)
        var (refused, total) = (0, 0)
        for (_, object) in seeds() {
            let whole = [UInt8](try archive(object))
            for _ in 0..<60 {
                let bytes = mutator.mutate(whole, limit: 20_000)
                // Not read: Foundation stops the program where an object stands in the place of one of another class.
                do { try LayerArchive.check(Data(bytes)) } catch { refused += 1 }
                total += 1
            }
        }
        #expect(refused > 0 && refused < total, "\(refused) of \(total) are refused")
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
            guard case .array(let places) = table.objects[list] else { return }
            // Every list holds the root, which is the second of the archive's objects.
            let root = table.objects.count
            table.objects.append(.uid(1))
            for place in places {
                guard case .dictionary(let pairs) = table.objects[place] else { continue }
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

    @Test func layers_too_deep_in_each_other_are_refused() throws {
        var layer = CALayer()
        for _ in 0..<300 {
            let outer = CALayer()
            outer.addSublayer(layer)
            layer = outer
        }
        let data = try archive(layer)
        #expect(throws: LayerArchive.Failure.tooDeep) { try LayerArchive.object(from: data) }
    }

    @Test func lists_that_hold_one_list_many_times_are_refused() throws {
        let layer = CALayer()
        layer.setValue("x", forKey: "mine")
        var table = try #require(ArchiveTable([UInt8](try archive(layer))))
        // The list of values of other keys holds a list that holds a list twice, forty times over.
        guard case .dictionary(let pairs) = table.objects[table.top],
            let objects = pairs.first(where: { if case .array = table.objects[$0.value] { true } else { false } }),
            case .array(var places) = table.objects[objects.value]
        else { return #expect(Bool(false), "no list of objects") }
        let value = try #require(
            places.indices.first {
                if case .ascii(let text) = table.objects[places[$0]] { text == Array("x".utf8) } else { false }
            })
        let holder = try #require(
            places.first { place in
                guard case .dictionary(let entries) = table.objects[place] else { return false }
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
            places.append(reference + 2)
            inner = places.count - 1
        }
        table.objects[objects.value] = .array(places)
        table.objects.append(.uid(inner))
        guard case .array(let items) = table.objects[listEntry.value] else { return }
        table.objects[listEntry.value] = .array(items.map { _ in table.objects.count - 1 })
        #expect(throws: LayerArchive.Failure.tooLarge) { try LayerArchive.object(from: Data(table.file)) }
    }
}
