import CoreGraphics
import MicaBase
import MicaEncoding
import MicaSocket
import MicaWire
import QuartzCore
import Testing

@testable import MicaServing

/// A client does not affect the others.
@Suite(.serialized) struct FairnessTests {
    /// A layer that moves for a long time.
    private func moving(_ program: VirtualProgram) {
        program.change {
            let layer = CALayer()
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            layer.backgroundColor = .white
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.beginTime, move.duration) = (0, 32, 1, 1e5)
            layer.add(move, forKey: "move")
            program.root.addSublayer(layer)
        }
    }

    @Test(arguments: [1e12, 1e300, -1e300, 0]) func pictures_at_any_time_leave_a_window_as_it_is(time: Double) throws {
        let service = try VirtualService()
        let (program, other) = (try VirtualProgram(service), try service.connect("curious"))
        moving(program)
        try service.pass(10) { try program.hear() }
        let before = program.shown.count
        #expect(before >= 9)
        other.send(.ask(number: 1, .picture(window: 1, time: time)))
        try service.pass(60) { try program.hear() }
        #expect(program.shown.count - before >= 58, "\(program.shown.count - before) frames of 60")
        #expect(try other.hear().contains { if case .picture = $0 { true } else { false } })
    }

    @Test func many_small_frames_of_one_are_handled_in_parts() throws {
        let service = try VirtualService()
        let (flood, other) = (try service.connect("flood"), try service.connect("other"))
        service.turn()
        for _ in 0..<400 { flood.send(.surface(ContextID(rawValue: 1), ServedSurface(width: 8, height: 8))) }
        flood.send(.ask(number: 1, .clients))
        other.send(.ask(number: 1, .clients))
        func isAnswered(_ peer: PacketPeer) throws -> Bool {
            try peer.hear().contains { if case .text = $0 { true } else { false } }
        }
        service.clock.tick = 1e-4
        service.turn(2)
        #expect(try isAnswered(other))
        #expect(try !isAnswered(flood), "a millisecond is ten frames here")
        service.turn(60)
        #expect(try isAnswered(flood))
    }

    @Test func pictures_that_nobody_reads_are_few() throws {
        let service = try VirtualService()
        let program = try VirtualProgram(service)
        for number in UInt32(1)...9 { program.peer.send(.ask(number: number, .picture(window: 0, time: nil))) }
        func pictures() throws -> Int { try program.hear().count { if case .picture = $0 { true } else { false } } }
        service.turn(20)
        #expect(try pictures() == 2)
        var later = 0
        for _ in 0..<20 {
            service.turn(1)
            later += try pictures()
        }
        #expect(later == 7, "who reads has all of them")
    }

    @Test func of_many_surfaces_few_are_made() throws {
        let clock = ManualClock()
        let parts = ServiceParts(
            options: ServiceOptions(), clock: clock, event: try Descriptor.event(), screen: nil)
        let window = ServedWindow(number: 1, ContextID(rawValue: 1), ServedSurface(width: 8, height: 8), parts)
        func width(after side: Int) -> Int {
            window.change(to: ServedSurface(width: side, height: side))
            window.step(at: clock.now)
            return window.picture.width
        }
        #expect(width(after: 40) == 40)
        #expect(width(after: 60) == 40, "this half of a refresh has its own")
        #expect(width(after: 80) == 40)
        #expect(window.due <= clock.now + 0.5 / 60)
        clock.now += 0.6 / 60
        window.step(at: clock.now)
        #expect(window.picture.width == 80, "the last counts")
    }

    @Test func a_refused_tree_ends_no_program() throws {
        let service = try VirtualService()
        let program = try VirtualProgram(service)
        program.change { program.root.backgroundColor = .white }
        program.context.resend(at: 1)
        program.send()
        for error in [CommitError.twoOwners(LayerID(rawValue: 1)), .unknownLayer(LayerID(rawValue: 2))] {
            program.context.commitRefused(program.lastCommit, error, at: 1)
            program.change { program.root.cornerRadius += 1 }
        }
        #expect(try program.picture()?[16, 16] == 0xFFFF_FFFF, "its next change is all of the tree")
        #expect(program.applied == program.lastCommit)
    }

    // MARK: Images

    /// Memory of a client with an image in it; the image's packet.
    private func image(_ id: UInt64, _ side: Int, in memory: UInt32) -> ClientPacket {
        .image(id: id, width: UInt32(side), height: UInt32(side), isOpaque: true, memory: memory, offset: 0)
    }

    @Test func images_beyond_the_quota_are_refused_before_they_are_looked_at() throws {
        var options = ServiceOptions()
        options.quota.imageBytes = 40_000
        let service = try VirtualService(options)
        let peer = try service.connect()
        peer.send(.memory(number: 1, size: 36_864), with: try SharedMemory(size: 36_864).descriptor)
        peer.send(image(1, 96, in: 1))
        peer.send(image(2, 96, in: 1))
        service.turn()
        let reasons = try peer.hear().compactMap { if case .goodbye(let reason) = $0 { reason } else { nil } }
        #expect(reasons == ["images of more than 40000 bytes, or more than 65536"])
        #expect(service.service.clientCount == 0)
    }

    @Test func small_images_are_copied_at_once() throws {
        let service = try VirtualService()
        let program = try VirtualProgram(service, onRequest: true)
        program.peer.send(.memory(number: 5, size: 4096), with: try SharedMemory(size: 4096).descriptor)
        program.peer.send(image(1, 32, in: 5))
        service.turn()
        try program.hear()
        #expect(program.taken == [5])
    }

    @Test func large_images_are_copied_when_they_are_drawn() throws {
        let service = try VirtualService()
        let program = try VirtualProgram(service, onRequest: true)
        let memory = try SharedMemory(size: 1 << 18)
        memory.write([UInt32](repeating: 0xFF00_FF00, count: 1 << 16))
        program.peer.send(.memory(number: 5, size: 1 << 18), with: memory.descriptor)
        let picture = ImageResource(bitmap: Bitmap(width: 256, height: 256, filledWith: 0xFF00_FF00))
        program.peer.send(image(picture.id, 256, in: 5))
        program.change { program.root.contents = CGImage(resource: picture) }
        service.turn()
        try program.hear()
        #expect(program.taken.isEmpty, "nobody has drawn it")
        #expect(try program.picture()?[3, 3] == 0xFF00_FF00)
        service.turn()
        try program.hear()
        #expect(program.taken == [5])
    }

    @Test func images_that_nobody_draws_give_their_memory_back() throws {
        let service = try VirtualService()
        let program = try VirtualProgram(service, onRequest: true)
        for number in UInt32(1)...9 {
            program.peer.send(.memory(number: number, size: 1 << 18), with: try SharedMemory(size: 1 << 18).descriptor)
            program.peer.send(image(UInt64(number), 256, in: number))
        }
        func back() throws -> Set<UInt32> {
            service.turn()
            let before = program.taken.count
            try program.hear()
            return Set(program.taken.dropFirst(before))
        }
        #expect(try back() == [1, 2, 3], "six may wait")
        program.peer.send(.message(ClientMessageEncoder.drop([4, 5])))
        #expect(try back() == [4, 5], "they are gone, and were never copied")
        program.peer.send(.forget(memory: 6))
        #expect(try back() == [6], "what is forgotten is copied before")
    }
}
