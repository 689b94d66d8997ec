import MicaAnimation
import MicaGeometry

/// How many particles a cell has borne up to any time: the integral of its rate, in closed form between the times at which
/// the way that it goes changes.
///
/// A constant rate is a line; a rate that animations change is worked out at even steps of at most 1/120 s and is
/// straight between; one animation that repeats is worked out for one repeat. So the number at any time, and the time of
/// any number, are found without going through what is before. *Units*: seconds of the layer's own time.
struct RateTimeline: Sendable {
    /// A stretch of time in which the rate goes one way.
    struct Phase: Sendable {
        /// Where it begins; it ends where the next one does, or the segment.
        var start: Double
        /// The births before it.
        var births: Double
        /// How the rate goes.
        var course: Course
    }

    /// How a rate goes.
    enum Course: Sendable {
        /// The same all the time.
        case constant(Double)
        /// Values at even steps from the start, again and again if there is a period.
        case table(RateTable, isPeriodic: Bool)
    }

    private(set) var phases: [Phase] = []

    /// Rates at even steps, and the births up to each.
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
            // The last rate is that just before the end, where what comes next may begin.
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

        /// The first time at which this many births have happened.
        func time(of count: Double) -> Double {
            let low = (0..<rates.count - 1).bisected { births[$0] < count }
            let rest = max(0, count - births[low]), slope = (rates[low + 1] - rates[low]) / step
            let root = max(0, rates[low] * rates[low] + 2 * slope * rest).squareRoot()
            let divisor = rates[low] + root
            return Double(low) * step + (divisor > 0 ? min(step, 2 * rest / divisor) : 0)
        }
    }

    /// The longest time that a number of births is counted to; keeps counts within what whole numbers hold.
    static let timeLimit = 1e8
    /// The most births a second that are counted.
    static let rateLimit = 1e9

    /// Adds a phase behind the others.
    mutating func add(_ course: Course, from start: Double) {
        let births = phases.isEmpty ? 0 : self.births(at: start)
        if let last = phases.last, last.start >= start { phases.removeLast() }
        phases.append(Phase(start: start, births: births, course: course))
    }

    /// Sets how many births there were before the first phase.
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

    /// The time at which the birth with a number happens: when the births up to it are one more than the number.
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
