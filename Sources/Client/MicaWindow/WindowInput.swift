import CSDL
import Foundation
import MicaEvents

/// Converts SDL's input events of one window to window events. It keeps state that single events lack, such as the
/// buttons that are down.
struct WindowInput {
    /// Whether an input method is composing.
    private(set) var isComposing = false
    private var position = CGPoint.zero
    private var buttons: Set<PointerButton> = []
    /// The fingers that are down, by SDL's finger numbers.
    private var fingers: [Int64: Int] = [:]
    private var dropped: DropEvent?

    /// Converts an event; nil if it is no input of the window.
    ///
    /// - Parameters:
    ///   - next: The event after it, because a key's text follows the key.
    ///   - unit: Points per SDL unit.
    ///   - size: The content's size, in points.
    mutating func content(
        of event: SDL_Event, followedBy next: SDL_Event?, unit: CGFloat, size: CGSize
    ) -> WindowEvent.Content? {
        switch SDL_EventType(rawValue: unsafe event.type) {
        case SDL_MOUSEMOTION:
            let motion = unsafe event.motion
            position = CGPoint(x: CGFloat(motion.x) * unit, y: CGFloat(motion.y) * unit)
            let movement = CGSize(width: CGFloat(motion.xrel) * unit, height: CGFloat(motion.yrel) * unit)
            return .pointer(PointerEvent(.moved, at: position, movement: movement, buttons: buttons))
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: return .pointer(button(unsafe event.button, unit))
        case SDL_MOUSEWHEEL: return .wheel(wheel(unsafe event.wheel, unit))
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: return .pointer(finger(unsafe event.tfinger, size))
        case SDL_KEYDOWN, SDL_KEYUP: return unsafe .key(key(unsafe event.key, next))
        case SDL_TEXTINPUT:
            isComposing = false
            return .text(unsafe event.text.string)
        case SDL_TEXTEDITING:
            let editing = unsafe event.edit
            return composition(editing.string, Int(editing.start), Int(editing.length))
        case SDL_TEXTEDITING_EXT:
            let editing = unsafe event.editExt
            let text = unsafe editing.text.map { unsafe String(cString: $0) } ?? ""
            return unsafe composition(text, Int(editing.start), Int(editing.length))
        case SDL_DROPBEGIN:
            dropped = DropEvent(files: [], position: position)
            return nil
        case SDL_DROPFILE:
            guard let file = unsafe event.drop.file else { return nil }
            dropped = dropped ?? DropEvent(files: [], position: position)
            dropped?.files.append(unsafe String(cString: file))
            return nil
        case SDL_DROPTEXT:
            guard let text = unsafe event.drop.file else { return nil }
            let lines = [dropped?.text, unsafe String(cString: text)].compactMap(\.self)
            dropped = dropped ?? DropEvent(files: [], position: position)
            dropped?.text = lines.joined(separator: "\n")
            return nil
        case SDL_DROPCOMPLETE:
            defer { dropped = nil }
            guard let dropped, !dropped.files.isEmpty || dropped.text != nil else { return nil }
            return .drop(dropped)
        case SDL_WINDOWEVENT: return window(unsafe event.window)
        default: return nil
        }
    }

    private mutating func window(_ event: SDL_WindowEvent) -> WindowEvent.Content? {
        switch SDL_WindowEventID(rawValue: UInt32(event.event)) {
        case SDL_WINDOWEVENT_ENTER: return .pointer(PointerEvent(.entered, at: position, buttons: buttons))
        case SDL_WINDOWEVENT_LEAVE: return .pointer(PointerEvent(.exited, at: position, buttons: buttons))
        case SDL_WINDOWEVENT_FOCUS_GAINED: return .focus(true)
        case SDL_WINDOWEVENT_FOCUS_LOST:
            isComposing = false
            return .focus(false)
        case SDL_WINDOWEVENT_CLOSE: return .closeRequest
        default: return nil
        }
    }

    private mutating func button(_ event: SDL_MouseButtonEvent, _ unit: CGFloat) -> PointerEvent {
        position = CGPoint(x: CGFloat(event.x) * unit, y: CGFloat(event.y) * unit)
        // SDL numbers the wheel's button 2 and the right one 3.
        let number =
            switch event.button {
            case 2: 3
            case 3: 2
            default: Int(event.button)
            }
        let (button, isDown) = (PointerButton(rawValue: number), event.state == SDL_PRESSED)
        if isDown { buttons.insert(button) } else { buttons.remove(button) }
        return PointerEvent(
            isDown ? .pressed : .released, at: position, button: button, buttons: buttons, clickCount: Int(event.clicks)
        )
    }

    private mutating func wheel(_ event: SDL_MouseWheelEvent, _ unit: CGFloat) -> WheelEvent {
        position = CGPoint(x: CGFloat(event.mouseX) * unit, y: CGFloat(event.mouseY) * unit)
        // SDL counts to the right; the content moves the other way.
        let movement = CGSize(width: 0 - CGFloat(event.preciseX), height: CGFloat(event.preciseY))
        return WheelEvent(
            at: position, movement: movement, isInverted: event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue)
    }

    private mutating func finger(_ event: SDL_TouchFingerEvent, _ size: CGSize) -> PointerEvent {
        let at = CGPoint(x: CGFloat(event.x) * size.width, y: CGFloat(event.y) * size.height)
        let movement = CGSize(width: CGFloat(event.dx) * size.width, height: CGFloat(event.dy) * size.height)
        let number = fingers[event.fingerId] ?? (0...).first { number in !fingers.values.contains(number) } ?? 0
        let isUp = event.type == SDL_FINGERUP.rawValue
        fingers[event.fingerId] = isUp ? nil : number
        let phase: PointerEvent.Phase =
            isUp ? .released : event.type == SDL_FINGERDOWN.rawValue ? .pressed : .moved
        return PointerEvent(
            phase, at: at, device: .touch, pointer: number, movement: movement,
            button: phase == .moved ? nil : .primary,
            buttons: isUp ? [] : [.primary], pressure: isUp ? 0 : min(max(Double(event.pressure), 0), 1),
            clickCount: phase == .pressed ? 1 : 0)
    }

    private func key(_ event: SDL_KeyboardEvent, _ next: SDL_Event?) -> KeyEvent {
        let (symbol, modifiers) = (event.keysym.sym, KeyModifiers(event.keysym.mod))
        // The number of a key that types is its character, without modifiers.
        var own = ""
        if symbol > 0, symbol < 1 << 30, let scalar = Unicode.Scalar(UInt32(symbol)) { own = String(scalar) }
        if own == "\r" { own = "\n" }
        if ["\u{8}", "\u{1B}", "\u{7F}"].contains(own) { own = "" }
        let shifted = modifiers.contains(.shift) ? own.uppercased() : own
        var characters = modifiers.contains(.shift) != modifiers.contains(.capsLock) ? own.uppercased() : own
        if let next = unsafe next, unsafe next.type == SDL_TEXTINPUT.rawValue, event.type == SDL_KEYDOWN.rawValue {
            characters = unsafe next.text.string
        }
        return KeyEvent(
            KeyCode(rawValue: UInt16(clamping: event.keysym.scancode.rawValue)), isPressed: event.state == SDL_PRESSED,
            characters: characters, unmodifiedCharacters: shifted, isRepeat: event.repeat != 0)
    }

    private mutating func composition(_ text: String, _ start: Int, _ length: Int) -> WindowEvent.Content {
        isComposing = !text.isEmpty
        let first = max(0, start)
        return .composition(TextComposition(text, selection: first..<first + min(max(0, length), text.count)))
    }
}

extension KeyModifiers {
    /// The modifiers that are down or on.
    init(_ bits: UInt16) {
        let table: [(SDL_Keymod, KeyModifiers)] = [
            (KMOD_SHIFT, .shift), (KMOD_CTRL, .control), (KMOD_ALT, .alt), (KMOD_GUI, .command), (KMOD_CAPS, .capsLock),
            (KMOD_NUM, .numLock), (KMOD_MODE, .altGraph),
        ]
        self = []
        for (mask, modifier) in table where UInt32(bits) & mask.rawValue != 0 { insert(modifier) }
    }
}

extension SDL_TextInputEvent {
    fileprivate var string: String { unsafe withUnsafeBytes(of: text) { unsafe Self.string($0) } }

    fileprivate static func string(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension SDL_TextEditingEvent {
    fileprivate var string: String { unsafe withUnsafeBytes(of: text) { unsafe SDL_TextInputEvent.string($0) } }
}

extension SDL_Event {
    /// SDL's number of the event's window; 0 for none.
    var windowNumber: UInt32 {
        switch unsafe SDL_EventType(rawValue: type) {
        case SDL_WINDOWEVENT: unsafe window.windowID
        case SDL_KEYDOWN, SDL_KEYUP: unsafe key.windowID
        case SDL_TEXTEDITING: unsafe edit.windowID
        case SDL_TEXTEDITING_EXT: unsafe editExt.windowID
        case SDL_TEXTINPUT: unsafe text.windowID
        case SDL_MOUSEMOTION: unsafe motion.windowID
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: unsafe button.windowID
        case SDL_MOUSEWHEEL: unsafe wheel.windowID
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: unsafe tfinger.windowID
        case SDL_DROPBEGIN, SDL_DROPFILE, SDL_DROPTEXT, SDL_DROPCOMPLETE: unsafe drop.windowID
        default: 0
        }
    }

    /// Whether it is a key's, pressed or released.
    var isKey: Bool { unsafe type == SDL_KEYDOWN.rawValue || type == SDL_KEYUP.rawValue }

    /// Frees the memory that some events carry.
    func letGo() {
        switch unsafe SDL_EventType(rawValue: type) {
        case SDL_DROPFILE, SDL_DROPTEXT: unsafe SDL_free(drop.file)
        case SDL_TEXTEDITING_EXT: unsafe SDL_free(editExt.text)
        default: break
        }
    }
}
