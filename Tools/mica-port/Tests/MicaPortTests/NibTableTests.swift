import Foundation
import MicaPort
import Testing

/// The tables by which nibs reach properties and methods.
@Suite struct NibTableTests {
    private func table(_ number: String, _ entries: String) -> String {
        "internal final class NibNames\(number): UIKit.NibTable { override class var names: [UIKit.NibName] "
            + "{ var n: [UIKit.NibName] = []; \(entries) return n } };"
    }

    @Test func a_class_gets_a_table_of_its_outlets_actions_and_attributes() {
        let source =
            "import UIKit\nclass A: UIView { @IBOutlet private weak var b: C!; @IBInspectable var d: CGFloat = 0 }"
        let wanted = table("", "n.append(.property(\"b\", \\A.b)); n.append(.property(\"d\", \\A.d));")
        #expect(
            port(source)
                == "import UIKit\nclass A: UIView { \(wanted)  private weak var b: C!; @IBInspectable var d: CGFloat = 0 }"
        )
    }

    @Test func a_name_that_only_xcode_may_use_is_one_for_nibs() {
        let text = port(
            "import UIKit\nclass A: UIView {\n  @available(*, unavailable, message: \"b\")\n  @IBInspectable var c = 0\n}"
        ).text
        #expect(text.contains("n.append(.property(\"c\", \\A.c))") && !text.contains("unavailable"))
        #expect(
            port("import UIKit\nclass A: UIView {\n  @available(*, unavailable)\n  init?(coder: NSCoder) {}\n}").text
                .contains("unavailable"))
    }

    @Test func actions_have_the_selectors_of_Objective_C() {
        let source =
            "import UIKit\nclass A: B { @IBAction func go(_ s: UIButton) {}; @IBAction func up(sender: Any, event: UIEvent) {} }"
        let entries =
            "n.append(.action(Selector(\"go:\", onMain: { (t: A, a: UIButton) in t.go(a) }))); "
            + "n.append(.action(Selector(\"upWithSender:event:\", onMain: { (t: A, a: Any, b: UIEvent) in t.up(sender: a, event: b) })));"
        #expect(port(source).text.contains(table("", entries)))
        let segue = "import UIKit\nclass A: B { @IBSegueAction func make(_ c: NSCoder, sender: Any?) -> D? { nil } }"
        #expect(
            port(segue).text.contains("n.append(.segue(\"make:sender:\", { (t: A, a, b, c) in t.make(a, sender: b) }))")
        )
    }

    @Test func extensions_of_a_type_have_tables_of_different_numbers() {
        let one = "import UIKit\nextension UIView { @IBInspectable var a: Int { get { 0 } set {} } }"
        let two =
            "import UIKit\nextension UIView { @IBInspectable var b: Int { get { 0 } set {} } }\nextension UIView { @IBInspectable var c: Int { get { 0 } set {} } }"
        let texts = ported([one, two]).map(\.text)
        #expect(
            texts[0].contains("class NibNames1") && texts[1].contains("class NibNames2")
                && texts[1].contains("class NibNames3"))
    }

    @Test func sources_without_UIKit_generic_classes_and_tables_by_hand_stay() {
        for source in [
            "import Foundation\nclass A: B { @IBInspectable var c = 1 }",
            "import UIKit\nclass A<T>: B { @IBInspectable var c = 1 }",
            "import UIKit\nprivate class A: B { @IBInspectable var c = 1 }",
            "import UIKit\nclass A: B { @IBInspectable var c = 1; class NibNames: NibTable {} }",
        ] { #expect(port(source) == source) }
    }

    @Test func awakeFromNib_of_a_plain_object_is_in_its_table() {
        let text = port("import UIKit\nclass A: NSObject { func awakeFromNib() {} }").text
        #expect(text.contains("n.append(.awake({ (t: A) in t.awakeFromNib() }))"))
        #expect(!port("import UIKit\nclass A: UIView { override func awakeFromNib() {} }").text.contains("NibNames"))
    }
}
