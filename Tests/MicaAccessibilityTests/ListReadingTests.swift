import Foundation
import MicaEvents
import Testing
import UIKit

@testable import UIKitCore

/// Lists, rows and items as assistive technologies read them.
@MainActor @Suite(.serialized) struct ListReadingTests {
    @Test func a_row_is_named_after_the_texts_in_it() throws {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        cell.frame = CGRect(x: 0, y: 0, width: 320, height: 60)
        cell.textLabel?.text = "Title"
        cell.detailTextLabel?.text = "Detail"
        let toggle = UISwitch()
        cell.accessoryView = toggle
        cell.layoutIfNeeded()
        cell.setSelected(true, animated: false)
        let host = ReadHost()
        let window = UIWindow(host: host)
        window.makeKeyAndVisible()
        defer { window.isHidden = true }
        table.addSubview(cell)
        window.addSubview(table)
        var builder = AccessibleTreeBuilder()
        builder.add(host, number: 1_000_000, size: CGSize(width: 320, height: 320))
        builder.add(window, to: 1_000_000)
        let row = try #require(builder.tree.nodes.values.first { $0.role == .listItem })
        #expect(row.name == "Title, Detail" && row.states.isSuperset(of: [.selectable, .selected]))
        #expect(row.children.compactMap { builder.tree.nodes[$0]?.role } == [.toggle])
        #expect(row.parent.flatMap { builder.tree.nodes[$0]?.role } == .list)
    }
}
