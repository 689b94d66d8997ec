import Foundation
import MicaTrace
import Testing
import UIKit

/// Names that ported libraries use. *Source*: Apple's pages of the members.
@MainActor @Suite(.serialized) struct PortedNameTests {
    private final class Watcher: NSObject, KeyValueObserver {
        var heard: [String] = []
        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            let value = change?[.newKey] as? NSValue
            heard.append("\(keyPath ?? "") \(value?.uiEdgeInsetsValue.top ?? -1)")
        }
    }

    @Test func any_object_may_be_asked_to_be_observed_and_views_are() {
        let (scroll, watcher) = (UIScrollView(), Watcher())
        let observed: NSObject = scroll
        unsafe observed.addObserver(watcher, forKeyPath: "contentInset", options: .new, context: nil)
        scroll.contentInset.top = 7
        #expect(watcher.heard == ["contentInset 7.0"])
        observed.removeObserver(watcher, forKeyPath: "contentInset")
        scroll.contentInset.top = 8
        #expect(watcher.heard.count == 1)
        unsafe watcher.addObserver(watcher, forKeyPath: "heard", context: nil)
        #expect(Notices.shared.lines.contains { $0.contains("Watcher: changes of 'heard' are not observed") })
    }

    @Test func values_hold_insets_and_offsets() {
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(NSValue(uiEdgeInsets: insets).uiEdgeInsetsValue == insets)
        #expect((NSValue(uiEdgeInsets: insets) as? UIEdgeInsets) == insets)
        #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).uiEdgeInsetsValue == .zero)
        let offset = UIOffset(horizontal: 1, vertical: 2)
        #expect(NSValue(uiOffset: offset).uiOffsetValue == offset)
    }

    @Test func the_status_bar_that_is_not_there() {
        final class Dark: UIViewController {
            override var preferredStatusBarStyle: UIStatusBarStyle { .darkContent }
        }
        let controller = UIViewController()
        #expect(
            controller.preferredStatusBarUpdateAnimation == .fade && controller.childForHomeIndicatorAutoHidden == nil)
        #expect(controller.preferredScreenEdgesDeferringSystemGestures == [])
        let application = UIApplication.shared
        application.isStatusBarHidden = false
        application.statusBarStyle = .lightContent
        #expect(application.isStatusBarHidden && application.statusBarStyle != .lightContent)
        #expect(
            UIApplication.didChangeStatusBarFrameNotification.rawValue
                == "UIApplicationDidChangeStatusBarFrameNotification")
    }

    @Test func a_preview_interaction_does_not_keep_its_view_and_does_not_begin() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        var view: UIView? = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 40))
        outer.addSubview(view!)
        let interaction = UIPreviewInteraction(view: view!)
        #expect(interaction.view === view && interaction.location(in: outer) == CGPoint(x: 20, y: 30))
        view?.removeFromSuperview()
        view = nil
        #expect(interaction.view == nil && interaction.location(in: nil) == .zero)
    }

    @Test func numbers_dates_and_formats_of_Foundation() {
        #expect(CGFloat(truncating: 1.5) == 1.5 && CGFloat(exactly: NSNumber(value: 2)) == 2)
        let later: NSDate = NSDate(timeIntervalSince1970: 1).addingTimeInterval(2)
        #expect(later.timeIntervalSince1970 == 3)
        let inferred = NSDate(timeIntervalSince1970: 1).addingTimeInterval(2)
        #expect(inferred.timeIntervalSince1970 == 3)
        let text = NSMutableString(string: "a")
        text.appendFormat("%02x", 10)
        #expect(text == "a0a")
    }
}
