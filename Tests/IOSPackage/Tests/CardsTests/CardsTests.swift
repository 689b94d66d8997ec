import UIKit
import XCTest

@testable import Cards

extension UIView {
    /// A class whose full name begins with "(extension in CardsTests)".
    final class Holder: NSObject {}
}

final class CardsTests: XCTestCase {
    func testAClassFindsTheResourcesOfItsModule() {
        for type in [CardsTests.self, UIView.Holder.self] as [AnyClass] {
            XCTAssertNotNil(Bundle(for: type).path(forResource: "Words", ofType: "txt"), "\(type)")
        }
    }

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
