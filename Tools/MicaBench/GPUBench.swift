import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaGL
import MicaWorkers

/// `mica-dev bench gpu`: what the scenes cost with OpenGL, without commit and building the frame, and how far the pixels
/// are off.
enum GPUBench {
    /// `mica-dev bench gpu --help`.
    static let help = """
        usage: mica-dev bench gpu [--scenes LETTERS] [--scales LIST] [--budget-ms T] [--max-frames N]

        Draws the scenes of 'mica-dev bench' with OpenGL, on what 'mica info' names. Setting properties, commit and building the frame are not
        measured. It prints

          DEVICE,RENDERER,VERSION,PLATFORM
          GPU,SCENE,WIDTHxHEIGHT,DRAW,READ,CALLS,INSTANCES   the median of a frame's drawing in milliseconds, until the device has drawn
                                                             it; the same with reading back what is damaged, and without waiting
                                                             otherwise; calls and rectangles of the first frame
          PIXELS,SCENE,WIDTHxHEIGHT,WORST,COUNT              the largest difference from the CPU compositor in the first frame, of 255,
                                                             and how many pixels differ by more than 1
          REFUSED,SCENE,WIDTHxHEIGHT,REASON                  what OpenGL does not draw
          PRESENT,WIDTHxHEIGHT,READ,DEVICE,WRONG             a present of a program's own OpenGL and the frame that shows it, all of it:
                                                             read back and sent again, and on the device, the medians ('-' where the
                                                             driver does not do it); how many pixels differ between both

          --scenes LETTERS   which, and in which order; default abcdDefghiI
          --scales LIST      pixels per point of 1920 x 1080: 1,2 by default, of which 2 is 4K
          --budget-ms T      how long each is drawn in each way, default 1000
          --max-frames N     and how many frames of it at most, default 60

        Exit status: 0 done, 1 there is no OpenGL, 2 the command line makes no sense.
        """

    /// Runs the command; returns the exit status.
    static func run(arguments: [String]) -> Int32 {
        var (scenes, scales) = (Array("abcdDefghiI").compactMap { BenchScene(rawValue: $0) }, [1, 2])
        var (budget, frames) = (1000.0, 60)
        var words = arguments[...]
        func wrong(_ text: String) -> Int32 {
            FileHandle.standardError.write(Data("mica-dev bench gpu: \(text)\n".utf8))
            return 2
        }
        while let name = words.popFirst() {
            if name == "--help" || name == "-h" {
                print(help)
                return 0
            }
            guard let value = words.popFirst() else { return wrong("\(name) has no value") }
            switch name {
            case "--scenes":
                scenes = value.compactMap { BenchScene(rawValue: $0) }
                guard scenes.count == value.count else { return wrong("there is no scene of a letter in '\(value)'") }
            case "--scales":
                scales = value.split(separator: ",").compactMap { Int($0) }.filter { (1...4).contains($0) }
                guard !scales.isEmpty else { return wrong("scales are 1 to 4") }
            case "--budget-ms":
                guard let number = Double(value), number >= 0 else { return wrong("'\(value)' is no time") }
                budget = number
            case "--max-frames":
                guard let number = Int(value), number > 0 else { return wrong("'\(value)' is no number of frames") }
                frames = number
            default: return wrong("there is no option \(name)")
            }
        }
        switch GLDevice.shared {
        case .failure(let error):
            FileHandle.standardError.write(Data("mica-dev bench gpu: there is no OpenGL: \(error.description)\n".utf8))
            return 1
        case .success(let device):
            print("DEVICE,\(device.renderer),\(device.version),\(device.platform)")
            for scale in scales {
                for scene in scenes { measure(scene, scale, device, budget: budget, frames: frames) }
                if let present = PresentBench.measure(scale: scale, device: device, budget: budget, frames: frames) {
                    let onDevice = present.onDevice.map { String(format: "%.3f", $0) } ?? "-"
                    print(
                        String(
                            format: "PRESENT,%dx%d,%.3f,%@,%d", BenchScene.width * scale, BenchScene.height * scale,
                            present.read, onDevice, present.wrongPixels))
                }
            }
            return 0
        }
    }

    private static func measure(
        _ scene: BenchScene, _ scale: Int, _ device: GLDevice, budget: Double, frames: Int
    ) {
        let pool = WorkerPool(workers: 1)
        let compositor = GLCompositor(device: device) { CPUCompositor(pool: pool) }
        let size = "\(BenchScene.width * scale)x\(BenchScene.height * scale)"
        let pipeline = ScenePipeline(scene, threads: 1, scale: scale)
        let first = pipeline.frame(0)
        var bitmap = Bitmap(width: first.width, height: first.height), other = bitmap
        let before = device.use
        compositor.draw(first, region: DamageRegion(first.bounds), into: &bitmap)
        let after = device.use
        if let reason = compositor.refusal { return print("REFUSED,\(scene.rawValue),\(size),\(reason)") }
        CPUCompositor(pool: pool).draw(first, region: DamageRegion(first.bounds), into: &other)
        var (worst, count) = (0, 0)
        for (a, b) in zip(bitmap.pixels, other.pixels) where a != b {
            let difference = difference(a, b)
            worst = max(worst, difference)
            if difference > 1 { count += 1 }
        }
        var (drawing, reading): ([Double], [Double]) = ([], [])
        _ = compositor.drawOnDevice(first, region: DamageRegion(first.bounds))
        // Both ways draw frames of their own, so that each draws on its own last frame.
        for (times, reads) in [(0, false), (1, true)] {
            let start = ContinuousClock.now
            var index = 0
            while index < frames, index < 5 || (ContinuousClock.now - start).milliseconds < budget {
                index += 1
                let frame = pipeline.frame(index + times * frames)
                let region = scene == .redraw ? DamageRegion(frame.bounds) : frame.damageRegion
                let begin = ContinuousClock.now
                if reads {
                    compositor.draw(frame, region: region, into: &bitmap)
                    reading.append((ContinuousClock.now - begin).milliseconds)
                } else {
                    _ = compositor.drawOnDevice(frame, region: region)
                    drawing.append((ContinuousClock.now - begin).milliseconds)
                }
            }
        }
        print(
            String(
                format: "GPU,%@,%@,%.3f,%.3f,%d,%d", String(scene.rawValue), size, drawing.sorted()[drawing.count / 2],
                reading.sorted()[reading.count / 2], after.drawCalls - before.drawCalls,
                after.instances - before.instances))
        print("PIXELS,\(scene.rawValue),\(size),\(worst),\(count)")
    }

    private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
        var most = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            most = max(most, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
        }
        return most
    }
}
