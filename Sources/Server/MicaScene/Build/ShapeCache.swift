import Foundation
import MicaFrame
import MicaRaster
import MicaWire

/// Outlines of lines and ramps of colours, kept from frame to frame while what they are made of stays the same.
///
/// An entry that a frame does not use is forgotten after it, so that the cache holds what is on the screen and no more.
struct ShapeCache {
    private struct Outline {
        var state: ShapeState
        var scale: Double
        var path: Path
        var frame: Int
    }
    private struct Ramp {
        var colors: [ColorValue]
        var locations: [Double]?
        var ramp: GradientRamp?
        var frame: Int
    }
    private var outlines: [Slot: Outline] = [:]
    private var ramps: [Slot: Ramp] = [:]
    private var frame = 0
    /// How many outlines and ramps were made since the cache was.
    private(set) var made = 0

    /// How many entries there are.
    var count: Int { outlines.count + ramps.count }

    /// Begins a frame: forgets what the last one did not use.
    mutating func beginFrame() {
        if outlines.contains(where: { $0.value.frame != frame }) {
            outlines = outlines.filter { $0.value.frame == frame }
        }
        if ramps.contains(where: { $0.value.frame != frame }) { ramps = ramps.filter { $0.value.frame == frame } }
        frame += 1
    }

    /// The outline of a layer's line, to be filled by winding; for a scale up to `scale` device pixels a point.
    mutating func outline(of slot: Slot, _ state: ShapeState, path: Path, scale: Double) -> Path {
        // Scales go by powers of two, so that a layer that grows does not make a new outline in every frame.
        let step = exp2(log2(max(scale, 1e-6)).rounded(.up))
        if var entry = outlines[slot], entry.scale == step, entry.state.hasSameLine(as: state) {
            entry.frame = frame
            outlines[slot] = entry
            return entry.path
        }
        made += 1
        let outline = state.outline(of: path, pixel: 1 / step)
        outlines[slot] = Outline(state: state, scale: step, path: outline, frame: frame)
        return outline
    }

    /// The ramp of a layer's colours; nil when they make none.
    mutating func ramp(of slot: Slot, _ state: GradientState) -> GradientRamp? {
        guard let colors = state.colors else { return nil }
        if var entry = ramps[slot], entry.colors == colors, entry.locations == state.locations {
            entry.frame = frame
            ramps[slot] = entry
            return entry.ramp
        }
        made += 1
        let ramp = state.ramp
        ramps[slot] = Ramp(colors: colors, locations: state.locations, ramp: ramp, frame: frame)
        return ramp
    }
}

extension ShapeState {
    /// Whether the outline of the line is that of another state: all but colours is equal.
    fileprivate func hasSameLine(as other: ShapeState) -> Bool {
        var other = other
        (other.fillColor, other.strokeColor, other.fillRule) = (fillColor, strokeColor, fillRule)
        return self == other
    }

    /// The outline of the line along the path: trimmed, dashed, stroked.
    fileprivate func outline(of path: Path, pixel: Double) -> Path {
        let (start, end) = (Self.unit(strokeStart), Self.unit(strokeEnd))
        var line = path
        if start > 0 || end < 1 {
            guard start < end else { return Path() }
            line = path.trimmed(from: start, to: end)
        }
        var dash: DashPattern?
        if let lengths = lineDashPattern, !lengths.isEmpty {
            dash = DashPattern(lengths: lengths, phase: lineDashPhase)
        }
        let style = StrokeStyle(
            width: lineWidth, cap: lineCap.forRaster, join: lineJoin.forRaster, miterLimit: miterLimit, dash: dash)
        return line.stroked(style, tolerance: Rasterizer.usualTolerance * pixel, pixel: pixel)
    }

    private static func unit(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
}

extension ShapeState.LineCap {
    fileprivate var forRaster: MicaRaster.LineCap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

extension ShapeState.LineJoin {
    fileprivate var forRaster: MicaRaster.LineJoin {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}

extension GradientState {
    /// The ramp of the colours; nil when Apple draws nothing: fewer than two, or another number of locations.
    fileprivate var ramp: GradientRamp? {
        guard let colors, colors.count >= 2, locations == nil || locations?.count == colors.count else { return nil }
        var stops: [GradientRamp.Stop] = []
        var last = -Double.infinity
        for (index, color) in colors.enumerated() {
            let place = locations?[index] ?? Double(index) / Double(colors.count - 1)
            guard !place.isNaN else { return nil }
            // Locations that go back count as where the last one was.
            last = max(last, place)
            stops.append(GradientRamp.Stop(location: last, color: PixelColor(color)))
        }
        return GradientRamp(stops: stops)
    }

    /// How the colours run over bounds; nil when the points leave no direction.
    ///
    /// Lines of one colour of an axial gradient are square to its way in unit coordinates, not in points: in bounds that are
    /// no square they lean. *Source*: measured on Apple's pictures of airbnb/lottie-ios' snapshot issue_1717 (iOS 16, 2022),
    /// where a gradient lies in bounds of 21,644 by 27,208 points.
    func geometry(in bounds: LocalRect) -> GradientDraw.Geometry? {
        func place(_ p: CGPoint) -> Point {
            Point(bounds.minX + Double(p.x) * bounds.width, bounds.minY + Double(p.y) * bounds.height)
        }
        let (start, end) = (place(startPoint), place(endPoint))
        let way = end - start
        guard way.x.isFinite, way.y.isFinite else { return nil }
        switch kind {
        case .axial:
            guard way != .zero, bounds.width > 0, bounds.height > 0 else { return nil }
            let unit = Point(Double(endPoint.x - startPoint.x), Double(endPoint.y - startPoint.y))
            let length = unit.x * unit.x + unit.y * unit.y
            // How fast the place in the ramp grows along x and y; the end is where it reaches 1 on the steepest way.
            let growth = Point(unit.x / bounds.width, unit.y / bounds.height) / length
            let square = growth.x * growth.x + growth.y * growth.y
            guard square > 0, square.isFinite else { return nil }
            let target = bounds.width == bounds.height ? end : start + growth / square
            return .axial(start: start, end: target)
        case .radial:
            return way.x == 0 || way.y == 0 ? nil : .radial(center: start, radii: Point(abs(way.x), abs(way.y)))
        case .conic: return .conic(center: start, angle: atan2(way.y, way.x))
        }
    }
}
