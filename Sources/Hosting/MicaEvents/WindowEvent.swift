import Foundation

/// One thing that happened to a window: a person's input, or a change of the window itself.
///
/// A value, the same whether it comes from a display server or from a script: whoever hosts layers gets these and decides what
/// they mean. Nothing here knows layers.
///
/// *Units*: seconds of media time; points of the window's content, from its top left corner, y down.
public struct WindowEvent: Sendable, Hashable {
    /// What happened.
    public enum Content: Sendable, Hashable {
        /// A mouse, a finger or a pen moved, was pressed or released.
        case pointer(PointerEvent)
        /// A wheel was turned, or two fingers moved on a touchpad.
        case wheel(WheelEvent)
        /// A key was pressed or released.
        case key(KeyEvent)
        /// Characters were entered: by keys, by an input method, or by a paste of the system's.
        case text(String)
        /// The text changed that an input method is still composing.
        case composition(TextComposition)
        /// The window got the keyboard's focus, or lost it.
        case focus(Bool)
        /// Files or text were dropped on the window.
        case drop(DropEvent)
        /// The content's size, its scale, or both are others.
        case resize(WindowMetrics)
        /// The system's appearance is another.
        case appearance(WindowAppearance)
        /// The window can be seen, or can no longer be.
        case visibility(Bool)
        /// The person wants the window closed; it stays open until the program closes it.
        case closeRequest
    }

    /// When it happened, in seconds of media time (`CACurrentMediaTime()`).
    public var time: Double
    /// The window.
    public var window: WindowID
    /// The modifier keys that were down then.
    public var modifiers: KeyModifiers
    /// What happened.
    public var content: Content

    /// Makes an event.
    public init(_ content: Content, time: Double = 0, window: WindowID = .first, modifiers: KeyModifiers = []) {
        (self.content, self.time, self.window, self.modifiers) = (content, time, window, modifiers)
    }

    /// Where on the window it happened; nil for what happens nowhere in particular.
    public var position: CGPoint? {
        switch content {
        case .pointer(let event): event.position
        case .wheel(let event): event.position
        case .drop(let event): event.position
        case .key, .text, .composition, .focus, .resize, .appearance, .visibility, .closeRequest: nil
        }
    }

    /// The event in another space of points: positions are converted, and movements with them.
    ///
    /// - Parameter convert: from the event's space to the other one.
    public func converted(_ convert: (CGPoint) -> CGPoint) -> WindowEvent {
        func converted(_ movement: CGSize, at position: CGPoint) -> CGSize {
            let (to, from) = (
                convert(position), convert(CGPoint(x: position.x - movement.width, y: position.y - movement.height))
            )
            return CGSize(width: to.x - from.x, height: to.y - from.y)
        }
        var event = self
        switch content {
        case .pointer(var pointer):
            pointer.movement = converted(pointer.movement, at: pointer.position)
            pointer.position = convert(pointer.position)
            event.content = .pointer(pointer)
        case .wheel(var wheel):
            if wheel.isPrecise { wheel.movement = converted(wheel.movement, at: wheel.position) }
            wheel.position = convert(wheel.position)
            event.content = .wheel(wheel)
        case .drop(var drop):
            drop.position = convert(drop.position)
            event.content = .drop(drop)
        case .key, .text, .composition, .focus, .resize, .appearance, .visibility, .closeRequest: break
        }
        return event
    }
}

/// Which window of the program.
public struct WindowID: RawRepresentable, Sendable, Hashable {
    /// A number that no other window of the program has.
    public var rawValue: UInt32

    /// The window of a program that has one.
    public static let first = WindowID(rawValue: 1)

    /// Makes an identity of a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The size and the scale of a window's content.
public struct WindowMetrics: Sendable, Hashable {
    /// The size, in points.
    public var size: CGSize
    /// Pixels per point, greater than zero.
    public var scale: CGFloat

    /// Makes a pair of them.
    public init(size: CGSize, scale: CGFloat = 1) { (self.size, self.scale) = (size, scale) }
}

/// Whether the system wants dark text on light, or light text on dark.
public enum WindowAppearance: String, Sendable, Hashable, CaseIterable {
    /// Dark text on light.
    case light
    /// Light text on dark.
    case dark
}

/// What was dropped on a window, all of it at once.
public struct DropEvent: Sendable, Hashable {
    /// The files' absolute paths, in the order in which the system gives them.
    public var files: [String]
    /// Text that was dropped; nil for none.
    public var text: String?
    /// Where it was dropped.
    public var position: CGPoint

    /// Makes a drop.
    public init(files: [String], text: String? = nil, position: CGPoint) {
        (self.files, self.text, self.position) = (files, text, position)
    }
}
