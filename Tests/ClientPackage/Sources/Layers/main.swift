import Foundation
import QuartzCore

// QuartzCore without a renderer: a tree, drawn into a context.

func check(_ condition: Bool, _ fact: String) {
    guard condition else {
        print("failed: \(fact)")
        exit(1)
    }
}

let stage = CALayer()
stage.bounds.size = CGSize(width: 40, height: 20)
let card = CALayer()
card.frame = CGRect(x: 10, y: 0, width: 20, height: 20)
card.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
stage.addSublayer(card)

func red(atX x: Int, of layer: CALayer) -> UInt8 {
    var pixels = [UInt8](repeating: 0, count: 40 * 20 * 4)
    pixels.withUnsafeMutableBytes { bytes in
        let context = CGContext(
            data: bytes.baseAddress, width: 40, height: 20, bitsPerComponent: 8, bytesPerRow: 160,
            space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        if let context { layer.render(in: context) }
    }
    return pixels[(10 * 40 + x) * 4]
}
check(red(atX: 20, of: stage) == 255 && red(atX: 5, of: stage) == 0, "a context has the layer where it is")

// Presentation copies are of the last frame, and without a renderer there is none.
check(card.presentation() == nil, "nothing has shown the layer")
let fade = CABasicAnimation(keyPath: "opacity")
(fade.fromValue, fade.toValue, fade.duration) = (0, 1, 1)
card.add(fade, forKey: "fade")
check((card.animation(forKey: "fade") as? CABasicAnimation)?.duration == 1, "a layer holds its animations")
print("layers: all well")
