import Foundation
import MicaBase
import MicaFuzz
import MicaRandom
import Testing

@testable import MicaEncoding
@testable import MicaWire

@Suite struct EncodingTests {
    private func roundTrip(_ commit: Commit) throws -> Commit {
        var (encoder, decoder) = (CommitStreamEncoder(), CommitStreamDecoder())
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
        var (encoder, decoder) = (CommitStreamEncoder(), CommitStreamDecoder())
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
        var (encoder, decoder) = (CommitStreamEncoder(), CommitStreamDecoder())
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

    /// An image of a client's is dropped once the client has let go of it, and free once nothing shows it.
    @Test func images_are_dropped_and_released() throws {
        var (encoder, decoder) = (ClientMessageEncoder(), ClientMessageDecoder())
        var shown: [ImageResource] = []
        var (puts, drops, released) = (0, 0, 0)
        for step in 0..<1_000 {
            var commit = Commit(time: 0)
            var change = LayerChange(layer: LayerID(rawValue: 1), mask: PropertyMask(.contents))
            change.state.contents.image = image(UInt32(step) | 0xff00_0000)
            commit.changes = [change]
            for bytes in encoder.encode(.commit(ContextID(rawValue: 1), number: UInt64(step + 1), commit)) {
                switch try decoder.decode(bytes) {
                case .put(let image):
                    puts += 1
                    shown.append(image)
                case .drop(let ids): drops += ids.count
                case .commit(_, _, let back): #expect(back == commit)
                default: Issue.record("another message")
                }
            }
            if shown.count > 10 { shown.removeFirst() }
            released += decoder.takeReleased().count
        }
        #expect(puts == 1_000)
        #expect(drops >= 800 && released >= drops - 20 && released <= drops)
    }

    @Test func image_sent_again_is_the_same_one() throws {
        let picture = image(0x8000_0000)
        var first = ClientMessageEncoder(), again = ClientMessageEncoder()
        var decoder = ClientMessageDecoder()
        var images: [ImageResource] = []
        for bytes in first.encode(.put(picture)) + again.encode(.put(picture)) {
            if case .put(let image) = try decoder.decode(bytes) { images.append(image) }
        }
        #expect(images.count == 2 && images[0] === images[1])
        #expect(images[0] == picture && images[0] !== picture)
    }

    /// A client can name nothing but its own: the reading end puts the client in.
    @Test func identities_are_of_the_client_that_is_read_from() throws {
        var commit = Commit(time: 0)
        commit.created = [LayerID(rawValue: 5)]
        commit.root = LayerID(rawValue: 5)
        var encoder = ClientMessageEncoder()
        var decoder = ClientMessageDecoder(client: 3)
        let encoded = encoder.encode(.commit(ContextID(rawValue: 2), number: 1, commit))
        let bytes = try #require(encoded.first)
        guard case .commit(let context, _, let back) = try decoder.decode(bytes) else {
            Issue.record("no commit")
            return
        }
        #expect("\(context)" == "@3.2" && "\(back.created)" == "[#3.5]")
        #expect(ServerMessage.note(context, .instancesLeftOut(back.created[0])).encoded() == [5, 2, 0, 5])
    }

    @Test func images_beyond_the_limits_are_refused() throws {
        var limits = WireLimits()
        limits.images = 2
        var (encoder, decoder) = (ClientMessageEncoder(), ClientMessageDecoder(limits: limits))
        let images = (0..<3).map { image(UInt32($0)) }
        for (index, image) in images.enumerated() {
            let encoded = encoder.encode(.put(image))
            let bytes = try #require(encoded.first)
            if index < 2 {
                #expect(throws: Never.self) { try decoder.decode(bytes) }
            } else {
                #expect(throws: WireError.self) { try decoder.decode(bytes) }
            }
        }
    }

    /// Each message of a server survives its encoded form, and none of its shortened ones is read.
    @Test func server_messages_survive_encoding() throws {
        let (context, layer) = (ContextID(rawValue: 7), LayerID(rawValue: 300))
        let tile = WantedTile(layer: layer, key: TileKey(level: -2, column: 5, row: 1 << 30), isFirst: true)
        let errors: [CommitError] = [
            .layerExists(layer), .unknownLayer(layer), .changedTwice(layer), .twoOwners(layer), .cycle(layer),
            .tooDeep(layer),
        ]
        let notes: [ServerNote] = [
            .instancesLeftOut(layer), .emitterOverBudget(layer), .emitterForgot(layer), .effectsLeftOut(layer),
        ]
        let messages: [ServerMessage] =
            [
                .applied(context, number: 1 << 40), .presented(context, number: 2, at: 1.5),
                .tilesWanted(context, [tile, tile]), .tilesWanted(context, []), .nextChange(context, at: .infinity),
                .nextChange(context, at: 3), .released([4, 1 << 40]),
            ] + errors.map { .refused(context, number: 9, $0) } + notes.map { .note(context, $0) }
        for message in messages {
            let bytes = message.encoded()
            #expect(try ServerMessage(decoding: bytes) == message)
            for length in 0..<bytes.count {
                #expect(throws: WireError.self) { try ServerMessage(decoding: Array(bytes[..<length])) }
            }
            #expect(throws: WireError.self) { try ServerMessage(decoding: bytes + [0]) }
        }
        for seed in UInt64(0)..<2_000 {
            var generator = SeededGenerator(seed: seed)
            var bytes = messages[Int(seed) % messages.count].encoded()
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            _ = try? ServerMessage(decoding: bytes)
        }
    }

    @Test func tiles_survive_encoding() throws {
        let key = TileKey(level: 1, column: -3, row: 2)
        let tiles = [
            LayerTiles(
                layer: LayerID(rawValue: 4),
                edits: [.arrive(key, image: image(0xff00_ff00), start: 1, fade: 0.25), .invalidate(nil), .removeAll])
        ]
        let message = ClientMessage.tiles(ContextID(rawValue: 1), number: 3, at: 2, tiles)
        var (encoder, decoder) = (ClientMessageEncoder(), ClientMessageDecoder())
        let arrived = try encoder.encode(message).map { (bytes) throws(WireError) in try decoder.decode(bytes) }
        #expect(arrived.count == 2 && arrived.last == message)
        let again = encoder.encode(message)
        let bytes = try #require(again.first)
        for length in 0..<bytes.count {
            var decoder = decoder
            #expect(throws: WireError.self) { try decoder.decode(Array(bytes[..<length])) }
        }
    }

    @Test func decoder_refuses_every_shortened_commit() throws {
        let picture = image(0x8000_0000)
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed: seed)
            var encoder = CommitStreamEncoder()
            let bytes = encoder.encode(generator.commit(images: [picture]))
            for length in 0..<bytes.count {
                var decoder = CommitStreamDecoder()
                #expect(throws: WireError.self) { try decoder.decode(Array(bytes[..<length])) }
            }
            var decoder = CommitStreamDecoder()
            #expect(throws: WireError.self) { try decoder.decode(bytes + [0]) }
        }
    }

    @Test func decoder_survives_damaged_bytes() {
        let picture = image(0x8000_0000)
        for seed in UInt64(0)..<2_000 {
            var generator = SeededGenerator(seed: seed)
            var encoder = CommitStreamEncoder()
            var bytes = encoder.encode(generator.commit(images: [picture]))
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var decoder = CommitStreamDecoder()
            _ = try? decoder.decode(bytes)
        }
    }

    @Test func decoder_names_place_and_reason() {
        func reason(_ bytes: [UInt8]) -> WireError? {
            var reader = WireReader(bytes, limits: WireLimits())
            do throws(WireError) {
                _ = try reader.commit()
                return nil
            } catch {
                return error
            }
        }
        let time: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        // The bytes before the time, which has eight; then nothing created, changed, destroyed, made the root or
        // flagged.
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
        var encoder = CommitEncoder()
        let first = encoder.encode(Commit(time: 0)).count - 13
        var commit = Commit(time: 2)
        commit.created = [LayerID(rawValue: 7)]
        let bytes = encoder.encode(commit)
        var writer = WireWriter(bytes: Array(bytes.prefix(3)))
        writer.integer(100)
        writer.integer(UInt64(try #require(WireForm.checksum(ofRows: 100))))
        var reader = WireReader(writer.bytes + bytes[first...], limits: WireLimits())
        #expect(try reader.commit() == commit)
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
