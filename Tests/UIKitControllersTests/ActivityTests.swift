import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// The list of services for some items.
@MainActor @Suite(.serialized) struct ActivityTests {
    private final class Stamp: UIActivity {
        private(set) var prepared: [String] = []
        override var activityType: ActivityType? { ActivityType("stamp") }
        override var activityTitle: String? { "Stamp" }
        override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
            activityItems.contains { $0 is String }
        }
        override func prepare(withActivityItems activityItems: [Any]) {
            prepared = activityItems.compactMap { $0 as? String }
        }
    }

    private final class Source: NSObject, UIActivityItemSource {
        func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any { "" }
        func activityViewController(
            _ activityViewController: UIActivityViewController,
            itemForActivityType activityType: UIActivity.ActivityType?
        ) -> Any? { "for \(activityType?.rawValue ?? "none")" }
    }

    private func buttons(_ view: UIView) -> [UIButton] {
        (view as? UIButton).map { [$0] } ?? view.subviews.flatMap(buttons)
    }

    @Test func a_choice_copies_texts_and_tells_its_end_after_the_dismissal() throws {
        let root = PlainController("root")
        let stage = ControllerStage(root)
        let list = UIActivityViewController(activityItems: ["one", 2, "two"], applicationActivities: [Stamp()])
        var ends: [(String?, Bool)] = []
        list.completionWithItemsHandler = { type, done, _, _ in ends.append((type?.rawValue, done)) }
        stage.act { root.present(list, animated: true) }
        stage.pass(1)
        #expect(buttons(list.view).map(\.currentTitle) == ["Copy", "Stamp"])
        UIPasteboard.general.items = []
        stage.act { buttons(list.view).first?.sendActions(for: .primaryActionTriggered) }
        #expect(UIPasteboard.general.strings == ["one", "two"] && ends.isEmpty)
        stage.pass(1)
        #expect(ends.count == 1 && ends[0] == ("com.apple.UIKit.activity.CopyToPasteboard", true))
        #expect(root.presentedViewController == nil)
    }

    @Test func items_come_from_their_sources_and_excluded_services_are_not_shown() {
        let stamp = Stamp()
        let list = UIActivityViewController(activityItems: [Source()], applicationActivities: [stamp])
        list.excludedActivityTypes = [.copyToPasteboard, .airDrop]
        #expect(buttons(list.view).map(\.currentTitle) == ["Stamp"])
        buttons(list.view).first?.sendActions(for: .primaryActionTriggered)
        #expect(stamp.prepared == ["for stamp"])
        let none = UIActivityViewController(activityItems: [2], applicationActivities: [Stamp()])
        #expect(buttons(none.view).isEmpty, "no service takes a number")
    }

    @Test func a_list_that_is_dismissed_tells_that_nothing_was_chosen() {
        let root = PlainController("root")
        let stage = ControllerStage(root)
        let list = UIActivityViewController(activityItems: ["one"], applicationActivities: nil)
        var ends: [(String?, Bool)] = []
        list.completionWithItemsHandler = { type, done, _, _ in ends.append((type?.rawValue, done)) }
        stage.act { root.present(list, animated: true) }
        stage.pass(1)
        stage.act { root.dismiss(animated: true) }
        stage.pass(1)
        #expect(ends.count == 1 && ends[0] == (nil, false))
    }
}
