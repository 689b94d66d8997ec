import Foundation
import MicaEvents
import Testing

@testable import MicaAccessibility

@Suite struct AccessibleAnswersTests {
    private static let root = "/org/a11y/atspi/accessible/root"

    private func answers(_ tree: AccessibleTree) -> AccessibleAnswers {
        AccessibleAnswers(tree, program: "probe", bus: ":1.5")
    }

    private func path(_ id: UInt32) -> String { "/org/a11y/atspi/accessible/\(id)" }

    private func ask(
        _ tree: AccessibleTree, _ path: String, _ member: String, _ arguments: BusValue...
    ) -> BusAnswer {
        let dot = member.lastIndex(of: ".")
        let interface = dot.map { "org.a11y.atspi." + member[..<$0] } ?? ""
        return answers(tree).answer(
            BusCall(path, interface, String(member[(dot.map(member.index(after:)) ?? member.startIndex)...]), arguments)
        )
    }

    private func property(_ tree: AccessibleTree, _ path: String, _ interface: String, _ name: String) -> BusAnswer {
        answers(tree).answer(
            BusCall(
                path, "org.freedesktop.DBus.Properties", "Get", [.text("org.a11y.atspi." + interface), .text(name)]))
    }

    @Test func roles_have_the_numbers_of_at_spi() {
        #expect(Set(AccessibleRole.allCases.map(\.atspi.number)).count == AccessibleRole.allCases.count)
        #expect(AccessibleRole.button.atspi == (43, "push button") && AccessibleRole.heading.atspi.number == 83)
    }

    @Test func the_program_has_its_windows_and_these_their_nodes() {
        let one = tree("2 in 1: button Play", "3 in 1: label Title")
        #expect(property(one, Self.root, "Accessible", "ChildCount") == .values([.variant(.int(Int32(1)))]))
        #expect(property(one, Self.root, "Accessible", "Name") == .values([.variant(.text("probe"))]))
        let window = BusValue.structure([.text(":1.5"), .path(path(1))])
        #expect(ask(one, Self.root, "Accessible.GetChildAtIndex", .int(Int32(0))) == .values([window]))
        #expect(
            ask(one, path(1), "Accessible.GetChildren")
                == .values([.array(of: "(so)", [2, 3].map { .structure([.text(":1.5"), .path(path($0))]) })]))
        #expect(property(one, path(2), "Accessible", "Parent") == .values([.variant(window)]))
        #expect(ask(one, path(3), "Accessible.GetIndexInParent") == .values([.int(Int32(1))]))
        #expect(ask(one, path(2), "Accessible.GetRole") == .values([.uint(43)]))
        #expect(ask(one, path(2), "GetRoleName") == .values([.text("push button")]))
    }

    @Test func states_are_two_words_of_bits() {
        let one = tree("2 in 1: toggle On", focus: 2)
        // Focused, sensitive and enabled, showing, visible.
        let first = UInt32(1 << 12 | 1 << 8 | 1 << 24 | 1 << 25 | 1 << 30)
        #expect(ask(one, path(2), "Accessible.GetState") == .values([.array(of: "u", [.uint(first), .uint(0)])]))
        var on = one
        on.nodes[2]?.states.formUnion([.checkable, .checked])
        #expect(
            ask(on, path(2), "Accessible.GetState")
                == .values([.array(of: "u", [.uint(first | 1 << 4), .uint(1 << (41 - 32))])]))
    }

    @Test func extents_are_of_the_screen_the_window_and_the_parent() {
        let one = tree("2 in 1: group G", "3 in 2: button B")
        func extents(_ space: UInt32) -> BusAnswer { ask(one, path(3), "Component.GetExtents", .uint(space)) }
        func rect(_ x: Int32, _ y: Int32) -> BusAnswer {
            .values([.structure([.int(x), .int(y), .int(Int32(20)), .int(Int32(40))])])
        }
        #expect(extents(0) == rect(90, 50) && extents(1) == rect(60, 10) && extents(2) == rect(20, 0))
        #expect(extents(3) == .failure(.invalidArguments))
        #expect(
            ask(one, path(1), "Component.GetAccessibleAtPoint", .int(Int32(92)), .int(Int32(52)), .uint(0))
                == .values([.structure([.text(":1.5"), .path(path(3))])]))
    }

    @Test func actions_the_focus_and_numbers_are_asked_of_the_program() {
        var one = tree("2 in 1: button Play", "3 in 1: slider Volume")
        one.nodes[3]?.range = AccessibleRange(0.5, from: 0, to: 1, step: 0.1)
        #expect(ask(one, path(2), "Action.DoAction", .int(Int32(0))) == .request(.action(0), 2))
        #expect(ask(one, path(2), "Action.GetName", .int(Int32(1))) == .values([.text("Delete")]))
        #expect(ask(one, path(2), "Component.GrabFocus") == .request(.focus, 2))
        #expect(property(one, path(3), "Value", "CurrentValue") == .values([.variant(.double(0.5))]))
        func set(_ value: BusValue) -> BusAnswer {
            answers(one).answer(
                BusCall(
                    path(3), "org.freedesktop.DBus.Properties", "Set",
                    [.text("org.a11y.atspi.Value"), .text("CurrentValue"), .variant(value)]))
        }
        #expect(set(.double(0.8)) == .request(.setValue(0.8), 3))
        #expect(set(.double(.nan)) == .failure(.invalidArguments) && set(.text("1")) == .failure(.invalidArguments))
    }

    @Test func parts_of_a_text_are_letters_words_and_lines() {
        var one = tree("2 in 1: textArea Notes")
        one.nodes[2]?.text = AccessibleText("One 😀 two.\nThree", caret: 4, selection: 1..<4)
        func part(_ member: String, _ offset: Int32, _ kind: UInt32) -> BusAnswer {
            ask(one, path(2), "Text." + member, .int(offset), .uint(kind))
        }
        func found(_ text: String, _ start: Int32, _ end: Int32) -> BusAnswer {
            .values([.text(text), .int(start), .int(end)])
        }
        #expect(part("GetStringAtOffset", 4, 0) == found("😀", 4, 5))
        #expect(part("GetStringAtOffset", 1, 1) == found("One 😀 ", 0, 6))
        #expect(part("GetStringAtOffset", 7, 3) == found("One 😀 two.\n", 0, 11))
        #expect(part("GetTextAtOffset", 16, 5) == found("Three", 11, 16))
        #expect(part("GetTextBeforeOffset", 12, 5) == found("One 😀 two.\n", 0, 11))
        #expect(part("GetTextAfterOffset", 0, 5) == found("Three", 11, 16))
        #expect(part("GetTextBeforeOffset", 0, 5) == found("", 0, 0))
        #expect(ask(one, path(2), "Text.GetText", .int(Int32(4)), .int(Int32(-1))) == .values([.text("😀 two.\nThree")]))
        #expect(ask(one, path(2), "Text.GetSelection", .int(Int32(0))) == .values([.int(Int32(1)), .int(Int32(4))]))
        #expect(
            ask(one, path(2), "EditableText.DeleteText", .int(Int32(0)), .int(Int32(1))) == .failure(.unknownInterface))
        one.nodes[2]?.states.insert(.editable)
        #expect(
            ask(one, path(2), "EditableText.DeleteText", .int(Int32(0)), .int(Int32(3)))
                == .request(.replace(0..<3, ""), 2))
        #expect(
            ask(one, path(2), "EditableText.InsertText", .int(Int32(2)), .text("äb"), .int(Int32(2)))
                == .request(.replace(2..<2, "ä"), 2))
    }

    @Test func bad_calls_get_errors() {
        let one = tree("2 in 1: button Play", "3 in 1: label Title")
        #expect(ask(one, path(9), "Accessible.GetRole") == .failure(.unknownObject))
        #expect(ask(one, "/", "Accessible.GetRole") == .failure(.unknownObject))
        #expect(ask(one, path(2) + "/x", "Accessible.GetRole") == .failure(.unknownObject))
        #expect(ask(one, path(2), "Accessible.Explode") == .failure(.unknownMethod))
        #expect(ask(one, path(2), "Explode") == .failure(.unknownMethod))
        #expect(ask(one, path(2), "Text.GetText", .int(Int32(0)), .int(Int32(1))) == .failure(.unknownInterface))
        #expect(answers(one).answer(BusCall(path(2), "com.example", "GetRole")) == .failure(.unknownInterface))
        #expect(ask(one, path(2), "Action.DoAction", .int(Int32(7))) == .failure(.invalidArguments))
        #expect(ask(one, path(2), "Action.DoAction", .text("0")) == .failure(.invalidArguments))
        #expect(ask(one, path(2), "Action.DoAction") == .failure(.invalidArguments))
        #expect(ask(one, path(1), "Accessible.GetChildAtIndex", .int(Int32.min)) == .values([AccessibleAnswers.nobody]))
        #expect(ask(one, path(3), "Text.GetText", .int(Int32.max), .int(Int32.min)) == .values([.text("")]))
        #expect(ask(one, path(3), "Text.GetStringAtOffset", .int(Int32.max), .uint(3)) == .failure(.invalidArguments))
        #expect(ask(one, path(3), "Text.GetStringAtOffset", .int(Int32(0)), .uint(77)) == .failure(.invalidArguments))
        #expect(property(one, path(2), "Accessible", "Colour") == .failure(.unknownProperty))
        #expect(property(one, path(2), "Value", "CurrentValue") == .failure(.unknownInterface))
        for member in ["Get", "GetAll", "Set"] {
            let call = BusCall(path(2), "org.freedesktop.DBus.Properties", member)
            #expect(answers(one).answer(call) == .failure(.invalidArguments))
        }
    }

    @Test func all_nodes_are_listed_parents_first() throws {
        let one = tree("2 in 1: group", "3 in 2: button B")
        guard case .values(let values) = ask(one, "/org/a11y/atspi/cache", "Cache.GetItems"),
            case .array(let type, let items)? = values.first
        else { throw CancellationError() }
        #expect(type == "((so)(so)(so)iiassusau)" && items.allSatisfy { $0.signature == type })
        #expect(items.count == 4)
    }

    @Test func texts_for_the_bus_end_before_a_zero_and_at_the_most_bytes() {
        #expect(BusValue.short("a\0b") == "a" && BusValue.short("plain") == "plain")
        let long = String(repeating: "€", count: BusValue.longestText / 3 + 5)
        let short = BusValue.short(long)
        #expect(short.utf8.count <= BusValue.longestText && long.hasPrefix(short) && !short.isEmpty)
    }

    @Test func only_sockets_of_this_machine_are_addresses() {
        #expect(
            AccessibilityBus.isLocal("unix:path=/run/a")
                && AccessibilityBus.isLocal("unix:abstract=x,guid=1;unix:path=/b"))
        #expect(
            !AccessibilityBus.isLocal("unixexec:path=/bin/sh") && !AccessibilityBus.isLocal("unix:path=/a;tcp:host=x"))
        #expect(!AccessibilityBus.isLocal(""))
    }
}
