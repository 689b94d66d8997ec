import Synchronization

/// The refreshes of a display: one at the origin, the others at equal intervals before and after it.
package struct RefreshGrid: Sendable, Equatable {
    /// The time of one refresh. *Units*: seconds of media time.
    package var origin: Double
    /// The refreshes a second, greater than zero.
    package var rate: Double

    /// Makes a grid. A rate that no display has (NaN, below 1, above 1,000) becomes 60.
    package init(origin: Double = 0, rate: Double) {
        self.origin = origin.isFinite ? origin : 0
        self.rate = rate >= 1 && rate <= 1000 ? rate : 60
    }

    /// The time of the refresh with an index; index 0 is the origin.
    package func time(_ index: Double) -> Double { origin + index / rate }

    /// The index of the last refresh up to a time, with a tolerance of a millionth of a refresh.
    package func last(upTo time: Double) -> Double { ((time - origin) * rate + 1e-6).rounded(.down) }

    /// The index of the first refresh from a time on, with a tolerance of a millionth of a refresh.
    package func first(from time: Double) -> Double { ((time - origin) * rate - 1e-6).rounded(.up) }
}

/// The refreshes of a display, as far as they are known, for drawing threads and display links. A presenter records
/// the refreshes that the display reports.
package final class DisplayTiming: Sendable {
    private let state: Mutex<RefreshGrid>

    /// Makes the timing of a display with a known rate and yet unknown refresh times.
    package init(rate: Double) { state = Mutex(RefreshGrid(rate: rate)) }

    /// The current estimate of the refreshes.
    package var grid: RefreshGrid { state.withLock { $0 } }

    /// Sets another rate, for example when a window moves to another display; the origin stays.
    package func set(rate: Double) {
        state.withLock {
            let grid = RefreshGrid(origin: $0.origin, rate: rate)
            // A measured rate (59.94) is not replaced by the same rate in whole numbers.
            if abs(grid.rate - $0.rate) > 1 { $0 = grid }
        }
    }

    /// Notes when a frame was shown.
    ///
    /// Each report corrects the refreshes by a tenth of the difference, so one late report moves them little. If they
    /// are off by more than an eighth of a refresh, they jump.
    ///
    /// - Parameters:
    ///   - time: when the frame was shown, in seconds of media time.
    ///   - interval: the seconds between refreshes; nil when the display does not report it.
    package func note(shown time: Double, interval: Double? = nil) {
        guard time.isFinite else { return }
        state.withLock {
            if let interval, interval > 0, abs(interval * $0.rate - 1) > 1e-3 {
                $0 = RefreshGrid(origin: time, rate: 1 / interval)
                return
            }
            let nearest = $0.time(((time - $0.origin) * $0.rate).rounded())
            let error = time - nearest
            // The origin stays near, so that an error of the rate does not grow with the machine's time.
            $0.origin = abs(error) * $0.rate > 0.125 ? time : nearest + error / 10
        }
    }
}
