import Foundation
import Mica
import MicaDocuments
import QuartzCore

/// `mica-dev bench document`: draws a document's frames one after the other and says how many a second.
enum DocumentBench {
    static let help = """
        usage: mica-dev bench document FILE... [OPTIONS]

        Loads each document and draws its frames one after the other, over and over, into a bitmap. For each it prints:

          LOTTIE,mica tN,FILE,WxH,load MS,median MS,mean MS,FRAMES a second,COUNT frames of ALL

          --height N         pixels, default 1080; the width follows
          --threads N        threads that draw, default 1
          --budget-ms T      how long each is drawn, default 3000
        """

    /// Runs the command; returns its exit status.
    static func run(arguments: [String]) -> Int32 {
        var (height, threads, budget) = (1080, 1, 3000.0)
        var files: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h":
                print(help)
                return 0
            case "--height", "--threads", "--budget-ms":
                guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return refuse(argument) }
                switch argument {
                case "--height": height = min(value, 16_384)
                case "--threads": threads = min(value, 256)
                default: budget = Double(value)
                }
            case let option where option.hasPrefix("-"): return refuse(option)
            case let file: files.append(file)
            }
        }
        guard !files.isEmpty else { return refuse("a file is missing") }
        var status: Int32 = 0
        for file in files {
            do {
                print(try measure(URL(fileURLWithPath: file), height, threads, budget))
            } catch {
                FileHandle.standardError.write(Data("mica-dev: \(error)\n".utf8))
                status = 1
            }
        }
        return status
    }

    private static func refuse(_ what: String) -> Int32 {
        FileHandle.standardError.write(
            Data("mica-dev: bench document: \(what)\nSee 'mica-dev bench document --help'.\n".utf8))
        return 2
    }

    private static func measure(_ url: URL, _ height: Int, _ threads: Int, _ budget: Double) throws -> String {
        let clock = ContinuousClock()
        func milliseconds(_ duration: Duration) -> Double {
            Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
        }
        let start = clock.now
        let document = try Document.load(url)
        let load = milliseconds(clock.now - start)
        let scale = Double(height) / Double(document.size.height)
        let renderer = LayerRenderer(layer: document.rootLayer, size: document.size, scale: scale, threads: threads)
        let rate = document.framesPerSecond ?? 60
        let count = max(1, Int(((document.duration ?? 5) * rate).rounded()))
        var times: [Double] = []
        var sum = 0.0
        var width = 0
        while sum < budget, times.count < 20_000 {
            let before = clock.now
            let bitmap = renderer.bitmap(at: Double(times.count % count) / rate)
            let time = milliseconds(clock.now - before)
            width = bitmap.width
            times.append(time)
            sum += time
        }
        let sorted = times.sorted()
        func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
        return "LOTTIE,mica t\(threads),\(url.lastPathComponent),\(width)x\(height),load \(text(load, 1)) ms,"
            + "median \(text(sorted[sorted.count / 2], 3)) ms,mean \(text(sum / Double(times.count), 3)) ms,"
            + "\(text(Double(times.count) * 1000 / sum, 1)) fps,\(times.count) frames of \(count)"
    }
}
