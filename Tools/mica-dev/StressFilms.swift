import Foundation
import Glibc
import MicaCommandLine
import MicaFuzzImages
import MicaRandom
import MicaSocket
import MicaTrace

/// `mica-dev stress films`: films that are changed at random, and then opened, decoded and played by a process that may
/// crash.
///
/// Film n of a seed is the same in every run. Films that end the worker are run again under gdb, where it is installed,
/// which names the library of the crash.
final class StressFilms {
    private let seed: UInt64
    private let folder: String?
    private let scratch: SocketDirectory
    /// The films that are changed, with their names.
    private var films: [(name: String, bytes: [UInt8])] = []
    /// The file of the current film; the next film replaces it.
    private let path: String
    /// The worker's limit of memory that is not on disk. *Units*: KiB.
    static let memoryBudget = 1 << 20
    /// How long a film may take: in processor time, as all processes may be stopped for a while. A worker that uses no
    /// processor may take `waits` times as long. *Units*: seconds.
    private static let timeLimit = 20.0
    private static let waits = 15
    /// After so many films the worker is started anew, so that its memory is that of some films only.
    private static let filmsOfWorker = 2000

    /// The result of a film.
    private enum Outcome: Equatable {
        case read, refused
        case ended(String, isOurs: Bool)
    }

    init(seed: UInt64, keeping folder: String?) throws {
        (self.seed, self.folder) = (seed, folder)
        scratch = try SocketDirectory()
        // In memory, where the machine has such a directory.
        path = (unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : scratch.path) + "/mica-film-\(getpid())"
        try makeFilms()
    }

    deinit { unsafe _ = unlink(path) }

    // MARK: The films

    /// The small films that ffmpeg makes: a name and the arguments for each.
    private static let kinds: [(name: String, arguments: [String])] = {
        let video: [(String, [String])] = [
            ("h264.mp4", ["-c:v", "libx264", "-g", "4", "-bf", "2"]),
            ("h264-10bit.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv422p10"]),
            ("h264-fragments.mp4", ["-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov"]),
            ("h264.mov", ["-c:v", "libx264"]), ("h264.mkv", ["-c:v", "libx264"]), ("h264.ts", ["-c:v", "libx264"]),
            ("h264.flv", ["-c:v", "libx264"]), ("h265.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none"]),
            ("av1.mp4", ["-c:v", "libaom-av1", "-cpu-used", "8"]), ("mpeg4.mp4", ["-c:v", "mpeg4"]),
            ("vp8.webm", ["-c:v", "libvpx"]), ("vp9.webm", ["-c:v", "libvpx-vp9"]),
            ("vp9-alpha.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"]),
            ("prores.mov", ["-c:v", "prores_ks"]),
            ("prores4444.mov", ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10"]),
            ("png.mov", ["-c:v", "png"]), ("animation.mov", ["-c:v", "qtrle"]), ("theora.ogv", ["-c:v", "libtheora"]),
            ("mpeg2.ts", ["-c:v", "mpeg2video"]), ("mpeg1.mpg", ["-c:v", "mpeg1video"]),
            ("mjpeg.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]), ("huffyuv.avi", ["-c:v", "huffyuv"]),
            ("ffv1.mkv", ["-c:v", "ffv1"]), ("ffv1.nut", ["-c:v", "ffv1"]), ("flv1.flv", ["-c:v", "flv"]),
            ("dnxhd.mov", ["-c:v", "dnxhd", "-profile:v", "dnxhr_lb", "-s", "256x128", "-pix_fmt", "yuv422p"]),
            ("film.gif", ["-c:v", "gif"]), ("film.apng", ["-c:v", "apng"]),
        ]
        let sound: [(String, [String])] = [
            ("aac.mp4", ["-c:v", "libx264", "-c:a", "aac"]), ("alac.mov", ["-c:v", "mpeg4", "-c:a", "alac"]),
            ("mp3.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-c:a", "libmp3lame"]),
            ("opus.webm", ["-c:v", "libvpx", "-c:a", "libopus"]),
            ("vorbis.ogv", ["-c:v", "libtheora", "-c:a", "libvorbis"]),
            ("ac3.ts", ["-c:v", "mpeg2video", "-c:a", "ac3"]),
        ]
        let alone: [(String, [String])] = [
            ("sound.wav", ["-c:a", "pcm_s16le"]), ("sound.mp3", ["-c:a", "libmp3lame"]),
            ("sound.flac", ["-c:a", "flac"]),
            ("sound.aac", ["-c:a", "aac"]),
        ]
        let picture = ["-f", "lavfi", "-i", "testsrc=size=32x32:rate=25:duration=0.32"]
        let tone = ["-f", "lavfi", "-i", "sine=duration=0.32"]
        return video.map { ($0, picture + ["-pix_fmt", "yuv420p"] + $1) }
            + sound.map { ($0, picture + tone + ["-pix_fmt", "yuv420p", "-shortest"] + $1) }
            + alone.map { ($0, tone + $1) }
    }()

    private func makeFilms() throws {
        for (name, arguments) in Self.kinds {
            var arguments = arguments
            // Kinds with a pixel format of their own, or with colours that the encoder chooses.
            let own = arguments.lastIndex(of: "-pix_fmt"), first = arguments.firstIndex(of: "-pix_fmt")
            if let first,
                own != first || ["png.mov", "animation.mov", "film.gif", "film.apng", "prores.mov"].contains(name)
            {
                arguments.removeSubrange(first...first + 1)
            }
            let file = scratch.path + "/" + name
            do {
                // Without numbers that differ each time.
                try FilmBench.ffmpeg(arguments + ["-threads", "1", "-fflags", "+bitexact", file])
            } catch {
                Console.error("mica-dev: \(name) cannot be made here, and is left out: \(error)")
                continue
            }
            films.append((name, [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))))
        }
        guard !films.isEmpty else { throw CommandFailure("stress: there is no ffmpeg that makes films") }
    }

    /// Film n of the seed: its kind and its bytes.
    private func film(_ number: Int) -> (kind: Int, bytes: [UInt8]) {
        let kind = number % films.count
        var mutator = FilmMutator(seed: seed << 40 ^ UInt64(number))
        return (kind, mutator.mutate(films[kind].bytes, limit: 1 << 20))
    }

    // MARK: The run

    private var outcomes: [(read: Int, refused: Int)] = []
    private var ended: [String: (count: Int, isOurs: Bool, first: Int)] = [:]
    private var (slow, memory, large) = (0, 0, 0)

    func run(_ count: Int, seconds: Double) throws {
        // A worker may end before it has read its orders.
        _ = signal(SIGPIPE, SIG_IGN)
        outcomes = films.map { _ in (0, 0) }
        let begin = MonotonicClock.now
        var (done, worker, ofWorker) = (0, ServerProcess?.none, 0)
        while done < count, MonotonicClock.now - begin < seconds {
            if ofWorker == Self.filmsOfWorker { (worker, ofWorker) = (nil, 0) }
            let running = try worker ?? start()
            worker = running
            let (kind, bytes) = film(done)
            try write(bytes)
            running.tell(path)
            let answer = Self.answer(of: running)
            if let answer {
                let words = answer.split(separator: " ")
                if words.first == "read" { outcomes[kind].read += 1 } else { outcomes[kind].refused += 1 }
                let used = words.last.flatMap { Int($0) } ?? 0
                if used > Self.memoryBudget, used > memory {
                    note("too much memory: \(films[kind].name)", isOurs: false, done)
                }
                memory = max(memory, used)
            } else {
                try look(at: running, done, bytes, films[kind].name)
                (worker, ofWorker) = (nil, 0)
            }
            done += 1
            ofWorker += 1
            if done % 10_000 == 0 {
                Console.error(
                    "\(done) films, \(Int(Double(done) / (MonotonicClock.now - begin))) a second, ended \(ended.values.reduce(0) { $0 + $1.count })"
                )
            }
        }
        worker = nil
        try report(done)
    }

    /// The worker's answer about a film; nil when the worker ends or takes too long.
    private static func answer(of worker: ServerProcess) -> String? {
        let before = worker.processorTime ?? 0
        for _ in 0..<waits {
            if let line = worker.line(seconds: timeLimit) { return line }
            guard let now = worker.processorTime, now - before < timeLimit else { return nil }
        }
        return nil
    }

    private func start() throws -> ServerProcess {
        try ServerProcess("mica-dev", ["stress", "film-worker"], talks: true)
    }

    private func write(_ bytes: [UInt8]) throws {
        // A new file each time, so that the last film's file, which the worker has open, stays as it is.
        unsafe _ = unlink(path)
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
            throw CommandFailure("\(path): the file cannot be written")
        }
    }

    private func note(_ what: String, isOurs: Bool, _ number: Int) {
        let old = ended[what] ?? (0, isOurs, number)
        ended[what] = (old.count + 1, isOurs, old.first)
    }

    /// Finds out why the worker did not answer about a film.
    private func look(at worker: ServerProcess, _ number: Int, _ bytes: [UInt8], _ name: String) throws {
        if let folder {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(seed)-\(number)-\(name)"))
        }
        guard let status = worker.status(seconds: 1) else {
            worker.end()
            return note("took more than \(Int(Self.timeLimit)) s: \(name)", isOurs: false, number)
        }
        let signal = status & 0x7f
        guard signal != 0 else { return note("ended with status \(status >> 8)", isOurs: true, number) }
        let location = Self.location(path)
        note("signal \(signal) in \(location.text)", isOurs: location.isOurs, number)
    }

    /// Where a film crashes the process, by gdb: the first frame outside of the C library.
    private static func location(_ path: String) -> (text: String, isOurs: Bool) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "timeout", "60", "gdb", "-batch", "-ex", "set debuginfod enabled off", "-ex", "run", "-ex", "bt 24",
            "--args",
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "mica-dev", "stress",
            "film-worker",
        ]
        let (output, input) = (Pipe(), Pipe())
        (process.standardOutput, process.standardInput) = (output, input)
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return ("a place that is not known: there is no gdb", true) }
        input.fileHandleForWriting.write(Data((path + "\n").utf8))
        try? input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let frames = text.split(separator: "\n").filter { $0.hasPrefix("#") }
        let system = ["libc.so", "libc-", "ld-linux", "libpthread", "libm.so", "libgcc"]
        let first = frames.first { frame in !system.contains { frame.contains($0) } && !frame.contains("sysdeps/") }
        guard let first else { return ("a place that gdb does not find", true) }
        let libraries = [
            "libav", "libsw", "libdav1d", "libaom", "libvpx", "libtheora", "libvorbis", "libopus", "libogg",
        ]
        let shown = first.drop { $0 != " " }.replacing(#/0x[0-9a-f]+ in /#, with: "").trimmingCharacters(
            in: .whitespaces)
        return (shown, !libraries.contains { first.contains($0 + ".so") || first.contains("/" + $0) })
    }

    private func report(_ done: Int) throws {
        for (film, outcome) in zip(films, outcomes) {
            Console.print("FILM,\(film.name),\(outcome.read) read,\(outcome.refused) refused")
        }
        for (what, found) in ended.sorted(by: { $0.value.first < $1.value.first }) {
            Console.print(
                "ENDED,\(what),\(found.count) times,first by film \(found.first),\(found.isOurs ? "OURS" : "libav's")")
        }
        let sum = ended.values.reduce(0) { $0 + $1.count }
        let (read, refused) = (outcomes.reduce(0) { $0 + $1.read }, outcomes.reduce(0) { $0 + $1.refused })
        Console.print(
            "films \(done) of seed \(seed), read \(read), refused \(refused), ended the process \(sum), "
                + "memory at most \(memory) KiB of \(Self.memoryBudget)"
        )
        if ended.values.contains(where: \.isOurs) { throw CommandFailure("stress: films end the process in our code") }
    }
}
