import Mica
import QuartzCore

let stage = CALayer()
stage.bounds.size = CGSize(width: 260, height: 260)
let card = CALayer()
card.frame = CGRect(x: 30, y: 70, width: 200, height: 120)
card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.5, blue: 1, alpha: 1)
card.cornerRadius = 16
stage.addSublayer(card)
let turn = CABasicAnimation(keyPath: "transform.rotation.z")
turn.toValue = Double.pi
turn.duration = 2
card.add(turn, forKey: "turn")
let renderer = LayerRenderer(layer: stage, scale: 2)
try renderer.write(to: "card.png", at: 0.5)
try renderer.write(to: "card.webp", duration: 2, framesPerSecond: 30)
