import Foundation

/// The names by which nibs and storyboards reach the properties and methods of a class.
///
/// Linux has no Objective-C runtime that finds `@IBOutlet` and `@IBAction` by name. A class that is used in nibs has a nested subclass
/// of this one with the name `NibNames`; `mica-port` writes it (docs/nibs.md).
///
/// ```swift
/// final class Counter: UIViewController {
///     @IBOutlet weak var label: UILabel!
///     @IBAction func add(_ sender: UIButton) {}
///
///     final class NibNames: NibTable {
///         override class var names: [NibName] {
///             [.property("label", \Counter.label), .action(Selector("add:", Counter.add(_:)))]
///         }
///     }
/// }
/// ```
///
/// Names of a superclass are found in the superclass's own table.
@preconcurrency @MainActor open class NibTable {
    /// The names of one class, without those of its superclasses.
    open class var names: [NibName] { [] }
}

/// A name of a nib, with the property or method that it means.
@preconcurrency @MainActor public struct NibName {
    enum Meaning {
        case property((_ object: AnyObject, _ values: [Any?]) -> Bool, type: Any.Type)
        case action(Selector)
        case segue((_ source: AnyObject, NSCoder, _ sender: Any?, _ identifier: String?) -> UIViewController?)
        case awake((_ object: AnyObject) -> Void)
    }

    /// The property's name, or the method's selector.
    public let name: String
    let meaning: Meaning

    /// An outlet, an outlet collection, or a property for a user-defined run-time attribute.
    public static func property<Object, Value>(
        _ name: String, _ path: ReferenceWritableKeyPath<Object, Value>
    ) -> NibName {
        NibName(
            name: name,
            meaning: .property(
                { object, values in
                    guard let object = object as? Object else { return false }
                    for value in values {
                        if let value, let wanted = value as? Value {
                            object[keyPath: path] = wanted
                            return true
                        }
                        if value == nil, let wanted = value as? Value {
                            object[keyPath: path] = wanted
                            return true
                        }
                    }
                    return false
                }, type: Value.self))
    }

    /// A property that cannot be set: a nib that names it gets a message.
    @_disfavoredOverload
    public static func property<Object, Value>(_ name: String, _ path: KeyPath<Object, Value>) -> NibName {
        NibName(name: name, meaning: .property({ _, _ in false }, type: Value.self))
    }

    /// An action, by its selector.
    public static func action(_ selector: Selector) -> NibName {
        NibName(name: NSStringFromSelector(selector), meaning: .action(selector))
    }

    /// A method that makes a segue's destination (`@IBSegueAction`), by its selector.
    public static func segue<Object>(
        _ name: String,
        _ method:
            @escaping @MainActor (_ source: Object, NSCoder, _ sender: Any?, _ identifier: String?) -> UIViewController?
    ) -> NibName {
        NibName(
            name: name,
            meaning: .segue { object, coder, sender, identifier in
                (object as? Object).flatMap { method($0, coder, sender, identifier) }
            })
    }

    /// The `awakeFromNib()` of a class that is neither a responder nor a bar item.
    public static func awake<Object>(_ method: @escaping @MainActor (Object) -> Void) -> NibName {
        NibName(name: "awakeFromNib", meaning: .awake { object in (object as? Object).map { method($0) } })
    }
}

/// Finds names in the tables of classes.
@MainActor package enum NibNames {
    private static var tables: [ObjectIdentifier: (modules: Int, names: [String: NibName])] = [:]
    /// The modules whose extensions may have tables.
    private static var modules: [String] = []
    /// The modules of UIKit's own classes.
    package static let kitModules = ["UIKitCore", "UIKitLists", "UIKitText", "UIKitControllers"]

    /// Lets extensions of a module's sources have tables for classes of other modules.
    package static func adopt(module: String) {
        guard !module.isEmpty, !modules.contains(module) else { return }
        modules.append(module)
    }

    /// The modules of the classes that nibs have named so far, and of the program.
    package static var knownModules: [String] {
        if let delegate = UIApplication.shared.delegate { adopt(module: moduleName(type(of: delegate))) }
        return modules
    }

    /// The module that a class is of.
    package static func moduleName(_ type: Any.Type) -> String {
        String(String(reflecting: type).prefix { $0 != "." })
    }

    /// Sets a property of an object by its name; of several forms of the value the first that fits. False if no table has the name;
    /// nil if the value does not fit.
    package static func set(_ name: String, of object: NSObject, to values: [Any?]) -> Bool? {
        guard case .property(let set, _)? = find(name, of: object)?.meaning else { return false }
        return set(object, values) ? true : nil
    }

    /// The type of a property; nil if no table has the name.
    package static func typeOfProperty(_ name: String, of object: NSObject) -> Any.Type? {
        guard case .property(_, let type)? = find(name, of: object)?.meaning else { return nil }
        return type
    }

    /// The action of an object by its name; nil if no table has it.
    package static func action(_ name: String, of object: NSObject) -> Selector? {
        guard case .action(let selector)? = find(name, of: object)?.meaning else { return nil }
        return selector
    }

    /// Makes the destination of a segue by a method of the source; nil if no table has it.
    package static func destination(
        _ name: String, of source: NSObject, _ coder: NSCoder, _ sender: Any?, _ identifier: String?
    ) -> UIViewController? {
        guard case .segue(let method)? = find(name, of: source)?.meaning else { return nil }
        return method(source, coder, sender, identifier)
    }

    /// Calls `awakeFromNib()` of an object.
    package static func awake(_ object: NSObject) {
        switch object {
        case let responder as UIResponder: responder.awakeFromNib()
        case let item as UIBarItem: item.awakeFromNib()
        default: if case .awake(let method)? = find("awakeFromNib", of: object)?.meaning { method(object) }
        }
    }

    private static func find(_ name: String, of object: NSObject) -> NibName? {
        let known = knownModules.count
        var type: AnyClass? = Swift.type(of: object)
        while let current = type {
            let id = ObjectIdentifier(current)
            if tables[id]?.modules != known { tables[id] = (known, names(of: current)) }
            if let found = tables[id]?.names[name] { return found }
            type = _getSuperclass(current)
        }
        return nil
    }

    /// The names that a class's own table and those of extensions give.
    private static func names(of type: AnyClass) -> [String: NibName] {
        guard let mangled = _mangledTypeName(type) else { return [:] }
        var result: [String: NibName] = [:]
        func add(_ text: String) -> Bool {
            guard let table = _typeByName(text) as? NibTable.Type else { return false }
            for name in table.names { result[name.name] = name }
            return true
        }
        let own = moduleName(type)
        for module in modules {
            // An extension in another module than the class's is part of the name.
            let scope = module == own ? mangled : mangled + "\(module.utf8.count)\(module)E"
            var number = 1
            while add(scope + part("NibNames\(number)")) || number <= spareNumbers { number += 1 }
        }
        // A class's own table goes before its extensions'.
        _ = add(mangled + part("NibNames"))
        return result
    }

    /// The tables of a package's modules are numbered together, so that a number may be missing in one module.
    private static let spareNumbers = 3

    private static func part(_ name: String) -> String { "\(name.utf8.count)\(name)C" }
}
