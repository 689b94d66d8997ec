import Foundation

/// An action of a mouse, a finger or a pen.
///
/// Each finger is a pointer of its own, from its press to its release, and so is a pen. A mouse is one pointer for as
/// long as it is connected.
public struct PointerEvent: Sendable, Hashable {
    /// The action of a pointer.
    public enum Phase: Sendable, Hashable {
        /// The pointer came over the window.
        case entered
        /// The pointer moved, pressed or not.
        case moved
        /// A button went down, or a finger or pen touched.
        case pressed
        /// A button went up, or a finger or pen was lifted.
        case released
        /// The system took the pointer away: the action that began with the press is not carried out.
        case cancelled
        /// The pointer left the window.
        case exited
    }

    /// The action of the pointer.
    public var phase: Phase
    /// The kind of device.
    public var device: PointerDevice
    /// The number of the pointer on its device: fingers that are down together have different numbers; 0 for mouse and
    /// pen.
    public var pointer: Int
    /// The position in points of the window's content, y down. It may be outside the content while a button is held.
    public var position: CGPoint
    /// The movement since the pointer's last event, in points. It continues while a mouse is confined.
    public var movement: CGSize
    /// The button that was pressed or released; `primary` for a finger or a pen's tip; nil for other actions.
    public var button: PointerButton?
    /// The buttons that are down after this event.
    public var buttons: Set<PointerButton>
    /// The pressure, 0 to 1. If the device does not report it, 1 while a button is down and otherwise 0.
    public var pressure: Double
    /// The tilt of a pen: angles from upright towards x and y, in radians, -pi/2...pi/2; zero if the device does not
    /// report it.
    public var tilt: CGSize
    /// The number of presses in a row at this position: 1, 2 for a double click, and so on; 0 for other actions.
    public var clickCount: Int

    /// Makes an event, by default of a mouse.
    public init(
        _ phase: Phase, at position: CGPoint, device: PointerDevice = .mouse, pointer: Int = 0,
        movement: CGSize = .zero,
        button: PointerButton? = nil, buttons: Set<PointerButton> = [], pressure: Double? = nil, tilt: CGSize = .zero,
        clickCount: Int = 0
    ) {
        (self.phase, self.device, self.pointer, self.position) = (phase, device, pointer, position)
        (self.movement, self.button, self.buttons, self.tilt) = (movement, button, buttons, tilt)
        self.pressure = pressure ?? (buttons.isEmpty ? 0 : 1)
        self.clickCount = clickCount
    }
}

/// A kind of pointing device.
public enum PointerDevice: String, Sendable, Hashable, CaseIterable {
    /// A mouse, or a touchpad that moves a cursor.
    case mouse
    /// A finger on a screen.
    case touch
    /// The tip of a pen.
    case pen
    /// The eraser end of a pen.
    case eraser
}

/// A button of a pointer.
public struct PointerButton: RawRepresentable, Sendable, Hashable {
    /// The number of the button, from 1.
    public var rawValue: Int

    /// The button under the index finger; also the touch of a finger or of a pen's tip.
    public static let primary = PointerButton(rawValue: 1)
    /// The button that opens menus.
    public static let secondary = PointerButton(rawValue: 2)
    /// The button of the wheel.
    public static let middle = PointerButton(rawValue: 3)
    /// The button that goes back.
    public static let back = PointerButton(rawValue: 4)
    /// The button that goes forward.
    public static let forward = PointerButton(rawValue: 5)

    /// Makes a button from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A turn of a wheel, or a movement of two fingers on a touchpad.
public struct WheelEvent: Sendable, Hashable {
    /// The phase of a scroll gesture; a wheel with notches has only single events.
    public enum Phase: Sendable, Hashable {
        /// One notch of a wheel, which stands alone.
        case single
        /// The fingers were put down.
        case began
        /// The fingers moved.
        case changed
        /// The fingers were lifted.
        case ended
        /// The content continues to move by itself, driven by the system.
        case momentum
    }

    /// The position of the pointer, in points of the window's content.
    public var position: CGPoint
    /// The movement of the content; right and down are positive, so a wheel turned away from the person gives a
    /// positive height. *Units*: points if `isPrecise`, otherwise notches.
    public var movement: CGSize
    /// Whether the movement is in points.
    public var isPrecise: Bool
    /// The phase of the gesture.
    public var phase: Phase
    /// Whether the system reversed the direction ("natural" scrolling). `movement` already includes the reversal.
    public var isInverted: Bool

    /// Makes an event, by default one notch's.
    public init(
        at position: CGPoint, movement: CGSize, isPrecise: Bool = false, phase: Phase = .single,
        isInverted: Bool = false
    ) {
        (self.position, self.movement, self.isPrecise) = (position, movement, isPrecise)
        (self.phase, self.isInverted) = (phase, isInverted)
    }
}
