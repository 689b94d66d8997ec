import Testing
import UIKit

@testable import UIKitControllers

@MainActor struct ModuleTests {
    @Test func classes_are_named_by_the_umbrella() { #expect(UIKit.UIView.self === UIView.self) }
}
