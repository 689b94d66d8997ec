/// The options of `mica-dev bench`.
struct BenchOptions: Equatable {
    /// The letters of the scenes, in the order in which they are drawn.
    var scenes = "abcdDefgGhiIrRsmtpk"
    /// How many threads draw.
    var threads = 1
    /// How long each scene is drawn, in milliseconds of frames that count.
    var budget = 1500.0
    /// The most frames that are counted.
    var maximumFrames = 240
    /// Where pictures are written; nil for nowhere.
    var dump: String?
    /// The frame of each scene that is written.
    var dumpFrame = 60
    /// The text after the name in results; nil gives the number of threads, if there are several.
    var variant: String?
    /// Whether the stages' medians are printed too.
    var stages = false
    /// How many particles scene g has.
    var particles = 10_000
    /// Simulate particles, and draw nothing.
    var isSimulation = false
    /// Print the generator's checksums, and draw nothing.
    var isCheck = false
    /// Print the help, and do nothing.
    var isHelp = false

    /// The name in results.
    var name: String {
        let suffix = variant ?? (threads > 1 ? "\(threads)t" : "")
        return suffix.isEmpty ? "mica" : "mica/\(suffix)"
    }

    /// The name as a part of file names.
    var fileName: String { String(name.map { $0 == "/" || $0 == " " ? "_" : $0 }) }

    /// Reads the arguments after `mica-dev bench`; both `--name value` and `--name=value`.
    init(_ arguments: [String]) throws(BenchUsageError) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            var option = word
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                option = String(word[..<equals])
                guard Self.withValue.contains(option) else { throw BenchUsageError("\(option) takes no value") }
                rest = [String(word[word.index(after: equals)...])] + rest
            }
            switch option {
            case "--help", "-h": isHelp = true
            case "--check": isCheck = true
            case "--stages": stages = true
            case "--simulate": isSimulation = true
            default:
                guard Self.withValue.contains(option) else {
                    throw BenchUsageError(
                        option.hasPrefix("-")
                            ? "there is no option '\(option)'" : "there is nothing to do with '\(option)'")
                }
                guard let value = rest.popFirst() else { throw BenchUsageError("\(option) needs a value") }
                try set(option, value)
            }
        }
    }

    private static let withValue: Set = [
        "--scenes", "--threads", "--budget-ms", "--max-frames", "--dump", "--dump-frame", "--variant",
        "--particles",
    ]

    private mutating func set(_ option: String, _ value: String) throws(BenchUsageError) {
        func whole(_ range: ClosedRange<Int>) throws(BenchUsageError) -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw BenchUsageError(
                    "\(option) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
            }
            return number
        }
        switch option {
        case "--scenes":
            for letter in value where BenchScene(rawValue: letter) == nil {
                throw BenchUsageError("there is no scene '\(letter)'; the scenes are \(scenes)")
            }
            scenes = value
        case "--threads": threads = try whole(1...256)
        case "--max-frames": maximumFrames = try whole(1...100_000)
        case "--dump-frame": dumpFrame = try whole(0...1_000_000)
        case "--budget-ms":
            guard let number = Double(value), number >= 0, number <= 1e7 else {
                throw BenchUsageError("--budget-ms is a number of milliseconds, not '\(value)'")
            }
            budget = number
        case "--particles": particles = try whole(1...1_000_000)
        case "--dump": dump = value
        default: variant = value
        }
    }
}

/// A command line of `mica-dev bench` that makes no sense.
struct BenchUsageError: Error, Equatable {
    /// The fault in words.
    let message: String

    init(_ message: String) { self.message = message }
}
