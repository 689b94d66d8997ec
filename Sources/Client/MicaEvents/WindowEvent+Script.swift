import Foundation

extension WindowEvent {
    /// The event as a line of a script, without its time (docs/scripted-windows.md); a comment if scripts cannot
    /// express it.
    package var scriptLine: String {
        switch content {
        case .pointer(let pointer): line(pointer)
        case .wheel(let wheel):
            "wheel \(Self.pair(CGPoint(x: wheel.movement.width, y: wheel.movement.height)))"
                + (wheel.isPrecise ? " points" : "") + " on \(Self.pair(wheel.position))" + held
        case .key(let key):
            key.isRepeat
                ? "# \(key.code.name) goes on" : "\(key.isPressed ? "keydown" : "keyup") \(key.code.name)" + held
        case .text(let text): "text \(Self.quoted(text))"
        case .composition(let composition): "compose \(Self.quoted(composition.text))"
        case .focus(let isFocused): "focus \(isFocused ? "on" : "off")"
        case .drop(let drop):
            drop.files.isEmpty
                ? "# a text is dropped on \(Self.pair(drop.position))"
                : "drop \(drop.files.map { Self.quoted($0) }.joined(separator: " ")) on \(Self.pair(drop.position))"
        case .resize(let metrics): "resize \(Self.number(metrics.size.width))x\(Self.number(metrics.size.height))"
        case .appearance(let appearance): "appearance \(appearance.rawValue)"
        case .visibility(let isVisible): isVisible ? "show" : "hide"
        case .closeRequest: "close"
        }
    }

    private func line(_ pointer: PointerEvent) -> String {
        var device = ""
        switch pointer.device {
        case .mouse: break
        case .touch: device = " finger \(min(max(pointer.pointer, 1), 10))"
        case .pen, .eraser: device = " by \(pointer.device.rawValue)"
        }
        let button =
            pointer.button.flatMap { $0 == .primary ? nil : Self.buttons[$0] }.map { " button \($0)" } ?? ""
        let end = device + held
        switch pointer.phase {
        case .entered, .moved: return "move \(Self.pair(pointer.position))" + end
        case .pressed: return "press \(Self.pair(pointer.position))\(button)" + end
        case .released: return "release\(button)" + end
        case .cancelled: return "cancel\(button)" + end
        case .exited: return "leave" + held
        }
    }

    /// The modifier keys that are down and that scripts know.
    private var held: String {
        let names: [(KeyModifiers, String)] = [
            (.shift, "shift"), (.control, "control"), (.alt, "alt"), (.command, "command"),
        ]
        let words = names.filter { modifiers.contains($0.0) }.map(\.1)
        return words.isEmpty ? "" : " with \(words.joined(separator: "+"))"
    }

    private static let buttons: [PointerButton: String] = [
        .secondary: "secondary", .middle: "middle", .back: "back", .forward: "forward",
    ]

    private static func pair(_ point: CGPoint) -> String { "\(number(point.x)),\(number(point.y))" }

    private static func number(_ value: CGFloat) -> String {
        let number = Double(value)
        guard number.isFinite, abs(number) < 1e9 else { return "0" }
        return number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
