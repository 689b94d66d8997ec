/// The program that `dev/arm64` builds for two processors: what `KernelTests` compares, and one checksum of all that the
/// scalar kernels drew.
@main struct Main {
    static func main() {
        var total: UInt64 = 0
        var isFine = true
        func check(_ topic: String, _ body: (inout KernelTwins) -> Void) {
            var twins = KernelTwins()
            body(&twins)
            for difference in twins.differences.prefix(5) { print("DIFFERS: \(difference)") }
            isFine = isFine && twins.differences.isEmpty && twins.comparisons > 0
            print("\(topic): \(twins.comparisons) comparisons, checksum \(twins.checksum)")
            total = total &* 31 &+ twins.checksum
        }
        check("constant blends") { $0.constantBlends() }
        check("coverage blends") { $0.coverageBlends() }
        check("runs") { $0.runs() }
        check("sums and mixes") { $0.sumsAndMixes() }
        check("mixed coverage") { $0.mixedCoverage() }
        check("boxes") { $0.levelBoxes() }
        check("tiles of boxes") { $0.boxTiles() }
        check("bilinear samples") { $0.bilinearSamples() }
        check("ramps along lines") { $0.linearRamps() }
        check("ramps along distances") { $0.radialRamps() }
        check("sprites") { $0.sprites(isAdditive: false) }
        check("sprites that add") { $0.sprites(isAdditive: true) }
        check("outlines") { $0.outlines() }
        check("edges") { $0.edges() }
        check("strokes") { _ = $0.strokes() }
        check("outlines in one colour") { $0.outlinesInOneColor() }
        for count in KernelTwins.windingCounts { check("windings") { _ = $0.windings(count) } }
        check("chains") { _ = $0.chains() }
        print(isFine ? "all are equal, checksum \(total)" : "DIFFERENT, checksum \(total)")
    }
}
