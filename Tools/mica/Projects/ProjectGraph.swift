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

    /// The targets that a target needs, by its identifier.
    private var needs: [String: [XcodeTarget]] = [:]
    /// The places of targets among `all`, by identifier and by module.
    private let byIdentifier: [String: [Int]], byModule: [String: [Int]]
    /// The places of modules among `targets`.
    private var places: [String: Int] = [:]

    init(_ project: XcodeProject, roots: [XcodeTarget]) {
        let all = project.targets
        self.all = all
        byIdentifier = Dictionary(grouping: all.indices) { all[$0].identifier }
        byModule = Dictionary(grouping: all.indices) { all[$0].module }
        var visited: Set<String> = []
        // A target comes a second time when those that it needs have been added.
        var rest = roots.reversed().map { (target: $0, isReady: false) }
        while let (target, isReady) = rest.popLast() {
            if isReady {
                add(target)
            } else if visited.insert(target.identifier).inserted {
                imports[target.identifier] = target.sources.reduce(into: []) {
                    $0.formUnion(project.files.imports(of: $1))
                }
                let needed = needed(by: target)
                needs[target.identifier] = needed
                rest.append((target, true))
                rest += needed.reversed().map { ($0, false) }
            }
        }
    }

    private mutating func add(_ target: XcodeTarget) {
        guard places[target.module] == nil else {
            notes.append("target \(target.name) is left out: another has the module \(target.module), too")
            return
        }
        notes += target.notes.map { "target \(target.name): \($0)" }
        if target.otherSources > 0 {
            notes.append(
                "target \(target.name): \(target.otherSources) sources in other languages than Swift are left out")
        }
        places[target.module] = targets.count
        targets.append(target)
    }

    /// The libraries that a target depends on or imports: Xcode finds those that the host of tests brings, too. The program that
    /// hosts tests is one of them only if they import it.
    private func needed(by target: XcodeTarget) -> [XcodeTarget] {
        let imported = imports[target.identifier] ?? []
        let candidates =
            imported.flatMap { byModule[$0] ?? [] } + target.dependencies.flatMap { byIdentifier[$0] ?? [] }
        return Set(candidates).sorted().map { all[$0] }.filter { other in
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
        let found = (needs[target.identifier] ?? []).map(\.module).filter { $0 != target.module }
        return Set(found.compactMap { places[$0] }).sorted().map { targets[$0].module }
    }
}
