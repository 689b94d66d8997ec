import CoreGraphics
import Foundation
import QuartzCore

/// The places of a navigation controller's bars and views, and large titles that follow a scroll view.
extension UINavigationController {
    /// The height of the bar with the part of the large title that the shown scroll position leaves.
    private var barHeight: CGFloat {
        guard let item = topViewController?.navigationItem else { return UINavigationBar.height }
        return navigationBar.fixedHeight(item) + navigationBar.largeShown + navigationBar.accessoryShown
    }

    /// Lays out the bars and the shown view.
    final func layOutBars() {
        guard isViewLoaded, !isLayingOut else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        updateLargeTitle()
        let bounds = view.bounds
        let safe = view.safeAreaInsets
        let height = barHeight
        navigationBar.frame = CGRect(
            x: 0, y: hidesBar ? -height : safe.top, width: bounds.width, height: height)
        if let bar = madeToolbar {
            let top = bounds.height - (hidesToolbar ? 0 : safe.bottom + UIToolbar.height)
            bar.frame = CGRect(x: 0, y: top, width: bounds.width, height: UIToolbar.height)
            bar.isHidden = hidesToolbar && UIView.inheritedAnimationDuration == 0
            if bar.items == nil { bar.items = topViewController?.toolbarItems }
        }
        navigationBar.setNeedsLayout()
        navigationBar.layoutIfNeeded()
        if let controller = shown, transition == nil || transition?.transitionWasCancelled == true {
            place(controller)
        } else if let shown {
            setInsets(shown)
        }
    }

    /// Whether views begin below the bar. *Source*: Apple, UIViewController.edgesForExtendedLayout,
    /// extendedLayoutIncludesOpaqueBars.
    private func extendsUp(_ controller: UIViewController) -> Bool {
        controller.edgesForExtendedLayout.contains(.top)
            && (navigationBar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
    }

    private func extendsDown(_ controller: UIViewController) -> Bool {
        controller.edgesForExtendedLayout.contains(.bottom)
            && (madeToolbar?.isTranslucent != false || controller.extendedLayoutIncludesOpaqueBars)
    }

    /// Gives a controller's view its frame and its safe area.
    final func place(_ controller: UIViewController) {
        guard let child = controller.view else { return }
        let safe = view.safeAreaInsets
        var frame = area.bounds
        let top = hidesBar ? 0 : safe.top + settledHeight(controller)
        let bottom = hidesToolbar ? 0 : safe.bottom + UIToolbar.height
        if !hidesBar, !extendsUp(controller) {
            frame.origin.y += top
            frame.size.height = max(0, frame.height - top)
        }
        if !hidesToolbar, !extendsDown(controller) { frame.size.height = max(0, frame.height - bottom) }
        if child.frame != frame || !child.transform.isIdentity { child.frame = frame }
        child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        setInsets(controller)
    }

    /// The height of the bar over a controller, with its large title and its search bar as far as its scroll view leaves
    /// them.
    private func settledHeight(_ controller: UIViewController) -> CGFloat {
        navigationBar.fixedHeight(controller.navigationItem) + min(leftPart(controller), collapsible(controller))
    }

    /// Sets how far bars cover a controller's view. A scroll view that follows the large title gets the part of it that
    /// is not shown besides, so that its range stays the same while the title collapses.
    private func setInsets(_ controller: UIViewController) {
        guard let child = controller.viewIfLoaded else { return }
        let isUnderTop = child.frame.minY < view.safeAreaInsets.top + 1
        var insets = UIEdgeInsets.zero
        if !hidesBar, isUnderTop { insets.top = settledHeight(controller) }
        if !hidesToolbar, child.frame.maxY > area.bounds.maxY - 1 { insets.bottom = UIToolbar.height }
        if let scroll = scrollView(of: controller) {
            let total = collapsible(controller)
            scroll.barInset = hidesBar ? 0 : total - min(leftPart(controller), total)
        }
        controller.barInsets = insets
    }

    // MARK: Large titles

    /// The scroll view that a controller's large title follows: the one that the controller names, its view, or the
    /// first subview. *Source*: Apple, UIViewController.setContentScrollView(_:for:); Human Interface Guidelines.
    final func scrollView(of controller: UIViewController) -> UIScrollView? {
        if let named = controller.contentScrollView(for: .top) { return named }
        return controller.viewIfLoaded as? UIScrollView ?? controller.viewIfLoaded?.subviews.first as? UIScrollView
    }

    /// The height of the large title and the search bar, which scrolling takes away.
    private func collapsible(_ controller: UIViewController) -> CGFloat {
        largeHeight(controller) + controller.navigationItem.collapsibleHeight
    }

    private func largeHeight(_ controller: UIViewController) -> CGFloat {
        navigationBar.isLarge(controller.navigationItem) ? UINavigationBar.largeHeight : 0
    }

    /// The height of both that a controller's scroll position leaves; more than all if a large title's content is pulled
    /// down.
    private func leftPart(_ controller: UIViewController) -> CGFloat {
        let total = collapsible(controller)
        guard total > 0 else { return 0 }
        guard let scroll = scrollView(of: controller), scroll.contentInsetAdjustmentBehavior != .never,
            scroll.window != nil || scroll.contentOffset.y != 0, scroll.isPlacedUnderBar
        else { return total }
        let left = max(0, -scroll.contentOffset.y - (scroll.adjustedContentInset.top - total))
        return navigationBar.isLarge(controller.navigationItem) ? left : min(left, total)
    }

    /// The height of the search bar that a controller's scroll position leaves: it goes before the large title.
    private func accessoryPart(_ controller: UIViewController) -> CGFloat {
        min(controller.navigationItem.collapsibleHeight, max(0, leftPart(controller) - largeHeight(controller)))
    }

    /// The height of the large title that a controller's scroll position leaves; more than 52 points if the content is
    /// pulled down.
    private func largePart(_ controller: UIViewController) -> CGFloat {
        leftPart(controller) - accessoryPart(controller)
    }

    private func updateLargeTitle() {
        for controller in children where controller !== shown {
            scrollView(of: controller)?.barLink = nil
        }
        guard let shown else { return }
        let scroll = scrollView(of: shown)
        scroll?.barLink = self
        navigationBar.largeShown = largePart(shown)
        navigationBar.accessoryShown = accessoryPart(shown)
        navigationBar.isAtScrollEdge = isAtEdge(shown)
    }

    /// Whether a controller's content begins below the bar, so that nothing is under it.
    private func isAtEdge(_ controller: UIViewController) -> Bool {
        guard let scroll = scrollView(of: controller), scroll.isPlacedUnderBar else { return true }
        return scroll.contentOffset.y <= -scroll.adjustedContentInset.top + 0.5
            || scroll.contentOffset.y < -(scroll.adjustedContentInset.top - collapsible(controller))
    }
}

extension UINavigationController: ScrollBarLink {
    /// The scroll view of the shown controller has moved.
    package final func scrolled(_ scrollView: UIScrollView) {
        guard let shown, transition == nil, self.scrollView(of: shown) === scrollView, !isLayingOut else { return }
        let (large, accessory) = (largePart(shown), accessoryPart(shown))
        let atEdge = isAtEdge(shown)
        if atEdge != navigationBar.isAtScrollEdge {
            UIView.animate(withDuration: 0.2) {
                self.navigationBar.isAtScrollEdge = atEdge
                self.navigationBar.layoutIfNeeded()
            }
        }
        guard large != navigationBar.largeShown || accessory != navigationBar.accessoryShown else { return }
        layOutBars()
    }

    /// A drag does not end with a part of the large title or the search bar: it ends with all of it, or none. *Source*:
    /// Apple, Human Interface Guidelines; pictures of iOS 11 to 18. The nearer one is taken.
    package final func rest(_ scrollView: UIScrollView, at offset: CGFloat) -> CGFloat {
        guard let shown, self.scrollView(of: shown) === scrollView else { return offset }
        var expanded = -scrollView.adjustedContentInset.top
        for part in [shown.navigationItem.collapsibleHeight, largeHeight(shown)] where part > 0 {
            let collapsed = expanded + part
            if offset > expanded, offset < collapsed {
                return offset < (expanded + collapsed) / 2 ? expanded : collapsed
            }
            expanded = collapsed
        }
        return offset
    }
}

/// A bar that follows a scroll view.
@MainActor package protocol ScrollBarLink: AnyObject {
    /// The offset has changed.
    func scrolled(_ scrollView: UIScrollView)
    /// The y offset at which a drag ends, for the one at which it would end.
    func rest(_ scrollView: UIScrollView, at offset: CGFloat) -> CGFloat
}

extension UIScrollView {
    /// Whether the view has been laid out under a bar, so that its offset is meaningful.
    final var isPlacedUnderBar: Bool { !bounds.isEmpty }
}
