import Foundation
import MicaDocuments
import MicaEvents
import QuartzCore

/// State machines of .lottie archives.
extension Player {
    /// The state machine that controls the content; nil without one.
    public var stateMachine: DocumentStateMachine? { content?.document?.stateMachine }

    /// Sets an input of the state machine, at the current time.
    ///
    /// - Returns: whether there is one of this name and kind.
    @discardableResult
    public func set(input: String, to value: DocumentStateMachine.Input) -> Bool {
        guard let machine = stateMachine else { return false }
        advanceMachine(to: time)
        let isSet = machine.set(input, to: value)
        machineChanged()
        return isSet
    }

    /// Sets an input of the state machine to a value that is written as text.
    ///
    /// - Returns: whether there is an input of this name, and the text is a value of its kind.
    @discardableResult
    public func set(input: String, text: String) -> Bool {
        switch stateMachine?.value(of: input) {
        case .number?: Double(text).map { set(input: input, to: .number($0)) } ?? false
        case .flag?: Bool(text).map { set(input: input, to: .flag($0)) } ?? false
        case .text?: set(input: input, to: .text(text))
        case .event?, nil: false
        }
    }

    /// Fires an event of the state machine, at the current time.
    ///
    /// - Returns: whether there is one of this name.
    @discardableResult
    public func fire(_ event: String) -> Bool {
        guard let machine = stateMachine else { return false }
        advanceMachine(to: time)
        let isFired = machine.fire(event)
        machineChanged()
        return isFired
    }

    private func machineChanged() {
        wake()
        refreshTexts()
    }

    /// Passes the requests of new content's machine to the player's handlers.
    func prepareMachine() {
        isPointerInside = false
        guard let machine = stateMachine else { return }
        machine.eventHandler = { [weak self] name in self?.machineEventHandler?(name) }
        machine.problemHandler = { [weak self] problem in
            guard let handler = self?.noteHandler else {
                return FileHandle.standardError.write(Data("mica: \(problem)\n".utf8))
            }
            handler(problem)
        }
        allowURLs()
    }

    /// Passes the machine's URLs to the player's handler, if there is one.
    func allowURLs() {
        stateMachine?.urlHandler =
            urlHandler == nil
            ? nil : { [weak self] url, target, isByUser in self?.urlHandler?(url, target, isByUser) }
    }

    /// Advances the machine to a time of the player.
    func advanceMachine(to target: Double) {
        guard let machine = stateMachine else { return }
        let state = machine.state
        machine.advance(to: target)
        if machine.state != state { refreshTexts() }
    }

    /// Passes an event of the pointer to the machine.
    ///
    /// - Returns: whether there is a machine.
    func handleInMachine(_ pointer: PointerEvent) -> Bool {
        guard let machine = stateMachine, let root = content?.layer else { return false }
        advanceMachine(to: time)
        let point = root.convert(pointer.position, from: layer)
        let isInside = ![.exited, .cancelled].contains(pointer.phase) && root.bounds.contains(point)
        if isInside, !isPointerInside { machine.pointer(.enter, at: point) }
        if !isInside, isPointerInside { machine.pointer(.exit, at: point) }
        isPointerInside = isInside
        if isInside {
            switch pointer.phase {
            case .pressed: machine.pointer(.down, at: point)
            case .released: machine.pointer(.up, at: point)
            case .moved, .entered: machine.pointer(.move, at: point)
            case .cancelled, .exited: break
            }
        }
        // A finger that is lifted is over nothing.
        if pointer.phase == .released, pointer.device == .touch, isPointerInside {
            machine.pointer(.exit, at: point)
            isPointerInside = false
        }
        machineChanged()
        return true
    }

    /// The lines about the machine in the panel.
    var machineLines: [String] {
        guard let machine = stateMachine else { return [] }
        let inputs = machine.inputs.compactMap { name -> String? in
            switch machine.value(of: name) {
            case .number(let value)?: "\(name) \(value)"
            case .text(let value)?: "\(name) '\(value)'"
            case .flag(let value)?: "\(name) \(value)"
            case .event?, nil: nil
            }
        }
        let values = inputs.isEmpty ? "" : "; \(inputs.joined(separator: ", "))"
        return ["state machine \(machine.name): \(machine.state ?? "none")\(values)"]
    }
}
