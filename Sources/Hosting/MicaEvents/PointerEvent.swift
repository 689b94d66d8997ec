import Foundation

/// What a mouse, a finger or a pen did.
///
/// Each finger is a pointer of its own, from its press to its release, and so is a pen; a mouse is one for as long as it is there.
public struct PointerEvent: Sendable, Hashable {
    /// What the pointer did.
    public enum Phase: Sendable, Hashable {
        /// It came over the window.
        case entered
        /// It moved, pressed or not.
        case moved
        /// A button went down, or a finger or pen touched.
        case pressed
        /// A button went up, or a finger or pen was lifted.
        case released
        /// The system took it away: what was begun with the press is not to be done.
        case cancelled
        /// It left the window.
        case exited
    }

    /// What it did.
    public var phase: Phase
    /// What kind of device it is.
    public var device: PointerDevice
    /// Which of the device's pointers: fingers that are down together have numbers of their own; 0 for mouse and pen.
    public var pointer: Int
    /// Where it is, in points of the window's content, y down; outside the content too while a button is held.
    public var position: CGPoint
    /// By how much it moved since its last event, in points; where a mouse is confined this goes on.
    public var movement: CGSize
    /// The button that was pressed or released; of a finger or a pen's tip `primary`; nil otherwise.
    public var button: PointerButton?
    /// The buttons that are down after this event.
    public var buttons: Set<PointerButton>
    /// How hard it is pressed, 0 to 1; where the device cannot tell, 1 while a button is down and else 0.
    public var pressure: Double
    /// How a pen is held, as angles from upright towards x and y, in radians within -pi/2...pi/2; zero where the device cannot tell.
    public var tilt: CGSize
    /// How often in a row the button was pressed at this spot: 1, 2 for a double click, and so on; 0 where nothing was pressed.
    public var clickCount: Int

    /// Makes an event.
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

/// What kind of device a pointer is.
public enum PointerDevice: String, Sendable, Hashable, CaseIterable {
    /// A mouse, or a touchpad that moves a cursor.
    case mouse
    /// A finger on a screen.
    case touch
    /// A pen's tip.
    case pen
    /// A pen's other end.
    case eraser
}

/// A button of a pointer.
public struct PointerButton: RawRepresentable, Sendable, Hashable {
    /// Its number, from 1 on.
    public var rawValue: Int

    /// The one under the first finger; a finger's touch, and a pen's tip.
    public static let primary = PointerButton(rawValue: 1)
    /// The one that opens menus.
    public static let secondary = PointerButton(rawValue: 2)
    /// The wheel's.
    public static let middle = PointerButton(rawValue: 3)
    /// The one that goes back.
    public static let back = PointerButton(rawValue: 4)
    /// The one that goes forward.
    public static let forward = PointerButton(rawValue: 5)

    /// Makes a button of its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A wheel's turn, or two fingers' way on a touchpad.
public struct WheelEvent: Sendable, Hashable {
    /// Where a gesture stands; a wheel with notches has none.
    public enum Phase: Sendable, Hashable {
        /// A notch, which stands alone.
        case single
        /// The fingers were put down.
        case began
        /// The fingers moved.
        case changed
        /// The fingers were lifted.
        case ended
        /// The content goes on by itself, as the system wants it.
        case momentum
    }

    /// Where the pointer is, in points of the window's content.
    public var position: CGPoint
    /// How far the content is to move: right and down are positive, so that a wheel turned away from the person is positive in height.
    /// *Units*: points where it is precise, else notches.
    public var movement: CGSize
    /// Whether the movement is in points.
    public var isPrecise: Bool
    /// Where the gesture stands.
    public var phase: Phase
    /// Whether the system turned the direction round ("natural" scrolling); the movement is as it is to be used.
    public var isInverted: Bool

    /// Makes an event.
    public init(
        at position: CGPoint, movement: CGSize, isPrecise: Bool = false, phase: Phase = .single,
        isInverted: Bool = false
    ) {
        (self.position, self.movement, self.isPrecise) = (position, movement, isPrecise)
        (self.phase, self.isInverted) = (phase, isInverted)
    }
}
