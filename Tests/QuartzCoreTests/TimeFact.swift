import CoreGraphics
import Foundation
import MicaWire
import QuartzCore

/// Something that Apple's framework does or gives, with where that is stated.
struct TimeFact: Sendable, CustomStringConvertible {
    /// Its number; no other fact has it.
    let id: String
    /// Its owner: a class, or a part of a class.
    let topic: String
    /// Where it is stated.
    let source: Source
    /// The fact in words.
    let statement: String
    /// Mica's value, and the expected one.
    let values: @Sendable () -> (found: Value, expected: Value)

    /// Where facts are stated.
    enum Source: String, Sendable {
        /// DTW-Thalion/libs-quartzcore (of gnustep/libs-quartzcore), Tests/quartzcore: "checked against Apple QuartzCore".
        case gnustep = "GS"
        /// honghaoz/ChouTiUI, tests that run on Apple's systems.
        case chouTi = "CT"
        /// honghaoz/ComposeUI, tests that run on Apple's systems.
        case composeUI = "CU"
        /// material-motion/motion-animator-objc, tests that run on Apple's systems.
        case motionAnimator = "MM"
        /// dev/api/quartzcore-api.tsv: read off Apple's framework or its headers.
        case api = "API"
        /// Apple's documentation: the Core Animation Programming Guide, or the class's page.
        case documented = "DOC"

        /// Whether somebody has seen Apple's framework do it.
        var isMeasured: Bool { self != .documented }
    }

    /// A value, with how near another must be to count as the same.
    enum Value: Sendable, Equatable, CustomStringConvertible {
        case number(Double, within: Double)
        case text(String)
        case truth(Bool)
        case nothing

        var description: String {
            switch self {
            case .number(let v, let slop): slop == 0 ? "\(v)" : "\(v) (within \(slop))"
            case .text(let v): "\"\(v)\""
            case .truth(let v): "\(v)"
            case .nothing: "nil"
            }
        }

        func isSame(as expected: Value) -> Bool {
            if case .number(let a, _) = self, case .number(let b, let slop) = expected {
                return a == b || abs(a - b) <= slop
            }
            return self == expected
        }
    }

    var description: String { "\(id) (\(source.rawValue)) \(topic): \(statement)" }
}

/// A list of facts of one topic, numbered as they are added.
struct TimeFacts {
    private(set) var list: [TimeFact] = []
    private let prefix: String, topic: String
    private let source: TimeFact.Source

    init(_ prefix: String, _ topic: String, _ source: TimeFact.Source) {
        (self.prefix, self.topic, self.source) = (prefix, topic, source)
    }

    private mutating func add(
        _ statement: String, _ source: TimeFact.Source?,
        _ values: @escaping @Sendable () -> (found: TimeFact.Value, expected: TimeFact.Value)
    ) {
        let digits = String(list.count + 1)
        let id = "\(prefix)-" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
        list.append(
            TimeFact(id: id, topic: topic, source: source ?? self.source, statement: statement, values: values))
    }

    mutating func number(
        _ statement: String, _ expected: Double, within slop: Double = 0, from source: TimeFact.Source? = nil,
        _ found: @escaping @Sendable () -> Double?
    ) {
        add(statement, source) {
            (found().map { .number($0, within: 0) } ?? .nothing, .number(expected, within: slop))
        }
    }

    mutating func text(
        _ statement: String, _ expected: String, from source: TimeFact.Source? = nil,
        _ found: @escaping @Sendable () -> String?
    ) {
        add(statement, source) { (found().map { .text($0) } ?? .nothing, .text(expected)) }
    }

    mutating func holds(
        _ statement: String, from source: TimeFact.Source? = nil, _ found: @escaping @Sendable () -> Bool
    ) {
        add(statement, source) { (.truth(found()), .truth(true)) }
    }
}

/// A layer's values while animations run, read off `presentation()`.
enum Shown {
    /// A number of a layer that animations were added to at 0 s in a committed tree.
    static func number(
        _ key: String, at time: Double, model: (CALayer) -> Void = { _ in }, _ animations: [CAAnimation]
    ) -> Double? {
        let (tree, layer) = TestTree.withChild(model)
        tree.transaction { for animation in animations { layer.add(animation, forKey: nil) } }
        return MediaClock.with(time: time) {
            (layer.presentation()?.value(forKeyPath: key) as? NSNumber)?.doubleValue
        }
    }

    /// An animation of `borderWidth`, which has no limits.
    static func basic(
        _ from: Double?, _ to: Double?, by: Double? = nil, duration: Double = 2,
        _ configure: (CABasicAnimation) -> Void = { _ in }
    ) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "borderWidth")
        (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
        animation.duration = duration
        configure(animation)
        return animation
    }

    /// Keyframes of `borderWidth` over four seconds.
    static func keyframes(
        _ values: [Double], duration: Double = 4, _ configure: (CAKeyframeAnimation) -> Void = { _ in }
    ) -> CAKeyframeAnimation {
        let animation = CAKeyframeAnimation(keyPath: "borderWidth")
        (animation.values, animation.duration) = (values, duration)
        configure(animation)
        return animation
    }

    /// The value of a pace at a share of the time.
    static func eased(_ function: CAMediaTimingFunction, at share: Double) -> Double? {
        number(
            "borderWidth", at: share,
            [
                basic(0, 1, duration: 1) {
                    $0.timingFunction = function
                    // At its end an animation shows its end only if it is kept.
                    ($0.fillMode, $0.isRemovedOnCompletion) = (.both, false)
                }
            ])
    }
}
