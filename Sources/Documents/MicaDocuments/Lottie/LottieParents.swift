import QuartzCore

/// The layers of a composition as parents of others, with placements that are computed once.
final class LottieParents {
    /// The parents that a layer follows.
    struct Chain {
        /// From the nearest parent on.
        var layers: [LottieLayer] = []
        /// The fault of the chain, as a warning; nil if it is whole.
        var warning: String?
    }

    /// The first layer of each index.
    private var byIndex: [Int: LottieLayer] = [:]
    /// The placements of parents in long chains that do not move, by index.
    var placements: [Int: CATransform3D] = [:]
    /// The placements of cameras over time, by index.
    private var cameras: [Int: LottieTrack<[Double]>] = [:]

    /// The most parents, of any generation, that a layer follows. Later stages recurse over the tree, so that this
    /// bounds their stack.
    static let limit = 512

    init(_ layers: [LottieLayer]) {
        for layer in layers.reversed() {
            if let index = layer.index { byIndex[index] = layer }
        }
    }

    /// The parents of a layer, which end before a circle, and at a limit.
    func chain(of layer: LottieLayer, limit: Int = LottieParents.limit) -> Chain {
        var (result, next, seen) = (Chain(), layer.parent, Set<Int>())
        while let index = next, let parent = byIndex[index] {
            guard seen.insert(index).inserted else {
                result.warning = "is its own parent"
                break
            }
            guard seen.count <= limit else {
                result.warning = "has more than \(limit) parents; it does not follow the rest"
                break
            }
            result.layers.append(parent)
            next = parent.parent
        }
        return result
    }

    /// The placement of a camera as a parent, without its own parents, over time.
    func placement(of layer: LottieLayer, _ camera: LottieCamera, _ sampling: LottieSampling) -> LottieTrack<[Double]> {
        if let index = layer.index, let known = cameras[index] { return known }
        let made = LottieStage.Shot(layer, camera, parents: []).placement(sampling)
        if let index = layer.index { cameras[index] = made }
        return made
    }
}
