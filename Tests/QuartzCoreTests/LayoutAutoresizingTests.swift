import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Facts AR-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/autoresizing.m: a
/// superlayer of 100 x 100 changes its size around a frame of (10, 20, 50, 40).
@Suite struct LayoutAutoresizingTests {
    struct Fact: Sendable, CustomTestStringConvertible {
        let id: String
        let mask: CAAutoresizingMask
        let size: CGSize
        let frame: CGRect
        init(
            _ id: String, _ mask: CAAutoresizingMask, _ size: (CGFloat, CGFloat),
            _ f: (CGFloat, CGFloat, CGFloat, CGFloat)
        ) {
            (self.id, self.mask, self.size) = (id, mask, CGSize(width: size.0, height: size.1))
            frame = CGRect(x: f.0, y: f.1, width: f.2, height: f.3)
        }
        var testDescription: String { id }
    }

    static let facts: [Fact] = [
        Fact("AR-1", [], (200, 300), (10, 20, 50, 40)),
        Fact("AR-2", .layerMinXMargin, (200, 300), (110, 20, 50, 40)),
        Fact("AR-3", .layerWidthSizable, (200, 300), (10, 20, 150, 40)),
        Fact("AR-4", .layerMaxXMargin, (200, 300), (10, 20, 50, 40)),
        Fact("AR-5", .layerMinYMargin, (200, 300), (10, 220, 50, 40)),
        Fact("AR-6", .layerHeightSizable, (200, 300), (10, 20, 50, 240)),
        Fact("AR-7", .layerMaxYMargin, (200, 300), (10, 20, 50, 40)),
        Fact("AR-8", [.layerMinXMargin, .layerWidthSizable], (200, 300), (76, 20, 84, 40)),
        Fact("AR-9", [.layerWidthSizable, .layerMaxXMargin], (200, 300), (10, 20, 84, 40)),
        Fact("AR-10", [.layerMinXMargin, .layerMaxXMargin], (200, 300), (60, 20, 50, 40)),
        Fact("AR-11", [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin], (200, 300), (43, 20, 84, 40)),
        Fact("AR-12", [.layerMinYMargin, .layerHeightSizable], (200, 300), (10, 153, 50, 107)),
        Fact("AR-13", [.layerMinYMargin, .layerMaxYMargin], (200, 300), (10, 120, 50, 40)),
        Fact("AR-14", [.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin], (200, 300), (10, 86, 50, 108)),
        Fact("AR-15", [.layerWidthSizable, .layerHeightSizable], (200, 300), (10, 20, 150, 240)),
        Fact("AR-16", CAAutoresizingMask(rawValue: 63), (200, 300), (43, 86, 84, 108)),
        Fact("AR-17", [.layerMinXMargin, .layerWidthSizable], (400, 100), (210, 20, 150, 40)),
        Fact("AR-18", [.layerMinXMargin, .layerWidthSizable], (110, 100), (16, 20, 54, 40)),
        Fact("AR-19", [.layerMinXMargin, .layerWidthSizable], (50, 25), (-24, 20, 34, 40)),
        Fact("AR-20", [.layerWidthSizable, .layerHeightSizable], (50, 25), (10, -15, 0, 35)),
    ]

    private let start = CGRect(x: 10, y: 20, width: 50, height: 40)
    private let both: CAAutoresizingMask = [.layerWidthSizable, .layerHeightSizable]

    private func pair(_ mask: CAAutoresizingMask, _ width: CGFloat = 100, _ height: CGFloat = 100) -> (CALayer, CALayer)
    {
        let (above, below) = (CALayer(), CALayer())
        above.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        below.frame = start
        below.autoresizingMask = mask
        above.addSublayer(below)
        return (above, below)
    }

    @Test(arguments: facts) func autoresizing_shares_the_change(fact: Fact) {
        let (above, below) = pair(fact.mask)
        above.bounds.size = fact.size
        #expect(below.frame == fact.frame)
    }

    @Test func autoresizing_mask_keeps_its_bits() {
        let layer = CALayer()
        #expect(layer.autoresizingMask == [], "AR-21")
        layer.autoresizingMask = CAAutoresizingMask(rawValue: 255)
        #expect(layer.autoresizingMask.rawValue == 255, "AR-22")
        layer.setValue(18, forKey: "autoresizingMask")
        #expect(layer.autoresizingMask == both)
        #expect(layer.shouldArchiveValue(forKey: "autoresizingMask"), "AR-23")
    }

    @Test func autoresizing_follows_sizes_and_not_origins() {
        let (above, below) = pair(both)
        above.bounds = CGRect(x: 30, y: 40, width: 100, height: 100)
        #expect(below.frame == start, "AR-24")
        above.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
        #expect(below.frame == CGRect(x: 10, y: 20, width: 150, height: 240), "AR-25")
    }

    @Test func autoresizing_happens_at_the_change() {
        let (above, below) = pair([])
        above.bounds.size = CGSize(width: 200, height: 300)
        below.autoresizingMask = both
        #expect(below.frame == start, "AR-26")
        #expect(pair(both, 200, 300).1.frame == start, "AR-27")
    }

    @Test func autoresizing_can_be_asked_for() {
        var (above, below) = pair([.layerMinXMargin, .layerWidthSizable], 200, 300)
        below.resize(withOldSuperlayerSize: CGSize(width: 100, height: 100))
        #expect(below.frame == CGRect(x: 76, y: 20, width: 84, height: 40), "AR-28")
        (above, below) = pair(both, 200, 300)
        above.resizeSublayers(withOldSize: CGSize(width: 100, height: 100))
        #expect(below.frame == CGRect(x: 10, y: 20, width: 150, height: 240), "AR-29")
        (above, below) = pair(.layerWidthSizable)
        above.resizeSublayers(withOldSize: CGSize(width: 100, height: 100))
        #expect(below.frame == start, "AR-30")
    }

    @Test func autoresizing_goes_down_the_tree() {
        let (above, middle, below) = (CALayer(), CALayer(), CALayer())
        above.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        middle.frame = above.bounds
        middle.autoresizingMask = both
        above.addSublayer(middle)
        below.frame = start
        below.autoresizingMask = both
        middle.addSublayer(below)
        above.bounds.size = CGSize(width: 200, height: 300)
        #expect(middle.frame == CGRect(x: 0, y: 0, width: 200, height: 300), "AR-31")
        #expect(below.frame == CGRect(x: 10, y: 20, width: 150, height: 240), "AR-32")
    }
}
