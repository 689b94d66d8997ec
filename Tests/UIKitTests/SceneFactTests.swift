import CoreGraphics
import Foundation
import MicaEvents
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore

/// A host whose window the user can resize, and that opens addresses.
private final class DesktopHost: WindowHost, LimitedHost, AddressHost {
    let layer = CALayer()
    let size = CGSize(width: 100, height: 100)
    let scale: CGFloat = 1
    var eventHandler: ((WindowEvent) -> Void)?
    var minimumSize: CGSize?
    var maximumSize: CGSize?
    private(set) var opened: [URL] = []

    func open(_ url: URL) -> Bool {
        opened.append(url)
        return true
    }
}

@Suite(.serialized) @MainActor struct SceneFactTests {
    /// Runs a test with another host.
    private func with(_ host: (any WindowHost<CALayer>)?, _ body: (UIWindowScene) throws -> Void) throws {
        let before = UIApplication.shared.host
        defer { UIApplication.shared.host = before }
        UIApplication.shared.host = host
        let session = UISceneSession(role: .windowApplication)
        try body(UIWindowScene(session: session, connectionOptions: .init(urlContexts: [])))
    }

    @Test func size_restrictions_are_the_limits_of_the_host_s_window() throws {
        let host = DesktopHost()
        try with(host) { scene in
            let restrictions = try #require(scene.sizeRestrictions)
            #expect(restrictions.minimumSize == .zero && restrictions.maximumSize.width == .greatestFiniteMagnitude)
            restrictions.minimumSize = CGSize(width: 200, height: 150)
            restrictions.maximumSize = CGSize(width: CGFloat.infinity, height: 600)
            #expect(host.minimumSize == CGSize(width: 200, height: 150))
            #expect(host.maximumSize == CGSize(width: 16384, height: 600))
            restrictions.minimumSize = .zero
            restrictions.maximumSize = CGSize(width: CGFloat.infinity, height: .nan)
            #expect(host.minimumSize == nil && host.maximumSize == nil, "no limit")
            #expect(scene.sizeRestrictions === restrictions)
        }
        try with(ScriptedWindow(size: CGSize(width: 50, height: 50))) { scene in
            #expect(scene.sizeRestrictions == nil && scene.windowingBehaviors == nil)
        }
    }

    @Test func addresses_are_opened_by_the_desktop() throws {
        let host = DesktopHost()
        let page = try #require(URL(string: "https://example.org/a"))
        try with(host) { _ in
            #expect(UIApplication.shared.canOpenURL(page))
            UIApplication.shared.open(page)
            #expect(host.opened == [page])
            UIApplication.shared.open(page, options: [.universalLinksOnly: true])
            UIApplication.shared.open(try #require(URL(string: "a/b")))
            #expect(host.opened == [page], "no program is made for the page; an address without a scheme")
        }
        try with(ScriptedWindow(size: CGSize(width: 50, height: 50))) { _ in
            #expect(!UIApplication.shared.canOpenURL(page))
        }
    }

    @Test func activities_hold_values() throws {
        let activity = NSUserActivity(activityType: "org.example.reading")
        activity.userInfo = ["page": 1, "book": "a"]
        activity.addUserInfoEntries(from: ["page": 2])
        #expect(activity.userInfo?["page"] as? Int == 2 && activity.userInfo?["book"] as? String == "a")
        let page = try #require(URL(string: "https://example.org"))
        activity.webpageURL = page
        activity.webpageURL = URL(fileURLWithPath: "/a")
        #expect(activity.webpageURL == page)
        activity.webpageURL = nil
        #expect(activity.webpageURL == nil)
        #expect(UIScene.ConnectionOptions(urlContexts: []).userActivities.isEmpty)
    }
}

@Suite @MainActor struct DeepTraitTests {
    @Test func traits_of_a_deep_view_are_asked_for_once_a_level() {
        let views = (0..<200).map { _ in UIView() }
        for (outer, inner) in zip(views, views.dropFirst()) {
            outer.addSubview(inner)
            inner.accessibilityIdentifier = "view"
        }
        // Twice a level would be 2^199 times.
        #expect(views[199].traitCollection.displayScale == views[0].traitCollection.displayScale)
    }
}

@Suite @MainActor struct CoreImageTests {
    @Test func a_picture_of_bytes_is_shown_as_it_is() throws {
        let bytes: [UInt8] = [255, 0, 0, 255, 0, 128, 0, 128]
        let made = CIImage(
            bitmapData: Data(bytes), bytesPerRow: 8, size: CGSize(width: 2, height: 1), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        #expect(made.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
        let image = UIImage(ciImage: made)
        #expect(image.size == CGSize(width: 2, height: 1) && image.scale == 1)
        let pixels = try #require(image.cgImage).resource.bitmap().pixels
        #expect(pixels == [0xFFFF_0000, 0x8000_8000])
        let swapped = CIImage(
            bitmapData: Data([0, 0, 255, 255]), bytesPerRow: 4, size: CGSize(width: 1, height: 1), format: .BGRA8,
            colorSpace: nil)
        #expect(swapped.cgImage?.resource.bitmap().pixels == [0xFFFF_0000])
    }

    @Test(arguments: [CGSize.zero, CGSize(width: CGFloat.nan, height: 1), CGSize(width: 2, height: 1e30)])
    func bytes_that_make_no_picture_make_an_empty_one(size: CGSize) {
        let made = CIImage(bitmapData: Data(), bytesPerRow: 1, size: size, format: .RGBA8, colorSpace: nil)
        #expect(made.cgImage == nil && made.extent == .zero && UIImage(ciImage: made).size == .zero)
    }

    @Test func colours_have_their_parts_in_srgb() {
        let color = CIColor(color: UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect((color.red, color.green, color.blue, color.alpha) == (0.25, 0.5, 0.75, 0.5))
        #expect(CIColor(string: "0.25 0.5 0.75 0.5") == color && CIColor(string: color.stringRepresentation) == color)
        #expect(CIColor(string: "1") == CIColor(red: 1, green: 0, blue: 0))
        #expect(UIColor(ciColor: color).cgColor.components == [0.25, 0.5, 0.75, 0.5])
        let gray = CIColor(cgColor: CGColor(gray: 1, alpha: 1))
        #expect((gray.red, gray.green, gray.blue, gray.alpha) == (1, 1, 1, 1))
    }
}
