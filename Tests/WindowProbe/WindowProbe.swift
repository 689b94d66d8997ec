import AVFoundation
import CoreGraphics
import Foundation
import Mica
import MicaEvents
import MicaExamples
import MicaWindow
import QuartzCore
import Synchronization

/// The program that dev/window-test looks at from outside: it shows something in a window, and prints its events, a
/// line for each thing.
@main @MainActor
enum WindowProbe {
    /// Prints a line at once, whatever reads it.
    nonisolated static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--gl" {
            backend = .gl
            arguments.removeFirst()
        }
        let mode = arguments.isEmpty ? "drag" : arguments.removeFirst()
        do {
            switch mode {
            case "references": return try writeReferences(arguments.first ?? ".")
            case "scene": try showScene(arguments)
            case "film": try showFilm(arguments)
            case "drag": try showDragged()
            case "text": try TextProbe.show(arguments)
            case "link": try measureLink(seconds: Double(arguments.first ?? "") ?? 2)
            default:
                say("unknown mode \(mode)")
                exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("WindowProbe: \(error)\n".utf8))
            exit(1)
        }
        LayerWindow.runUntilClosed()
        say("closed")
    }

    /// The compositor of the windows: `--gl` before the mode is OpenGL.
    static var backend = LayerRenderer.Backend.cpu

    /// A window of a size, whose events are printed, and which says `ready` with its first frame.
    static func window(_ size: CGSize, handler: ((WindowEvent) -> Void)? = nil) throws -> LayerWindow {
        let window = try LayerWindow(title: "WindowProbe", size: size, isVisible: false, backend: backend)
        if backend != .cpu { window.observeBackend { say("backend \($0.rawValue): \($1)") } }
        window.eventHandler = { event in
            handler?(event)
            describe(event)
        }
        let first = First()
        window.observeFrames { _ in if first.take() { say("ready") } }
        window.background = background
        return window
    }

    /// The backdrop of the layers.
    static let background = CGColor(srgbRed: 0.2, green: 0.25, blue: 0.3, alpha: 1)

    /// Says yes once.
    final class First: Sendable {
        private let isTaken = Atomic(false)
        func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
    }

    static func describe(_ event: WindowEvent) {
        switch event.content {
        case .pointer(let p):
            let button = p.button.map { " button \($0.rawValue)" } ?? ""
            say("pointer \(p.phase) \(Int(p.position.x)) \(Int(p.position.y))\(button) clicks \(p.clickCount)")
        case .wheel(let w): say("wheel \(w.movement.width) \(w.movement.height)")
        case .key(let k):
            say(
                "key \(k.isPressed ? "down" : "up") \(k.code.name) [\(k.characters)] modifiers \(event.modifiers.rawValue)"
            )
        case .text(let text): say("text \(text)")
        case .composition(let c): say("composition \(c.text)")
        case .focus(let has): say("focus \(has)")
        case .drop(let drop): say("drop \(drop.files) \(drop.text ?? "")")
        case .resize(let m): say("resize \(m.size.width) \(m.size.height) scale \(m.scale)")
        case .appearance(let a): say("appearance \(a)")
        case .visibility(let v): say("visibility \(v)")
        case .closeRequest: say("closeRequest")
        }
    }

    /// Scenes that look the same wherever they are drawn: nothing is scheduled in them, nothing comes late.
    static let scenes = [
        "spinning-squares", "turning-cards", "contents-gravities", "masked-portrait", "layer-time", "keyframes",
        "drawn-line",
        "morphing-star", "gradients", "shadows", "text-rich", "filters", "lottie-document", "replicator-reflection",
        "two-cubes", "gl-triangle",
    ]

    /// Listings that play a film, and when it is stopped.
    static let films = ["video", "video-3d"]
    static let timesOfFilms = [0.92, 2.0, 3.28]

    /// The expected contents of the windows, drawn without a screen, as files of plain pixels; prints the scenes'
    /// names.
    static func writeReferences(_ folder: String) throws {
        for name in scenes {
            guard let example = gallery.first(where: { $0.id == name }) else { continue }
            try write(example.renderer(scale: 1), at: example.moment, to: "\(folder)/\(name).ppm")
            say(name)
        }
        for name in films {
            guard let example = gallery.first(where: { $0.id == name }) else { continue }
            let renderer = example.renderer(scale: 1)
            for time in timesOfFilms { try write(renderer, at: time, to: "\(folder)/\(name)-\(time).ppm") }
        }
        for (index, moved) in [CGSize.zero, CGSize(width: 100, height: 60)].enumerated() {
            let (root, square) = (CALayer(), draggedSquare())
            root.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
            square.position.x += moved.width
            square.position.y += moved.height
            root.addSublayer(square)
            do {
                let renderer = LayerRenderer(layer: root)
                try write(renderer, at: 0, to: "\(folder)/drag-\(index).ppm")
                renderer.backend = .gl
                try write(renderer, at: 0, to: "\(folder)/gl-drag-\(index).ppm")
            }
            // A layer is drawn by one renderer at a time.
            if index == 0 { try write(LayerRenderer(layer: root, scale: 2), at: 0, to: "\(folder)/drag-twice.ppm") }
        }
    }

    /// Writes a picture as a portable pixmap.
    static func write(_ renderer: LayerRenderer, at time: Double, to path: String) throws {
        renderer.background = background
        let bitmap = renderer.bitmap(at: time)
        var data = Data("P6\n\(bitmap.width) \(bitmap.height)\n255\n".utf8)
        for pixel in bitmap.pixels {
            data.append(contentsOf: [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)])
        }
        try data.write(to: URL(filePath: path))
    }

    static func draggedSquare() -> CALayer {
        let square = CALayer()
        square.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
        square.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
        square.cornerRadius = 12
        return square
    }

    /// A scene of the gallery, standing still at a time: `scene ID [TIME]`.
    static func showScene(_ arguments: [String]) throws {
        guard let example = gallery.first(where: { $0.id == arguments.first }) else {
            say("no such scene")
            exit(2)
        }
        let time = arguments.count > 1 ? Double(arguments[1]) ?? 0 : example.moment
        let window = try window(example.size)
        let root = CALayer()
        root.frame = CGRect(origin: .zero, size: example.size)
        root.speed = 0
        window.layer.addSublayer(root)
        example.build(root, Script())
        // An added animation begins at the layer's time 0, which is now.
        CATransaction.flush()
        CATransaction.setDisableActions(true)
        root.timeOffset = time
        CATransaction.flush()
        window.isVisible = true
    }

    /// A listing that plays a film, as the gallery has it, from its beginning; it is stopped at each time when the film comes to it, until
    /// the mouse is pressed: `film ID`.
    static func showFilm(_ arguments: [String]) throws {
        guard let example = gallery.first(where: { $0.id == arguments.first }) else {
            say("no such scene")
            exit(2)
        }
        var player: AVPlayer?
        let window = try window(example.size) { event in
            if case .pointer(let pointer) = event.content, pointer.phase == .pressed { player?.play() }
        }
        let root = CALayer()
        root.frame = CGRect(origin: .zero, size: example.size)
        window.layer.addSublayer(root)
        example.build(root, Script())
        root.forEachInTree { layer in if let layer = layer as? AVPlayerLayer { player = layer.player } }
        guard let player else {
            say("no film")
            exit(1)
        }
        for time in timesOfFilms {
            let moment = CMTime(seconds: time, preferredTimescale: 600)
            _ = player.addBoundaryTimeObserver(forTimes: [NSValue(time: moment)], queue: .main) { [weak player] in
                guard let player else { return }
                player.pause()
                // It may have gone on a little.
                player.seek(to: moment) { _ in say("at \(time)") }
            }
        }
        window.isVisible = true
    }

    /// A square that is dragged.
    static func showDragged() throws {
        let square = draggedSquare()
        var grip: CGSize?
        let window = try window(CGSize(width: 320, height: 240)) { event in
            guard case .pointer(let pointer) = event.content else { return }
            CATransaction.setDisableActions(true)
            switch pointer.phase {
            case .pressed where square.frame.contains(pointer.position):
                grip = CGSize(
                    width: square.position.x - pointer.position.x, height: square.position.y - pointer.position.y)
            case .moved:
                guard let grip else { return }
                square.position = CGPoint(x: pointer.position.x + grip.width, y: pointer.position.y + grip.height)
            case .released: grip = nil
            default: return
            }
        }
        window.layer.addSublayer(square)
        window.isVisible = true
    }

    // MARK: Measuring

    static func pause(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    /// A display link: when it fires, and for when.
    static func measureLink(seconds: Double) throws {
        let window = try window(CGSize(width: 320, height: 240))
        var fired: [(now: Double, timestamp: Double, target: Double)] = []
        let link = CADisplayLink { fired.append((CACurrentMediaTime(), $0.timestamp, $0.targetTimestamp)) }
        link.add(to: .main, forMode: .common)
        window.isVisible = true
        pause(1)
        fired.removeAll()
        pause(seconds)
        link.invalidate()
        let late = fired.map { $0.now - $0.timestamp }.sorted()
        let steps = zip(fired, fired.dropFirst()).map { ($1.timestamp - $0.timestamp) * window.refreshRate }
        let isEven = steps.allSatisfy { abs($0 - $0.rounded()) < 0.2 && $0 > 0.5 }
        let ahead = fired.allSatisfy { abs(($0.target - $0.timestamp) * window.refreshRate - 1) < 0.2 }
        say(
            "link: \(fired.count) calls in \(seconds) s at \(window.refreshRate) Hz, even \(isEven), target next \(ahead), late median "
                + String(format: "%.2f ms", (late.isEmpty ? 0 : late[late.count / 2]) * 1000))
        window.close()
    }
}
