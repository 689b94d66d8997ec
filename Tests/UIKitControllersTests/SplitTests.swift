import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Controllers of two and three columns. Numbers: docs/navigation.md.
@MainActor @Suite(.serialized) struct SplitTests {
    private final class Teller: NSObject, UISplitViewControllerDelegate {
        var told: [String] = []
        var top: UISplitViewController.Column?
        func splitViewController(
            _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
        ) { told.append("mode \(displayMode.rawValue)") }
        func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column) {
            told.append("show \(column.rawValue)")
        }
        func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {
            told.append("hide \(column.rawValue)")
        }
        func splitViewController(
            _ svc: UISplitViewController,
            topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
        ) -> UISplitViewController.Column { top ?? proposedTopColumn }
        func splitViewControllerDidCollapse(_ svc: UISplitViewController) { told.append("collapsed") }
        func splitViewControllerDidExpand(_ svc: UISplitViewController) { told.append("expanded") }
    }

    private let teller = Teller()
    private let list = PlainController("list", .lightGray), middle = PlainController("middle", .gray)
    private let detail = PlainController("detail")

    private func split(_ style: UISplitViewController.Style, size: CGSize) -> (ControllerStage, UISplitViewController) {
        let split = UISplitViewController(style: style)
        split.delegate = teller
        split.setViewController(list, for: .primary)
        if style == .tripleColumn { split.setViewController(middle, for: .supplementary) }
        split.setViewController(detail, for: .secondary)
        let stage = ControllerStage(split, size: size)
        stage.pass(0.1)
        return (stage, split)
    }

    private let wide = CGSize(width: 1024, height: 768), narrow = CGSize(width: 375, height: 667)

    /// A controller whose view takes its size from a constraint, if it is not given one.
    private final class Constrained: UIViewController {
        override func viewDidLoad() {
            super.viewDidLoad()
            view.translatesAutoresizingMaskIntoConstraints = false
            let child = UIView()
            child.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(child)
            child.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
            child.trailingAnchor.constraint(equalTo: view.trailingAnchor).isActive = true
        }
    }

    @Test func views_fill_their_columns_whatever_they_translate() {
        let (side, main) = (Constrained(), Constrained())
        let split = UISplitViewController()
        split.viewControllers = [side, main]
        split.preferredDisplayMode = .oneBesideSecondary
        let stage = ControllerStage(split, size: wide)
        stage.pass(0.1)
        #expect(stage.shown(side.view).size == CGSize(width: split.primaryColumnWidth, height: 768))
        #expect(stage.shown(main.view).maxX == 1024 && stage.shown(main.view).height == 768)
        #expect(main.view.subviews.first?.bounds.width == main.view.bounds.width)
    }

    @Test func clear_columns_show_what_is_behind_the_controller() {
        let split = UISplitViewController()
        split.viewControllers = [UIViewController(), UIViewController()]
        split.preferredDisplayMode = .oneBesideSecondary
        let stage = ControllerStage(split, size: wide)
        stage.pass(0.1)
        #expect(split.view.backgroundColor == nil && split.border.backgroundColor == .separator)
        #expect(stage.shown(split.border) == CGRect(x: split.primaryColumnWidth, y: 0, width: 1, height: 768))
        split.view.backgroundColor = .red
        split.view.setNeedsLayout()
        stage.pass(0.1)
        #expect(split.border.backgroundColor == nil, "the program's colour shows in place of the line")
    }

    @Test func two_columns_are_side_by_side_on_a_wide_window() {
        let (stage, split) = split(.doubleColumn, size: wide)
        #expect(split.displayMode == .oneBesideSecondary && !split.isCollapsed && split.primaryColumnWidth == 320)
        #expect(stage.shown(list.view) == CGRect(x: 0, y: 0, width: 320, height: 768))
        #expect(stage.shown(detail.view) == CGRect(x: 321, y: 0, width: 703, height: 768))
        #expect(list.navigationController != nil && list.splitViewController === split)
        #expect(list.traitCollection.horizontalSizeClass == .compact)
        #expect(detail.navigationItem.leftBarButtonItem === split.displayModeButtonItem)
        #expect(split.viewControllers.count == 2 && split.viewController(for: .primary) === list)
    }

    @Test func the_button_hides_and_shows_the_column() throws {
        let (stage, split) = split(.doubleColumn, size: wide)
        try stage.play("tap 345,22")
        #expect(split.displayMode == .secondaryOnly && teller.told == ["mode 1", "hide 0"])
        #expect(stage.shown(detail.view).width == 1024 && stage.shown(list.view).maxX <= 0)
        teller.told = []
        stage.act { split.show(.primary) }
        stage.pass(1)
        #expect(teller.told == ["mode 2", "show 0"] && stage.shown(list.view).minX == 0)
    }

    @Test func an_overlaid_column_goes_away_with_a_touch_beside_it() throws {
        let (stage, split) = split(.doubleColumn, size: wide)
        stage.act {
            split.preferredSplitBehavior = .overlay
            split.preferredDisplayMode = .oneOverSecondary
        }
        stage.pass(1)
        #expect(stage.shown(detail.view).width == 1024 && stage.shown(list.view).width == 320)
        try stage.play("tap 700,400")
        #expect(split.displayMode == .secondaryOnly)
        try stage.play("drag 2,400 to 200,400 by touch")
        #expect(split.displayMode == .oneOverSecondary && stage.shown(list.view).minX == 0)
    }

    @Test func three_columns_show_as_many_as_there_is_room_for() {
        let (stage, split) = split(.tripleColumn, size: CGSize(width: 1366, height: 768))
        #expect(split.displayMode == .twoBesideSecondary)
        #expect(stage.shown(list.view).minX == 0 && stage.shown(middle.view).minX == 320)
        #expect(stage.shown(detail.view).minX == 641)
        stage.act { split.hide(.primary) }
        stage.pass(1)
        #expect(split.displayMode == .oneBesideSecondary && stage.shown(middle.view).minX == 0)
        let smaller = self.split(.tripleColumn, size: wide)
        #expect(smaller.1.displayMode == .oneBesideSecondary)
    }

    @Test func a_narrow_window_has_one_stack_and_a_wide_one_columns_again() {
        let (stage, split) = split(.tripleColumn, size: CGSize(width: 1366, height: 768))
        teller.told = []
        stage.host.resize(to: narrow)
        stage.pass(0.2)
        #expect(split.isCollapsed && teller.told == ["collapsed"])
        let stack = list.navigationController
        #expect(stack?.viewControllers == [list, middle, detail] && stage.shown(detail.view).width == 375)
        let more = PlainController("more")
        stage.act { stack?.pushViewController(more, animated: false) }
        stage.host.resize(to: CGSize(width: 1366, height: 768))
        stage.pass(0.2)
        #expect(!split.isCollapsed && teller.told.last == "expanded")
        #expect(stack?.viewControllers == [list] && middle.navigationController?.viewControllers == [middle])
        #expect(detail.navigationController?.viewControllers == [detail, more])
    }

    @Test func the_delegate_chooses_the_column_of_a_narrow_window_and_details_are_pushed() {
        teller.top = .primary
        let (stage, split) = split(.doubleColumn, size: narrow)
        #expect(list.navigationController?.viewControllers == [list] && teller.told == ["collapsed"])
        stage.act { split.show(.secondary) }
        stage.pass(1)
        #expect(list.navigationController?.viewControllers == [list, detail])
        stage.act { split.show(.primary) }
        stage.pass(1)
        #expect(list.navigationController?.viewControllers == [list])
        let other = PlainController("other")
        stage.act { self.list.showDetailViewController(other, sender: nil) }
        stage.pass(1)
        #expect(list.navigationController?.viewControllers == [list, other])
        #expect(split.viewController(for: .secondary) === other)
    }

    @Test func a_controller_of_its_own_may_stand_for_the_stack() {
        let split = UISplitViewController(style: .doubleColumn)
        let compact = PlainController("compact")
        split.setViewController(list, for: .primary)
        split.setViewController(detail, for: .secondary)
        split.setViewController(compact, for: .compact)
        let stage = ControllerStage(split, size: narrow)
        #expect(stage.shown(compact.view).width == 375 && list.viewIfLoaded?.window == nil)
    }

    @Test func two_controllers_without_a_style() {
        let split = UISplitViewController()
        let navigation = UINavigationController(rootViewController: list)
        split.viewControllers = [navigation, detail]
        let stage = ControllerStage(split, size: wide)
        stage.pass(0.1)
        #expect(stage.shown(list.view).width == 320 && detail.navigationController == nil)
        #expect(split.viewControllers == [navigation, detail])
        split.setViewController(middle, for: .supplementary)
        #expect(split.viewController(for: .supplementary) == nil, "there is no such column")
    }

    @Test("Columns are drawn in light and dark: MICA_PICTURES names a folder for the pictures") func pictures() throws {
        for dark in [false, true] {
            list.view.backgroundColor = .secondarySystemBackground
            detail.view.backgroundColor = .systemBackground
            let (stage, split) = split(.doubleColumn, size: CGSize(width: 800, height: 500))
            stage.window.overrideUserInterfaceStyle = dark ? .dark : .light
            stage.pass(0.1)
            try stage.write("split-beside", dark)
            stage.act {
                split.preferredSplitBehavior = .overlay
                split.preferredDisplayMode = .oneOverSecondary
            }
            stage.pass(1)
            try stage.write("split-over", dark)
            #expect(split.displayMode == .oneOverSecondary)
        }
    }
}
