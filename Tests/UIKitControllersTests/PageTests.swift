import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Pages that a finger turns. *Source*: Apple, UIPageViewController.
@MainActor @Suite(.serialized) struct PageTests {
    private final class Source: NSObject, UIPageViewControllerDataSource, UIPageViewControllerDelegate {
        var pages = (0..<4).map { PlainController("P\($0)") }
        var isCircle = false
        var told: [String] = []
        private func page(_ page: UIViewController, _ step: Int) -> UIViewController? {
            let index = (pages.firstIndex { $0 === page } ?? 0) + step
            if isCircle { return pages[(index + pages.count) % pages.count] }
            return pages.indices.contains(index) ? pages[index] : nil
        }
        func pageViewController(
            _ controller: UIPageViewController, viewControllerBefore viewController: UIViewController
        ) -> UIViewController? { page(viewController, -1) }
        func pageViewController(
            _ controller: UIPageViewController, viewControllerAfter viewController: UIViewController
        ) -> UIViewController? { page(viewController, 1) }
        func presentationCount(for controller: UIPageViewController) -> Int { 4 }
        func pageViewController(_ controller: UIPageViewController, willTransitionTo pending: [UIViewController]) {
            told.append("to \(pending.first?.title ?? "")")
        }
        func pageViewController(
            _ controller: UIPageViewController, didFinishAnimating finished: Bool,
            previousViewControllers: [UIViewController], transitionCompleted completed: Bool
        ) { told.append("\(completed) from \(previousViewControllers.first?.title ?? "")") }
    }

    private let source = Source()

    private func makeStage(_ style: UIPageViewController.TransitionStyle = .scroll) -> (
        ControllerStage, UIPageViewController
    ) {
        let pages = UIPageViewController(transitionStyle: style, navigationOrientation: .horizontal)
        pages.dataSource = source
        pages.delegate = source
        pages.setViewControllers([source.pages[0]], direction: .forward, animated: false)
        return (ControllerStage(pages), pages)
    }

    @Test func a_drag_turns_to_the_next_page_and_a_small_one_does_not() throws {
        let (stage, pages) = makeStage()
        let all = source.pages
        #expect(all[0].view.frame == CGRect(x: 0, y: 0, width: 375, height: 630), "37 points are for the dots")
        try stage.play("drag 300,300 to 50,300 over 0.3 by touch", for: 2)
        #expect(pages.viewControllers == [all[1]] && source.told == ["to P1", "true from P0"])
        #expect(all[1].log.suffix(2) == ["willAppearA", "didAppearA"] && all[0].log.last == "didDisappearA")
        #expect(all[1].view.convert(all[1].view.bounds, to: nil).minX == 0 && all[0].view.window == nil)
        source.told = []
        try stage.play("press 300,300 by touch\nmove 250,300 at 0.02 over 0.3 by touch\nrelease at 1 by touch", for: 2)
        #expect(pages.viewControllers == [all[1]] && source.told == ["to P2", "false from P1"])
        #expect(all[2].log.last == "didDisappearA" && all[1].log.last == "didAppearA")
        // Back, and beyond the first there is nothing.
        try stage.play("drag 50,300 to 300,300 over 0.3 by touch", for: 2)
        try stage.play("drag 50,300 to 300,300 over 0.3 by touch", for: 2)
        #expect(pages.viewControllers == [all[0]])
    }

    @Test func two_pages_in_a_circle_turn_both_ways() throws {
        source.pages = Array(source.pages.prefix(2))
        source.isCircle = true
        let (stage, pages) = makeStage()
        let all = source.pages
        for (start, end, shown) in [(300, 50, 1), (300, 50, 0), (50, 300, 1), (50, 300, 0)] {
            try stage.play("drag \(start),300 to \(end),300 over 0.3 by touch", for: 2)
            #expect(pages.viewControllers == [all[shown]] && all[shown].view.window != nil)
            #expect(all[shown].view.convert(all[shown].view.bounds, to: nil).minX == 0)
            #expect(all[shown].parent === pages && all[1 - shown].view.window == nil)
        }
        // One page in a circle is no neighbour of itself.
        source.pages = [all[0]]
        stage.act { pages.setViewControllers([all[0]], direction: .forward, animated: false) }
        try stage.play("drag 300,300 to 50,300 over 0.3 by touch", for: 2)
        #expect(pages.viewControllers == [all[0]] && all[0].view.window != nil)
    }

    @Test func options_that_are_not_finite_are_ignored() {
        let pages = UIPageViewController(
            transitionStyle: .pageCurl, navigationOrientation: .horizontal,
            options: [.spineLocation: Double.nan, .interPageSpacing: Double.infinity])
        #expect(pages.spineLocation == .min)
    }

    @Test func a_program_turns_to_any_page() {
        let (stage, pages) = makeStage()
        var done = 0
        stage.act {
            pages.setViewControllers([self.source.pages[3]], direction: .forward, animated: true) { _ in done += 1 }
        }
        stage.pass(0.1)
        #expect(source.pages[0].view.window != nil && done == 0)
        stage.pass(1)
        #expect(pages.viewControllers == [source.pages[3]] && done == 1 && source.told.isEmpty)
        #expect(source.pages[0].parent == nil && source.pages[3].log.last == "didAppearA", "\(source.pages[3].log)")
        stage.act { pages.setViewControllers([self.source.pages[1]], direction: .reverse, animated: false) }
        #expect(pages.viewControllers == [source.pages[1]] && source.pages[1].view.window != nil)
    }

    @Test func a_curl_follows_a_tap_at_the_edge() throws {
        let (stage, pages) = makeStage(.pageCurl)
        try stage.play("tap 360,300 by touch", for: 2)
        #expect(pages.viewControllers == [source.pages[1]] && source.told == ["to P1", "true from P0"])
        try stage.play("tap 180,300 by touch", for: 2)
        #expect(pages.viewControllers == [source.pages[1]])
    }
}
