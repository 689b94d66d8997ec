import Foundation

/// The packages that an Xcode project names, as a manifest has them.
struct PackageReferences {
    /// The products whose module Mica has: their package is Objective-C's.
    private static let ofKit: Set = ["FBSnapshotTestCase", "iOSSnapshotTestCase", "iOSSnapshotTestCaseCore"]
    private let project: XcodeProject

    init(_ project: XcodeProject) { self.project = project }

    /// What the targets of a project need of other packages.
    struct Found {
        /// The packages, in order, each once.
        var dependencies: [String] = []
        /// The products of a target, by its identifier.
        var products: [String: [String]] = [:]
        /// The products that are not found, a line each.
        var notes: [String] = []

        private var known: Set<[String]> = []

        fileprivate mutating func add(_ name: String, of package: String, _ text: String, to target: XcodeTarget) {
            if known.insert([text]).inserted { dependencies.append(text) }
            let product = ".product(name: \(name.debugDescription), package: \(package.debugDescription))"
            guard known.insert([target.identifier, product]).inserted else { return }
            products[target.identifier, default: []].append(product)
        }
    }

    /// Finds the packages of the products that targets depend on, or import: the host of tests brings its own.
    func find(_ graph: ProjectGraph) -> Found {
        var result = Found()
        let pods = PodPackages(project.folder)
        let all = graph.all.flatMap(\.products)
        let byName = Dictionary(grouping: all.indices) { all[$0]["productName"]?.text ?? "" }
        let known = Set(graph.all.map(\.module)).union(byName.keys)
        for target in graph.targets {
            let imported = graph.imports[target.identifier] ?? []
            let others = imported.flatMap { byName[$0] ?? [] }.sorted().map { all[$0] }
            for product in target.products + others {
                // A plugin of a build, such as a linter's, has no module.
                guard let name = product["productName"]?.text, !name.hasPrefix("plugin:"), !Self.ofKit.contains(name)
                else { continue }
                guard let package = package(of: product, name) else {
                    result.notes.append("target \(target.name): no package has the product \(name)")
                    continue
                }
                result.add(name, of: package.identity, package.text, to: target)
            }
            guard target.kind == .tests || target.kind == .program else { continue }
            for name in imported.subtracting(known).sorted() {
                guard let package = packageAbove(withLibrary: name) else { continue }
                result.add(name, of: package.identity, package.text, to: target)
            }
            for pod in pods.packages(of: imported) { result.add(pod.product, of: pod.package, pod.text, to: target) }
        }
        return result
    }

    /// The package of a product: the one that it names, or one among the project's folders, or one above the project.
    private func package(of product: TextPropertyList, _ name: String) -> (text: String, identity: String)? {
        let reference = project.object(product["package"]?.text)
        if let reference, let url = reference["repositoryURL"]?.text {
            let identity = ((url as NSString).lastPathComponent as NSString)
            let base = identity.pathExtension == "git" ? identity.deletingPathExtension : identity as String
            return (".package(url: \(url.debugDescription), \(Self.requirement(reference["requirement"])))", base)
        }
        var folders = [reference].compactMap { $0?["relativePath"]?.text }.map { XcodeProject.join(project.folder, $0) }
        folders += project.packages.compactMap { $0["relativePath"]?.text }.map {
            XcodeProject.join(project.folder, $0)
        }
        // A reference to the clone by its usual name does not find it under another.
        folders += project.folders + foldersAbove
        let found = folders.first { folder in
            project.files.text(folder + "/Package.swift")?.contains("\"\(name)\"") ?? false
        }
        return found.map(Self.local)
    }

    /// The package above the project that has a library: CocoaPods links that one by its podspec, without a trace in the project.
    private func packageAbove(withLibrary name: String) -> (text: String, identity: String)? {
        let found = foldersAbove.first { folder in
            guard let manifest = project.files.text(folder + "/Package.swift") else { return false }
            return manifest.matches(of: /\.library\(\s*name:\s*"([^"]+)"/).contains { $0.1 == name }
        }
        return found.map(Self.local)
    }

    /// The project's folder and the three above it.
    private var foldersAbove: [String] {
        var (result, folder) = ([String](), project.folder)
        for _ in 0..<4 where folder.count > 1 {
            result.append(folder)
            folder = (folder as NSString).deletingLastPathComponent
        }
        return result
    }

    private static func local(_ folder: String) -> (text: String, identity: String) {
        (".package(path: \(folder.debugDescription))", (folder as NSString).lastPathComponent)
    }

    /// The versions that a project takes, in the words of a manifest.
    private static func requirement(_ requirement: TextPropertyList?) -> String {
        func version(_ key: String) -> String {
            let parts = (requirement?[key]?.text ?? "0").split(separator: ".", omittingEmptySubsequences: false)
            return (parts + Array(repeating: "0", count: max(0, 3 - parts.count))).joined(separator: ".")
                .debugDescription
        }
        let text = requirement?.table.mapValues { $0.text ?? "" } ?? [:]
        return switch text["kind"] {
        case "exactVersion": "exact: \(version("version"))"
        case "upToNextMinorVersion": ".upToNextMinor(from: \(version("minimumVersion")))"
        case "versionRange": "\(version("minimumVersion"))..<\(version("maximumVersion"))"
        case "branch": "branch: \((text["branch"] ?? "main").debugDescription)"
        case "revision": "revision: \((text["revision"] ?? "").debugDescription)"
        default: "from: \(version("minimumVersion"))"
        }
    }
}

/// The libraries for tests that a project gets by CocoaPods or Carthage: packages from the versions of Podfile.lock or
/// Cartfile.resolved, up to the next major one, as other packages may need newer ones. Without these files, the versions are those
/// that Podfile allows.
///
/// A pod has no address of its own, so that only these are known.
struct PodPackages {
    private static let addresses = [
        "Quick": "https://github.com/Quick/Quick.git",
        "Nimble": "https://github.com/Quick/Nimble.git",
        "SnapshotTesting": "https://github.com/pointfreeco/swift-snapshot-testing.git",
    ]
    /// The requirements of a manifest, by the names of pods.
    private let requirements: [String: String]

    /// Reads the files of a folder, or of the folder above it.
    init(_ folder: String) {
        let folders = [folder, (folder as NSString).deletingLastPathComponent]
        func text(_ name: String) -> String {
            folders.lazy.compactMap { try? String(contentsOfFile: $0 + "/" + name, encoding: .utf8) }.first ?? ""
        }
        var found = Self.resolved(text("Podfile.lock"), /^  - "?([\w-]+) \((\d+\.\d+\.\d+)\)/)
        let carthage = Self.resolved(text("Cartfile.resolved"), /^github "[^"\/]+\/([^"]+)" "v?(\d+\.\d+\.\d+)"/)
        for (name, version) in carthage {
            found[name == "swift-snapshot-testing" ? "SnapshotTesting" : name] = version
        }
        var requirements = found.mapValues { "from: \($0.debugDescription)" }
        requirements.merge(Self.allowed(text("Podfile"))) { resolved, _ in resolved }
        self.requirements = requirements
    }

    /// The versions in the lines of a file that lists the chosen ones.
    private static func resolved(_ text: String, _ line: Regex<(Substring, Substring, Substring)>) -> [String: String] {
        text.split(whereSeparator: \.isNewline).reduce(into: [:]) { result, text in
            if let match = text.firstMatch(of: line) { result[String(match.1)] = String(match.2) }
        }
    }

    /// The versions that the lines of a Podfile allow: any, from one on (`~> 9.2`, `>= 9.2`), or one (`9.2.1`).
    private static func allowed(_ text: String) -> [String: String] {
        text.split(whereSeparator: \.isNewline).reduce(into: [:]) { result, line in
            let pattern = /^\s*pod\s+['"]([\w-]+)['"]\s*(?:,\s*['"]([~>=]*)\s*(\d+(?:\.\d+){0,2})['"])?/
            guard let match = line.firstMatch(of: pattern) else { return }
            guard let version = match.3 else {
                result[String(match.1)] = "\"0.0.1\"..<\"1000.0.0\""
                return
            }
            let parts = version.split(separator: ".")
            let whole = (parts + Array(repeating: "0", count: 3 - parts.count)).joined(separator: ".")
            result[String(match.1)] =
                switch match.2 ?? "" {
                case "", "=": "exact: \"\(whole)\""
                case "~>": "from: \"\(whole)\""
                default: "\"\(whole)\"..<\"1000.0.0\""
                }
        }
    }

    /// The products among imported modules, each with the name of its package, and the package as a manifest has it.
    func packages(of imported: Set<String>) -> [(product: String, package: String, text: String)] {
        imported.sorted().compactMap { name in
            guard let address = Self.addresses[name], let requirement = requirements[name] else { return nil }
            let package = ((address as NSString).lastPathComponent as NSString).deletingPathExtension
            return (name, package, ".package(url: \(address.debugDescription), \(requirement))")
        }
    }
}
