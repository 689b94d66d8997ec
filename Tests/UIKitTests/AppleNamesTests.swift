import Testing
import UIKit
import _Testing_UIKit

/// Names that clients have by importing only UIKit, with Apple's values.
@Suite struct AppleNamesTests {
    @Test func constants_of_c_are_there() {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.repeatCount = HUGE
        #expect(animation.repeatCount == MAXFLOAT && MAXFLOAT.isFinite && HUGE_VALF == .infinity)
        #expect(UINT64_MAX == UInt64.max && ULLONG_MAX == UInt64.max && ULONG_MAX == UInt.max)
        #expect(INT64_MAX == Int64.max && INT64_MIN == Int64.min && UINT_MAX == UInt32.max)
        #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1_000 * NSEC_PER_USEC)
    }

    @Test func core_foundations_functions_are_there() {
        let colors: CFArray = [UIColor.red.cgColor, UIColor.blue.cgColor]
        #expect(CFArrayGetCount(colors) == 2 && CFStringGetLength("aé🙂") == 4)
        #expect(CFRangeMake(2, 3) == CFRange(location: 2, length: 3))
        // Seconds since the first day of 2001.
        #expect(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 5)
    }

    @Test func geometry_has_texts() {
        let rect = CGRect(x: 1, y: 2.5, width: 3, height: 4)
        #expect(NSCoder.string(for: rect) == "{{1, 2.5}, {3, 4}}" && NSCoder.cgRect(for: "{{1, 2.5}, {3, 4}}") == rect)
        #expect(NSCoder.cgPoint(for: "{5, -6}") == CGPoint(x: 5, y: -6) && NSCoder.cgPoint(for: "five") == .zero)
    }

    @Test func images_may_be_empty_or_missing() {
        #expect(UIImage().size == .zero && UIImage().cgImage == nil)
        #expect(UIImage(named: "no such picture", in: nil, compatibleWith: nil) == nil)
        #expect(NSDataAsset(name: "no such data") == nil)
    }

    @Test func what_text_frameworks_have_comes_with_the_import() {
        let font = CTFontCreateWithName("Helvetica" as CFString, 12, nil)
        #expect(CTFontGetSize(font) == 12)
        #expect(URLRequest(url: URL(string: "https://example.org")!).httpMethod == "GET")
    }

    @Test func notifications_have_apples_names() {
        let names = [UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification]
        #expect(
            names.map(\.rawValue)
                == ["DidEnterBackground", "WillEnterForeground"].map { "UIApplication\($0)Notification" })
    }

    @MainActor @Test func feedback_generators_do_nothing() {
        let generators: [UIFeedbackGenerator] = [
            UIImpactFeedbackGenerator(style: .rigid), UIImpactFeedbackGenerator(), UISelectionFeedbackGenerator(),
            UINotificationFeedbackGenerator(),
        ]
        for generator in generators { generator.prepare() }
        #expect(UIImpactFeedbackGenerator.FeedbackStyle.rigid.rawValue == 4)
        #expect(UINotificationFeedbackGenerator.FeedbackType.error.rawValue == 2)
    }
}
