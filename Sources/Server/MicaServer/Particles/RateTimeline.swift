import MicaBase
import MicaWire

/// The number of particles that a cell has emitted up to any time: the integral of its rate, in closed form within each
/// phase.
///
/// A constant rate integrates to a line. A rate under animations is sampled at even steps of at most 1/120 s, and
/// interpolated linearly; for a single repeating animation only one period is sampled. So the number at any time, and
/// the time of any number, are found without earlier births. *Units*: seconds of the layer's local time.
struct RateTimeline: Sendable {
    /// A span in which the rate follows one function.
    struct Phase: Sendable {
        /// The start; the phase ends where the next begins, or the segment ends.
        var start: Double
        /// The number of births before it.
        var births: Double
        /// The rate within it.
        var course: Course
    }

    /// A rate as a function of time.
    enum Course: Sendable {
        /// Births per second.
        case constant(Double)
        /// Rates at even steps from the phase's start, repeated if periodic.
        case table(RateTable, isPeriodic: Bool)
    }

    private(set) var phases: [Phase] = []

    /// Rates at even steps, and the number of births up to each.
    struct RateTable: Sendable {
        let step: Double
        let rates: [Double]
        let births: [Double]
        var length: Double { step * Double(rates.count - 1) }
        var total: Double { births[births.count - 1] }

        init(length: Double, rate: (Double) -> Double) {
            let count = Int(min(65_536, max(1, (length * 120).rounded(.up))))
            step = length / Double(count)
            let step = step
            // The last rate is taken just before the end, where the next course may begin.
            rates = (0...count).map { rate($0 == count ? length - step / 1_048_576 : Double($0) * step) }
            var sum = 0.0
            var births = [0.0]
            births.reserveCapacity(rates.count)
            for i in 0..<count {
                sum += (rates[i] + rates[i + 1]) / 2 * step
                births.append(sum)
            }
            self.births = births
        }

        func births(at time: Double) -> Double {
            let position = max(0, time / step)
            let i = min(rates.count - 2, Int(min(position, 1e9)))
            let x = min(max(0, time - Double(i) * step), step)
            return births[i] + x * (rates[i] + (rates[i + 1] - rates[i]) * x / step / 2)
        }

        /// The first time at which so many births have happened.
        func time(of count: Double) -> Double {
            let low = (0..<rates.count - 1).bisected { births[$0] < count }
            let rest = max(0, count - births[low]), slope = (rates[low + 1] - rates[low]) / step
            let root = max(0, rates[low] * rates[low] + 2 * slope * rest).squareRoot()
            let divisor = rates[low] + root
            return Double(low) * step + (divisor > 0 ? min(step, 2 * rest / divisor) : 0)
        }
    }

    /// The longest time for which births are counted, so that counts fit into whole numbers.
    static let timeLimit = 1e8
    /// The most births per second.
    static let rateLimit = 1e9

    /// Appends a phase.
    mutating func add(_ course: Course, from start: Double) {
        let births = phases.isEmpty ? 0 : self.births(at: start)
        if let last = phases.last, last.start >= start { phases.removeLast() }
        phases.append(Phase(start: start, births: births, course: course))
    }

    /// Sets the number of births before the first phase.
    mutating func shift(by births: Double) {
        for i in phases.indices { phases[i].births += births }
    }

    /// The births up to a time; before the first phase those before it.
    func births(at time: Double) -> Double {
        guard let first = phases.first else { return 0 }
        let time = min(time, Self.timeLimit)
        guard time > first.start else { return first.births }
        let phase = phases[phases.indices.bisected { phases[$0].start <= time }]
        let elapsed = time - phase.start
        switch phase.course {
        case .constant(let rate): return rate == 0 ? phase.births : phase.births + rate * elapsed
        case .table(let table, let isPeriodic):
            guard isPeriodic else { return phase.births + table.births(at: elapsed) }
            let cycles = (elapsed / table.length).rounded(.down)
            return phase.births + cycles * table.total + table.births(at: elapsed - cycles * table.length)
        }
    }

    /// The time of a birth: births count from 0, and birth n happens when the integral reaches n + 1.
    func time(ofBirth number: Int) -> Double {
        let count = Double(number) + 1
        guard !phases.isEmpty else { return 0 }
        let phase = phases[phases.indices.bisected { phases[$0].births < count }]
        let rest = max(0, count - phase.births)
        switch phase.course {
        case .constant(let rate): return phase.start + (rate > 0 ? rest / rate : 0)
        case .table(let table, let isPeriodic):
            guard isPeriodic, table.total > 0 else { return phase.start + table.time(of: rest) }
            let cycles = max(0, (rest / table.total).rounded(.up) - 1)
            return phase.start + cycles * table.length + table.time(of: rest - cycles * table.total)
        }
    }
}
