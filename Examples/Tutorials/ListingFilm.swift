import MicaScripts
import QuartzCore
import UIKit

/// The app in a window without a screen, with a hand that opens a listing and uses each of its controls: how the app is filmed, and
/// tested.
///
/// The hand finds rows and controls by their names, as accessibility has them.
@MainActor public final class ListingFilm {
    /// The window: its frames are the film.
    public let host: ScriptedWindow
    /// How long the film is, in seconds.
    public let duration: Double
    private let window: UIWindow
    private let listing: Listing

    /// Makes the app in a window, about to be used.
    ///
    /// - Parameters:
    ///   - size: The window's, in points.
    ///   - scale: Pixels per point.
    public init(
        of listing: Listing, size: CGSize = CGSize(width: 375, height: 667), scale: CGFloat = 1, threads: Int? = nil
    ) {
        self.listing = listing
        host = ScriptedWindow(size: size, scale: scale, threads: threads)
        window = UIWindow(host: host)
        let app = TutorialsController.app()
        window.rootViewController = app
        window.makeKeyAndVisible()
        // How long the hand is busy follows from the controls.
        let controls = ListingControls(root: CALayer())
        controls.root.bounds.size = listing.size
        listing.build(controls.root)
        listing.controls(controls)
        duration = 1.6 + controls.rows.reduce(0) { $0 + Self.duration(of: $1.control) } + 1
        (app.topViewController as? TutorialsController)?.reveal(listing)
        host.schedule(at: 0.4) { [weak self] in self?.open() }
        host.schedule(at: 1.5) { [weak self] in self?.useControls() }
    }

    private func open() {
        guard let row = window.accessibilityTree.first(.button, named: listing.title) else { return }
        play("tap \(row.point)")
    }

    /// How long a control is used, in seconds.
    private static func duration(of control: UIControl) -> Double {
        switch control {
        case is UISlider: 1.4
        case let control as UISegmentedControl: 0.6 * Double(control.numberOfSegments)
        default: 0.8
        }
    }

    private func useControls() {
        guard let navigation = window.rootViewController as? UINavigationController,
            let page = navigation.topViewController as? ListingController
        else { return }
        var start = 0.1
        var lines: [String] = []
        for row in page.controls?.rows ?? [] {
            lines += hand(row.control, at: start)
            start += Self.duration(of: row.control)
        }
        play(lines.joined(separator: "\n"))
    }

    /// The lines of a script that uses a control: a slider from end to end and back to the middle, a switch twice, each segment, a button.
    private func hand(_ control: UIControl, at start: Double) -> [String] {
        let frame = control.convert(control.bounds, to: nil)
        func line(_ point: CGPoint) -> String { "\(Int(point.x)),\(Int(point.y))" }
        switch control {
        case let slider as UISlider:
            let track = slider.trackRect(forBounds: slider.bounds)
            func thumb(_ value: Float) -> String {
                let rect = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: value)
                return line(slider.convert(CGPoint(x: rect.midX, y: rect.midY), to: nil))
            }
            let (low, high) = (slider.minimumValue, slider.maximumValue)
            let end = slider.value > (low + high) / 2 ? low : high
            let back = low + (high - low) * 0.4 + (end == high ? (high - low) * 0.1 : 0)
            return [
                "drag \(thumb(slider.value)) to \(thumb(end)) at \(start) over 0.6",
                "drag \(thumb(end)) to \(thumb(back)) at \(start + 0.75) over 0.4",
            ]
        case is UISwitch:
            let point = line(CGPoint(x: frame.midX, y: frame.midY))
            return ["tap \(point) at \(start)", "tap \(point) at \(start + 0.5)"]
        case let segments as UISegmentedControl:
            let count = segments.numberOfSegments
            return (0..<count).map { index in
                let x = frame.minX + frame.width * (CGFloat(index) + 0.5) / CGFloat(count)
                return "tap \(line(CGPoint(x: x, y: frame.midY))) at \(start + 0.6 * Double(index))"
            }
        case is UIStepper:
            return ["tap \(line(CGPoint(x: frame.maxX - 20, y: frame.midY))) at \(start)"]
        default: return ["tap \(line(CGPoint(x: frame.midX, y: frame.midY))) at \(start)"]
        }
    }

    private func play(_ script: String) {
        do {
            host.play(try EventScript(script, name: listing.id))
        } catch {
            preconditionFailure("the hand of '\(listing.id)': \(error)")
        }
    }
}
