import Foundation
import MicaBase
import MicaCompositor
import MicaFrame
import MicaGL
import MicaRaster

/// A window's buffers on one kind of display server.
///
/// The main thread sets the window's state (its pixels, whether it is visible); the drawing thread takes a buffer,
/// draws and shows it. A buffer whose size differs from the window's is not shown: a frame of the right size will
/// follow.
protocol WindowPresenter: GLWindowDisplay {
    /// Whether a frame could be shown now. If not, the window's host is woken when it can.
    var isReady: Bool { get }

    /// Takes the next buffer to be shown, with its age as in `Surface.acquire`.
    func acquire(width: Int, height: Int) -> (pixels: SharedPixels, age: Int)?

    /// Shows the buffer that was taken.
    func present(_ damage: DamageRegion)

    /// Shows the last frame again, because the display server has lost it.
    func presentAgain()

    /// The window for EGL; nil if OpenGL cannot draw there.
    var glTarget: GLWindowTarget? { get }

    /// Shows a frame that is not in one of the presenter's buffers; see `GLWindowDisplay`.
    func show(width: Int, height: Int, _ swap: () -> Bool) -> Bool

    /// Whether the display server keeps a window's pixels while other windows cover it.
    var serverKeepsPixels: Bool { get }

    /// Main thread: sets the window's state. Returns whether the shown pixels are lost, so that the next frame must be
    /// drawn whole.
    @discardableResult
    func update(_ size: PixelSize, isVisible: Bool) -> Bool

    /// Main thread: makes the display server apply SDL's changes of the window other than its pixels.
    func commitState()

    /// Main thread: called before and after SDL takes events, with the connection's lock held.
    func beforeEvents()
    func afterEvents()

    /// Main thread: called before and after SDL resizes the window.
    func beforeResizing()
    func afterResizing()

    /// Main thread: releases the buffers, while the window still exists and nothing draws any more.
    func close()
}

extension WindowPresenter {
    func beforeEvents() {}
    func afterEvents() {}
    var serverKeepsPixels: Bool { true }
    var glTarget: GLWindowTarget? { nil }
    func show(width: Int, height: Int, _ swap: () -> Bool) -> Bool { false }
    func beforeResizing() {}
    func afterResizing() {}
}

/// The size of a window's content, in pixels.
struct PixelSize: Sendable, Equatable {
    var width = 0, height = 0
}

/// A window's content, as a compositor's surface.
final class WindowSurface: Surface {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var scale: Double
    private let presenter: any WindowPresenter

    init(_ presenter: any WindowPresenter, _ size: PixelSize, scale: Double) {
        (self.presenter, width, height, self.scale) = (presenter, size.width, size.height, scale)
    }

    /// Sets the size; the next frame is drawn whole.
    func resize(_ size: PixelSize, scale: Double) { (width, height, self.scale) = (size.width, size.height, scale) }

    var isReady: Bool { presenter.isReady }

    func acquire(_ damage: DamageRegion) -> (pixels: SharedPixels, age: Int)? {
        presenter.acquire(width: width, height: height)
    }

    func present(_ pixels: consuming SharedPixels, _ damage: DamageRegion) { presenter.present(damage) }
}
