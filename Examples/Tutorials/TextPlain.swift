import QuartzCore
import UIKit

/// A label in the system's font, as soft as `contentsScale` leaves it and as sharp as the screen allows.
let textPlain = Example(
    "text-plain",
    shows: "a justified label at 15 points, twice: soft at contentsScale 1 above, sharp at the screen's scale below",
    size: CGSize(width: 320, height: 340)
) { root, _ in
    root.backgroundColor = UIColor.white.cgColor
    for (row, scale) in [1, 2].enumerated() {
        let textLayer = CATextLayer()
        textLayer.name = "text at \(scale)"
        textLayer.frame = CGRect(x: 10, y: 10 + CGFloat(row) * 165, width: 300, height: 155)
        root.addSublayer(textLayer)
        textLayer.foregroundColor = UIColor.black.cgColor
        textLayer.alignmentMode = .justified
        textLayer.isWrapped = true
        let font = UIFont.systemFont(ofSize: 15)
        textLayer.font = CGFont(font.fontName as CFString)
        textLayer.fontSize = font.pointSize
        textLayer.string = words
        // In a program with a screen: UIScreen.main.scale.
        textLayer.contentsScale = CGFloat(scale)
    }
}

/// Its page: the side that lines are moved to, the size, wrapping, and the scale of the upper one.
let textPlainListing = Listing(textPlain, "A label: CATextLayer", from: "tutorial 2 listing 6.2") { controls in
    let layers: [CATextLayer] = [controls.layer("text at 1"), controls.layer("text at 2")]
    controls.choice("Alignment", ["left", "right", "center", "justify"], 3) { index in
        for layer in layers { layer.alignmentMode = [.left, .right, .center, .justified][index] }
    }
    controls.slider("Font size", 8...28, 15) { size in for layer in layers { layer.fontSize = size } }
    controls.toggle("Wrapped", true) { isOn in for layer in layers { layer.isWrapped = isOn } }
    controls.slider("Upper one's scale", 0.5...3, 1) { layers[0].contentsScale = $0 }
}
