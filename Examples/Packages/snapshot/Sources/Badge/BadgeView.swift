import UIKit

/// A round badge that turns green when it is tapped.
public final class BadgeView: UIControl {
    /// Whether the badge was tapped.
    public private(set) var isDone = false

    private let dot = UIView()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor(white: 0.9, alpha: 1)
        dot.backgroundColor = .gray
        dot.isUserInteractionEnabled = false
        addSubview(dot)
        addAction(UIAction { [weak self] _ in self?.finish() }, for: .touchUpInside)
    }

    public required init?(coder: NSCoder) { fatalError("BadgeView is made in code") }

    public override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.height / 2
        dot.frame = bounds.insetBy(dx: 10, dy: 10)
        dot.layer.cornerRadius = dot.bounds.height / 2
    }

    private func finish() {
        isDone = true
        UIView.animate(withDuration: 0.3) { self.dot.backgroundColor = .green }
    }
}
