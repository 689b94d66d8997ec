import Foundation
import MicaScripts
import UIKit

@testable import UIKitLists

/// A data source and delegate over arrays of texts, which writes down the calls of interest.
@MainActor final class TableSource: NSObject, UITableViewDataSource, UITableViewDelegate {
    var sections: [[String]]
    var titles: [String?] = [], footers: [String?] = []
    var lines: [String] = []
    var cellStyle = UITableViewCell.CellStyle.default
    var configure: ((UITableViewCell, IndexPath) -> Void)?
    var cellsMade = 0

    init(_ sections: [[String]]) { self.sections = sections }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        cellsMade += 1
        let cell =
            tableView.dequeueReusableCell(withIdentifier: "cell")
            ?? UITableViewCell(style: cellStyle, reuseIdentifier: "cell")
        cell.textLabel?.text = sections[indexPath.section][indexPath.row]
        configure?(cell, indexPath)
        return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        titles.indices.contains(section) ? titles[section] : nil
    }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        footers.indices.contains(section) ? footers[section] : nil
    }
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        lines.append("commit \(editingStyle) \(indexPath.section).\(indexPath.row)")
        sections[indexPath.section].remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath], with: .automatic)
    }
    func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath) {
        lines.append("move \(sourceIndexPath.row) to \(destinationIndexPath.row)")
        let text = sections[sourceIndexPath.section].remove(at: sourceIndexPath.row)
        sections[destinationIndexPath.section].insert(text, at: destinationIndexPath.row)
    }

    private func add(_ word: String, _ path: IndexPath) { lines.append("\(word) \(path.section).\(path.row)") }

    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        add("should", indexPath)
        return true
    }
    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) { add("highlight", indexPath) }
    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) { add("unhighlight", indexPath) }
    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        add("willSelect", indexPath)
        return indexPath
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { add("select", indexPath) }
    func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        add("willDeselect", indexPath)
        return indexPath
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { add("deselect", indexPath) }
}

extension ScriptedWindow {
    /// Plays a script in parts, with a check a millisecond before the end of each: pointers stay pressed from part to part.
    func play(_ parts: (script: String, check: () throws -> Void)...) throws {
        let start = time
        play(try EventScript(parts.map(\.script).joined(separator: "\n")))
        var text = ""
        for part in parts {
            text += part.script + "\n"
            advance(to: start + (try EventScript(text)).duration - 0.001)
            try part.check()
        }
        advance(to: time + 0.001)
    }
}

/// A window of 375 x 667 points with a table view.
@MainActor final class TableWindow {
    let host = ScriptedWindow(size: CGSize(width: 375, height: 667), scale: 2, threads: 1)
    let window: UIWindow
    let table: UITableView
    let source: TableSource

    init(_ source: TableSource, style: UITableView.Style = .plain) {
        window = UIWindow(host: host)
        table = UITableView(frame: window.bounds, style: style)
        self.source = source
        table.dataSource = source
        table.delegate = source
        window.addSubview(table)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
    }

    /// The texts of the visible cells.
    var texts: [String] { table.visibleCells.map { $0.textLabel?.text ?? "" } }

    func wait(_ seconds: Double) { host.advance(to: host.time + seconds) }

    /// Writes a picture into the folder that MICA_PICTURES names; nothing without.
    func show(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["MICA_PICTURES"] else { return }
        try host.write(to: "\(folder)/\(name).png")
    }
}
