import Foundation
import MicaPort

/// Ports mutated sources: no crash, lines kept, and the same bytes where there is nothing to do.
enum Fuzz {
    /// A generator of numbers that gives the same ones for the same seed (SplitMix64).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let words = [
        "@objc ", "#selector(", "#keyPath(", ")", "(", "{", "}", "override ", "optional ", "?(", "!(", "extension ",
        "\n",
        "\r\n", "\"", "/*", "*/", "//", "`", "self.", "getter: ", "as ", "@NSManaged ", "#if os(iOS)\n", "#endif\n",
        "protocol ", "class ", "var ", "func ", ".", ",", ":", ";", "\u{0}", "é", "\u{FF}",
    ].map { Array($0.utf8) }

    static func run(_ sources: [[UInt8]], count: Int, seed: UInt64) -> Int32 {
        var generator = Generator(state: seed)
        var options = PortOptions()
        var changed = 0
        for round in 0..<count {
            var source = sources.randomElement(using: &generator) ?? []
            // Parts of files go through faster, and meet more.
            if source.count > 3_000 {
                let start = Int.random(in: 0..<(source.count - 2_000), using: &generator)
                source = Array(source[start..<(start + 2_000)])
            }
            for _ in 0..<Int.random(in: 0...6, using: &generator) where !source.isEmpty {
                let index = Int.random(in: 0..<source.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: source.remove(at: index)
                case 1: source[index] = UInt8.random(in: 0...255, using: &generator)
                case 2:
                    let end = min(index + Int.random(in: 1..<40, using: &generator), source.count)
                    source.removeSubrange(index..<end)
                default: source.insert(contentsOf: words.randomElement(using: &generator) ?? [], at: index)
                }
            }
            options.treatsIOSAsTrue = round % 2 == 1
            guard let result = PortSet(options: options).port([.init(path: "fuzz", bytes: source)]).first, let result
            else {
                continue
            }
            if result.text != source { changed += 1 }
            let again = PortSet(options: options).port([.init(path: "fuzz", bytes: result.text)]).first
            var faults = PortCheck.faults(of: source, result, again: again??.text)
            if result.done.isEmpty, result.text != source { faults.append("changed, and nothing was done") }
            if !faults.isEmpty {
                let name = "fuzz-\(seed)-\(round).swift"
                try? Data(source).write(to: URL(fileURLWithPath: name))
                FileHandle.standardError.write(Data("mica-port: round \(round): \(faults): \(name)\n".utf8))
                return 1
            }
        }
        print("mica-port: \(count) mutated sources, \(changed) of them changed, seed \(seed): good")
        return 0
    }
}
