import QuartzCore

/// Ten squares in a ring, each turned and coloured from the one before.
let replicatorCircle = Example(
    "replicator-circle", shows: "ten squares in a ring, from white at the top towards red"
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.2, alpha: 1)
    let replicator = CAReplicatorLayer()
    replicator.frame = root.bounds
    root.addSublayer(replicator)
    replicator.instanceCount = 10
    // About a point 80 below the middle of the first square: the middle of the view.
    replicator.instanceTransform = CATransform3DMakeRotation(.pi / 5, 0, 0, 1)
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1

    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    square.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY - 80)
    square.backgroundColor = CGColor(gray: 1, alpha: 1)
    replicator.addSublayer(square)
}

/// A picture and its reflection, which is the same layers a second time.
let replicatorReflection = Example(
    "replicator-reflection",
    shows: "a picture with its reflection below, which fades and follows the sun that moves in the picture",
    duration: 3, moment: 1
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.08, alpha: 1)
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 60, y: 10, width: 200, height: 130)
    replicator.instanceCount = 2
    // Mirrored about the middle of the layer, and moved below it by its height and a gap.
    replicator.instanceTransform = CATransform3DScale(CATransform3DMakeTranslation(0, 132, 0), 1, -1, 1)
    replicator.instanceAlphaOffset = -0.6
    root.addSublayer(replicator)

    let picture = CALayer()
    picture.frame = CGRect(x: 0, y: 0, width: 200, height: 130)
    picture.contents = makeLandscape(width: 400, height: 260)
    replicator.addSublayer(picture)
    let sun = CALayer()
    sun.frame = CGRect(x: 20, y: 16, width: 26, height: 26)
    sun.cornerRadius = 13
    sun.backgroundColor = hue(0.12)
    picture.addSublayer(sun)
    let way = CABasicAnimation(keyPath: "position.x")
    way.toValue = 168
    way.duration = 1.5
    way.autoreverses = true
    way.repeatCount = .infinity
    sun.add(way, forKey: "way")

    // The reflection goes on fading downwards.
    let fade = CAGradientLayer()
    fade.frame = CGRect(x: 0, y: 0, width: 200, height: 230)
    fade.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
    fade.locations = [0, 0.57, 1]
    replicator.mask = fade
}

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
