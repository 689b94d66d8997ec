import Synchronization

/// What OpenGL there is: one context for the process, with what was sent to it. Every compositor draws with it, one after another.
package final class GLDevice: Sendable {
    /// The machine's; the error says why there is none.
    package static let shared = Result { () throws(GLUnavailable) in try GLDevice() }

    /// What the driver calls itself, and the version of OpenGL in its words.
    package let renderer: String, version: String
    /// The EGL platform: surfaceless or device.
    package let platform: String
    /// Whether a program of the processor's draws: then MicaCPU is the faster one.
    package let isSoftware: Bool
    /// The largest side of a texture, in texels.
    package let mostTexels: Int
    /// Whether its context has images of programs.
    let takesImages: Bool
    private let budgets: (passes: Int, images: Int)
    /// Opens its context, and another one when that is lost.
    private let open: @Sendable () throws(GLUnavailable) -> GLContext
    private let lock = Mutex(())
    private let box: Box

    // Safe because: what it holds is read and written only while `lock` is held.
    private final class Box: @unchecked Sendable {
        var state: DrawingState?
        /// How many drawings are refused at once, because the driver failed twice in one.
        var refusals = 0
        init(_ state: DrawingState) { self.state = state }
    }

    /// After how many changes of the target the next drawing loses the context; less than 0 when it does not.
    private let targetsUntilLost = Atomic(-1)

    /// Opens a context of its own.
    ///
    /// - Parameters:
    ///   - passBudget: how many bytes of pass textures stay from frame to frame, and `imageBudget` of images.
    package convenience init(passBudget: Int = 256 << 20, imageBudget: Int = 256 << 20) throws(GLUnavailable) {
        try self.init(passBudget, imageBudget) { () throws(GLUnavailable) in try GLContext() }
    }

    /// Opens a context of its own.
    ///
    /// - Parameter open: opens it, and another one when it is lost.
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

    /// What drawing has cost so far, and takes now. It counts from 0 again when a context is lost.
    package struct Use: Sendable, Equatable {
        /// Calls that drew, and rectangles that they drew.
        package var drawCalls = 0, instances = 0
        /// How often an image was sent.
        package var uploads = 0
        /// The memory of all textures, in bytes, and the parts of it that images and the corners of shadows take.
        package var textureBytes = 0, imageBytes = 0, cornerBytes = 0
    }

    /// What drawing has cost so far.
    package var use: Use {
        lock.withLock { _ in
            guard let state = box.state else { return Use() }
            return Use(
                drawCalls: state.drawn.calls, instances: state.drawn.instances, uploads: state.images.uploads,
                textureBytes: state.textureBytes, imageBytes: state.images.bytes, cornerBytes: state.corners.bytes)
        }
    }

    /// Has the next drawing lose its context, as when a driver was reset: for tests.
    ///
    /// - Parameter targets: how many times it changes what it draws into before; it is lost at the end where there are not so many.
    package func loseContext(afterTargets targets: Int) { targetsUntilLost.store(targets, ordering: .relaxed) }

    /// How many drawings are refused after one in which the driver failed twice: a second's.
    private static let pause = 60

    /// Whether the driver failed twice in a drawing, a short time ago.
    var hasFailed: Bool { lock.withLock { _ in box.state == nil } }

    /// Has what keeps what was drawn last be drawn whole the next time.
    func forgetShown() { lock.withLock { _ in box.state?.shown.isWhole = false } }

    /// Lets the context go; a drawing opens another one.
    func close() { lock.withLock { _ in box.state = nil } }

    /// Draws with the context. When it is lost or the driver fails, another one takes its place, and the drawing is done again.
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

    /// Draws; the state is none afterwards when its context was lost or the driver failed: what it holds may be without memory.
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
