import UIKit

@objc protocol FlipDelegate: AnyObject {
    func required()
    @objc optional func didFlip(_ times: Int) -> Bool
    @objc optional func willFlip()
    @objc optional var title: String { get }
}

@objc public protocol SpinDelegate: NSObjectProtocol {
    @objc optional func spin(_ spinner: AnyObject, by angle: CGFloat)
}

final class Deaf: FlipDelegate {
    func required() {}
}

final class Keen: NSObject, FlipDelegate, SpinDelegate {
    var log: [String] = []
    var title: String { "keen" }
    func required() {}
    func willFlip() { log.append("willFlip") }
    func didFlip(_ times: Int) -> Bool { times > 2 }
    func spin(_ spinner: AnyObject, by angle: CGFloat) { log.append("spin \(angle)") }
}

/// Calls optional requirements in all the ways there are, and closures that look alike.
final class Flipper: NSObject {
    weak var delegate: FlipDelegate?
    weak var spinDelegate: SpinDelegate?
    var done: ((Int) -> Int)?
    var didFlip: ((Int) -> Bool)?

    func flip() -> String {
        delegate?.willFlip?()
        spinDelegate?.spin?(self, by: 2)
        if let will = delegate?.willFlip { will() }
        let heard = delegate?.didFlip?(3)
        let title = delegate?.title ?? "untitled"
        let count = done?(4) ?? -1
        let closure = self.didFlip?(5) ?? false
        let responds = (delegate as? NSObject)?.responds(to: #selector(FlipDelegate.required)) ?? false
        return "\(heard.map { "\($0)" } ?? "nobody") \(title) \(count) \(closure) \(responds)"
    }
}
