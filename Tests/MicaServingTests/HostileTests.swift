import Foundation
import Glibc
import MicaServing
import MicaSocket
import MicaWire
import Testing

/// Clients that send invalid messages: they are disconnected with a reason, and leave nothing behind.
@Suite(.serialized) struct HostileTests {
    /// A descriptor that is no memory for images.
    enum Kind: CaseIterable {
        case none, tooSmall, empty, shrunk, pipe, directory, zeroDevice, socket, program, readOnlyFile
    }

    /// A server that is driven by hand, and one connection to it.
    private final class Hostile {
        let service: RenderService
        let socket: PacketSocket
        private let path = RunningService.path()

        init() throws {
            service = try RenderService(ServerAddress(path: path))
            let (near, far) = try Descriptor.pair()
            service.adopt(far)
            socket = PacketSocket(near)
            socket.send(ClientPacket.hello(version: PacketForm.version, name: "hostile").encoded())
        }

        deinit { _ = unsafe unlink(path) }

        /// Lets the server process its messages, and returns the replies.
        func answers() throws -> [ServerPacket] {
            socket.flush()
            for _ in 0..<3 { service.turn(seconds: 0) }
            try socket.receive()
            var packets: [ServerPacket] = []
            while let packet = try socket.nextPacket() {
                packets.append(try ServerPacket(tag: packet.tag, bytes: packet.bytes))
            }
            return packets
        }

        /// Why the server has nothing more to do with this client; nil if it has.
        func goodbye() throws -> String? {
            for packet in try answers() {
                if case .goodbye(let reason) = packet { return reason }
            }
            return nil
        }
    }

    /// A file in memory that has no name any more: it may shrink, as memory without seals may.
    private func unsealedMemory(_ size: Int) throws -> Int32 {
        let path = "/dev/shm/mica-test-\(UUID().uuidString)"
        let made = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(made >= 0)
        _ = unsafe unlink(path)
        try #require(ftruncate(made, size) == 0)
        return made
    }

    private func descriptor(_ kind: Kind, _ later: inout (() -> Void)?) throws -> Descriptor? {
        func opened(_ path: String, _ flags: Int32) throws -> Descriptor {
            let made = unsafe open(path, flags | O_CLOEXEC)
            try #require(made >= 0)
            return Descriptor(made)
        }
        func memory(_ size: Int) throws -> Descriptor { Descriptor(try unsealedMemory(size)) }
        switch kind {
        case .none: return nil
        case .tooSmall: return try SharedMemory(size: 4096).descriptor
        case .empty: return try memory(0)
        case .shrunk:
            let made = try memory(65_536)
            later = { _ = ftruncate(made.number, 16) }
            return made
        case .pipe:
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            close(ends[1])
            return Descriptor(ends[0])
        case .directory: return try opened("/", O_RDONLY | O_DIRECTORY)
        case .zeroDevice: return try opened("/dev/zero", O_RDWR)
        case .socket: return try Descriptor.pair().0
        case .program: return try opened("/proc/self/exe", O_RDONLY)
        case .readOnlyFile: return try opened("/etc/passwd", O_RDONLY)
        }
    }

    @Test(arguments: Kind.allCases) func wrong_descriptors_are_refused(kind: Kind) throws {
        let hostile = try Hostile()
        var later: (() -> Void)?
        hostile.socket.send(
            ClientPacket.memory(number: 1, size: 65_536).encoded(), with: try descriptor(kind, &later))
        var reason = try hostile.goodbye()
        if let later {
            // Memory that is not sealed is taken, and read when an image is asked of it.
            #expect(reason == nil)
            later()
            hostile.socket.send(
                ClientPacket.image(id: 1, width: 64, height: 64, isOpaque: true, memory: 1, offset: 0).encoded())
            reason = try hostile.goodbye()
        }
        #expect(reason != nil)
        #expect(hostile.service.clientCount == 0)
    }

    @Test func unsealed_memory_is_read_and_its_pixels_are_premultiplied() throws {
        let made = try unsealedMemory(16)
        let pixels: [UInt32] = [0x80FF_7F40, 0xFF12_3456, 0, 0x00FF_FFFF]
        #expect(unsafe pixels.withUnsafeBytes { unsafe pwrite(made, $0.baseAddress, 16, 0) } == 16)
        let source = try #require(SharedMemory.Source(made, size: 16))
        #expect(source.pixels(at: 0, count: 4) == [0x8080_7F40, 0xFF12_3456, 0, 0])
        #expect(source.pixels(at: 4, count: 4) == nil && source.pixels(at: -4, count: 1) == nil)
    }

    @Test func sealed_memory_gives_what_lies_within_it() throws {
        let memory = try SharedMemory(size: 4096)
        memory.write([0xFF01_0203, 0x4050_3020])
        let source = try #require(SharedMemory.Source(dup(memory.descriptor.number), size: 4096))
        #expect(source.pixels(at: 0, count: 2) == [0xFF01_0203, 0x4040_3020])
        #expect(source.pixels(at: 4092, count: 1) == [0])
        #expect(source.pixels(at: 4092, count: 2) == nil && source.pixels(at: 2, count: 1) == nil)
        #expect(source.pixels(at: .max - 3, count: 1) == nil && source.pixels(at: 0, count: .max / 8) == nil)
        #expect(ftruncate(memory.descriptor.number, 0) != 0, "its size is sealed")
    }

    @Test func pixels_within_messages_are_refused() throws {
        let hostile = try Hostile()
        // A put of an image of one pixel.
        hostile.socket.send(ClientPacket.message([4, 1, 1, 1, 1, 0, 0, 0, 255]).encoded())
        #expect(try hostile.goodbye() != nil)
    }

    @Test func frames_out_of_order_are_refused() throws {
        let surface = ClientPacket.surface(ContextID(rawValue: 1), ServedSurface(width: 4, height: 4))
        let wrong: [[ClientPacket]] = [
            [.hello(version: PacketForm.version, name: "again")], [.message([1, 1, 1])], [surface, .message([])],
            [.forget(memory: 3)],
            [.image(id: 0, width: 1, height: 1, isOpaque: false, memory: 1, offset: 0)],
            [.image(id: 1, width: 1, height: 1, isOpaque: false, memory: 1, offset: 0)],
        ]
        for packets in wrong {
            let hostile = try Hostile()
            for packet in packets { hostile.socket.send(packet.encoded()) }
            #expect(try hostile.goodbye() != nil, "\(packets)")
        }
        let hostile = try Hostile()
        // Nobody but the server has its end.
        func connect() throws -> PacketSocket {
            let (near, far) = try Descriptor.pair()
            hostile.service.adopt(far)
            return PacketSocket(near)
        }
        let silent = try connect()
        silent.send(surface.encoded())
        silent.flush()
        // The server's messages, and then the end.
        for _ in 0..<10 where !silent.isBroken {
            hostile.service.turn(seconds: 0)
            try silent.receive()
        }
        #expect(silent.isBroken, "without a hello")
    }

    @Test func another_version_is_told_so() throws {
        let (near, far) = try Descriptor.pair()
        let hostile = try Hostile()
        hostile.service.adopt(far)
        let other = PacketSocket(near)
        other.send(ClientPacket.hello(version: 99, name: "new").encoded())
        other.flush()
        for _ in 0..<3 { hostile.service.turn(seconds: 0) }
        try other.receive()
        let packet = try #require(try other.nextPacket())
        #expect(
            try ServerPacket(tag: packet.tag, bytes: packet.bytes)
                == .goodbye("version 99 of the protocol; the server speaks version 2"))
    }

    @Test func a_flood_of_descriptors_is_cut_off() throws {
        let hostile = try Hostile()
        for _ in 0..<70 {
            hostile.socket.send(
                ClientPacket.ask(number: 1, .clients).encoded(), with: try SharedMemory(size: 4).descriptor)
        }
        #expect(try hostile.goodbye() != nil)
        #expect(hostile.service.clientCount == 0)
    }

    @Test func of_who_does_not_read_nothing_more_is_read() throws {
        let hostile = try Hostile()
        _ = try hostile.answers()
        var (asked, answered) = (0, 0)
        while asked < 100_000, hostile.socket.backlog == 0 {
            for _ in 0..<32 { hostile.socket.send(ClientPacket.ask(number: 1, .clients).encoded()) }
            asked += 32
            hostile.socket.flush()
            for _ in 0..<40 { hostile.service.turn(seconds: 0) }
        }
        #expect(hostile.socket.backlog > 0 && hostile.service.clientCount == 1)
        for _ in 0..<100_000 where answered < asked {
            for case .text in try hostile.answers() { answered += 1 }
        }
        #expect(answered == asked, "all are answered when they are read")
    }
}
