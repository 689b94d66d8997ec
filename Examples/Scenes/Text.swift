import CoreText
import QuartzCore
import UIKit

/// Text in many ways at once.
let textKinds = Example(
    "text-kinds",
    shows: "sides, ellipses, styles, Hebrew and Arabic from the right, marks over letters and emoji in colour",
    size: CGSize(width: 320, height: 330)
) { root, _ in
    root.backgroundColor = UIColor(white: 0.97, alpha: 1).cgColor
    var y: CGFloat = 10
    func row(_ height: CGFloat, _ string: Any, _ change: (CATextLayer) -> Void = { _ in }) {
        let layer = CATextLayer()
        layer.frame = CGRect(x: 10, y: y, width: 300, height: height)
        layer.contentsScale = 2
        layer.backgroundColor = UIColor.white.cgColor
        layer.foregroundColor = UIColor(hue: 0.6, saturation: 0.8, brightness: 0.5, alpha: 1).cgColor
        layer.fontSize = 16
        layer.string = string
        change(layer)
        root.addSublayer(layer)
        y += height + 6
    }
    row(20, "natural side")
    row(20, "the middle") { $0.alignmentMode = .center }
    row(20, "the right") { $0.alignmentMode = .right }
    row(20, "שלום עולם, natural") { $0.font = "Helvetica-Bold" }
    row(20, "مرحبا بالعالم 2026")
    let long = "A line that is far too long for the room that it has been given here"
    row(20, long) { $0.truncationMode = .end }
    row(20, long) { $0.truncationMode = .middle }
    row(20, long) { $0.truncationMode = .start }
    row(24, "e\u{301} n\u{303} o\u{308}\u{304}  😀🎉👨‍👩‍👧‍👦🇩🇪") { $0.fontSize = 20 }
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    style.lineSpacing = 4
    let rich = NSMutableAttributedString(
        string: "Thick",
        attributes: [.font: UIFont.boldSystemFont(ofSize: 18), .underlineStyle: NSUnderlineStyle.thick.rawValue])
    for (text, more) in [
        (" struck", [.strikethroughStyle: NSUnderlineStyle.single.rawValue, .foregroundColor: UIColor.red]),
        (" spaced", [.kern: 4]), (" up", [.baselineOffset: 6]),
        (" line", [.strokeWidth: 4, .strokeColor: UIColor.blue, .font: UIFont.boldSystemFont(ofSize: 22)]),
        ("\nhigh", [.backgroundColor: UIColor.yellow]),
    ] as [(String, [NSAttributedString.Key: Any])] {
        var attributes: [NSAttributedString.Key: Any] = [.font: UIFont(name: "Georgia-Italic", size: 16) as Any]
        attributes.merge(more) { $1 }
        rich.append(NSAttributedString(string: text, attributes: attributes))
    }
    rich.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: rich.length))
    row(58, rich) { $0.isWrapped = true }
}
