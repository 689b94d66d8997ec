import Foundation
import MicaEvents

/// A call of an assistive technology.
package struct BusCall: Sendable {
    /// The path of the object.
    package var path: String
    /// The interface of the method; empty if the caller gives none.
    package var interface: String
    /// The method.
    package var member: String
    /// The values that the caller passes.
    package var arguments: [BusValue]

    /// Makes a call.
    package init(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []) {
        (self.path, self.interface, self.member, self.arguments) = (path, interface, member, arguments)
    }

    /// An argument that is an integer; nil for another or none.
    func integer(_ index: Int) -> Int? { arguments.indices.contains(index) ? arguments[index].integer : nil }
    /// An argument that is a text; nil for another or none.
    func text(_ index: Int) -> String? { arguments.indices.contains(index) ? arguments[index].string : nil }
}

/// The answer to a call.
package enum BusAnswer: Hashable, Sendable {
    /// Values.
    case values([BusValue])
    /// An error, by its name on the bus.
    case failure(BusFailure)
    /// The program is asked for something, and the answer is whether it did it.
    case request(AccessibleRequest, UInt32)
    /// The registry gives the program a number; the answer is empty.
    case number(Int32)
}

/// A reason why a call has no answer.
package enum BusFailure: String, Sendable {
    /// There is no object of the path: it never was, or it is gone.
    case unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    case unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such method.
    case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The interface has no such property, or it cannot be set.
    case unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The passed values have other types, or are out of range.
    case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// Too many calls wait for the program.
    case limitExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
}

/// Answers the calls of assistive technologies from a tree, as the interfaces of AT-SPI describe them.
///
/// *Source*: at-spi2-core, the descriptions in its folder xml.
package struct AccessibleAnswers: Sendable {
    /// The tree.
    package var tree: AccessibleTree { didSet { indices = tree.indices } }
    /// The nodes' indices in their parents.
    private var indices: [UInt32: Int]
    /// The program's name.
    package var program: String
    /// The program's unique name on the bus.
    package var bus: String
    /// The registry's object that the program is in: its unique name and its path.
    package var desktop = ("org.a11y.atspi.Registry", AccessibleAnswers.root)
    /// The number that the registry has given the program; 0 before.
    package var number: Int32 = 0

    /// Makes answers from a tree.
    package init(_ tree: AccessibleTree, program: String, bus: String) {
        (self.tree, self.program, self.bus) = (tree, program, bus)
        indices = tree.indices
    }

    /// A node's index in its parent, or among the windows.
    func index(of node: AccessibleNode) -> Int { indices[node.id] ?? -1 }

    /// The path of the program itself.
    package static let root = "/org/a11y/atspi/accessible/root"
    /// The beginning of the paths of nodes; a node's number follows.
    static let prefix = "/org/a11y/atspi/accessible/"
    /// The path of the list of all nodes.
    static let cache = "/org/a11y/atspi/cache"

    /// The interfaces' common beginning.
    static let interfaces = "org.a11y.atspi."
    /// The interface of properties.
    static let properties = "org.freedesktop.DBus.Properties"

    /// The path of a node.
    package static func path(of id: UInt32) -> String { prefix + String(id) }

    /// A reference to a node; to the program itself for nil.
    package func reference(_ id: UInt32?) -> BusValue {
        .structure([.text(bus), .path(id.map(Self.path(of:)) ?? Self.root)])
    }

    /// The reference to no object.
    static let nobody = BusValue.structure([.text(""), .path("/org/a11y/atspi/null")])

    /// The answer to a call.
    package func answer(_ call: BusCall) -> BusAnswer {
        if call.interface == "org.freedesktop.DBus.Peer" {
            return call.member == "Ping" ? .values([]) : .failure(.unknownMethod)
        }
        if call.path == Self.cache { return answerCache(call) }
        if call.path == Self.root { return answer(call, with: RootObject(answers: self)) }
        guard call.path.hasPrefix(Self.prefix), let id = UInt32(call.path.dropFirst(Self.prefix.count)),
            let node = tree.nodes[id]
        else { return .failure(.unknownObject) }
        return answer(call, with: NodeObject(answers: self, node: node))
    }

    private func answer(_ call: BusCall, with object: some BusObject) -> BusAnswer {
        if call.interface == Self.properties { return answerProperties(call, of: object) }
        guard call.interface.hasPrefix(Self.interfaces) || call.interface.isEmpty else {
            return .failure(.unknownInterface)
        }
        let own = object.interfaces
        if call.interface.isEmpty {
            // The first interface with the method, as D-Bus leaves that to the object.
            for interface in own {
                let answer = object.answer(BusCall(call.path, interface, call.member, call.arguments))
                if answer != .failure(.unknownMethod) { return answer }
            }
            return .failure(.unknownMethod)
        }
        guard own.contains(call.interface) else { return .failure(.unknownInterface) }
        return object.answer(call)
    }

    private func answerProperties(_ call: BusCall, of object: some BusObject) -> BusAnswer {
        guard let interface = call.text(0) else { return .failure(.invalidArguments) }
        guard object.interfaces.contains(interface) else { return .failure(.unknownInterface) }
        switch call.member {
        case "Get":
            guard let name = call.text(1) else { return .failure(.invalidArguments) }
            return object.property(interface, name).map { .values([.variant($0)]) } ?? .failure(.unknownProperty)
        case "GetAll":
            let all = (Self.propertyNames[String(interface.dropFirst(Self.interfaces.count))] ?? []).compactMap {
                name in
                object.property(interface, name).map { BusValue.entry(.text(name), .variant($0)) }
            }
            return .values([.array(of: "{sv}", all)])
        case "Set":
            guard let name = call.text(1), call.arguments.count == 3 else { return .failure(.invalidArguments) }
            return object.set(interface, name, to: call.arguments[2].content)
        default: return .failure(.unknownMethod)
        }
    }

    /// The properties of the interfaces.
    private static let propertyNames = [
        "Accessible": [
            "Name", "Description", "Parent", "ChildCount", "Locale", "AccessibleId", "HelpText", "version",
        ],
        "Application": ["ToolkitName", "Version", "ToolkitVersion", "AtspiVersion", "InterfaceVersion", "Id"],
        "Action": ["NActions", "version"], "Component": ["version"], "EditableText": ["version"],
        "Text": ["CharacterCount", "CaretOffset", "version"],
        "Value": ["MinimumValue", "MaximumValue", "MinimumIncrement", "CurrentValue", "Text", "version"],
    ]

    // MARK: The list of all nodes

    private func answerCache(_ call: BusCall) -> BusAnswer {
        guard call.interface == Self.interfaces + "Cache" || call.interface.isEmpty else {
            return .failure(.unknownInterface)
        }
        guard call.member == "GetItems" else { return .failure(.unknownMethod) }
        let all = tree.windows.flatMap(tree.order(from:))
        let root = RootObject(answers: self)
        let program = BusValue.structure([
            reference(nil), reference(nil), root.parent, .int(0), .int(tree.windows.count),
            .array(of: "s", root.interfaces.map { .text($0) }), .text(self.program),
            .uint(AccessibleRole.application.number), .text(""), root.states,
        ])
        return .values([.array(of: Self.itemSignature, [program] + all.compactMap(item))])
    }

    /// The type of an item in the list of all nodes.
    static let itemSignature = "((so)(so)(so)iiassusau)"

    /// A node's item in the list of all nodes; nil for no node.
    package func item(_ id: UInt32) -> BusValue? {
        guard let node = tree.nodes[id] else { return nil }
        let object = NodeObject(answers: self, node: node)
        return .structure([
            reference(id), reference(nil), reference(node.parent), .int(index(of: node)),
            .int(node.children.count), .array(of: "s", object.interfaces.map { .text($0) }), .text(node.name),
            .uint(node.role.atspi.number), .text(node.description), tree.stateBits(of: node),
        ])
    }
}

extension AccessibleTree {
    /// The nodes' indices in their parents, and the windows' among each other, by the nodes' numbers.
    package var indices: [UInt32: Int] {
        var indices = [UInt32: Int](minimumCapacity: nodes.count)
        for siblings in [windows] + nodes.values.map(\.children) {
            for (index, id) in siblings.enumerated() { indices[id] = index }
        }
        return indices
    }
}

/// An object on the bus.
protocol BusObject {
    /// Its interfaces.
    var interfaces: [String] { get }
    /// The answer to a call of one of its interfaces.
    func answer(_ call: BusCall) -> BusAnswer
    /// A property; nil if the interface has none of the name.
    func property(_ interface: String, _ name: String) -> BusValue?
    /// Sets a property.
    func set(_ interface: String, _ name: String, to value: BusValue) -> BusAnswer
}

/// The program itself.
struct RootObject: BusObject {
    let answers: AccessibleAnswers

    var interfaces: [String] { ["Accessible", "Application", "Component"].map { AccessibleAnswers.interfaces + $0 } }

    /// The registry's object.
    var parent: BusValue { .structure([.text(answers.desktop.0), .path(answers.desktop.1)]) }

    /// Visible, showing, and usable.
    var states: BusValue { .array(of: "u", [.uint(1 << 8 | 1 << 24 | 1 << 25 | 1 << 30), .uint(0)]) }

    func answer(_ call: BusCall) -> BusAnswer {
        let windows = answers.tree.windows
        switch (call.interface, call.member) {
        case (_, "GetLocale"): return .values([.text(locale)])
        case (_, "GetApplicationBusAddress"): return .failure(.unknownMethod)
        case (_, "GetRole"): return .values([.uint(AccessibleRole.application.number)])
        case (_, "GetRoleName"), (_, "GetLocalizedRoleName"): return .values([.text(AccessibleRole.application.name)])
        case (_, "GetState"): return .values([states])
        case (_, "GetAttributes"):
            return .values([.array(of: "{ss}", [.entry(.text("toolkit"), .text("Mica"))])])
        case (_, "GetIndexInParent"): return .values([.int(-1)])
        case (_, "GetExtents"): return .values([.structure([.int(0), .int(0), .int(0), .int(0)])])
        case (_, "GetAccessibleAtPoint"): return .values([AccessibleAnswers.nobody])
        case (_, "GetLayer"): return .values([.uint(7)])
        default: return answers.common(call, children: windows, interfaces: interfaces)
        }
    }

    private var locale: String {
        let name = ProcessInfo.processInfo.environment["LANG"] ?? ""
        return name.isEmpty ? "C" : name
    }

    func property(_ interface: String, _ name: String) -> BusValue? {
        switch name {
        case "Name": .text(answers.program)
        case "Description", "AccessibleId", "HelpText": .text("")
        case "Parent": parent
        case "ChildCount": .int(answers.tree.windows.count)
        case "Locale": .text(locale)
        case "ToolkitName": .text("Mica")
        case "Version", "ToolkitVersion": .text("")
        case "AtspiVersion": .text("2.1")
        case "InterfaceVersion", "version": .uint(1)
        case "Id": .int(answers.number)
        default: nil
        }
    }

    func set(_ interface: String, _ name: String, to value: BusValue) -> BusAnswer {
        guard name == "Id" else { return .failure(.unknownProperty) }
        guard case .int(let number) = value else { return .failure(.invalidArguments) }
        return .number(number)
    }
}

extension AccessibleAnswers {
    /// The answers that the program and its nodes have in common.
    func common(_ call: BusCall, children: [UInt32], interfaces: [String]) -> BusAnswer {
        switch call.member {
        case "GetChildren": return .values([.array(of: "(so)", children.map(reference))])
        case "GetChildAtIndex":
            guard let index = call.integer(0) else { return .failure(.invalidArguments) }
            return .values([children.indices.contains(index) ? reference(children[index]) : Self.nobody])
        case "GetInterfaces": return .values([.array(of: "s", interfaces.map { .text($0) })])
        case "GetApplication": return .values([reference(nil)])
        case "GetRelationSet": return .values([.array(of: "(ua(so))", [])])
        default: return .failure(.unknownMethod)
        }
    }
}
