import Foundation
import MicaRandom
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// The work that table views do for 100,000 rows, counted.
@MainActor @Suite(.serialized) struct TableCostTests {
    private static let count = 100_000

    private final class Source: NSObject, UITableViewDataSource, UITableViewDelegate, UITableViewDataSourcePrefetching {
        var count = TableCostTests.count
        var asked = 0, heights = 0, inits = 0
        var prefetched: [Int] = [], cancelled: [Int] = []
        var height: CGFloat?
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            asked += 1
            if let cell = tableView.dequeueReusableCell(withIdentifier: "cell") { return cell }
            inits += 1
            return UITableViewCell(style: .default, reuseIdentifier: "cell")
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
            heights += 1
            return height ?? UITableView.automaticDimension
        }
        func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            prefetched += indexPaths.map(\.row)
        }
        func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            cancelled += indexPaths.map(\.row)
        }
    }

    /// A window of 320 by 440 points: ten rows.
    @MainActor private final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 440), scale: 1, threads: 1)
        let source = Source()
        let window: UIWindow
        let table: UITableView

        init(_ set: (UITableView, Source) -> Void) {
            window = UIWindow(host: host)
            table = UITableView(frame: window.bounds)
            set(table, source)
            table.dataSource = source
            table.delegate = source
            window.addSubview(table)
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }
    }

    @Test func only_rows_in_view_have_cells_and_heights() {
        let stage = Stage { _, _ in }
        #expect(stage.source.asked == 10)
        // One more finds out whether the delegate gives heights.
        #expect(stage.source.heights == 11)
        #expect(stage.table.contentSize.height == 4_400_000)
        let layouts = stage.table.stage.layouts
        stage.host.advance(to: 2)
        #expect(stage.table.stage.layouts == layouts && stage.source.asked == 10)
    }

    @Test func exact_heights_are_asked_for_once() {
        let stage = Stage { table, source in
            table.estimatedRowHeight = 0
            source.height = 50
        }
        #expect(stage.table.contentSize.height == 5_000_000)
        let asked = stage.source.heights
        #expect(asked <= Self.count + 1)
        for step in 1...20 {
            stage.table.contentOffset.y = CGFloat(step) * 40_000
            stage.table.layoutIfNeeded()
        }
        #expect(stage.source.heights == asked)
    }

    @Test func scrolling_reuses_cells() {
        let stage = Stage { table, _ in table.rowHeight = 44 }
        for step in 1...200 {
            stage.table.contentOffset.y = CGFloat(step) * 100
            stage.table.layoutIfNeeded()
        }
        // Each row that came into view was asked for once.
        #expect(stage.source.asked == 20_000 / 44 + 11)
        #expect(stage.source.inits <= 14)
        #expect(stage.table.subviews.count <= 14)
    }

    @Test func a_batch_of_a_thousand_changes_is_laid_out_in_one_pass() {
        let stage = Stage { table, _ in table.rowHeight = 44 }
        stage.table.contentOffset.y = 2_000_000
        stage.table.layoutIfNeeded()
        var random = SeededGenerator(seed: 3)
        let rows = Array(0..<Self.count).shuffled(using: &random)
        let (layouts, asked) = (stage.table.stage.layouts, stage.source.asked)
        stage.source.count += 200
        stage.table.performBatchUpdates {
            stage.table.deleteRows(at: rows[..<300].map { IndexPath(row: $0, section: 0) }, with: .fade)
            stage.table.insertRows(at: rows[300..<800].map { IndexPath(row: $0, section: 0) }, with: .fade)
            for row in rows[800..<1000] {
                stage.table.moveRow(
                    at: IndexPath(row: row, section: 0), to: IndexPath(row: Self.count - row, section: 0))
            }
        }
        #expect(stage.table.stage.layouts == layouts + 1)
        #expect(stage.source.asked - asked <= 11)
        #expect(stage.table.numberOfRows(inSection: 0) == Self.count + 200)
        #expect(stage.table.contentSize.height == CGFloat(Self.count + 200) * 44)
    }

    @Test func a_fling_prepares_its_rows_one_after_the_other() throws {
        let stage = Stage { table, _ in table.rowHeight = 44 }
        try stage.host.perform("drag 100,400 to 100,100 over 0.1 by touch")
        var most = 0
        for _ in 0..<30 {
            let asked = stage.source.asked
            let offset = stage.table.contentOffset.y
            stage.host.advance(to: stage.host.time + 1.0 / 60)
            // The rows that come into view, and one more for the margin.
            let needed = Int(((stage.table.contentOffset.y - offset) / 44).rounded(.up))
            most = max(most, stage.source.asked - asked - needed)
        }
        #expect(most == 1)
    }

    @Test func a_fling_prepares_rows_ahead_and_none_behind() throws {
        let stage = Stage { table, _ in table.rowHeight = 44 }
        try stage.host.perform("drag 100,400 to 100,100 over 0.1 by touch")
        stage.host.advance(to: stage.host.time + 0.1)
        let table = stage.table
        #expect(table.isDecelerating)
        let rows = table.stage.cells.keys.map { table.rect($0) }
        let ahead = (rows.map(\.maxY).max() ?? 0) - table.bounds.maxY
        #expect(ahead > 44 && ahead < 440 + 44)
        #expect(table.bounds.minY - (rows.map(\.minY).min() ?? 0) <= 44)
        #expect(table.visibleCells.count <= 11)
        stage.host.advance(to: stage.host.time + 6)
        #expect(!table.isDecelerating && table.stage.cells.count <= 12)
        #expect(stage.source.inits < 35)
    }

    @Test func rows_ahead_are_announced_once() {
        let stage = Stage { table, source in
            table.rowHeight = 44
            table.prefetchDataSource = source
        }
        stage.table.contentOffset.y = 44
        stage.table.layoutIfNeeded()
        #expect(stage.source.prefetched == Array(11...20))
        stage.table.contentOffset.y = 88
        stage.table.layoutIfNeeded()
        #expect(stage.source.prefetched == Array(11...20))
        stage.table.contentOffset.y = 44 + 220
        stage.table.layoutIfNeeded()
        #expect(stage.source.prefetched == Array(11...25))
        stage.table.contentOffset.y = 100_000
        stage.table.layoutIfNeeded()
        #expect(stage.source.cancelled == Array(16...25))
    }
}
