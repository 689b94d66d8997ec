import MicaCompositor
import MicaFrame
import MicaGeometry
import MicaResources

/// A window that OpenGL draws into: a context of its own, and a texture that has what was drawn last.
///
/// Of each frame what is damaged is drawn into the texture, and copied from there into the window's next buffer, with what that buffer
/// lacks where the driver knows its age, else as a whole. When the context is lost, another one draws the whole frame. What OpenGL refuses
/// (an image larger than its textures) another compositor draws into the texture.
///
/// It belongs to the thread that draws, but for `close`.
package final class GLWindowOutput: FrameOutput {
    /// The window's content. *Units*: pixels.
    package private(set) var width: Int, height: Int
    /// Pixels per point.
    package private(set) var scale = 1.0
    /// Nothing is kept of blurs.
    package var traits: CompositorTraits { .plain }
    /// Why OpenGL draws nothing any more; nil while it does.
    package private(set) var failure: String?
    /// Whether `show` waits until everything is drawn: to measure it.
    package var waits = false

    /// What the driver calls itself.
    package var renderer: String { device.renderer }
    /// Whether a program of the processor's draws.
    package var isSoftware: Bool { device.isSoftware }
    /// What drawing has cost so far.
    package var use: GLDevice.Use { device.use }

    private let device: GLDevice
    private let display: any GLWindowDisplay
    private let makeOther: () -> any Compositor<Bitmap>
    private var ring = DamageRing()
    /// What is drawn when OpenGL refuses a frame.
    private var other: (compositor: any Compositor<Bitmap>, bitmap: Bitmap)?
    private var rects: [Instance] = [], damage: [Int32] = []

    /// Opens a context on a window.
    ///
    /// - Parameters:
    ///   - display: shows its frames.
    ///   - makeOther: makes what draws the frames that OpenGL refuses, when the first one comes.
    package init(
        _ window: GLWindowTarget, _ display: any GLWindowDisplay, makeOther: @escaping () -> any Compositor<Bitmap>
    ) throws(GLUnavailable) {
        (self.display, self.makeOther) = (display, makeOther)
        // Its first frame says how large it is.
        (width, height) = (0, 0)
        device = try GLDevice(256 << 20, 256 << 20) { () throws(GLUnavailable) in
            try GLContext(window, width: 1, height: 1)
        }
    }

    package var isReady: Bool { display.isReady }

    /// Takes another size; the next frame is drawn whole.
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
        // What was drawn and not shown stays noted, and is drawn again.
        if isShown { ring.present() }
        return isShown
    }

    /// Shows once more what was shown last; false when nothing is known of it.
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

    /// Lets context and surface go, while the window is still there and nothing draws any more.
    package func close() {
        failure = "the window is closed"
        device.close()
    }

    /// Makes the texture ready; returns what it lacks of the frame.
    private func prepare(_ state: DrawingState) throws(GLRefusal) -> DamageRegion {
        try state.prepareShown(width: width, height: height, lacking: ring.latest)
    }

    /// Has the other compositor draw what the texture lacks.
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

    /// Copies what the window's next buffer lacks from the texture, and shows it.
    ///
    /// - Parameter damage: what is other than what is shown; nil for what is noted.
    private func present(_ state: DrawingState, _ damage: DeviceRect? = nil) throws(GLRefusal) -> Bool {
        state.shown.isWhole = true
        var refusal: GLRefusal?
        let isShown = display.show(width: width, height: height) {
            do throws(GLRefusal) {
                try copy(state, damage.map { DamageRegion($0) })
                if waits { state.context.finish() }
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
        /// In the window's rows, which go from the bottom up.
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
        // A window that has become smaller meanwhile has none of it.
        if damage.isEmpty { return state.context.cancelWindow() }
        state.context.scissor(x: 0, y: 0, width: window.width, height: window.height)
        let (copied, told) = (rects, damage)
        state.context.draw(
            copied.span, program: program, blend: .replace,
            textures: SIMD8(0, 0, state.shown.texture.name, 0, 0, 0, 0, 0))
        try state.context.endWindow(told.span)
    }
}

/// What shows the frames that OpenGL draws into a window: what is known of it beside its pixels.
package protocol GLWindowDisplay: AnyObject, Sendable {
    /// Whether a frame could be shown now. Where it says no the window's host is woken when it could.
    var isReady: Bool { get }

    /// Shows a frame of a size, unless the window is hidden or has another size meanwhile.
    ///
    /// - Parameter swap: gives the display server the frame; false when it has not taken it. Not called where nothing can be shown.
    /// - Returns: whether it was shown.
    func show(width: Int, height: Int, _ swap: () -> Bool) -> Bool
}
