import Foundation
import MicaEvents
import MicaRandom
import MicaServing
import MicaSocket
import MicaWire
import Synchronization
import Testing

/// What people do at a server's screen comes to the program as it was.
@Suite(.serialized) struct EventTests {
    private static let events: [WindowEvent] = {
        var pen = PointerEvent(
            .pressed, at: CGPoint(x: -3.5, y: 1e6), device: .eraser, pointer: 7, movement: CGSize(width: 1, height: -2),
            button: .secondary, buttons: [.primary, .forward], pressure: 0.25, tilt: CGSize(width: 0.1, height: -0.2),
            clickCount: 3)
        pen.pointer = .min
        let contents: [WindowEvent.Content] = [
            .pointer(pen), .pointer(PointerEvent(.exited, at: .zero)),
            .wheel(
                WheelEvent(
                    at: CGPoint(x: 1, y: 2), movement: CGSize(width: 3, height: -4), isPrecise: true, phase: .momentum,
                    isInverted: true)),
            .key(KeyEvent(.enter, isPressed: false, characters: "\r", unmodifiedCharacters: "x", isRepeat: true)),
            .text("é\t漢字"), .composition(TextComposition("nihao", selection: 1..<3)), .focus(true), .focus(false),
            .drop(DropEvent(files: ["/a b", "/c\nd"], text: "e", position: CGPoint(x: 5, y: 6))),
            .drop(DropEvent(files: [], position: .zero)),
            .resize(WindowMetrics(size: CGSize(width: 640.5, height: 1), scale: 1.25)), .appearance(.dark),
            .visibility(false), .closeRequest,
        ]
        return contents.enumerated().map {
            WindowEvent($0.element, time: Double($0.offset) + 0.5, modifiers: [.shift, .altGraph])
        }
    }()

    @Test func events_are_read_back() throws {
        for event in Self.events { #expect(try EventBytes.decode(EventBytes.encode(event)) == event) }
    }

    @Test func events_that_are_cut_or_changed_are_errors_or_events() throws {
        var random = SeededGenerator(seed: 26)
        for event in Self.events {
            let bytes = EventBytes.encode(event)
            for count in 0..<bytes.count {
                #expect(throws: SocketFault.self) { try EventBytes.decode(Array(bytes.prefix(count))) }
            }
            for _ in 0..<300 {
                var broken = bytes
                for _ in 0..<random.whole(1...3) {
                    broken[random.below(broken.count)] = UInt8(truncatingIfNeeded: random.next())
                }
                if let found = try? EventBytes.decode(broken) { _ = EventBytes.encode(found) }
            }
        }
    }

    /// A screen that notes the windows to show.
    private final class NotedScreen: ServiceScreen {
        let shown = Mutex<[UInt32: (tree: RemoteID, surface: ServedSurface)]>([:])
        func show(_ window: UInt32, _ tree: RemoteID, _ surface: ServedSurface) {
            shown.withLock { $0[window] = (tree, surface) }
        }
        func close(_ window: UInt32) { shown.withLock { $0[window] = nil } }
    }

    @Test func events_go_to_the_program_whose_window_it_is() throws {
        let screen = NotedScreen()
        let service = try VirtualService(screen: screen)
        let (one, other) = (try VirtualProgram(service), try VirtualProgram(service))
        one.change { one.root.opacity = 0.5 }
        other.change { other.root.opacity = 0.5 }
        service.turn()
        #expect(screen.shown.withLock { $0.keys.sorted() } == [1, 2])
        #expect(one.applied == 0)
        for event in Self.events { service.service.events.send(event, to: 2) }
        service.turn()
        func heard(_ program: VirtualProgram) throws -> [WindowEvent] {
            try program.hear().compactMap { frame in
                guard case .event(program.context.id, let bytes) = frame else { return nil }
                return try EventBytes.decode(bytes)
            }
        }
        #expect(try heard(one).isEmpty)
        #expect(try heard(other) == Self.events)
        #expect(one.applied == one.lastCommit && other.applied == other.lastCommit)
        #expect(try one.picture() != nil, "a picture may still be asked for")
        other.crash()
        service.turn()
        #expect(screen.shown.withLock { $0.keys.sorted() } == [1])
        service.service.events.send(Self.events[0], to: 2)
        service.turn()
        #expect(try heard(one).isEmpty, "a window that is gone has no events")
    }
}
