import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// Rows of a list that have heights of their own, as programs make them.
@MainActor struct SelfSizingTests {
    /// A row whose content is in a list content view, with a separator that begins at the text.
    final class Row: UICollectionViewListCell {
        let content = UIListContentView(configuration: .subtitleCell())

        override init(frame: CGRect) {
            super.init(frame: frame)
            content.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(content)
            NSLayoutConstraint.activate([
                content.topAnchor.constraint(equalTo: contentView.topAnchor),
                content.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
                content.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
                content.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
            ])
        }
        required init?(coder: NSCoder) { nil }

        func show(_ text: String) {
            var shown = UIListContentConfiguration.subtitleCell()
            (shown.text, shown.secondaryText) = (text, String(repeating: "several lines of text ", count: 10))
            content.configuration = shown
        }
    }

    @MainActor final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window: UIWindow
        let view: UICollectionView
        private(set) var source: UICollectionViewDiffableDataSource<Int, String>!

        init<Cell: UICollectionViewListCell>(_ configure: @escaping (Cell, String) -> Void) {
            window = UIWindow(host: host)
            let list = UICollectionLayoutListConfiguration(appearance: .plain)
            view = UICollectionView(
                frame: window.bounds, collectionViewLayout: UICollectionViewCompositionalLayout.list(using: list))
            window.addSubview(view)
            window.makeKeyAndVisible()
            let registration = UICollectionView.CellRegistration<Cell, String> { cell, _, item in configure(cell, item)
            }
            source = .init(collectionView: view) { view, path, item in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
            }
        }

        func apply(_ items: [String], animated: Bool) {
            var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
            snapshot.appendSections([0])
            snapshot.appendItems(items)
            source.apply(snapshot, animatingDifferences: animated)
            host.advance(to: host.time + 1)
        }

        var heights: [CGFloat] {
            (0..<view.numberOfItems(inSection: 0)).map {
                view.cellForItem(at: IndexPath(item: $0, section: 0))?.frame.height ?? -1
            }
        }
    }

    @Test func rows_that_an_animation_inserts_have_their_own_heights() {
        let stage = Stage { (cell: UICollectionViewListCell, item: String) in
            var content = cell.defaultContentConfiguration()
            (content.text, content.secondaryText) = (item, "below")
            cell.contentConfiguration = content
        }
        stage.apply(["a", "b"], animated: false)
        let height = stage.heights[0]
        stage.apply(["a", "c", "d", "b"], animated: true)
        #expect(height > 44 && stage.heights == [height, height, height, height])
    }

    // *Source*: Apple, UICollectionViewListCell.separatorLayoutGuide; WWDC 2020, session 10026.
    @Test func a_separator_follows_its_guide_and_the_row_its_content() throws {
        let stage = Stage { (cell: Row, item: String) in
            cell.show(item)
            guard cell.separatorLayoutGuide.constraintsAffectingLayout(for: .horizontal).count < 3 else { return }
            cell.separatorLayoutGuide.leadingAnchor.constraint(equalTo: cell.content.leadingAnchor, constant: 40)
                .isActive = true
        }
        stage.apply(["a", "b"], animated: false)
        #expect(stage.heights[0] > 80 && stage.heights[1] == stage.heights[0])
        let cell = try #require(stage.view.cellForItem(at: IndexPath(item: 0, section: 0)))
        let line = try #require(cell.subviews.first { $0.frame.height == 1 })
        #expect(line.frame.minX == 40 && line.frame.maxX == 320)
    }
}
