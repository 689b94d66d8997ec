import Mica
import QuartzCore

/// Blend modes over stripes, a blur that comes into focus, and frosted glass.
let filters = Example(
    "filters", shows: "blend modes over stripes, a blur that comes into focus, and frosted glass over what moves",
    duration: 4, moment: 1
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.12, alpha: 1)
    let stripes = CALayer()
    stripes.frame = CGRect(x: 16, y: 16, width: 288, height: 96)
    root.addSublayer(stripes)
    for index in 0..<6 {
        let stripe = CALayer()
        stripe.frame = CGRect(x: 48 * Double(index), y: 0, width: 48, height: 96)
        stripe.backgroundColor = hue(Double(index) / 6)
        stripes.addSublayer(stripe)
    }
    let modes = ["multiplyBlendMode", "screenBlendMode", "differenceBlendMode", "luminosityBlendMode"]
    for (index, mode) in modes.enumerated() {
        let bar = CAGradientLayer()
        bar.frame = CGRect(x: 0, y: 6 + 22 * Double(index), width: 288, height: 18)
        (bar.startPoint, bar.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
        bar.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)]
        bar.compositingFilter = mode
        stripes.addSublayer(bar)
    }

    let ball = CALayer()
    ball.frame = CGRect(x: 40, y: 136, width: 64, height: 64)
    ball.cornerRadius = 32
    ball.backgroundColor = hue(0.1)
    ball.filters = [LayerFilter.gaussianBlur(radius: 0, name: "soft")]
    root.addSublayer(ball)
    let focus = CABasicAnimation(keyPath: "filters.soft.inputRadius")
    (focus.fromValue, focus.toValue, focus.duration) = (12, 0, 2)
    (focus.autoreverses, focus.repeatCount) = (true, .infinity)
    ball.add(focus, forKey: "focus")

    let runner = CALayer()
    runner.frame = CGRect(x: 140, y: 140, width: 24, height: 56)
    runner.backgroundColor = hue(0.55)
    root.addSublayer(runner)
    let run = CABasicAnimation(keyPath: "position.x")
    (run.fromValue, run.toValue, run.duration) = (150, 290, 2)
    (run.autoreverses, run.repeatCount) = (true, .infinity)
    runner.add(run, forKey: "run")
    let glass = CALayer()
    glass.frame = CGRect(x: 170, y: 128, width: 90, height: 80)
    glass.cornerRadius = 16
    glass.backgroundColor = CGColor(gray: 1, alpha: 0.15)
    glass.borderColor = CGColor(gray: 1, alpha: 0.4)
    glass.borderWidth = 1
    glass.backgroundFilters = [LayerFilter.gaussianBlur(radius: 6), LayerFilter.saturation(1.6)]
    root.addSublayer(glass)
}
