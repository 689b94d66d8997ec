import Foundation
import MicaEvents

/// A change that is a signal to assistive technologies.
package enum AccessibleEvent: Hashable, Sendable {
    /// A node is in another now, or in the program for nil, at an index.
    case added(UInt32, to: UInt32?, at: Int)
    /// A node is gone from another, or from the program for nil, where it was at an index.
    case removed(UInt32, from: UInt32?, at: Int)
    /// A node is in no tree any more.
    case gone(UInt32)
    /// A node is in the tree for the first time.
    case new(UInt32)
    /// A state, by its name, holds for a node or no longer.
    case state(UInt32, String, Bool)
    /// A node has another name.
    case name(UInt32, String)
    /// A node has another description.
    case description(UInt32, String)
    /// A node has another number.
    case value(UInt32, Double)
    /// A node is elsewhere.
    case bounds(UInt32)
    /// Text was inserted at an offset.
    case inserted(UInt32, at: Int, String)
    /// Text was deleted at an offset.
    case deleted(UInt32, at: Int, String)
    /// The caret is at an offset.
    case caret(UInt32, Int)
    /// Another part of the text is selected.
    case selection(UInt32)
    /// Something has happened to a window: `Create`, `Destroy`, `Activate`, `Deactivate`.
    case window(UInt32, String, title: String)
}

extension AccessibleEvent {
    /// The differences of two trees, in the order of their signals: nodes that are gone, new nodes, changes, and the focus last.
    package static func differences(from old: AccessibleTree, to new: AccessibleTree) -> [AccessibleEvent] {
        var events: [AccessibleEvent] = []
        for id in old.windows where !new.windows.contains(id) {
            let title = old.nodes[id]?.name ?? ""
            if old.nodes[id]?.states.contains(.active) == true {
                events.append(.window(id, "Deactivate", title: title))
            }
            events.append(.window(id, "Destroy", title: title))
        }
        if let focus = old.focus, focus != new.focus, new.nodes[focus] != nil {
            events.append(.state(focus, "focused", false))
        }
        let (before, after) = (old.windows.flatMap(old.order(from:)), new.windows.flatMap(new.order(from:)))
        let reordered = Set(before.filter { isReordered($0, old, new) })
        let (oldIndices, newIndices) = (old.indices, new.indices)
        // Deepest first, so that no index is one of a parent that is gone.
        for id in before.reversed() {
            guard let node = old.nodes[id] else { continue }
            let isMoved = new.nodes[id].map { isElsewhere($0, node, reordered) } ?? true
            if isMoved, node.parent.map({ new.nodes[$0] != nil }) ?? true {
                events.append(.removed(id, from: node.parent, at: oldIndices[id] ?? -1))
            }
        }
        events += before.reversed().filter { new.nodes[$0] == nil }.map { .gone($0) }
        for id in after {
            guard let node = new.nodes[id] else { continue }
            let past = old.nodes[id]
            if past == nil { events.append(.new(id)) }
            let wasThere = node.parent.map { old.nodes[$0] != nil } ?? true
            if past.map({ isElsewhere(node, $0, reordered) }) ?? true, wasThere {
                events.append(.added(id, to: node.parent, at: newIndices[id] ?? -1))
            }
        }
        for id in after { if let node = new.nodes[id] { events += changes(of: node, since: old.nodes[id]) } }
        for id in new.windows where !old.windows.contains(id) {
            events.append(.window(id, "Create", title: new.nodes[id]?.name ?? ""))
        }
        events += activations(from: old, to: new)
        if let focus = new.focus, focus != old.focus { events.append(.state(focus, "focused", true)) }
        return events
    }

    /// Whether a node is in another one than before, or among others in another order.
    private static func isElsewhere(_ node: AccessibleNode, _ past: AccessibleNode, _ reordered: Set<UInt32>) -> Bool {
        node.parent != past.parent || node.parent.map(reordered.contains) ?? false
    }

    /// Whether nodes that are in a node before and after follow each other in another order.
    private static func isReordered(_ id: UInt32, _ old: AccessibleTree, _ new: AccessibleTree) -> Bool {
        guard let before = old.nodes[id]?.children, let after = new.nodes[id]?.children, before != after else {
            return false
        }
        let (past, present) = (Set(before), Set(after))
        return before.filter(present.contains) != after.filter(past.contains)
    }

    /// The windows that have the keyboard or no longer; those that lost it first.
    private static func activations(from old: AccessibleTree, to new: AccessibleTree) -> [AccessibleEvent] {
        var (lost, gained): ([AccessibleEvent], [AccessibleEvent]) = ([], [])
        for id in new.windows {
            guard let node = new.nodes[id] else { continue }
            let (was, now) = (old.nodes[id]?.states.contains(.active) ?? false, node.states.contains(.active))
            if was, !now { lost.append(.window(id, "Deactivate", title: node.name)) }
            if !was, now { gained.append(.window(id, "Activate", title: node.name)) }
        }
        return lost + gained
    }

    /// The changes of a node; of a new one only that a message is shown, which is read for that.
    private static func changes(of node: AccessibleNode, since past: AccessibleNode?) -> [AccessibleEvent] {
        let id = node.id
        guard let past else { return node.role == .announcement ? [.state(id, "showing", true)] : [] }
        guard past != node else { return [] }
        var events: [AccessibleEvent] = []
        if past.name != node.name { events.append(.name(id, node.name)) }
        if past.description != node.description { events.append(.description(id, node.description)) }
        for entry in AccessibleStates.atspi {
            let now = node.states.contains(entry.state)
            guard past.states.contains(entry.state) != now else { continue }
            events.append(.state(id, entry.name, now))
            // The other half of `sensitive`.
            if entry.state == .enabled { events.append(.state(id, "enabled", now)) }
        }
        if let range = node.range, past.range?.value != range.value { events.append(.value(id, range.value)) }
        if past.frame != node.frame { events.append(.bounds(id)) }
        if let text = node.text { events += changes(of: text, since: past.text ?? AccessibleText(""), id) }
        return events
    }

    /// The changes of a text: one part that is replaced by another, then the caret and the selection.
    private static func changes(of text: AccessibleText, since past: AccessibleText, _ id: UInt32) -> [AccessibleEvent]
    {
        var events: [AccessibleEvent] = []
        if past.content != text.content {
            let (old, new) = (Array(past.content.unicodeScalars), Array(text.content.unicodeScalars))
            let shorter = min(old.count, new.count)
            let start = zip(old, new).prefix { $0 == $1 }.count
            var end = 0
            while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
            let (deleted, inserted) = (old[start..<old.count - end], new[start..<new.count - end])
            if !deleted.isEmpty { events.append(.deleted(id, at: start, String(String.UnicodeScalarView(deleted)))) }
            if !inserted.isEmpty { events.append(.inserted(id, at: start, String(String.UnicodeScalarView(inserted)))) }
        }
        if let caret = text.caret, caret != past.caret { events.append(.caret(id, caret)) }
        if text.selection != past.selection { events.append(.selection(id)) }
        return events
    }
}

// MARK: Signals

/// A signal of the bus.
package struct BusSignal: Hashable, Sendable {
    /// The path of the object that it is of.
    package var path: String
    /// The interface.
    package var interface: String
    /// The name.
    package var member: String
    /// The values.
    package var values: [BusValue]
}

extension AccessibleAnswers {
    /// The signal for a change. The answers' tree is the new one; nil if it has no such node any more.
    ///
    /// *Source*: at-spi2-core, Event.xml and Cache.xml.
    package func signal(for event: AccessibleEvent) -> BusSignal? {
        func object(_ id: UInt32?, _ member: String, _ detail: String, _ first: Int, _ second: Int, _ value: BusValue)
            -> BusSignal
        {
            signal(id, "Object", member, detail, first, second, value)
        }
        switch event {
        case .added(let id, let parent, let index):
            return object(parent, "ChildrenChanged", "add", index, 0, reference(id))
        case .removed(let id, let parent, let index):
            return object(parent, "ChildrenChanged", "remove", index, 0, reference(id))
        case .gone(let id):
            return BusSignal(
                path: Self.cache, interface: Self.interfaces + "Cache", member: "RemoveAccessible",
                values: [reference(id)])
        case .new(let id):
            return item(id).map {
                BusSignal(
                    path: Self.cache, interface: Self.interfaces + "Cache", member: "AddAccessible", values: [$0])
            }
        case .state(let id, let name, let isOn):
            return object(id, "StateChanged", name, isOn ? 1 : 0, 0, .int(Int32(0)))
        case .name(let id, let name): return object(id, "PropertyChange", "accessible-name", 0, 0, .text(name))
        case .description(let id, let text):
            return object(id, "PropertyChange", "accessible-description", 0, 0, .text(text))
        case .value(let id, let number): return object(id, "PropertyChange", "accessible-value", 0, 0, .double(number))
        case .bounds(let id):
            guard let node = tree.nodes[id] else { return nil }
            let (x, y, width, height) = NodeObject(answers: self, node: node).extents(of: node.frame, .screen)
            let rect = BusValue.structure([.int(x), .int(y), .int(width), .int(height)])
            return object(id, "BoundsChanged", "", 0, 0, rect)
        case .inserted(let id, let offset, let text):
            return object(id, "TextChanged", "insert", offset, text.unicodeScalars.count, .text(text))
        case .deleted(let id, let offset, let text):
            return object(id, "TextChanged", "delete", offset, text.unicodeScalars.count, .text(text))
        case .caret(let id, let offset): return object(id, "TextCaretMoved", "", offset, 0, .int(Int32(0)))
        case .selection(let id): return object(id, "TextSelectionChanged", "", 0, 0, .int(Int32(0)))
        case .window(let id, let name, let title): return signal(id, "Window", name, "", 0, 0, .text(title))
        }
    }

    private func signal(
        _ id: UInt32?, _ group: String, _ member: String, _ detail: String, _ first: Int, _ second: Int,
        _ value: BusValue
    ) -> BusSignal {
        BusSignal(
            path: id.map(Self.path(of:)) ?? Self.root, interface: Self.interfaces + "Event." + group, member: member,
            values: [.text(detail), .int(first), .int(second), .variant(value), .array(of: "{sv}", [])])
    }
}
