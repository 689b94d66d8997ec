import CoreGraphics
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The lengths and shades of controls, against those of pictures by iOS 17 and 18 at three pixels a point, on white. Apple's
/// numbers are in pixels and in levels of red, from 0 to 255.
@MainActor @Suite(.serialized) struct ControlMeasureTests {
    /// A window's picture of a control at (20, 20), on white, at three pixels a point.
    private struct Shown {
        let width: Int
        let pixels: [UInt32]

        /// The red of a pixel; (0, 0) is the control's top left corner.
        func red(_ x: Int, _ y: Int) -> Int { Int(pixels[(y + 60) * width + x + 60] >> 16 & 255) }
        /// The ranges of indices at which a line is darker than a level.
        func spans(_ indices: Range<Int>, under level: Int, _ red: (Int) -> Int) -> [ClosedRange<Int>] {
            indices.reduce(into: []) { spans, index in
                guard red(index) < level else { return }
                if let last = spans.last, last.upperBound == index - 1 {
                    spans[spans.count - 1] = last.lowerBound...index
                } else {
                    spans.append(index...index)
                }
            }
        }
    }

    private func show(_ control: UIControl) -> Shown {
        let host = ScriptedWindow(size: CGSize(width: 240, height: 100), scale: 3, threads: 1)
        let window = UIWindow(host: host)
        window.backgroundColor = .white
        control.frame.origin = CGPoint(x: 20, y: 20)
        window.addSubview(control)
        window.makeKeyAndVisible()
        host.advance(to: 1)
        let bitmap = host.image.resource.bitmap()
        return Shown(width: bitmap.width, pixels: bitmap.pixels)
    }

    private func isNear(_ found: [Int], _ apple: [Int], within difference: Int) -> Bool {
        found.count == apple.count && zip(found, apple).allSatisfy { abs($0 - $1) <= difference }
    }

    @Test("The plate of segments is two points from the edges; its shadow ends at the control's")
    func segments() {
        let control = UISegmentedControl(items: ["", ""])
        control.frame.size = CGSize(width: 496.0 / 3, height: 32)
        control.selectedSegmentIndex = 0
        let shown = show(control)
        #expect(shown.red(5, 48) < 255 && shown.red(242, 48) < 255, "the gaps")
        #expect((6..<242).allSatisfy { shown.red($0, 48) == 255 }, "a plate of 236 pixels")
        #expect((6..<90).allSatisfy { shown.red(120, $0) == 255 }, "a plate of 84 pixels")
        let (above, below) = ((0..<6).map { shown.red(120, $0) }, (90..<96).map { shown.red(120, $0) })
        #expect(isNear(above, [236, 236, 236, 235, 234, 234], within: 1), "\(above)")
        #expect(isNear(below, [215, 216, 216, 218, 219, 221], within: 1), "\(below)")
        #expect((96..<120).allSatisfy { shown.red(120, $0) == 255 }, "no shadow below the control")
        #expect((-20..<0).allSatisfy { shown.red(120, $0) == 255 && shown.red($0, 48) == 255 }, "nor around it")
    }

    @Test("Dots of pages are 22 pixels wide, and about 53 from middle to middle")
    func pages() {
        let control = UIPageControl()
        control.numberOfPages = 3
        control.sizeToFit()
        #expect(control.frame.height == 26)
        let shown = show(control)
        // A column counts if the dot covers half of it. Apple's begin at whole pixels.
        let dots = shown.spans(0..<140, under: 226) { shown.red($0, 39) }
        #expect(dots.count == 3 && dots.allSatisfy { (21...22).contains($0.count) }, "\(dots)")
        let steps = zip(dots, dots.dropFirst()).map { $1.lowerBound - $0.lowerBound }
        // 51.5 and 54 in Apple's pictures.
        #expect(steps.count == 2 && steps.allSatisfy { (52...53).contains($0) }, "\(steps)")
        #expect(shown.spans(0..<78, under: 226) { shown.red(11, $0) } == [28...49])
    }

    @Test("A stepper's divider is a point of 214, and its minus is 41 pixels wide")
    func stepper() {
        let control = UIStepper()
        let shown = show(control)
        #expect(control.frame.size == CGSize(width: 94, height: 32))
        #expect(shown.red(141, 10) == 238 && shown.red(141, 48) == 214)
        #expect(shown.spans(0..<96, under: 238) { shown.red(141, $0) } == [21...74], "54 rows")
        #expect(shown.spans(0..<141, under: 200) { shown.red($0, 48) }.map(\.count) == [41])
    }
}
