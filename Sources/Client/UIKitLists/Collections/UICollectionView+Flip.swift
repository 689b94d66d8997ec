import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

extension UICollectionView {
    /// Flips the coordinates where the view's direction is not the layout's, or back.
    ///
    /// The view is flipped by its transform, and the views of elements, the background and the index each are flipped
    /// back, so that pictures and text are upright. So x, offsets, drags and flings count from the leading edge without
    /// further rules. *Source*: Apple, UICollectionViewLayout.flipsHorizontallyInOppositeLayoutDirection.
    final func updateFlip() {
        let layout = collectionViewLayout, direction = effectiveUserInterfaceLayoutDirection
        let flips =
            (layout.flipsHorizontallyInOppositeLayoutDirection || layout.flipsAlways)
            && direction != layout.developmentLayoutDirection
        let runsFromRight = !flips && direction == .rightToLeft
        if runsFromRight != stage.runsFromRight {
            stage.runsFromRight = runsFromRight
            if layout.isValid { layout.invalidateLayout() }
        }
        guard flips != stage.isFlipped else { return }
        stage.isFlipped = flips
        UIView.performWithoutAnimation {
            flip(self)
            if let backgroundView { flip(backgroundView) }
            if let refreshControl { flip(refreshControl) }
            if let index { flip(index) }
            for view in stage.views.values {
                view.isFlipped = flips
                if let attributes = view.attributes { view.take(attributes) }
            }
        }
        swipe?.close(animated: false)
    }

    /// Takes over a new size of the content. Content that begins at the right edge keeps its distance from there.
    final func resizeContent(_ size: CGSize) {
        let old = contentSize
        guard size != old else { return }
        contentSize = size
        guard collectionViewLayout.runsFromRight else { return }
        let way = max(size.width, bounds.width) - max(old.width, bounds.width)
        if way != 0 { contentOffset.x = max(-adjustedContentInset.left, contentOffset.x + way) }
    }

    /// Mirrors a view about its middle, before its own transform.
    final func flip(_ view: UIView) {
        view.transform = CGAffineTransform(scaleX: -1, y: 1).concatenating(view.transform)
    }
}
