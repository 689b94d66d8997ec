import Foundation
import Testing
import UIKit

@MainActor @Suite struct AccessibilityBlockTests {
    @Test func a_block_computes_a_value_each_time() {
        let view = UIView()
        var count = 0
        view.accessibilityLabel = "set"
        view.accessibilityLabelBlock = {
            count += 1
            return "computed \(count)"
        }
        #expect(view.accessibilityLabel == "computed 1")
        #expect(view.accessibilityLabel == "computed 2")
        view.accessibilityLabelBlock = { nil }
        #expect(view.accessibilityLabel == nil, "a block without a value goes before the value that was set")
        view.accessibilityLabelBlock = nil
        #expect(view.accessibilityLabel == "set")
        let element = UIAccessibilityElement(accessibilityContainer: view)
        #expect(element.isAccessibilityElement)
        element.isAccessibilityElementBlock = { false }
        #expect(!element.isAccessibilityElement)
    }

    @Test func a_variable_of_any_object_reads_a_views_values() {
        let label = UILabel()
        label.text = "Bread"
        let object: NSObject = label
        #expect(object.accessibilityLabel == "Bread" && object.isAccessibilityElement)
        object.accessibilityHint = "opens it"
        #expect(label.accessibilityHint == "opens it")
        let other = NSObject()
        other.accessibilityLabel = "other"
        #expect(other.accessibilityLabel == "other" && other.accessibilityActivationPoint == .zero)
    }
}
