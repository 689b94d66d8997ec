import CMicaBus
import Foundation
import MicaEvents
import Synchronization
import Testing

@testable import MicaAccessibility

/// A private bus, which ends with it.
private final class PrivateBus {
    static let daemon = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let process = Process()
    let address: String

    init() throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.daemon))
        process.arguments = ["--session", "--nofork", "--print-address=1"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        address = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func end() {
        // Threads of tests block the signal that asks it to end, and it inherits that.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}

/// A program on the bus that is the registry, or an assistive technology.
@safe private final class Peer {
    private let bus: OpaquePointer

    init(_ address: String) throws {
        let opened = unsafe mica_bus_open(address)
        unsafe bus = try #require(unsafe opened)
    }

    deinit { unsafe mica_bus_close(bus) }

    /// Calls a method; nil for an error.
    func call(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
    ) -> [BusValue]? {
        guard let message = unsafe mica_message_call(name, path, interface, member, false) else { return nil }
        defer { unsafe mica_message_release(message) }
        guard unsafe BusValue.write(values, to: message), let reply = unsafe mica_bus_call(bus, message, 5000) else {
            return nil
        }
        defer { unsafe mica_message_release(reply) }
        return unsafe BusValue.values(of: reply)
    }

    /// Sends a call whose answer nobody awaits here.
    func send(_ name: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue]) {
        guard let message = unsafe mica_message_call(name, path, interface, member, false) else { return }
        if unsafe BusValue.write(values, to: message) { unsafe _ = mica_bus_send(bus, message) }
        unsafe mica_message_release(message)
    }

    /// Owns a name on the bus.
    func own(_ name: String) {
        let daemon = "org.freedesktop.DBus"
        _ = call(daemon, "/org/freedesktop/DBus", daemon, "RequestName", [.text(name), .uint(0)])
    }

    func match(_ rule: String) { unsafe mica_bus_match(bus, rule) }

    /// The members and values of messages of a kind that come until one has a member; none after five seconds.
    func messages(until member: String, answer: [BusValue]? = nil) -> [(member: String, values: [BusValue])] {
        var found: [(member: String, values: [BusValue])] = []
        let end = Date(timeIntervalSinceNow: 5)
        while Date() < end {
            while let message = unsafe mica_bus_next(bus) {
                defer { unsafe mica_message_release(message) }
                let name = unsafe mica_message_member(message).map { unsafe String(cString: $0) } ?? ""
                unsafe found.append((name, BusValue.values(of: message) ?? []))
                if name == member {
                    if let answer, let reply = unsafe mica_message_return(message) {
                        if unsafe BusValue.write(answer, to: reply) { unsafe _ = mica_bus_send(bus, reply) }
                        unsafe mica_message_release(reply)
                        unsafe _ = mica_bus_wait(bus, 0)
                    }
                    return found
                }
            }
            guard unsafe mica_bus_wait(bus, 100) else { break }
        }
        return []
    }

    /// The name of the program that puts itself into the registry.
    func program(answering isAnswering: Bool = true) throws -> String {
        let desktop = BusValue.structure([.text(":1.0"), .path(AccessibleAnswers.root)])
        let calls = messages(until: "Embed", answer: isAnswering ? [desktop] : nil)
        guard case .structure(let plug)? = calls.last?.values.first, let name = plug.first?.string else {
            throw CancellationError()
        }
        return name
    }
}

/// Programs on a bus. A daemon of the machine serves it: without one the suite is skipped.
@Suite(.serialized, .enabled(if: PrivateBus.daemon != nil, "there is no dbus-daemon: package dbus"))
struct AccessibilityBusTests {
    private let accessible = "org.a11y.atspi.Accessible"

    /// What the program was asked for.
    private final class Requests: Sendable {
        let all = Mutex<[AccessibleRequest]>([])
        /// Whether requests stay unanswered.
        let isBusy = Atomic(false)
    }

    private func program(_ address: String, _ requests: Requests = Requests()) -> AccessibilityBus {
        AccessibilityBus(address: address, program: "probe") { request, node, done in
            requests.all.withLock { $0.append(request) }
            if !requests.isBusy.load(ordering: .relaxed) { done(node == 2) }
        }
    }

    @Test func an_assistive_technology_walks_a_tree_and_presses_a_button() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let registry = try Peer(bus.address)
        registry.own("org.a11y.atspi.Registry")
        let requests = Requests()
        let program = program(bus.address, requests)
        program.update(tree("2 in 1: button Play", "3 in 1: label Title"))
        let name = try registry.program()
        let peer = try Peer(bus.address)
        let root = AccessibleAnswers.root
        guard case .array(_, let windows)?? = peer.call(name, root, accessible, "GetChildren")?.first,
            case .structure(let window)? = windows.first, let path = window[1].string
        else { throw CancellationError() }
        #expect(path == AccessibleAnswers.path(of: 1))
        guard case .array(_, let parts)?? = peer.call(name, path, accessible, "GetChildren")?.first else {
            throw CancellationError()
        }
        #expect(parts.count == 2)
        let properties = "org.freedesktop.DBus.Properties"
        #expect(
            peer.call(name, AccessibleAnswers.path(of: 2), properties, "Get", [.text(accessible), .text("Name")])
                == [.variant(.text("Play"))])
        #expect(
            peer.call(name, AccessibleAnswers.path(of: 2), "org.a11y.atspi.Action", "DoAction", [.int(Int32(0))])
                == [.bool(true)])
        #expect(
            peer.call(name, AccessibleAnswers.path(of: 3), "org.a11y.atspi.Component", "GrabFocus") == [.bool(false)])
        #expect(requests.all.withLock { $0 } == [.action(0), .focus])
        #expect(
            peer.call(
                name, root, properties, "Set",
                [.text("org.a11y.atspi.Application"), .text("Id"), .variant(.int(Int32(7)))])
                == [])
        #expect(
            peer.call(name, root, properties, "Get", [.text("org.a11y.atspi.Application"), .text("Id")])
                == [.variant(.int(Int32(7)))])
        #expect(
            peer.call(name, root, properties, "Get", [.text(accessible), .text("Parent")])
                == [.variant(.structure([.text(":1.0"), .path(root)]))])
        program.end()
    }

    @Test func changes_are_signals() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let registry = try Peer(bus.address)
        registry.own("org.a11y.atspi.Registry")
        let peer = try Peer(bus.address)
        peer.match("type='signal',interface='org.a11y.atspi.Event.Object'")
        let program = program(bus.address)
        program.update(tree("2 in 1: button Play"))
        _ = try registry.program()
        program.update(tree("2 in 1: button Pause", focus: 2))
        let signals = peer.messages(until: "StateChanged")
        #expect(
            signals.last?.values == [
                .text("focused"), .int(Int32(1)), .int(Int32(0)), .variant(.int(Int32(0))), .array(of: "v", []),
            ])
        #expect(signals.contains { $0.member == "PropertyChange" && $0.values[3] == .variant(.text("Pause")) })
        program.end()
    }

    @Test func calls_are_answered_while_the_registry_never_answers() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let registry = try Peer(bus.address)
        registry.own("org.a11y.atspi.Registry")
        let program = program(bus.address)
        program.update(tree("2 in 1: button Play"))
        let name = try registry.program(answering: false)
        let peer = try Peer(bus.address)
        #expect(peer.call(name, AccessibleAnswers.path(of: 2), accessible, "GetRole") == [.uint(43)])
        program.end()
    }

    @Test func hostile_calls_get_errors_and_the_program_goes_on() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let registry = try Peer(bus.address)
        registry.own("org.a11y.atspi.Registry")
        let program = program(bus.address)
        program.update(tree("2 in 1: button Play"))
        let (name, peer) = (try registry.program(), try Peer(bus.address))
        var deep = BusValue.text("x")
        for _ in 0..<20 { deep = .structure([deep]) }
        let bad: [[BusValue]] = [
            [deep], [.array(of: "i", (0..<1000).map { .int(Int32($0)) })], [.variant(.variant(.variant(.text("a"))))],
            [.text(String(repeating: "a", count: 1 << 20))], [.array(of: "{sv}", [])],
        ]
        for path in [
            "/", "/org/a11y/atspi/accessible/root", "/org/a11y/atspi/accessible/2", "/org/a11y/atspi/accessible/99999",
        ] {
            for values in bad {
                for member in ["GetChildAtIndex", "Get", "DoAction", "Embed", "x"] {
                    peer.send(name, path, accessible, member, values)
                    peer.send(name, path, "org.freedesktop.DBus.Properties", member, values)
                }
            }
        }
        #expect(peer.call(name, AccessibleAnswers.path(of: 99999), accessible, "GetRole") == nil)
        #expect(peer.call(name, AccessibleAnswers.path(of: 2), accessible, "GetRole") == [.uint(43)])
        #expect(peer.call(name, AccessibleAnswers.path(of: 2), "org.freedesktop.DBus.Peer", "Ping") == [])
        program.update(tree())
        for _ in 0..<100 {
            if peer.call(name, AccessibleAnswers.path(of: 2), accessible, "GetRole") == nil { break }
            Thread.sleep(forTimeInterval: 0.02)
        }
        #expect(peer.call(name, AccessibleAnswers.path(of: 2), accessible, "GetRole") == nil)
        program.end()
    }

    @Test func a_busy_program_is_read_and_gets_no_more_requests_than_it_has_room_for() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let registry = try Peer(bus.address)
        registry.own("org.a11y.atspi.Registry")
        let requests = Requests()
        requests.isBusy.store(true, ordering: .relaxed)
        let program = program(bus.address, requests)
        program.update(tree("2 in 1: button Play"))
        let (name, peer) = (try registry.program(), try Peer(bus.address))
        let (path, action) = (AccessibleAnswers.path(of: 2), "org.a11y.atspi.Action")
        for _ in 0..<AccessibilityBus.mostRequests { peer.send(name, path, action, "DoAction", [.int(Int32(0))]) }
        #expect(peer.call(name, path, action, "DoAction", [.int(Int32(0))]) == nil)
        #expect(peer.call(name, path, accessible, "GetRole") == [.uint(43)])
        #expect(requests.all.withLock { $0.count } == AccessibilityBus.mostRequests)
        program.end()
    }

    @Test func a_bus_that_goes_away_or_never_was_ends_nothing_else() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let registry = try Peer(bus.address)
        registry.own("org.a11y.atspi.Registry")
        let (program, other) = (program(bus.address), program("unix:path=/nonexistent/bus"))
        program.update(tree("2 in 1: button Play"))
        _ = try registry.program()
        bus.end()
        for index in 0..<20 {
            program.update(tree("2 in 1: button Play \(index)"))
            other.update(tree())
            Thread.sleep(forTimeInterval: 0.01)
        }
        program.end()
        other.end()
    }
}
