import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaCompositor
import MicaRandom
import MicaServer
import MicaServing
import MicaSocket
import MicaWire
import QuartzCore
import Testing

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

/// A program's layers in another's picture.
@Suite(.serialized) struct RemoteLayerTests {
    private let port: UInt32 = 0x1234_5678, id: UInt32 = 0x9ABC_DEF0

    private func layer(_ color: CGColor, _ x: Double, _ y: Double, _ side: Double = 16) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: side, height: side)
        layer.backgroundColor = color
        return layer
    }

    /// A program that shows another's tree in the middle of a red one.
    private func host(_ service: VirtualService, port: UInt32) throws -> (VirtualProgram, CALayer) {
        let program = try VirtualProgram(service, port: port)
        let frame = CALayer(remoteClientId: id)
        program.change {
            frame.frame = CGRect(x: 8, y: 8, width: 16, height: 16)
            program.root.backgroundColor = red
            program.root.addSublayer(frame)
        }
        return (program, frame)
    }

    private func guest(_ service: VirtualService, _ color: CGColor = green) throws -> VirtualProgram {
        let program = try VirtualProgram(service, export: (id, port), side: 16)
        program.change { program.root.backgroundColor = color }
        return program
    }

    @Test(arguments: [true, false]) func a_tree_is_shown_within_another_s(isFirst: Bool) throws {
        let service = try VirtualService()
        let early = isFirst ? try guest(service) : nil
        service.turn()
        let (host, frame) = try host(service, port: port)
        #expect(try host.picture()?[2, 2] == 0xFFFF_0000)
        let other = try early ?? guest(service)
        let picture = try #require(try host.picture())
        #expect(picture[2, 2] == 0xFFFF_0000 && picture[9, 9] == 0xFF00_FF00 && picture[23, 23] == 0xFF00_FF00)
        // Each continues by itself.
        other.change { other.root.addSublayer(layer(blue, 0, 0, 4)) }
        host.change { frame.position.x += 4 }
        let next = try #require(try host.picture())
        #expect(next[9, 9] == 0xFFFF_0000 && next[13, 9] == 0xFF00_00FF && next[17, 13] == 0xFF00_FF00)
        try other.hear()
        #expect(other.applied == other.lastCommit && host.applied == host.lastCommit)
        // In front of the sublayers that the layer has.
        host.change { frame.addSublayer(layer(red, 0, 0)) }
        #expect(try host.picture()?[17, 13] == 0xFF00_FF00)
        host.change { frame.isHidden = true }
        #expect(try host.picture()?[17, 13] == 0xFFFF_0000)
        host.change { frame.removeFromSuperlayer() }
        #expect(try host.picture()?[17, 13] == 0xFFFF_0000)
        host.change { host.root.addSublayer(frame) }
        host.change { frame.isHidden = false }
        #expect(try host.picture()?[17, 13] == 0xFF00_FF00, "it may come back")
    }

    @Test func frames_are_drawn_when_the_other_changes() throws {
        let service = try VirtualService()
        let ((host, _), other) = (try host(service, port: port), try guest(service))
        let hear = {
            try host.hear()
            try other.hear()
        }
        try service.pass(5, hear)
        let before = host.shown.count
        try service.pass(10, hear)
        #expect(host.shown.count == before, "nothing happens")
        other.change { other.root.backgroundColor = blue }
        try service.pass(3, hear)
        #expect(host.shown.count == before + 1)
        other.change {
            let move = CABasicAnimation(keyPath: "opacity")
            (move.fromValue, move.toValue, move.beginTime, move.duration) = (0, 1, 1, 1e6)
            other.root.add(move, forKey: "move")
        }
        try service.pass(60, hear)
        #expect(host.shown.count - before >= 59, "it is animated, whatever its program does")
    }

    @Test func what_a_program_shows_goes_with_it() throws {
        let service = try VirtualService()
        let (host, _) = try host(service, port: port)
        var other: VirtualProgram? = try guest(service)
        #expect(try host.picture()?[12, 12] == 0xFF00_FF00)
        other?.crash()
        other = nil
        #expect(try host.picture()?[12, 12] == 0xFFFF_0000)
        #expect(service.service.clientCount == 1)
        let next = try guest(service, blue)
        #expect(try host.picture()?[12, 12] == 0xFF00_00FF, "the number may be had again")
        next.peer.send(.message([2] + WireNumbers.integer(next.context.id.rawValue)))
        #expect(try host.picture()?[12, 12] == 0xFFFF_0000)
    }

    @Test func nobody_shows_what_was_not_handed_to_him() throws {
        let service = try VirtualService()
        let (stranger, _) = try host(service, port: 99)
        let other = try guest(service)
        #expect(try stranger.picture()?[12, 12] == 0xFFFF_0000, "he knows the number alone")
        let (host, _) = try host(service, port: port)
        #expect(try host.picture()?[12, 12] == 0xFF00_FF00)
        #expect(try stranger.picture()?[12, 12] == 0xFFFF_0000)
        // Nor does he get there by saying that he is the other.
        stranger.peer.send(.port(port))
        service.turn()
        #expect(try stranger.hear().contains(.goodbye("a port that another program has")))
        #expect(service.service.clientCount == 2)
        // Or by handing over a tree under a number that is there.
        let copy = try VirtualProgram(service, export: (id, port), side: 16)
        copy.change { copy.root.backgroundColor = blue }
        service.turn()
        #expect(try copy.hear().contains(.goodbye("a tree's number is another tree's")))
        #expect(try host.picture()?[12, 12] == 0xFF00_FF00)
        withExtendedLifetime(other) {}
    }

    @Test func trees_that_show_each_other_end_where_they_began() throws {
        let service = try VirtualService()
        // The window shows the guest, which shows a tree of the window's program, which shows the guest.
        let (host, frame) = try host(service, port: port)
        let other = try VirtualProgram(service, port: 7, export: (id, port), side: 16)
        let back = try VirtualProgram(service, export: (30, 7), side: 8, peer: host.peer)
        other.change {
            other.root.backgroundColor = green
            other.root.addSublayer(CALayer(remoteClientId: 30))
        }
        back.change {
            back.root.backgroundColor = blue
            back.root.addSublayer(CALayer(remoteClientId: id))
        }
        for round in 0..<4 {
            try service.pass(3)
            let picture = try #require(try host.picture())
            #expect(picture[10, 10] == 0xFF00_00FF && picture[20, 20] == 0xFF00_FF00, "round \(round)")
            host.change { frame.opacity = round % 2 == 0 ? 0.999 : 1 }
            host.change { frame.opacity = 1 }
            other.change { other.root.cornerRadius = CGFloat(round) / 100 }
            back.change { back.root.cornerRadius = CGFloat(round) / 100 }
        }
        #expect(service.service.clientCount == 2)
    }

    @Test func guests_of_guests_are_shown() throws {
        let service = try VirtualService()
        let inner = try VirtualProgram(service, export: (20, 5), side: 8)
        inner.change { inner.root.backgroundColor = blue }
        let middle = try VirtualProgram(service, port: 5, export: (id, port), side: 16)
        middle.change {
            middle.root.backgroundColor = green
            middle.root.addSublayer(CALayer(remoteClientId: 20))
        }
        let (host, _) = try host(service, port: port)
        for _ in 0..<3 { service.turn() }
        let picture = try #require(try host.picture())
        #expect(picture[10, 10] == 0xFF00_00FF && picture[20, 20] == 0xFF00_FF00 && picture[2, 2] == 0xFFFF_0000)
        middle.crash()
        service.turn()
        #expect(try host.picture()?[10, 10] == 0xFFFF_0000, "all of it goes")
        withExtendedLifetime((inner, middle)) {}
    }

    @Test func what_is_said_of_a_guest_s_layers_is_not_said_to_the_host() throws {
        let service = try VirtualService()
        let ((host, _), other) = (try host(service, port: port), try guest(service))
        other.change {
            let many = CAReplicatorLayer()
            many.instanceCount = 1_000_000
            many.addSublayer(layer(blue, 0, 0, 1))
            other.root.addSublayer(many)
        }
        try service.pass(3) {
            try host.hear()
            try other.hear()
        }
        #expect(!host.notes.contains { if case .note = $0 { true } else { false } })
    }

    @Test func a_tied_change_of_both_is_one_frame() throws {
        let service = try VirtualService()
        let ((host, frame), other) = (try host(service, port: port), try guest(service))
        let hear = {
            try host.hear()
            try other.hear()
        }
        try service.pass(4, hear)
        var log: [(UInt32, UInt32)] = []
        let fence = LayerFence()
        other.change(tying: (fence, 1)) { other.root.backgroundColor = blue }
        try service.pass(3) {
            try hear()
            let picture = try host.picture()
            log.append((picture?[2, 2] ?? 0, picture?[12, 12] ?? 0))
        }
        host.change(tying: (fence, 0)) {
            host.root.backgroundColor = .white
            frame.cornerRadius = 1
        }
        try service.pass(4) {
            try hear()
            let picture = try host.picture()
            log.append((picture?[2, 2] ?? 0, picture?[12, 12] ?? 0))
        }
        let (old, new) = ((UInt32(0xFFFF_0000), UInt32(0xFF00_FF00)), (UInt32(0xFFFF_FFFF), UInt32(0xFF00_00FF)))
        #expect(log.allSatisfy { $0 == old || $0 == new }, "\(log)")
        #expect(log.prefix(3).allSatisfy { $0 == old } && log.suffix(2).allSatisfy { $0 == new }, "\(log)")
    }

    // MARK: As one tree

    /// Changes a tree at random.
    private func change(_ root: CALayer, _ layers: inout [CALayer], _ random: inout SeededGenerator) {
        switch random.below(layers.isEmpty ? 1 : 6) {
        case 0, 1:
            let new = layer(
                CGColor(srgbRed: random.unit(), green: random.unit(), blue: 0.5, alpha: random.number(0.3...1)),
                Double(random.below(24)), Double(random.below(24)), Double(random.whole(2...12)))
            (layers.isEmpty || random.chance() ? root : random.pick(layers)).addSublayer(new)
            layers.append(new)
        case 2: random.pick(layers).removeFromSuperlayer()
        case 3: random.pick(layers).position = CGPoint(x: random.below(24), y: random.below(24))
        case 4: random.pick(layers).opacity = Float(random.unit())
        default: root.addSublayer(random.pick(layers))
        }
    }

    private func copied(_ layer: CALayer, _ frame: CALayer?, _ other: CALayer) -> CALayer {
        let copy = CALayer()
        (copy.bounds, copy.position) = (layer.bounds, layer.position)
        (copy.backgroundColor, copy.opacity) = (layer.backgroundColor, layer.opacity)
        for sublayer in layer.sublayers ?? [] { copy.addSublayer(copied(sublayer, frame, other)) }
        if layer === frame { copy.addSublayer(copied(other, nil, other)) }
        return copy
    }

    @Test(arguments: UInt64(1)...24) func a_shown_tree_is_drawn_as_if_it_were_one(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let service = try VirtualService()
        let ((host, frame), other) = (try host(service, port: port), try guest(service))
        var (layers, others): ([CALayer], [CALayer]) = ([frame], [])
        for round in 0..<12 {
            if random.chance() { host.change { change(host.root, &layers, &random) } }
            if random.chance(0.7) { other.change { change(other.root, &others, &random) } }
            if random.chance(0.1) {
                other.context.resend(at: service.clock.now)
                other.send()
            }
            if random.chance(0.1) {
                host.context.resend(at: service.clock.now)
                host.send()
            }
            try service.pass(1)
            let shown = try host.picture()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            let flat = copied(host.root, frame, other.root)
            CATransaction.commit()
            let renderer = LayerRenderer(layer: flat, size: CGSize(width: 32, height: 32))
            renderer.background = .black
            #expect(shown == renderer.bitmap(at: 0), "seed \(seed), round \(round)")
            try host.hear()
            try other.hear()
            #expect(host.applied == host.lastCommit && other.applied == other.lastCommit)
        }
    }
}

/// Numbers as messages have them.
enum WireNumbers {
    static func integer(_ value: UInt64) -> [UInt8] {
        var (value, bytes): (UInt64, [UInt8]) = (value, [])
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }
}
