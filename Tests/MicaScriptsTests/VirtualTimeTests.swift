import Foundation
import Testing
import TimeProbe

/// Programs on their main thread, by a client of its own: the tests' main queue runs on other threads.
@Suite struct VirtualTimeTests {
    /// The client's output.
    private func lines(_ name: String) throws -> [String] {
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("TimeProbe")
        process.arguments = [name]
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }

    @Test func timers_and_blocks_come_in_order_with_ends_of_animations() throws {
        #expect(try lines("order") == ["animation 0.5", "timer 0.5", "asyncAfter 0.5", "perform 0.7", "timer 1.0"])
    }

    @Test func tasks_sleep_in_the_windows_time() throws {
        #expect(
            try lines("sleep") == [
                "begins 0.0", "slept 0.25", "slept again 0.75", "slept last 1.0", "cancelled 2.5",
            ])
    }

    /// A task's way through other threads cannot be seen, only waited for. A thread that the system stops on that way makes
    /// it late, which happens when the machine has more work than processors: then once more.
    @Test func sequence_of_a_display_link_continues_in_each_refresh() throws {
        let wanted = (1...4).map { "refresh \($0) \((Double($0 - 1) / 10 * 1000).rounded() / 1000)" }
        var numbers = try lines("sequence")
        for _ in 0..<9 where numbers != wanted { numbers = try lines("sequence") }
        #expect(numbers == wanted)
    }

    @Test func blocks_of_other_threads_come_to_the_main_queue() throws {
        #expect(try lines("background") == ["from another thread 5.5"])
    }

    /// 2,400 frames took 2.6 to 3 MiB for good while each waited for tasks by timers of the run loop; now 0.5.
    @Test func frames_of_a_display_link_take_no_memory_for_good() throws {
        let line = try #require(try lines("memory").first { $0.hasPrefix("grown ") })
        let grown = try #require(Int(line.dropFirst(6)))
        #expect(grown < 1536, "\(grown) KiB")
    }

    @Test func program_that_sleeps_itself_goes_on() throws { #expect(try lines("stands") == ["goes on 0.0"]) }
}
