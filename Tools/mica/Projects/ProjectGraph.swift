import Foundation

/// The targets that some targets of a project need, each behind those that it needs.
struct ProjectGraph {
    private(set) var targets: [XcodeTarget] = []
    /// What is left out, a line each.
    var notes: [String] = []
    /// All targets of the project.
    let all: [XcodeTarget]
    /// The modules that a target imports, by its identifier.
    private(set) var imports: [String: Set<String>] = [:]

    init(_ project: XcodeProject, roots: [XcodeTarget]) {
        all = project.targets
        var visited: Set<String> = []
        for root in roots { visit(root, &visited) }
    }

    private mutating func visit(_ target: XcodeTarget, _ visited: inout Set<String>) {
        guard visited.insert(target.identifier).inserted else { return }
        imports[target.identifier] = target.importedModules()
        for other in needed(by: target) { visit(other, &visited) }
        guard !targets.contains(where: { $0.module == target.module }) else {
            notes.append("target \(target.name) is left out: another has the module \(target.module), too")
            return
        }
        if target.otherSources > 0 {
            notes.append(
                "target \(target.name): \(target.otherSources) sources in other languages than Swift are left out")
        }
        targets.append(target)
    }

    /// The libraries that a target depends on or imports: Xcode finds those that the host of tests brings, too. The program that
    /// hosts tests is one of them only if they import it.
    private func needed(by target: XcodeTarget) -> [XcodeTarget] {
        let imported = imports[target.identifier] ?? []
        return all.filter { other in
            guard !other.sources.isEmpty, other.identifier != target.identifier else { return false }
            let isImported = other.isForIOS && imported.contains(other.module)
            switch other.kind {
            case .library: return isImported || target.dependencies.contains(other.identifier)
            case .program: return isImported && target.kind == .tests
            case .tests, nil: return false
            }
        }
    }

    /// The modules of the package that a target needs.
    func modules(neededBy target: XcodeTarget) -> [String] {
        let modules = needed(by: target).map(\.module)
        return targets.map(\.module).filter { modules.contains($0) && $0 != target.module }
    }
}

extension XcodeTarget {
    /// The modules that the sources import.
    func importedModules() -> Set<String> {
        var result: Set<String> = []
        for path in sources {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.count < 200 {
                guard let words = String(line)?.split(whereSeparator: { " \t\r;".contains($0) }),
                    let place = words.firstIndex(of: "import"), place < 4
                else { continue }
                let names = words[(place + 1)...].filter { !Self.kinds.contains(String($0)) }
                if let name = names.first?.split(separator: ".").first { result.insert(String(name)) }
            }
        }
        return result
    }

    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
}
