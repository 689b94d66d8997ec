import QuartzCore

/// Dots of a spinner, whose animations start one after the other, and bars that dance.
let replicatorDelays = Example(
    "replicator-delays", shows: "a spinner of twelve dots that shrink one after the other, and nine bars in a wave",
    duration: 2, moment: 0.7
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    let spinner = CAReplicatorLayer()
    spinner.frame = CGRect(x: 30, y: 60, width: 120, height: 120)
    spinner.instanceCount = 12
    spinner.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    spinner.instanceDelay = 1.0 / 12
    root.addSublayer(spinner)
    let dot = CALayer()
    dot.bounds = CGRect(x: 0, y: 0, width: 18, height: 18)
    dot.position = CGPoint(x: 60, y: 14)
    dot.cornerRadius = 9
    dot.backgroundColor = hue(0.58)
    spinner.addSublayer(dot)
    let shrink = CABasicAnimation(keyPath: "transform.scale")
    shrink.fromValue = 1
    shrink.toValue = 0.1
    shrink.duration = 1
    shrink.beginTime = 1e-100
    shrink.repeatCount = .infinity
    shrink.timeOffset = 11.0 / 12
    dot.add(shrink, forKey: "shrink")

    let bars = CAReplicatorLayer()
    bars.frame = CGRect(x: 180, y: 60, width: 120, height: 120)
    bars.instanceCount = 9
    bars.instanceTransform = CATransform3DMakeTranslation(13, 0, 0)
    bars.instanceDelay = 0.1
    bars.instanceColor = hue(0.95)
    bars.instanceBlueOffset = 0.08
    root.addSublayer(bars)
    let bar = CALayer()
    bar.bounds = CGRect(x: 0, y: 0, width: 9, height: 60)
    bar.position = CGPoint(x: 8, y: 60)
    bar.backgroundColor = CGColor(gray: 1, alpha: 1)
    bars.addSublayer(bar)
    let dance = CABasicAnimation(keyPath: "bounds.size.height")
    dance.fromValue = 100
    dance.toValue = 20
    dance.duration = 0.5
    dance.beginTime = 1e-100
    dance.autoreverses = true
    dance.repeatCount = .infinity
    dance.timeOffset = 0.8
    bar.add(dance, forKey: "dance")
}
