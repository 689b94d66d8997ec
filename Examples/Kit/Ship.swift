import Foundation
import Mica
import MicaSurface
import MicaVideo
import QuartzCore

/// A film of a ship that sails past, four seconds of 240 x 160 pixels, 25 frames a second: what the examples play where a program would have
/// a file of its own. It is drawn when it is first wanted, into a file that goes with the process; nil if films cannot be written. Its
/// frames are PNG, which loses nothing: whoever decodes them gets the bytes that were drawn, on any machine.
public let shipFilm: URL? = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("mica-ship-\(getpid()).mov")
    // On a thread of its own: the layers of whoever asks may be on their way to a frame.
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        defer { done.signal() }
        let sea = CALayer()
        sea.frame = CGRect(x: 0, y: 0, width: 240, height: 160)
        drawSea(in: sea)
        try? LayerRenderer(layer: sea, threads: 1).render(
            frames: 0..<100, rate: FrameRate(25), into: VideoSink(path: url.path, format: .losslessPNG))
    }
    thread.start()
    done.wait()
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    atexit { try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "/mica-ship-\(getpid()).mov") }
    return url
}()

/// A ship on a sea, in four seconds from one side to the other.
private func drawSea(in root: CALayer) {
    let sky = CAGradientLayer()
    sky.frame = root.bounds
    sky.colors = [hue(0.58, saturation: 0.7), hue(0.1, saturation: 0.35, brightness: 1)]
    sky.endPoint.y = 0.62
    root.addSublayer(sky)
    let sun = CALayer()
    sun.frame = CGRect(x: 176, y: 22, width: 30, height: 30)
    sun.cornerRadius = 15
    sun.backgroundColor = hue(0.13, saturation: 0.5, brightness: 1)
    root.addSublayer(sun)
    let ship = makeShip()
    ship.position = CGPoint(x: -40, y: 98)
    let sail = CABasicAnimation(keyPath: "position.x")
    (sail.fromValue, sail.toValue, sail.duration) = (-40.0, 280.0, 4)
    ship.add(sail, forKey: "sail")
    let roll = CABasicAnimation(keyPath: "transform.rotation")
    (roll.fromValue, roll.toValue, roll.duration) = (-0.07, 0.07, 0.8)
    (roll.autoreverses, roll.repeatCount) = (true, .infinity)
    roll.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    ship.add(roll, forKey: "roll")
    root.addSublayer(ship)
    for (index, y) in [100.0, 118, 138].enumerated() {
        let wave = CALayer()
        wave.frame = CGRect(x: -20, y: y, width: 280, height: 60)
        wave.backgroundColor = hue(0.56, saturation: 0.8, brightness: 0.75 - 0.15 * Double(index), alpha: 0.92)
        let swell = CABasicAnimation(keyPath: "position.y")
        (swell.fromValue, swell.toValue) = (Double(wave.position.y) - 2, Double(wave.position.y) + 2)
        (swell.duration, swell.autoreverses, swell.repeatCount) = (0.7 + 0.2 * Double(index), true, .infinity)
        wave.add(swell, forKey: "swell")
        root.addSublayer(wave)
    }
}

private func makeShip() -> CALayer {
    let ship = CALayer()
    ship.bounds = CGRect(x: 0, y: 0, width: 80, height: 70)
    func part(_ points: [(CGFloat, CGFloat)], _ color: CGColor) {
        let path = CGMutablePath()
        path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
        path.closeSubpath()
        let shape = CAShapeLayer()
        (shape.path, shape.fillColor) = (path, color)
        ship.addSublayer(shape)
    }
    part([(2, 44), (78, 44), (66, 66), (14, 66)], hue(0.02, saturation: 0.75, brightness: 0.6))
    part([(38, 2), (41, 2), (41, 44), (38, 44)], hue(0.08, saturation: 0.6, brightness: 0.35))
    part([(44, 6), (44, 40), (74, 40)], hue(0.1, saturation: 0.08, brightness: 1))
    part([(35, 12), (35, 40), (10, 40)], hue(0.1, saturation: 0.2, brightness: 0.95))
    return ship
}
