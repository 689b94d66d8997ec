import Foundation
import MicaServing
import MicaTrace
import MicaWire
import Testing

@testable import MicaSocket

/// The queues of a connection: packets in their order, and unread messages without those that were replaced.
@Suite(.serialized) struct QueueTests {
    private func received(_ socket: PacketSocket) throws -> [ClientPacket] {
        try socket.receive()
        var packets: [ClientPacket] = []
        while let packet = try socket.nextPacket() {
            packets.append(try ClientPacket(tag: packet.tag, bytes: packet.bytes))
        }
        return packets
    }

    @Test func packets_that_are_made_later_hold_back_those_after_them() throws {
        let (near, far) = try Descriptor.pair()
        let (sender, receiver) = (PacketSocket(near), PacketSocket(far))
        var (made, tries): ([PacketSocket.Outgoing]?, Int) = (nil, 0)
        sender.send(ClientPacket.port(1).encoded())
        sender.send { () throws(SystemError) in
            tries += 1
            return made
        }
        sender.send(ClientPacket.port(4).encoded())
        sender.flush()
        #expect(try received(receiver) == [.port(1)])
        #expect(!sender.waitsForRoom, "no room in the socket helps")
        sender.flush()
        #expect(try received(receiver).isEmpty && tries == 2)
        made = [PacketSocket.Outgoing(.forget(memory: 2)), PacketSocket.Outgoing(.forget(memory: 3))]
        sender.flush()
        #expect(try received(receiver) == [.forget(memory: 2), .forget(memory: 3), .port(4)])
        #expect(tries == 3 && sender.backlog == 0 && sender.isRead)
    }

    @Test func a_packet_that_cannot_be_made_breaks_the_connection() throws {
        let (near, far) = try Descriptor.pair()
        let (sender, receiver) = (PacketSocket(near), PacketSocket(far))
        sender.send { () throws(SystemError) in throw SystemError(code: 12) }
        sender.send(ClientPacket.port(1).encoded())
        sender.flush()
        #expect(sender.isBroken && sender.fault?.code == 12)
        #expect(try received(receiver).isEmpty)
    }

    @Test func unread_messages_are_replaced_by_later_ones_on_the_same_subject() {
        let (one, two) = (ContextID(rawValue: 1), ContextID(rawValue: 2))
        var unread = UnreadMessages()
        for frame in 1...100 {
            unread.add(.presented(one, number: UInt64(frame), at: Double(frame)))
            unread.add(.presented(two, number: 7, at: Double(frame)))
            unread.add(.nextChange(one, at: Double(frame)))
        }
        unread.add(.released([3]))
        unread.add(.released([4]))
        var list: [ServerMessage] = [.applied(two, number: 1)]
        unread.move(to: &list)
        #expect(
            list == [
                .applied(two, number: 1), .presented(one, number: 100, at: 100), .presented(two, number: 7, at: 100),
                .nextChange(one, at: 100), .released([3]), .released([4]),
            ])
        list = []
        unread.move(to: &list)
        #expect(list.isEmpty)
    }

    @Test func a_released_link_ends_its_connection() throws {
        let service = try RunningService()
        defer { service.stop() }
        let watcher = try ServerLink(service.address, name: "watcher")
        func clients() throws -> String {
            guard case .text(let text) = try watcher.ask(.clients) else { return "" }
            return text
        }
        weak var released: ServerLink?
        do {
            let link = try ServerLink(service.address, name: "released")
            released = link
            #expect(try clients().contains("released"))
            withExtendedLifetime(link) {}
        }
        let end = MonotonicClock.now + 30
        while try clients().contains("released"), MonotonicClock.now < end { Thread.sleep(forTimeInterval: 0.001) }
        #expect(try !clients().contains("released") && released == nil)
    }
}
