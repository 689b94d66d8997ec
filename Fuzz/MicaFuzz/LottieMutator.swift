import Foundation
import MicaDocuments

/// Changes Lottie documents in ways that keep their structure: values are removed, doubled, moved, and replaced with others
/// that documents have or that lie at the edges of what readers take.
package struct LottieMutator {
    private var random: SplitMix

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    /// A piece of JSON text, in the order in which it is written.
    private indirect enum Node {
        case text(String)
        case list([Node])
        case members([(key: String, value: Node)])
    }

    /// The bytes with a few changes, at most `limit` long. Bytes that are no JSON are changed as bytes.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        let parsed =
            random.below(8) == 0
            ? nil : try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        guard let parsed, var root = Optional(Self.node(parsed, depth: 0)) else {
            return Array(mutateBytes(bytes).prefix(limit))
        }
        for _ in 0...random.below(4) { change(&root, depth: 0) }
        var text = ""
        Self.write(root, to: &text)
        let result = Array(text.utf8)
        return result.count <= limit ? result : Array(mutateBytes(bytes).prefix(limit))
    }

    private mutating func mutateBytes(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) {
            let at = random.below(bytes.count + 1)
            switch random.below(4) {
            case 0: bytes.insert(UInt8(random.below(256)), at: at)
            case 1 where at < bytes.count: bytes.remove(at: at)
            case 2 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
            default: bytes.removeSubrange(at..<min(bytes.count, at + random.below(20)))
            }
        }
        return bytes
    }

    private static func node(_ value: Any, depth: Int) -> Node {
        guard depth < 200 else { return .text("0") }
        if let object = value as? [String: Any] {
            return .members(object.sorted { $0.key < $1.key }.map { ($0.key, node($0.value, depth: depth + 1)) })
        }
        if let list = value as? [Any] { return .list(list.map { node($0, depth: depth + 1) }) }
        if let text = value as? String { return .text(quoted(text)) }
        return .text("\(value)" == "<null>" ? "null" : "\(value)")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                ? String(format: "\\u%04x", scalar.value) : String(scalar)
        }
        return "\"" + escaped.joined() + "\""
    }

    private mutating func change(_ node: inout Node, depth: Int) {
        switch node {
        case .list(var list) where !list.isEmpty && random.below(6) != 0:
            let index = random.below(list.count)
            switch random.below(10) {
            case 0: list.remove(at: index)
            case 1: list.append(list[index])
            case 2: list.swapAt(index, random.below(list.count))
            case 3: list.insert(.list(list), at: index)
            default: change(&list[index], depth: depth + 1)
            }
            node = .list(list)
        case .members(var members) where !members.isEmpty && random.below(6) != 0:
            let index = random.below(members.count)
            switch random.below(14) {
            case 0: members.remove(at: index)
            case 1: members[index].key = random.pick(Self.keys)
            case 2: members.append((random.pick(Self.keys), members[index].value))
            case 3: members.append((random.pick(Self.keys), .text(random.pick(Self.values))))
            default: change(&members[index].value, depth: depth + 1)
            }
            node = .members(members)
        default: node = .text(random.pick(Self.values))
        }
    }

    private static func write(_ node: Node, to text: inout String) {
        switch node {
        case .text(let value): text += value
        case .list(let list):
            text += "["
            for (index, value) in list.enumerated() {
                if index > 0 { text += "," }
                write(value, to: &text)
            }
            text += "]"
        case .members(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += quoted(member.key) + ":"
                write(member.value, to: &text)
            }
            text += "}"
        }
    }

    private static let keys = [
        "ty", "k", "a", "s", "e", "o", "p", "r", "t", "i", "x", "y", "to", "ti", "h", "ks", "it", "shapes", "layers",
        "refId", "parent", "ind", "ip", "op", "st", "sr", "tm", "tt", "td", "tp", "masksProperties", "mode", "inv",
        "pt",
        "ef", "sy", "v", "c", "w", "fr", "sid", "sk", "sa", "or", "os", "ir", "is", "g", "d", "n", "m", "mm", "tr",
        "so",
        "eo", "bm", "hd", "ao", "rx", "ry", "rz", "chars", "fonts", "markers", "assets",
    ]

    private static let values = [
        "0", "1", "-1", "2", "3", "4", "5", "29", "100", "1e9", "-1e9", "1e308", "1e-300", "0.5", "359.9", "360",
        "true",
        "null", "[]", "{}", "\"\"", "\"gr\"", "\"sh\"", "\"rc\"", "\"el\"", "\"sr\"", "\"fl\"", "\"st\"", "\"gf\"",
        "\"gs\"",
        "\"tm\"", "\"rp\"", "\"rd\"", "\"mm\"", "\"tr\"", "\"a\"", "\"i\"", "\"f\"", "\"comp\"", "[0,0]",
        "[100,100,100]",
        "[1,0,0,1]", "{\"a\":0,\"k\":0}", "{\"a\":0,\"k\":[50,50,0]}",
        "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0],\"i\":{\"x\":[0.8],\"y\":[0.8]},\"o\":{\"x\":[0.1],\"y\":[0.1]}},{\"t\":30,\"s\":[100]}]}",
        "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0,0],\"to\":[9,9],\"ti\":[1,5]},{\"t\":1e9,\"s\":[100,100]}]}",
        "{\"a\":1,\"k\":[{\"t\":5,\"s\":[1],\"h\":1},{\"t\":5,\"s\":[2],\"h\":1},{\"t\":-5,\"s\":[3]}]}",
        "{\"a\":0,\"k\":{\"c\":true,\"v\":[[0,0],[9,0],[9,9]],\"i\":[[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[0,0]]}}",
    ]
}
