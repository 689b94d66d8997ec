import CoreGraphics
import Foundation
import MicaBase
import MicaCodecs
import MicaDocuments
import QuartzCore
import TestSupport

/// The pictures that Apple's Core Animation drew of Lottie documents, and how near ours are.
package enum LottieOracle {
    /// One picture.
    package struct Row: Sendable {
        /// The picture's file.
        package var image: String
        /// The document's file.
        package var document: String
        /// When, in seconds from the document's start.
        package var time: Double
        /// The view's size in points.
        package var size: CGSize
        /// Pixels per point.
        package var scale: Double
        /// The features of the document.
        package var features: [String]
    }

    /// How far a picture is from Apple's.
    package struct Figure: Sendable, Equatable {
        /// Of all pixels, those with a channel off by more than 16 of 255, in millionths.
        package var off: Int
        /// Of the pixels that are not transparent in both pictures, those, in millionths.
        package var visibleOff: Int
        /// The mean difference of all channels of all pixels, in thousandths of 1/255.
        package var mean: Int

        /// Whether it counts as the same picture: under 1 % of the pixels off, under 5 % of the visible ones, and a mean
        /// below 1/255.
        package var isGood: Bool { off < 10_000 && visibleOff < 50_000 && mean < 1000 }

        /// The largest part of a bound that it takes; 1 and more fails.
        package var badness: Double { max(Double(off) / 10_000, Double(visibleOff) / 50_000, Double(mean) / 1000) }

        /// Of a picture that could not be drawn.
        package static let failed = Figure(off: 1_000_000, visibleOff: 1_000_000, mean: 255_000)

        /// Makes a figure.
        package init(off: Int, visibleOff: Int, mean: Int) {
            (self.off, self.visibleOff, self.mean) = (off, visibleOff, mean)
        }

        /// Compares two pictures.
        package init(_ actual: Bitmap, _ expected: Bitmap) {
            guard actual.width == expected.width, actual.height == expected.height else {
                self = .failed
                return
            }
            var (off, visible, sum) = (0, 0, 0)
            for index in actual.pixels.indices {
                let (a, b) = (actual.pixels[index], expected.pixels[index])
                if a | b == 0 { continue }
                visible += 1
                guard a != b else { continue }
                var most = 0
                for shift: UInt32 in [0, 8, 16, 24] {
                    let difference = abs(Int(a >> shift & 255) - Int(b >> shift & 255))
                    sum += difference
                    most = max(most, difference)
                }
                if most > 16 { off += 1 }
            }
            let count = max(1, actual.pixels.count)
            self.off = off * 1_000_000 / count
            visibleOff = visible == 0 ? 0 : off * 1_000_000 / visible
            mean = sum * 1000 / (4 * count)
        }
    }

    /// The rows of the manifest.
    package static func rows() throws -> [Row] {
        let text = try String(contentsOf: OutsideData.file(.lottie, "manifest.tsv"), encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count >= 12, let time = Double(cells[3]), let width = Double(cells[4]),
                let height = Double(cells[5]), let scale = Double(cells[6])
            else { return nil }
            return Row(
                image: cells[0], document: cells[1], time: time, size: CGSize(width: width, height: height),
                scale: scale, features: Array(Set(cells[11].split(separator: " ").map(String.init))).sorted())
        }
    }

    /// The values that were set in documents before their pictures were taken, by document.
    ///
    /// *Source*: airbnb/lottie-ios, Tests/SnapshotConfiguration.swift, `customValueProviders`.
    package static func values() throws -> [String: [LottieValue]] {
        let url = Goldens.directory.deletingLastPathComponent().appending(path: "LottieOracle/values.tsv")
        var result: [String: [LottieValue]] = [:]
        for line in try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst() {
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 3 else { continue }
            let keys = cells[2].split(separator: ";").compactMap { part -> LottieValue.Key? in
                let halves = part.split(separator: ":").map(String.init)
                guard let frame = halves.first.flatMap({ Double($0.trimmingCharacters(in: .whitespaces)) }),
                    halves.count == 2
                else { return nil }
                return LottieValue.Key(frame: frame, value: halves[1].split(separator: " ").compactMap { Double($0) })
            }
            if let value = LottieValue(keyPath: cells[1], keys: keys) { result[cells[0], default: []].append(value) }
        }
        return result
    }

    /// Apple's picture.
    package static func expected(_ row: Row) -> Bitmap? {
        (try? OutsideData.file(.lottie, "images/\(row.image)")).flatMap { Goldens.image(at: $0) }
    }

    /// Draws a document's pictures, loading it once, as Apple's were drawn: the layers as they are at a time, drawn into a
    /// bitmap context with `render(in:)`.
    package final class Player {
        private let document: Document
        /// Without one, layers have no presentation.
        private let context: LayerContext

        /// Loads a document that Apple's pictures show.
        package convenience init(_ name: String) throws {
            try self.init(OutsideData.file(.lottie, "documents/\(name)"), values: LottieOracle.values()[name] ?? [])
        }

        /// Loads a document.
        package init(_ url: URL, values: [LottieValue] = []) throws {
            document = try Document.load(url, values: values, player: .coreAnimation)
            context = LayerContext(root: document.rootLayer) { _ in }
        }

        /// The parts that were left out.
        package var warnings: [DocumentWarning] { document.warnings }

        /// Draws a picture; nil when there is no context of its size.
        package func draw(_ row: Row) -> Bitmap? {
            let root = document.rootLayer
            let (width, height) = (
                Int((row.size.width * row.scale).rounded(.up)), Int((row.size.height * row.scale).rounded(.up))
            )
            // As UIKit's contexts begin: points, y down. The document fits into the view and lies in its middle, by a transform of
            // its layer in Apple's player, which shadows go through.
            let (scale, size) = (CGFloat(row.scale), root.bounds.size)
            let fit = min(row.size.width / size.width, row.size.height / size.height)
            let (left, top) = ((row.size.width - size.width * fit) / 2, (row.size.height - size.height * fit) / 2)
            guard
                let context = CGContext(
                    width: width, height: height, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
                    baseMatrix: CGAffineTransform(
                        a: scale * fit, b: 0, c: 0, d: -scale * fit, tx: scale * left,
                        ty: CGFloat(height) - scale * top))
            else { return nil }
            root.speed = 0
            root.timeOffset = row.time
            CATransaction.flush()
            root.presentation()?.render(in: context)
            return context.makeImage()?.resource.bitmap()
        }
    }
}
