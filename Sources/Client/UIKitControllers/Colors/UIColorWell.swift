import CoreGraphics
import Foundation

/// A round button that shows a colour, and lets the user choose another. *Source*: Apple, UIColorWell; its size is assumed
/// from pictures of iOS 14 to 18.
open class UIColorWell: UIControl, UIColorPickerViewControllerDelegate {
    /// The title of the picker; nil for none.
    open var title: String?
    /// Whether the user can choose an opacity; true at first.
    open var supportsAlpha = true
    /// The colour; nil for none.
    open var selectedColor: UIColor? {
        didSet { disc.backgroundColor = selectedColor }
    }

    private let ring = UIView(), gap = UIView(), disc = UIView()
    private static let side: CGFloat = 28, width: CGFloat = 3, space: CGFloat = 2

    /// Makes a well without a colour; an empty frame becomes 28 points wide and high.
    public override init(frame: CGRect) {
        super.init(
            frame: frame.isEmpty
                ? CGRect(origin: frame.origin, size: CGSize(width: Self.side, height: Self.side)) : frame)
        setUp()
    }

    /// Reads the colour from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        selectedColor = coder.optionalObject(of: UIColor.self, forKey: "UISelectedColor")
        disc.backgroundColor = selectedColor
        coder.readNib(self, as: UIColorWell.self)
    }

    /// Writes the colour into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(selectedColor, forKey: "UISelectedColor")
    }

    private func setUp() {
        isOpaque = false
        let wheel = CAGradientLayer()
        wheel.type = .conic
        wheel.startPoint = CGPoint(x: 0.5, y: 0.5)
        wheel.endPoint = CGPoint(x: 0.5, y: 0)
        wheel.colors = (0...6).map { UIColor(hue: CGFloat($0) / 6, saturation: 1, brightness: 1, alpha: 1).cgColor }
        ring.layer.addSublayer(wheel)
        ring.clipsToBounds = true
        gap.backgroundColor = .systemBackground
        for view in [ring, gap, disc] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        addAction(UIAction { [weak self] _ in self?.choose() }, for: .touchUpInside)
        accessibilityTraits = .button
    }

    /// Lays out the ring and the disc.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let side = min(bounds.width, bounds.height)
        let square = CGRect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
        for (view, inset) in [(ring, 0), (gap, Self.width), (disc, Self.width + Self.space)] {
            view.frame = square.insetBy(dx: inset, dy: inset)
            view.layer.cornerRadius = view.bounds.width / 2
        }
        ring.layer.sublayers?.first?.frame = ring.bounds
    }

    /// 28 by 28 points.
    open override var intrinsicContentSize: CGSize { CGSize(width: Self.side, height: Self.side) }
    /// 28 by 28 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private func choose() {
        var responder: UIResponder? = self
        while let current = responder, !(current is UIViewController) { responder = current.next }
        guard let presenter = responder as? UIViewController ?? window?.rootViewController else { return }
        let picker = UIColorPickerViewController()
        picker.title = title
        picker.supportsAlpha = supportsAlpha
        if let selectedColor { picker.selectedColor = selectedColor }
        picker.delegate = self
        picker.modalPresentationStyle = .popover
        picker.popoverPresentationController?.sourceView = self
        presenter.present(picker, animated: true)
    }

    /// Takes the chosen colour.
    open func colorPickerViewController(
        _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
    ) {
        selectedColor = color
        sendActions(for: .valueChanged)
    }
}
