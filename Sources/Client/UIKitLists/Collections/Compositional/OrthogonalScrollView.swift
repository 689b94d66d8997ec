import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The part of a collection view in which one section scrolls across the layout's axis.
final class OrthogonalScrollView: UIScrollView, UIScrollViewDelegate {
    weak var layout: UICollectionViewCompositionalLayout?
    var index = 0

    override init(frame: CGRect) {
        super.init(frame: frame)
        showsHorizontalScrollIndicator = false
        showsVerticalScrollIndicator = false
        contentInsetAdjustmentBehavior = .never
        clipsToBounds = false
        (self as UIScrollView).delegate = self
        choosesTarget = { [weak self] velocity, target in self?.target(velocity, target) ?? target }
    }

    required init?(coder: NSCoder) { nil }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { layout?.scrolled(self) }

    /// Keys are the collection view's: they move the focus.
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesBegan(presses, with: event)
    }

    /// The offset at which a drag ends, by the section's behaviour.
    private func target(_ velocity: CGPoint, _ natural: CGPoint) -> CGPoint {
        guard let layout, layout.plan.sections.indices.contains(index),
            let solved = layout.plan.sections[index].solved, solved.groupCount > 0
        else { return natural }
        let behavior = solved.section.orthogonalScrollingBehavior
        let isHorizontal = solved.isHorizontal
        let lead = contentStart
        func along(_ point: CGPoint) -> CGFloat { isHorizontal ? point.x : point.y }
        let sight = isHorizontal ? bounds.width : bounds.height
        func rest(at group: Int) -> CGFloat {
            var offset = solved.start(of: group)
            if behavior == .groupPagingCentered { offset += lead + solved.length(of: group) / 2 - sight / 2 }
            let inset = adjustedContentInset
            let low = isHorizontal ? -inset.left : -inset.top
            let high =
                isHorizontal
                ? contentSize.width + inset.right - bounds.width : contentSize.height + inset.bottom - bounds.height
            return min(max(offset, low), max(high, low))
        }
        func nearest(_ offset: CGFloat) -> Int {
            let guess = solved.group(at: behavior == .groupPagingCentered ? offset + sight / 2 - lead : offset) ?? 0
            let near = max(0, guess - 1)...min(max(0, solved.groupCount - 1), guess + 1)
            return near.min { abs(rest(at: $0) - offset) < abs(rest(at: $1) - offset) } ?? guess
        }
        let group: Int
        switch behavior {
        case .continuousGroupLeadingBoundary: group = nearest(along(natural))
        case .groupPaging, .groupPagingCentered:
            let now = nearest(start)
            let speed = along(velocity)
            let moved = along(contentOffset) - start
            // A flick goes to the next group that way; a slow drag to the nearest.
            let next = speed > 0.2 ? 1 : speed < -0.2 ? -1 : 0
            group =
                next == 0 || (next > 0) != (moved > 0)
                ? nearest(along(contentOffset)) : min(max(0, now + next), max(0, solved.groupCount - 1))
        case .none, .continuous, .paging: return natural
        }
        var result = natural
        if isHorizontal { result.x = rest(at: group) } else { result.y = rest(at: group) }
        return result
    }

    /// Where the drag began.
    private var start: CGFloat = 0
    /// Where the groups begin in the content.
    var contentStart: CGFloat = 0

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        start =
            contentSize.width > contentSize.height && bounds.height >= contentSize.height
            ? contentOffset.x : contentOffset.y
        if layout?.isVertical == true { start = contentOffset.x }
    }
}

extension UICollectionViewCompositionalLayout {
    /// Makes the scroll views of the orthogonal sections in sight, and places them.
    final func placeScrollers() {
        guard let view = collectionView else { return }
        var wanted: Set<Int> = []
        let (low, high) = isVertical ? (view.bounds.minY, view.bounds.maxY) : (view.bounds.minX, view.bounds.maxX)
        let margin = high - low
        if var index = plan.lengths.index(at: low - margin - plan.start) {
            while index < plan.sections.count, plan.start + plan.lengths.offset(of: index) <= high + margin {
                if let section = plan.sections[index].solved?.section, section.orthogonalScrollingBehavior != .none {
                    wanted.insert(index)
                    place(index, in: view)
                }
                index += 1
            }
        }
        for (index, scroller) in scrollers where !wanted.contains(index) {
            // Cells in it belong to elements that are out of sight.
            for child in scroller.subviews where child is UICollectionReusableView { view.addSubview(child) }
            scroller.removeFromSuperview()
            scrollers[index] = nil
        }
    }

    private func place(_ index: Int, in view: UICollectionView) {
        guard let solved = plan.sections[index].solved else { return }
        let scroller = scrollers[index] ?? OrthogonalScrollView(frame: .zero)
        let isNew = scrollers[index] == nil
        (scroller.layout, scroller.index) = (self, index)
        scrollers[index] = scroller
        let behavior = solved.section.orthogonalScrollingBehavior
        UIView.performWithoutAnimation {
            let sight = sight(of: index), own = solved.section.contentInsets, area = groupArea(ofSection: index)
            if scroller.frame != sight { scroller.frame = sight }
            scroller.contentStart = solved.isHorizontal ? area.minX - sight.minX : area.minY - sight.minY
            scroller.contentSize =
                solved.isHorizontal
                ? CGSize(width: own.leading + solved.length + own.trailing, height: sight.height)
                : CGSize(width: sight.width, height: own.top + solved.length + own.bottom)
            scroller.isPagingEnabled = behavior == .paging
            let properties = solved.section.orthogonalScrollingProperties
            scroller.decelerationRate =
                properties.decelerationRate != .automatic
                ? UIScrollView.DecelerationRate(rawValue: properties.decelerationRate.rawValue)
                : behavior == .continuous ? view.decelerationRate : .fast
            scroller.bounces = properties.bounce != .never
            let alwaysBounces = properties.bounce == .always
            (scroller.alwaysBounceHorizontal, scroller.alwaysBounceVertical) =
                solved.isHorizontal ? (alwaysBounces, false) : (false, alwaysBounces)
            if behavior == .groupPagingCentered, solved.groupCount > 0 {
                let length = solved.isHorizontal ? sight.width : sight.height
                let first = (length - solved.length(of: 0)) / 2 - scroller.contentStart
                let last =
                    (length - solved.length(of: solved.groupCount - 1)) / 2
                    - (solved.isHorizontal ? own.trailing : own.bottom)
                let inset =
                    solved.isHorizontal
                    ? UIEdgeInsets(top: 0, left: max(0, first), bottom: 0, right: max(0, last))
                    : UIEdgeInsets(top: max(0, first), left: 0, bottom: max(0, last), right: 0)
                if scroller.contentInset != inset { scroller.contentInset = inset }
            }
            if isNew {
                let offset =
                    plan.offsets[index] ?? CGPoint(x: -scroller.contentInset.left, y: -scroller.contentInset.top)
                plan.offsets[index] = offset
                scroller.setContentOffset(offset, animated: false)
            }
        }
        if scroller.superview !== view { view.insertScroller(scroller) }
    }

    /// A section has scrolled by itself.
    final func scrolled(_ scroller: OrthogonalScrollView) {
        guard scrollers[scroller.index] === scroller else { return }
        plan.offsets[scroller.index] = scroller.contentOffset
        collectionView?.sectionScrolled()
    }

    final func scrollOrthogonally(
        to path: IndexPath, _ position: UICollectionView.ScrollPosition, _ animated: Bool
    ) {
        guard plan.sections.indices.contains(path.section), let solved = plan.sections[path.section].solved,
            solved.section.orthogonalScrollingBehavior != .none, let frame = item(path)?.frame
        else { return }
        let sight = sight(of: path.section)
        var target = plan.offsets[path.section] ?? .zero
        if solved.isHorizontal {
            let local = frame.minX - sight.minX
            target.x =
                position.contains(.centeredHorizontally)
                ? local + frame.width / 2 - sight.width / 2
                : position.contains(.right)
                    ? local + frame.width - sight.width
                    : position.contains(.left) || local < target.x || local + frame.width > target.x + sight.width
                        ? local - solved.section.contentInsets.leading : target.x
            let total = solved.section.contentInsets.leading + solved.length + solved.section.contentInsets.trailing
            target.x = min(max(target.x, 0), max(0, total - sight.width))
        }
        if let scroller = scrollers[path.section] {
            scroller.setContentOffset(target, animated: animated)
        } else {
            plan.offsets[path.section] = target
        }
    }
}
