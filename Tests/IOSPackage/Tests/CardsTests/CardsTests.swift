import UIKit
import XCTest

@testable import Cards

final class CardsTests: XCTestCase {
    func testRows() {
        let controller = CardController(style: .insetGrouped)
        UIApplication.shared.windows.first?.rootViewController = controller
        controller.view.layoutIfNeeded()
        XCTAssertEqual(controller.tableView.numberOfRows(inSection: 0), 3)
        XCTAssertEqual(controller.tableView.visibleCells.count, 3)
    }

    func testTimePassesWhileATestWaits() {
        let done = expectation(description: "the end of an animation of half a minute")
        UIView.animate(
            withDuration: 30, animations: { UIApplication.shared.windows.first?.alpha = 0.5 },
            completion: { _ in done.fulfill() })
        wait(for: [done], timeout: 5)
    }
}
