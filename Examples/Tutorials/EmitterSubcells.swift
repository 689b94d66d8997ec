import QuartzCore
import UIKit

/// Particles that emit particles. *Source*: tutorial 4 §2 (11).
let emitterSubcells = Example(
    "emitter-subcells",
    shows: "a jet obliquely down; near their ends its particles emit smaller ones, onwards and aside",
    size: CGSize(width: 320, height: 320), duration: 8, moment: 7
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.06, alpha: 1)
    let emitter = CAEmitterLayer()
    emitter.name = "emitter"
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 60, y: 20)
    let cell = CAEmitterCell()
    cell.name = "outer"
    cell.lifetime = 5
    cell.birthRate = 20
    cell.velocity = 50
    cell.emissionLongitude = .pi / 4 * 1.5
    cell.emissionRange = .pi / 8
    cell.xAcceleration = -5
    cell.contents = makeDisc(10)
    cell.color = hue(0.33)
    let inner = CAEmitterCell()
    inner.name = "inner"
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

/// Its page: when the inner particles begin, counted from their parent's birth, and how they fly.
let emitterSubcellsListing = Listing(
    emitterSubcells, "Particles that emit particles", from: "tutorial 4 §2 (11)"
) { controls in
    let emitter: CAEmitterLayer = controls.layer("emitter")
    let inner = "emitterCells.outer.emitterCells.inner"
    controls.slider("Inner begin at", 0...6, 4.5) { emitter.setValue($0, forKeyPath: "\(inner).beginTime") }
    controls.slider("Inner velocity", 0...120, 60) { emitter.setValue($0, forKeyPath: "\(inner).velocity") }
    controls.slider("Inner births", 0...30, 10) { emitter.setValue($0, forKeyPath: "\(inner).birthRate") }
    controls.slider("Outer births", 0...40, 20) { emitter.setValue($0, forKeyPath: "emitterCells.outer.birthRate") }
}
