import Foundation
import Synchronization
import Testing

@testable import os

/// Messages as Apple's documentation of OSLog has them. Each test has an output of its own.
struct LogTests {
    @Test func strings_are_private_and_numbers_public() {
        let (name, count) = ("bob", 42)
        let lines = lines {
            Logger(subsystem: "com.a.b", category: "net").notice("\(name) has \(count), \(name, privacy: .public)")
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("[com.a.b:net] <private> has 42, bob") == true)
    }

    @Test func an_environment_shows_private_values_but_not_sensitive_ones() {
        let lines = lines(["OS_LOG_PRIVATE_DATA": "1"]) {
            Logger().notice("\("a", privacy: .private) \("b") \("c", privacy: .sensitive)")
        }
        #expect(lines.first?.hasSuffix("a b <private>") == true)
    }

    @Test func equal_values_have_equal_hashes() throws {
        let lines = lines {
            Logger().notice("\("a", privacy: .private(mask: .hash)) \("a", privacy: .private(mask: .hash))")
            Logger().notice("\("b", privacy: .private(mask: .hash))")
        }
        let hashes = lines.flatMap { $0.matches(of: /mask.hash: '(\w+)'/).map { String($0.1) } }
        try #require(hashes.count == 3)
        #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
    }

    @Test(
        arguments: [
            (nil, ["notice", "error", "fault"]), ("info", ["info", "notice", "error", "fault"]),
            ("debug", ["debug", "info", "notice", "error", "fault"]), ("disable", []),
        ] as [(String?, [String])])
    func the_environment_chooses_levels(mode: String?, expected: [String]) {
        let lines = lines(mode.map { ["OS_ACTIVITY_MODE": $0] } ?? [:]) {
            let logger = Logger()
            logger.debug("debug")
            logger.info("info")
            logger.notice("notice")
            logger.error("error")
            logger.fault("fault")
        }
        #expect(lines.map { String($0.split(separator: " ").last ?? "") } == expected)
    }

    @Test func values_of_messages_that_are_left_out_are_not_found() {
        // Safe because: the logger finds values at once, on the test's thread.
        nonisolated(unsafe) var found = 0
        func value() -> Int {
            found += 1
            return found
        }
        _ = lines { Logger().debug("\(value())") }
        #expect(found == 0)
    }

    @Test func numbers_have_formats() {
        let lines = lines {
            Logger().notice(
                "\(255, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))|\(7, align: .right(columns: 3))|\("x", align: .left(columns: 3), privacy: .public)|"
            )
            Logger().notice(
                "\(2.5, format: .fixed(precision: 1)) \(-3, format: .decimal(minDigits: 2)) \(true, format: .answer)")
            Logger().notice("\(Int16(-2), format: .hex)")
        }
        #expect(lines.map { $0.split(separator: "] ").last } == ["0x00FF|  7|x  |", "2.5 -03 yes", "fffe"])
    }

    @Test func formats_of_printf() {
        let cases: [(format: String, values: [any CVarArg], text: String)] = [
            ("%d of %{public}@, %@", [3, "four", "five"], "3 of four, <private>"),
            ("%.2f%% %5ld|%-4d|", [2.5, 42, 7], "2.50%    42|7   |"),
            ("%{private}d %{public, signpost.description:attribute}@", [1, "a"], "<private> a"),
            ("%*d", [5, 1], "    1"),
            ("%d and %d", [1], "1 and %d"),
            ("%d", ["text"], "text"),
            ("100%", [], "100%"),
        ]
        for (format, values, text) in cases {
            #expect(OSLogMessage(format: format, values).text(showingPrivateValues: false) == text)
        }
    }

    @Test func a_disabled_log_writes_nothing_and_makes_no_message() {
        struct Unread: CustomStringConvertible {
            var description: String {
                Issue.record("the value is read")
                return ""
            }
        }
        #expect(lines { os_log("a", log: .disabled) } == [])
        #expect(lines { Logger(.disabled).notice("\(Unread())") } == [])
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }

    /// The lines that a body writes in an environment.
    private func lines(_ environment: [String: String] = [:], _ body: () -> Void) -> [String] {
        let lines = Lines()
        LogOutput.$current.withValue(LogOutput(environment: environment) { lines.add($0) }, operation: body)
        return lines.all
    }

    private final class Lines: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ line: String) { list.withLock { $0.append(line) } }
    }
}

/// Locks of the module os.
struct LockTests {
    @Test func a_state_is_changed_by_one_thread_at_a_time() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in lock.withLock { $0 += 1 } }
        #expect(lock.withLock { $0 } == 1000)
    }

    @Test func a_lock_that_is_taken_is_not_available() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        lock.precondition(.owner)
        let isFree = Mutex<Bool?>(nil)
        DispatchQueue.concurrentPerform(iterations: 1) { _ in }
        let thread = Thread { isFree.withLock { $0 = lock.withLockIfAvailable { true } ?? false } }
        thread.start()
        while isFree.withLock({ $0 }) == nil { sched_yield() }
        #expect(isFree.withLock { $0 } == false)
        lock.unlock()
        lock.precondition(.notOwner)
        #expect(lock.lockIfAvailable())
        lock.unlock()
    }

    @Test func a_second_lock_by_the_same_thread_ends_the_program() async {
        await #expect(processExitsWith: .failure) {
            let lock = OSAllocatedUnfairLock()
            lock.lock()
            lock.lock()
        }
    }
}
