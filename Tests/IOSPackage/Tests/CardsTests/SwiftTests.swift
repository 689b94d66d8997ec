import Testing
import UIKit

@testable import Cards

@MainActor @Test func rowsAreSelected() throws {
    #expect(Thread.isMainThread && RunLoop.current === RunLoop.main)
    let controller = CardController(style: .plain)
    let window = try #require(UIApplication.shared.windows.first)
    window.rootViewController = controller
    controller.tableView.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
    #expect(controller.tableView.indexPathForSelectedRow?.row == 1)
    #expect(UIScreen.main.bounds.width == 393 && controller.traitCollection.userInterfaceStyle == .dark)
}
