import Foundation
import MicaEvents

/// Window events as bytes. A person's input at a server's screen is sent to the program that has the window.
///
/// An event is its time, its modifiers, a byte for its kind, and the kind's data; docs/commit-protocol.md has the list.
/// The window is identified next to the event, by its tree.
package enum EventBytes {
    /// The most bytes of a text.
    static let textLimit = 1 << 16
    /// The most files of a drop.
    static let fileLimit = 4096

    /// Encodes an event.
    package static func encode(_ event: WindowEvent) -> [UInt8] {
        var writer = PacketWriter(0, reserving: 128)
        writer.number(event.time)
        writer.integer(event.modifiers.rawValue)
        writer.write(event.content)
        return Array(writer.finish().dropFirst(PacketForm.headerSize))
    }

    /// Decodes an event, with `WindowID.first` as its window. The bytes are not trusted.
    package static func decode(_ bytes: [UInt8]) throws(SocketFault) -> WindowEvent {
        var reader = PacketReader(bytes)
        let time = try reader.number()
        let modifiers = KeyModifiers(rawValue: try reader.integer())
        let content = try reader.content()
        try reader.finish()
        return WindowEvent(content, time: time, modifiers: modifiers)
    }
}

extension PointerEvent.Phase {
    fileprivate static let all: [Self] = [.entered, .moved, .pressed, .released, .cancelled, .exited]
}

extension WheelEvent.Phase {
    fileprivate static let all: [Self] = [.single, .began, .changed, .ended, .momentum]
}

extension PacketWriter {
    /// Writes the index of a value in a list.
    private mutating func index<Value: Equatable>(_ value: Value, of all: [Value]) {
        integer(UInt8(all.firstIndex(of: value) ?? 0))
    }

    private mutating func point(_ point: CGPoint) {
        number(Double(point.x))
        number(Double(point.y))
    }

    private mutating func size(_ size: CGSize) {
        number(Double(size.width))
        number(Double(size.height))
    }

    /// Writes a text; one that is too long becomes empty.
    private mutating func limited(_ value: String) {
        text(value.utf8.count <= EventBytes.textLimit ? value : "")
    }

    fileprivate mutating func write(_ content: WindowEvent.Content) {
        switch content {
        case .pointer(let event):
            integer(UInt8(0))
            index(event.phase, of: PointerEvent.Phase.all)
            index(event.device, of: PointerDevice.allCases)
            integer(Int64(event.pointer))
            point(event.position)
            size(event.movement)
            integer(Int32(clamping: event.button?.rawValue ?? 0))
            integer(UInt8(min(event.buttons.count, 255)))
            for button in event.buttons.sorted(by: { $0.rawValue < $1.rawValue }).prefix(255) {
                integer(Int32(clamping: button.rawValue))
            }
            number(event.pressure)
            size(event.tilt)
            integer(Int32(clamping: event.clickCount))
        case .wheel(let event):
            integer(UInt8(1))
            point(event.position)
            size(event.movement)
            bool(event.isPrecise)
            index(event.phase, of: WheelEvent.Phase.all)
            bool(event.isInverted)
        case .key(let event):
            integer(UInt8(2))
            bool(event.isPressed)
            integer(event.code.rawValue)
            limited(event.characters)
            limited(event.unmodifiedCharacters)
            bool(event.isRepeat)
        case .text(let text):
            integer(UInt8(3))
            limited(text)
        case .composition(let composition):
            integer(UInt8(4))
            limited(composition.text)
            integer(UInt32(clamping: composition.selection.lowerBound))
            integer(UInt32(clamping: composition.selection.upperBound))
        case .focus(let isThere):
            integer(UInt8(5))
            bool(isThere)
        case .drop(let drop):
            integer(UInt8(6))
            let files = drop.files.prefix(EventBytes.fileLimit)
            integer(UInt32(files.count))
            for file in files { limited(file) }
            bool(drop.text != nil)
            if let text = drop.text { limited(text) }
            point(drop.position)
        case .resize(let metrics):
            integer(UInt8(7))
            size(metrics.size)
            number(Double(metrics.scale))
        case .appearance(let appearance):
            integer(UInt8(8))
            index(appearance, of: WindowAppearance.allCases)
        case .visibility(let isVisible):
            integer(UInt8(9))
            bool(isVisible)
        case .closeRequest: integer(UInt8(10))
        }
    }
}

extension PacketReader {
    private mutating func index<Value>(of all: [Value]) throws(SocketFault) -> Value {
        let index = Int(try integer(UInt8.self))
        guard index < all.count else { throw SocketFault("an event with \(index) of \(all.count)") }
        return all[index]
    }

    private mutating func point() throws(SocketFault) -> CGPoint { CGPoint(x: try number(), y: try number()) }

    private mutating func size() throws(SocketFault) -> CGSize { CGSize(width: try number(), height: try number()) }

    /// A text that may contain control characters: typed or dropped text.
    private mutating func typed() throws(SocketFault) -> String {
        try text(limit: EventBytes.textLimit, allowsControls: true)
    }

    private mutating func button() throws(SocketFault) -> PointerButton {
        PointerButton(rawValue: Int(try integer(Int32.self)))
    }

    fileprivate mutating func content() throws(SocketFault) -> WindowEvent.Content {
        let tag: UInt8 = try integer()
        switch tag {
        case 0: return .pointer(try pointer())
        case 1:
            return .wheel(
                WheelEvent(
                    at: try point(), movement: try size(), isPrecise: try bool(),
                    phase: try index(of: WheelEvent.Phase.all), isInverted: try bool()))
        case 2:
            let (isPressed, code) = (try bool(), KeyCode(rawValue: try integer()))
            return .key(
                KeyEvent(
                    code, isPressed: isPressed, characters: try typed(), unmodifiedCharacters: try typed(),
                    isRepeat: try bool()))
        case 3: return .text(try typed())
        case 4:
            let (text, low, high) = (try typed(), Int(try integer(UInt32.self)), Int(try integer(UInt32.self)))
            guard low <= high else { throw SocketFault("a selection that ends before it begins") }
            return .composition(TextComposition(text, selection: low..<high))
        case 5: return .focus(try bool())
        case 6:
            let count = Int(try integer(UInt32.self))
            guard count <= EventBytes.fileLimit else { throw SocketFault("a drop of \(count) files") }
            var files: [String] = []
            for _ in 0..<count { files.append(try typed()) }
            return .drop(DropEvent(files: files, text: try bool() ? try typed() : nil, position: try point()))
        case 7:
            let metrics = WindowMetrics(size: try size(), scale: CGFloat(try number()))
            guard 0.1...16 ~= metrics.scale, 0...65_536 ~= metrics.size.width, 0...65_536 ~= metrics.size.height else {
                throw SocketFault("a window of \(metrics.size) at a scale of \(metrics.scale)")
            }
            return .resize(metrics)
        case 8: return .appearance(try index(of: WindowAppearance.allCases))
        case 9: return .visibility(try bool())
        case 10: return .closeRequest
        default: throw SocketFault("an event of an unknown kind, \(tag)")
        }
    }

    private mutating func pointer() throws(SocketFault) -> PointerEvent {
        let (phase, device) = (try index(of: PointerEvent.Phase.all), try index(of: PointerDevice.allCases))
        let pointer = Int(try integer(Int64.self))
        var event = PointerEvent(phase, at: try point(), device: device, pointer: pointer, movement: try size())
        let number = try button()
        event.button = number.rawValue == 0 ? nil : number
        for _ in 0..<(try integer(UInt8.self)) { event.buttons.insert(try button()) }
        (event.pressure, event.tilt) = (try self.number(), try size())
        event.clickCount = Int(try integer(Int32.self))
        return event
    }
}
