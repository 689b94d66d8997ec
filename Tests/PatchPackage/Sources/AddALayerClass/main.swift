import Foundation
import Mica
import QuartzCore

/// The behaviour that a new class gets from its state, its rows, its accessors and its drawing.
func check(_ isRight: Bool, _ what: String) {
    guard !isRight else { return }
    FileHandle.standardError.write(Data("add-a-layer-class: \(what)\n".utf8))
    exit(1)
}

let blue = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 1)

func pixels(at time: Double = 0, _ layer: CALayer) -> Data? {
    let stage = CALayer()
    stage.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    stage.addSublayer(layer)
    return LayerRenderer(layer: stage).image(at: time).dataProvider?.data
}

func gauge(_ fraction: CGFloat) -> GaugeLayer {
    let layer = GaugeLayer()
    layer.frame = CGRect(x: 10, y: 10, width: 40, height: 20)
    layer.gaugeFraction = fraction
    layer.gaugeColor = blue
    return layer
}

// Key-value coding: the class has the keys, and others do not.
let layer = gauge(0.25)
check(layer.value(forKey: "gaugeFraction") as? Double == 0.25, "key-value coding does not read it")
layer.setValue(0.5, forKey: "gaugeFraction")
check(layer.gaugeFraction == 0.5, "the accessor does not have what was set by key")
check(GaugeLayer.defaultValue(forKey: "gaugeFraction") as? Double == 0, "its default is not the table's")

// Archives.
let archive = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: archive) as? GaugeLayer
check(copy?.gaugeFraction == 0.5 && copy?.gaugeColor != nil, "an archive does not keep it")

// Drawing: half a gauge is a layer of half the width.
let half = CALayer()
half.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
half.backgroundColor = blue
let expected = pixels(half)
check(expected != nil && pixels(gauge(0.5)) == expected, "it is not drawn")
check(pixels(gauge(0)) == pixels(CALayer()), "an empty gauge draws something")

// Animations: halfway from none to all.
let moving = gauge(0)
let fill = CABasicAnimation(keyPath: "gaugeFraction")
fill.fromValue = 0
fill.toValue = 1
fill.duration = 2
moving.add(fill, forKey: "fill")
check(pixels(at: 1, moving) == expected, "it is not animated")
print("add-a-layer-class: good")
