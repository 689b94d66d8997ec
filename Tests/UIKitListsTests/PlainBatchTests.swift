import Testing
import UIKit

@MainActor struct PlainBatchTests {
    private final class Source: NSObject, UITableViewDataSource {
        var count = 1
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell()
        }
    }

    private final class CountedTable: UITableView {
        var batches = 0
        override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
            batches += 1
            super.performBatchUpdates(updates, completion: completion)
        }
    }

    @Test func a_batch_takes_a_block_that_does_not_escape_and_overrides_get_it() {
        let (source, table) = (Source(), CountedTable(frame: CGRect(x: 0, y: 0, width: 320, height: 480)))
        table.dataSource = source
        table.layoutIfNeeded()
        func change(_ updates: () -> Void) { table.performBatchUpdates(updates) }
        change {
            source.count = 2
            table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .none)
        }
        #expect(table.numberOfRows(inSection: 0) == 2 && table.batches == 1)
    }
}
