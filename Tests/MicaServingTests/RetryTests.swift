import MicaSocket
import Testing

/// When a client looks again for a server that has gone.
@Suite struct RetryTests {
    @Test func pauses_grow_up_to_the_longest() {
        var state = RetryState(RetryPolicy())
        var (now, pauses): (Double, [Double]) = (100, [])
        for _ in 0..<8 {
            guard let pause = state.pause(at: now) else { break }
            pauses.append(pause)
            now += pause
        }
        #expect(pauses == [0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.25, 0.25])
    }

    @Test func a_server_that_takes_the_client_and_lets_it_go_at_once_is_not_flooded() {
        var state = RetryState(RetryPolicy())
        var (now, tries) = (0.0, 0)
        while now < 5, let pause = state.pause(at: now) {
            now += pause
            state.welcome(at: now)
            tries += 1
        }
        #expect(now >= 5 && tries < 30)
    }

    @Test func a_server_that_never_takes_it_is_given_up_after_the_limit() {
        var state = RetryState(RetryPolicy())
        var now = 0.0
        while let pause = state.pause(at: now) { now += pause }
        #expect(10...10.25 ~= now)
    }

    @Test func a_connection_that_lasted_makes_the_pauses_short_again() {
        var state = RetryState(RetryPolicy())
        for _ in 0..<5 { _ = state.pause(at: 1) }
        state.welcome(at: 2)
        #expect(state.pause(at: 2.5) == 0.16, "it did not last")
        state.welcome(at: 3)
        #expect(state.pause(at: 4.5) == 0.005)
    }
}
