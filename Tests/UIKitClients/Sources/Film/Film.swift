import Foundation
import ImageIO
import MicaScripts
import UIKit

/// A client in a window of its own, and a person's input.
@MainActor struct Client {
    let name: String
    var size = CGSize(width: 320, height: 320)
    /// How long the film is. *Units*: seconds.
    var duration = 2.0
    /// The moments that are shown side by side. *Units*: seconds.
    var moments: [Double]
    /// The script that is played (docs/scripted-windows.md).
    var script = ""
    /// Whether the client waits for timers of the run loop: time passes as on the clock, then.
    var waits = false
    /// Whether nothing moves; nil if that is not looked at.
    var isStill: Bool? = false
    /// Whether a finger uses the controls, one after the other.
    var isUsed = false
    /// The window's content.
    let content: () -> UIViewController

    private static let framesPerSecond = 30.0

    /// Shows the client, plays the script, and takes a picture thirty times a second.
    ///
    /// - Parameter faults: gets the missing parts of the film.
    /// - Throws: ``ScriptError``, if the script cannot be read.
    func film(faults: inout [String]) throws -> Film {
        let host = ScriptedWindow(size: size, scale: 1)
        let window = UIWindow(host: host)
        window.backgroundColor = .white
        host.schedule(at: 0) {
            window.rootViewController = content()
            window.makeKeyAndVisible()
        }
        host.play(try EventScript(script))
        if isUsed {
            host.schedule(at: 0.3) {
                guard let view = window.rootViewController?.view else { return }
                if let script = try? EventScript(Hand.script(for: view)) { host.play(script) }
            }
        }
        var pictures: [(time: Double, image: CGImage)] = []
        let start = Date()
        for number in 0...Int(duration * Self.framesPerSecond) {
            let time = Double(number) / Self.framesPerSecond
            host.advance(to: time)
            if waits {
                let end = start.addingTimeInterval(time)
                repeat { RunLoop.main.run(until: min(end, Date() + 0.005)) } while Date() < end
            }
            pictures.append((time, host.image))
        }
        let film = Film(pictures: pictures, moments: moments, framesPerSecond: Self.framesPerSecond)
        var front = window.rootViewController
        while let presented = front?.presentedViewController { front = presented }
        if front?.viewIfLoaded?.window == nil { faults.append("the controller's view is not shown") }
        if film.hasOneColor { faults.append("each picture is of one colour") }
        if isStill == false, film.distinct == 0 { faults.append("nothing moves") }
        if isStill == true, film.distinct > 0 { faults.append("something moves") }
        if let failure = host.scriptFailure { faults.append("\(failure)") }
        return film
    }
}

/// A finger's use of the controls of a view.
@MainActor private enum Hand {
    /// Taps buttons, switches and the second segments, drags sliders, 0.15 s each; where there are none of these, taps the view. Buttons that
    /// lead back stay as they are.
    static func script(for view: UIView) -> String {
        let lines = controls(in: view).compactMap { control -> String? in
            let rect = control.convert(control.bounds, to: nil)
            guard let window = control.window, window.bounds.contains(CGPoint(x: rect.midX, y: rect.midY)) else {
                return nil
            }
            switch control {
            case is UISlider:
                let end = rect.minX + 0.8 * rect.width
                return "drag \(rect.midX),\(rect.midY) to \(end),\(rect.midY) over 0.15 by touch"
            case let segments as UISegmentedControl:
                let width = rect.width / CGFloat(max(1, segments.numberOfSegments))
                return "tap \(rect.minX + 1.5 * width),\(rect.midY) over 0.05 by touch\nwait 0.1"
            default: return "tap \(rect.midX),\(rect.midY) over 0.05 by touch\nwait 0.1"
            }
        }
        guard lines.isEmpty else { return lines.prefix(12).joined(separator: "\n") }
        return "tap \(view.bounds.width * 0.3),\(view.bounds.height * 0.6) by touch"
    }

    private static func controls(in view: UIView) -> [UIControl] {
        if let control = view as? UIControl {
            let isBack = (control as? UIButton)?.title(for: .normal) == "返回列表"
            return control.isHidden || !control.isEnabled || isBack ? [] : [control]
        }
        return view.isHidden ? [] : view.subviews.flatMap { controls(in: $0) }
    }
}

/// Pictures one after the other.
@MainActor struct Film {
    let pictures: [(time: Double, image: CGImage)]
    let moments: [Double]
    let framesPerSecond: Double

    var count: Int { pictures.count }

    /// How many pictures are not as the one before.
    var distinct: Int {
        let bytes = pictures.map { Self.bytes($0.image) }
        return zip(bytes, bytes.dropFirst()).count { $0 != $1 }
    }

    /// Whether each picture has one colour.
    var hasOneColor: Bool { pictures.allSatisfy { picture in Set(Self.bytes(picture.image)).count < 2 } }

    private static func bytes(_ image: CGImage) -> [UInt32] {
        let (width, height) = (image.width, image.height)
        var pixels = [UInt32](repeating: 0, count: width * height)
        pixels.withUnsafeMutableBytes { memory in
            let context = CGContext(
                data: memory.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            context?.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
        return pixels
    }

    /// Writes NAME.gif and NAME.png.
    func write(to path: String) throws {
        let target = URL(fileURLWithPath: path + ".gif") as CFURL
        if let file = CGImageDestinationCreateWithURL(target, "com.compuserve.gif" as CFString, pictures.count, nil) {
            let delay = [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: 1 / framesPerSecond]]
            for picture in pictures { CGImageDestinationAddImage(file, picture.image, delay as CFDictionary) }
            guard CGImageDestinationFinalize(file) else { throw CocoaError(.fileWriteUnknown) }
        }
        try Sheet(pictures: moments.compactMap { moment in pictures.last { $0.time <= moment + 1e-6 } }).write(
            to: path + ".png")
    }
}

/// An animated picture of another's.
struct Recording {
    let pictures: [(time: Double, image: CGImage)]

    init(path: String) throws {
        guard let source = CGImageSourceCreateWithURL(URL(fileURLWithPath: path) as CFURL, nil) else {
            throw CocoaError(.fileReadUnknown)
        }
        var (time, pictures) = (0.0, [(time: Double, image: CGImage)]())
        for number in 0..<CGImageSourceGetCount(source) {
            guard let image = CGImageSourceCreateImageAtIndex(source, number, nil) else { continue }
            pictures.append((time, image))
            let properties = CGImageSourceCopyPropertiesAtIndex(source, number, nil) as? [CFString: Any]
            let gif = properties?[kCGImagePropertyGIFDictionary] as? [CFString: Any]
            time += gif?[kCGImagePropertyGIFDelayTime] as? Double ?? 0.1
        }
        self.pictures = pictures
        print(
            "\(path): \(pictures.count) pictures, \(time) s, \(pictures[0].image.width) x \(pictures[0].image.height)")
    }

    @MainActor func sheet(at moments: [Double]) -> Sheet {
        Sheet(pictures: moments.compactMap { moment in pictures.last { $0.time <= moment } })
    }
}

/// Pictures side by side.
@MainActor struct Sheet {
    let pictures: [(time: Double, image: CGImage)]

    func write(to path: String) throws {
        let width = min(pictures.map(\.image.width).max() ?? 1, 320)
        let heights = pictures.map { width * $0.image.height / max($0.image.width, 1) }
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let size = CGSize(width: (width + 4) * pictures.count, height: heights.max() ?? 1)
        let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in
            for (number, picture) in pictures.enumerated() {
                UIImage(cgImage: picture.image).draw(
                    in: CGRect(x: number * (width + 4), y: 0, width: width, height: heights[number]))
            }
        }
        try image.pngData()?.write(to: URL(fileURLWithPath: path))
    }
}
