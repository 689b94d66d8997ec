import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

extension UIView {
    /// The position of an inserted view among the subviews.
    enum Insertion {
        case top
        case index(Int)
        case below(UIView)
        case above(UIView)
    }

    /// Puts a view into this one.
    ///
    /// The order of calls is Apple's: `willMove(toWindow:)` of the view and all views in it, `willMove(toSuperview:)`,
    /// the old superview's `willRemoveSubview(_:)`, the change, `didMoveToWindow()` of all of them,
    /// `didMoveToSuperview()`, and the new superview's `didAddSubview(_:)`. There are no calls about windows if the
    /// window stays the same. *Source*: Apple's pages of these methods; their order as stack traces of UIKit show it
    /// (docs/uikit.md).
    func insert(_ view: UIView, _ insertion: Insertion) {
        // Checked by layers, because a mask is no subview.
        guard !liesInLayer(of: view) else {
            return Notices.say(
                "UIView: a view cannot be put into itself, or into a view in it: \(type(of: view))", key: "cycle")
        }
        if view.parent === self { return reorder(view, to: index(of: insertion)) }
        view.leaveMasked()
        let (oldParent, oldWindow, newWindow) = (view.parent, view.window, window)
        // Compared only where they may differ, because this runs for each view of a program.
        let (oldTint, oldMode) = (view.tintSource, view.effectiveTintAdjustmentMode)
        let oldTraits = UIView.overridesTraits ? view.traitCollection : nil
        let changesWindow = oldWindow !== newWindow && !(view is UIWindow)
        if changesWindow { view.tellWillMove(to: newWindow) }
        view.willMove(toSuperview: self)
        if let oldParent {
            view.leaveLayout()
            oldParent.willRemoveSubview(view)
            oldParent.dropChild(view)
        }
        let index = index(of: insertion)
        view.parent = self
        if index < children.count {
            layer.insertSublayer(view.layer, below: children[index].layer)
        } else {
            layer.insertSublayer(view.layer, above: children.last?.layer)
        }
        children.insert(view, at: index)
        view.enterLayout()
        if changesWindow { view.tellDidMove(from: oldWindow, to: newWindow) }
        view.didMoveToSuperview()
        didAddSubview(view)
        if view.tintSource !== oldTint || view.effectiveTintAdjustmentMode != oldMode { view.tellTintColorChange() }
        if let oldTraits { view.tellTraitChange(oldTraits) }
    }

    private func index(of insertion: Insertion) -> Int {
        switch insertion {
        case .top: children.count
        case .index(let index): min(max(0, index), children.count)
        case .below(let sibling): children.firstIndex { $0 === sibling } ?? children.count
        case .above(let sibling): children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count
        }
    }

    /// Moves a subview to an index, counted before the move.
    func reorder(_ view: UIView, to index: Int) {
        guard let old = children.firstIndex(where: { $0 === view }) else { return }
        let target = index > old ? index - 1 : index
        guard target != old else { return }
        children.remove(at: old)
        if target < children.count {
            layer.insertSublayer(view.layer, below: children[target].layer)
        } else {
            layer.insertSublayer(view.layer, above: children.last?.layer)
        }
        children.insert(view, at: target)
    }

    private func dropChild(_ view: UIView) {
        if let index = children.indices.nearEnd(where: { children[$0] === view }) { children.remove(at: index) }
    }

    /// Takes the view out of its superview, or out of the view that it is the mask of.
    func detach() {
        guard let old = parent else {
            leaveMasked()
            return layer.removeFromSuperlayer()
        }
        let oldWindow = window
        let oldTraits = UIView.overridesTraits ? traitCollection : nil
        let changesWindow = oldWindow != nil && !(self is UIWindow)
        old.willRemoveSubview(self)
        if changesWindow { tellWillMove(to: nil) }
        willMove(toSuperview: nil)
        leaveLayout()
        old.dropChild(self)
        parent = nil
        layer.removeFromSuperlayer()
        enterLayout()
        if changesWindow { tellDidMove(from: oldWindow, to: nil) }
        didMoveToSuperview()
        if let oldTraits { tellTraitChange(oldTraits) }
    }

    /// Tells the view and all views in it that their window will change, and their controllers that they will appear or
    /// disappear.
    func tellWillMove(to window: UIWindow?) {
        willMove(toWindow: window)
        controller?.viewWillMove(to: window)
        for view in children { view.tellWillMove(to: window) }
    }

    /// Tells the view and all views in it that their window has changed.
    func tellDidMove(from oldWindow: UIWindow?, to window: UIWindow?) {
        if window == nil, let oldWindow, oldWindow.firstResponder === self { oldWindow.firstResponder = nil }
        if window == nil {
            TouchDispatcher.shared.viewLeft(self)
            PointerCourse.shared.viewLeft(self)
            if let oldWindow, oldWindow.keys.focused === self { oldWindow.keys.focus(nil) }
        }
        if window != nil {
            adoptScreenScale()
            takeAppearance()
        }
        didMoveToWindow()
        controller?.viewDidMove(to: window)
        for view in children { view.tellDidMove(from: oldWindow, to: window) }
        if window != nil, Self.awaitingWindow === self {
            Self.awaitingWindow = nil
            becomeFirstResponder()
        }
    }

    /// The view that becomes the first responder when it gets a window; nil for none.
    static weak var awaitingWindow: UIView?

    /// Becomes the first responder when the view gets a window, unless another one asks before. *Source*: programs that call
    /// `becomeFirstResponder()` in `viewDidLoad()` and `viewWillAppear(_:)`, before the view has a window, as many do.
    package final func awaitWindow() { Self.awaitingWindow = self }
}

extension Range<Int> {
    /// A number for which a condition is true, searched from both ends at once; nil when there is none.
    ///
    /// Views are taken out from the first on or from the last on, as a rule. Either costs one look at each.
    func nearEnd(where isTrue: (Int) -> Bool) -> Int? {
        for distance in 0..<(count + 1) / 2 {
            if isTrue(lowerBound + distance) { return lowerBound + distance }
            if isTrue(upperBound - 1 - distance) { return upperBound - 1 - distance }
        }
        return nil
    }
}
