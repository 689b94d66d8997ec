import Foundation
import QuartzCore

extension UIView {
    /// Options of animations and transitions; raw values are Apple's. *Source*: Apple, UIView.AnimationOptions.
    public struct AnimationOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Lays out what asked for it at the end of the block, so that it is animated with it.
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        /// Views are touched while they are animated; here they are in any case.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// Begins where things are seen now, rather than where they were to go.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Plays for ever.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// Plays backwards after forwards.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Within another animation: has its own duration.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// Within another animation: has its own curve.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        /// In a transition: what the block changes is animated too.
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        /// In a transition between views: they are hidden and shown, rather than removed and added.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// Within another animation: takes no options from it.
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
        /// Slow at both ends; the default.
        public static let curveEaseInOut: AnimationOptions = []
        /// Slow at the beginning.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// At one speed.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        /// Turns over to the right.
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        /// Turns over to the left.
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// A page that is turned up.
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        /// A page that is laid down.
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        /// Fades over.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        /// Turns over from the top.
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        /// Turns over from the bottom.
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
        /// 60 frames a second; here as the screen has it.
        public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
        /// 30 frames a second; here as the screen has it.
        public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

        /// The curve.
        var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16 & 3)) ?? .easeInOut }

        /// The transition; nil for none.
        var transition: (type: CATransitionType, subtype: CATransitionSubtype?)? {
            switch rawValue >> 20 & 7 {
            case 1: (CATransitionType(rawValue: "oglFlip"), .fromLeft)
            case 2: (CATransitionType(rawValue: "oglFlip"), .fromRight)
            case 3: (CATransitionType(rawValue: "pageCurl"), .fromBottom)
            case 4: (CATransitionType(rawValue: "pageUnCurl"), .fromBottom)
            case 5: (.fade, nil)
            case 6: (CATransitionType(rawValue: "oglFlip"), .fromTop)
            case 7: (CATransitionType(rawValue: "oglFlip"), .fromBottom)
            default: nil
            }
        }
    }

    /// How an animation's speed changes; raw values are Apple's. *Source*: Apple, UIView.AnimationCurve.
    public enum AnimationCurve: Int, Sendable {
        /// Slow at both ends.
        case easeInOut = 0
        /// Slow at the beginning.
        case easeIn = 1
        /// Slow at the end.
        case easeOut = 2
        /// At one speed.
        case linear = 3

        /// What layers call it.
        var function: CAMediaTimingFunction {
            switch self {
            case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
            case .easeIn: CAMediaTimingFunction(name: .easeIn)
            case .easeOut: CAMediaTimingFunction(name: .easeOut)
            case .linear: CAMediaTimingFunction(name: .linear)
            }
        }
    }

    /// Options of animations by keyframes; raw values are Apple's. *Source*: Apple, UIView.KeyframeAnimationOptions.
    public struct KeyframeAnimationOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Lays out what asked for it at the end of the block.
        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
        /// Views are touched while they are animated; here they are in any case.
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        /// Begins where things are seen now.
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        /// Plays for ever.
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        /// Plays backwards after forwards.
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        /// Within another animation: has its own duration.
        public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
        /// Within another animation: takes no options from it.
        public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
        /// Straight between keyframes; the default.
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        /// In steps.
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        /// At an even speed.
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        /// Smooth through keyframes.
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        /// Smooth through keyframes, at an even speed.
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

        /// What layers call it.
        var mode: CAAnimationCalculationMode {
            switch rawValue >> 10 & 7 {
            case 1: .discrete
            case 2: .paced
            case 3: .cubic
            case 4: .cubicPaced
            default: .linear
            }
        }
    }
}
