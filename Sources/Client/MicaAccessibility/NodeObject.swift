import Foundation
import MicaEvents

/// A node.
struct NodeObject: BusObject {
    let answers: AccessibleAnswers
    let node: AccessibleNode

    var interfaces: [String] {
        var names = ["Accessible", "Component"]
        if !node.actions.isEmpty { names.append("Action") }
        if node.range != nil { names.append("Value") }
        if node.text != nil { names.append("Text") }
        if node.text != nil, node.states.contains(.editable) { names.append("EditableText") }
        return names.map { AccessibleAnswers.interfaces + $0 }
    }

    func answer(_ call: BusCall) -> BusAnswer {
        switch call.interface.dropFirst(AccessibleAnswers.interfaces.count) {
        case "Component": component(call)
        case "Action": action(call)
        case "Text": node.text.map { TextAnswers(object: self, text: $0).answer(call) } ?? .failure(.unknownInterface)
        case "EditableText":
            node.text.map { TextAnswers(object: self, text: $0).edit(call) } ?? .failure(.unknownInterface)
        case "Accessible": accessible(call)
        default: .failure(.unknownMethod)
        }
    }

    private func accessible(_ call: BusCall) -> BusAnswer {
        switch call.member {
        case "GetRole": .values([.uint(node.role.atspi.number)])
        case "GetRoleName", "GetLocalizedRoleName": .values([.text(node.role.atspi.name)])
        case "GetState": .values([answers.tree.stateBits(of: node)])
        case "GetIndexInParent": .values([.int(answers.index(of: node))])
        case "GetAttributes":
            .values([.array(of: "{ss}", attributes.map { .entry(.text($0.0), .text($0.1)) })])
        default: answers.common(call, children: node.children, interfaces: interfaces)
        }
    }

    /// Further values. *Source* of the names: Orca, script_utilities.py, and the Core Accessibility API Mappings.
    private var attributes: [(String, String)] {
        var found = [("toolkit", "Mica")]
        if !node.identifier.isEmpty { found.append(("id", node.identifier)) }
        if !node.value.isEmpty, node.range != nil { found.append(("valuetext", node.value)) }
        return found
    }

    func property(_ interface: String, _ name: String) -> BusValue? {
        let kind = interface.dropFirst(AccessibleAnswers.interfaces.count)
        switch (kind, name) {
        case (_, "version"): return .uint(1)
        case ("Accessible", "Name"): return .text(node.name)
        case ("Accessible", "Description"), ("Accessible", "HelpText"): return .text(node.description)
        case ("Accessible", "Parent"): return answers.reference(node.parent)
        case ("Accessible", "ChildCount"): return .int(node.children.count)
        case ("Accessible", "Locale"): return .text("")
        case ("Accessible", "AccessibleId"): return .text(node.identifier)
        case ("Action", "NActions"): return .int(node.actions.count)
        case ("Value", "MinimumValue"): return node.range.map { .double($0.minimum) }
        case ("Value", "MaximumValue"): return node.range.map { .double($0.maximum) }
        case ("Value", "MinimumIncrement"): return node.range.map { .double($0.step) }
        case ("Value", "CurrentValue"): return node.range.map { .double($0.value) }
        case ("Value", "Text"): return .text(node.value)
        case ("Text", "CharacterCount"): return node.text.map { .int($0.content.unicodeScalars.count) }
        case ("Text", "CaretOffset"): return node.text.map { .int($0.caret ?? -1) }
        default: return nil
        }
    }

    func set(_ interface: String, _ name: String, to value: BusValue) -> BusAnswer {
        guard interface.hasSuffix(".Value"), name == "CurrentValue", node.range != nil else {
            return .failure(.unknownProperty)
        }
        guard let number = value.number, number.isFinite else { return .failure(.invalidArguments) }
        return .request(.setValue(number), node.id)
    }

    // MARK: Action

    private func action(_ call: BusCall) -> BusAnswer {
        if call.member == "GetActions" {
            let all = node.actions.map { BusValue.structure([.text($0.name), .text(""), .text("")]) }
            return .values([.array(of: "(sss)", all)])
        }
        guard ["GetDescription", "GetName", "GetLocalizedName", "GetKeyBinding", "DoAction"].contains(call.member)
        else {
            return .failure(.unknownMethod)
        }
        guard let index = call.integer(0), node.actions.indices.contains(index) else {
            return .failure(.invalidArguments)
        }
        switch call.member {
        case "DoAction": return .request(.action(index), node.id)
        case "GetName", "GetLocalizedName": return .values([.text(node.actions[index].name)])
        default: return .values([.text("")])
        }
    }

    // MARK: Component

    /// The spaces of coordinates. *Source*: at-spi2-core, enum AtspiCoordType.
    enum Space: Int {
        case screen, window, parent
    }

    /// The whole points of a rectangle of the window's content, in a space.
    func extents(of rect: CGRect, _ space: Space) -> (x: Int, y: Int, width: Int, height: Int) {
        let place = answers.tree.places[answers.tree.window(of: node.id)] ?? AccessiblePlace()
        var origin = CGPoint(x: rect.origin.x * place.unit, y: rect.origin.y * place.unit)
        switch space {
        case .screen: (origin.x, origin.y) = (origin.x + place.origin.x, origin.y + place.origin.y)
        case .window: break
        case .parent:
            let parent = node.parent.flatMap { answers.tree.nodes[$0] }?.frame.origin ?? .zero
            (origin.x, origin.y) = (origin.x - parent.x * place.unit, origin.y - parent.y * place.unit)
        }
        return (
            Self.whole(origin.x), Self.whole(origin.y), Self.whole(rect.width * place.unit),
            Self.whole(rect.height * place.unit)
        )
    }

    private static func whole(_ value: CGFloat) -> Int {
        value.isFinite ? Int(min(max(value.rounded(), -1e9), 1e9)) : 0
    }

    private func component(_ call: BusCall) -> BusAnswer {
        switch call.member {
        case "GetExtents", "GetPosition":
            guard let space = call.integer(0).flatMap(Space.init) else { return .failure(.invalidArguments) }
            let (x, y, width, height) = extents(of: node.frame, space)
            if call.member == "GetPosition" { return .values([.int(x), .int(y)]) }
            return .values([.structure([.int(x), .int(y), .int(width), .int(height)])])
        case "GetSize":
            let (_, _, width, height) = extents(of: node.frame, .window)
            return .values([.int(width), .int(height)])
        case "Contains", "GetAccessibleAtPoint":
            guard let x = call.integer(0), let y = call.integer(1), let space = call.integer(2).flatMap(Space.init)
            else {
                return .failure(.invalidArguments)
            }
            if call.member == "Contains" { return .values([.bool(contains(x, y, space))]) }
            return .values([deepest(x, y, space).map { answers.reference($0.node.id) } ?? AccessibleAnswers.nobody])
        case "GetLayer": return .values([.uint(node.parent == nil ? 7 : 3)])
        case "GetMDIZOrder": return .values([.short(0)])
        case "GetAlpha": return .values([.double(1)])
        case "GrabFocus": return .request(.focus, node.id)
        case "ScrollTo", "ScrollToPoint": return .request(.scrollIntoSight, node.id)
        case "SetExtents", "SetPosition", "SetSize": return .values([.bool(false)])
        default: return .failure(.unknownMethod)
        }
    }

    private func contains(_ x: Int, _ y: Int, _ space: Space) -> Bool {
        let (left, top, width, height) = extents(of: node.frame, space)
        return x >= left && y >= top && x < left + width && y < top + height
    }

    /// The deepest node at a point, in this one or in a part that lies outside of it; the last one of several.
    private func deepest(_ x: Int, _ y: Int, _ space: Space) -> NodeObject? {
        // A parent's space is that of this node's parent, for all nodes in it.
        let (left, top, _, _) = extents(of: node.frame, space)
        let (inWindowX, inWindowY, _, _) = extents(of: node.frame, .window)
        let (windowX, windowY) = (x - left + inWindowX, y - top + inWindowY)
        var found: NodeObject?
        for id in answers.tree.order(from: node.id) {
            guard let other = answers.tree.nodes[id], other.states.contains(.showing) else { continue }
            let object = NodeObject(answers: answers, node: other)
            if object.contains(windowX, windowY, .window) { found = object }
        }
        return found
    }
}
