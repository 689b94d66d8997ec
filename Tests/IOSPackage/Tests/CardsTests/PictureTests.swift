import UIKit
import XCTest

@testable import Cards

#if canImport(MicaSnapshots)
import MicaSnapshots

/// A picture without text, which is the same bytes on every machine.
final class PictureTests: XCTestCase {
    func testBadge() {
        let badge = BadgeView(frame: CGRect(x: 0, y: 0, width: 120, height: 80))
        XCTAssertNoThrow(try assertSnapshot(of: badge, scale: 2))
    }
}
#endif
