import CMicaAllocations
import CMicaPango
import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaServer
import MicaText
import QuartzCore
import UIKit

/// `mica-dev bench labels`: what many labels cost, beside Pango with Cairo in the same run.
@MainActor package final class LabelBench {
    /// `mica-dev bench labels --help`.
    package static let help = """
        usage: mica-dev bench labels [--labels N] [--rounds N]

        Makes labels of 100 x 20 points whose texts differ, measures them, and shows them: commit, frame, one thread that
        draws. Pango with Cairo makes, measures and draws the same texts in turns, each into a surface of its own. Both draw
        2 pixels a point. It prints

          LABELS,COUNT,MAKE,MEASURE,SHOW,TOTAL   milliseconds: of the round that took the middle time
          WORK,COUNT,SHAPED,FILLED               texts that were shaped and glyphs that were filled, in the first round
          BYTES,COUNT,EACH                       bytes of memory for each label that is shown, from malloc
          LEFT,COUNT,LABEL,BUTTON                bytes that each label and each button leaves behind after it is gone
          PANGO,COUNT,MAKE,MEASURE,DRAW,TOTAL    the same of Pango with Cairo
          RATIO,COUNT,R                          the labels' time, divided by Pango's: the middle of the rounds' ratios
          SKIP,PANGO                             Pango with Cairo is not installed

          --labels N   how many; default 10000
          --rounds N   how often; default 5
        """

    /// The times of a round, in milliseconds.
    package struct Times: Sendable {
        /// Making the labels and putting them into a view.
        package var make: Double
        /// Measuring them.
        package var measure: Double
        /// The commit, its frame, and its pixels.
        package var show: Double
        /// The sum of the three.
        package var total: Double { make + measure + show }
    }

    /// Shows labels once.
    ///
    /// - Returns: The times, and how many bytes each label takes while it is shown.
    package static func round(_ count: Int) -> (times: Times, bytes: Double) {
        let server = RenderServer()
        let compositor = CPUCompositor(threads: 1)
        var surface = Bitmap(width: 1000, height: 1000)
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
        let context = LayerContext(root: root.layer) { server.receive($0) }
        defer { context.invalidate() }
        let before = Double(mica_allocated_bytes())
        let start = ContinuousClock.now
        let labels = (0..<count).map { index in
            let label = UILabel()
            label.text = "Row number \(index)"
            label.contentScaleFactor = 2
            label.frame = CGRect(x: Double(index % 10) * 100, y: Double(index / 10), width: 100, height: 20)
            root.addSubview(label)
            return label
        }
        let made = ContinuousClock.now
        for label in labels { _ = label.intrinsicContentSize }
        let measured = ContinuousClock.now
        CATransaction.flush()
        let frame = server.frame(at: 1, width: 1000, height: 1000)
        compositor.draw(frame, into: &surface)
        let shown = ContinuousClock.now
        let bytes = (Double(mica_allocated_bytes()) - before) / Double(max(count, 1))
        withExtendedLifetime((frame, labels)) {}
        let times = Times(
            make: (made - start).nanoseconds / 1e6, measure: (measured - made).nanoseconds / 1e6,
            show: (shown - measured).nanoseconds / 1e6)
        return (times, bytes)
    }

    /// The bytes that each of many views leaves behind after it was shown, measured and released.
    ///
    /// - Parameter make: Makes a view from a number; equal numbers have equal texts.
    package static func bytesLeft(_ count: Int, _ make: (Int) -> UIView) -> Double {
        func show() {
            let server = RenderServer()
            let root = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
            let context = LayerContext(root: root.layer) { server.receive($0) }
            defer { context.invalidate() }
            for index in 0..<count {
                let view = make(index)
                view.frame = CGRect(x: Double(index % 10) * 100, y: Double(index / 10), width: 100, height: 20)
                root.addSubview(view)
                _ = view.intrinsicContentSize
            }
            root.layoutIfNeeded()
            CATransaction.flush()
            _ = server.frame(at: 1, width: 1000, height: 1000)
            for view in root.subviews { view.removeFromSuperview() }
            CATransaction.flush()
        }
        // The first time fills caches of texts and glyphs.
        show()
        let before = Double(mica_allocated_bytes())
        show()
        return (Double(mica_allocated_bytes()) - before) / Double(max(count, 1))
    }

    private static func writeLeft(_ count: Int) {
        let label = bytesLeft(count) { index in
            let label = UILabel()
            label.text = "Row number \(index)"
            return label
        }
        let button = bytesLeft(count) { index in
            let button = UIButton(type: .system)
            button.setTitle("Button \(index)", for: .normal)
            return button
        }
        write(String(format: "LEFT,%d,%.0f,%.0f", count, label, button), to: .standardOutput)
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (count, rounds) = (10_000, 5)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                write(help, to: .standardOutput)
                return 0
            case "--labels", "--rounds":
                guard let number = rest.takeNumber(least: 1) else {
                    return refuse("\(word) needs a number", of: "bench labels")
                }
                if word == "--labels" { count = number } else { rounds = number }
            default: return refuse("unknown argument '\(word)'", of: "bench labels")
            }
        }
        // The first use of fonts is not counted.
        _ = round(1)
        var own: [(times: Times, bytes: Double)] = []
        var peers: [mica_pango_times] = []
        var ratios: [Double] = []
        for number in 0..<rounds {
            let work = FontLibrary.Work()
            own.append(FontLibrary.$work.withValue(work) { round(count) })
            if number == 0 { write("WORK,\(count),\(work.shapings),\(work.fills)", to: .standardOutput) }
            var times = mica_pango_times()
            guard unsafe mica_pango_labels(Int32(clamping: count), 200, 40, 34, &times) != 0 else { continue }
            peers.append(times)
            ratios.append(own[number].times.total / (times.make + times.measure + times.draw))
        }
        own.sort { $0.times.total < $1.times.total }
        let middle = own[rounds / 2]
        let (times, bytes) = (middle.times, middle.bytes)
        write(
            String(
                format: "LABELS,%d,%.1f,%.1f,%.1f,%.1f", count, times.make, times.measure, times.show, times.total),
            to: .standardOutput)
        write(String(format: "BYTES,%d,%.0f", count, bytes), to: .standardOutput)
        writeLeft(min(count, 1000))
        guard !peers.isEmpty else {
            write("SKIP,PANGO", to: .standardOutput)
            return 0
        }
        peers.sort { $0.make + $0.measure + $0.draw < $1.make + $1.measure + $1.draw }
        let peer = peers[peers.count / 2]
        write(
            String(
                format: "PANGO,%d,%.1f,%.1f,%.1f,%.1f", count, peer.make, peer.measure, peer.draw,
                peer.make + peer.measure + peer.draw), to: .standardOutput)
        write(String(format: "RATIO,%d,%.2f", count, ratios.sorted()[ratios.count / 2]), to: .standardOutput)
        return 0
    }
}
