import CoreGraphics
import QuartzCore

/// The camera of a composition, with its perspective, over time.
struct LottieStage {
    /// The view and the perspective: the numbers of two matrices.
    private let view: LottieTrack<[Double]>
    private let perspective: LottieTrack<[Double]>
    private let size: CGSize
    /// Whether the composition has a camera.
    let hasCamera: Bool
    /// Whether the composition has more cameras than are used.
    private(set) var isCut = false
    /// The most cameras of a composition.
    static let limit = 64

    /// The view and the perspective of a camera over time.
    typealias Tracks = (view: LottieTrack<[Double]>, perspective: LottieTrack<[Double]>)

    /// The number of values that the animations of a space have.
    var valueCount: Int { view.keys.count + perspective.keys.count }

    /// The camera of a composition: the topmost that is visible at a time, or the default one.
    ///
    /// *Source*: Adobe, "Create a camera layer and change camera settings": the active camera is the topmost at the
    /// current time; without one, the default view is that of the lens of 50 mm.
    init(_ layers: [LottieLayer], _ parents: LottieParents, size: CGSize, _ sampling: LottieSampling) {
        self.size = size
        var shots: [Shot] = []
        for layer in layers where !layer.isHidden {
            guard case .camera(let camera) = layer.content else { continue }
            guard shots.count < Self.limit else {
                isCut = true
                break
            }
            let chain = parents.chain(of: layer, limit: Shot.parentLimit)
            shots.append(Shot(layer, camera, parents: chain.layers))
        }
        hasCamera = !shots.isEmpty
        let still = Shot.still(size)
        let isWhole = shots.count == 1 && shots[0].isWhole(layers)
        guard !isWhole, hasCamera else {
            (view, perspective) = (shots.first ?? still).tracks(size, sampling)
            return
        }
        // Each span of time between the cameras' ends has one camera; the default one comes last.
        let times = Set(shots.flatMap { [$0.layer.inPoint, $0.layer.outPoint] }).sorted()
        var filmed = [Tracks?](repeating: nil, count: shots.count + 1)
        var keys: (view: [LottieKey<[Double]>], perspective: [LottieKey<[Double]>]) = ([], [])
        for (index, from) in ([times[0] - 1] + times).enumerated() {
            let end = index < times.count ? times[index] : from
            let active = shots.firstIndex { $0.layer.inPoint <= from && from < $0.layer.outPoint } ?? shots.count
            let tracks = filmed[active] ?? (active < shots.count ? shots[active] : still).tracks(size, sampling)
            filmed[active] = tracks
            keys.view += Self.part(of: tracks.view, from, end, sampling)
            keys.perspective += Self.part(of: tracks.perspective, from, end, sampling)
        }
        view = LottieTrack(keys: keys.view) ?? LottieTrack([])
        perspective = LottieTrack(keys: keys.perspective) ?? LottieTrack([])
    }

    /// The keys of a track between two frames; the last is held.
    private static func part(
        of track: LottieTrack<[Double]>, _ from: Double, _ end: Double, _ sampling: LottieSampling
    ) -> [LottieKey<[Double]>] {
        var times = [from]
        if track.isAnimated, end > from { times = sampling.times(from: from, to: end - 1e-3, step: 0.5) }
        var keys = times.map { LottieKey(time: $0, value: track.value(at: $0)) }
        keys[keys.count - 1].isHold = true
        return keys
    }

    /// An empty space in a layer, seen by the camera. The result holds the layer to add, and the one for the contents.
    func space(_ builder: LottieBuilder, _ animator: LottieAnimator) -> (outer: CALayer, inner: CALayer) {
        let outer = builder.plain(in: size)
        let inner = CATransformLayer()
        builder.fill(inner, size)
        outer.addSublayer(inner)
        animator.animate(
            outer, "sublayerTransform", perspective, set: { outer.sublayerTransform = CATransform3D(numbers: $0) }
        ) { NSValue(caTransform3D: CATransform3D(numbers: $0)) }
        animator.animate(inner, "transform", view, set: { inner.transform = CATransform3D(numbers: $0) }) {
            NSValue(caTransform3D: CATransform3D(numbers: $0))
        }
        return (outer, inner)
    }
}

extension LottieStage {
    /// A camera with its parents.
    struct Shot {
        var layer: LottieLayer
        private var camera: LottieCamera
        /// From the nearest parent on.
        private var parents: [LottieLayer]
        /// The most parents that a camera follows.
        static let parentLimit = 64

        /// The camera of compositions without one.
        static func still(_ size: CGSize) -> Shot {
            let zoom = LottieCamera.defaultZoom(Double(size.width))
            var layer = LottieLayer()
            layer.transform.position = LottieTrack(SIMD3(Double(size.width) / 2, Double(size.height) / 2, -zoom))
            return Shot(layer, LottieCamera(zoom: LottieTrack(zoom), hasInterest: false), parents: [])
        }

        init(_ layer: LottieLayer, _ camera: LottieCamera, parents: [LottieLayer]) {
            (self.layer, self.camera, self.parents) = (layer, camera, parents)
        }

        /// Whether the camera films whenever any of its composition's layers is visible.
        func isWhole(_ layers: [LottieLayer]) -> Bool {
            layers.allSatisfy { $0.inPoint >= layer.inPoint && $0.outPoint <= layer.outPoint }
        }

        /// From the camera's space to its composition's.
        func placement(_ moment: LottieMoment) -> CATransform3D {
            parents.reduce(LottieView.placement(layer.transform, camera, moment)) { result, parent in
                CATransform3DConcat(result, Self.placement(parent, moment))
            }
        }

        private static func placement(_ layer: LottieLayer, _ moment: LottieMoment) -> CATransform3D {
            guard case .camera(let camera) = layer.content else {
                return LottieView.placement(layer.transform, layer.isSpatial, moment)
            }
            return LottieView.placement(layer.transform, camera, moment)
        }

        /// The tracks on which the placement depends, and whether it is linear in them.
        private var sources: (tracks: [any LottieTimed], isStraight: Bool) {
            let all = [layer] + parents
            let turns = all.flatMap { $0.transform.turnTracks }.filter { $0.isAnimated }
            let moves = all.flatMap { $0.transform.placeTracks }
            let isStraight = turns.isEmpty && !camera.hasInterest && !camera.zoom.isAnimated
            return (turns + moves, isStraight)
        }

        /// From the camera's space to its composition's, over time.
        func placement(_ sampling: LottieSampling) -> LottieTrack<[Double]> {
            let (tracks, isStraight) = sources
            return sampling.combine(tracks, isStraight: isStraight) { placement($0).numbers }
        }

        /// The view and the perspective over time.
        func tracks(_ size: CGSize, _ sampling: LottieSampling) -> Tracks {
            let (tracks, isStraight) = sources
            let view = sampling.combine(tracks + [camera.zoom], isStraight: isStraight) { moment in
                LottieView.matrix(placement(moment), zoom: camera.zoom.value(moment), size: size).numbers
            }
            // The perspective goes by the zoom's inverse.
            let perspective = sampling.combine([camera.zoom], isStraight: false) { moment in
                LottieView.perspective(zoom: camera.zoom.value(moment), size: size).numbers
            }
            return (view, perspective)
        }
    }
}

extension CATransform3D {
    /// The numbers in the order of the fields' names.
    var numbers: [Double] {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map { Double($0) }
    }

    /// A matrix of sixteen numbers.
    init(numbers: [Double]) {
        let all = numbers.map { CGFloat($0) }
        self.init(
            m11: all[0], m12: all[1], m13: all[2], m14: all[3], m21: all[4], m22: all[5], m23: all[6], m24: all[7],
            m31: all[8], m32: all[9], m33: all[10], m34: all[11], m41: all[12], m42: all[13], m43: all[14],
            m44: all[15])
    }
}
