import Foundation
import Mica
import QuartzCore

/// The behaviour that a new property gets from its row, its accessor and its drawing.
func check(_ isRight: Bool, _ what: String) {
    guard !isRight else { return }
    FileHandle.standardError.write(Data("add-a-property: \(what)\n".utf8))
    exit(1)
}

/// A layer whose shadow shows beside it.
func card(_ change: (CALayer) -> Void) -> CALayer {
    let stage = CALayer(), card = CALayer()
    stage.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    card.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    card.backgroundColor = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 1)
    card.shadowOffset = CGSize(width: 15, height: 15)
    card.shadowRadius = 2
    card.shadowOpacity = 1
    stage.addSublayer(card)
    change(card)
    return stage
}

func pixels(at time: Double = 0, _ change: (CALayer) -> Void) -> Data? {
    LayerRenderer(layer: card(change)).image(at: time).dataProvider?.data
}

// Key-value coding, and through it the attributes of documents.
let layer = CALayer()
check(layer.value(forKey: "shadowFade") as? Double == 0, "the default is not 0")
layer.setValue(0.25, forKey: "shadowFade")
check(layer.shadowFade == 0.25, "the accessor does not have what was set by key")

// Archives.
let archive = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: archive)
check(copy?.shadowFade == 0.25, "an archive does not keep it")

// Drawing: half a shadow is one of half the opacity.
let half = pixels { $0.shadowOpacity = 0.5 }
check(half != nil && pixels { $0.shadowFade = 0.5 } == half, "it is not drawn")

// Animations: halfway from none to all.
let moving = pixels(at: 1) { layer in
    let fade = CABasicAnimation(keyPath: "shadowFade")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 2
    layer.add(fade, forKey: "fade")
}
check(moving == half, "it is not animated")
print("add-a-property: good")
