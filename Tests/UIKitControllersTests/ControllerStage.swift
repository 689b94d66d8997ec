import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import UIKit
@testable import UIKitCore

/// A window with a root controller, on a host without a screen.
@MainActor final class ControllerStage {
    let host: ScriptedWindow
    let window: UIWindow

    /// - Parameter size: In points; a phone's at first.
    init(_ root: UIViewController, size: CGSize = CGSize(width: 375, height: 667)) {
        host = ScriptedWindow(size: size, scale: 1, threads: 1)
        window = UIWindow(host: host)
        window.rootViewController = root
        act { self.window.makeKeyAndVisible() }
    }

    /// Does something, and lets a hundredth of a second pass.
    func act(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { assumeMainActor(body) }
        pass(0.01)
    }

    func pass(_ seconds: Double) { host.advance(to: host.time + seconds) }

    /// Plays a script, such as `tap 10,20`, and lets a second pass.
    func play(_ script: String, for seconds: Double = 1) throws {
        try host.perform(script)
        pass(seconds)
    }

    /// Drags with a finger, which stays down.
    func drag(from start: CGPoint, to end: CGPoint, over seconds: Double = 0.2) throws {
        try host.perform(
            "press \(Int(start.x)),\(Int(start.y)) by touch\nmove \(Int(end.x)),\(Int(end.y)) at 0.02 over \(seconds) by touch"
        )
        pass(1.0 / 60)
        finger = end
    }
    private var finger = CGPoint.zero

    /// Lifts the finger.
    func lift(after seconds: Double = 0) throws {
        pass(seconds)
        host.send(.pointer(PointerEvent(.released, at: finger, device: .touch, pointer: 1, button: .primary)))
        pass(1.0 / 60)
    }

    /// The visible frame of a view, in the window.
    func shown(_ view: UIView) -> CGRect {
        guard let layer = view.layer.presentation() else { return .null }
        return layer.convert(layer.bounds, to: window.layer.presentation())
    }

    /// The labels in a view that show, from the front-most on.
    func texts(in view: UIView) -> [String] {
        var found: [String] = []
        func look(_ view: UIView) {
            guard !view.isHidden, view.alpha > 0.01 else { return }
            if let label = view as? UILabel, let text = label.text ?? label.attributedText?.string, !text.isEmpty {
                found.append(text)
            }
            for child in view.subviews { look(child) }
        }
        look(view)
        return found
    }

    /// The first view of a class.
    func first<View: UIView>(_ type: View.Type, in view: UIView) -> View? {
        if let view = view as? View { return view }
        for child in view.subviews { if let found = first(type, in: child) { return found } }
        return nil
    }
}

/// A controller that logs its appearing, with a colour.
final class PlainController: UIViewController {
    let name: String
    var log: [String] = []
    var told: ((String) -> Void)?

    init(_ name: String, _ color: UIColor = .white) {
        self.name = name
        super.init(nibName: nil, bundle: nil)
        title = name
        view.backgroundColor = color
    }

    required init?(coder: NSCoder) { nil }

    private func add(_ line: String) {
        log.append(line)
        told?("\(name) \(line)")
    }

    override func viewWillAppear(_ animated: Bool) { add("willAppear\(animated ? "A" : "")") }
    override func viewDidAppear(_ animated: Bool) { add("didAppear\(animated ? "A" : "")") }
    override func viewWillDisappear(_ animated: Bool) { add("willDisappear\(animated ? "A" : "")") }
    override func viewDidDisappear(_ animated: Bool) { add("didDisappear\(animated ? "A" : "")") }
    override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        add("didMove \(parent != nil)")
    }
}

extension ControllerStage {
    /// Writes a picture into the folder that MICA_PICTURES names; nothing without.
    func write(_ name: String, _ dark: Bool) throws {
        guard let folder = ProcessInfo.processInfo.environment["MICA_PICTURES"] else { return }
        try host.write(to: "\(folder)/\(name)\(dark ? "-dark" : "").png")
    }
}
