import Foundation

// Texts that debuggers and tests ask for by the name of a method that Apple's headers do not declare.

extension UIView {
    /// Calls a method. `recursiveDescription` gives the text of the view and all views in it.
    @discardableResult
    public final func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! {
        guard selector?.description == "recursiveDescription" else {
            return unsafe (self as NSObject).perform(selector)
        }
        return unsafe Printed.keep(printedTree(depth: 0).joined(separator: "\n"))
    }

    /// A line for each view, behind `   | ` for each level. *Source*: logs of UIKit's recursiveDescription in public
    /// questions.
    final func printedTree(depth: Int) -> [String] {
        let line = String(repeating: "   | ", count: depth) + description
        return [line] + subviews.flatMap { $0.printedTree(depth: depth + 1) }
    }
}

extension UIViewController {
    /// Calls a method. `_printHierarchy` gives the text of the controller and its children.
    @discardableResult
    public final func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! {
        guard selector?.description == "_printHierarchy" else { return unsafe (self as NSObject).perform(selector) }
        return unsafe Printed.keep(printedTree(depth: 0).joined(separator: "\n"))
    }

    /// A line for each controller, behind `   | ` for each level. *Source*: logs of UIKit's _printHierarchy in public
    /// questions and in swift-snapshot-testing's documentation.
    final func printedTree(depth: Int) -> [String] {
        let isShown = viewIfLoaded?.window != nil
        let place = viewIfLoaded.map { "<\(type(of: $0)): \(address(of: $0))>" } ?? "(view not loaded)"
        let line =
            String(repeating: "   | ", count: depth) + "<\(type(of: self)): \(address(of: self))>, "
            + "state: \(isShown ? "appeared" : "disappeared"), view: \(place)"
            + (viewIfLoaded != nil && !isShown ? " not in the window" : "")
        return [line] + children.flatMap { $0.printedTree(depth: depth + 1) }
    }
}

/// The last text that was printed by name: callers get an unretained reference.
private enum Printed {
    static func keep(_ text: String) -> Unmanaged<AnyObject>? {
        let object = text as NSString
        Thread.current.threadDictionary["mica.printed"] = object
        return unsafe Unmanaged.passUnretained(object)
    }
}
