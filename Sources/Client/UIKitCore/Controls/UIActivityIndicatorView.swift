import CoreGraphics
import Foundation
import QuartzCore

/// Spokes in a ring that light up in turn while something is in progress. It takes no touches.
///
/// *Source*: Apple, UIActivityIndicatorView, UIActivityIndicatorView.h. The sizes, 20 and 37 points, are from Interface
/// Builder's frames (nib files in public repositories); eight spokes and one turn a second are from films of iOS 14 to
/// 18.
open class UIActivityIndicatorView: UIView {
    /// The size and the colour.
    public enum Style: Int, Sendable {
        /// Gray, 20 points.
        case medium = 100
        /// Gray, 37 points.
        case large = 101
        /// White, 37 points; deprecated.
        case whiteLarge = 0
        /// White, 20 points; deprecated.
        case white = 1
        /// Gray, 20 points; deprecated.
        case gray = 2

        var side: CGFloat { self == .large || self == .whiteLarge ? 37 : 20 }
        var color: UIColor { self == .white || self == .whiteLarge ? .white : .systemGray }
    }

    private static let key = "org.mica.UIKit.spin"
    private static let count = 8
    private static let (dim, turn): (Float, Double) = (0.25, 1)

    private let spokes = (0..<UIActivityIndicatorView.count).map { _ in ControlPart() }
    private var ownColor: UIColor?

    /// Makes an indicator with the spokes in the middle of a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        makeParts()
    }

    /// Makes an indicator of a style, and of the style's size. *Source*: Apple, UIActivityIndicatorView.init(style:):
    /// "sizes the view according to the style".
    public init(style: Style) {
        super.init(frame: CGRect(origin: .zero, size: CGSize(width: style.side, height: style.side)))
        self.style = style
        makeParts()
    }

    /// Reads an indicator from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        style = Style(rawValue: coder.decodeInteger(forKey: "UIActivityIndicatorViewStyle")) ?? .medium
        // Before the parts, which hide it while it stands still.
        coder.readFlag(forKey: "UIHidesWhenStopped") { hidesWhenStopped = $0 }
        addParts { makeParts() }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UIColor") { self.color = color }
        if coder.decodeBool(forKey: "UIAnimating") { startAnimating() }
        coder.readNib(self, as: UIActivityIndicatorView.self)
    }

    /// Writes the indicator into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(style.rawValue, forKey: "UIActivityIndicatorViewStyle")
        coder.encode(hidesWhenStopped, forKey: "UIHidesWhenStopped")
        coder.encodeOptional(ownColor, forKey: "UIColor")
        coder.encode(isAnimating, forKey: "UIAnimating")
    }

    private func makeParts() {
        isOpaque = false
        isUserInteractionEnabled = false
        for spoke in spokes { addSubview(spoke) }
        showColors()
        layoutParts()
        updateVisibility()
    }

    /// The size and the colour; `medium` at first.
    open var style = Style.medium {
        didSet {
            guard style != oldValue else { return }
            invalidateIntrinsicContentSize()
            showColors()
            layoutParts()
        }
    }

    /// Whether it is hidden while it stands still; true at first.
    open var hidesWhenStopped = true {
        didSet { updateVisibility() }
    }

    /// The colour of the spokes: the style's at first; nil stands for that.
    open var color: UIColor! {
        get { ownColor ?? style.color }
        set {
            ownColor = newValue
            showColors()
        }
    }

    private func showColors() {
        for spoke in spokes { spoke.backgroundColor = color }
    }

    private func updateVisibility() {
        if isAnimating {
            isHidden = false
        } else if hidesWhenStopped {
            isHidden = true
        }
    }

    /// Whether it is turning; false at first.
    open private(set) var isAnimating = false

    /// Shows it, and begins to turn.
    open func startAnimating() {
        guard !isAnimating else { return }
        isAnimating = true
        for (index, spoke) in spokes.enumerated() {
            // Each spoke lights up, then fades over one turn. The next spoke is an eighth of a turn later.
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue) = (1, Self.dim)
            (fade.duration, fade.repeatCount) = (Self.turn, .infinity)
            fade.timeOffset = Self.turn * Double(Self.count - index) / Double(Self.count)
            fade.isRemovedOnCompletion = false
            spoke.layer.add(fade, forKey: Self.key)
        }
        updateVisibility()
    }

    /// Stops turning; hides it if `hidesWhenStopped` is true.
    open func stopAnimating() {
        guard isAnimating else { return }
        isAnimating = false
        for spoke in spokes { spoke.layer.removeAnimation(forKey: Self.key) }
        updateVisibility()
    }

    private func layoutParts() {
        let side = style.side
        // A spoke reaches from about half of the radius to almost all of it; the lengths are our own.
        let (length, width, radius) = (side * 0.25, side * 0.11, side * 0.355)
        for (index, spoke) in spokes.enumerated() {
            let angle = CGFloat(index) / CGFloat(Self.count) * 2 * .pi
            spoke.bounds = CGRect(x: 0, y: 0, width: width, height: length)
            spoke.center = CGPoint(x: bounds.midX + sin(angle) * radius, y: bounds.midY - cos(angle) * radius)
            spoke.transform = CGAffineTransform(rotationAngle: angle)
            spoke.layer.cornerRadius = width / 2
            // The opacity while it stands still.
            spoke.layer.opacity = 1 - (1 - Self.dim) * Float(Self.count - index) / Float(Self.count)
        }
    }

    /// Lays out the spokes.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// The size of the style.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: style.side, height: style.side) }
    /// The size of the style.
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }
    override var defaultHuggingPriority: UILayoutPriority { .defaultHigh }

    override var standardIsAccessibilityElement: Bool { true }
    /// *Source*: the value of XCUIElement.label for indicators.
    override var standardAccessibilityLabel: String? { isAnimating ? "In progress" : "Progress halted" }
    /// *Source*: the value of XCUIElement.value for indicators.
    override var standardAccessibilityValue: String? { isAnimating ? "1" : "0" }
    override var standardAccessibilityTraits: UIAccessibilityTraits { .updatesFrequently }
}
