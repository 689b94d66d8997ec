import Testing
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// Swipe actions: the pull, opening and closing, the full swipe.
@MainActor @Suite struct SwipeTests {
    // *Source*: Apple, UIContextualAction, UISwipeActionsConfiguration.
    @Test func actions_have_apples_defaults() {
        let action = UIContextualAction(style: .destructive, title: "Delete") { _, _, done in done(true) }
        #expect(action.backgroundColor == .systemRed && action.image == nil)
        action.backgroundColor = .systemBlue
        #expect(action.backgroundColor == .systemBlue)
        action.backgroundColor = nil
        #expect(action.backgroundColor == .systemRed)
        #expect(UISwipeActionsConfiguration(actions: [action]).performsFirstActionWithFullSwipe)
        #expect(UIContextualAction.Style.normal.rawValue == 0 && UIContextualAction.Style.destructive.rawValue == 1)
    }

    @Test func a_pulled_row_opens_and_a_short_pull_closes_it() {
        let stage = SwipeStage()
        stage.pull(300, 30, to: 120)
        #expect(stage.rows[0].transform.tx == -3 * SwipeActionsView.buttonWidth)
        #expect(stage.swipe.swipedIndexPath == IndexPath(indexes: [0, 0]))
        #expect(stage.lines == ["begin 0"])
        stage.swipe.close(animated: true)
        stage.wait()
        #expect(stage.rows[0].transform == .identity && stage.lines == ["begin 0", "end 0"])
        #expect(!stage.list.subviews.contains { $0 is SwipeActionsView })
        stage.pull(300, 90, to: 250)
        #expect(stage.lines == ["begin 0", "end 0", "begin 1", "end 1"])
    }

    @Test func the_first_action_is_at_the_rows_edge() throws {
        let stage = SwipeStage()
        stage.pull(300, 30, to: 120)
        let view = try #require(stage.list.subviews.compactMap { $0 as? SwipeActionsView }.first)
        let starts = (0..<3).compactMap { view.button(at: $0)?.frame.minX }
        #expect(starts.count == 3)
        for (start, wanted) in zip(starts, [246, 172, 98] as [CGFloat]) { #expect(abs(start - wanted) < 0.01) }
        #expect(view.frame == CGRect(x: 0, y: 0, width: 320, height: 60))
    }

    @Test func a_touched_button_calls_its_handler_and_the_row_closes_when_that_is_done() {
        let stage = SwipeStage()
        stage.pull(300, 30, to: 120)
        stage.press(320 - 74 - 37, 30)
        stage.release(after: 0.05)
        stage.wait()
        #expect(stage.lines == ["begin 0", "More true"])
        #expect(stage.swipe.swipedIndexPath != nil)
        stage.completions.first?(true)
        stage.wait()
        #expect(stage.lines == ["begin 0", "More true", "end 0"] && stage.swipe.swipedIndexPath == nil)
    }

    // *Source*: Apple, UISwipeActionsConfiguration.performsFirstActionWithFullSwipe.
    @Test func a_full_swipe_performs_the_first_action_unless_forbidden() {
        let stage = SwipeStage()
        stage.pull(310, 30, to: 20)
        #expect(stage.lines == ["begin 0", "Delete true"])
        #expect(stage.rows[0].transform.tx == -320)
        stage.completions.first?(false)
        stage.wait()
        #expect(stage.rows[0].transform == .identity)
        stage.lines = []
        stage.trailing?.performsFirstActionWithFullSwipe = false
        stage.pull(310, 30, to: 20)
        #expect(stage.lines == ["begin 0"] && stage.rows[0].transform.tx == -222)
    }

    @Test func a_pull_to_the_other_side_shows_the_leading_actions() {
        let stage = SwipeStage()
        stage.pull(20, 30, to: 100)
        #expect(stage.rows[0].transform.tx == 74)
        let mirrored = SwipeStage(isMirrored: true)
        mirrored.pull(300, 30, to: 240)
        #expect(mirrored.rows[0].transform.tx == -74)
    }

    @Test func a_pull_up_scrolls_the_list_and_a_row_without_actions_stays() {
        let stage = SwipeStage()
        stage.press(200, 150)
        stage.move(195, 80)
        stage.release(after: 0.5)
        stage.wait()
        #expect(stage.list.contentOffset.y > 40 && stage.lines.isEmpty)
        stage.list.contentOffset.y = 0
        stage.trailing = nil
        stage.pull(300, 30, to: 120)
        #expect(stage.rows[0].transform == .identity && stage.lines.isEmpty)
    }

    @Test func another_rows_pull_closes_the_open_row() {
        let stage = SwipeStage()
        stage.pull(300, 30, to: 120)
        stage.pull(300, 90, to: 120)
        #expect(stage.lines == ["begin 0", "begin 1", "end 0"])
        #expect(stage.rows[0].transform == .identity && stage.rows[1].transform.tx == -222)
    }

    @Test func a_delete_button_opens_the_trailing_actions() {
        let stage = SwipeStage()
        #expect(stage.swipe.openTrailing(stage.rows[1], at: IndexPath(indexes: [0, 1])))
        stage.wait()
        #expect(stage.rows[1].transform.tx == -222)
        stage.trailing = nil
        #expect(!stage.swipe.openTrailing(stage.rows[2], at: IndexPath(indexes: [0, 2])))
    }

    // *Source*: measured by others (stackoverflow.com/questions/45985307): a title below a picture needs 91 points.
    @Test func a_title_is_below_a_picture_only_in_a_high_row() throws {
        for (height, isShown) in [(60, false), (95, true)] as [(CGFloat, Bool)] {
            let stage = SwipeStage(rowHeight: height)
            let action = stage.action(.normal, "Flag")
            action.image = UIImage(systemName: "star.fill")
            stage.trailing = UISwipeActionsConfiguration(actions: [action])
            stage.pull(300, 30, to: 200)
            let view = try #require(stage.list.subviews.compactMap { $0 as? SwipeActionsView }.first)
            let label = view.button(at: 0)?.subviews.compactMap { $0 as? UILabel }.first
            #expect(label?.isHidden == !isShown)
        }
    }
}
