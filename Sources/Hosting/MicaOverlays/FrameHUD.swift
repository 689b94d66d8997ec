import MicaBase
import MicaFrame
import MicaTrace

/// Numbers about a host's frames, in the top right corner of each frame. Ops of the frame draw them, so every backend
/// has them.
///
/// For a live host it shows: frames a second, the time of the last frame, a history of frame times against the refresh,
/// hitches in milliseconds per second by kind, processor time and wake-ups. For every host, also with virtual time, it
/// shows: ops, passes, and the share of the pixels that was drawn. Measurements cover the last second or two. They are
/// of the whole process, except for the frames, which are this host's.
///
/// It is updated with each frame that is drawn anyway, and once more after a second without one, so that an idle window
/// sleeps.
struct FrameHUD: Sendable {
    /// The time of the next update without a change, in seconds of the frames' time, or infinity.
    private(set) var nextChange = Double.infinity

    /// The last `mostFrames` frames that were shown live.
    private var shown: [(began: Double, ended: Double)] = []
    /// The times of the frames of the last second, shown or not.
    private var times: [Double] = []
    private var meter: WorkMeter?
    /// Measurements of the process's use, at intervals.
    private var uses: [ProcessUse] = []
    /// The rates from the last measurements.
    private var rates = (core: 0.0, wakeUps: 0.0)
    /// The panel's rectangle in the previous frame.
    private var panel = DeviceRect.empty

    private static let mostFrames = 120
    /// The period over which hitches are counted, in seconds.
    private static let period = 2.0
    /// The time for a frame when no display is known: a sixtieth of a second.
    private static let budget = 1.0 / 60
    /// The least size of the panel in squares; a longer line makes it wider.
    private static let columns = 148, graphHeight = 34, margin = 5

    init() {}

    /// Notes a frame that was shown live.
    ///
    /// *Units*: seconds of the machine's monotonic clock.
    mutating func note(began: Double, ended: Double) {
        if meter == nil { meter = WorkMeter() }
        shown.append((began, ended))
        if shown.count > Self.mostFrames { shown.removeFirst(shown.count - Self.mostFrames) }
        let now = ProcessUse.now
        if let first = uses.first, let last = uses.last, now.time &- last.time < 250_000_000 {
            rates = now.rates(since: first)
        } else {
            uses.append(now)
            if uses.count > 5 { uses.removeFirst() }
            if let first = uses.first { rates = now.rates(since: first) }
        }
    }

    /// Adds the panel to a frame, and the changed pixels to the frame's damage.
    mutating func add(to frame: inout Frame, at time: Double) {
        times.append(time)
        times.removeAll { $0 > time || $0 <= time - 1 }
        let isIdle = times.count == 1 && nextChange <= time
        nextChange = isIdle ? .infinity : time + 1
        guard let last = frame.passes.indices.last else { return }
        let unit = max(1, (Double(min(frame.width, frame.height)) / 420).rounded(.down))
        let lines = lines(frame, isIdle: isIdle)
        let rows = lines.count * HUDFont.lineHeight + (shown.isEmpty ? 0 : Self.graphHeight + 3) + 2 * Self.margin - 3
        let longest = lines.reduce(0) { max($0, $1.count) } * HUDFont.advance - 1
        let columns = max(Self.columns, longest + 2 * Self.margin)
        let (width, height) = (Int(unit) * columns, Int(unit) * rows)
        let right = frame.width - 8
        let area = DeviceRect(minX: right - width, minY: 8, maxX: right, maxY: 8 + height)
        let whole = area.intersection(frame.bounds)
        func fill(_ rect: DeviceRect, _ color: PixelColor) -> DrawOp {
            DrawOp(
                content: .fill(shape: RoundedRect(LocalRect(rect)), color: color), transform: .identity,
                bounds: rect.intersection(frame.bounds))
        }
        func draw(_ path: Path, _ color: PixelColor) -> DrawOp {
            DrawOp(
                content: .path(PathDraw(path: path, rule: .nonZero), color: color), transform: .identity, bounds: whole)
        }
        var ops = [fill(area, HUDColor.back)]
        let (left, top) = (
            Double(area.minX) + Double(Self.margin) * unit, Double(area.minY) + Double(Self.margin) * unit
        )
        var text = Path()
        for (index, line) in lines.enumerated() {
            HUDFont.add(line, x: left, y: top + Double(index * HUDFont.lineHeight) * unit, unit: unit, to: &text)
        }
        ops.append(draw(text, HUDColor.text))
        if !shown.isEmpty {
            let graphTop = top + Double(lines.count * HUDFont.lineHeight) * unit
            for (path, color) in graph(x: left, y: graphTop, unit) { ops.append(draw(path, color)) }
        }
        frame.passes[last].ops += ops
        var damage = frame.damageRegion
        damage.add(DamageRegion(whole.union(panel.intersection(frame.bounds))))
        frame.setDamage(damage.intersection(frame.bounds))
        panel = whole
    }

    private func lines(_ frame: Frame, isIdle: Bool) -> [String] {
        var lines: [String] = []
        let drawn = frame.damageRegion
        let pixels = (0..<drawn.count).reduce(0) { $0 + drawn[$1].width * drawn[$1].height }
        if let last = shown.last {
            let rate = isIdle ? 0 : times.count
            lines.append("\(rate) FPS  WORK \(Self.tenths((last.ended - last.began) * 1000)) MS")
            let late = lateness(until: last.ended)
            lines.append("HITCH MS/S  COMMIT \(Self.tenths(late.commit))")
            lines.append("            RENDER \(Self.tenths(late.render))")
            lines.append("CPU \(Self.tenths(rates.core * 100)) %  WAKE-UPS \(Int(rates.wakeUps.rounded()))/S")
        } else {
            lines.append("\(times.count) FPS")
        }
        let ops = frame.passes.reduce(0) { $0 + $1.ops.count }
        let share = Double(100 * pixels) / Double(max(1, frame.width * frame.height))
        lines.append("OPS \(ops)  PASSES \(max(0, frame.passes.count - 1))")
        lines.append("DRAWN \(Self.tenths(share)) %")
        return lines
    }

    /// The milliseconds per second by which frames were late recently.
    private func lateness(until now: Double) -> (commit: Double, render: Double) {
        let from = now - Self.period
        func late(_ seconds: Double) -> Double {
            let refreshes = (seconds / Self.budget - 1e-9).rounded(.down)
            return refreshes >= 1 ? refreshes * Self.budget * 1000 / Self.period : 0
        }
        let render = shown.reduce(0) { $1.ended > from ? $0 + late($1.ended - $1.began) : $0 }
        let works = meter?.works(after: UInt64(max(0, from) * 1e9)) ?? []
        let commit = works.reduce(0) { $1.kind == .commit ? $0 + late(Double($1.ended - $1.began) * 1e-9) : $0 }
        return (commit, render)
    }

    /// The history of frame times: a bar for each frame, in another colour if longer than a refresh, and a line at the
    /// refresh.
    private func graph(x: Double, y: Double, _ unit: Double) -> [(Path, PixelColor)] {
        var (good, bad, line) = (Path(), Path(), Path())
        let high = Double(Self.graphHeight)
        // The line is at half the height.
        let scale = high / 2 / Self.budget
        for (index, frame) in shown.enumerated() {
            let seconds = frame.ended - frame.began
            let rows = min(high, max(1, (seconds * scale).rounded(.up)))
            let left = x + Double(Self.mostFrames - shown.count + index) * unit
            let top = y + (high - rows) * unit
            if seconds > Self.budget {
                bad.addRectangle(x: left, y: top, width: unit, height: rows * unit)
            } else {
                good.addRectangle(x: left, y: top, width: unit, height: rows * unit)
            }
        }
        line.addRectangle(x: x, y: y + high / 2 * unit, width: Double(Self.mostFrames) * unit, height: unit)
        return [(line, HUDColor.line), (good, HUDColor.good), (bad, HUDColor.bad)].filter { !$0.0.isEmpty }
    }

    /// A number with one decimal.
    private static func tenths(_ value: Double) -> String {
        let units = Int((min(max(value, 0), 1e9) * 10).rounded())
        return "\(units / 10).\(units % 10)"
    }
}

private enum HUDColor {
    static let back = color(0, 0, 0, 0.78)
    static let text = color(1, 1, 1, 1)
    static let line = color(0.6, 0.6, 0.6, 1)
    static let good = color(0.3, 0.85, 0.4, 1)
    static let bad = color(1, 0.35, 0.2, 1)

    private static func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> PixelColor {
        PixelColor(ColorValue(.sRGB, red: red, green: green, blue: blue, alpha: alpha))
    }
}
