import CoreGraphics
import Foundation
import UIKitCore

/// A field for searches: with a magnifying glass, a round grey background and a clear button. Tokens are not shown here.
open class UISearchTextField: UITextField {
    /// Makes a field with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        adoptSearch()
    }

    /// Reads a field from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        adoptSearch()
        coder.readNib(self, as: UISearchTextField.self)
    }

    /// *Source*: assumed; screenshots of search bars of iOS 13 to 18.
    private func adoptSearch() {
        backgroundColor = .tertiarySystemFill
        layer.cornerRadius = 10
        let glass = UIImageView(image: UIImage(systemName: "magnifyingglass")?.withRenderingMode(.alwaysTemplate))
        glass.tintColor = .secondaryLabel
        glass.contentMode = .center
        glass.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
        leftView = glass
        leftViewMode = .always
        clearButtonMode = .always
        returnKeyType = .search
        accessibilityTraits = [.searchField]
    }

    /// The rectangle of the text: 6 from the button.
    open override func textRect(forBounds bounds: CGRect) -> CGRect { inner(super.textRect(forBounds: bounds)) }
    /// The rectangle of the text while it is edited.
    open override func editingRect(forBounds bounds: CGRect) -> CGRect { inner(super.editingRect(forBounds: bounds)) }

    private func inner(_ rect: CGRect) -> CGRect {
        CGRect(x: rect.minX, y: rect.minY, width: max(0, rect.width - 6), height: rect.height)
    }

    /// At least 36 points high.
    open override var intrinsicContentSize: CGSize {
        let size = super.intrinsicContentSize
        return CGSize(width: size.width, height: max(36, size.height))
    }
}
