import CMicaBus
import Foundation
import MicaEvents
import MicaTrace
import Synchronization

/// Shows a program's trees to the assistive technologies of a bus: a connection with a thread of its own, which answers them from the
/// tree that it has got last. So a program that is busy is read all the same, and one that is slow to read blocks no program.
///
/// Requests wait for the program's main thread; the answer is sent when it comes.
package final class AccessibilityBus: AccessibleTreeReader {
    /// Performs a request on the main thread, and passes on whether that was done.
    package typealias Performer = @Sendable (AccessibleRequest, UInt32, @escaping @Sendable (Bool) -> Void) -> Void

    /// The most requests that wait for the program: more get an error.
    package static let mostRequests = 64

    private let perform: Performer
    private let program: String
    private let state = Mutex(State())

    /// The values that the threads share.
    private struct State {
        /// The tree that the program has given last, and whether the bus has not got it.
        var tree = AccessibleTree()
        var isNew = false
        /// The results of requests, by the calls' numbers here.
        var results: [(call: Int, isDone: Bool)] = []
        /// The connection while the thread waits in it; nil before and after.
        var connection: SharedBus?
        var isEnding = false
    }

    /// Connects to a bus, on a thread of its own.
    ///
    /// - Parameters:
    ///   - address: The bus of assistive technologies, a socket of this machine.
    ///   - program: The program's name.
    ///   - perform: Performs a request of an assistive technology.
    package init(address: String, program: String, perform: @escaping Performer) {
        (self.program, self.perform) = (program, perform)
        let thread = Thread { [self] in serve(address) }
        thread.name = "mica-access"
        thread.start()
    }

    /// The tree is that one now.
    package func update(_ tree: AccessibleTree) {
        state.withLock { state in
            (state.tree, state.isNew) = (tree, true)
            Self.wake(state)
        }
    }

    /// Ends the connection.
    package func end() {
        state.withLock { state in
            state.isEnding = true
            Self.wake(state)
        }
    }

    private func finished(_ call: Int, _ isDone: Bool) {
        state.withLock { state in
            state.results.append((call, isDone))
            Self.wake(state)
        }
    }

    private static func wake(_ state: State) {
        if let connection = state.connection { unsafe mica_bus_wake(connection.pointer) }
    }

    // MARK: The thread

    /// Whether an address is a socket of this machine: others would run programs, or reach other machines.
    package static func isLocal(_ address: String) -> Bool {
        !address.isEmpty
            && address.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { $0.hasPrefix("unix:") }
    }

    private func serve(_ address: String) {
        guard Self.isLocal(address), let bus = unsafe mica_bus_open(address) else {
            Notices.shared.say(
                "the program is not read to assistive technologies: no connection to their bus",
                from: "MicaAccessibility")
            return
        }
        guard let name = unsafe mica_bus_name(bus) else { return unsafe mica_bus_close(bus) }
        let shared = unsafe SharedBus(pointer: bus)
        state.withLock { $0.connection = shared }
        var session = unsafe Session(
            bus: bus, answers: AccessibleAnswers(AccessibleTree(), program: program, bus: String(cString: name)))
        unsafe session.embed()
        while true {
            let (tree, results, isEnding) = state.withLock { state in
                defer { (state.isNew, state.results) = (false, []) }
                return (state.isNew ? state.tree : nil, state.results, state.isEnding)
            }
            if isEnding { break }
            if let tree { unsafe session.update(tree) }
            for result in results { unsafe session.finish(result.call, result.isDone) }
            while let message = unsafe mica_bus_next(bus) {
                if let wanted = unsafe session.handle(message) {
                    perform(wanted.request, wanted.node) { [weak self] in self?.finished(wanted.call, $0) }
                }
            }
            guard unsafe mica_bus_wait(bus, -1) else { break }
        }
        state.withLock { $0.connection = nil }
        unsafe session.end()
        unsafe mica_bus_close(bus)
    }
}

/// A connection that other threads wake.
// Safe because: waking is allowed on any thread, and nothing else is done with it there.
@safe private struct SharedBus: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// A connection's state, on its thread.
@unsafe private struct Session {
    let bus: OpaquePointer
    var answers: AccessibleAnswers
    /// The calls that wait for the program, by their numbers here.
    var waiting: [Int: OpaquePointer] = unsafe [:]
    var lastCall = 0
    /// The number of the message that puts the program into the registry; 0 if none waits for its answer.
    var embedding: UInt32 = 0

    init(bus: OpaquePointer, answers: AccessibleAnswers) { unsafe (self.bus, self.answers) = (bus, answers) }

    /// Puts the program into the registry's tree. *Source*: at-spi2-core, Socket.xml.
    mutating func embed() {
        guard
            let call = unsafe mica_message_call(
                "org.a11y.atspi.Registry", AccessibleAnswers.root, "org.a11y.atspi.Socket", "Embed", true)
        else { return }
        if unsafe BusValue.write([answers.reference(nil)], to: call) { unsafe embedding = mica_bus_send(bus, call) }
        unsafe mica_message_release(call)
    }

    /// Sends the differences of a tree.
    mutating func update(_ tree: AccessibleTree) {
        let events = unsafe AccessibleEvent.differences(from: answers.tree, to: tree)
        unsafe answers.tree = tree
        for event in events {
            guard let signal = unsafe answers.signal(for: event) else { continue }
            guard let message = unsafe mica_message_signal(signal.path, signal.interface, signal.member) else { return }
            if unsafe BusValue.write(signal.values, to: message) { unsafe _ = mica_bus_send(bus, message) }
            unsafe mica_message_release(message)
        }
    }

    /// A request for the program, of a call's number here.
    struct Wanted {
        let call: Int, request: AccessibleRequest, node: UInt32
    }

    /// Answers a message, which is released; returns the request for the program; nil for none.
    mutating func handle(_ message: OpaquePointer) -> Wanted? {
        guard unsafe mica_message_kind(message) == MICA_BUS_CALL else {
            if unsafe embedding != 0, unsafe mica_message_answers(message) == embedding { unsafe embedded(message) }
            unsafe mica_message_release(message)
            return nil
        }
        func part(_ text: UnsafePointer<CChar>?) -> String { unsafe text.map { unsafe String(cString: $0) } ?? "" }
        guard let values = unsafe BusValue.values(of: message) else {
            unsafe answer(.failure(.invalidArguments), to: message)
            unsafe mica_message_release(message)
            return nil
        }
        let call = unsafe BusCall(
            part(mica_message_path(message)), part(mica_message_interface(message)), part(mica_message_member(message)),
            values)
        let found = unsafe answers.answer(call)
        if case .request(let request, let node) = found {
            guard unsafe waiting.count < AccessibilityBus.mostRequests else {
                unsafe answer(.failure(.limitExceeded), to: message)
                unsafe mica_message_release(message)
                return nil
            }
            unsafe lastCall += 1
            unsafe waiting[lastCall] = message
            return unsafe Wanted(call: lastCall, request: request, node: node)
        }
        if case .number(let number) = found { unsafe answers.number = number }
        unsafe answer(found, to: message)
        unsafe mica_message_release(message)
        return nil
    }

    /// The registry's answer: the object that the program is in.
    private mutating func embedded(_ message: OpaquePointer) {
        unsafe embedding = 0
        guard unsafe mica_message_kind(message) == MICA_BUS_RETURN, let values = unsafe BusValue.values(of: message),
            case .structure(let parts)? = values.first, parts.count == 2, let name = parts[0].string,
            let path = parts[1].string, path.hasPrefix("/")
        else { return }
        unsafe answers.desktop = (name, path)
    }

    /// Answers a call that the program has done, or not.
    mutating func finish(_ call: Int, _ isDone: Bool) {
        guard let message = unsafe waiting.removeValue(forKey: call) else { return }
        // Setting a property has an empty answer.
        let isProperty = unsafe mica_message_member(message).map { unsafe String(cString: $0) } == "Set"
        unsafe answer(.values(isProperty ? [] : [.bool(isDone)]), to: message)
        unsafe mica_message_release(message)
    }

    private func answer(_ answer: BusAnswer, to message: OpaquePointer) {
        guard unsafe mica_message_wants_answer(message) else { return }
        let reply: OpaquePointer?
        switch answer {
        case .failure(let failure):
            unsafe reply = mica_message_error(message, failure.rawValue, "\(failure)")
        case .values(let values):
            unsafe reply = mica_message_return(message)
            guard let made = unsafe reply, unsafe BusValue.write(values, to: made) else {
                if let made = unsafe reply { unsafe mica_message_release(made) }
                return
            }
        case .number, .request: unsafe reply = mica_message_return(message)
        }
        guard let reply = unsafe reply else { return }
        unsafe _ = mica_bus_send(bus, reply)
        unsafe mica_message_release(reply)
    }

    /// Releases what waits.
    mutating func end() {
        unsafe waiting.forEach { unsafe mica_message_release($0.value) }
        unsafe waiting = unsafe [:]
    }
}
