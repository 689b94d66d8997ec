import MicaBase
import MicaCPU
import MicaCompositor
import MicaFrame
import Synchronization

/// The middle pixel of a surface's last frame, for other threads.
final class ShownPixel: Sendable {
    private let value = Mutex<UInt32>(0)

    var pixel: UInt32 { value.withLock { $0 } }

    /// An output whose frames it notes.
    func output() -> any FrameOutput { SurfaceOutput(CPUCompositor(threads: 1), Noted(self)) }

    private final class Noted: Surface {
        let width = 32, height = 32, scale = 1.0
        private var bitmap = Bitmap(width: 32, height: 32)
        private let shown: ShownPixel

        init(_ shown: ShownPixel) { self.shown = shown }

        func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? { (bitmap, 0) }

        func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
            bitmap = pixels
            shown.value.withLock { $0 = bitmap[16, 16] }
        }
    }
}
