import QuartzCore

let square = CALayer()
square.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
square.backgroundColor = CGColor(srgbRed: 1, green: 0.4, blue: 0, alpha: 1)
square.cornerRadius = 12
let stage = CALayer()
stage.bounds.size = CGSize(width: 200, height: 100)
stage.addSublayer(square)
let slide = CABasicAnimation(keyPath: "position.x")
slide.toValue = 150
slide.duration = 1
square.add(slide, forKey: "slide")
let renderer = LayerRenderer(layer: stage, scale: 2)
try renderer.write(to: "slide.png", at: 0.5)
try renderer.write(to: "slide.webp", duration: 1)
