import CoreGraphics
import Foundation

/// An observer of a colour picker. All methods are optional. *Source*: Apple, UIColorPickerViewControllerDelegate.
@preconcurrency @MainActor public protocol UIColorPickerViewControllerDelegate: NSObjectProtocol {
    /// The user has chosen a colour; `continuously` while a finger still moves.
    func colorPickerViewController(
        _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool)
    /// The user has chosen a colour.
    func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController)
    /// The user has dismissed the picker.
    func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController)
}

extension UIColorPickerViewControllerDelegate {
    /// Does nothing.
    public func colorPickerViewController(
        _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
    ) {}
    /// Does nothing.
    public func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {}
    /// Does nothing.
    public func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {}
}

/// A controller in which the user chooses a colour: a grid of colours, and sliders of red, green, blue and opacity.
///
/// It is a plain form: Apple's has a spectrum, favourites and a pipette. *Source*: Apple, UIColorPickerViewController.
open class UIColorPickerViewController: UIViewController {
    /// The observer; nil for none.
    open weak var delegate: (any UIColorPickerViewControllerDelegate)?
    /// The colour; white at first.
    open var selectedColor = UIColor.white {
        didSet { if isViewLoaded { show() } }
    }
    /// Whether there is a slider of opacity; true at first.
    open var supportsAlpha = true {
        didSet { if isViewLoaded { view.setNeedsLayout() } }
    }

    private let heading = UILabel()
    private let close = UIButton(type: .system)
    private var cells: [UIButton] = []
    private var sliders: [UISlider] = []
    /// The sliders' values for the colour.
    private var values: [Float] = []
    /// Whether a finger has changed the colour by a slider, and is down.
    private var isSliding = false
    private let sample = UIView()
    private static let columns = 12, rows = 10, margin: CGFloat = 16, slider: CGFloat = 44

    /// Makes a picker of white.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        preferredContentSize = CGSize(width: 320, height: 540)
    }

    /// Makes a picker of white.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Makes a picker of white from an archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The colour of a place of the grid: greys in the first row, below them hues from dark to light.
    static func color(_ row: Int, _ column: Int) -> UIColor {
        if row == 0 { return UIColor(white: 1 - CGFloat(column) / CGFloat(columns - 1), alpha: 1) }
        let hue = (CGFloat(column) / CGFloat(columns) + 0.54).truncatingRemainder(dividingBy: 1)
        let place = CGFloat(row - 1) / CGFloat(rows - 2)
        let (saturation, brightness) = place < 0.5 ? (1, 0.35 + 1.3 * place) : (2 - 1.85 * place, 1)
        return UIColor(hue: hue, saturation: saturation, brightness: min(1, brightness), alpha: 1)
    }

    /// Adds the grid and the sliders.
    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        heading.text = title ?? "Colors"
        heading.font = .boldSystemFont(ofSize: 17)
        heading.textAlignment = .center
        close.setImage(UIImage(systemName: "xmark"), for: .normal)
        close.accessibilityLabel = "Close"
        close.addAction(UIAction { [weak self] _ in self?.finish() }, for: .primaryActionTriggered)
        view.addSubview(heading)
        view.addSubview(close)
        for index in 0..<(Self.columns * Self.rows) {
            let cell = UIButton(type: .custom)
            let color = Self.color(index / Self.columns, index % Self.columns)
            cell.backgroundColor = color
            cell.accessibilityLabel = Self.name(color)
            cell.addAction(
                UIAction { [weak self] _ in self?.choose(color, keepsAlpha: true, continuously: false) },
                for: .touchUpInside)
            cells.append(cell)
            view.addSubview(cell)
        }
        let names = [
            ("Red", UIColor.systemRed), ("Green", .systemGreen), ("Blue", .systemBlue), ("Opacity", .systemGray),
        ]
        for (name, color) in names {
            let slider = UISlider()
            slider.minimumTrackTintColor = color
            slider.accessibilityLabel = name
            slider.addAction(
                UIAction { [weak self] in self?.slid(($0.sender as? UISlider)?.isTracking == true) }, for: .valueChanged
            )
            sliders.append(slider)
            view.addSubview(slider)
        }
        sample.layer.cornerRadius = 8
        view.addSubview(sample)
        show()
    }

    /// Red, green, blue and opacity.
    static func parts(_ color: UIColor) -> [CGFloat] {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        unsafe color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return [red, green, blue, alpha]
    }

    private static func name(_ color: UIColor) -> String {
        let parts = parts(color).map { Int(($0 * 255).rounded()) }
        return "Red \(parts[0]) green \(parts[1]) blue \(parts[2])"
    }

    private func choose(_ color: UIColor, keepsAlpha: Bool, continuously: Bool) {
        let alpha = supportsAlpha ? Self.parts(selectedColor)[3] : 1
        selectedColor = keepsAlpha ? color.withAlphaComponent(alpha) : color
        delegate?.colorPickerViewController(self, didSelect: selectedColor, continuously: continuously)
        if !continuously { delegate?.colorPickerViewControllerDidSelectColor(self) }
    }

    private func slid(_ isTracking: Bool) {
        let parts = sliders.map { CGFloat($0.value) }
        // A slider reports also the press, before it has moved.
        guard isSliding || sliders.map(\.value) != values else { return }
        isSliding = isTracking
        let color = UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: supportsAlpha ? parts[3] : 1)
        choose(color, keepsAlpha: false, continuously: isTracking)
    }

    private func finish() {
        dismiss(animated: true) { [self] in delegate?.colorPickerViewControllerDidFinish(self) }
    }

    private func show() {
        sample.backgroundColor = selectedColor
        for (slider, part) in zip(sliders, Self.parts(selectedColor)) where !slider.isTracking {
            slider.value = Float(part)
        }
        values = sliders.map(\.value)
    }

    /// Lays out the grid, the sliders and the sample.
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: Self.margin, dy: 8)
        heading.frame = CGRect(x: area.minX + 44, y: area.minY, width: max(0, area.width - 88), height: 44)
        close.frame = CGRect(x: area.maxX - 30, y: area.minY + 7, width: 30, height: 30)
        let width = area.width / CGFloat(Self.columns)
        for (index, cell) in cells.enumerated() {
            cell.frame = CGRect(
                x: area.minX + CGFloat(index % Self.columns) * width,
                y: area.minY + 52 + CGFloat(index / Self.columns) * width, width: width, height: width)
        }
        var y = area.minY + 60 + CGFloat(Self.rows) * width
        for (index, slider) in sliders.enumerated() {
            slider.isHidden = index == 3 && !supportsAlpha
            slider.frame = CGRect(x: area.minX, y: y, width: area.width, height: Self.slider)
            if !slider.isHidden { y += Self.slider }
        }
        sample.frame = CGRect(x: area.minX, y: y + 4, width: area.width, height: max(0, min(36, area.maxY - y - 4)))
    }
}
