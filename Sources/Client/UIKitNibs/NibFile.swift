import Foundation
import MicaMarkup
import MicaTrace
import UIKitCore

/// A `.xib` or `.storyboard` file, read once.
@MainActor final class NibFile {
    /// The path, or a name for bytes.
    let path: String
    let root: NibNode
    /// The bundle that pictures, colours and other storyboards come from.
    let bundle: Bundle?
    /// Localised texts by the object's identifier and the property's name: `abc-12-xyz.text`.
    private let strings: [String: String]
    private var reported: Set<String> = []
    /// The receiver of messages about the file.
    private let notices: Notices

    /// The reasons why a file is not read.
    enum Failure: Error {
        case compiled
        case wrong(String)
    }

    /// Reads a file's bytes.
    init(_ data: Data, path: String, bundle: Bundle?, notices: Notices = .shared) throws(Failure) {
        (self.path, self.bundle, self.notices) = (path, bundle, notices)
        if data.starts(with: Array("NIBArchive".utf8)) || data.starts(with: Array("bplist".utf8)) { throw .compiled }
        let element: MarkupElement
        do {
            element = try MarkupParser.parse([UInt8](data), file: path)
        } catch {
            throw .wrong(error.description)
        }
        guard element.name == "document" || element.name == "archive" else {
            throw .wrong("\(element.location): error: the root element is <\(element.name)>; a nib's is <document>")
        }
        guard element.name == "document" else {
            throw .wrong(
                "\(element.location): error: this is a nib of Xcode 4 or earlier; open it in Xcode and save it once")
        }
        root = NibNode(element)
        strings = NibStrings.beside(path)
        if let target = root["targetRuntime"], !target.hasPrefix("iOS"), target != "AppleTV", target != "watchKit" {
            warn(root, "the file is for '\(target)', not for UIKit; what UIKit has of it is shown")
        }
        applyVariations()
    }

    /// Whether it is a storyboard.
    var isStoryboard: Bool { root.first("scenes") != nil }

    /// The objects of a `.xib` at the top level.
    var objects: [NibNode] { root.content("objects") }

    /// The scenes of a storyboard.
    lazy var scenes: [NibNode] = root.content("scenes")

    /// The node with an identifier; nil if there is none.
    func node(_ id: String) -> NibNode? { nodes[id] }
    private lazy var nodes: [String: NibNode] = {
        var result: [String: NibNode] = [:]
        root.walk { node in if let id = node.id, result[id] == nil { result[id] = node } }
        return result
    }()
    /// The identifiers of the controllers that are being made, with those that contain them.
    private var making: Set<String> = []

    /// Makes a controller by a closure; nil, with a message, if the controller is being made already, and so contains itself.
    func makeOnce<Made>(_ node: NibNode, _ id: String, _ body: () -> Made?) -> Made? {
        guard making.insert(id).inserted else {
            warn(node, "the controller '\(id)' contains itself; it is left out there")
            return nil
        }
        defer { making.remove(id) }
        return body()
    }

    /// A text of a node, in the user's language if the file is localised.
    func words(_ node: NibNode, _ name: String, of id: String? = nil, as property: String? = nil) -> String? {
        let plain = node.words(name)
        return localized(property ?? name, of: id ?? node.id) ?? plain
    }

    /// The text of an object's property in the user's language; nil if the file is not localised.
    func localized(_ property: String, of id: String?) -> String? { id.flatMap { strings["\($0).\(property)"] } }

    /// The colour of a name that the file itself has a copy of.
    func resource(_ kind: String, _ name: String) -> NibNode? {
        root.content("resources").first { $0.name == kind && $0["name"] == name }?.first("color")
    }

    /// Reports a fault at a node, once; the rest of the file is used.
    func warn(_ node: NibNode, _ message: String) {
        guard reported.insert("\(node.location) \(message)").inserted else { return }
        notices.say("\(node.location): warning: \(message)", from: "UIKit", key: "\(node.location) \(message)")
    }

    /// Reports the unused attributes and children of a node: each name once in a file.
    func reportUnread(_ node: NibNode) {
        let (attributes, children) = node.unread()
        for name in attributes where reported.insert("\(node.name) \(name)").inserted {
            warn(node, "the attribute '\(name)' of <\(node.name)> is not read")
        }
        for child in children where reported.insert("\(node.name)/\(child.name)/\(child.key ?? "")").inserted {
            warn(child, "<\(child.name)>\(child.key.map { " of the key '\($0)'" } ?? "") in <\(node.name)> is not read")
        }
    }

    // MARK: Size classes

    /// Applies variations that suit the present size classes: attributes, and views and constraints that are left out. They are chosen
    /// once, when the file is read.
    private func applyVariations() {
        let traits = UITraitCollection.system
        let present: Set<String> = [
            "widthClass=" + (traits.horizontalSizeClass == .regular ? "regular" : "compact"),
            "heightClass=" + (traits.verticalSizeClass == .compact ? "compact" : "regular"),
        ]
        root.walk { node in
            let variations = node.all("variation").filter { variation in
                guard let key = variation.key else { return false }
                return key == "default" || Set(key.split(separator: "-").map(String.init)).isSubset(of: present)
            }.sorted { ($0.key == "default" ? 0 : $0.key?.count ?? 0) < ($1.key == "default" ? 0 : $1.key?.count ?? 0) }
            for variation in variations {
                for (name, value) in variation.allAttributes where name != "key" { node.override(name, value) }
                for value in variation.children where value.key != nil && value.name != "mask" { node.override(value) }
                for mask in variation.all("mask") {
                    for one in mask.children {
                        guard let reference = one["reference"] else { continue }
                        if one.name == "exclude" { left.insert(reference) } else { left.remove(reference) }
                    }
                }
            }
        }
    }
    private var left: Set<String> = []
    /// Whether the present size classes leave out a view or constraint. *Source*: Xcode's "Installed" switches.
    func isLeftOut(_ node: NibNode) -> Bool { node.id.map { left.contains($0) } ?? false }
}
