import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

/// Views that left the visible part of a list, by their identifiers, and the classes that new ones are made of.
///
/// *Source*: Apple, UITableView.dequeueReusableCell(withIdentifier:for:), register(_:forCellReuseIdentifier:).
@MainActor package final class ReuseQueue<View: UIView> {
    private var classes: [String: View.Type] = [:]
    private var nibs: [String: UINib] = [:]
    private var queues: [String: [View]] = [:]
    /// The views that were made.
    package private(set) var madeCount = 0

    package init() {}

    /// Registers a class for an identifier; nil removes it.
    package func register(_ type: View.Type?, for identifier: String) {
        (classes[identifier], nibs[identifier]) = (type, nil)
    }

    /// Registers a nib for an identifier, whose first view is taken; nil removes it.
    package func register(_ nib: UINib?, for identifier: String) {
        (nibs[identifier], classes[identifier]) = (nib, nil)
    }

    /// The class of an identifier; nil for none.
    package func type(for identifier: String) -> View.Type? { classes[identifier] }

    /// The nib of an identifier; nil for none.
    package func nib(for identifier: String) -> UINib? { nibs[identifier] }

    /// Takes a view out of the queue; nil if the queue is empty.
    package func take(_ identifier: String) -> View? { queues[identifier]?.popLast() }

    /// Takes a view out of the queue, or makes one. *Nil when*: the queue is empty and no class is registered.
    package func take(_ identifier: String, make: (View.Type) -> View) -> View? {
        if let view = take(identifier) { return view }
        if let nib = nibs[identifier] {
            let objects = nib.instantiate(withOwner: nil)
            guard let view = objects.lazy.compactMap({ $0 as? View }).first else {
                Notices.say(
                    "the nib for the reuse identifier '\(identifier)' has no \(View.self) at its top level",
                    key: "reuse \(identifier)")
                return nil
            }
            madeCount += 1
            return view
        }
        guard let type = classes[identifier] else { return nil }
        madeCount += 1
        return make(type)
    }

    /// Puts a view into the queue, for another entry.
    package func put(_ view: View, _ identifier: String) { queues[identifier, default: []].append(view) }

    /// Drops all views that wait.
    package func drop() { queues = [:] }

    /// The number of views that wait.
    package var waitingCount: Int { queues.values.reduce(0) { $0 + $1.count } }
}
