import Foundation

/// A target of an Xcode project: its module, files, resources and dependencies.
struct XcodeTarget {
    enum Kind { case program, tests, library }

    /// The identifier in the project.
    let identifier: String
    /// The target's name.
    let name: String
    /// The name that sources import it by.
    let module: String
    /// Nil for tests of an interface, extensions and what else has no place in a package.
    let kind: Kind?
    /// Whether it can be built for iOS.
    let isForIOS: Bool
    /// Full paths of Swift sources.
    let sources: [String]
    /// The number of sources in other languages.
    let otherSources: Int
    /// Full paths of resources: files, and folders such as asset catalogs.
    let resources: [String]
    /// The folders whose content is copied with their name.
    let folders: Set<String>
    /// Identifiers of the targets of the project that it needs.
    let dependencies: [String]
    /// The products of packages that it needs.
    let products: [TextPropertyList]
    /// The settings that a package can have.
    let options: Options
    /// The parts of its settings and folders that are left out, a line each.
    let notes: [String]

    /// The settings of the compiler that a package's target has, too.
    struct Options: Equatable {
        /// The version of the language: `5`, `4.2`.
        var language = "5"
        /// The names that `#if` knows.
        var conditions: [String] = []
        /// Whether declarations are of the main actor without an attribute.
        var isOfMainActor = false
    }

    init(identifier: String, object: TextPropertyList, project: XcodeProject) {
        let name = object["name"]?.text ?? identifier
        let settings = project.settings(of: object)
        func setting(_ key: String) -> String? { settings.value(key, target: name).flatMap { $0.isEmpty ? nil : $0 } }
        (self.identifier, self.name) = (identifier, name)
        module = Self.identifier(setting("PRODUCT_MODULE_NAME") ?? setting("PRODUCT_NAME") ?? name)
        kind = Self.kind(object["productType"]?.text ?? "")
        isForIOS = Self.isForIOS(setting("SUPPORTED_PLATFORMS") ?? setting("SDKROOT"))
        let files = TargetFiles(object, identifier, project)
        sources = files.sources.filter { $0.hasSuffix(".swift") }
        otherSources = files.sources.count - sources.count
        (resources, folders) = (files.resources, files.folders)
        dependencies = Self.dependencies(object, files, project)
        products = project.objects("packageProductDependencies", of: object) + files.products
        notes = settings.notes + files.notes
        var options = Options()
        options.language = Self.language(setting("SWIFT_VERSION"))
        options.conditions = Self.conditions(
            setting("SWIFT_ACTIVE_COMPILATION_CONDITIONS") ?? "", setting("OTHER_SWIFT_FLAGS") ?? "")
        options.isOfMainActor = setting("SWIFT_DEFAULT_ACTOR_ISOLATION") == "MainActor"
        self.options = options
    }

    private static func kind(_ type: String) -> Kind? {
        switch type {
        case "com.apple.product-type.application": .program
        case "com.apple.product-type.bundle.unit-test": .tests
        case "com.apple.product-type.framework", "com.apple.product-type.framework.static",
            "com.apple.product-type.library.static", "com.apple.product-type.library.dynamic":
            .library
        default: nil
        }
    }

    /// Whether platforms, or the name of an SDK, have iOS; true if none is named.
    private static func isForIOS(_ platforms: String?) -> Bool {
        guard let platforms else { return true }
        return platforms.contains("iphone") || platforms == "auto"
    }

    /// The language mode for a version: the newest that is not above it.
    private static func language(_ version: String?) -> String {
        let number = version.flatMap(Double.init) ?? 5
        return number >= 6 ? "6" : number >= 5 ? "5" : number >= 4.2 ? "4.2" : "4"
    }

    /// The names that are set for `#if`, without those that SwiftPM sets itself.
    private static func conditions(_ list: String, _ flags: String) -> [String] {
        let words = flags.split(separator: " ").map { $0.trimmingCharacters(in: ["\""]) }
        let defined = zip([""] + words, words).compactMap { before, word in
            before == "-D" ? word : word.hasPrefix("-D") && word.count > 2 ? String(word.dropFirst(2)) : nil
        }
        let all = list.split(separator: " ").map(String.init) + defined
        return Set(all.filter { $0 != "DEBUG" && $0.wholeMatch(of: /[A-Za-z_]\w*/) != nil }).sorted()
    }

    /// The targets that it depends on, and those whose products it links.
    private static func dependencies(
        _ object: TextPropertyList, _ files: TargetFiles, _ project: XcodeProject
    ) -> [String] {
        var result = project.objects("dependencies", of: object).compactMap { $0["target"]?.text }
        result += files.linkedProducts
        var seen: Set<String> = []
        return result.filter { seen.insert($0).inserted }
    }

    /// A name in which all that a module's name cannot have is `_`. *Source*: Xcode, `c99extidentifier`.
    static func identifier(_ name: String) -> String {
        let text = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return text.first?.isNumber == true ? "_" + text : text
    }
}
