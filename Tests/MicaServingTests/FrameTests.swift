import MicaSocket
import MicaWire
import Testing

/// Frames: a written one is read back, and all other bytes are an error.
@Suite struct FrameTests {
    private static let surface: ServedSurface = {
        var surface = ServedSurface(width: 320, height: 200, scale: 1.5, title: "a window")
        (surface.transform, surface.background, surface.isOnRequest) = ([1, 2, 3, 4, 5, 6], 0x8040_2010, true)
        return surface
    }()

    private static let clientFrames: [ClientFrame] = [
        .hello(version: 7, name: "a program"), .surface(ContextID(rawValue: 3), surface), .message([1, 2, 3]),
        .memory(number: 4, size: 1 << 40), .forget(memory: 5),
        .image(id: 6, width: 7, height: 8, isOpaque: true, memory: 9, offset: 1 << 33), .ask(number: 1, .clients),
        .ask(number: 2, .tree(window: 3)), .ask(number: 3, .picture(window: 4, time: nil)),
        .ask(number: 4, .picture(window: 0, time: 2.5)),
        .ask(number: 5, .ownPicture(context: ContextID(rawValue: 9), time: -1)), .port(.max),
        .export(ContextID(rawValue: 4), id: 0xFFFF_FFFF, port: 7),
    ]

    private static let serverFrames: [ServerFrame] = [
        .welcome(version: 1, client: 2, rate: 59.94, width: 3, height: 4, scale: 2), .message([9]), .taken(memory: 1),
        .picture(number: 2, width: 3, height: 4), .text(number: 5, "two\nlines"), .unanswered(number: 6, "no"),
        .goodbye("why"), .event(ContextID(rawValue: 5), [1, 2]),
    ]

    private func split(_ bytes: [UInt8]) throws -> [(tag: UInt8, bytes: [UInt8])] {
        var splitter = FrameSplitter()
        splitter.append(bytes)
        var frames: [(tag: UInt8, bytes: [UInt8])] = []
        while let frame = try splitter.next() { frames.append(frame) }
        return frames
    }

    @Test func frames_are_read_back() throws {
        let client = try split(Self.clientFrames.flatMap { $0.encoded() })
        #expect(try client.map { try ClientFrame(tag: $0.tag, bytes: $0.bytes) } == Self.clientFrames)
        let server = try split(Self.serverFrames.flatMap { $0.encoded() })
        #expect(try server.map { try ServerFrame(tag: $0.tag, bytes: $0.bytes) } == Self.serverFrames)
    }

    @Test func frames_come_in_any_pieces() throws {
        let bytes = Self.clientFrames.flatMap { $0.encoded() }
        for size in [1, 2, 3, 7, 8, 9, 64] {
            var splitter = FrameSplitter()
            var frames: [ClientFrame] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                splitter.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                while let frame = try splitter.next() {
                    frames.append(try ClientFrame(tag: frame.tag, bytes: frame.bytes))
                }
            }
            #expect(frames == Self.clientFrames)
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

    @Test func frames_that_are_cut_or_too_long_are_refused() throws {
        for frame in Self.clientFrames {
            guard let (tag, bytes) = try split(frame.encoded()).first, tag != 3 else { continue }
            for count in 0..<bytes.count {
                #expect(throws: SocketFault.self) { try ClientFrame(tag: tag, bytes: Array(bytes.prefix(count))) }
            }
            #expect(throws: SocketFault.self) { try ClientFrame(tag: tag, bytes: bytes + [0]) }
        }
        #expect(throws: SocketFault.self) { try ClientFrame(tag: 0, bytes: []) }
        #expect(throws: SocketFault.self) { try ServerFrame(tag: 99, bytes: []) }
    }

    @Test(arguments: [
        (0, 1, 1.0), (1, 0, 1), (16_385, 1, 1), (16_384, 16_384, 1), (1, 1, 0), (1, 1, 1e9), (1, 1, .nan),
    ])
    func surfaces_without_sense_are_refused(width: Int, height: Int, scale: Double) throws {
        let surface = ServedSurface(width: width, height: height, scale: scale)
        let frame = try #require(try split(ClientFrame.surface(ContextID(rawValue: 1), surface).encoded()).first)
        #expect(throws: SocketFault.self) { try ClientFrame(tag: frame.tag, bytes: frame.bytes) }
    }

    @Test func names_with_control_characters_are_refused() throws {
        for name in ["\u{1B}[2J", "a\u{7F}", "\u{9B}x", String(repeating: "x", count: 300)] {
            let frame = try #require(try split(ClientFrame.hello(version: 1, name: name).encoded()).first)
            #expect(throws: SocketFault.self) { try ClientFrame(tag: frame.tag, bytes: frame.bytes) }
        }
    }
}
