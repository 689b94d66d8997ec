import CoreGraphics
import Foundation
import MicaRandom
import UIKit

/// A row that sizes itself: a picture, two labels and a switch, by constraints.
final class BenchRow: UITableViewCell {
    private let picture = UIImageView()
    private let title = UILabel(), detail = UILabel()
    private let toggle = UISwitch()

    private static let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
        UIColor.systemTeal.setFill()
        UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 40, height: 40)).fill()
    }

    override init(style: CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        detail.numberOfLines = 0
        detail.font = .preferredFont(forTextStyle: .footnote)
        picture.image = Self.image
        let views = [picture, title, detail, toggle]
        for view in views {
            view.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(view)
        }
        let area = contentView.layoutMarginsGuide
        toggle.setContentCompressionResistancePriority(.required, for: .horizontal)
        // Not required, so that a new cell, which is 44 points high, breaks none.
        let ends = [picture, detail].map { $0.bottomAnchor.constraint(lessThanOrEqualTo: area.bottomAnchor) }
        for end in ends { end.priority = UILayoutPriority(999) }
        NSLayoutConstraint.activate(ends)
        NSLayoutConstraint.activate([
            picture.leadingAnchor.constraint(equalTo: area.leadingAnchor),
            picture.topAnchor.constraint(equalTo: area.topAnchor),
            picture.widthAnchor.constraint(equalToConstant: 40), picture.heightAnchor.constraint(equalToConstant: 40),
            title.leadingAnchor.constraint(equalTo: picture.trailingAnchor, constant: 12),
            title.topAnchor.constraint(equalTo: area.topAnchor),
            title.trailingAnchor.constraint(equalTo: toggle.leadingAnchor, constant: -8),
            detail.leadingAnchor.constraint(equalTo: title.leadingAnchor),
            detail.trailingAnchor.constraint(equalTo: title.trailingAnchor),
            detail.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
            toggle.trailingAnchor.constraint(equalTo: area.trailingAnchor),
            toggle.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
        ])
    }

    required init?(coder: NSCoder) { nil }

    /// Shows a row's content: its second label has one to three lines.
    func show(_ id: Int) {
        title.text = "Row \(id)"
        detail.text = String(repeating: "Some words about the row. ", count: 1 + id % 4)
        toggle.isOn = id % 3 == 0
    }
}

/// The rows of a table view.
final class RowSource: NSObject, UITableViewDataSource {
    private var ids: [Int]

    init(_ count: Int) { ids = Array(0..<count) }

    /// Makes the source that of a table view.
    func fill(_ table: UITableView) {
        table.register(BenchRow.self, forCellReuseIdentifier: "row")
        table.rowHeight = UITableView.automaticDimension
        table.estimatedRowHeight = 72
        table.dataSource = self
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { ids.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        (cell as? BenchRow)?.show(ids[indexPath.row])
        return cell
    }

    /// Changes the rows at random, a third each of deletions, insertions and moves, half of them among the first rows.
    func change(_ count: Int, _ random: inout SeededGenerator) -> (
        deleted: [IndexPath], inserted: [IndexPath], moved: [(IndexPath, IndexPath)]
    ) {
        let third = count / 3, moves = count - 2 * third
        func spread(_ many: Int, _ total: Int) -> Set<Int> {
            var rows: Set<Int> = []
            while rows.count < many { rows.insert(random.below(random.chance(0.5) ? total : min(total, 1500))) }
            return rows
        }
        let old = spread(third + moves, ids.count).sorted()
        let leaving = random.distinct(old.count, below: old.count).map { old[$0] }
        let (deleted, moved) = (leaving.prefix(third), leaving.suffix(moves))
        let gone = Set(leaving)
        let staying = ids.indices.filter { !gone.contains($0) }.map { ids[$0] }
        let places = spread(third + moves, ids.count - third + third).sorted()
        let arriving = random.distinct(places.count, below: places.count).map { places[$0] }
        let (inserted, targets) = (Array(arriving.prefix(third)), Array(arriving.suffix(moves)))
        var at: [Int: Int] = [:]
        for (index, place) in inserted.enumerated() { at[place] = 1_000_000 + index }
        for (from, to) in zip(moved, targets) { at[to] = ids[from] }
        var next = 0
        ids = (0..<staying.count + at.count).map { place in
            if let id = at[place] { return id }
            defer { next += 1 }
            return staying[next]
        }
        func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
        return (deleted.map(path), inserted.map(path), zip(moved, targets).map { (path($0), path($1)) })
    }
}

/// Sections of a collection view that scroll sideways.
final class SectionSource: NSObject, UICollectionViewDataSource {
    private var count = 0

    /// A cell with a label.
    final class Cell: UICollectionViewCell {
        let label = UILabel()

        override init(frame: CGRect) {
            super.init(frame: frame)
            label.frame = contentView.bounds
            label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            label.textAlignment = .center
            contentView.addSubview(label)
            contentView.backgroundColor = .systemTeal
            contentView.layer.cornerRadius = 8
        }
        required init?(coder: NSCoder) { nil }
    }

    func makeView(_ count: Int, _ frame: CGRect) -> UICollectionView {
        self.count = count
        func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension) -> NSCollectionLayoutSize
        {
            NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
        }
        let layout = UICollectionViewCompositionalLayout { _, _ in
            let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
            let section = NSCollectionLayoutSection(
                group: .horizontal(layoutSize: size(.absolute(120), .absolute(72)), subitems: [item]))
            section.orthogonalScrollingBehavior = .continuous
            section.interGroupSpacing = 8
            section.contentInsets = .init(top: 4, leading: 8, bottom: 4, trailing: 8)
            return section
        }
        let view = UICollectionView(frame: frame, collectionViewLayout: layout)
        view.register(Cell.self, forCellWithReuseIdentifier: "cell")
        view.dataSource = self
        return view
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 20 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        (cell as? Cell)?.label.text = "\(indexPath.section), \(indexPath.item)"
        return cell
    }
}
