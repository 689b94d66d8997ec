import Testing

@testable import MicaServer

/// Births are counted exactly: the integral of the cell's rate times the layer's.
@Suite struct BirthCountTests {
    @Test func births_of_a_constant_rate() {
        let history = history(cell(rate: 7.5, life: 1)) { $0.birthRate = 2 }
        for (time, count) in [(0.0, 0), (0.066, 0), (0.0667, 1), (1, 15), (3.99, 59), (4, 60), (3_600, 54_000)] {
            #expect(history.births(ofCell: 0, at: time) == count)
        }
        #expect(history.births(ofCell: 0, at: -5) == 0)
        #expect(history.births(ofCell: 1, at: 5) == 0)
    }

    @Test func births_of_a_rate_that_steps() {
        var history = EmitterHistory()
        history.record(layer([cell(rate: 10, life: 1)]), [], at: 0)
        history.record(layer([cell(rate: 10, life: 1)]) { $0.birthRate = 0.5 }, [], at: 2.05)
        history.record(layer([cell(rate: 10, life: 1)]) { $0.birthRate = 3 }, [], at: 4.05)
        // The half birth of the first time is not lost.
        for (time, count) in [(2.0, 20), (2.05, 20), (2.149, 20), (2.151, 21), (4.05, 30), (4.066, 30), (4.067, 31)] {
            #expect(history.births(ofCell: 0, at: time) == count, "at \(time)")
        }
    }

    @Test func births_of_a_layers_rate_that_rises_from_zero_count_from_before() {
        var history = EmitterHistory()
        history.record(layer([cell(rate: 10, life: 3)]) { $0.birthRate = 0 }, [], at: 0)
        history.record(
            layer([cell(rate: 10, life: 3)]) { ($0.birthRate, $0.position.x) = (0, 8) }, [], at: 2)
        #expect(history.births(ofCell: 0, at: 5) == 0)
        history.record(layer([cell(rate: 10, life: 3)]) { $0.birthRate = 2 }, [], at: 5)
        #expect(history.births(ofCell: 0, at: 5.001) == 100 && history.births(ofCell: 0, at: 6.001) == 120)
        #expect(seen(history, at: 5.02).count == 60, "a lifetime's particles at once")
        // After a stop the time without births counts, too.
        history.record(layer([cell(rate: 10, life: 3)]) { $0.birthRate = 0 }, [], at: 6)
        #expect(history.births(ofCell: 0, at: 8) == 120)
        history.record(layer([cell(rate: 10, life: 3)]) { $0.birthRate = 1 }, [], at: 8)
        #expect(history.births(ofCell: 0, at: 8.001) == 140)
        // A layer that begins then has no time before: its own begins anew.
        history.record(layer([cell(rate: 10, life: 3)]) { $0.birthRate = 0 }, [], at: 9)
        history.record(layer([cell(rate: 10, life: 3)]) { $0.birthRate = 1 }, [], at: 0)
        #expect(history.births(ofCell: 0, at: 0.001) == 0 && history.births(ofCell: 0, at: 1.001) == 10)
    }

    @Test func births_of_an_animated_rate() {
        let rise = animation("emitterCells.a.birthRate", from: 0, to: 100, begin: 1, duration: 2)
        let history = history(cell(rate: 10, life: 1) { $0.name = "a" }, animations: [rise])
        // 10 in the first second, then 25 t^2, then 10 a second again.
        for (time, exact) in [(1.0, 10.0), (1.5, 16.25), (2, 35), (3, 110), (4, 120), (100, 1_080)] {
            #expect(abs(Double(history.births(ofCell: 0, at: time + 1e-6)) - exact.rounded(.down)) <= 1, "at \(time)")
        }
        #expect(history.births(ofCell: 0, at: 99.999) == 1_079)
    }

    @Test func births_of_a_rate_that_is_animated_for_ever() {
        let pulse = animation("birthRate", from: 0, to: 2, begin: 0, duration: 1, repeats: .infinity, reverses: true)
        let history = history(cell(rate: 50, life: 1), animations: [pulse])
        for seconds in [2.0, 4, 10, 3_600, 86_400] {
            #expect(history.births(ofCell: 0, at: seconds + 1e-4) == Int(seconds * 50), "after \(seconds)")
        }
        let segment = history.segments[0].timelines[0]
        let time = segment.time(ofBirth: 179_999)
        #expect(abs(time - 3_600) < 0.01)
        #expect(abs(segment.births(at: time) - 180_000) < 1e-6)
    }

    @Test func births_within_a_cells_own_time() {
        let late = history(cell(rate: 10, life: 1) { $0.timing.beginTime = 2 })
        #expect(late.births(ofCell: 0, at: 2) == 0 && late.births(ofCell: 0, at: 3.001) == 10)
        let early = history(cell(rate: 10, life: 1) { $0.timing.beginTime = -15 })
        #expect(early.births(ofCell: 0, at: 0.001) == 150)
        let offset = history(cell(rate: 10, life: 1) { $0.timing.timeOffset = 3 })
        #expect(offset.births(ofCell: 0, at: 0.001) == 30)
        let fast = history(cell(rate: 10, life: 1) { $0.timing.speed = 10 })
        #expect(fast.births(ofCell: 0, at: 1.001) == 100)
        let short = history(
            cell(rate: 10, life: 1) {
                $0.timing.duration = 0.5
                $0.timing.repeatCount = 3
            })
        #expect(short.births(ofCell: 0, at: 1.001) == 10 && short.births(ofCell: 0, at: 100) == 15)
        let still = history(cell(rate: 10, life: 1) { $0.timing.speed = 0 })
        #expect(still.births(ofCell: 0, at: 100) == 0)
    }

    @Test func births_happen_at_their_times() {
        let history = history(cell(rate: 4, life: 10))
        let ages = seen(history, at: 2.1).map { $0.age }
        #expect(ages.count == 8)
        for (index, age) in ages.enumerated() { #expect(abs(age - (2.1 - Double(index + 1) / 4)) < 1e-5) }
    }

    @Test func births_of_a_press_that_starts_the_layer_again() {
        // The like button: nothing, then a thousand a second from the layer's new beginning on, then nothing.
        var history = EmitterHistory()
        history.record(layer([cell(rate: 0, life: 1)]), [], at: 0)
        for _ in 0..<2 {
            history.record(layer([cell(rate: 1_000, life: 1)]), [], at: 0)
            history.record(layer([cell(rate: 0, life: 1)]), [], at: 0.15)
            #expect(history.births(ofCell: 0, at: 0.1501) == 150)
            #expect(history.births(ofCell: 0, at: 50) == 150)
        }
        #expect(!history.isActive(at: 1.2) && history.isActive(at: 1.1))
    }
}
