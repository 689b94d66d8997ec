import QuartzCore
import UIKit

/// The rows below a listing on its page, each with a name and a control.
@MainActor final class ListingControls {
    /// The listing's layers.
    let root: CALayer
    private(set) var rows: [ListingRow] = []
    /// Hears of a finger on the listing: where it is and how far it has moved since, in the root's space.
    var touched: ((_ point: CGPoint, _ movement: CGSize) -> Void)?
    private var links: [CADisplayLink] = []

    init(root: CALayer) { self.root = root }

    /// A layer that the listing has named.
    func layer<Layer: CALayer>(_ name: String) -> Layer {
        guard let found = Self.find(name, root) as? Layer else {
            preconditionFailure("the listing has no \(Layer.self) named '\(name)'")
        }
        return found
    }

    /// All layers of a class, wherever they are.
    func layers<Layer: CALayer>(_ type: Layer.Type) -> [Layer] {
        var (found, stack): ([Layer], [CALayer]) = ([], [root])
        while let layer = stack.popLast() {
            if let layer = layer as? Layer { found.append(layer) }
            stack += (layer.sublayers ?? []).reversed()
        }
        return found
    }

    private static func find(_ name: String, _ layer: CALayer) -> CALayer? {
        if layer.name == name { return layer }
        for child in (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? []) {
            if let found = find(name, child) { return found }
        }
        return nil
    }

    /// A slider; its changes are immediate, without an implicit animation.
    func slider(_ name: String, _ range: ClosedRange<Double>, _ value: Double, _ change: @escaping (Double) -> Void) {
        let slider = UISlider()
        (slider.minimumValue, slider.maximumValue) = (Float(range.lowerBound), Float(range.upperBound))
        slider.value = Float(value)
        slider.addAction(
            UIAction { [unowned slider] _ in
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                change(Double(slider.value))
                CATransaction.commit()
            }, for: .valueChanged)
        rows.append(ListingRow(name, slider, fills: true))
    }

    /// A switch.
    func toggle(_ name: String, _ isOn: Bool, _ change: @escaping (Bool) -> Void) {
        let toggle = UISwitch()
        toggle.isOn = isOn
        toggle.addAction(UIAction { [unowned toggle] _ in change(toggle.isOn) }, for: .valueChanged)
        rows.append(ListingRow(name, toggle, fills: false))
    }

    /// A choice of a few.
    func choice(_ name: String, _ titles: [String], _ selected: Int, _ change: @escaping (Int) -> Void) {
        let control = UISegmentedControl(items: titles)
        control.selectedSegmentIndex = selected
        control.addAction(
            UIAction { [unowned control] _ in change(control.selectedSegmentIndex) }, for: .valueChanged)
        rows.append(ListingRow(name, control, fills: true))
    }

    /// A number that goes up and down.
    func stepper(_ name: String, _ range: ClosedRange<Double>, _ value: Double, _ change: @escaping (Double) -> Void) {
        let stepper = UIStepper()
        (stepper.minimumValue, stepper.maximumValue, stepper.value) = (range.lowerBound, range.upperBound, value)
        stepper.addAction(UIAction { [unowned stepper] _ in change(stepper.value) }, for: .valueChanged)
        rows.append(ListingRow(name, stepper, fills: false))
    }

    /// Something to be done.
    func button(_ name: String, _ action: @escaping () -> Void) {
        let button = UIButton(type: .system)
        button.setTitle(name, for: .normal)
        button.addAction(UIAction { _ in action() }, for: .touchUpInside)
        rows.append(ListingRow("", button, fills: true))
    }

    /// Does something once, some seconds later.
    func after(_ delay: Double, _ body: @escaping () -> Void) {
        let start = CACurrentMediaTime()
        let link = CADisplayLink { [weak self] link in
            guard link.timestamp - start >= delay else { return }
            link.invalidate()
            self?.links.removeAll { $0 === link }
            body()
        }
        link.add(to: .main, forMode: .common)
        links.append(link)
    }

    /// Cancels later work.
    func end() {
        for link in links { link.invalidate() }
        links = []
    }
}

/// A name, and the control that it is of.
final class ListingRow: UIView {
    static let height: CGFloat = 48
    private let label = UILabel()
    let control: UIControl
    private let fills: Bool

    /// - Parameter fills: Whether the control takes all of the width that is left.
    init(_ name: String, _ control: UIControl, fills: Bool) {
        (self.control, self.fills) = (control, fills)
        super.init(frame: .zero)
        label.text = name
        label.font = .systemFont(ofSize: 15)
        label.adjustsFontSizeToFitWidth = true
        // The control bears the name.
        label.isAccessibilityElement = false
        if !name.isEmpty { control.accessibilityLabel = name }
        if !name.isEmpty { addSubview(label) }
        addSubview(control)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let left: CGFloat = label.superview == nil ? 16 : 136
        label.frame = CGRect(x: 16, y: 0, width: left - 24, height: bounds.height)
        let size = control.intrinsicContentSize
        let width = fills ? bounds.width - left - 16 : size.width
        control.frame = CGRect(
            x: fills ? left : bounds.width - 16 - width, y: (bounds.height - size.height) / 2, width: max(0, width),
            height: size.height)
    }
}
