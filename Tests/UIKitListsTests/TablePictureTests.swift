import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// Table views of each style, drawn. MICA_PICTURES names a folder for the pictures.
@MainActor struct TablePictureTests {
    private func source() -> TableSource {
        let source = TableSource([
            ["Airplane Mode", "Wi-Fi", "Bluetooth", "Cellular"], ["Notifications", "Sounds", "Focus"], ["General"],
        ])
        source.titles = ["Connections", "Attention", nil]
        source.footers = ["Radios use energy.", nil, nil]
        source.cellStyle = .value1
        source.configure = { cell, path in
            cell.accessoryType = [.none, .disclosureIndicator, .checkmark, .detailDisclosureButton][path.row % 4]
            cell.detailTextLabel?.text = path.row == 1 ? "On" : nil
        }
        return source
    }

    @Test(arguments: [UITableView.Style.plain, .grouped, .insetGrouped])
    func styles(_ style: UITableView.Style) throws {
        let stage = TableWindow(source(), style: style)
        #expect(stage.texts.count == 8)
        try stage.show("style-\(style)")
        stage.window.overrideUserInterfaceStyle = .dark
        stage.wait(0.1)
        try stage.show("dark-\(style)")
    }

    @Test func editing() throws {
        let stage = TableWindow(source(), style: .insetGrouped)
        stage.table.setEditing(true, animated: true)
        stage.wait(0.15)
        try stage.show("editing-half")
        stage.wait(1)
        try stage.show("editing")
        #expect(stage.table.visibleCells.allSatisfy { $0.isEditing && $0.showsReorderControl })
    }

    @Test func swiping() throws {
        let stage = TableWindow(source())
        try stage.host.perform("drag 300,100 to 180,104 over 0.2 by touch")
        stage.wait(1)
        try stage.show("swipe")
        #expect(stage.table.swipe.swipedIndexPath == IndexPath(row: 1, section: 0))
    }

    @Test func deleting() throws {
        let stage = TableWindow(TableSource([(0..<30).map { "Row \($0)" }]))
        stage.source.sections[0].remove(at: 2)
        stage.source.sections[0].insert("New", at: 5)
        stage.table.performBatchUpdates {
            stage.table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .fade)
            stage.table.insertRows(at: [IndexPath(row: 5, section: 0)], with: .left)
        }
        stage.wait(0.15)
        try stage.show("batch-half")
        stage.wait(0.5)
        try stage.show("batch")
        #expect(stage.texts.prefix(7) == ["Row 0", "Row 1", "Row 3", "Row 4", "Row 5", "New", "Row 6"])
    }
}
