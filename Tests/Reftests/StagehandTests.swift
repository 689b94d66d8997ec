import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCodecs
import QuartzCore
import ReftestKit
import TestSupport
import Testing

/// Stills of a view that turns in space among other views, beside the pictures that Apple's render server drew of them.
///
/// Facts TL-S1...: `OutsideData.Part.stagehand`, iOS 18 at 3x, edges not antialiased.
@Suite struct StagehandTests {
    /// What differs from the container alone, with 10 pixels around it.
    private static func area(_ frame: Bitmap, _ bare: Bitmap) -> (x: Range<Int>, y: Range<Int>)? {
        var (minX, minY, maxX, maxY) = (Int.max, Int.max, -1, -1)
        for y in 0..<frame.height {
            for x in 0..<frame.width where pixelDifference(frame[x, y], bare[x, y]) > 0 {
                (minX, maxX, minY, maxY) = (min(minX, x), max(maxX, x), min(minY, y), max(maxY, y))
            }
        }
        guard maxX >= 0 else { return nil }
        return (max(0, minX - 10)..<min(frame.width, maxX + 11), max(0, minY - 10)..<min(frame.height, maxY + 11))
    }

    /// The grid alone: it repeats every 30 pixels, and only the lines through the middle are darker.
    private static func bare(_ motion: StagehandMotion) -> Bitmap {
        let window = StagehandMotion(name: "", stops: [], isAffine: true).tree(ofFrame: 0)
        window.sublayers?.last?.sublayers?.last?.removeFromSuperlayer()
        return picture(window)
    }

    /// The container's picture.
    private static func picture(_ window: CALayer) -> Bitmap {
        let whole = LayerRenderer(layer: window, scale: 3, threads: 1).bitmap(at: 0)
        let area = StagehandMotion.area
        let (left, top) = (Int(area.minX) * 3, Int(area.minY) * 3)
        var part = Bitmap(width: Int(area.width) * 3, height: Int(area.height) * 3)
        for y in 0..<part.height {
            for x in 0..<part.width { part[x, y] = whole[left + x, top + y] }
        }
        return part
    }

    /// For each frame, how many of a hundred pixels are off by more than 16.
    static func errors(_ motion: StagehandMotion) throws -> [Double] {
        let file = try OutsideData.file(.stagehand, "\(motion.name)_18_0_402x874@3x.png")
        let frames = try AnimatedPNG.frames(of: [UInt8](Data(contentsOf: file)))
        #expect(frames.count == motion.frameCount)
        let bare = bare(motion)
        return frames.enumerated().map { index, apple in
            guard let area = area(apple, bare) else { return 0 }
            let ours = picture(motion.tree(ofFrame: index))
            var off = 0
            for y in area.y {
                for x in area.x where pixelDifference(apple[x, y], ours[x, y]) > 16 { off += 1 }
            }
            return 100 * Double(off) / Double(area.x.count * area.y.count)
        }
    }

    @Test func frames_are_counted() {
        #expect(StagehandMotion.all.reduce(0) { $0 + $1.frameCount } == 349)
    }

    /// Facts TL-S1...9, one for each sequence.
    @Test(.needs(.stagehand), arguments: StagehandMotion.all)
    func stagehand_frames_are_within_two_percent(motion: StagehandMotion) throws {
        for (frame, error) in try Self.errors(motion).enumerated() {
            #expect(error < 2, "\(motion.name), frame \(frame)")
        }
    }

    /// Whether pictures of the suite's other sequences are at hand.
    private static let hasOthers = StagehandMotion.others.allSatisfy {
        (try? OutsideData.file(.stagehand, "\($0.name)_18_0_402x874@3x.png")) != nil
    }

    /// Those that `all` was not built on: perspective, skews, several factors.
    @Test(
        .enabled(if: hasOthers, "needs outside data: oracle/stagehand with the suite's other sequences"),
        arguments: StagehandMotion.others)
    func other_stagehand_frames_are_within_two_percent(motion: StagehandMotion) throws {
        for (frame, error) in try Self.errors(motion).enumerated() {
            #expect(error < 2, "\(motion.name), frame \(frame): \(error) %")
        }
    }
}

/// The frames of an animated PNG whose frames are all of the picture's size, one over another.
///
/// *Source*: W3C, PNG third edition, 11.3.2.2 (acTL, fcTL, fdAT).
enum AnimatedPNG {
    struct Fault: Error {}

    static func frames(of bytes: [UInt8]) throws -> [Bitmap] {
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        var header: [UInt8] = [], frames: [[UInt8]] = []
        var at = 8
        while at + 12 <= bytes.count {
            let length = number(at)
            guard at + 12 + length <= bytes.count else { throw Fault() }
            let data = bytes[at + 8..<at + 8 + length]
            switch String(decoding: bytes[at + 4..<at + 8], as: UTF8.self) {
            case "IHDR": header = Array(data)
            case "fcTL": frames.append([])
            case "IDAT" where !frames.isEmpty: frames[frames.count - 1] += data
            case "fdAT" where !frames.isEmpty: frames[frames.count - 1] += data.dropFirst(4)
            default: break
            }
            at += 12 + length
        }
        return try frames.map { data in
            let file = Array(bytes[0..<8]) + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
            return try decodeImage(file)
        }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        func bytes(_ v: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: v >> (24 - 8 * $0)) } }
        let content = Array(type.utf8) + data
        var sum: UInt32 = .max
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return bytes(UInt32(data.count)) + content + bytes(~sum)
    }
}
