import UIKit

private extension Selector {
    static let tapped = #selector(Controller.tapped(_:))
}

class Base: NSObject {
    var log: [String] = []
    func hello() { log.append("hello of Base") }
    var name: String { "base" }
    var size: CGFloat = 1
}

@objcMembers class Controller: Base {
    @IBOutlet weak var label: CALayer!
    @objc dynamic var level = 3
    private var timer: Timer?

    @objc func tapped(_ sender: AnyObject) { log.append("tapped") }
    @objc private func secret() { log.append("secret") }
    @objc func overridden() { log.append("overridden of Controller") }
    @objc func noted(_ note: Notification) { log.append("noted \(note.name.rawValue)") }
    @objc func stepped(_ link: CADisplayLink) { log.append("stepped") }
    @objc func fired(_ timer: Timer) { log.append("fired \(timer.userInfo as? String ?? "")") }
    @IBAction func pressed(_ sender: Any) { log.append("pressed") }

    func wire() {
        // 1. perform, by every form of a selector
        perform(#selector(tapped(_:)), with: self)
        perform(#selector(self.secret))
        perform(#selector(Controller.overridden))
        perform(#selector(inExtension))
        perform(.tapped, with: self)
        perform(#selector(pressed as (Any) -> Void), with: self)
        perform(#selector(setter: level), with: 7)
        log.append("level \(perform(#selector(getter: level))!.takeUnretainedValue())")
        // 2. notifications
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(noted), name: Notification.Name("n"), object: nil)
        center.post(name: Notification.Name("n"), object: nil)
        center.removeObserver(self)
        center.post(name: Notification.Name("n"), object: nil)
        // 3. timers
        timer = Timer(
            timeInterval: 0.01, target: self, selector: #selector(fired(_:)), userInfo: "once", repeats: false)
        RunLoop.current.add(timer!, forMode: .default)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.1))
        // 4. later
        perform(#selector(later(_:)), with: "a", afterDelay: 0.02)
        perform(#selector(later(_:)), with: "b", afterDelay: 0.02)
        NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(later(_:)), object: "b")
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.1))
        // 5. the display
        let link = CADisplayLink(target: self, selector: #selector(Controller.stepped(_:)))
        link.add(to: .current, forMode: .common)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.1))
        link.invalidate()
        // 6. what there is
        log.append("responds \(responds(to: #selector(secret))) \(responds(to: #selector(CALayer.setNeedsLayout)))")
        log.append(#keyPath(CALayer.bounds) + " " + #keyPath(Controller.level))
    }
}

extension Controller {
    @objc private func inExtension() { log.append("inExtension") }
    @objc func later(_ what: String) { log.append("later \(what)") }
    @objc func hook() { log.append("hook of Controller") }
    override func hello() {
        super.hello()
        log.append("hello of Controller")
    }
    override var name: String { "controller of " + super.name }
    override var size: CGFloat {
        didSet { log.append("size \(oldValue) \(size)") }
    }
}

final class Sub: Controller {
    override func overridden() { log.append("overridden of Sub") }
    override func hook() { log.append("hook of Sub") }
}

class Gauge: CALayer {
    @NSManaged var progress: CGFloat

    override class func needsDisplay(forKey key: String) -> Bool {
        key == #keyPath(Gauge.progress) || super.needsDisplay(forKey: key)
    }
}
