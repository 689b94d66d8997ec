import MicaSocket
import MicaWire
import Testing

/// Packets: a written one is read back, and all other bytes are an error.
@Suite struct PacketTests {
    private static let surface: ServedSurface = {
        var surface = ServedSurface(width: 320, height: 200, scale: 1.5, title: "a window")
        (surface.transform, surface.background, surface.isOnRequest) = ([1, 2, 3, 4, 5, 6], 0x8040_2010, true)
        return surface
    }()

    private static let clientPackets: [ClientPacket] = [
        .hello(version: 7, name: "a program"), .surface(ContextID(rawValue: 3), surface), .message([1, 2, 3]),
        .memory(number: 4, size: 1 << 40), .forget(memory: 5),
        .image(id: 6, width: 7, height: 8, isOpaque: true, memory: 9, offset: 1 << 33), .ask(number: 1, .clients),
        .ask(number: 2, .tree(window: 3)), .ask(number: 3, .picture(window: 4, time: nil)),
        .ask(number: 4, .picture(window: 0, time: 2.5)),
        .ask(number: 5, .ownPicture(context: ContextID(rawValue: 9), time: -1)), .port(.max),
        .export(ContextID(rawValue: 4), id: 0xFFFF_FFFF, port: 7),
    ]

    private static let serverPackets: [ServerPacket] = [
        .welcome(version: 1, client: 2, rate: 59.94, width: 3, height: 4, scale: 2), .message([9]), .taken(memory: 1),
        .picture(number: 2, width: 3, height: 4), .text(number: 5, "two\nlines"), .unanswered(number: 6, "no"),
        .goodbye("why"), .event(ContextID(rawValue: 5), [1, 2]),
    ]

    private func split(_ bytes: [UInt8]) throws -> [(tag: UInt8, bytes: [UInt8])] {
        var splitter = PacketSplitter()
        splitter.append(bytes)
        var packets: [(tag: UInt8, bytes: [UInt8])] = []
        while let packet = try splitter.next() { packets.append(packet) }
        return packets
    }

    @Test func packets_are_read_back() throws {
        let client = try split(Self.clientPackets.flatMap { $0.encoded() })
        #expect(try client.map { try ClientPacket(tag: $0.tag, bytes: $0.bytes) } == Self.clientPackets)
        let server = try split(Self.serverPackets.flatMap { $0.encoded() })
        #expect(try server.map { try ServerPacket(tag: $0.tag, bytes: $0.bytes) } == Self.serverPackets)
    }

    @Test func packets_come_in_any_pieces() throws {
        let bytes = Self.clientPackets.flatMap { $0.encoded() }
        for size in [1, 2, 3, 7, 8, 9, 64] {
            var splitter = PacketSplitter()
            var packets: [ClientPacket] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                splitter.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                while let packet = try splitter.next() {
                    packets.append(try ClientPacket(tag: packet.tag, bytes: packet.bytes))
                }
            }
            #expect(packets == Self.clientPackets)
            #expect(splitter.waiting == 0)
        }
    }

    @Test func headers_that_make_no_sense_are_refused() {
        for header: [UInt8] in [
            [255, 255, 255, 255, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 0, 0, 9],
        ] {
            #expect(throws: SocketFault.self) { try split(header) }
        }
    }

    @Test func packets_that_are_cut_or_too_long_are_refused() throws {
        for packet in Self.clientPackets {
            guard let (tag, bytes) = try split(packet.encoded()).first, tag != 3 else { continue }
            for count in 0..<bytes.count {
                #expect(throws: SocketFault.self) { try ClientPacket(tag: tag, bytes: Array(bytes.prefix(count))) }
            }
            #expect(throws: SocketFault.self) { try ClientPacket(tag: tag, bytes: bytes + [0]) }
        }
        #expect(throws: SocketFault.self) { try ClientPacket(tag: 0, bytes: []) }
        #expect(throws: SocketFault.self) { try ServerPacket(tag: 99, bytes: []) }
    }

    @Test(arguments: [
        (0, 1, 1.0), (1, 0, 1), (16_385, 1, 1), (16_384, 16_384, 1), (1, 1, 0), (1, 1, 1e9), (1, 1, .nan),
    ])
    func surfaces_without_sense_are_refused(width: Int, height: Int, scale: Double) throws {
        let surface = ServedSurface(width: width, height: height, scale: scale)
        let packet = try #require(try split(ClientPacket.surface(ContextID(rawValue: 1), surface).encoded()).first)
        #expect(throws: SocketFault.self) { try ClientPacket(tag: packet.tag, bytes: packet.bytes) }
    }

    @Test func names_with_control_characters_are_refused() throws {
        for name in ["\u{1B}[2J", "a\u{7F}", "\u{9B}x", String(repeating: "x", count: 300)] {
            let packet = try #require(try split(ClientPacket.hello(version: 1, name: name).encoded()).first)
            #expect(throws: SocketFault.self) { try ClientPacket(tag: packet.tag, bytes: packet.bytes) }
        }
    }
}
