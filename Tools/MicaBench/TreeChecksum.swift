import Foundation
import Mica
import QuartzCore

/// `mica-dev bench trees`: one number over the pictures of many random trees. It tells whether a change of the program
/// changed a byte of any picture.
enum TreeChecksum {
    /// `mica-dev bench trees --help`.
    static let help = """
        usage: mica-dev bench trees [--first SEED] [--count N] [--each N]

        Makes a random tree of layers for each seed, changes it five times, and draws all six pictures, each over the one before.
        Prints TREES,FIRST,COUNT,CHECKSUM: the same numbers for the same pictures. The numbers of two versions of the program tell
        whether they draw the same.

          --first SEED   the first seed, default 0
          --count N      how many, default 1000
          --each N       also print a line for every N seeds, default never

        Exit status: 0 done, 2 the command line makes no sense.
        """

    private static let (width, height) = (96, 72)

    /// The checksum of the pictures of a seed.
    static func checksum(seed: UInt64) -> UInt64 {
        let tree = RandomTree(seed: seed, width: width, height: height)
        let renderer = LayerRenderer(layer: tree.root, threads: 1)
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for step in 0..<6 {
            let picture = renderer.bitmap(at: Double(step) / 8)
            for pixel in picture.pixels { sum = (sum ^ UInt64(pixel)) &* 0x100_0000_01b3 }
            renderer.schedule(at: Double(step) / 8 + 0.01) { tree.step() }
        }
        return sum
    }

    /// Runs the command; returns its exit status.
    static func run(arguments: [String], write: (String) -> Void) -> Int32 {
        var numbers = ["--first": 0, "--count": 1000, "--each": 0]
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--help" || option == "-h" {
                write(help)
                return 0
            }
            guard numbers[option] != nil, let value = rest.popFirst().flatMap({ Int($0) }), value >= 0 else {
                return refuse("'\(option)' is not an option with a number", of: "bench trees")
            }
            numbers[option] = value
        }
        let (first, count, each) = (numbers["--first"] ?? 0, numbers["--count"] ?? 0, numbers["--each"] ?? 0)
        var (sum, part) = (UInt64(0), UInt64(0))
        for number in 0..<count {
            let seed = UInt64(first + number)
            let one = checksum(seed: seed) &* (2 &* seed &+ 1)
            (sum, part) = (sum &+ one, part &+ one)
            if each > 0, (number + 1) % each == 0 {
                write("PART,\(first + number + 1 - each),\(each),\(String(part, radix: 16))")
                part = 0
            }
        }
        write("TREES,\(first),\(count),\(String(sum, radix: 16))")
        return 0
    }
}
