import QuartzCore
import UIKit

/// A label whose layer is a text layer, so that the layer draws the text and not the view. Tutorial 2, listing 6.4.
///
/// The layer follows the view's size by itself, and its scale is the screen's: views see to both.
final class LayerLabel: UILabel {
    override class var layerClass: AnyClass { CATextLayer.self }

    private var textLayer: CATextLayer? { layer as? CATextLayer }

    override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        // Defaults of the label that the layer does not have.
        text = text
        textColor = textColor
        font = font
        textLayer?.alignmentMode = .justified
        textLayer?.isWrapped = true
        layer.display()
    }

    override var text: String? {
        didSet { textLayer?.string = text }
    }

    override var textColor: UIColor! {
        didSet { textLayer?.foregroundColor = textColor.cgColor }
    }

    override var font: UIFont! {
        didSet {
            textLayer?.font = CGFont(font.fontName as CFString)
            textLayer?.fontSize = font.pointSize
        }
    }
}

/// Its page: the view's width, which the layer follows, and the label's values, which the layer shows.
let layerLabelListing = Listing(
    id: "layer-label", "A label on a text layer: layerClass", from: "tutorial 2 listing 6.4",
    shows: "a text in a UILabel whose layer is a CATextLayer: it is wrapped anew when the view has another width",
    size: CGSize(width: 320, height: 240)
) { root in
    root.backgroundColor = UIColor.white.cgColor
    let label = LayerLabel(frame: CGRect(x: 20, y: 20, width: 280, height: 200))
    label.font = .systemFont(ofSize: 15)
    label.text = words
    label.textColor = .black
    label.layer.name = "label"
    label.layer.borderWidth = 1
    label.layer.borderColor = UIColor.lightGray.cgColor
    root.addSublayer(label.layer)
    // A layer does not keep its view.
    root.setValue(label, forKey: "view")
} controls: { controls in
    guard let label = controls.root.value(forKey: "view") as? LayerLabel else { return }
    controls.slider("Width", 60...290, 280) { label.frame.size.width = $0 }
    controls.stepper("Font size", 8...28, 15) { label.font = .systemFont(ofSize: $0) }
    controls.choice("Color", ["black", "blue", "red"], 0) { label.textColor = [UIColor.black, .blue, .red][$0] }
    controls.toggle("Short", false) { label.text = $0 ? "A short text" : words }
}
