import Badge
import MicaScripts
import MicaSnapshots
import Testing
import UIKit

/// No display is needed, and the pictures are the same bytes on every machine: `MICA_SNAPSHOTS=record swift test` records them anew.
@MainActor @Suite struct BadgeTests {
    @Test func badge_turns_green_when_tapped() throws {
        let host = ScriptedWindow(size: CGSize(width: 80, height: 80), scale: 2)
        let window = UIWindow(host: host)
        let controller = UIViewController()
        let badge = BadgeView(frame: CGRect(x: 10, y: 10, width: 60, height: 60))
        controller.view.addSubview(badge)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        try assertSnapshot(of: badge, named: "waiting")

        try host.perform("tap 40,40 at 0.1")
        host.advance(to: 1)
        #expect(badge.isDone)
        try assertSnapshot(of: badge, named: "done")
    }
}
