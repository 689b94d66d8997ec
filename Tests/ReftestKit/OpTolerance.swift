import MicaBase
import MicaFrame
import MicaRaster

/// How far a compositor's pixels may be from the reference compositor's after one op: the one table for all compositors.
///
/// Entries may only shrink. `ReferenceTests` measures each op of every scene, and of random frames, drawn alone over the same
/// pixels, and fails where an entry is smaller than that, and where it is larger. Each has its line in docs/approximations.md.
package struct OpTolerance: Sendable {
    /// Pixels that may be further off than all.
    package struct Few: Sendable, Equatable {
        /// By how much, of 255.
        package var difference: Int
        /// Of a thousand pixels of the op's bounds how many; the count is rounded up.
        package var perThousand: Int

        /// Makes an entry.
        package init(difference: Int, perThousand: Int) {
            (self.difference, self.perThousand) = (difference, perThousand)
        }
    }

    /// The kind of op.
    package var kind: DrawOp.Content.Kind
    /// How far any pixel may be off, of 255.
    package var anywhere: Int
    /// How far a few may be, from small differences to large.
    package var few: [Few]
    /// Why it is not less.
    package var because: String
    /// Whether each of the sprites of an op is rounded to 8 bits: then `OpEdges` skips the differences that follow from
    /// that.
    package var roundsEachSprite = false

    /// All kinds of ops.
    package static let table: [OpTolerance] = [
        op(.fill, because: rounding),
        op(.border, because: rounding),
        op(.path, because: rounding),
        op(
            .gradient, few: [(2, 5), (161, 1)],
            because: "the ramp is a table of 1,025 steps, and the nearest one is taken"),
        op(.image, few: [(2, 50)], because: "places between texels are 256ths, and filters work in whole numbers"),
        op(.shadow, few: [(2, 6)], because: "integrals are tables, and edges of soft shadows lie at 32nds of a pixel"),
        op(.blur, because: "means of cells a quarter of the deviation wide are blurred, and interpolated"),
        op(.soften, because: "means of cells are blurred, and interpolated"),
        op(.sprites, few: [(11, 206), (190, 4)], because: "edges by the distance along the two axes"),
        op(.instances, few: [(2, 1)], because: rounding),
        op(.pass, because: rounding),
        op(.filter, few: [(2, 3)], because: rounding),
        op(.dissolve, few: [(2, 1)], because: rounding),
        op(.warp, because: "places between pixels are 256ths"),
        op(.rasterized, because: "places between pixels are 256ths"),
    ]

    private static let rounding = "colour, coverage, clip and opacity are rounded to 8 bits one after the other"

    static func op(
        _ kind: DrawOp.Content.Kind, anywhere: Int = 1, few: [(Int, Int)] = [], roundsEachSprite: Bool = false,
        because: String
    ) -> OpTolerance {
        OpTolerance(
            kind: kind, anywhere: anywhere, few: few.map { Few(difference: $0.0, perThousand: $0.1) }, because: because,
            roundsEachSprite: roundsEachSprite)
    }

    /// The table's entry for a kind of op.
    ///
    /// - Precondition: there is one.
    package static func of(_ kind: DrawOp.Content.Kind, in table: [OpTolerance] = table) -> OpTolerance {
        guard let entry = table.first(where: { $0.kind == kind }) else {
            preconditionFailure("\(kind) has no tolerance")
        }
        return entry
    }

    /// The tolerance of all ops of a frame together: of the pixels of a frame as many may be off as its ops may have.
    package static func of(_ frame: Frame) -> Fuzz {
        let ops = frame.passes.flatMap { pass in pass.ops.map { ($0.content.kind, $0.bounds.intersection(pass.bounds)) }
        }
        let anywhere = ops.map { of($0.0).anywhere }.max() ?? 1
        var buckets = [(maximumDifference: anywhere, pixels: frame.width * frame.height)]
        for (kind, bounds) in ops {
            for few in of(kind).few { buckets.append((few.difference, few.count(of: bounds))) }
            // What `OpEdges` leaves out of single ops: pixels that are covered in part.
            buckets.append((OpEdges.mostInPart, Few(difference: OpEdges.mostInPart, perThousand: 6).count(of: bounds)))
        }
        // At hard edges one of 1,000 pixels may go either way.
        for pass in frame.passes {
            for op in pass.ops where op.edges != .soft {
                let bounds = op.bounds.intersection(pass.bounds)
                buckets.append((255, Few(difference: 255, perThousand: 1).count(of: bounds)))
            }
        }
        return .fuzzy(buckets, because: "the table of tolerances, op by op")
    }

    /// Whether an op drawn by itself is near enough.
    package func holds(_ comparison: Comparison, in bounds: DeviceRect) -> Bool {
        var buckets = [(maximumDifference: anywhere, pixels: Int.max)]
        for few in few { buckets.append((few.difference, few.count(of: bounds))) }
        return comparison.isWithin(.fuzzy(buckets, because: because))
    }
}

extension OpTolerance.Few {
    /// How many pixels of some may be so far off.
    func count(of bounds: DeviceRect) -> Int {
        (min(bounds.width * bounds.height, 1 << 28) * perThousand + 999) / 1000
    }

    /// The least entry for so many pixels.
    package init(difference: Int, count: Int, of bounds: DeviceRect) {
        let area = max(1, bounds.width * bounds.height)
        self.init(difference: difference, perThousand: count == 0 ? 0 : (count - 1) * 1000 / area + 1)
    }
}
