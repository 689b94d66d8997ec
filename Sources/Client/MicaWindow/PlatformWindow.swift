import CoreGraphics
import Mica
import MicaEvents
import MicaFrame
import QuartzCore

/// The window of a `LayerWindow` at the place that shows it: `SystemWindow` on a display of this machine, or
/// `ServerWindow` at a render server.
///
/// It is chosen when the window opens. If the server does not come back, a `SystemWindow` replaces the `ServerWindow`.
/// It is not used after `close()`.
///
/// *Units*: points of the content.
@MainActor
protocol PlatformWindow: AnyObject {
    /// The content as the place shows it now. The layers get it by `LayerWindow.applyMetrics`.
    var metrics: ContentMetrics { get }
    /// The text in the title bar.
    var title: String { get set }
    /// Whether it is shown; true for a minimized window, too.
    var isVisible: Bool { get set }
    /// The modifier keys that are down or on.
    var modifiers: KeyModifiers { get }
    /// The least and the largest size that the user can give the content; nil for none.
    var minimumSize: CGSize? { get set }
    var maximumSize: CGSize? { get set }
    /// The state of the window's frame on the screen. Setting `focused` has no effect.
    subscript(_ attribute: WindowAttribute) -> Bool { get set }

    /// Where the content is on the screen.
    var place: AccessiblePlace { get }

    /// Makes the client's and the server's half of the tree.
    func makeHost(_ root: CALayer) -> LiveHost

    /// Begins to show a window; called once, when the window has its host.
    func open(_ window: LayerWindow, _ size: CGSize, isResizable: Bool, isVisible: Bool)

    func resize(to size: CGSize)

    /// Sets the colour behind the layers.
    func setBackground(_ color: PixelColor)

    /// Commits the layers, which are laid out for the present metrics, and shows them with these metrics.
    func showContent()

    /// Brings it to the front, with the keyboard's focus.
    func raise()

    /// Sets the rectangle beside which input methods show their candidates.
    func setTextInputArea(_ area: CGRect)

    /// Turns input methods on beside a caret, or off.
    func textInputChanged(_ state: TextInputState?)

    /// Makes the input method forget the text that it composes.
    func endComposition()

    /// Releases the window. Nothing draws any more.
    func close()
}

/// A state of a window's frame on the screen.
enum WindowAttribute { case resizable, bordered, fullScreen, focused, minimized }

/// A window's content in pixels, SDL's units, and points.
struct ContentMetrics: Equatable {
    var pixels = PixelSize()
    /// Pixels per point.
    var scale: CGFloat = 1
    /// Points per SDL unit.
    var unit: CGFloat = 1
    var isVisible = false

    var size: CGSize { CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale) }

    /// Whole units for a length in points, within the sizes that displays can have.
    static func side(_ points: CGFloat, _ scale: CGFloat = 1) -> Int32 {
        points.isFinite ? Int32(min(max((points * scale).rounded(), 1), 16384)) : 1
    }
}
