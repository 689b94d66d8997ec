import Foundation
import MicaCompositor
import MicaFrame
import MicaGeometry
import MicaPixels

/// A window's buffers on one kind of display server.
///
/// The main thread says what the window is now (its pixels, whether it is visible); the thread that draws takes a buffer,
/// draws and shows it. A buffer of another size than the window is not shown: the next frame is on its way already.
protocol WindowPresenter: AnyObject, Sendable {
    /// Whether a frame could be shown now. Where it says no the window's host is woken when it could.
    var isReady: Bool { get }

    /// Takes the buffer that is to be shown next, with its age as `Surface.acquire` has it.
    func acquire(width: Int, height: Int) -> (pixels: SharedPixels, age: Int)?

    /// Shows the buffer that was taken.
    func present(_ damage: DamageRegion)

    /// Shows once more what was shown last: the display server has lost it.
    func presentAgain()

    /// Main thread: takes in what the window is now; says whether what was shown is lost, so that the next frame is to be drawn
    /// whole.
    @discardableResult
    func update(_ size: PixelSize, isVisible: Bool) -> Bool

    /// Main thread: has the display server take over what SDL has said of the window beside its pixels.
    func commitState()

    /// Main thread: called before SDL takes events, and after, with the connection's lock held.
    func beforeEvents()
    func afterEvents()

    /// Main thread: called before SDL gives the window another size, and after.
    func beforeResizing()
    func afterResizing()

    /// Main thread: lets the buffers go, while the window is still there and nothing draws any more.
    func close()
}

extension WindowPresenter {
    func beforeEvents() {}
    func afterEvents() {}
    func beforeResizing() {}
    func afterResizing() {}
}

/// How many pixels a window's content has.
struct PixelSize: Sendable, Equatable {
    var width = 0, height = 0
}

/// A window's content as what a compositor draws onto.
final class WindowSurface: Surface {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var scale: Double
    private let presenter: any WindowPresenter

    init(_ presenter: any WindowPresenter, _ size: PixelSize, scale: Double) {
        (self.presenter, width, height, self.scale) = (presenter, size.width, size.height, scale)
    }

    /// Takes another size; the next frame is drawn whole.
    func resize(_ size: PixelSize, scale: Double) { (width, height, self.scale) = (size.width, size.height, scale) }

    var isReady: Bool { presenter.isReady }

    func acquire(_ damage: DamageRegion) -> (pixels: SharedPixels, age: Int)? {
        presenter.acquire(width: width, height: height)
    }

    func present(_ pixels: consuming SharedPixels, _ damage: DamageRegion) { presenter.present(damage) }
}
