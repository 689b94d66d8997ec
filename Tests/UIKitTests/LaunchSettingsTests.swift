import Testing
import UIKit

@testable import UIKitCore

@Suite struct LaunchSettingsTests {
    @Test("Without variables the screen is a phone's, light, in a language from left to right")
    func standard() {
        let settings = LaunchSettings([:])
        #expect(settings.screen.scale == 2 && settings.screen.bounds == CGRect(x: 0, y: 0, width: 390, height: 844))
        #expect(settings.safeArea == .zero && settings.style == .light)
        #expect(settings.contentSize == .large && settings.direction == .leftToRight)
        #expect(settings.textAreas == nil)
    }

    @Test("Variables set the conditions")
    func all() {
        let settings = LaunchSettings([
            "MICA_SCREEN": "393x852@3", "MICA_SAFE_AREA": "59,1,34,2", "MICA_APPEARANCE": "dark",
            "MICA_CONTENT_SIZE": "AccessibilityXL", "MICA_LANGUAGE": "ar-EG",
            "MICA_TEXT_AREAS": "/areas",
        ])
        #expect(settings.screen.scale == 3 && settings.screen.bounds.size == CGSize(width: 393, height: 852))
        #expect(settings.safeArea == UIEdgeInsets(top: 59, left: 1, bottom: 34, right: 2))
        #expect(settings.style == .dark && settings.contentSize == .accessibilityExtraLarge)
        #expect(settings.direction == .rightToLeft && settings.textAreas == "/areas")
    }

    @Test(
        "A value that cannot be read counts as none",
        arguments: [
            "", "x", "393x852", "0x852@3", "-1x2@3", "393x852@17", "99999x2@1", "nanx1@1", "1x2@3@4",
        ])
    func unreadable(_ text: String) {
        let settings = LaunchSettings([
            "MICA_SCREEN": text, "MICA_SAFE_AREA": text, "MICA_APPEARANCE": text, "MICA_CONTENT_SIZE": text,
            "MICA_LANGUAGE": text,
        ])
        #expect(settings.screen.bounds.width == 390 && settings.safeArea == .zero && settings.style == .light)
        #expect(settings.contentSize == .large && settings.direction == .leftToRight)
    }

    @Test(
        "The direction is that of the language's script",
        arguments: [
            ("he", true), ("fa-IR", true), ("ur", true), ("de", false), ("zh-Hans", false), ("az-Arab", true),
        ])
    func directions(_ language: String, _ isRightToLeft: Bool) {
        #expect((LaunchSettings(["MICA_LANGUAGE": language]).direction == .rightToLeft) == isRightToLeft)
    }
}
