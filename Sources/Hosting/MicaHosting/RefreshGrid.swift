import Synchronization

/// When a display refreshes: at an origin, and at each whole part of a second before and after it.
package struct RefreshGrid: Sendable, Equatable {
    /// One of the refreshes. *Units*: seconds of media time.
    package var origin: Double
    /// How many refreshes there are in a second, greater than zero.
    package var rate: Double

    /// Makes a grid; a rate that no display has (not a number, below 1, above 1,000) is 60.
    package init(origin: Double = 0, rate: Double) {
        self.origin = origin.isFinite ? origin : 0
        self.rate = rate >= 1 && rate <= 1000 ? rate : 60
    }

    /// When the refresh of an index is; 0 is the origin.
    package func time(_ index: Double) -> Double { origin + index / rate }

    /// The index of the last refresh up to a time; a millionth of a refresh later counts as then.
    package func last(upTo time: Double) -> Double { ((time - origin) * rate + 1e-6).rounded(.down) }

    /// The index of the first refresh from a time on; a millionth of a refresh earlier counts as then.
    package func first(from time: Double) -> Double { ((time - origin) * rate - 1e-6).rounded(.up) }
}

/// A display's refreshes as they are known so far, for the threads that draw and for display links: what a presenter hears
/// of the display is noted here.
package final class DisplayTiming: Sendable {
    private let state: Mutex<RefreshGrid>

    /// Makes the timing of a display that refreshes at a rate, at times that are not known yet.
    package init(rate: Double) { state = Mutex(RefreshGrid(rate: rate)) }

    /// The refreshes.
    package var grid: RefreshGrid { state.withLock { $0 } }

    /// Takes in another rate, as when a window comes to another display; the last refresh that is known stays one.
    package func set(rate: Double) {
        state.withLock {
            let grid = RefreshGrid(origin: $0.origin, rate: rate)
            // A rate that was measured (59.94) is not replaced by the same in whole numbers.
            if abs(grid.rate - $0.rate) > 1 { $0 = grid }
        }
    }

    /// Takes in when a frame was shown.
    ///
    /// Each says a little of where the refreshes are: they move a tenth of the way, so that one that is told late moves them by
    /// little, and jump where they are off by more than an eighth of a refresh.
    ///
    /// - Parameters:
    ///   - time: when the frame was shown, in seconds of media time.
    ///   - interval: the time from one refresh to the next; nil where the display does not say.
    package func note(shown time: Double, interval: Double? = nil) {
        guard time.isFinite else { return }
        state.withLock {
            if let interval, interval > 0, abs(interval * $0.rate - 1) > 1e-3 {
                $0 = RefreshGrid(origin: time, rate: 1 / interval)
                return
            }
            let nearest = $0.time(((time - $0.origin) * $0.rate).rounded())
            let error = time - nearest
            // The origin stays near: an error of the rate does not grow with the machine's time.
            $0.origin = abs(error) * $0.rate > 0.125 ? time : nearest + error / 10
        }
    }
}
