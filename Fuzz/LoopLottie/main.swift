import Foundation
import MicaFuzz
import MicaFuzzImages

// LoopLottie KIND DIRECTORY RUNS [SEED [FILE]]: reads as many changed documents or scripts of expressions (KIND) as said, made
// of a corpus, without measuring what they reach: ten times as many a second as a fuzzer that measures. The same seed reads
// the same inputs. With FILE each input is written there before it is read: the one that trapped is there afterwards.
var arguments = CommandLine.arguments
guard arguments.count >= 4, let runs = Int(arguments[3]), ["documents", "expressions"].contains(arguments[1]) else {
    print("usage: LoopLottie documents|expressions DIRECTORY RUNS [SEED [FILE]]")
    exit(2)
}
let isExpressions = arguments.remove(at: 1) == "expressions"
let first = arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : 0
let file = arguments.count > 4 ? URL(fileURLWithPath: arguments[4]) : nil
let directory = URL(fileURLWithPath: arguments[1])
let limit = 1024

/// Runs inputs of a seed.
///
/// - Returns: how many could be read.
func run<Mutator: InputMutator>(
    _ type: Mutator.Type, _ count: Int, seed: UInt64, _ body: @escaping ([UInt8]) -> Bool
) -> Int {
    var loop = FuzzLoop(type, corpus: corpus, seed: seed, limit: limit)
    return loop.run(count) { bytes in
        if let file { try? Data(bytes).write(to: file) }
        return body(bytes)
    }
}

let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
let corpus = names.compactMap { try? Data(contentsOf: directory.appendingPathComponent($0)) }.map { [UInt8]($0) }
    .filter { $0.count <= limit }
guard !corpus.isEmpty else {
    print("no inputs of \(limit) bytes or less in \(directory.path)")
    exit(2)
}
var (done, read) = (0, 0)
let start = Date()
for batch in 0... {
    guard done < runs else { break }
    let (count, seed) = (min(runs - done, 20_000), first + UInt64(batch))
    read +=
        isExpressions
        ? run(ExpressionMutator.self, count, seed: seed, fuzzExpression)
        : run(LottieMutator.self, count, seed: seed, fuzzLottieQuickly)
    done += count
    if batch.isMultiple(of: 25) || done == runs {
        let rate = Double(done) / max(Date().timeIntervalSince(start), 1e-3)
        print("seed \(first + UInt64(batch)): \(done) executions, \(read) were read, \(Int(rate)) a second")
        fflush(nil)
    }
}
