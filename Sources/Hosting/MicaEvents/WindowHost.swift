import Foundation

/// What shows a tree of layers and sends events: a window on a screen, or one without a screen.
///
/// It is how a user interface's toolkit is hosted without knowing who does it: UIKit's windows take any host whose content is a layer.
/// Nothing here knows layers, so that the content's class is left open.
///
/// *Units*: points, y down; pixels per point.
public protocol WindowHost<Content>: AnyObject {
    /// What a host shows.
    associatedtype Content: AnyObject

    /// The window's content, to which a program adds its own.
    var layer: Content { get }
    /// The content's size, in points.
    var size: CGSize { get }
    /// Pixels per point.
    var scale: CGFloat { get }
    /// Hears of events; nil where nobody does.
    var eventHandler: ((WindowEvent) -> Void)? { get set }
    /// Whether it shows nothing any more, for good; a host that says nothing of it stays open.
    var isClosed: Bool { get }
}

extension WindowHost {
    /// False.
    public var isClosed: Bool { false }
}
