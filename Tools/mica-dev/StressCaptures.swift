import Foundation
import MicaBase
import MicaCommandLine
import MicaEncoding
import MicaFrame
import MicaInstruments
import MicaSocket
import MicaWire
import QuartzCore

/// `mica-dev stress captures`: the pictures of captures, drawn by a server in another process and by this process, compared
/// frame by frame.
enum StressCaptures {
    /// Draws each capture, reports those that differ, and fails if there are any.
    static func run(_ paths: [String], framesPerSecond: Double) throws {
        let directory = try SocketDirectory()
        let address = ServerAddress(path: directory.path + "/socket")
        let server = try ServerProcess("mica", ["serve", "--headless", "-q", "--socket", address.path], talks: false)
        defer { server.end() }
        server.wait(for: address)
        let link = try ServerLink(address, name: "captures")
        var (frames, pictures, commits, different, unread) = (0, 0, 0, 0, 0)
        for path in paths {
            let capture: LayerCapture
            do throws(CaptureError) {
                capture = try LayerCapture(contentsOfFile: path)
            } catch {
                // For example a tree that was never shown.
                unread += 1
                Console.error("mica-dev: \(error)")
                continue
            }
            var film = CaptureFilm(capture, link)
            do {
                let found = try film.compare(framesPerSecond: framesPerSecond)
                (frames, pictures, commits) = (
                    frames + found.frames, pictures + found.pictures, commits + capture.commitCount
                )
            } catch let fault as SocketFault {
                different += 1
                Console.print("\(path): \(fault)")
            }
        }
        Console.print(
            "captures \(paths.count - unread), not read \(unread), commits \(commits), frames \(frames), \(pictures) other than the one before; captures that differ \(different)"
        )
        if different > 0 { throw CommandFailure("stress: \(different) captures differ") }
    }
}

/// A capture that another process draws too.
private struct CaptureFilm {
    private let capture: LayerCapture
    private let replay: CaptureReplay
    private let link: ServerLink
    private let served: ServedTree
    private var sent = 0
    private var view: CaptureView?
    private let context: ContextID

    init(_ capture: LayerCapture, _ link: ServerLink) {
        (self.capture, self.link) = (capture, link)
        replay = CaptureReplay(capture)
        served = link.tree {}
        context = ContextID(rawValue: .random(in: 1...ClientNumber.numbers))
    }

    /// Compares the pictures of the run, from the first commit on, so many times a second.
    ///
    /// - Throws: a `SocketFault` that names the first frame that differs.
    mutating func compare(framesPerSecond rate: Double) throws -> (frames: Int, pictures: Int) {
        let count = max(1, Int((capture.duration * rate).rounded(.up)) + 1)
        var (pictures, last) = (0, Bitmap(width: 0, height: 0))
        for index in 0..<count {
            let time = Double(index) / rate
            try send(upTo: time)
            let question = ServerQuestion.ownPicture(context: context, time: capture.mediaTime(time))
            guard case .picture(let picture) = try link.ask(question) else { throw SocketFault("no picture") }
            let own = replay.bitmap(at: time)
            guard picture == own else { throw SocketFault("the frame at \(time) s differs") }
            if own != last { pictures += 1 }
            last = own
        }
        try served.send(.close(context))
        return (count, pictures)
    }

    /// Sends the run up to a time.
    private mutating func send(upTo time: Double) throws {
        let now = capture.view(at: time)
        if now != view {
            view = now
            var surface = ServedSurface(width: now.width, height: now.height, scale: now.scale)
            (surface.isOnRequest, surface.waitsForTiles) = (true, true)
            let map = now.rootTransform
            surface.transform = [map.a, map.b, map.c, map.d, map.tx, map.ty]
            surface.background = PixelColor(
                ColorValue(
                    .sRGB, red: now.background.x, green: now.background.y, blue: now.background.z,
                    alpha: now.background.w)
            ).premultiplied()
            served.show(surface, of: context)
        }
        let (entries, media) = (capture.scene.entries, capture.mediaTime(time))
        while sent < entries.count, entries[sent].time <= media {
            var commit = entries[sent].commit
            commit.time = entries[sent].time
            try served.send(.commit(context, number: UInt64(sent + 1), commit))
            served.waitUntilApplied()
            sent += 1
        }
    }
}
