import Foundation
import Mica
import MicaCommandLine
import MicaExamples
import MicaScripts
import MicaSurface
import MicaVideo
import QuartzCore

/// `mica-dev gallery`: the examples that are built in Swift, as pictures and videos.
enum GalleryCommand {
    /// `mica-dev gallery --help`.
    static let help = """
        usage: mica-dev gallery [-o DIR] [NAME...] [OPTIONS]

        Draws the examples of Examples/: each as DIR/NAME.png and, if it moves, DIR/NAME.mp4, and all together as
        DIR/contact.png. Without NAME all of them, and the app of the tutorials' listings: tutorial-NAME.mp4 is a film of a
        listing's page while a hand uses its controls; tour.mp4 is one of the app, scrolled and touched.

          -o DIR             where to; default out/gallery
          --list             print the names and what they show, and draw nothing
          --stills           no videos
          --scale S          pixels per point, default 2
          -q, --quiet        print errors only
        """

    static func run(_ list: [String]) throws {
        LayerRenderer.makeTimeVirtual()
        var arguments = Arguments(list, of: "gallery")
        var (directory, scale, names) = ("out/gallery", 2.0, [String]())
        var (quiet, stills) = (false, false)
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--list"):
                for example in gallery { Console.print("\(example.id): \(example.shows)") }
                for listing in listings { Console.print("\(film(of: listing)): the app's page of \(listing.id), used") }
                Console.print("tour: the app of the tutorials, scrolled and touched")
                return
            case .option("-o"), .option("--output"): directory = try arguments.value(of: "-o")
            case .option("--scale"): scale = try arguments.number(of: "--scale", in: 0.1...16)
            case .option("--stills"): stills = true
            case .option("-q"), .option("--quiet"): quiet = true
            case .option(let name):
                throw arguments.unknown(
                    name, among: ["--help", "--list", "--output", "--scale", "--stills", "--quiet"])
            case .input(let name):
                let known = gallery.map(\.id) + listings.map { film(of: $0) } + ["tour"]
                guard known.contains(name) else {
                    throw arguments.wrong("there is no example '\(name)'" + didYouMean(name, among: known))
                }
                names.append(name)
            }
        }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let chosen = names.isEmpty ? gallery : gallery.filter { names.contains($0.id) }
        var pictures: [(Example, CGImage)] = []
        for example in chosen {
            let picture = try draw(example, into: directory, scale: scale, stills: stills, quiet: quiet)
            pictures.append((example, picture))
        }
        if !pictures.isEmpty {
            let sheet = "\(directory)/contact.png"
            try contactSheet(pictures).write(to: sheet)
            if !quiet { Console.print(sheet) }
        }
        for listing in listings where names.isEmpty || names.contains(film(of: listing)) {
            try MainActor.assumeIsolated {
                try draw(listing, into: directory, scale: scale, stills: stills, quiet: quiet)
            }
        }
        if !stills, names.isEmpty || names.contains("tour") {
            try MainActor.assumeIsolated {
                let tour = TourFilm(scale: CGFloat(scale))
                try write(tour.host, tour.duration, to: "\(directory)/tour.mp4", quiet: quiet)
            }
        }
        if reportMissingParts() { Console.end(ExitCode.failure) }
    }

    /// The name of the film of a listing's page.
    private static func film(of listing: Listing) -> String { "tutorial-\(listing.id)" }

    /// Films the app while a hand opens a listing and uses its controls. The picture is of the page once it has come
    /// up.
    @MainActor private static func draw(
        _ listing: Listing, into directory: String, scale: Double, stills: Bool, quiet: Bool
    ) throws {
        let path = "\(directory)/\(film(of: listing))"
        let still = ListingFilm(of: listing, scale: CGFloat(scale))
        still.host.advance(to: 1.5)
        try still.host.write(to: "\(path).png")
        if !quiet { Console.print("\(path).png: \(listing.shows)") }
        guard !stills else { return }
        let used = ListingFilm(of: listing, scale: CGFloat(scale))
        try write(used.host, used.duration, to: "\(path).mp4", quiet: quiet)
    }

    /// Films a scripted window.
    @MainActor private static func write(
        _ host: ScriptedWindow, _ duration: Double, to path: String, quiet: Bool
    ) throws {
        let rate = FrameRate(30)
        let count = Int(duration * rate.framesPerSecond)
        var bar = ProgressBar(label: path, total: count, quiet: quiet)
        try host.render(frames: 0..<count, rate: rate, into: VideoSink(path: path, format: .h264)) { index in
            bar.show(index + 1)
            return true
        }
        bar.clear()
        if !quiet { Console.print(path) }
    }

    private static func draw(
        _ example: Example, into directory: String, scale: Double, stills: Bool, quiet: Bool
    ) throws -> CGImage {
        let still = example.renderer(scale: CGFloat(scale))
        let path = "\(directory)/\(example.id).png"
        try still.write(to: path, at: example.moment)
        if !quiet { Console.print("\(path): \(example.shows)") }
        if example.duration > 0, !stills {
            let path = "\(directory)/\(example.id).mp4"
            let frames = 0..<Int(example.duration * 60)
            var bar = ProgressBar(label: path, total: frames.count, quiet: quiet)
            try example.renderer(scale: CGFloat(scale)).render(
                frames: frames, rate: FrameRate(60), into: VideoSink(path: path, format: .h264)
            ) { index in
                bar.show(index + 1)
                return true
            }
            bar.clear()
            if !quiet { Console.print(path) }
        }
        return still.image(at: example.moment)
    }

    /// All pictures on one sheet, three in a row; a tree of layers like any other.
    private static func contactSheet(_ pictures: [(Example, CGImage)]) -> LayerRenderer {
        let (cell, gap) = (CGSize(width: 320, height: 240), CGFloat(16))
        let columns = min(3, max(1, pictures.count))
        let rows = (pictures.count + columns - 1) / columns
        let root = CALayer()
        root.backgroundColor = CGColor(gray: 0.5, alpha: 1)
        root.bounds.size = CGSize(
            width: gap + (cell.width + gap) * CGFloat(columns),
            height: gap + (cell.height + gap) * CGFloat(max(1, rows)))
        for (index, (_, image)) in pictures.enumerated() {
            let layer = CALayer()
            layer.frame = CGRect(
                x: gap + (cell.width + gap) * CGFloat(index % columns),
                y: gap + (cell.height + gap) * CGFloat(index / columns),
                width: cell.width, height: cell.height)
            layer.contents = image
            layer.contentsGravity = .resizeAspect
            layer.minificationFilter = .trilinear
            root.addSublayer(layer)
        }
        return LayerRenderer(layer: root)
    }
}
