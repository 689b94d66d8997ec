import CoreGraphics
import Foundation
import Mica
import QuartzCore

/// Values over time, drawn as lines; a tree of layers like any other.
struct Chart {
    /// The size of the drawing, in points.
    static let size = CGSize(width: 320, height: 160)
    /// The colours of lines, in order: blue, orange, green, red, violet.
    static let colors = [
        CGColor(srgbRed: 0.12, green: 0.42, blue: 0.85, alpha: 1),
        CGColor(srgbRed: 0.93, green: 0.52, blue: 0.1, alpha: 1),
        CGColor(srgbRed: 0.15, green: 0.62, blue: 0.3, alpha: 1),
        CGColor(srgbRed: 0.82, green: 0.2, blue: 0.25, alpha: 1),
        CGColor(srgbRed: 0.52, green: 0.3, blue: 0.75, alpha: 1),
    ]

    /// The times from left to right, in seconds.
    var times: ClosedRange<Double>
    /// The values from bottom to top.
    var values: ClosedRange<Double>
    /// How many parts of the times and the values the grid shows.
    var grid = (columns: 4, rows: 4)
    /// The lines: a value for each time, or nil for none.
    var lines: [(Double) -> Double?] = []

    /// The chart as a picture, two pixels a point.
    func image() -> CGImage {
        let root = CALayer()
        root.bounds = CGRect(origin: .zero, size: Self.size)
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        let field = CGRect(x: 10, y: 10, width: Self.size.width - 20, height: Self.size.height - 20)
        let gridLines = CGMutablePath()
        for column in 0...grid.columns {
            let x = field.minX + field.width * CGFloat(column) / CGFloat(grid.columns)
            gridLines.move(to: CGPoint(x: x, y: field.minY))
            gridLines.addLine(to: CGPoint(x: x, y: field.maxY))
        }
        for row in 0...grid.rows {
            let y = field.minY + field.height * CGFloat(row) / CGFloat(grid.rows)
            gridLines.move(to: CGPoint(x: field.minX, y: y))
            gridLines.addLine(to: CGPoint(x: field.maxX, y: y))
        }
        root.addSublayer(Self.line(gridLines, CGColor(gray: 0.88, alpha: 1), width: 1))
        for (index, value) in lines.enumerated() {
            root.addSublayer(Self.line(path(of: value, in: field), Self.colors[index % Self.colors.count], width: 2))
        }
        return LayerRenderer(layer: root, scale: 2, threads: 1).image(at: 0)
    }

    private func path(of value: (Double) -> Double?, in field: CGRect) -> CGPath {
        let path = CGMutablePath()
        let steps = Int(field.width) * 2
        var before: CGPoint?
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let time = times.lowerBound + (times.upperBound - times.lowerBound) * share
            guard let number = value(time) else {
                before = nil
                continue
            }
            let height = (number - values.lowerBound) / (values.upperBound - values.lowerBound)
            let point = CGPoint(
                x: field.minX + field.width * CGFloat(share), y: field.maxY - field.height * CGFloat(height))
            if before == nil { path.move(to: point) } else { path.addLine(to: point) }
            before = point
        }
        return path
    }

    private static func line(_ path: CGPath, _ color: CGColor, width: CGFloat) -> CAShapeLayer {
        let layer = CAShapeLayer()
        (layer.path, layer.fillColor, layer.strokeColor, layer.lineWidth) = (path, nil, color, width)
        layer.lineJoin = .round
        return layer
    }

    /// A number of a layer at a time while animations run: read off the running code.
    ///
    /// - Parameters:
    ///   - key: the number, such as `position.x`; it is 0 without animation.
    ///   - configure: adds the animations, at time 0.
    static func value(
        _ key: String = "borderWidth", _ configure: (CALayer) -> Void
    ) -> (Double) -> Double? {
        let (root, layer) = (CALayer(), CALayer())
        let context = MediaClock.with(time: 0) { LayerContext(root: root) { _ in } }
        MediaClock.with(time: 0) {
            CATransaction.flush()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            root.addSublayer(layer)
            CATransaction.commit()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            configure(layer)
            CATransaction.commit()
        }
        return { time in
            // The tree lives as long as the line.
            withExtendedLifetime(context) {
                MediaClock.with(time: time) {
                    (layer.presentation()?.value(forKeyPath: key) as? NSNumber)?.doubleValue
                }
            }
        }
    }
}

/// Moments of a scene side by side.
struct Strip {
    /// The size of one moment, in points.
    var size = CGSize(width: 64, height: 64)
    /// The moments, in seconds.
    var times: [Double]
    /// Builds the scene at time 0.
    var build: (CALayer) -> Void
    /// The changes at 0 s, after the scene was shown.
    var change: (CALayer) -> Void = { _ in }

    /// The strip as a picture, two pixels a point.
    func image() -> CGImage {
        let stage = CALayer()
        stage.bounds = CGRect(origin: .zero, size: size)
        stage.backgroundColor = CGColor(gray: 0.93, alpha: 1)
        build(stage)
        let renderer = LayerRenderer(layer: stage, scale: 2, threads: 1)
        renderer.schedule(at: 0.5) { change(stage) }
        let gap: CGFloat = 4
        let root = CALayer()
        root.bounds.size = CGSize(width: (size.width + gap) * CGFloat(times.count) - gap, height: size.height)
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        for (index, time) in times.enumerated() {
            let moment = CALayer()
            moment.frame = CGRect(origin: CGPoint(x: (size.width + gap) * CGFloat(index), y: 0), size: size)
            moment.contents = renderer.image(at: 0.5 + time)
            root.addSublayer(moment)
        }
        return LayerRenderer(layer: root, scale: 2, threads: 1).image(at: 0)
    }
}
