import MicaScripts
import Testing
import UIKit

/// Windows with lists are released with the script that shows them.
@MainActor @Suite struct ListReleaseTests {
    private final class Source: NSObject, UITableViewDataSource {
        var rows = 20
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "c", for: indexPath)
            cell.textLabel?.text = "\(indexPath.row)"
            return cell
        }
    }

    private weak var window: UIWindow?
    private weak var list: UIScrollView?
    private weak var host: ScriptedWindow?

    /// A table whose cells have the identifier "c".
    private static func table() -> UITableView {
        let table = UITableView()
        table.register(UITableViewCell.self, forCellReuseIdentifier: "c")
        return table
    }

    private mutating func show(
        for seconds: Double = 1, _ make: () -> UIScrollView, _ use: (UIScrollView, ScriptedWindow) -> Void
    ) {
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let list = make()
        list.frame = window.bounds
        window.addSubview(list)
        window.makeKeyAndVisible()
        host.advance(to: host.time + 0.1)
        use(list, host)
        host.advance(to: host.time + seconds)
        (self.window, self.list, self.host) = (window, list, host)
    }

    @Test mutating func a_window_without_content() {
        show({ UIScrollView() }, { _, _ in })
        #expect(window == nil && list == nil && host == nil)
    }

    @Test mutating func a_table_with_rows() {
        let source = Source()
        show(
            {
                let table = Self.table()
                table.dataSource = source
                return table
            },
            { list, host in
                host.schedule(at: host.time) {
                    MainActor.assumeIsolated {
                        source.rows -= 1
                        (list as? UITableView)?.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
                    }
                }
            })
        #expect(window == nil && list == nil && host == nil)
    }

    /// The animations of a change have closures that hold cells.
    @Test mutating func cells_in_the_middle_of_a_change() {
        let source = Source()
        weak var cell: UITableViewCell?
        show(
            for: 0.05,
            {
                let table = Self.table()
                table.dataSource = source
                return table
            },
            { list, host in
                host.schedule(at: host.time) {
                    MainActor.assumeIsolated {
                        guard let table = list as? UITableView else { return }
                        cell = table.cellForRow(at: IndexPath(row: 1, section: 0))
                        source.rows -= 1
                        table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
                    }
                }
                host.advance(to: host.time + 0.05)
                #expect(cell != nil)
            })
        #expect(window == nil && list == nil && host == nil && cell == nil)
    }

    @Test mutating func a_table_with_a_diffable_source() {
        var kept: UITableViewDiffableDataSource<Int, Int>?
        weak var source: UITableViewDiffableDataSource<Int, Int>?
        show(
            {
                let table = Self.table()
                kept = UITableViewDiffableDataSource<Int, Int>(tableView: table) { table, path, item in
                    let cell = table.dequeueReusableCell(withIdentifier: "c", for: path)
                    cell.textLabel?.text = "\(item)"
                    return cell
                }
                return table
            },
            { list, host in
                var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
                snapshot.appendSections([0])
                snapshot.appendItems(Array(0..<20))
                kept?.apply(snapshot, animatingDifferences: false)
                snapshot.deleteItems([3, 4])
                snapshot.appendItems([30])
                kept?.apply(snapshot, animatingDifferences: true)
            })
        source = kept
        kept = nil
        #expect(window == nil && list == nil && host == nil && source == nil)
    }
}
