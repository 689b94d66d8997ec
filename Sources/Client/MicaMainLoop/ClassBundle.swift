import Foundation

/// `Bundle(for:)`, in place of Foundation's: the resources of the class's module.
///
/// On iOS a framework and a bundle of tests have resources of their own. Foundation on Linux answers with the program's bundle for
/// every class of it, as all are in one file. SwiftPM puts a module's resources beside the program, in `PACKAGE_MODULE.resources`; a module
/// without any has the program's bundle. The compiler calls Foundation's initializer by its name, and the program's own comes first.
@_silgen_name("$s10Foundation6BundleC3forACyXlXp_tcfC")
public func bundle(for type: AnyClass) -> Bundle {
    let module = String(reflecting: type).prefix { $0 != "." }
    return ModuleBundles.shared.bundle(of: String(module)) ?? .main
}

/// The bundles beside the program, by module.
// Safe because: `known` is read and written only with the lock, and the rest is immutable.
private final class ModuleBundles: @unchecked Sendable {
    static let shared = ModuleBundles()
    private let lock = NSLock()
    private var known: [String: Bundle?] = [:]
    private let folders: [String]

    private init() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Bundle.main.bundlePath)) ?? []
        folders = names.filter { $0.hasSuffix(".resources") }.sorted()
    }

    /// The bundle of a module; nil if it has no resources.
    func bundle(of module: String) -> Bundle? {
        lock.withLock {
            if let bundle = known[module] { return bundle }
            let name = folders.first { $0.hasSuffix("_\(module).resources") }
            let bundle = name.flatMap { Bundle(path: Bundle.main.bundlePath + "/" + $0) }
            known.updateValue(bundle, forKey: module)
            return bundle
        }
    }
}
