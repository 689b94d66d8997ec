import MicaBase
import MicaCompositor
import MicaFrame

/// A window that OpenGL draws into: a context, and a texture that holds the last frame.
///
/// The damage of each frame is drawn into the texture. From there the window's next buffer is completed: by the region
/// that it lacks where the driver knows its age, else as a whole. After a loss of the context, a new one draws the
/// whole frame. When OpenGL refuses a frame (an image larger than its textures), another compositor draws into the
/// texture.
///
/// All but `close` is for the thread that draws.
package final class GLWindowOutput: FrameOutput {
    /// The size of the window's content. *Units*: pixels.
    package private(set) var width: Int, height: Int
    /// Pixels per point.
    package private(set) var scale = 1.0
    /// Blurs are not cached.
    package var traits: CompositorTraits { .plain }
    /// Why OpenGL draws no more frames; nil while it does.
    package private(set) var failure: String?

    /// The driver's name for itself.
    package var renderer: String { device.renderer }
    /// Whether the driver draws on the CPU.
    package var isSoftware: Bool { device.isSoftware }
    /// The cost of drawing so far.
    package var use: GLDevice.Use { device.use }

    private let device: GLDevice
    private let display: any GLWindowDisplay
    private let makeOther: () -> any Compositor<Bitmap>
    private var ring = DamageRing()
    /// The compositor, and its bitmap, for frames that OpenGL refuses; made when the first is refused.
    private var other: (compositor: any Compositor<Bitmap>, bitmap: Bitmap)?
    private var rects: [Instance] = [], damage: [Int32] = []

    /// Opens a context on a window.
    ///
    /// - Parameters:
    ///   - display: shows the frames in the window.
    ///   - makeOther: makes the compositor for frames that OpenGL refuses, when the first one comes.
    package init(
        _ window: GLWindowTarget, _ display: any GLWindowDisplay, makeOther: @escaping () -> any Compositor<Bitmap>
    ) throws(GLUnavailable) {
        (self.display, self.makeOther) = (display, makeOther)
        // `resize` sets the size before the first frame.
        (width, height) = (0, 0)
        device = try GLDevice(256 << 20, 256 << 20) { () throws(GLUnavailable) in
            try GLContext(window, width: 1, height: 1)
        }
    }

    package var isReady: Bool { display.isReady }

    /// Sets another size; the next frame is drawn whole.
    package func resize(width: Int, height: Int, scale: Double) {
        (self.width, self.height, self.scale) = (width, height, scale)
    }

    package func note(_ frame: Frame) {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        ring.note(frame.damageRegion.intersection(whole), whole)
    }

    package func show(_ frame: Frame) -> Bool {
        if failure != nil { return false }
        if ring.latest.isEmpty { return true }
        guard width > 0, height > 0 else { return false }
        var isShown = false
        do throws(GLRefusal) {
            do throws(GLRefusal) {
                try device.draw { (state) throws(GLRefusal) in
                    let region = try prepare(state)
                    let drawing = FrameDrawing(state: state, frame: frame, joinsCalls: true)
                    for index in 0..<region.count {
                        try drawing.draw(
                            region[index],
                            onto: Picture(texture: state.shown.texture, box: region[index], first: (0, 0)))
                    }
                    isShown = try present(state)
                }
            } catch {
                if device.hasFailed { throw error }
                try device.draw { (state) throws(GLRefusal) in
                    drawOtherwise(frame, try prepare(state), state)
                    isShown = try present(state)
                }
            }
        } catch {
            failure = error.reason
            return false
        }
        // Damage that was drawn but not shown stays noted, and is drawn again.
        if isShown { ring.present() }
        return isShown
    }

    /// Shows the last frame once more; false when there is none of the window's size.
    package func showAgain() -> Bool {
        var isShown = false
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                guard state.shown.isWhole, (state.shown.texture.width, state.shown.texture.height) == (width, height)
                else { return }
                isShown = try present(state, DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height))
            }
        } catch { return false }
        return isShown
    }

    /// Lets the context and the surface go. Called while the window still exists, after the last drawing.
    package func close() {
        failure = "the window is closed"
        device.close()
    }

    /// Makes the texture ready; returns the region that it lacks.
    private func prepare(_ state: DrawingState) throws(GLRefusal) -> DamageRegion {
        try state.prepareShown(width: width, height: height, lacking: ring.latest)
    }

    /// Makes the other compositor draw the region that the texture lacks.
    private func drawOtherwise(_ frame: Frame, _ region: DamageRegion, _ state: DrawingState) {
        var bitmap = other?.bitmap ?? Bitmap(width: 0, height: 0)
        let compositor = other?.compositor ?? makeOther()
        other = nil
        if (bitmap.width, bitmap.height) != (width, height) { bitmap = Bitmap(width: width, height: height) }
        compositor.draw(frame, region: region, into: &bitmap)
        for index in 0..<region.count {
            state.context.upload(bitmap.pixels.span, region[index], stride: width, to: state.shown.texture)
        }
        other = (compositor, bitmap)
    }

    /// Copies the region that the window's next buffer lacks from the texture, and shows the buffer.
    ///
    /// - Parameter damage: the pixels that differ from the frame on the screen; nil for the noted damage.
    private func present(_ state: DrawingState, _ damage: DeviceRect? = nil) throws(GLRefusal) -> Bool {
        state.shown.isWhole = true
        var refusal: GLRefusal?
        let isShown = display.show(width: width, height: height) {
            do throws(GLRefusal) {
                try copy(state, damage.map { DamageRegion($0) })
                return true
            } catch {
                refusal = error
                return false
            }
        }
        if let refusal { throw refusal }
        return isShown
    }

    private func copy(_ state: DrawingState, _ again: DamageRegion?) throws(GLRefusal) {
        let program = try state.program(.turned)
        let window = try state.context.beginWindow()
        let whole = DeviceRect(minX: 0, minY: 0, maxX: window.width, maxY: window.height)
        /// A rectangle in the window's rows, which go from the bottom up.
        func flipped(_ rect: DeviceRect) -> DeviceRect {
            DeviceRect(
                minX: rect.minX, minY: window.height - rect.maxY, maxX: rect.maxX, maxY: window.height - rect.minY
            ).intersection(whole)
        }
        let (missing, changed) = (again ?? ring.missing(age: window.age), again ?? ring.latest)
        rects.removeAll(keepingCapacity: true)
        for index in 0..<missing.count { rects.append(Instance(flipped(missing[index]))) }
        damage.removeAll(keepingCapacity: true)
        for index in 0..<changed.count {
            let rect = flipped(changed[index])
            if rect.isEmpty { continue }
            damage.append(Int32(rect.minX))
            damage.append(Int32(rect.minY))
            damage.append(Int32(rect.width))
            damage.append(Int32(rect.height))
        }
        // If the window has shrunk meanwhile, the damage may lie outside of it.
        if damage.isEmpty { return state.context.cancelWindow() }
        state.context.scissor(x: 0, y: 0, width: window.width, height: window.height)
        let (copied, told) = (rects, damage)
        state.context.draw(
            copied.span, program: program, blend: .replace,
            textures: SIMD8(0, 0, state.shown.texture.name, 0, 0, 0, 0, 0))
        try state.context.endWindow(told.span)
    }
}

/// Shows the frames that OpenGL draws into a window, and knows the window's state.
package protocol GLWindowDisplay: AnyObject, Sendable {
    /// Whether a frame can be shown now. Where it cannot, the window's host is woken once it can.
    var isReady: Bool { get }

    /// Shows a frame of a size in pixels, unless the window is hidden or has another size by now.
    ///
    /// - Parameter swap: hands the frame to the display server; false when the server has not taken it. Not called
    ///   where nothing can be shown.
    /// - Returns: whether it was shown.
    func show(width: Int, height: Int, _ swap: () -> Bool) -> Bool
}
