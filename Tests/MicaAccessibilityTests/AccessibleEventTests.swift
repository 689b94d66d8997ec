import Foundation
import MicaAccessibility
import MicaEvents
import Testing

/// A tree of one window with nodes in it, made of lines such as `3 in 1: button Play`.
func tree(_ lines: String..., focus: UInt32? = nil) -> AccessibleTree {
    var tree = AccessibleTree()
    var window = AccessibleNode(id: 1, role: .window)
    (window.name, window.states, window.frame) = (
        "W", [.enabled, .showing], CGRect(x: 0, y: 0, width: 200, height: 100)
    )
    tree.nodes[1] = window
    tree.windows = [1]
    tree.places[1] = AccessiblePlace(origin: CGPoint(x: 30, y: 40), unit: 2)
    for line in lines {
        let words = line.split(separator: " ").map(String.init)
        let (id, parent) = (UInt32(words[0])!, UInt32(words[2].dropLast())!)
        var node = AccessibleNode(id: id, parent: parent, role: AccessibleRole(rawValue: words[3])!)
        node.name = words.dropFirst(4).joined(separator: " ")
        node.states = [.enabled, .showing]
        node.frame = CGRect(x: 10 * Int(id), y: 5, width: 10, height: 20)
        if node.role == .button { node.actions = [.press, .custom("Delete")] }
        if node.role == .label { node.text = AccessibleText(node.name) }
        tree.nodes[id] = node
        tree.nodes[parent]?.children.append(id)
    }
    tree.focus = focus
    return tree
}

@Suite struct AccessibleEventTests {
    private func changes(_ old: AccessibleTree, _ new: AccessibleTree) -> [AccessibleEvent] {
        AccessibleEvent.differences(from: old, to: new)
    }

    @Test func equal_trees_have_no_differences() {
        let one = tree("2 in 1: button Play", "3 in 1: label Title", focus: 2)
        #expect(changes(one, one).isEmpty)
    }

    @Test func a_first_window_is_created_and_activated_before_the_focus_is_there() {
        var new = tree("2 in 1: button Play", focus: 2)
        new.nodes[1]?.states.insert(.active)
        #expect(
            changes(AccessibleTree(), new) == [
                .new(1), .added(1, to: nil, at: 0), .new(2), .window(1, "Create", title: "W"),
                .window(1, "Activate", title: "W"), .state(2, "focused", true),
            ])
        #expect(
            changes(new, AccessibleTree()) == [
                .window(1, "Deactivate", title: "W"), .window(1, "Destroy", title: "W"), .removed(1, from: nil, at: 0),
                .gone(2), .gone(1),
            ])
    }

    @Test func removed_nodes_have_the_indices_that_they_have_when_they_go() {
        let old = tree("2 in 1: button A", "3 in 1: group", "4 in 3: label T", "5 in 1: button B")
        let new = tree("2 in 1: button A", "6 in 1: button C", "7 in 1: label D")
        #expect(
            changes(old, new) == [
                .removed(5, from: 1, at: 2), .removed(3, from: 1, at: 1), .gone(4), .gone(5), .gone(3), .new(6),
                .added(6, to: 1, at: 1), .new(7), .added(7, to: 1, at: 2),
            ])
    }

    @Test func a_node_that_moves_to_another_parent_is_removed_and_added() {
        let old = tree("2 in 1: group", "3 in 1: group", "4 in 2: button A")
        let new = tree("2 in 1: group", "3 in 1: group", "4 in 3: button A")
        #expect(changes(old, new) == [.removed(4, from: 2, at: 0), .added(4, to: 3, at: 0)])
    }

    @Test func nodes_in_another_order_are_removed_and_added() {
        let old = tree("2 in 1: button A", "3 in 1: button B")
        var new = old
        new.nodes[1]?.children = [3, 2]
        #expect(
            changes(old, new) == [
                .removed(3, from: 1, at: 1), .removed(2, from: 1, at: 0), .added(3, to: 1, at: 0),
                .added(2, to: 1, at: 1),
            ])
    }

    @Test func values_and_states_of_a_node_are_told() {
        let old = tree("2 in 1: slider Volume", "3 in 1: toggle On", focus: 2)
        var (first, new) = (old, old)
        first.nodes[2]?.range = AccessibleRange(1, from: 0, to: 10)
        new.nodes[2]?.range = AccessibleRange(2, from: 0, to: 10)
        new.nodes[2]?.name = "Loudness"
        new.nodes[2]?.frame.origin.x += 1
        new.nodes[3]?.states = [.showing, .checkable, .checked]
        new.focus = 3
        #expect(
            changes(first, new) == [
                .state(2, "focused", false), .name(2, "Loudness"), .value(2, 2), .bounds(2),
                .state(3, "sensitive", false), .state(3, "enabled", false), .state(3, "checkable", true),
                .state(3, "checked", true), .state(3, "focused", true),
            ])
    }

    @Test func an_announcement_is_shown_and_other_new_nodes_are_not() {
        let events = changes(tree(), tree("2 in 1: announcement Saved", "3 in 1: button A"))
        #expect(events.contains(.state(2, "showing", true)) && !events.contains(.state(3, "showing", true)))
    }

    @Test func text_differs_by_the_part_between_the_equal_ends() {
        func edit(_ old: AccessibleText, _ new: AccessibleText) -> [AccessibleEvent] {
            var (first, second) = (tree("2 in 1: entry Name"), tree("2 in 1: entry Name"))
            first.nodes[2]?.text = old
            second.nodes[2]?.text = new
            return changes(first, second)
        }
        #expect(
            edit(
                AccessibleText("hallo", caret: 5, selection: 5..<5), AccessibleText("hello", caret: 2, selection: 2..<2)
            )
                == [.deleted(2, at: 1, "a"), .inserted(2, at: 1, "e"), .caret(2, 2), .selection(2)])
        #expect(edit(AccessibleText("aa"), AccessibleText("aaa")) == [.inserted(2, at: 2, "a")])
        #expect(edit(AccessibleText("a😀b"), AccessibleText("ab")) == [.deleted(2, at: 1, "😀")])
        #expect(edit(AccessibleText(""), AccessibleText("")).isEmpty)
    }
}
