import Testing
import UIKit

extension UIColor {
    /// As Swift code on iOS makes a color of the class that it is called on.
    fileprivate static func made(of color: CGColor) -> Self { self.init(cgColor: color) }
    fileprivate static func all(of colors: [CGColor]) -> [UIColor] { colors.map(self.init(cgColor:)) }
}

@MainActor @Suite struct ClientPatternTests {
    @Test func an_extension_makes_colors_of_its_class() {
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        #expect(UIColor.made(of: red).cgColor == red && UIColor.all(of: [red]).count == 1)
    }

    @Test func a_printed_tree_has_each_views_own_description() {
        final class Named: UIView {
            nonisolated override var description: String { "named" }
        }
        let parent = UIView()
        parent.addGestureRecognizer(UITapGestureRecognizer())
        parent.addSubview(Named())
        let text = unsafe parent.perform("recursiveDescription")?.takeUnretainedValue() as? String
        #expect(text?.hasSuffix("\n   | named") == true)
        #expect(text?.contains("gestureRecognizers = <NSArray: 0x") == true, "\(text ?? "")")
    }

    @Test func an_application_has_the_size_of_text() {
        #expect(
            UIApplication.shared.preferredContentSizeCategory
                == UIScreen.main.traitCollection.preferredContentSizeCategory)
    }
}
