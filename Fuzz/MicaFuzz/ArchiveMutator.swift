import MicaFuzzImages
import MicaRandom
import QuartzCore

/// Changes keyed archives in ways that keep them archives: objects are replaced by others, lists and keys are changed, numbers
/// and names are set to what properties take or nearly take.
package struct ArchiveMutator: InputMutator {
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The bytes with a few changes, at most `limit` long. Bytes that are no archive are changed as bytes.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        guard random.below(16) != 0, var list = ArchiveTable(bytes) else {
            return Array(random.mutated(bytes).prefix(limit))
        }
        for _ in 0...random.below(4) { change(&list) }
        let result = list.file
        return result.count <= limit ? result : Array(random.mutated(bytes).prefix(limit))
    }

    private mutating func change(_ list: inout ArchiveTable) {
        let count = list.objects.count
        let index = random.below(count)
        switch list.objects[index] {
        case .plain(let bytes):
            list.objects[index] = bytes.first.map { $0 >> 4 == 0 } == true ? scalar() : number()
        case .data(let bytes): list.objects[index] = .data(random.mutated(bytes))
        case .ascii, .utf16: list.objects[index] = random.below(8) == 0 ? number() : word()
        case .uid(let old):
            // References of an archive are places of its own table of objects.
            list.objects[index] = random.below(12) == 0 ? scalar() : .uid(random.below(max(old + 8, count)))
        case .array(var items):
            switch random.below(4) {
            case 0 where !items.isEmpty: items.remove(at: random.below(items.count))
            case 1 where !items.isEmpty: items[random.below(items.count)] = random.below(count)
            case 2 where items.count > 1: items.swapAt(random.below(items.count), random.below(items.count))
            default: items.insert(random.below(count), at: random.below(items.count + 1))
            }
            list.objects[index] = .array(items)
        case .dictionary(var pairs):
            guard !pairs.isEmpty else { return }
            let position = random.below(pairs.count)
            switch random.below(5) {
            case 0: pairs.remove(at: position)
            case 1: pairs[position].value = random.below(count)
            case 2:
                list.objects.append(word())
                pairs[position].key = count
            case 3:
                list.objects += [word(), random.below(2) == 0 ? .uid(random.below(count)) : scalar()]
                pairs.append((key: count, value: count + 1))
            default:
                list.objects.append(scalar())
                pairs[position].value = count
            }
            list.objects[index] = .dictionary(pairs)
        }
    }

    private mutating func scalar() -> ArchiveTable.Object {
        switch random.below(5) {
        case 0: return .plain([[0x00, 0x08, 0x09][random.below(3)]])
        case 1: return word()
        case 2: return .data((0..<random.below(16)).map { _ in random.edge() })
        default: return number()
        }
    }

    private mutating func number() -> ArchiveTable.Object {
        if random.below(2) == 0 {
            let numbers = [0, 1, 2, 3, 5, 16, 255, -1, 1 << 20, 1 << 31, 1 << 62, Int.min, Int.max]
            return .plain([0x13] + bigEndianBytes(numbers[random.below(numbers.count)], 8))
        }
        let numbers = [
            0, 0.5, 1, -1, 2.5, .leastNonzeroMagnitude, 1e18, 1e308, -1e308, Double.infinity, -.infinity, .nan, 3.75,
            100,
        ]
        return .plain(
            [0x23] + bigEndianBytes(Int(bitPattern: UInt(numbers[random.below(numbers.count)].bitPattern)), 8))
    }

    private mutating func word() -> ArchiveTable.Object {
        if random.below(8) == 0 { return .utf16([0x00, 0x41, 0xd8, 0x00, 0x20, 0xac, 0xdc, 0x00]) }
        return .ascii(Array(random.pick(Self.words).utf8))
    }

    private static let words = [
        "", "$class", "$classname", "$classes", "$objects", "$top", "root", "NS.objects", "NS.keys", "NS.string",
        "NSObject", "NSArray", "NSDictionary", "NSString", "NSNumber", "NSAttributedString", "NSDate",
        "QuartzCore.CALayer", "QuartzCore.CAShapeLayer", "QuartzCore.CAGradientLayer", "QuartzCore.CATextLayer",
        "QuartzCore.CAReplicatorLayer", "QuartzCore.CATransformLayer", "QuartzCore.CAScrollLayer",
        "QuartzCore.CATiledLayer", "QuartzCore.CAEmitterLayer", "QuartzCore.CAEmitterCell",
        "QuartzCore.CABasicAnimation", "QuartzCore.CAKeyframeAnimation", "QuartzCore.CASpringAnimation",
        "QuartzCore.CAAnimationGroup", "QuartzCore.CATransition", "QuartzCore.CAValueFunction",
        "QuartzCore.CAMediaTimingFunction", "QuartzCore.CAConstraint", "QuartzCore.CAConstraintLayoutManager",
        "kind", "numbers", "list", "types", "names", "enabled", "inputs", "keys", "values", "pixels", "verbs", "point",
        "size", "rect", "transform", "color", "colors", "path", "image", "filters", "null", "dictionary", "nil",
        "bounds", "position", "sublayers", "mask", "contents", "contentsGravity", "opacity", "anchorPoint",
        "cornerRadius", "maskedCorners", "shadowPath", "filters", "style", "actions", "constraints", "layoutManager",
        "customKeys", "customValues", "name", "animations", "keyTimes", "values", "timingFunctions", "duration",
        "speed", "repeatCount", "string", "attributedString", "attributes", "font", "fontSize", "paragraph",
        "locations", "startPoint", "type", "lineDashPattern", "strokeEnd", "instanceCount", "emitterCells",
        "birthRate", "lifetime", "autoresizingMask", "resize", "linear", "center", "axial", "conic", "kCAFilterLinear",
    ]
}
