import CoreGraphics
import Foundation
import MicaBase
import QuartzCore

/// The two bars that show which part of the content is visible: layers in front of the subviews, visible while the view
/// moves.
///
/// Their sizes, colours and times are our own, modelled on iOS: 3 points wide, 3 from the edge, at least 36 long.
@MainActor final class ScrollIndicators {
    static let flashDuration = 1.0
    nonisolated private static let width: CGFloat = 3, margin: CGFloat = 3, shortest: CGFloat = 36,
        squeezed: CGFloat = 7
    private static let fadeDelay = 0.3, fadeDuration = 0.25

    private unowned let view: UIScrollView
    private var vertical: CALayer?
    private var horizontal: CALayer?

    init(_ view: UIScrollView) { self.view = view }

    // MARK: Being seen

    /// Shows the bars that the content needs.
    func show() {
        update()
        for layer in [vertical, horizontal].compactMap({ $0 }) {
            layer.removeAnimation(forKey: "fade")
            layer.opacity = 1
        }
    }

    /// Fades the bars out after a delay, in seconds.
    func fade(after delay: Double = ScrollIndicators.fadeDelay) {
        for layer in [vertical, horizontal].compactMap({ $0 }) where layer.opacity > 0 {
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue) = (1, 0)
            fade.duration = Self.fadeDuration
            fade.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay
            fade.fillMode = .backwards
            layer.opacity = 0
            layer.add(fade, forKey: "fade")
        }
    }

    /// Whether the vertical bar is visible, its fading not counted.
    var isVerticalShown: Bool { (vertical?.opacity ?? 0) > 0 }

    func adoptStyle() {
        let color = color
        for layer in [vertical, horizontal] { layer?.backgroundColor = color }
    }

    private var color: CGColor {
        let isLight: Bool
        switch view.indicatorStyle {
        case .black: isLight = false
        case .white: isLight = true
        case .default: isLight = view.traitCollection.userInterfaceStyle == .dark
        }
        return CGColor(srgbRed: isLight ? 1 : 0, green: isLight ? 1 : 0, blue: isLight ? 1 : 0, alpha: 0.35)
    }

    /// Moves the bars in front of the subviews.
    func bringToFront() {
        guard let front = vertical ?? horizontal, view.layer.sublayers?.last !== front else { return }
        for layer in [horizontal, vertical].compactMap({ $0 }) { view.layer.addSublayer(layer) }
    }

    // MARK: Where they are

    /// The bars that are needed.
    private var isWanted: (vertical: Bool, horizontal: Bool) {
        let (x, y) = (view.rangeX, view.rangeY)
        return (
            view.showsVerticalScrollIndicator && y.upperBound > y.lowerBound,
            view.showsHorizontalScrollIndicator && x.upperBound > x.lowerBound
        )
    }

    /// Lays out the bars for the present offset.
    func update() {
        let wanted = isWanted
        if !wanted.vertical, let layer = vertical {
            layer.removeFromSuperlayer()
            vertical = nil
        }
        if !wanted.horizontal, let layer = horizontal {
            layer.removeFromSuperlayer()
            horizontal = nil
        }
        guard wanted.vertical || wanted.horizontal, view.window != nil else { return }
        if wanted.vertical, vertical == nil { vertical = makeLayer() }
        if wanted.horizontal, horizontal == nil { horizontal = makeLayer() }
        let track = Track(view, both: wanted.vertical && wanted.horizontal)
        let (offset, scale) = (view.contentOffset, view.pixelsPerPoint)
        if let vertical {
            let bar = track.vertical(Double(offset.y))
            vertical.bounds.size = CGSize(width: Self.width, height: CGFloat(bar.length.wholePixel(scale)))
            vertical.position = view.wholePixels(CGPoint(x: offset.x + track.right, y: CGFloat(bar.start)))
        }
        if let horizontal {
            let bar = track.horizontal(Double(offset.x))
            horizontal.bounds.size = CGSize(width: CGFloat(bar.length.wholePixel(scale)), height: Self.width)
            horizontal.position = view.wholePixels(CGPoint(x: CGFloat(bar.start), y: offset.y + track.bottom))
        }
    }

    private func makeLayer() -> CALayer {
        let layer = CALayer()
        let none = NSNull()
        layer.actions = [
            "bounds": none, "position": none, "opacity": none, "backgroundColor": none, "onOrderIn": none,
            "onOrderOut": none,
        ]
        layer.backgroundColor = color
        layer.cornerRadius = Self.width / 2
        layer.anchorPoint = .zero
        layer.opacity = 0
        view.layer.addSublayer(layer)
        return layer
    }

    /// The bars' positions as functions of the offset: linear within its range and beyond each end.
    private struct Track {
        let insetsV: UIEdgeInsets, insetsH: UIEdgeInsets
        let x: ClosedRange<Double>, y: ClosedRange<Double>
        let size: CGSize, content: CGSize
        let corner: CGFloat

        @MainActor init(_ view: UIScrollView, both: Bool) {
            let added = view.automaticallyAdjustsScrollIndicatorInsets ? view.safeAreaInsets : .zero
            insetsV = view.verticalScrollIndicatorInsets + added
            insetsH = view.horizontalScrollIndicatorInsets + added
            (x, y, size) = (view.rangeX, view.rangeY, view.bounds.size)
            content = CGSize(
                width: x.upperBound - x.lowerBound + Double(size.width),
                height: y.upperBound - y.lowerBound + Double(size.height))
            corner = both ? width + margin : 0
        }

        /// The left edge of the vertical bar, relative to the offset's x.
        var right: CGFloat { size.width - insetsV.right - margin - width }
        /// The top edge of the horizontal bar, relative to the offset's y.
        var bottom: CGFloat { size.height - insetsH.bottom - margin - width }

        func vertical(_ offset: Double) -> (start: Double, length: Double) {
            bar(
                offset, y, Double(insetsV.top + margin), Double(size.height - insetsV.bottom - margin - corner),
                Double(size.height / content.height))
        }

        func horizontal(_ offset: Double) -> (start: Double, length: Double) {
            bar(
                offset, x, Double(insetsH.left + margin), Double(size.width - insetsH.right - margin - corner),
                Double(size.width / content.width))
        }

        private func bar(_ offset: Double, _ range: ClosedRange<Double>, _ low: Double, _ high: Double, _ share: Double)
            -> (start: Double, length: Double)
        {
            let room = max(high - low, Double(squeezed))
            let full = min(max(room * share, Double(shortest)), room)
            // Beyond an edge, the bar is squeezed against it.
            let beyond = max(range.lowerBound - offset, offset - range.upperBound, 0)
            let length = max(full - beyond, Double(squeezed))
            let way = range.upperBound - range.lowerBound
            let part = way > 0 ? min(max((offset - range.lowerBound) / way, 0), 1) : 0
            let start =
                offset < range.lowerBound ? low : offset > range.upperBound ? high - length : low + part * (room - full)
            return (offset + start, length)
        }
    }

    // MARK: Moving

    /// Keeps the bars at their positions on the screen while the render server moves the content.
    func animate(
        _ x: [ScrollCourse.Node], _ y: [ScrollCourse.Node], _ add: (CAAnimation?, CALayer, String) -> Void
    ) {
        let track = Track(view, both: vertical != nil && horizontal != nil)
        let scale = view.pixelsPerPoint
        func along(
            _ keyPath: String, _ nodes: [ScrollCourse.Node], _ layer: CALayer, _ key: String, _ map: (Double) -> Double
        ) {
            add(ScrollCourse.animation(keyPath, nodes, scale: scale, map), layer, key)
        }
        if let vertical {
            along("position.y", y, vertical, "scroll.y") { track.vertical($0).start }
            along("bounds.size.height", y, vertical, "scroll.length") { track.vertical($0).length }
            along("position.x", x, vertical, "scroll.x") { $0 + Double(track.right) }
        }
        if let horizontal {
            along("position.x", x, horizontal, "scroll.x") { track.horizontal($0).start }
            along("bounds.size.width", x, horizontal, "scroll.length") { track.horizontal($0).length }
            along("position.y", y, horizontal, "scroll.y") { $0 + Double(track.bottom) }
        }
    }

    func endAnimations() {
        for layer in [vertical, horizontal].compactMap({ $0 }) {
            for key in ["scroll.x", "scroll.y", "scroll.length"] { layer.removeAnimation(forKey: key) }
        }
    }
}
