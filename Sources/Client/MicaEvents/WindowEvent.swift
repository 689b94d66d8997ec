import Foundation

/// An event of a window: a person's input, or a change of the window itself.
///
/// It is a value, the same from a display server and from a script. The host of the layers decides what it means;
/// nothing here knows layers.
///
/// *Units*: seconds of media time; points of the window's content, from its top left corner, y down.
public struct WindowEvent: Sendable, Hashable {
    /// The kind of event, with its data.
    public enum Content: Sendable, Hashable {
        /// A mouse, a finger or a pen moved, was pressed or released.
        case pointer(PointerEvent)
        /// A wheel was turned, or two fingers moved on a touchpad.
        case wheel(WheelEvent)
        /// A key was pressed or released.
        case key(KeyEvent)
        /// Characters were entered, by keys, an input method, or a paste of the system.
        case text(String)
        /// The text that an input method is composing has changed.
        case composition(TextComposition)
        /// The window gained the keyboard focus (true) or lost it.
        case focus(Bool)
        /// Files or text were dropped on the window.
        case drop(DropEvent)
        /// The content's size or scale has changed.
        case resize(WindowMetrics)
        /// The system's appearance has changed.
        case appearance(WindowAppearance)
        /// The window has become visible (true) or invisible.
        case visibility(Bool)
        /// The person wants to close the window; it stays open until the program closes it.
        case closeRequest
    }

    /// The time of the event, in seconds of media time (`CACurrentMediaTime()`).
    public var time: Double
    /// The window of the event.
    public var window: WindowID
    /// The modifier keys that were down at the time.
    public var modifiers: KeyModifiers
    /// The kind of event, with its data.
    public var content: Content

    /// Makes an event, by default of the first window and at time 0.
    public init(_ content: Content, time: Double = 0, window: WindowID = .first, modifiers: KeyModifiers = []) {
        (self.content, self.time, self.window, self.modifiers) = (content, time, window, modifiers)
    }

    /// The position of the event on the window; nil for events without a position.
    public var position: CGPoint? {
        switch content {
        case .pointer(let event): event.position
        case .wheel(let event): event.position
        case .drop(let event): event.position
        case .key, .text, .composition, .focus, .resize, .appearance, .visibility, .closeRequest: nil
        }
    }

    /// The event in another coordinate space, with positions and movements converted.
    ///
    /// - Parameter convert: from the event's space to the other.
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

/// The identity of a window.
public struct WindowID: RawRepresentable, Sendable, Hashable {
    /// A number that is unique among the program's windows.
    public var rawValue: UInt32

    /// The only window of a program with one window.
    public static let first = WindowID(rawValue: 1)

    /// Makes an identity from a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The size and the scale of a window's content.
public struct WindowMetrics: Sendable, Hashable {
    /// The size, in points.
    public var size: CGSize
    /// Pixels per point, greater than zero.
    public var scale: CGFloat

    /// Makes metrics of a size in points and a scale.
    public init(size: CGSize, scale: CGFloat = 1) { (self.size, self.scale) = (size, scale) }
}

/// The system's appearance: dark text on light, or light text on dark.
public enum WindowAppearance: String, Sendable, Hashable, CaseIterable {
    /// Dark text on light.
    case light
    /// Light text on dark.
    case dark
}

/// Files and text that were dropped on a window together.
public struct DropEvent: Sendable, Hashable {
    /// The absolute paths of the files, in the system's order.
    public var files: [String]
    /// The dropped text; nil for none.
    public var text: String?
    /// The position of the drop, in points of the window's content.
    public var position: CGPoint

    /// Makes a drop.
    public init(files: [String], text: String? = nil, position: CGPoint) {
        (self.files, self.text, self.position) = (files, text, position)
    }
}
