import Foundation
import MicaScripts
import QuartzCore
import UIKit
@testable import UIKitCore

/// The calls of views and recognizers, in order.
@MainActor final class TouchLog {
    var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
    var text: String { lines.joined(separator: " ") }
}

/// A view that lists its calls.
final class LoggingView: UIView {
    var name = ""
    var log: TouchLog?
    var passesOn = false

    convenience init(_ name: String, _ frame: CGRect, _ log: TouchLog) {
        self.init(frame: frame)
        (self.name, self.log) = (name, log)
    }

    private func tell(_ what: String, _ touches: Set<UITouch>) {
        log?.add("\(name).\(what)" + (touches.count == 1 ? "" : "\(touches.count)"))
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        tell("began", touches)
        if passesOn { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        if log?.lines.last != "\(name).moved" { tell("moved", touches) }
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        tell("ended", touches)
        if passesOn { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { tell("cancelled", touches) }
}

/// A target that tells the states that it is called in; the same state again is told once.
@MainActor final class GestureTarget: NSObject, UIGestureRecognizerDelegate {
    let log: TouchLog
    var allowsTogether = false
    var mayBegin = true
    var receives = true
    init(_ log: TouchLog) { self.log = log }

    static let action = Selector(
        "act:", onMain: { (target: GestureTarget, sender: UIGestureRecognizer) in target.act(sender) })

    var heard: ((UIGestureRecognizer) -> Void)?

    func act(_ recognizer: UIGestureRecognizer) {
        heard?(recognizer)
        let line = "\(recognizer.name ?? "?"):\(recognizer.state)"
        if log.lines.last != line { log.add(line) }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { mayBegin }
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { allowsTogether }
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { receives }
}

/// A window with a view in it, on a host without a screen.
@MainActor final class TouchStage {
    let host = ScriptedWindow(size: CGSize(width: 320, height: 320), scale: 1, threads: 1)
    let window: UIWindow
    let log = TouchLog()
    let view: LoggingView
    let target: GestureTarget

    init() {
        window = UIWindow(host: host)
        view = LoggingView("v", CGRect(x: 20, y: 20, width: 280, height: 280), log)
        target = GestureTarget(log)
        window.addSubview(view)
        window.makeKeyAndVisible()
    }

    @discardableResult
    func add<Recognizer: UIGestureRecognizer>(
        _ recognizer: Recognizer, _ name: String, to other: UIView? = nil
    ) -> Recognizer {
        recognizer.name = name
        recognizer.addTarget(target, action: GestureTarget.action)
        (other ?? view).addGestureRecognizer(recognizer)
        return recognizer
    }

    /// The calls for one event of the mouse.
    func mouse(_ phase: PointerEvent.Phase, _ x: CGFloat, _ y: CGFloat, after delay: Double = 0.02) -> String {
        log.lines = []
        host.advance(to: host.time + delay)
        log.lines = []
        host.send(
            .pointer(PointerEvent(phase, at: CGPoint(x: x, y: y), button: phase == .moved ? nil : .primary)))
        return log.text
    }

    /// The calls during a script.
    func play(_ script: String, for more: Double = 1) throws -> String {
        log.lines = []
        try host.perform(script)
        host.advance(to: host.time + more)
        return log.text
    }
}
