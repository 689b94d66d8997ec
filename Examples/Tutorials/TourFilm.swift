import MicaScripts
import QuartzCore
import UIKit

/// The app of the listings in a window without a screen, scrolled and touched by a finger that is drawn: README's film.
@MainActor public final class TourFilm {
    /// The window: its frames are the film.
    public let host: ScriptedWindow
    /// How long the film is, in seconds.
    public let duration = 9.0
    private let window: UIWindow
    private let finger = CALayer()

    /// Makes the app in a window, about to be used.
    ///
    /// - Parameters:
    ///   - size: The window's, in points.
    ///   - scale: Pixels per point.
    public init(size: CGSize = CGSize(width: 320, height: 568), scale: CGFloat = 1, threads: Int? = nil) {
        host = ScriptedWindow(size: size, scale: scale, threads: threads)
        window = UIWindow(host: host)
        window.rootViewController = TutorialsController.app()
        window.makeKeyAndVisible()
        finger.bounds.size = CGSize(width: 36, height: 36)
        finger.cornerRadius = 18
        finger.backgroundColor = UIColor.systemBlue.withAlphaComponent(0.45).cgColor
        finger.opacity = 0
        finger.zPosition = 1000
        host.layer.addSublayer(finger)
        let (x, y) = (size.width * 0.55, size.height)
        // A flick, and a slower drag that stops it and goes back.
        drag(CGPoint(x: x, y: y * 0.8), CGPoint(x: x, y: y * 0.45), after: 0.5, over: 0.22)
        drag(CGPoint(x: x, y: y * 0.5), CGPoint(x: x, y: y * 0.62), after: 1.7, over: 0.8, rests: true)
        host.schedule(at: 3.7) { [weak self] in self?.open(oneOf: ["two-cubes", "transform-planes"]) }
        host.schedule(at: 4.6) { [weak self] in self?.useSliders() }
        host.schedule(at: 7.9) { [weak self] in self?.goBack() }
    }

    /// A press, a straight line and a release, with the finger, some seconds from now. A finger that rests at the end
    /// does not throw a list.
    private func drag(_ from: CGPoint, _ to: CGPoint, after delay: Double, over duration: Double, rests: Bool = false) {
        let rest = rests ? 0.15 : 0
        play(
            """
            press \(text(from)) at \(delay)
            move \(text(to)) over \(duration)
            release after \(rest)
            """)
        host.schedule(at: host.time + delay) { [finger] in
            let move = CABasicAnimation(keyPath: "position")
            (move.fromValue, move.toValue, move.duration) = (from, to, duration)
            Self.show(finger, at: to, for: duration + rest)
            finger.add(move, forKey: "move")
        }
    }

    private func tap(_ point: CGPoint) {
        play("tap \(text(point)) at 0.1")
        host.schedule(at: host.time + 0.1) { [finger] in Self.show(finger, at: point, for: 0.1) }
    }

    /// Shows the finger while it touches, and fades it.
    private static func show(_ finger: CALayer, at point: CGPoint, for duration: Double) {
        CATransaction.setDisableActions(true)
        finger.position = point
        let fade = CAKeyframeAnimation(keyPath: "opacity")
        fade.duration = duration + 0.25
        fade.values = [1, 1, 0]
        fade.keyTimes = [0, NSNumber(value: duration / fade.duration), 1]
        finger.add(fade, forKey: "fade")
    }

    /// Opens the first of some listings whose row is seen.
    private func open(oneOf ids: [String]) {
        let seen = CGRect(origin: .zero, size: host.size).insetBy(dx: 0, dy: 90)
        let rows = ids.compactMap { id in listings.first { $0.id == id } }.compactMap { listing in
            window.accessibilityTree.first(.button, named: listing.title)?.activationPoint
        }
        guard let row = rows.first(where: { seen.contains($0) }) else { return }
        tap(row)
    }

    private func useSliders() {
        guard let navigation = window.rootViewController as? UINavigationController,
            let page = navigation.topViewController as? ListingController
        else { return }
        var delay = 0.1
        for slider in (page.controls?.rows ?? []).compactMap({ $0.control as? UISlider }).prefix(2) {
            let (low, high) = (slider.minimumValue, slider.maximumValue)
            let stops = [slider.value, low + (high - low) * 0.85, low + (high - low) * 0.25]
            for (from, to) in zip(stops, stops.dropFirst()) {
                drag(thumb(slider, from), thumb(slider, to), after: delay, over: 0.65)
                delay += 0.75
            }
        }
    }

    private func goBack() {
        guard let back = window.accessibilityTree.first(.button, named: "Listings") else { return }
        tap(back.activationPoint)
    }

    private func thumb(_ slider: UISlider, _ value: Float) -> CGPoint {
        let track = slider.trackRect(forBounds: slider.bounds)
        let rect = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: value)
        return slider.convert(CGPoint(x: rect.midX, y: rect.midY), to: nil)
    }

    private func text(_ point: CGPoint) -> String { "\(Int(point.x)),\(Int(point.y))" }

    private func play(_ script: String) {
        do {
            host.play(try EventScript(script, name: "tour"))
        } catch {
            preconditionFailure("the tour's script: \(error)")
        }
    }
}
