import Foundation
import QuartzCore

/// Reads bytes as a keyed archive of layers and animations, securely, and uses what is read: layers are committed, shown at
/// two times and archived again. Whatever the bytes are, this returns.
package func fuzzArchive(_ bytes: [UInt8]) {
    guard let found = try? LayerArchive.object(from: Data(bytes)) else { return }
    let root = CALayer()
    for object in found as? [Any] ?? [found] {
        if let layer = object as? CALayer, layer.superlayer == nil { root.addSublayer(layer) }
        if let animation = object as? CAAnimation, animation.canBeAdded(to: root) { root.add(animation, forKey: nil) }
    }
    var rest = root.sublayers ?? []
    for _ in 0..<200 {
        guard let layer = rest.popLast() else { break }
        _ = (layer.frame, layer.contents, layer.preferredFrameSize())
        rest += layer.sublayers ?? []
        if let mask = layer.mask { rest.append(mask) }
    }
    CATransaction.flush()
    guard let again = try? NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true) else {
        return
    }
    precondition(!again.isEmpty, "an archive of nothing")
}
