import MicaSnapshots
import QuartzCore
import Testing

@Test func badge_looks_as_it_did() throws {
    let badge = CALayer()
    badge.bounds.size = CGSize(width: 100, height: 60)
    badge.cornerRadius = 8
    badge.backgroundColor = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.6, alpha: 1)
    try assertSnapshot(of: badge, scale: 2)
}
