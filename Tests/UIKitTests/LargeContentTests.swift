import MicaScripts
import Testing
import UIKit

@testable import UIKitCore

/// The large content viewer. *Source*: Apple, UILargeContentViewerInteraction.
@MainActor @Suite struct LargeContentTests {
    private final class Log: NSObject, UILargeContentViewerInteractionDelegate {
        var ends: [UIView?] = []

        func largeContentViewerInteraction(
            _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?,
            at point: CGPoint
        ) { ends.append(item as? UIView) }
    }

    private let host = ScriptedWindow(size: CGSize(width: 320, height: 480))
    private let window: UIWindow
    private let bar = UIView(frame: CGRect(x: 0, y: 400, width: 320, height: 80))
    private let buttons = [UIButton(frame: CGRect(x: 0, y: 0, width: 160, height: 80)), UIButton()]
    private let log = Log()

    init() {
        window = UIWindow(host: host)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        window.rootViewController?.view.addSubview(bar)
        buttons[1].frame = CGRect(x: 160, y: 0, width: 160, height: 80)
        for (button, title) in zip(buttons, ["One", "Two"]) {
            button.setTitle(title, for: .normal)
            button.showsLargeContentViewer = true
            bar.addSubview(button)
        }
        bar.addInteraction(UILargeContentViewerInteraction(delegate: log))
    }

    private var panel: LargeContentPanel? { window.subviews.compactMap { $0 as? LargeContentPanel }.last }

    @Test func a_long_press_shows_the_item_under_the_finger() throws {
        bar.minimumContentSizeCategory = .accessibilityMedium
        var shown: [LargeContentPanel?] = []
        for time in [0.7, 0.95] { host.schedule(at: host.time + time) { shown.append(panel) } }
        try host.perform("press 80,440\nwait 0.8\nmove 240,440 over 0.1\nwait 0.1\nrelease\nwait 0.1")
        #expect(shown.first??.item === buttons[0] && shown.first??.center == CGPoint(x: 160, y: 240))
        #expect(shown.first??.item.largeContentTitle == "One")
        #expect(shown.last??.item === buttons[1], "the finger is over the other")
        #expect(panel == nil && log.ends == [buttons[1]])
    }

    @Test func text_of_another_size_shows_nothing() throws {
        var shown: [LargeContentPanel?] = []
        host.schedule(at: host.time + 0.7) { shown.append(panel) }
        try host.perform("press 80,440\nwait 0.8\nrelease\nwait 0.1")
        #expect(shown == [nil] && !UILargeContentViewerInteraction.isEnabled && log.ends.isEmpty)
    }

    @Test func an_item_has_what_was_set_or_its_own() {
        buttons[0].largeContentTitle = "Set"
        #expect(buttons.map(\.largeContentTitle) == ["Set", "Two"] && UIView().largeContentTitle == nil)
        #expect(buttons[0].largeContentImage == nil && !buttons[0].scalesLargeContentImage)
        #expect(!UIView().showsLargeContentViewer && buttons[0].largeContentImageInsets == .zero)
    }
}
