import CoreGraphics
import Foundation
import UIKitControllers
import UIKitCore
import UIKitLists
import UIKitText

/// Sets the values of one node into its object, class by class.
@MainActor struct NibFill {
    let coder: NibCoder
    let node: NibNode
    let file: NibFile

    init(_ coder: NibCoder) { (self.coder, node, file) = (coder, coder.node, coder.instance.file) }

    var instance: NibInstance { coder.instance }

    /// Sets the values of one class, which may be a superclass of the object's. The values of views are set again for each class
    /// below UIView, as its own `init(coder:)` may have set others before.
    func fill(_ object: NSObject, as type: AnyClass) {
        if let view = object as? UIView { fillView(view) }
        Self.fillers[ObjectIdentifier(type)]?(self, object)
    }

    /// Whether a class has values of its own.
    static func hasValues(_ type: AnyClass) -> Bool { fillers[ObjectIdentifier(type)] != nil }

    private typealias Filler = (NibFill, NSObject) -> Void

    /// The functions that set the values of the classes that have some.
    private static let fillers: [ObjectIdentifier: Filler] = {
        var result: [ObjectIdentifier: Filler] = [:]
        func add<Object: NSObject>(_ type: Object.Type, _ body: @escaping (NibFill, Object) -> Void) {
            result[ObjectIdentifier(type)] = { fill, object in
                if let object = object as? Object { body(fill, object) }
            }
        }
        // Views.
        add(UIView.self) { $0.addSubviews(of: $1) }
        add(UIStackView.self) { $0.fillStack($1) }
        add(UILabel.self) { $0.fillLabel($1) }
        add(UIImageView.self) { $0.fillImageView($1) }
        add(UIVisualEffectView.self) { $0.fillEffect($1) }
        add(UIActivityIndicatorView.self) { $0.fillIndicator($1) }
        add(UIProgressView.self) { $0.fillProgress($1) }
        add(UIPickerView.self) { $0.fillPicker($1) }
        // Controls.
        add(UIControl.self) { $0.fillControl($1) }
        add(UIButton.self) { $0.fillButton($1) }
        add(UISwitch.self) { $0.fillSwitch($1) }
        add(UISlider.self) { $0.fillSlider($1) }
        add(UIStepper.self) { $0.fillStepper($1) }
        add(UISegmentedControl.self) { $0.fillSegments($1) }
        add(UIPageControl.self) { $0.fillPageControl($1) }
        add(UIDatePicker.self) { $0.fillDatePicker($1) }
        add(UIColorWell.self) { $0.fillColorWell($1) }
        add(UIRefreshControl.self) { $0.fillRefreshControl($1) }
        add(UITextField.self) { $0.fillField($1) }
        add(UISearchTextField.self) { $0.fillField($1) }
        add(UITextView.self) { $0.fillTextView($1) }
        // Lists.
        add(UIScrollView.self) { $0.fillScroll($1) }
        add(UITableView.self) { $0.fillTable($1) }
        add(UITableViewCell.self) { $0.fillCell($1) }
        add(UITableViewHeaderFooterView.self) { $0.fillHeaderFooter($1) }
        add(UICollectionView.self) { $0.fillCollection($1) }
        add(UICollectionViewCell.self) { $0.fillItemCell($1) }
        add(UICollectionViewFlowLayout.self) { $0.fillFlow($1) }
        // Bars.
        add(UINavigationBar.self) { $0.fillNavigationBar($1) }
        add(UIToolbar.self) { $0.fillToolbar($1) }
        add(UITabBar.self) { $0.fillTabBar($1) }
        add(UISearchBar.self) { $0.fillSearchBar($1) }
        add(UIBarItem.self) { $0.fillBarItem($1) }
        add(UIBarButtonItem.self) { $0.fillButtonItem($1) }
        add(UITabBarItem.self) { $0.fillTabItem($1) }
        add(UINavigationItem.self) { $0.fillNavigationItem($1) }
        // Gestures and controllers.
        add(UIGestureRecognizer.self) { $0.fillRecognizer($1) }
        add(UIViewController.self) { $0.fillController($1) }
        add(UIPageViewController.self) { $0.fillPages($1) }
        add(UISplitViewController.self) { $0.fillSplit($1) }
        return result
    }()

    /// Sets values that need the whole object: children of containers.
    func finish(_ object: NSObject) { if let controller = object as? UIViewController { finishController(controller) } }

    // MARK: Names

    /// The value of a name in an attribute of the node, or of one within it; nil without the attribute. A name that is not known gets
    /// a message.
    func value<Value>(_ attribute: String, _ names: [String: Value], of other: NibNode? = nil) -> Value? {
        let node = other ?? node
        guard let name = node[attribute] else { return nil }
        if let found = names[name] { return found }
        file.warn(node, "'\(name)' is not a known value of '\(attribute)'")
        return nil
    }

    /// Calls a function with the colour under a key, if there is one; with nil for one that is not understood.
    func setColor(_ key: String, _ body: (UIColor?) -> Void) {
        if let color = node.child(key: key) { body(file.color(color)) }
    }

    /// Calls a function with a value, if there is one.
    func set<Value>(_ value: Value?, _ body: (Value) -> Void) { if let value { body(value) } }

    static let textAlignments: [String: NSTextAlignment] = [
        "left": .left, "center": .center, "right": .right, "justified": .justified, "natural": .natural,
    ]
    static let lineBreaks: [String: NSLineBreakMode] = [
        "wordWrap": .byWordWrapping, "wordWrapping": .byWordWrapping, "characterWrap": .byCharWrapping,
        "charWrapping": .byCharWrapping, "clip": .byClipping,
        "clipping": .byClipping, "headTruncation": .byTruncatingHead, "truncatingHead": .byTruncatingHead,
        "tailTruncation": .byTruncatingTail,
        "truncatingTail": .byTruncatingTail, "middleTruncation": .byTruncatingMiddle,
        "truncatingMiddle": .byTruncatingMiddle,
    ]
    static let contentModes: [String: UIView.ContentMode] = [
        "scaleToFill": .scaleToFill, "scaleAspectFit": .scaleAspectFit, "scaleAspectFill": .scaleAspectFill,
        "redraw": .redraw,
        "center": .center, "top": .top, "bottom": .bottom, "left": .left, "right": .right, "topLeft": .topLeft,
        "topRight": .topRight, "bottomLeft": .bottomLeft, "bottomRight": .bottomRight,
    ]
    /// Raw values of kinds of buttons besides `system`. *Source*: Apple, UIButton.ButtonType.
    static let buttonTypes: [String: Int] = [
        "custom": 0, "detailDisclosure": 2, "infoLight": 3, "infoDark": 4, "contactAdd": 5, "close": 7,
    ]
    static let states: [String: UIControl.State] = [
        "normal": .normal, "highlighted": .highlighted, "disabled": .disabled, "selected": .selected,
        "focused": .focused,
    ]
    static let rectEdges: [(String, UIRectEdge)] = [
        ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right),
    ]
}
