import Foundation
import MicaWire

@testable import MicaServer

/// One particle that lives.
struct Seen: Equatable {
    var x: Double, y: Double, z: Double
    var scale: Double, angle: Double
    var age: Double
    var color: UInt32

    /// Red, green, blue, alpha: premultiplied bytes.
    var channels: [Int] {
        [Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), Int(color >> 24)]
    }
}

/// An emitter with one cell, as a layer that was always so.
func history(
    _ cell: CellState, _ configure: (inout EmitterState) -> Void = { _ in }, animations: [KeyedAnimation] = []
) -> EmitterHistory {
    var history = EmitterHistory()
    history.record(layer([cell], configure), animations, at: 0)
    return history
}

/// A layer with cells.
func layer(_ cells: [CellState], _ configure: (inout EmitterState) -> Void = { _ in }) -> LayerState {
    var state = LayerState()
    state.emitter.cells = cells
    configure(&state.emitter)
    return state
}

/// A cell that bears so many particles a second for so long.
func cell(rate: Double, life: Double, _ configure: (inout CellState) -> Void = { _ in }) -> CellState {
    var cell = CellState()
    (cell.birthRate, cell.lifetime) = (rate, life)
    configure(&cell)
    return cell
}

/// What lives at a time.
func seen(_ history: EmitterHistory, at time: Double, _ simulation: EmitterSimulation = EmitterSimulation()) -> [Seen] {
    simulation.move(to: time, history)
    return simulation.seen
}

extension EmitterSimulation {
    /// What lives, in order.
    var seen: [Seen] {
        var result: [Seen] = []
        var block: [ParticleLane] = []
        for group in groups {
            group.forEachBlock(in: group.lanes, &block) { lanes in
                for lane in lanes {
                    for i in 0..<8 where lane.isAlive[i] != 0 {
                        let (c, s) = (Double(lane.cosine[i]), Double(lane.sine[i]))
                        result.append(
                            Seen(
                                x: Double(lane.x[i]), y: Double(lane.y[i]), z: Double(lane.z[i]),
                                scale: (c * c + s * s).squareRoot(), angle: atan2(s, c), age: Double(lane.age[i]),
                                color: lane.color[i]))
                    }
                }
            }
        }
        return result
    }
}

/// Whether numbers are even over a range: the greatest distance of their distribution from the line, which exceeds
/// 1.95 / sqrt(n) once in a thousand seeds (Kolmogorov and Smirnov); seeds here are fixed.
func isEven(_ numbers: [Double], _ low: Double, _ high: Double) -> Bool {
    distance(numbers) { ($0 - low) / (high - low) } * Double(numbers.count).squareRoot() < 1.95
}

/// The greatest distance of numbers' distribution from one that is known.
func distance(_ numbers: [Double], _ distribution: (Double) -> Double) -> Double {
    var most = 0.0
    let count = Double(numbers.count)
    for (i, v) in numbers.sorted().enumerated() {
        let p = distribution(v)
        most = max(most, abs(p - Double(i) / count), abs(p - Double(i + 1) / count))
    }
    return most
}

func follows(_ numbers: [Double], _ distribution: (Double) -> Double) -> Bool {
    distance(numbers, distribution) * Double(numbers.count).squareRoot() < 1.95
}

/// An animation of a number.
func animation(
    _ path: String, from: Double, to: Double, begin: Double, duration: Double, repeats: Double = 0,
    reverses: Bool = false
) -> KeyedAnimation {
    guard let target = PropertyTarget(keyPath: path) else { preconditionFailure("\(path) is a key path") }
    return KeyedAnimation(
        key: path,
        animation: AnimationState(
            timing: TimingState(beginTime: begin, duration: duration, repeatCount: repeats, autoreverses: reverses),
            content: .property(
                PropertyAnimation(target: target, values: .basic(from: .number(from), to: .number(to), by: nil)))))
}
