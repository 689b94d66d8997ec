import Foundation
import MicaFuzz

// LoopLottie DIRECTORY RUNS [SEED [FILE]]: reads as many changed documents as said, made of a corpus, without measuring what
// they reach: ten times as many a second as a fuzzer that measures. The same seed reads the same documents. With FILE each
// document is written there before it is read: the one that trapped is there afterwards. dev/fuzz Loop runs it.
let arguments = CommandLine.arguments
guard arguments.count >= 3, let runs = Int(arguments[2]) else {
    print("usage: LoopLottie DIRECTORY RUNS [SEED [FILE]]")
    exit(2)
}
let first = arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : 0
let file = arguments.count > 4 ? URL(fileURLWithPath: arguments[4]) : nil
let directory = URL(fileURLWithPath: arguments[1])
let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
let corpus = names.compactMap { try? Data(contentsOf: directory.appendingPathComponent($0)) }.map { [UInt8]($0) }
    .filter { $0.count <= LottieLoop.limit }
guard !corpus.isEmpty else {
    print("no documents of \(LottieLoop.limit) bytes or less in \(directory.path)")
    exit(2)
}
var (done, read) = (0, 0)
let start = Date()
for batch in 0... {
    guard done < runs else { break }
    var loop = LottieLoop(corpus: corpus, seed: first + UInt64(batch))
    let count = min(runs - done, 20_000)
    read += loop.run(count) { bytes in if let file { try? Data(bytes).write(to: file) } }
    done += count
    if batch.isMultiple(of: 25) || done == runs {
        let rate = Double(done) / max(Date().timeIntervalSince(start), 1e-3)
        print("seed \(first + UInt64(batch)): \(done) executions, \(read) were documents, \(Int(rate)) a second")
        fflush(nil)
    }
}
