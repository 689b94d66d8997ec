import Foundation

/// The parts of Xcode's test plan (`.xctestplan`) or scheme (`.xcscheme`) that have a meaning here: language, region,
/// variables of the environment, and the tests that run.
///
/// *Source*: Apple, "Improving code assessment by organizing tests into test plans"; the files' keys as in public projects.
struct TestPlan {
    /// The code of the language; nil for the default.
    private(set) var language: String?
    /// The code of the region; nil for the default.
    private(set) var region: String?
    /// The variables of the environment that are enabled.
    private(set) var variables: [String: String] = [:]
    /// The options of `swift test` that choose the plan's tests.
    private(set) var testOptions: [String] = []

    /// Reads a plan or a scheme.
    ///
    /// - Parameter argument: the file, and behind a colon the name of a configuration of the plan.
    /// - Throws: one line, when it cannot be read, or has several configurations and none is chosen.
    init(_ argument: String) throws {
        var (path, name) = (argument, String?.none)
        if !FileManager.default.fileExists(atPath: path), let colon = argument.lastIndex(of: ":") {
            (path, name) = (String(argument[..<colon]), String(argument[argument.index(after: colon)...]))
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw PortError("--test-plan: there is no file \(path)")
        }
        if path.hasSuffix(".xcscheme") {
            try readScheme(String(decoding: data, as: UTF8.self), path)
        } else {
            try readPlan(data, configuration: name, path)
        }
    }

    // MARK: Plan

    private struct Plan: Decodable {
        struct Options: Decodable {
            struct Variable: Decodable { let key: String, value: String, enabled: Bool? }
            let language: String?, region: String?, environmentVariableEntries: [Variable]?
        }
        struct Configuration: Decodable { let name: String, options: Options }
        struct Target: Decodable {
            struct Reference: Decodable { let name: String }
            let target: Reference, skippedTests: [String]?, selectedTests: [String]?, enabled: Bool?
        }
        let configurations: [Configuration]?, defaultOptions: Options?, testTargets: [Target]?
    }

    private mutating func readPlan(_ data: Data, configuration name: String?, _ path: String) throws {
        let plan: Plan
        do { plan = try JSONDecoder().decode(Plan.self, from: data) } catch {
            throw PortError("--test-plan: \(path) is not a test plan: \(Self.words(error))")
        }
        let all = plan.configurations ?? []
        let chosen = name == nil ? all.first : all.first { $0.name == name }
        if all.count > 1 && name == nil || name != nil && chosen == nil {
            let names = all.map(\.name).joined(separator: ", ")
            throw PortError("--test-plan: take one of the configurations of \(path), as FILE:NAME: \(names)")
        }
        for options in [plan.defaultOptions, chosen?.options].compactMap({ $0 }) {
            language = options.language ?? language
            region = options.region ?? region
            for variable in options.environmentVariableEntries ?? [] where variable.enabled != false {
                variables[variable.key] = variable.value
            }
        }
        for target in plan.testTargets ?? [] {
            let name = target.target.name
            if target.enabled == false { testOptions += ["--skip", "^\(name)\\."] }
            for test in target.skippedTests ?? [] { testOptions += ["--skip", Self.pattern(name, test)] }
            for test in target.selectedTests ?? [] { testOptions += ["--filter", Self.pattern(name, test)] }
        }
    }

    /// A pattern of `swift test` for a class or a test of a plan: `CardTests`, `CardTests/testRows()`.
    private static func pattern(_ target: String, _ test: String) -> String {
        let plain = test.hasSuffix("()") ? String(test.dropLast(2)) : test
        let escaped = plain.map { $0.isLetter || $0.isNumber || "_/".contains($0) ? "\($0)" : "\\\($0)" }.joined()
        return "^\(target)\\.\(escaped)" + (plain.contains("/") ? "(\\(|$)" : "/")
    }

    private static func words(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else {
            if case DecodingError.keyNotFound(let key, _) = error { return "'\(key.stringValue)' is missing" }
            if case DecodingError.typeMismatch(_, let context) = error {
                return "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has another type"
            }
            return "\(error)"
        }
        return context.debugDescription
    }

    // MARK: Scheme

    /// Reads the element `TestAction`, and the variables of `LaunchAction` where the tests share them, as in Xcode. Foundation's
    /// reader of XML is in a library of its own, which this program does not need otherwise.
    private mutating func readScheme(_ text: String, _ path: String) throws {
        guard let action = Self.element("TestAction", in: text) else {
            throw PortError("--test-plan: \(path) has no TestAction")
        }
        let head = action.prefix { $0 != ">" }
        (language, region) = (Self.attribute("language", head), Self.attribute("region", head))
        let sharesLaunch = Self.attribute("shouldUseLaunchSchemeArgsEnv", head) == "YES"
        let shared = sharesLaunch ? Self.element("LaunchAction", in: text) : nil
        for part in (shared ?? action).components(separatedBy: "<EnvironmentVariable").dropFirst() {
            let element = part.prefix { $0 != ">" }
            guard Self.attribute("isEnabled", element) != "NO", let key = Self.attribute("key", element) else {
                continue
            }
            variables[key] = Self.expand(Self.attribute("value", element) ?? "", scheme: path)
        }
    }

    /// The text of an element from its name on; nil if there is none.
    private static func element(_ name: String, in text: String) -> Substring? {
        guard let start = text.range(of: "<" + name) else { return nil }
        let rest = text[start.upperBound...]
        guard let end = rest.range(of: "</\(name)>") ?? rest.range(of: "/>") else { return nil }
        return rest[..<end.lowerBound]
    }

    /// Puts the folder and the name of a scheme's project for the settings `SOURCE_ROOT`, `SRCROOT`, `PROJECT_DIR` and
    /// `PROJECT_NAME` in a variable; other settings stay as they are.
    private static func expand(_ value: String, scheme: String) -> String {
        guard value.contains("$") else { return value }
        // PROJECT.xcodeproj/xcshareddata/xcschemes/NAME.xcscheme
        var project = (scheme as NSString).standardizingPath as NSString
        if !project.isAbsolutePath {
            project =
                (FileManager.default.currentDirectoryPath as NSString).appendingPathComponent(project as String)
                as NSString
        }
        while project.length > 1, project.pathExtension != "xcodeproj" {
            project = project.deletingLastPathComponent as NSString
        }
        guard project.pathExtension == "xcodeproj" else { return value }
        let folder = project.deletingLastPathComponent
        let name = (project.lastPathComponent as NSString).deletingPathExtension
        let settings = ["SOURCE_ROOT": folder, "SRCROOT": folder, "PROJECT_DIR": folder, "PROJECT_NAME": name]
        return settings.reduce(value) { text, setting in
            ["$(\(setting.key))", "${\(setting.key)}"].reduce(text) {
                $0.replacingOccurrences(of: $1, with: setting.value)
            }
        }
    }

    private static func attribute(_ name: String, _ element: Substring) -> String? {
        guard let pattern = try? Regex("\\b\(name)\\s*=\\s*\"([^\"]*)\"", as: (Substring, Substring).self),
            let match = element.firstMatch(of: pattern)
        else { return nil }
        return [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(match.1)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
