import Synchronization

/// OpenGL on this machine: one context for the process, with the images and programs that were sent to it. All
/// compositors draw with it, one after another.
package final class GLDevice: Sendable {
    /// The process's device, opened at its first use; the error says why there is none.
    package static let shared = Result { () throws(GLUnavailable) in try GLDevice() }

    /// The driver's name for itself, and its own words for the version of OpenGL.
    package let renderer: String, version: String
    /// The EGL platform: surfaceless or device.
    package let platform: String
    /// Whether the driver draws on the CPU. MicaCPU is faster then.
    package let isSoftware: Bool
    /// The largest side of a texture, in texels.
    package let mostTexels: Int
    /// Whether the context can use EGL images of other contexts.
    let takesImages: Bool
    private let budgets: (passes: Int, images: Int)
    /// Opens the context, and opens a new one after a loss.
    private let open: @Sendable () throws(GLUnavailable) -> GLContext
    private let lock = Mutex(())
    private let box: Box

    // Safe because: its content is read and written only while `lock` is held.
    private final class Box: @unchecked Sendable {
        var state: DrawingState?
        /// How many of the next drawings are refused, because the driver failed twice in one drawing.
        var refusals = 0
        init(_ state: DrawingState) { self.state = state }
    }

    /// How many times the next drawing changes its target before the context is lost, for tests; below 0 for no loss.
    private let targetsUntilLost = Atomic(-1)

    /// Opens a context that no other device uses.
    ///
    /// - Parameters:
    ///   - passBudget: how many bytes of pass textures stay from frame to frame.
    ///   - imageBudget: how many bytes of images' textures stay.
    package convenience init(passBudget: Int = 256 << 20, imageBudget: Int = 256 << 20) throws(GLUnavailable) {
        try self.init(passBudget, imageBudget) { () throws(GLUnavailable) in try GLContext() }
    }

    /// Opens a device on a context that the caller makes.
    ///
    /// - Parameter open: opens the context, and a new one after each loss.
    init(
        _ passBudget: Int, _ imageBudget: Int, _ open: @escaping @Sendable () throws(GLUnavailable) -> GLContext
    ) throws(GLUnavailable) {
        self.open = open
        let state = DrawingState(try open(), passBudget: passBudget, imageBudget: imageBudget)
        budgets = (passBudget, imageBudget)
        (renderer, version, platform) = (state.context.renderer, state.context.version, state.context.platform)
        (isSoftware, mostTexels) = (state.context.isSoftware, state.context.mostTexels)
        takesImages = state.context.takesImages
        box = Box(state)
    }

    /// The cost of drawing: counts since the context was opened, and the memory that is in use.
    package struct Use: Sendable, Equatable {
        /// Draw calls, and the instances in them.
        package var drawCalls = 0, instances = 0
        /// How often an image was uploaded.
        package var uploads = 0
        /// The memory of all textures, in bytes, with the share of images and the share of the corners of shadows.
        package var textureBytes = 0, imageBytes = 0, cornerBytes = 0
    }

    /// The cost of drawing so far.
    package var use: Use {
        lock.withLock { _ in
            guard let state = box.state else { return Use() }
            return Use(
                drawCalls: state.drawn.calls, instances: state.drawn.instances, uploads: state.images.uploads,
                textureBytes: state.textureBytes, imageBytes: state.images.bytes, cornerBytes: state.corners.bytes)
        }
    }

    /// Makes the next drawing lose its context, as a reset of the driver does; for tests.
    ///
    /// - Parameter targets: the loss comes after this many changes of the target, or at the end of the drawing if it
    ///   changes the target less often.
    package func loseContext(afterTargets targets: Int) { targetsUntilLost.store(targets, ordering: .relaxed) }

    /// How many drawings are refused after one in which the driver failed twice: those of one second at 60 Hz.
    private static let pause = 60

    /// Whether the driver failed twice in the last drawing that was tried.
    var hasFailed: Bool { lock.withLock { _ in box.state == nil } }

    /// Makes the next frame be drawn whole.
    func forgetShown() { lock.withLock { _ in box.state?.shown.isWhole = false } }

    /// Lets the context go. The next drawing opens a new one.
    func close() { lock.withLock { _ in box.state = nil } }

    /// Draws with the context. When the context is lost or the driver fails, a new context is opened, and `body` runs
    /// once more.
    func draw(_ body: (DrawingState) throws(GLRefusal) -> Void) throws(GLRefusal) {
        try lock.withLock { (_) throws(GLRefusal) in
            if box.refusals > 0 {
                box.refusals -= 1
                throw GLRefusal(reason: "the driver failed a short time ago")
            }
            do throws(GLRefusal) {
                try attempt(body)
            } catch {
                if box.state != nil { throw error }
                do throws(GLRefusal) {
                    try attempt(body)
                } catch {
                    if box.state == nil { box.refusals = Self.pause }
                    throw error
                }
            }
        }
    }

    /// Draws once. Afterwards `box.state` is nil if the context was lost or the driver failed, because its objects may
    /// have no memory then.
    private func attempt(_ body: (DrawingState) throws(GLRefusal) -> Void) throws(GLRefusal) {
        if box.state == nil {
            do throws(GLUnavailable) {
                box.state = DrawingState(try open(), passBudget: budgets.passes, imageBudget: budgets.images)
            } catch {
                throw GLRefusal(reason: error.description)
            }
        }
        guard let current = box.state, current.context.begin() else {
            box.state = nil
            throw GLRefusal(reason: "the context was lost")
        }
        defer {
            current.endDrawing()
            current.context.end()
        }
        let targets = targetsUntilLost.exchange(-1, ordering: .relaxed)
        if targets >= 0 { current.context.lose(afterTargets: targets) }
        var refusal: GLRefusal?
        do throws(GLRefusal) { try body(current) } catch { refusal = error }
        do throws(GLRefusal) {
            try current.context.check()
        } catch {
            box.state = nil
            throw error
        }
        if let refusal { throw refusal }
    }
}
