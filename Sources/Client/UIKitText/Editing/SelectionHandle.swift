import CoreGraphics
import QuartzCore
import UIKitCore

/// A handle at an end of a selection: a line as high as the text, with a knob that a finger drags.
///
/// *Source*: the sizes are read off pictures of iOS 17 (docs/text-entry.md).
final class SelectionHandle: UIView, OwnPart {
    /// The diameter of a knob. *Units*: points.
    static let knob: CGFloat = 10
    /// *Units*: points.
    private enum Metrics {
        static let line: CGFloat = 2
        /// How far from the handle a finger takes it.
        static let reach: CGFloat = 16
    }

    /// Whether it is the beginning's, whose knob is above.
    let isStart: Bool
    /// The drag.
    let pan = UIPanGestureRecognizer()
    /// The line at the selection's end. *Space*: the superview's.
    private(set) var line = CGRect.zero
    private let knob = CALayer()
    private let stem = CALayer()

    init(isStart: Bool) {
        TextViewClasses.adopt()
        self.isStart = isStart
        super.init(frame: .zero)
        isOpaque = false
        knob.cornerRadius = Self.knob / 2
        layer.addSublayer(stem)
        layer.addSublayer(knob)
        addGestureRecognizer(pan)
    }

    required init?(coder: NSCoder) { nil }

    /// Moves the handle to a caret's rectangle. *Space*: the superview's.
    func place(at caret: CGRect, _ tint: UIColor) {
        line = caret
        let height = caret.height + Self.knob
        frame = CGRect(
            x: caret.midX - Self.knob / 2, y: isStart ? caret.minY - Self.knob : caret.minY, width: Self.knob,
            height: height)
        let color = resolved(tint)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        (knob.backgroundColor, stem.backgroundColor) = (color, color)
        knob.frame = CGRect(x: 0, y: isStart ? 0 : caret.height, width: Self.knob, height: Self.knob)
        stem.frame = CGRect(
            x: (Self.knob - Metrics.line) / 2, y: isStart ? Self.knob - 1 : 0, width: Metrics.line,
            height: caret.height + 1)
        CATransaction.commit()
    }

    /// A finger takes the handle near it, too.
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        !isHidden && bounds.insetBy(dx: -Metrics.reach, dy: -Metrics.reach / 2).contains(point)
    }
}
