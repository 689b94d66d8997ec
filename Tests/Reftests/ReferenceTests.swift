import CoreGraphics
import Foundation
import MicaFrame
import MicaPixels
import MicaRaster
import MicaWire
import QuartzCore
import ReftestKit
import Testing

@testable import MicaCPU
@testable import MicaReference

@Suite struct ReferenceTests {
    @Test func measure() {
        var table: [String: [Int]] = [:]
        var worst: [String: [(Int, Int, String)]] = [:]
        for reftest in allReftests {
            for (kind, op, comparison) in LoneOps(of: reftest.scene.frame()).comparisons {
                var row = table[kind] ?? Array(repeating: 0, count: 256)
                for i in 0..<256 { row[i] += comparison.histogram[i] }
                table[kind] = row
                if comparison.worst.difference > 1 {
                    worst[kind, default: []].append((comparison.worst.difference, comparison.histogram[2...].reduce(0, +), "\(reftest.name) \(comparison.worst) \(op.prefix(300))"))
                }
            }
        }
        for (kind, row) in table.sorted(by: { $0.key < $1.key }) {
            let text = row.enumerated().filter { $0.element > 0 }.map { "\($0.offset):\($0.element)" }.joined(separator: " ")
            print("ROW", kind, text)
            for (d, n, t) in worst[kind, default: []].sorted(by: { ($0.0, $0.1) > ($1.0, $1.1) }).prefix(6) { print("   WORST", d, n, t) }
        }
    }

    @Test func whole() {
        for reftest in allReftests {
            let c = Comparison(reftest.scene.draw(.reference), reftest.scene.draw())
            if c.worst.difference > 1 { print("WHOLE", reftest.name, c.worst, c.histogram.enumerated().filter { $0.element > 0 && $0.offset > 0 }.map { "\($0.offset):\($0.element)" }.joined(separator: " ")) }
        }
    }
}

/// Each op of a frame alone, drawn by two compositors over the same pixels.
struct LoneOps {
    private(set) var comparisons: [(kind: String, text: String, Comparison)] = []

    init(of frame: Frame) {
        let pictures = ReferenceCompositor().pictures(of: frame)
        for (index, pass) in frame.passes.enumerated() {
            var alone = Frame(width: max(0, pass.bounds.maxX), height: max(0, pass.bounds.maxY))
            guard alone.width * alone.height > 0 else { continue }
            alone.clips = frame.clips
            for before in 0..<index {
                var shown = RenderPass(bounds: frame.passes[before].bounds)
                shown.ops = [still(pictures[before].bitmap, pictures[before].bounds)]
                alone.passes.append(shown)
            }
            alone.passes.append(RenderPass(bounds: pass.bounds))
            var backdrop = Bitmap(
                width: alone.width, height: alone.height,
                filledWith: index == frame.passes.count - 1 ? frame.background : 0)
            for op in pass.ops {
                alone.passes[index].ops = [still(backdrop, alone.bounds), op]
                var (ours, other) = (backdrop, backdrop)
                ReferenceCompositor().draw(alone, into: &ours)
                let cpu = CPUCompositor(threads: 1)
                cpu.kernels = .scalar
                cpu.draw(alone, into: &other)
                var text = alone
                text.passes[index].ops = [op]
                comparisons.append((op.content.kind, text.description, Comparison(ours, other)))
                backdrop = ours
            }
        }
    }

    private func still(_ bitmap: Bitmap, _ bounds: DeviceRect) -> DrawOp {
        let rect = LocalRect(
            minX: Double(bounds.minX), minY: Double(bounds.minY), maxX: Double(bounds.maxX), maxY: Double(bounds.maxY))
        let source = LocalRect(minX: 0, minY: 0, maxX: rect.width, maxY: rect.height)
        let draw = ImageDraw(image: ImageResource(bitmap: bitmap), destination: rect, source: source, sampling: .nearest)
        return DrawOp(content: .image(draw), transform: .identity, bounds: bounds)
    }
}

extension DrawOp.Content {
    var kind: String {
        switch self {
        case .fill: "fill"
        case .border: "border"
        case .path: "path"
        case .gradient: "gradient"
        case .image: "image"
        case .shadow: "shadow"
        case .blur: "blur"
        case .sprites: "sprites"
        case .pass: "pass"
        case .filtered: "filter"
        case .softened: "soften"
        case .dissolve: "dissolve"
        case .warp: "warp"
        case .instances: "instances"
        case .raster: "raster"
        }
    }
}
