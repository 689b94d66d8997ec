import Foundation
import UIKitControllers
import UIKitCore
import UIKitLists
import UIKitText

/// The classes of the elements of nibs.
@MainActor enum NibClasses {
    /// Elements whose class is not `UI` and the element's name.
    private static let named: [String: AnyClass] = [
        "view": UIView.self, "containerView": UIView.self, "viewController": UIViewController.self,
        "customView": UIView.self, "customObject": NSObject.self,
        "pongPressGestureRecognizer": UILongPressGestureRecognizer.self,
        "collectionViewFlowLayout": UICollectionViewFlowLayout.self, "tableViewCellContentView": UIView.self,
        "collectionViewCellContentView": UIView.self, "tableHeaderFooterView": UITableViewHeaderFooterView.self,
        "glkView": UIView.self, "userGuides": UILayoutGuide.self,
    ]
    private static var known: [String: AnyClass] = [:]

    /// A class of UIKit by its name; nil if Mica does not have it.
    static func kitClass(_ name: String) -> AnyClass? {
        if let known = known[name] { return known }
        guard let found = NibNames.kitModules.lazy.compactMap({ NSClassFromString("\($0).\(name)") }).first else {
            return nil
        }
        known[name] = found
        return found
    }

    /// The class of a node: its custom class, or the element's; nil, with a message, if there is none.
    static func type(of node: NibNode, _ file: NibFile) -> AnyClass? {
        let base: AnyClass? = elementClass(node.name)
        if let name = node["customClass"], !name.isEmpty {
            if let custom = customClass(name, module: node["customModule"]) {
                // Linux has no Objective-C runtime: an object of a wrong class would be used with the layout of another.
                guard let base, !isSubclass(custom, of: base),
                    !(node.name == "customObject" || custom is UIViewController.Type)
                else {
                    return custom
                }
                if (base is UIView.Type) == (custom is UIView.Type) { return custom }
                file.warn(node, "the custom class '\(name)' is not one of \(base): a \(base) is shown")
                return base
            }
            file.warn(
                node,
                "there is no class '\(name)'\(node["customModule"].map { " in the module '\($0)'" } ?? ""): "
                    + (base.map { "a \($0) is shown" } ?? "it is left out"))
        }
        if base == nil {
            file.warn(
                node,
                "<\(node.name)> is of no class that Mica has: \(node.rect("frame") == nil ? "it is left out" : "a plain view is shown")"
            )
            return node.rect("frame") == nil ? nil : UIView.self
        }
        return base
    }

    private static func elementClass(_ name: String) -> AnyClass? {
        if let known = named[name] { return known }
        return kitClass("UI" + name.prefix(1).uppercased() + name.dropFirst())
    }

    /// A program's class by its name; nil if there is none. The module of the file goes first, then those of the program's classes.
    static func customClass(_ name: String, module: String?) -> AnyClass? {
        let base = name.split(separator: ".").map(String.init)
        if base.count == 2, let found = lookUp(base[1], base[0]) { return found }
        var modules = module.map { [swiftName($0)] } ?? []
        modules += NibNames.knownModules
        modules.append(swiftName(ProcessInfo.processInfo.processName))
        for module in modules { if let found = lookUp(name, module) { return found } }
        return kitClass(name)
    }

    private static func lookUp(_ name: String, _ module: String) -> AnyClass? {
        // NSClassFromString prints a line for names with more than one dot.
        guard !name.contains("."), !module.contains("."), !module.isEmpty,
            let found = NSClassFromString("\(module).\(name)")
        else {
            return nil
        }
        NibNames.adopt(module: module)
        return found
    }

    /// The name of a product as a module's: characters that identifiers do not have become `_`.
    private static func swiftName(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }

    private static func isSubclass(_ type: AnyClass, of base: AnyClass) -> Bool {
        var current: AnyClass? = type
        while let one = current {
            if one == base { return true }
            current = _getSuperclass(one)
        }
        return false
    }
}
