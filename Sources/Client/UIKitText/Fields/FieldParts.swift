import CoreGraphics
import QuartzCore
import UIKitCore

/// A part of a text view that draws a text, or a placeholder.
final class TextCanvas: UIView, OwnPart, TextDrawing {
    /// Draws into the bounds.
    var drawing: ((CGRect) -> Void)?

    /// Draws the text.
    override func draw(_ rect: CGRect) { drawing?(bounds) }

    /// Makes a canvas that takes no touches.
    static func make() -> TextCanvas {
        TextViewClasses.adopt()
        let canvas = TextCanvas()
        canvas.isUserInteractionEnabled = false
        canvas.isOpaque = false
        canvas.contentMode = .redraw
        return canvas
    }
}

/// A plain part of a text view: a border, a clip, a highlight.
final class TextPart: UIView, OwnPart {
    /// Makes a part that takes no touches.
    static func make() -> TextPart {
        TextViewClasses.adopt()
        let part = TextPart()
        part.isUserInteractionEnabled = false
        part.isOpaque = false
        return part
    }
}

/// The picture behind a field.
final class TextPicture: UIImageView, OwnPart {}

/// The button that empties a field.
final class ClearButton: UIButton, OwnPart {}

/// The caret: a bar that blinks by an animation of its layer, so that the program sleeps meanwhile.
final class CaretView: UIView, OwnPart {
    /// Makes a caret.
    static func make() -> CaretView {
        TextViewClasses.adopt()
        let caret = CaretView()
        caret.isUserInteractionEnabled = false
        caret.isOpaque = false
        caret.layer.cornerRadius = 1
        return caret
    }

    private static let key = "blink"

    /// Shows the caret, and begins a period of blinking. *Source*: the period of 1 s is assumed; films of iOS.
    func blink() {
        let blinking = CAKeyframeAnimation(keyPath: "opacity")
        blinking.values = [1, 0]
        blinking.keyTimes = [0, 0.5, 1]
        blinking.calculationMode = .discrete
        blinking.duration = 1
        blinking.repeatCount = .infinity
        layer.add(blinking, forKey: Self.key)
    }

    /// Stops blinking.
    func rest() { layer.removeAnimation(forKey: Self.key) }
}

/// The rectangles behind selected text. Views are reused from one selection to the next.
@MainActor final class SelectionHighlight {
    private var parts: [TextPart] = []

    /// Shows rectangles in a view, behind another.
    func show(_ rects: [CGRect], in view: UIView, below other: UIView, _ color: UIColor) {
        while parts.count < rects.count {
            let part = TextPart.make()
            view.insertSubview(part, belowSubview: other)
            parts.append(part)
        }
        for (index, part) in parts.enumerated() {
            part.isHidden = index >= rects.count
            guard index < rects.count else { continue }
            part.frame = rects[index]
            part.backgroundColor = color
        }
    }
}

/// The marks of a selection in a view: the caret, the rectangles behind selected text, and the lines under composed text.
@MainActor final class SelectionMarks {
    let caret = CaretView.make()
    private let highlight = SelectionHighlight()
    private let underline = SelectionHighlight()
    private var isShown = false

    init() { caret.isHidden = true }

    /// Shows the marks behind a canvas, and the caret.
    ///
    /// - Parameter caretRect: nil for no caret.
    func show(
        selected: [CGRect], composed: [CGRect], caret caretRect: CGRect?, behind canvas: UIView, tint: UIColor,
        text: UIColor
    ) {
        guard let view = canvas.superview else { return }
        isShown = true
        // The share of the tint is assumed: screenshots of iOS 13 to 18.
        highlight.show(selected, in: view, below: canvas, tint.withAlphaComponent(0.2))
        let lines = composed.map { CGRect(x: $0.minX, y: $0.maxY - 1, width: $0.width, height: 1) }
        underline.show(lines, in: view, below: canvas, text)
        UIView.performWithoutAnimation {
            caret.backgroundColor = tint
            if let caretRect { caret.frame = caretRect }
            caret.isHidden = caretRect == nil
        }
        if caretRect != nil { caret.blink() } else { caret.rest() }
    }

    /// Hides all marks.
    func hide(behind canvas: UIView) {
        guard isShown else { return }
        show(selected: [], composed: [], caret: nil, behind: canvas, tint: .clear, text: .clear)
        isShown = false
    }
}

/// Classes of this module whose views draw nothing themselves.
@MainActor enum TextViewClasses {
    private static var isAdopted = false

    /// Adds them to the views' list of such classes. Called before the first view is made.
    static func adopt() {
        guard !isAdopted else { return }
        isAdopted = true
        ScreenKeyboard.adopt()
        let classes: [AnyClass] = [
            TextPart.self, TextPicture.self, CaretView.self, ClearButton.self, SelectionHandle.self, UITextField.self,
            UISearchTextField.self,
            UITextView.self,
        ]
        UIView.moreMadeOfViews.formUnion(classes.map { ObjectIdentifier($0) })
    }
}
