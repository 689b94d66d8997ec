import Foundation
import MicaServer
import QuartzCore

/// Reads bytes as a keyed archive of layers and animations and uses the result: layers are committed, animations added,
/// and some archived and read again. Whatever the bytes are, this returns.
///
/// - Parameter draws: Whether a frame is built, too; its cost depends on the layers, not on the archive's size.
/// - Returns: Whether the archive was read.
@discardableResult
package func fuzzArchive(_ bytes: [UInt8], draws: Bool = false) -> Bool {
    guard let found = try? LayerArchive.object(from: Data(bytes)) else { return false }
    let root = CALayer()
    let server = RenderServer()
    let context = MediaClock.with(time: 0) { LayerContext(root: root) { server.receive($0) } }
    defer { context.invalidate() }
    for object in found as? [Any] ?? [found] {
        if let layer = object as? CALayer, layer.superlayer == nil { root.addSublayer(layer) }
        if let animation = object as? CAAnimation { root.add(animation, forKey: nil) }
    }
    var rest = root.sublayers ?? []
    for _ in 0..<200 {
        guard let layer = rest.popLast() else { break }
        _ = (layer.frame, layer.contents, layer.preferredFrameSize(), layer.hitTest(layer.position))
        for key in layer.customValues.keys { _ = layer.value(forKey: key) }
        for (key, _) in layer.actions ?? [:] {
            layer.action(forKey: key)?.run(forKey: key, object: layer, arguments: nil)
        }
        rest += layer.sublayers ?? []
        if let mask = layer.mask { rest.append(mask) }
    }
    MediaClock.with(time: 0) { CATransaction.flush() }
    if draws { _ = server.frame(at: 0.5, width: 64, height: 48) }
    // Foundation's archiver takes most of the time: one input in 64 is archived and read again.
    guard bytes.reduce(UInt8(0), &+) % 64 == 0 else { return true }
    guard let again = try? NSKeyedArchiver.archivedData(withRootObject: found, requiringSecureCoding: true) else {
        preconditionFailure("what was read cannot be archived")
    }
    do throws(LayerArchive.Failure) {
        let second = try LayerArchive.object(from: again)
        precondition(type(of: second) == type(of: found), "another class is read than was archived")
    } catch .tooLarge {
        // Lists that were one list are many now.
    } catch {
        preconditionFailure("what was archived is not read: \(error)")
    }
    return true
}
