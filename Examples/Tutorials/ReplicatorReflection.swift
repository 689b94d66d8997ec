import QuartzCore
import UIKit

/// A picture and its reflection, which is the same layers a second time.
let replicatorReflection = Example(
    "replicator-reflection",
    shows: "a picture with its reflection below, which fades and follows the sun that moves in the picture",
    duration: 3, moment: 1
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.08, alpha: 1)
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 60, y: 10, width: 200, height: 130)
    replicator.name = "replicator"
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
    sun.name = "sun"
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

    // The reflection continues to fade downwards.
    let fade = CAGradientLayer()
    fade.frame = CGRect(x: 0, y: 0, width: 200, height: 230)
    fade.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
    fade.locations = [0, 0.57, 1]
    replicator.mask = fade
}

/// Its page: how pale the reflection is, how far below, without the mask that has it fade, and a sun of another colour, which changes in both.
let replicatorReflectionListing = Listing(
    replicatorReflection, "A reflection that lives", from: "tutorial 1 §4, 2 listing 6.9"
) { controls in
    let replicator: CAReplicatorLayer = controls.layer("replicator")
    let sun: CALayer = controls.layer("sun")
    let mask = replicator.mask
    controls.slider("Reflection's alpha", -1...0, -0.6) { replicator.instanceAlphaOffset = Float($0) }
    controls.slider("Gap", 0...30, 2) { gap in
        replicator.instanceTransform = CATransform3DScale(CATransform3DMakeTranslation(0, 130 + gap, 0), 1, -1, 1)
    }
    controls.toggle("Fades", true) { replicator.mask = $0 ? mask : nil }
    controls.choice("Sun", ["yellow", "red", "white"], 0) { index in
        sun.backgroundColor = [hue(0.12), UIColor.red.cgColor, UIColor.white.cgColor][index]
    }
}
