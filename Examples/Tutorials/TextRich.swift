import CoreText
import QuartzCore
import UIKit

/// A label whose string has attributes: all of it black, and the second word red and underlined.
let textRich = Example(
    "text-rich", shows: "a black justified label in which characters 6 to 10, the second word, are red and underlined",
    size: CGSize(width: 320, height: 180)
) { root, _ in
    root.backgroundColor = UIColor.white.cgColor
    let textLayer = CATextLayer()
    textLayer.name = "text"
    textLayer.frame = CGRect(x: 10, y: 10, width: 300, height: 160)
    textLayer.contentsScale = 2
    root.addSublayer(textLayer)
    textLayer.alignmentMode = .justified
    textLayer.isWrapped = true

    let string = NSMutableAttributedString(string: words)
    let font = UIFont.systemFont(ofSize: 15)
    let fontRef = CTFontCreateWithName(font.fontName as CFString, font.pointSize, nil)
    func key(_ name: CFString) -> NSAttributedString.Key { NSAttributedString.Key(name) }
    string.setAttributes(
        [key(kCTForegroundColorAttributeName): UIColor.black.cgColor, key(kCTFontAttributeName): fontRef],
        range: NSRange(location: 0, length: string.length))
    string.setAttributes(
        [
            key(kCTForegroundColorAttributeName): UIColor.red.cgColor,
            key(kCTUnderlineStyleAttributeName): CTUnderlineStyle.single.rawValue, key(kCTFontAttributeName): fontRef,
        ], range: NSRange(location: 6, length: 5))
    textLayer.string = string
}

/// Its page: the side that lines are moved to, wrapping, and which characters are red.
let textRichListing = Listing(
    textRich, "Attributed text: CATextLayer", from: "tutorial 2 listing 6.3"
) { controls in
    let layer: CATextLayer = controls.layer("text")
    controls.choice("Alignment", ["left", "right", "center", "justify"], 3) { index in
        layer.alignmentMode = [.left, .right, .center, .justified][index]
    }
    controls.toggle("Wrapped", true) { layer.isWrapped = $0 }
    controls.slider("Red from", 0...200, 6) { start in
        guard let old = layer.string as? NSAttributedString else { return }
        let string = NSMutableAttributedString(attributedString: old)
        let all = NSRange(location: 0, length: string.length)
        let (color, line) = (
            NSAttributedString.Key(kCTForegroundColorAttributeName),
            NSAttributedString.Key(kCTUnderlineStyleAttributeName)
        )
        string.addAttribute(color, value: UIColor.black.cgColor, range: all)
        string.removeAttribute(line, range: all)
        let range = NSRange(location: Int(start), length: 5)
        string.addAttributes([color: UIColor.red.cgColor, line: CTUnderlineStyle.single.rawValue], range: range)
        layer.string = string
    }
}
