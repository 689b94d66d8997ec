import Mica
import QuartzCore

/// One picture under each of the twelve gravities.
let contentsGravities = Example(
    "contents-gravities",
    shows:
        "the twelve ways in which a picture fits a layer, in Apple's order; top is where y is largest, as CALayer.h says"
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    let picture = makeLandscape(width: 48, height: 28)
    let gravities: [CALayerContentsGravity] = [
        .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize, .resizeAspect,
        .resizeAspectFill,
    ]
    for (index, gravity) in gravities.enumerated() {
        let cell = CALayer()
        cell.frame = CGRect(x: 8 + CGFloat(index % 4) * 78, y: 8 + CGFloat(index / 4) * 78, width: 70, height: 68)
        cell.backgroundColor = CGColor(gray: 1, alpha: 1)
        cell.borderWidth = 1
        cell.borderColor = CGColor(gray: 0.6, alpha: 1)
        cell.contents = picture
        cell.contentsGravity = gravity
        cell.masksToBounds = true
        root.addSublayer(cell)
    }
}

/// A small picture of a button, stretched in its middle only.
let ninePartButton = Example(
    "nine-part-button", shows: "buttons of three sizes from one picture of 24 x 24 pixels: corners keep their size"
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.2, alpha: 1)
    let stamp = CALayer()
    stamp.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
    stamp.backgroundColor = hue(0.58)
    stamp.cornerRadius = 10
    stamp.borderWidth = 3
    stamp.borderColor = CGColor(gray: 1, alpha: 1)
    let picture = LayerRenderer(layer: stamp).image(at: 0)
    for (index, size) in [
        CGSize(width: 60, height: 40), CGSize(width: 200, height: 40), CGSize(width: 280, height: 90),
    ]
    .enumerated() {
        let button = CALayer()
        button.contents = picture
        button.contentsCenter = CGRect(x: 11.0 / 24, y: 11.0 / 24, width: 2.0 / 24, height: 2.0 / 24)
        button.bounds = CGRect(origin: .zero, size: size)
        button.position = CGPoint(x: 160, y: [36, 96, 178][index])
        root.addSublayer(button)
    }
}

/// A picture seen through a mask of layers.
let maskedPortrait = Example(
    "masked-portrait", shows: "a landscape through a ring and a bar that turns in it", duration: 3, moment: 0.6
) { root, _ in
    root.backgroundColor = hue(0.12, saturation: 0.2)
    let portrait = CALayer()
    portrait.frame = CGRect(x: 60, y: 20, width: 200, height: 200)
    portrait.contents = makeLandscape(width: 400, height: 400)
    let mask = CALayer()
    mask.frame = portrait.bounds
    mask.cornerRadius = 100
    mask.borderWidth = 40
    let bar = CALayer()
    bar.bounds = CGRect(x: 0, y: 0, width: 180, height: 50)
    bar.position = CGPoint(x: 100, y: 100)
    bar.cornerRadius = 25
    bar.backgroundColor = CGColor(gray: 0, alpha: 1)
    mask.addSublayer(bar)
    portrait.mask = mask
    root.addSublayer(portrait)

    let turn = CABasicAnimation(keyPath: "transform.rotation")
    turn.byValue = Double.pi
    turn.duration = 3
    turn.repeatCount = .infinity
    bar.add(turn, forKey: "turn")
}

/// The same layers faded as a group and one by one.
let groupOpacity = Example(
    "group-opacity", shows: "left: faded as one image; right: each layer faded by itself, so that they show through"
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    for (index, grouped) in [true, false].enumerated() {
        let group = CALayer()
        group.frame = CGRect(x: 20 + CGFloat(index) * 150, y: 50, width: 130, height: 140)
        group.backgroundColor = hue(0.6)
        group.opacity = 0.5
        group.allowsGroupOpacity = grouped
        for part in 0..<3 {
            let layer = CALayer()
            layer.frame = CGRect(x: 15 + CGFloat(part) * 20, y: 15 + CGFloat(part) * 30, width: 60, height: 50)
            layer.backgroundColor = hue(0.05 + Double(part) * 0.12)
            layer.cornerRadius = 8
            group.addSublayer(layer)
        }
        root.addSublayer(group)
    }
}
