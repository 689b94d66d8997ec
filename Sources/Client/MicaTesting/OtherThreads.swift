import Foundation

/// The threads of the process besides the main one.
enum OtherThreads {
    /// Waits until each other thread sleeps, so that what events have started in the background has come back to the main
    /// queue. *Source*: proc_pid_stat(5), the state of a thread.
    ///
    /// - Parameter limit: The longest wait, in seconds of real time.
    /// - Returns: Whether all slept at once.
    static func wait(forSeconds limit: Double) -> Bool {
        let end = ProcessInfo.processInfo.systemUptime + limit
        var slept = true
        while isOneRunning, ProcessInfo.processInfo.systemUptime < end {
            slept = false
            usleep(500)
        }
        return slept
    }

    /// Whether a thread other than the main one runs or waits for a processor.
    private static var isOneRunning: Bool {
        let folder = "/proc/self/task"
        let main = String(getpid())
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.contains { thread in
            guard thread != main, let text = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
                let name = text.lastIndex(of: ")")
            else { return false }
            return text[name...].dropFirst(2).first == "R"
        }
    }
}
