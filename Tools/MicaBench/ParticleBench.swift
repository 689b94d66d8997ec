import Foundation
import MicaServer
import MicaWire

/// The speed of particles: only the simulation, on one thread.
enum ParticleBench {
    /// The lines of `mica-dev bench --simulate`.
    static func lines(_ options: BenchOptions) -> [String] {
        var lines: [String] = []
        for count in [10_000, 100_000, 1_000_000] {
            let history = self.history(particles: count, turning: true)
            let simulation = EmitterSimulation()
            var time = 10.0
            var frames: [Double] = []
            var moved = 0
            simulation.move(to: time, history)
            let start = ContinuousClock.now
            while frames.count < 5 || (ContinuousClock.now - start).milliseconds < options.budget {
                time += 1.0 / 60
                let begin = ContinuousClock.now
                simulation.move(to: time, history)
                moved = simulation.count
                frames.append((ContinuousClock.now - begin).milliseconds)
            }
            let median = frames.sorted()[frames.count / 2]
            lines.append(
                String(
                    format: "SIMULATE,%@,%d,%.4f,%.1f", options.name, moved, median, Double(moved) / median / 1_000))
        }
        for seconds in [10.0, 3_600] {
            let history = self.history(particles: 100_000, turning: true)
            let times = (0..<9).map { _ in
                let begin = ContinuousClock.now
                let simulation = EmitterSimulation()
                simulation.move(to: seconds, history)
                precondition(simulation.count > 0, "particles live")
                return (ContinuousClock.now - begin).milliseconds
            }
            lines.append(String(format: "SEEK,%@,%.0f,%.4f", options.name, seconds, times.sorted()[4]))
        }
        return lines
    }

    /// An emitter with `particles` particles at any time from 2 s on, which do everything that a particle can do in a
    /// plane.
    private static func history(particles: Int, turning: Bool) -> EmitterHistory {
        var cell = CellState()
        (cell.birthRate, cell.lifetime) = (Double(particles) / 2, 2)
        (cell.velocity, cell.velocityRange, cell.emissionRange) = (125, 150, 2 * .pi)
        (cell.yAcceleration, cell.scale, cell.scaleRange, cell.scaleSpeed) = (40, 1.25, 1.5, -0.1)
        (cell.redRange, cell.greenSpeed, cell.alphaSpeed) = (0.5, -0.2, -0.5)
        if turning { (cell.spin, cell.spinRange) = (3, 1) }
        var state = LayerState()
        state.emitter.cells = [cell]
        var history = EmitterHistory()
        history.record(state, [], at: 0)
        return history
    }
}
