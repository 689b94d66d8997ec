import CoreGraphics
import MicaScripts
import QuartzCore
import Testing

import UIKit

/// Views that draw while their bounds animate: each content mode places the drawing of the last size, and `redraw` the
/// drawing of the new one.
@MainActor @Suite(.serialized) struct ContentModeTests {
    /// Draws a red bar of 10 points at its left edge, and a green one at its right edge.
    private final class Bars: UIView {
        var draws: [CGSize] = []

        override func draw(_ rect: CGRect) {
            draws.append(bounds.size)
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 10, height: bounds.height))
            UIColor.green.setFill()
            UIRectFill(CGRect(x: bounds.width - 10, y: 0, width: 10, height: bounds.height))
        }
    }

    /// A view of 40 x 20 at (0, 0), whose width grows to 80 points within a second.
    @MainActor private struct Stage {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 40), scale: 1, threads: 1)
        let view = Bars(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
        let window: UIWindow

        init(_ mode: UIView.ContentMode, height: CGFloat = 20) {
            window = UIWindow(host: host)
            view.backgroundColor = .clear
            view.contentMode = mode
            window.addSubview(view)
            window.makeKeyAndVisible()
            host.advance(to: 1)
            let view = view
            host.schedule(at: 1) {
                UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                    view.frame.size = CGSize(width: 80, height: height)
                }
            }
        }

        /// The ranges of x that are red and green in a row, at a time.
        func bars(at time: Double, row: Int = 10) -> [String] {
            host.advance(to: time)
            let bitmap = host.image.resource.bitmap()
            var spans: [(String, ClosedRange<Int>)] = []
            for x in 0..<bitmap.width {
                let pixel = bitmap.pixels[row * bitmap.width + x]
                guard pixel >> 24 > 127 else { continue }
                let (red, green) = (pixel >> 16 & 255, pixel >> 8 & 255)
                guard max(red, green) > 127 else { continue }
                let name = red > green ? "red" : "green"
                if let last = spans.last, last.0 == name, last.1.upperBound == x - 1 {
                    spans[spans.count - 1].1 = last.1.lowerBound...x
                } else {
                    spans.append((name, x...x))
                }
            }
            return spans.map { "\($0.0) \($0.1.lowerBound) to \($0.1.upperBound)" }
        }
    }

    /// The bars in the middle of the animation, and at its end.
    @Test(
        "A view that draws once is placed by its content mode while its bounds animate",
        arguments: [
            (UIView.ContentMode.scaleToFill, "red 0 to 14, green 45 to 59", "red 0 to 19, green 60 to 79"),
            (.scaleAspectFill, "red 0 to 14, green 45 to 59", "red 0 to 19, green 60 to 79"),
            (.scaleAspectFit, "red 10 to 19, green 40 to 49", "red 20 to 29, green 50 to 59"),
            (.center, "red 10 to 19, green 40 to 49", "red 20 to 29, green 50 to 59"),
            (.top, "red 10 to 19, green 40 to 49", "red 20 to 29, green 50 to 59"),
            (.bottomLeft, "red 0 to 9, green 30 to 39", "red 0 to 9, green 30 to 39"),
            (.left, "red 0 to 9, green 30 to 39", "red 0 to 9, green 30 to 39"),
            (.right, "red 20 to 29, green 50 to 59", "red 40 to 49, green 70 to 79"),
            (.topRight, "red 20 to 29, green 50 to 59", "red 40 to 49, green 70 to 79"),
        ])
    func modes(_ mode: UIView.ContentMode, _ middle: String, _ end: String) {
        let stage = Stage(mode)
        #expect(stage.bars(at: 1.0001).joined(separator: ", ") == "red 0 to 9, green 30 to 39")
        #expect(stage.bars(at: 1.5).joined(separator: ", ") == middle)
        #expect(stage.bars(at: 3).joined(separator: ", ") == end)
        #expect(stage.view.draws == [CGSize(width: 40, height: 20)], "it is not drawn again")
    }

    /// The edge at which a mode holds the content follows the other axis, too.
    @Test("Content at the bottom leaves the rows that it had, as the view grows downwards")
    func bottom() {
        let stage = Stage(.bottomRight, height: 40)
        #expect(stage.bars(at: 1.5, row: 15) == ["red 20 to 29", "green 50 to 59"])
        #expect(stage.bars(at: 3, row: 15).isEmpty && !stage.bars(at: 3, row: 25).isEmpty)
    }

    /// The new drawing is stretched to the size that the animation has reached.
    @Test("A view that is redrawn is drawn once in its last size, as the animation begins")
    func redraw() {
        let stage = Stage(.redraw)
        #expect(stage.bars(at: 1.0001) == ["red 0 to 4", "green 35 to 39"])
        #expect(stage.view.draws.map(\.width) == [40, 80])
        #expect(stage.bars(at: 1.5) == ["red 0 to 7", "green 52 to 59"])
        #expect(stage.bars(at: 3) == ["red 0 to 9", "green 70 to 79"])
        #expect(stage.view.draws.map(\.width) == [40, 80], "no frame of the animation draws it again")
    }
}
