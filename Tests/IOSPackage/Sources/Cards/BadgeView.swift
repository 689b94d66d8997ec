import UIKit

/// A round badge with a gradient, a shadow and a curve.
public final class BadgeView: UIView {
    private let gradient = CAGradientLayer()
    private let curve = CAShapeLayer()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        gradient.colors = [UIColor.systemTeal.cgColor, UIColor.systemIndigo.cgColor]
        gradient.cornerRadius = 18
        curve.strokeColor = UIColor.white.cgColor
        curve.fillColor = nil
        curve.lineWidth = 5
        curve.lineCap = .round
        layer.addSublayer(gradient)
        layer.addSublayer(curve)
        layer.shadowOpacity = 0.4
        layer.shadowRadius = 6
        layer.shadowOffset = CGSize(width: 0, height: 3)
        layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.1))
    }
    public required init?(coder: NSCoder) { nil }

    public override func layoutSubviews() {
        super.layoutSubviews()
        gradient.frame = bounds.insetBy(dx: 12, dy: 12)
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 30, y: 50))
        path.addCurve(
            to: CGPoint(x: 90, y: 35), controlPoint1: CGPoint(x: 50, y: 10), controlPoint2: CGPoint(x: 70, y: 75))
        curve.path = path.cgPath
    }
}

#Preview("Badge", traits: .fixedLayout(width: 120, height: 80)) {
    BadgeView(frame: CGRect(x: 0, y: 0, width: 120, height: 80))
}
