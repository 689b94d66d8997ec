import Testing
import UIKit

@Suite struct LiteralTests {
    @Test func color_literal_is_a_color() {
        let color = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
        #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    }

    @Test func image_literal_without_its_picture_stops_the_program() async {
        await #expect(processExitsWith: .failure) { _ = #imageLiteral(resourceName: "no such picture") }
    }
}
