import Testing

@testable import MicaWindow

/// Which backend draws a window.
@Suite struct BackendTests {
    private func result(cpu: Double, gl: Double, first: Double = 0.05) -> BackendTrial.Result? {
        var trial = BackendTrial()
        var frames = 0
        while trial.result == nil, frames < 1_000 {
            // The first frame after a turn of the other costs more.
            let isFirst = frames % BackendTrial.block == 0
            trial.note(isFirst ? first : trial.isTurnOfGL ? gl : cpu)
            frames += 1
        }
        #expect(frames == 60, "a second's frames")
        return trial.result
    }

    @Test func faster_one_of_the_first_second_draws_a_window() throws {
        #expect(try #require(result(cpu: 0.004, gl: 0.002)).isGLFaster)
        #expect(try !#require(result(cpu: 0.002, gl: 0.004)).isGLFaster)
        #expect(try !#require(result(cpu: 0.002, gl: 0.002)).isGLFaster, "a tie is the processor's")
    }

    @Test func turns_are_even_and_their_first_frames_do_not_count() throws {
        var trial = BackendTrial()
        var turns = (cpu: 0, gl: 0)
        while trial.result == nil {
            if trial.isTurnOfGL { turns.gl += 1 } else { turns.cpu += 1 }
            trial.note(0.001)
        }
        #expect(turns.cpu == 30 && turns.gl == 30)
        let slowStart = try #require(result(cpu: 0.003, gl: 0.001, first: 0.5))
        #expect(slowStart.gl == 0.001 && slowStart.cpu == 0.003)
        #expect(slowStart.description == "of the first frames OpenGL took 1.00 ms each, the processor 3.00 ms")
    }

    @Test func whoever_asks_is_told_what_draws() async {
        let choice = BackendChoice()
        choice.tell(.cpu, "it was asked for")
        await confirmation(expectedCount: 2) { told in
            choice.observe { backend, reason in
                told()
                #expect((backend == .cpu) == (reason == "it was asked for"))
            }
            choice.tell(.gl, "faster")
        }
    }
}
