import CoreGraphics
import Foundation
import QuartzCore

/// The bounds of the content of layers.
extension LottieExpressions {
    /// The bounds of a layer's content at a time, in points of the layer.
    ///
    /// - Parameter isWhole: whether strokes count, too.
    func bounds(_ place: ExpressionPlace, _ seconds: Double, isWhole: Bool) -> CGRect {
        let composition = scene.compositions[place.composition]
        let layer = composition.layers[place.layer]
        let frame = frame(seconds)
        // Shapes and texts may change at any time.
        isTimed = true
        switch layer.object["ty"]?.number {
        case 4:
            let shapes = still(place, layer.object["shapes"], seconds)
            return ExpressionOutlines.bounds(items(shapes), frame, isWhole: isWhole)
        case 5: return text(place, seconds)
        case 3: return .zero
        default:
            let size = ExpressionWriter.size(of: layer, in: composition, scene)
            return CGRect(x: 0, y: 0, width: size.0, height: size.1)
        }
    }

    private func items(_ value: JSONValue?) -> [LottieItem] {
        (try? reader.items(value?.elements ?? [], path: "", depth: 0)) ?? []
    }

    /// A part of a layer in which expressions are replaced by their values at a time.
    private func still(_ place: ExpressionPlace, _ value: JSONValue?, _ seconds: Double) -> JSONValue? {
        guard let value else { return nil }
        _ = nodes(place)
        var replaced: [Int: JSONObject] = [:]
        for id in properties.indices where properties[id].place == place && properties[id].script != nil {
            guard let object = properties[id].node.property, let now = try? current(id, seconds) else { continue }
            replaced[object.offset] = self.replaced(id, object, [(frame(seconds), now)])
        }
        return replaced.isEmpty ? value : ExpressionRewriter(replaced: replaced).rewritten(value)
    }

    /// The bounds of a text's letters.
    private func text(_ place: ExpressionPlace, _ seconds: Double) -> CGRect {
        _ = nodes(place)
        guard let id = id(place, "t.d"), let document = track(id).document(at: frame(seconds)), let texts else {
            return .zero
        }
        guard case .text(let text)? = try? current(id, seconds) else { return .zero }
        var changed = document.without(["t"])
        changed.members.append(("t", .string(text)))
        var layout = LottieTextLayout(reader.document(changed), in: texts, limit: 2000)
        layout.breakLines()
        var result = CGRect.null
        for letter in layout.letters where !letter.items.isEmpty {
            let bounds = ExpressionOutlines.bounds(letter.items, 0, isWhole: false)
            guard !bounds.isEmpty else { continue }
            let scale = CGFloat(letter.scale)
            result = result.union(
                CGRect(
                    x: bounds.minX * scale + CGFloat(letter.x), y: bounds.minY * scale + CGFloat(letter.y),
                    width: bounds.width * scale,
                    height: bounds.height * scale))
        }
        return result.isNull ? .zero : result
    }

    /// A composition with the document's fonts and letters only.
    func textComposition() -> LottieComposition? {
        let root = scene.root
        let kept: Set<String> = ["w", "h", "fr", "ip", "op", "fonts", "chars"]
        var members = root.members.filter { kept.contains($0.key) }
        members.append(("layers", .array([])))
        var result = try? reader.read(.object(JSONObject(members: members, offset: root.offset)))
        // Reading the document warns of fonts that cannot be opened.
        if let fonts, let faces = result?.allFonts {
            result?.fontFiles = fonts.fonts(of: faces, named: [], reader.diagnostics)
        }
        return result
    }
}

/// Bounds of items at a frame.
enum ExpressionOutlines {
    static func bounds(_ items: [LottieItem], _ frame: Double, isWhole: Bool) -> CGRect {
        let result = bounds(items, frame, isWhole: isWhole, .identity)
        return result.isNull ? .zero : result
    }

    private static func bounds(
        _ items: [LottieItem], _ frame: Double, isWhole: Bool, _ transform: CGAffineTransform
    ) -> CGRect {
        var result = CGRect.null
        var width = 0.0
        for item in items {
            switch item {
            case .group(let inner, let placement, _):
                result = result.union(
                    bounds(inner, frame, isWhole: isWhole, affine(placement, frame).concatenating(transform)))
            case .outline(let track):
                let path = CGMutablePath()
                track.value(at: frame).add(to: path)
                result = result.union(placed(path, transform))
            case .paint(let paint): width = max(width, paint.stroke?.width.value(at: frame) ?? 0)
            default: break
            }
        }
        guard isWhole, width > 0, !result.isNull else { return result }
        let scale = (transform.a * transform.d - transform.b * transform.c).magnitude.squareRoot()
        return result.insetBy(dx: CGFloat(-width / 2) * scale, dy: CGFloat(-width / 2) * scale)
    }

    private static func placed(_ path: CGPath, _ transform: CGAffineTransform) -> CGRect {
        let moved = CGMutablePath()
        moved.addPath(path, transform: transform)
        return moved.boundingBoxOfPath
    }

    private static func affine(_ transform: LottieTransform, _ frame: Double) -> CGAffineTransform {
        let (anchor, position) = (transform.anchor.value(at: frame), transform.placement(.time(frame)))
        let turned = CATransform3DGetAffineTransform(LottieAnimator.matrix(transform, .time(frame)))
        return CGAffineTransform(translationX: CGFloat(-anchor.x), y: CGFloat(-anchor.y)).concatenating(turned)
            .concatenating(
                CGAffineTransform(translationX: CGFloat(position.x), y: CGFloat(position.y)))
    }
}
