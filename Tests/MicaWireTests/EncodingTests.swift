import Foundation
import MicaPixels
import MicaRandom
import Testing

@testable import MicaWire

@Suite struct EncodingTests {
    private func roundTrip(_ commit: Commit) throws -> Commit {
        var (encoder, decoder) = (CommitEncoder(), CommitDecoder())
        return try decoder.decode(encoder.encode(commit))
    }

    private func image(_ pixel: UInt32, width: Int = 2, height: Int = 1) -> ImageResource {
        ImageResource(bitmap: Bitmap(width: width, height: height, filledWith: pixel))
    }

    /// A property in every state that its row allows, one at a time.
    @Test(arguments: LayerPropertyTable.rows.map(\.property))
    func roundTrip_keeps_every_property(property: PropertyID) throws {
        let row = LayerPropertyTable.row(property)
        var generator = SeededGenerator(seed: UInt64(property.rawValue) + 7)
        for _ in 0..<20 {
            var value = generator.value(of: row, images: [])
            // No filters are no value.
            if value == .filters([]) || (property == .compositingFilter && value == .string("")) { value = .none }
            var commit = Commit(time: 1)
            var change = LayerChange(layer: LayerID(rawValue: 3), mask: PropertyMask(property))
            let isTaken = change.state.set(property, to: value)
            #expect(isTaken, "\(row.key) does not take \(value)")
            commit.changes = [change]
            let back = try roundTrip(commit)
            #expect(back == commit)
            #expect(back.changes.first?.state[property] == value)
        }
    }

    @Test func roundTrip_leaves_out_what_the_mask_does_not_name() throws {
        var commit = Commit(time: 0)
        var change = LayerChange(layer: LayerID(rawValue: 9), mask: PropertyMask(.opacity))
        change.state.opacity = 0.25
        change.state.cornerRadius = 77
        commit.changes = [change]
        let back = try #require(try roundTrip(commit).changes.first)
        #expect(back.state.opacity == 0.25)
        #expect(back.state.cornerRadius == 0)
    }

    @Test func roundTrip_keeps_random_commits() throws {
        var (encoder, decoder) = (CommitEncoder(), CommitDecoder())
        for seed in UInt64(0)..<300 {
            var generator = SeededGenerator(seed: seed)
            let commit = generator.commit()
            let back = try decoder.decode(encoder.encode(commit))
            #expect(back == commit, "seed \(seed)")
        }
    }

    @Test func image_pixels_are_sent_once() throws {
        let picture = image(0xff10_2030, width: 30, height: 20)
        var commit = Commit(time: 0)
        var change = LayerChange(layer: LayerID(rawValue: 1), mask: PropertyMask(.contents))
        change.state.contents.image = picture
        commit.changes = [change]
        var (encoder, decoder) = (CommitEncoder(), CommitDecoder())
        let first = encoder.encode(commit), second = encoder.encode(commit)
        #expect(first.count > 2_400)
        #expect(second.count < 60)
        let (one, two) = (try decoder.decode(first), try decoder.decode(second))
        let a = try #require(one.changes.first?.state.contents.image)
        let b = try #require(two.changes.first?.state.contents.image)
        #expect(a === b)
        #expect(a.bitmap() == picture.bitmap())
        #expect(a.isOpaque)
    }

    @Test func image_tables_forget_alike_on_both_sides() throws {
        var limits = WireLimits()
        limits.keptImages = 3
        limits.keptBytes = 40
        var (encoder, decoder) = (CommitEncoder(limits: limits), CommitDecoder(limits: limits))
        let images = (0..<8).map { image(UInt32($0) | 0xff00_0000, width: $0 + 1) }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let picture = try #require(images.randomElement(using: &generator))
            var commit = Commit(time: 0)
            var change = LayerChange(layer: LayerID(rawValue: 1), mask: PropertyMask(.contents))
            change.state.contents.image = picture
            commit.changes = [change]
            let back = try decoder.decode(encoder.encode(commit))
            #expect(back.changes.first?.state.contents.image?.bitmap() == picture.bitmap())
        }
    }

    @Test func decoder_refuses_every_shortened_commit() throws {
        let picture = image(0x8000_0000)
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed: seed)
            var encoder = CommitEncoder()
            let bytes = encoder.encode(generator.commit(images: [picture]))
            for length in 0..<bytes.count {
                var decoder = CommitDecoder()
                #expect(throws: WireError.self) { try decoder.decode(Array(bytes[..<length])) }
            }
            var decoder = CommitDecoder()
            #expect(throws: WireError.self) { try decoder.decode(bytes + [0]) }
        }
    }

    @Test func decoder_survives_damaged_bytes() {
        let picture = image(0x8000_0000)
        for seed in UInt64(0)..<2_000 {
            var generator = SeededGenerator(seed: seed)
            var encoder = CommitEncoder()
            var bytes = encoder.encode(generator.commit(images: [picture]))
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var decoder = CommitDecoder()
            _ = try? decoder.decode(bytes)
        }
    }

    @Test func decoder_names_place_and_reason() {
        func reason(_ bytes: [UInt8]) -> WireError? {
            var decoder = CommitDecoder()
            do throws(WireError) {
                _ = try decoder.decode(bytes)
                return nil
            } catch {
                return error
            }
        }
        let time: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        // What comes before the time, which is eight bytes, and nothing created, changed, destroyed, made the root or whole.
        var encoder = CommitEncoder()
        let head = Array(encoder.encode(Commit(time: 0)).dropLast(13)), first = head.count
        #expect(reason([0x4d]) == WireError(offset: 1, reason: .truncated))
        #expect(reason([0x50, 0x4b]) == WireError(offset: 0, reason: .notACommit))
        #expect(reason([0x4d, 0x43, 9]) == WireError(offset: 2, reason: .unknownVersion(9)))
        #expect(reason(head.dropLast() + [head[first - 1] ^ 1]) == WireError(offset: 3, reason: .otherProperties))
        #expect(reason([0x4d, 0x43, head[2], 0x7f, 0]) == WireError(offset: 3, reason: .otherProperties))
        let nan: [UInt8] = [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]
        #expect(reason(head + nan) == WireError(offset: first, reason: .badNumber))
        // A list of 2^40 layers.
        #expect(
            reason(head + time + [0x80, 0x80, 0x80, 0x80, 0x80, 0x20])
                == WireError(offset: first + 8, reason: .tooLarge(1 << 40)))
        // One change of layer 1 with bit 60 in its mask.
        // No properties among the first 64, the last of the other 64.
        let mask: [UInt8] = [0] + [UInt8](repeating: 0x80, count: 9) + [1]
        #expect(
            reason(head + time + [0, 1, 1] + mask) == WireError(offset: first + 11, reason: .unknownProperty(127)))
        // Layer 0 does not exist.
        #expect(reason(head + time + [1, 0]) == WireError(offset: first + 9, reason: .badValue))
    }

    /// A sender whose table has fewer properties, the same ones: its commits are still understood.
    @Test func decoder_reads_commits_of_a_table_that_its_own_begins_like() throws {
        var encoder = CommitEncoder(), decoder = CommitDecoder()
        var commit = Commit(time: 2)
        commit.created = [LayerID(rawValue: 7)]
        var bytes = encoder.encode(commit)
        var writer = WireWriter(bytes: Array(bytes.prefix(3)))
        let before = bytes.count - 14
        writer.integer(100)
        writer.integer(UInt64(try #require(WireForm.checksum(ofRows: 100))))
        bytes = writer.bytes + bytes[before...]
        #expect(try decoder.decode(bytes) == commit)
    }

    @Test func decoder_bounds_the_depth_of_groups() {
        var animation = AnimationState(
            timing: TimingState(),
            content: .property(
                PropertyAnimation(target: PropertyTarget(.opacity), values: .basic(from: nil, to: .number(1), by: nil)))
        )
        for _ in 0..<40 { animation = AnimationState(timing: TimingState(), content: .group([animation])) }
        var commit = Commit(time: 0)
        commit.changes = [
            LayerChange(layer: LayerID(rawValue: 1), animations: [.add(key: "deep", animation: animation)])
        ]
        #expect(throws: WireError.self) { try roundTrip(commit) }
    }

    @Test func decoder_refuses_infinity_where_it_means_nothing() {
        for property in PropertyID.allCases where LayerPropertyTable.row(property).kind == .number {
            guard ![.duration, .repeatCount, .repeatDuration, .maskedCorners].contains(property) else { continue }
            var change = LayerChange(layer: LayerID(rawValue: 1), mask: PropertyMask(property))
            change.state.set(property, to: .number(.infinity))
            guard change.state[property] == .number(.infinity) else { continue }
            var commit = Commit(time: 0)
            commit.changes = [change]
            #expect(throws: WireError.self) { try roundTrip(commit) }
        }
    }
}
