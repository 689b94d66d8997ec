import CoreGraphics
import QuartzCore

/// A camera of a composition.
///
/// *Source*: LottieFiles/lottie-docs, "Camera Layer"; bodymovin's exporter, which writes a point of interest as the
/// anchor of cameras that have one; Adobe, "Cameras, lights, and points of interest".
struct LottieCamera: Sendable {
    /// The distance at which a layer has its own size, in points; positive.
    var zoom: LottieTrack<Double>
    /// Whether the camera looks at the point that is its anchor.
    var hasInterest: Bool

    /// The nearest distance of the plane of own size.
    static let nearest = 1e-3

    /// The zoom of After Effects' default camera, which films compositions without a camera.
    ///
    /// *Source*: Adobe, "Camera settings": the default is a lens of 50 mm before a film 36 mm wide, which sees the
    /// width of the composition at the zoom's distance.
    static func defaultZoom(_ width: Double) -> Double { width * 50 / 36 }
}

/// The projection of points in space by a composition's camera, at a time.
///
/// Space has x to the right, y down and z away from the viewer.
enum LottieView {
    /// From space to the space of the layers' superlayer, before perspective: z is towards the viewer, 0 at the
    /// distance of the zoom.
    ///
    /// - Parameter camera: from the camera's space to the composition's.
    static func matrix(_ camera: CATransform3D, zoom: Double, size: CGSize) -> CATransform3D {
        let flipped = CATransform3DMakeScale(1, 1, -1)
        let moved = CATransform3DMakeTranslation(size.width / 2, size.height / 2, CGFloat(zoom))
        return CATransform3DConcat(CATransform3DInvert(camera), CATransform3DConcat(flipped, moved))
    }

    /// The perspective from the distance of the zoom before the middle of a composition.
    static func perspective(zoom: Double, size: CGSize) -> CATransform3D {
        var perspective = CATransform3DIdentity
        perspective.m34 = CGFloat(-1 / zoom)
        let (x, y) = (size.width / 2, size.height / 2)
        return CATransform3DConcat(
            CATransform3DConcat(CATransform3DMakeTranslation(-x, -y, 0), perspective),
            CATransform3DMakeTranslation(x, y, 0))
    }

    /// From the space of a camera without parents to that of its composition.
    ///
    /// The camera turns as a layer does, and then from the direction of z to its point of interest, with the horizon
    /// level.
    static func placement(_ transform: LottieTransform, _ camera: LottieCamera, _ moment: LottieMoment)
        -> CATransform3D
    {
        let position = transform.place(moment)
        var result = LottieAnimator.rotation(transform, moment)
        if camera.hasInterest {
            let way = transform.anchor.value(moment) - position
            let level = (way.x * way.x + way.z * way.z).squareRoot()
            if level > 0 || way.y != 0 {
                let pitch = CATransform3DMakeRotation(CGFloat(atan2(-way.y, level)), 1, 0, 0)
                let yaw = CATransform3DMakeRotation(CGFloat(level > 0 ? atan2(way.x, way.z) : 0), 0, 1, 0)
                result = CATransform3DConcat(result, CATransform3DConcat(pitch, yaw))
            }
        }
        return CATransform3DConcat(result, translation(position))
    }

    /// From the space of a layer without parents to that of its composition.
    static func placement(_ transform: LottieTransform, _ isSpatial: Bool, _ moment: LottieMoment) -> CATransform3D {
        var (anchor, position) = (transform.anchor.value(moment), transform.place(moment))
        guard isSpatial else {
            (anchor.z, position.z) = (0, 0)
            let placed = CATransform3DConcat(LottieAnimator.matrix(transform, moment), translation(position))
            return CATransform3DConcat(translation(-anchor), placed)
        }
        let skewed = CATransform3DConcat(
            LottieAnimator.scale(transform.scale.value(moment).thick, true),
            LottieAnimator.skew(transform.skew.value(moment), transform.skewAxis.value(moment)))
        let turned = CATransform3DConcat(skewed, LottieAnimator.rotation(transform, moment))
        return CATransform3DConcat(CATransform3DConcat(translation(-anchor), turned), translation(position))
    }

    private static func translation(_ by: SIMD3<Double>) -> CATransform3D {
        CATransform3DMakeTranslation(CGFloat(by.x), CGFloat(by.y), CGFloat(by.z))
    }
}

extension LottieTransform {
    /// The position at a moment.
    func place(_ moment: LottieMoment) -> SIMD3<Double> {
        guard let split else { return position.value(moment) }
        return SIMD3(split.x.value(moment), split.y.value(moment), split.z.value(moment))
    }

    /// The tracks of the position, in one or in parts.
    var placeTracks: [any LottieTimed] { split.map { [$0.x, $0.y, $0.z] } ?? [position] }

    /// The tracks on which the placement depends, without the position.
    var turnTracks: [any LottieTimed] {
        [anchor, scale, rotation, rotationX, rotationY, orientation, skew, skewAxis]
    }

    /// Whether something changes a layer's depth, or turns it out of the plane of the composition.
    var isTilted: Bool {
        func isTurned(_ track: LottieTrack<Double>) -> Bool { track.keys.contains { $0.value != 0 } }
        return (split == nil ? position.hasDepth : isTurned(split?.z ?? LottieTrack(0))) || anchor.hasDepth
            || isTurned(rotationX) || isTurned(rotationY)
            || orientation.keys.contains { $0.value.x != 0 || $0.value.y != 0 }
    }
}

extension LottieTrack<SIMD3<Double>> {
    /// Whether a value or a handle of a curve has a depth.
    fileprivate var hasDepth: Bool {
        keys.contains { $0.value.z != 0 || ($0.leaving?.z ?? 0) != 0 || ($0.arriving?.z ?? 0) != 0 }
    }
}

extension SIMD3<Double> {
    /// A scale whose depth can be undone: documents write 0 for layers, which have no thickness.
    fileprivate var thick: SIMD3<Double> { abs(z) < 1e-3 ? SIMD3(x, y, 100) : self }
}

extension LottieReader {
    /// Reads a camera; in Apple's player layers are seen from the front.
    func camera(_ object: JSONObject) throws(DocumentError) -> LottieLayer.Content {
        diagnostics.use("camera")
        guard player != .coreAnimation else {
            diagnostics.warn("cameras are not supported: layers are seen from the front")
            return .other(13)
        }
        let zoom = try track(object["pe"], 0)
        guard zoom.keys.allSatisfy({ $0.value > 0 }) else {
            diagnostics.warn("the camera's zoom (pe) must be above 0: the camera is left out")
            return .other(13)
        }
        return .camera(
            LottieCamera(
                zoom: zoom.map { max($0, LottieCamera.nearest) }, hasInterest: object["ks"]?.object?["a"] != nil))
    }
}

extension LottieAnimator {
    /// A transform in which all parts of a layer in space can be animated; sets the layer's depth.
    ///
    /// A curve with depth becomes short lines, since a path of Core Animation is flat.
    func inSpace(_ layer: CALayer, _ transform: LottieTransform) -> LottieTransform {
        var result = transform
        result.scale = transform.scale
        for key in result.scale.keys.indices { result.scale.keys[key].value = result.scale.keys[key].value.thick }
        animate(layer, "anchorPointZ", transform.anchor.map { $0.z }, set: { layer.anchorPointZ = CGFloat($0) }) { $0 }
        guard transform.split == nil else { return result }
        let position = transform.position
        let bends = position.keys.contains { $0.leaving != nil || $0.arriving != nil }
        if bends, position.hasDepth {
            result.position = time.sampling.combine([position], isStraight: false) { position.value($0) }
        }
        var depth = result.position.map { $0.z }
        guard depth.keys.contains(where: { $0.value != 0 }) else { return result }
        for key in depth.keys.indices {
            let all = result.position.keys[key].easing
            depth.keys[key].easing = [all.count > 2 ? all[2] : all[0]]
        }
        animate(layer, "zPosition", depth, set: { layer.zPosition = CGFloat($0) }) { $0 }
        return result
    }
}
