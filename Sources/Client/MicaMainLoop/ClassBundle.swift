import Foundation

/// `Bundle(for:)`, in place of Foundation's: the resources of the class's module.
///
/// On iOS a framework and a bundle of tests have resources of their own. Foundation on Linux answers with the program's bundle for
/// every class of it, as all are in one file. SwiftPM puts a module's resources beside the program, in `PACKAGE_MODULE.resources`; a module
/// without any has the program's bundle. The compiler calls Foundation's initializer by its name, and the program's own comes first.
@_silgen_name("$s10Foundation6BundleC3forACyXlXp_tcfC")
public func bundle(for type: AnyClass) -> Bundle {
    ModuleBundles.shared.bundle(of: module(ofClass: String(reflecting: type))) ?? .main
}

/// The module of a class, by the class's full name.
///
/// Names begin with the module: `Cards.Row`, `Cards.Box<Other.Row>.Cell`. That of a class in an extension of another module's
/// type begins with the extension's: `(extension in Cards):UIKit.UIView.Row`.
private func module(ofClass name: String) -> String {
    let start = "(extension in "
    if name.hasPrefix(start) { return String(name.dropFirst(start.count).prefix { $0 != ")" }) }
    return String(name.prefix { $0 != "." })
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
            // The folder has the target's name, the module that name as an identifier. With a module whose name ends like this
            // one's, `My_Tests` and `Tests`, there are two folders: this module's is the shorter one.
            let name = folders.filter { Self.identifier($0).hasSuffix("_\(module)_resources") }
                .min { $0.count < $1.count }
            let bundle = name.flatMap { Bundle(path: Bundle.main.bundlePath + "/" + $0) }
            known.updateValue(bundle, forKey: module)
            return bundle
        }
    }

    /// A name in which all that an identifier cannot have is `_`.
    private static func identifier(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
