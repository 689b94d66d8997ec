import QuartzCore

/// A cell of particles that do not move.
private func stillCell(_ color: CGColor, rate: Float) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.contents = makeDisc(6)
    cell.contentsScale = 2
    cell.birthRate = rate
    cell.lifetime = 4
    cell.color = color
    return cell
}

/// Every shape in every mode. *Source*: tutorial 4 §1.
let emitterShapes = Example(
    "emitter-shapes", shows: "point, line, rectangle, circle, cuboid, sphere; rows: points, outline, surface, volume",
    size: CGSize(width: 480, height: 320), duration: 4, moment: 3.9
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.1, alpha: 1)
    let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .circle, .cuboid, .sphere]
    let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
    for (row, mode) in modes.enumerated() {
        for (column, shape) in shapes.enumerated() {
            let emitter = CAEmitterLayer()
            emitter.frame = CGRect(x: column * 80, y: row * 80, width: 80, height: 80)
            emitter.emitterPosition = CGPoint(x: 40, y: 40)
            emitter.emitterShape = shape
            emitter.emitterMode = mode
            let isRound = shape == .circle || shape == .sphere
            emitter.emitterSize = isRound ? CGSize(width: 56, height: 0) : CGSize(width: 56, height: 40)
            emitter.emitterDepth = 40
            // What has depth is seen from the side.
            if shape == .cuboid || shape == .sphere {
                emitter.preservesDepth = true
                var turn = CATransform3DMakeRotation(0.5, 1, 0, 0)
                turn = CATransform3DRotate(turn, 0.6, 0, 1, 0)
                emitter.transform = turn
            }
            emitter.emitterCells = [stillCell(hue(Double(column) / 6), rate: 150)]
            root.addSublayer(emitter)
        }
    }
}

/// Colours. *Source*: tutorial 4 §2 (3) to (6).
let emitterColour = Example(
    "emitter-colour", shows: "white times (0.5, 1, 1); reds apart by 1; red growing with age; alpha falling with age",
    duration: 4, moment: 3.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    for row in 0..<4 {
        let emitter = CAEmitterLayer()
        emitter.frame = CGRect(x: 0, y: row * 60, width: 320, height: 60)
        emitter.emitterPosition = CGPoint(x: 30, y: 30)
        let cell = CAEmitterCell()
        cell.contents = makeBlock(width: 24, height: 24)
        cell.birthRate = 0.8
        cell.lifetime = 10
        cell.velocity = 25
        cell.beginTime = -10
        switch row {
        case 0: cell.color = CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1)
        case 1:
            cell.color = CGColor(srgbRed: 0.5, green: 0.2, blue: 0.2, alpha: 1)
            cell.redRange = 1
        case 2:
            cell.color = CGColor(srgbRed: 0, green: 1, blue: 1, alpha: 1)
            cell.redSpeed = 0.1
        default: cell.alphaSpeed = -0.1
        }
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
    }
}

/// Directions. *Source*: tutorial 4 §2 (7) and (8).
let emitterCone = Example(
    "emitter-cone", shows: "jets along 0, pi / 2 and pi; upwards a cone of a quarter turn",
    duration: 4, moment: 3.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.05, alpha: 1)
    for (angle, range) in [(0.0, 0.0), (.pi / 2, 0), (.pi, 0), (-.pi / 2, .pi / 4)] {
        let emitter = CAEmitterLayer()
        emitter.frame = root.bounds
        emitter.emitterPosition = CGPoint(x: 160, y: 140)
        let cell = CAEmitterCell()
        cell.contents = makeDisc(8)
        cell.contentsScale = 2
        cell.birthRate = range == 0 ? 10 : 300
        cell.lifetime = 2
        cell.velocity = 50
        cell.emissionLongitude = angle
        cell.emissionRange = range
        cell.color = hue(angle / 7 + 0.3)
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
    }
}

/// Forces and turning. *Source*: tutorial 4 §2 (9) and (10).
let emitterForces = Example(
    "emitter-forces", shows: "above, cards pushed to the right and down; below, cards that turn once in their life",
    duration: 4, moment: 3.6
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    for row in 0..<2 {
        let emitter = CAEmitterLayer()
        emitter.frame = root.bounds
        emitter.emitterPosition = CGPoint(x: 20, y: row == 0 ? 30 : 190)
        // The lives of layer and cell multiply: 2 x 2 s.
        emitter.lifetime = 2
        let cell = CAEmitterCell()
        cell.contents = makeBlock(width: 28, height: 10)
        cell.birthRate = 3
        cell.lifetime = 2
        cell.color = hue(row == 0 ? 0.6 : 0.05)
        if row == 0 {
            cell.velocity = 10
            cell.xAcceleration = 20
            cell.yAcceleration = 10
        } else {
            cell.velocity = 70
            cell.spin = 2 * .pi / 4
        }
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
    }
}

/// Particles that emit particles. *Source*: tutorial 4 §2 (11).
let emitterSubcells = Example(
    "emitter-subcells",
    shows: "a jet obliquely down; near their ends its particles emit smaller ones, onwards and aside",
    size: CGSize(width: 320, height: 320), duration: 8, moment: 7
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.06, alpha: 1)
    let emitter = CAEmitterLayer()
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 60, y: 20)
    let cell = CAEmitterCell()
    cell.lifetime = 5
    cell.birthRate = 20
    cell.velocity = 50
    cell.emissionLongitude = .pi / 4 * 1.5
    cell.emissionRange = .pi / 8
    cell.xAcceleration = -5
    cell.contents = makeDisc(10)
    cell.color = hue(0.33)
    let inner = CAEmitterCell()
    inner.lifetime = 8
    inner.birthRate = 10
    inner.contents = makeDisc(10)
    inner.velocity = 60
    inner.emissionLongitude = 0
    inner.emissionRange = .pi / 2
    inner.beginTime = 4.5
    inner.scale = 0.5
    cell.emitterCells = [inner]
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
}
