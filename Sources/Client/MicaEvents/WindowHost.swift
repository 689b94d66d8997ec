import Foundation

/// Shows a tree of layers and sends events: a window, on a screen or without one.
///
/// With it a user interface toolkit can be hosted by any window system: UIKit's windows accept every host whose content
/// is a layer. Nothing here knows layers, so the class of the content is generic.
///
/// *Units*: points, y down; pixels per point.
public protocol WindowHost<Content>: AnyObject {
    /// The type of the content.
    associatedtype Content: AnyObject

    /// The content of the window, to which a program adds its own layers.
    var layer: Content { get }
    /// The size of the content, in points.
    var size: CGSize { get }
    /// Pixels per point.
    var scale: CGFloat { get }
    /// Called for each event; nil for no calls.
    var eventHandler: ((WindowEvent) -> Void)? { get set }
    /// The place of the element that a text names, for scripts of taps; nil if there is none. A host that plays no
    /// scripts ignores it.
    var elementFinder: ((String) -> CGPoint?)? { get set }
    /// Whether the host has stopped showing its content for good; false by default.
    var isClosed: Bool { get }
    /// Whether content is dark text on light or light text on dark, now; light by default. A change is an event, too.
    var appearance: WindowAppearance { get }
    /// The refreshes of the display in a second, as far as known; 60 by default.
    var refreshRate: Double { get }
}

extension WindowHost {
    /// Nil: the host plays no scripts.
    public var elementFinder: ((String) -> CGPoint?)? {
        get { nil }
        set {}
    }
    /// False: the host never closes.
    public var isClosed: Bool { false }
    /// Light: the host has one appearance.
    public var appearance: WindowAppearance { .light }
    /// 60: the display of most machines, and of windows without one.
    public var refreshRate: Double { 60 }
}
