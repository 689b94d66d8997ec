import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// An animation of a whole layer, with all layers under it, from its old state to its new one.
///
/// The old state is the server's copy at the commit of the transaction that adds the transition. So add the transition
/// and then change the layer, in one transaction. Without a duration it has the transaction's. A layer holds one
/// transition, under the key `kCATransition`, whatever key it is added under.
///
/// *Source*: Apple, CAAnimation.h and CATransition; for the key, CALayer.h, `addAnimation:forKey:`.
open class CATransition: CAAnimation {
    /// How the new state replaces the old one. An unknown type counts as `fade`, with a warning.
    open var type: CATransitionType = .fade
    /// The side that the new state comes from; nil counts as the left.
    ///
    /// *Source* for the left: Apple's page of CATransition, listing 1, a push without a subtype.
    open var subtype: CATransitionSubtype?
    /// The progress of the whole transition at the start, 0 to 1.
    open var startProgress: Float = 0
    /// The progress of the whole transition at the end, 0 to 1.
    open var endProgress: Float = 1
    /// A Core Image filter that draws the transition. It is stored and has no effect: there is no Core Image here.
    open var filter: Any?

    package override class var rows: [AnimationRow] { unsafe allRows }

    // Safe because: the list is made once, and its closures capture nothing.
    private nonisolated(unsafe) static let allRows: [AnimationRow] =
        CAAnimation.rows + [
            .any(
                "type", { (a: CATransition) in a.type == .fade ? nil : NSString(string: a.type.rawValue) },
                NSString(string: CATransitionType.fade.rawValue)
            ) { animation, value in
                guard let name = value as? String? else { return false }
                animation.type = CATransitionType(rawValue: name ?? "fade")
                return true
            },
            .any("subtype", { (a: CATransition) in a.subtype.map { NSString(string: $0.rawValue) } }) {
                animation, value in
                guard let name = value as? String? else { return false }
                animation.subtype = name.map { CATransitionSubtype(rawValue: $0) }
                return true
            },
            .number(
                "startProgress", 0, { (a: CATransition) in Double(a.startProgress) }, { $0.startProgress = Float($1) }),
            .number("endProgress", 1, { (a: CATransition) in Double(a.endProgress) }, { $0.endProgress = Float($1) }),
            .any("filter", { (a: CATransition) in a.filter }) { animation, value in
                animation.filter = value
                return true
            },
        ]

    package override func animationContent() -> AnimationState.Content? {
        let kind = type.state
        if kind == nil { Notices.say("the transition type \"\(type.rawValue)\" is not known; it fades") }
        func unit(_ value: Float) -> Double { value > 0 ? Double(min(value, 1)) : 0 }
        return .transition(
            TransitionState(
                kind ?? .fade, subtype?.state ?? .fromLeft, start: unit(startProgress), end: unit(endProgress)))
    }
}

/// How a layer's new state replaces its old one.
///
/// Any string makes a value. Besides Apple's four, these strings are drawn: `cube`,
/// `oglFlip` and `flip`, `rippleEffect`, `suckEffect`, `pageCurl`, `pageUnCurl`, `cameraIris`, `cameraIrisHollowOpen`,
/// `cameraIrisHollowClose`, `rotate`. Apple has never documented them; public tutorials use them. *Source* for these:
/// theapplewiki.com, "Dev:UIViewAnimationState" (a table of the strings and their effects: suckEffect to a point at
/// three quarters of the height, cameraIris over black, HollowClose its first half and HollowOpen its second), and
/// e-com-net.com/article/4476637 (which of them work). `cube` and `rotate` (subtypes 90cw, 90ccw, 180cw, 180ccw) follow
/// fatalerrors.org, "CATransition of transition animation in iOS system". The amounts and speeds of bending are our
/// own.
public struct CATransitionType: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The old state fades into the new one.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new state slides in over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new state slides in and pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old state slides out and reveals the new one.
    public static let reveal = CATransitionType(rawValue: "reveal")

    /// The transition as a value for the server; nil when it is not known.
    fileprivate var state: TransitionState.Kind? {
        switch rawValue {
        case "fade": .fade
        case "moveIn": .moveIn
        case "push": .push
        case "reveal": .reveal
        case "cube": .cube
        case "oglFlip", "flip": .flip
        case "rippleEffect": .ripple
        case "suckEffect": .suck
        case "pageCurl": .pageCurl
        case "pageUnCurl": .pageUnCurl
        case "cameraIris": .iris
        case "cameraIrisHollowOpen": .irisOpen
        case "cameraIrisHollowClose": .irisClose
        case "rotate": .rotate
        default: nil
        }
    }
}

/// The side that a transition's new state comes from.
///
/// *Space*: the layer's own; its top is where y is greatest, so in a tree with y down `fromTop` comes from the bottom
/// of the screen. Any string makes a value.
public struct CATransitionSubtype: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// From the side where x is greatest.
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    /// From the side where x is least.
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    /// From the side where y is greatest.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// From the side where y is least.
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")

    /// The direction as a value for the server; nil when it is not known.
    fileprivate var state: TransitionState.Direction? {
        switch rawValue {
        case "fromRight": .fromRight
        case "fromLeft": .fromLeft
        case "fromTop": .fromTop
        case "fromBottom": .fromBottom
        case "90cw": .clockwise90
        case "90ccw": .counterclockwise90
        case "180cw": .clockwise180
        case "180ccw": .counterclockwise180
        default: nil
        }
    }
}

/// The key under which a layer holds its transition.
public let kCATransition = "transition"
