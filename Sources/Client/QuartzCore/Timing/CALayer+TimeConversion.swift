import CoreGraphics
import Foundation
import MicaWire

extension CALayer {
    /// Converts a time of one layer into another's; nil stands for absolute time.
    ///
    /// The conversion goes up only to the common superlayer and down again, so that precision is not lost further up.
    /// Layers of different trees are converted through absolute time. On the way down, a layer that has not begun and
    /// does not fill backwards has the time 0. On the way up, a stopped layer has its parent at 0.
    ///
    /// *Source*: for both zeros 1amageek/OpenCoreAnimation, CALayerBehaviorTests, "cross-checked against QuartzCore on
    /// macOS".
    package func convertedTime(_ time: Double, from source: CALayer?, to target: CALayer?) -> Double {
        let up = source.map { $0.layersUpwards } ?? []
        let down = target.map { $0.layersUpwards } ?? []
        var shared = 0
        while shared < up.count, shared < down.count,
            up[up.count - 1 - shared] === down[down.count - 1 - shared]
        { shared += 1 }
        var time = time
        for layer in up.dropLast(shared) where !layer.state.hasDefaultTiming {
            time = layer.state.timing.speed == 0 ? 0 : layer.state.timing.parentTime(atLocalTime: time)
        }
        for layer in down.dropLast(shared).reversed() where !layer.state.hasDefaultTiming {
            let timing = layer.state.timing
            let fills = timing.fillMode == .backwards || timing.fillMode == .both
            time = time < timing.beginTime && !fills ? 0 : timing.localTime(atParentTime: time)
        }
        return time
    }

    /// The layer and its superlayers. Presentation layers are replaced by their models, as times are not animated.
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
