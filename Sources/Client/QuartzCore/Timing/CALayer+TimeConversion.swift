import CoreGraphics
import Foundation
import MicaAnimation

extension CALayer {
    /// A time of one layer as another's; nil stands for absolute time.
    ///
    /// It goes up to the layer that both are under and down again, so that nothing is lost on the way further up. Layers of
    /// different trees meet in absolute time. On the way down a layer that has not begun, and does not fill backwards, has the
    /// time 0; on the way up a layer that stands still has its parent at 0.
    ///
    /// *Source*: for both zeros 1amageek/OpenCoreAnimation, CALayerBehaviorTests, "cross-checked against QuartzCore on macOS".
    package func convertedTime(_ time: Double, from source: CALayer?, to target: CALayer?) -> Double {
        let up = source.map { $0.layersUpwards } ?? []
        let down = target.map { $0.layersUpwards } ?? []
        var shared = 0
        while shared < up.count, shared < down.count,
            up[up.count - 1 - shared] === down[down.count - 1 - shared]
        { shared += 1 }
        var time = time
        let (from, to) = (source?.clock, target?.clock)
        // What the program is told counts from another start than the tree's own times.
        if source == nil, let to { time = to.treeTime(ofMediaTime: time) }
        for layer in up.dropLast(shared) where !layer.state.hasDefaultTiming {
            time = layer.state.timing.speed == 0 ? 0 : layer.state.timing.parentTime(atLocalTime: time)
        }
        if source != nil, shared == 0, from !== to || target == nil {
            time += (from?.origin ?? 0) - (to?.origin ?? 0)
        }
        for layer in down.dropLast(shared).reversed() where !layer.state.hasDefaultTiming {
            let timing = layer.state.timing
            let fills = timing.fillMode == .backwards || timing.fillMode == .both
            time = time < timing.beginTime && !fills ? 0 : timing.localTime(atParentTime: time)
        }
        return time
    }

    /// The virtual clock of the layer's tree.
    private var clock: VirtualClock? { (modelLayer ?? self).context?.clock }

    /// The layer and those above it, of presentation layers their models: times are not animated.
    private var layersUpwards: [CALayer] {
        var layers: [CALayer] = []
        var next: CALayer? = modelLayer ?? self
        while let layer = next {
            layers.append(layer)
            next = layer.links.superlayer
        }
        return layers
    }
}
