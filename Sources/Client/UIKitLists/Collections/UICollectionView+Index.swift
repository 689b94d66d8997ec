import CoreGraphics
import Foundation
import UIKitCore

extension UICollectionView {
    /// Asks the data source for the titles of the index, and shows or removes it. *Source*: Apple,
    /// UICollectionViewDataSource.indexTitles(for:).
    final func loadIndex() {
        stage.needsIndex = false
        let titles = dataSource?.indexTitles(for: self) ?? []
        guard !titles.isEmpty else {
            index?.removeFromSuperview()
            index = nil
            return
        }
        let view = index ?? ListIndexView(self) { [weak self] in self?.scroll(toTitle: $0, $1) }
        if index == nil {
            index = view
            if stage.isFlipped { flip(view) }
            addSubview(view)
        }
        view.titles = titles
    }

    private func scroll(toTitle title: String, _ index: Int) {
        guard let path = dataSource?.collectionView(self, indexPathForIndexTitle: title, at: index), has(path) else {
            return
        }
        scrollToItem(at: path, at: .top, animated: false)
    }

    /// Lets the render server keep the index and the background at their places in view while it moves the content.
    final func followMovement() {
        guard isMovingByItself else { return }
        for view in [index, backgroundView].compactMap({ $0 }) {
            let way = view.layer.position.y - bounds.minY
            follow(view.layer) { $0 + Double(way) }
        }
    }

    /// Keeps the index at the trailing edge, in front of all elements.
    final func placeIndex() {
        guard let index else { return }
        index.place(in: self, isFlipped: stage.isFlipped)
        if subviews.last !== index { bringSubviewToFront(index) }
    }
}
