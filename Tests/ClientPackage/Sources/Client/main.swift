import Foundation
import Mica
import QuartzCore

// What tutorials for Apple's platforms do: subclasses of subclasses without `required`, values of their own that the
// presentation copy takes over, numbers through NSNumber and Any.

class GaugeLayer: CALayer {
    var fraction: CGFloat = 0
    override init() {
        super.init()
        fraction = 0.5
    }
    override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? GaugeLayer { fraction = other.fraction }
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

class RoundGaugeLayer: GaugeLayer {
    override init() {
        super.init()
        cornerRadius = 10
    }
    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

class BrassGaugeLayer: RoundGaugeLayer {}

func check(_ condition: Bool, _ what: String) {
    guard condition else {
        print("failed: \(what)")
        exit(1)
    }
}

let gauge = BrassGaugeLayer()
check(gauge.fraction == 0.5 && gauge.cornerRadius == 10, "initializers of the superclasses run")
gauge.fraction = 0.75
gauge.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
gauge.backgroundColor = CGColor(srgbRed: 0.8, green: 0.6, blue: 0.2, alpha: 1)

let stage = CALayer()
stage.bounds.size = CGSize(width: 120, height: 60)
stage.addSublayer(gauge)
let slide = CAKeyframeAnimation(keyPath: "position.x")
slide.values = [30, 90, 30] as [CGFloat] as [NSNumber]
slide.duration = 1
gauge.add(slide, forKey: "slide")

let renderer = LayerRenderer(layer: stage, scale: 2)
var seen: CGFloat = 0
renderer.schedule(at: 0.25) {
    guard let shown = gauge.presentation() else { return }
    check(type(of: shown) == BrassGaugeLayer.self, "a presentation copy is of the subclass")
    check(shown.fraction == 0.75, "a presentation copy has the subclass's values")
    seen = shown.position.x
}
check(renderer.image(at: 0.25).width == 240, "the picture has ceil(size * scale) pixels")
check(abs(seen - 60) < 1e-6, "a presentation copy is where the animation is, not at \(seen)")
check(gauge.value(forKeyPath: "position.x") as? CGFloat == 30, "numbers bridge to CGFloat")
check((CGPoint(x: 1, y: 2) as Any) as? NSValue != nil, "points bridge to NSValue")

try renderer.write(to: "client.png", at: 0.5)
try renderer.write(to: "client.webp", duration: 1, framesPerSecond: 20)
do {
    try renderer.write(to: "client.mp4", duration: 1)
    check(false, "a program without the product MicaVideo writes no video")
} catch {
    check("\(error)".contains("MicaVideo"), "the error names the product that is missing, but says: \(error)")
}
print("client: all well")
