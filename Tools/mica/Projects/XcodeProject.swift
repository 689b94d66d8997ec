import Foundation

/// The parts of an Xcode project that a package needs: targets, their files and their settings.
///
/// *Source*: the files that Xcode 8 to 16 saves; their classes are documented by CocoaPods' Xcodeproj.
final class XcodeProject {
    /// The project's folder, `NAME.xcodeproj`.
    let path: String
    /// The folder that the project's paths start from.
    let folder: String
    /// The files that are read for the project.
    let files = ProjectFiles()
    private let objects: [String: TextPropertyList]
    private let root: TextPropertyList
    /// The place of a file or group, by its identifier: groups have those that they contain.
    private let places: [String: String]

    /// Reads `NAME.xcodeproj/project.pbxproj`.
    ///
    /// - Throws: `PortError` with the file, and the line of the fault.
    init(_ path: String) throws {
        let file = path + "/project.pbxproj"
        guard let bytes = files.bytes(file) else { throw PortError("there is no project \(file)") }
        let text = try TextPropertyList(String(decoding: bytes, as: UTF8.self), file: file)
        guard let objects = text["objects"]?.table, let root = text["rootObject"]?.text.flatMap({ objects[$0] }) else {
            throw PortError("\(file):1: not an Xcode project: it has no root object")
        }
        (self.path, self.objects, self.root) = (path, objects, root)
        let above = (path as NSString).deletingLastPathComponent
        folder = Self.join(above, root["projectDirPath"]?.text ?? "")
        places = Self.places(objects, root: root["mainGroup"]?.text, folder)
    }

    /// The object with an identifier.
    func object(_ identifier: String?) -> TextPropertyList? { identifier.flatMap { objects[$0] } }

    /// The objects that a key of another lists.
    func objects(_ key: String, of owner: TextPropertyList) -> [TextPropertyList] {
        (owner[key]?.texts ?? []).compactMap { objects[$0] }
    }

    /// The targets that compile sources, in the project's order.
    private(set) lazy var targets: [XcodeTarget] = {
        var known: Set<String> = []
        return (root["targets"]?.texts ?? []).compactMap { identifier in
            guard let object = objects[identifier], object["isa"]?.text == "PBXNativeTarget",
                known.insert(identifier).inserted
            else { return nil }
            return XcodeTarget(identifier: identifier, object: object, project: self)
        }
    }()

    /// The targets that have a file as their product.
    func owners(ofProduct reference: String) -> [String] { owners[reference] ?? [] }
    private lazy var owners = Dictionary(grouping: root["targets"]?.texts ?? []) {
        objects[$0]?["productReference"]?.text ?? ""
    }

    /// The folders whose files are those of a target, by identifier.
    private(set) lazy var synchronizedFolders: [(key: String, value: TextPropertyList)] =
        objects.filter { $0.value["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" }.sorted { $0.key < $1.key }

    /// The packages that the project names.
    private(set) lazy var packages: [TextPropertyList] = objects("packageReferences", of: root)

    /// The full path of a file's or group's identifier; nil for one outside of the project's folders, such as a product.
    func place(_ identifier: String) -> String? { places[identifier] }

    /// The folders among the project's files: packages that are dragged into it.
    private(set) lazy var folders: [String] = Set(places.values).filter {
        FileManager.default.fileExists(atPath: $0 + "/Package.swift")
    }.sorted()

    /// The settings of a target over those of the project: of the configuration Debug, or else the first.
    func settings(of target: TextPropertyList) -> BuildSettings { ownSettings(of: target).over(projectSettings) }
    private lazy var projectSettings = ownSettings(of: root)

    private func ownSettings(of owner: TextPropertyList) -> BuildSettings {
        let list = object(owner["buildConfigurationList"]?.text)
        let all = list.map { objects("buildConfigurations", of: $0) } ?? []
        guard let chosen = all.first(where: { $0["name"]?.text == "Debug" }) ?? all.first else { return .init() }
        let base = chosen["baseConfigurationReference"]?.text.flatMap(place)
        return BuildSettings(chosen["buildSettings"]?.table ?? [:], base: base, files: files)
    }

    /// A path from a folder, unless it is a full one; without `.` and `..`.
    static func join(_ folder: String, _ path: String) -> String {
        let full = path.hasPrefix("/") ? path : folder + "/" + path
        return URL(fileURLWithPath: full).standardizedFileURL.path
    }

    /// The longest path, in bytes: Linux does not open longer ones.
    private static let longestPath = 4096

    /// The places of all that a group contains. A group that is reached twice is visited once, so that it may contain itself.
    private static func places(
        _ objects: [String: TextPropertyList], root: String?, _ folder: String
    ) -> [String: String] {
        var result: [String: String] = [:]
        var rest = root.map { [($0, folder)] } ?? []
        while let (identifier, above) = rest.popLast() {
            guard result[identifier] == nil, let object = objects[identifier] else { continue }
            let path = object["path"]?.text ?? ""
            let start: String
            switch object["sourceTree"]?.text {
            case "<group>", nil: start = above
            case "SOURCE_ROOT": start = folder
            case "<absolute>": start = "/"
            default: continue
            }
            guard start.utf8.count + path.utf8.count < longestPath else { continue }
            let place = path.isEmpty ? start : join(start, path)
            result[identifier] = place
            rest += (object["children"]?.texts ?? []).map { ($0, place) }
        }
        return result
    }
}
