import Foundation

/// The folders that a program's resources are looked for in.
enum ResourceFolders {
    /// Those of the program: beside it, the working folder, what packages have copied beside it (`PACKAGE_TARGET.resources`), and the
    /// folders in `MICA_RESOURCES` with all folders in them.
    static var program: [String] {
        var seen: Set<String> = []
        return
            ([Bundle.main.resourcePath, FileManager.default.currentDirectoryPath].compactMap { $0 } + packages + named)
            .filter { seen.insert($0).inserted }
    }

    /// The folders of `MICA_RESOURCES`, separated by colons: sources whose package declares no resources.
    private static let named: [String] = {
        var result: [String] = []
        func add(_ folder: String, _ depth: Int) {
            var isFolder = ObjCBool(false)
            guard depth < 8, result.count < 500,
                unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
                isFolder.boolValue
            else { return }
            result.append(folder)
            for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            where (name as NSString).pathExtension.isEmpty && !name.hasPrefix(".") {
                add("\(folder)/\(name)", depth + 1)
            }
        }
        for folder in (ProcessInfo.processInfo.environment["MICA_RESOURCES"] ?? "").split(separator: ":") {
            add(String(folder), 0)
        }
        return result
    }()

    private static let packages: [String] = {
        let folder = Bundle.main.bundlePath
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".resources")
        }
        .sorted().map { "\(folder)/\($0)" }
    }()
}

extension Bundle {
    /// The folders of a bundle's resources; those of the program for the main bundle or none.
    package static func folders(of bundle: Bundle?) -> [String] {
        guard let bundle, bundle.bundlePath != Bundle.main.bundlePath else { return ResourceFolders.program }
        return [bundle.resourcePath ?? bundle.bundlePath]
    }
}

/// The program's Info.plist.
///
/// On Linux a program has no bundle of its own, so the file is also looked for in the folders of resources.
enum ProgramInfo {
    /// The entries that UIKit reads; empty without a file that has one of them.
    static var dictionary: [String: Any] {
        let keys = ["UIMainStoryboardFile", "UIApplicationSceneManifest"]
        func hasKeys(_ values: [String: Any]) -> Bool { keys.contains { values[$0] != nil } }
        if let own = Bundle.main.infoDictionary, hasKeys(own) { return own }
        for folder in ResourceFolders.program {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
                $0 == "Info.plist" || $0.hasSuffix("-Info.plist")
            }
            for name in names.sorted() {
                guard let data = FileManager.default.contents(atPath: folder + "/" + name),
                    let read = try? unsafe PropertyListSerialization.propertyList(from: data, options: [], format: nil),
                    let values = read as? [String: Any], hasKeys(values)
                else { continue }
                return values
            }
        }
        return [:]
    }

    /// The configuration of scenes with a name and a role; nil if there is none.
    static func scene(_ name: String?, _ role: String) -> [String: Any]? {
        let manifest = dictionary["UIApplicationSceneManifest"] as? [String: Any]
        let byRole = manifest?["UISceneConfigurations"] as? [String: Any]
        let known = byRole?[role] as? [[String: Any]] ?? []
        return known.first { name == nil || $0["UISceneConfigurationName"] as? String == name }
    }

    /// A class by a name that may have Xcode's variable for the module's name.
    static func type(_ name: Any?, module: String?) -> AnyClass? {
        guard let name = name as? String else { return nil }
        return NSClassFromString(
            name.replacing("$(PRODUCT_MODULE_NAME)", with: module ?? "").replacing(
                "$(PRODUCT_NAME)", with: module ?? ""))
    }
}

extension UIApplication {
    /// The module of the delegate's class; nil without a delegate.
    final var moduleName: String? { delegate.map { NibNames.moduleName(type(of: $0)) } }

    /// Makes the window of the main storyboard, which the delegate gets before it is launched; nil if the program has no main storyboard,
    /// or scenes. *Source*: Apple, Information Property List, `UIMainStoryboardFile`.
    ///
    /// Xcode can keep the entry in the project, so a storyboard `Main` is the main one where no Info.plist says otherwise.
    final func makeMainWindow() -> UIWindow? {
        let info = ProgramInfo.dictionary
        guard info["UIApplicationSceneManifest"] == nil else { return nil }
        let given = info["UIMainStoryboardFile"] as? String
        if given == nil, !hasMainStoryboard || sceneDelegateClass != nil { return nil }
        guard let root = UIStoryboard(name: given ?? "Main", bundle: nil).instantiateInitialViewController() else {
            return nil
        }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = root
        delegate?.window = window
        return window
    }

    /// Whether there is a storyboard `Main` among the program's resources.
    private var hasMainStoryboard: Bool {
        ResourceFolders.program.contains { folder in
            ["", "/Base.lproj", "/en.lproj"].contains {
                FileManager.default.fileExists(atPath: "\(folder)\($0)/Main.storyboard")
            }
        }
    }

    /// The class `SceneDelegate` of the delegate's module, which Xcode's templates name; nil if there is none.
    private var sceneDelegateClass: AnyClass? {
        guard let moduleName, let type = NSClassFromString(moduleName + ".SceneDelegate") else { return nil }
        return type is any UISceneDelegate.Type ? type : nil
    }

    /// Gives a scene's configuration the delegate and the storyboard of Xcode's templates, where no Info.plist has them.
    final func completeForTemplate(_ configuration: UISceneConfiguration) {
        guard configuration.delegateClass == nil, ProgramInfo.dictionary.isEmpty, let type = sceneDelegateClass else {
            return
        }
        configuration.delegateClass = type
        if configuration.storyboard == nil, hasMainStoryboard { configuration.storyboardName = "Main" }
    }

    /// Makes the window of a scene's storyboard, which the scene's delegate gets before the scene connects; nil without a storyboard.
    final func makeWindow(of scene: UIWindowScene) -> UIWindow? {
        let configuration = scene.session.configuration
        let storyboard =
            configuration.storyboard ?? configuration.storyboardName.map { UIStoryboard(name: $0, bundle: nil) }
        guard let root = storyboard?.instantiateInitialViewController() else { return nil }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = root
        (scene.delegate as? any UIWindowSceneDelegate)?.window = window
        return window
    }
}
