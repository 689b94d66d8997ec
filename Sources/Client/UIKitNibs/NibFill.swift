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

    /// Sets the values that objects of a class have. The values of views are set again for each class below UIView, as its own
    /// `init(coder:)` may have set others before.
    func fill(_ object: NSObject, as type: AnyClass) {
        if let view = object as? UIView { fillView(view) }
        switch object {
        case let view as UIView:
            if type == UIView.self {
                addSubviews(of: view)
                if let stack = view as? UIStackView { fillStack(stack) }
            } else {
                fill(view, level: type)
            }
        case let controller as UIViewController:
            if type == UIViewController.self {
                fillController(controller)
            } else if let pages = controller as? UIPageViewController {
                fillPages(pages)
            }
        case let item as UIBarItem:
            fillBarItem(item)
            if type == UIBarButtonItem.self, let item = item as? UIBarButtonItem { fillButtonItem(item) }
            if type == UITabBarItem.self, let item = item as? UITabBarItem { fillTabItem(item) }
        case let item as UINavigationItem: fillNavigationItem(item)
        case let recognizer as UIGestureRecognizer: fillRecognizer(recognizer)
        case let layout as UICollectionViewLayout: fillLayout(layout)
        default: break
        }
    }

    private func fill(_ view: UIView, level type: AnyClass) {
        switch view {
        case let view as UILabel where type == UILabel.self: fillLabel(view)
        case let view as UIImageView where type == UIImageView.self: fillImageView(view)
        case let view as UIVisualEffectView where type == UIVisualEffectView.self: fillEffect(view)
        case let view as UIActivityIndicatorView where type == UIActivityIndicatorView.self: fillIndicator(view)
        case let view as UIProgressView where type == UIProgressView.self: fillProgress(view)
        case let view as UIControl: fillControl(view, level: type)
        case let view as UIScrollView: fillScroll(view, level: type)
        case let view as UINavigationBar where type == UINavigationBar.self: fillNavigationBar(view)
        case let view as UIToolbar where type == UIToolbar.self: fillToolbar(view)
        case let view as UITabBar where type == UITabBar.self: fillTabBar(view)
        case let view as UITableViewCell where type == UITableViewCell.self: fillCell(view)
        case let view as UITableViewHeaderFooterView where type == UITableViewHeaderFooterView.self:
            fillHeaderFooter(view)
        case let view as UICollectionViewCell where type == UICollectionViewCell.self: fillItemCell(view)
        default: break
        }
    }

    private func fillControl(_ view: UIControl, level type: AnyClass) {
        if type == UIControl.self { return fillControl(view) }
        switch view {
        case let view as UIButton where type == UIButton.self: fillButton(view)
        case let view as UISwitch where type == UISwitch.self: fillSwitch(view)
        case let view as UISlider where type == UISlider.self: fillSlider(view)
        case let view as UIStepper where type == UIStepper.self: fillStepper(view)
        case let view as UISegmentedControl where type == UISegmentedControl.self: fillSegments(view)
        case let view as UIPageControl where type == UIPageControl.self: fillPageControl(view)
        case let view as UITextField where type == UITextField.self: fillField(view)
        default: break
        }
    }

    private func fillScroll(_ view: UIScrollView, level type: AnyClass) {
        if type == UIScrollView.self { return fillScroll(view) }
        switch view {
        case let view as UITextView where type == UITextView.self: fillTextView(view)
        case let view as UITableView where type == UITableView.self: fillTable(view)
        case let view as UICollectionView where type == UICollectionView.self: fillCollection(view)
        default: break
        }
    }

    /// Sets values that need the whole object: children of containers.
    func finish(_ object: NSObject) {
        switch object {
        case let controller as UIViewController: finishController(controller)
        default: break
        }
    }

    // MARK: Names

    /// The value of a name in an attribute; nil without the attribute. A name that is not known gets a message.
    func value<Value>(_ attribute: String, _ names: [String: Value]) -> Value? {
        guard let name = node[attribute] else { return nil }
        if let found = names[name] { return found }
        file.warn(node, "'\(name)' is no value of '\(attribute)' that is read")
        return nil
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
