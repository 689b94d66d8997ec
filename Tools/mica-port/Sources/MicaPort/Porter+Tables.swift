import SwiftSyntax

// Table views ask whether their data source has two methods: a swipe offers a deletion where `commit` is, and rows have
// handles where `moveRowAt` is. Swift does not say, so the class that has such a method also conforms to a protocol of
// Mica's without requirements.

extension Porter {
    private static let marks = [
        "tableView(_:commit:forRowAt:)": "TableViewEditCommitting", "tableView(_:moveRowAt:to:)": "TableViewRowMoving",
    ]

    /// Adds the protocols of the methods in a class or extension to its inheritance, at the first of them.
    func markTableMethod(_ node: FunctionDeclSyntax) {
        guard isMarked(node), let block = memberBlock(of: node), let holder = block.parent else { return }
        let methods = block.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.filter { isMarked($0) }
        // Within a clause of `#if` the method marks for itself; its block's others do not know of it.
        guard methods.first.map({ $0.id == node.id }) ?? false else { return }
        let inherited: InheritanceClauseSyntax?
        if let type = holder.as(ClassDeclSyntax.self) {
            inherited = type.inheritanceClause
        } else if let type = holder.as(ExtensionDeclSyntax.self), type.genericWhereClause == nil {
            inherited = type.inheritanceClause
        } else {
            return
        }
        let known = Set(inherited?.inheritedTypes.map { $0.type.trimmedDescription } ?? [])
        let names = methods.map { fullName($0) }.filter { !hasInheritedMethod($0) }.compactMap { Self.marks[$0] }
            .filter { !known.contains($0) }
        guard !names.isEmpty else { return }
        let list = names.joined(separator: ", ")
        if let inherited {
            insert(", " + list, after: inherited)
        } else if let type = holder.as(ExtensionDeclSyntax.self) {
            insert(": " + list, after: type.extendedType)
        } else {
            return
        }
        count("optional method of a table view's data source")
    }

    private func isMarked(_ node: FunctionDeclSyntax) -> Bool {
        guard Self.marks[fullName(node)] != nil else { return false }
        let type = node.signature.parameterClause.parameters.first?.type.trimmedDescription
        return type == "UITableView" || type == "UIKit.UITableView"
    }

    /// Whether a superclass in the sources has the method, and so the protocol.
    private func hasInheritedMethod(_ name: String) -> Bool {
        var (wanted, seen): ([String], Set<String>) = (index.type(owner)?.inherited ?? [], [])
        while !wanted.isEmpty {
            let next = wanted.removeFirst()
            guard seen.insert(next).inserted, let type = index.type(next), type.isClass else { continue }
            if type.members.contains(where: { $0.fullName == name }) { return true }
            wanted += type.inherited
        }
        return false
    }
}
