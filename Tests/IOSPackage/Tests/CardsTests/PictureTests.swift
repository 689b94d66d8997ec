import UIKit
import XCTest

@testable import Cards

#if canImport(MicaSnapshots)
import MicaSnapshots

/// Pictures without text, which are the same bytes on every machine.
final class PictureTests: XCTestCase {
    func testBadge() {
        let badge = BadgeView(frame: CGRect(x: 0, y: 0, width: 120, height: 80))
        XCTAssertNoThrow(try assertSnapshot(of: badge, scale: 2))
        let image = UIGraphicsImageRenderer(size: badge.bounds.size).image { badge.layer.render(in: $0.cgContext) }
        XCTAssertNoThrow(try assertSnapshot(of: XCTUnwrap(image.cgImage), named: "rendered"))
    }
}
#endif
