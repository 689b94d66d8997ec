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
    private let budgets: (passes: Int, images: Int)
    private let lock = Mutex(())
    private let box: Box

    // Safe because: what it holds is read and written only while `lock` is held.
    private final class Box: @unchecked Sendable {
        var state: DrawingState?
        init(_ state: DrawingState) { self.state = state }
    }

    /// Whether the next drawing loses the context.
    private let isToBeLost = Atomic(false)

    /// Opens a context of its own.
    ///
    /// - Parameters:
    ///   - passBudget: how many bytes of pass textures stay from frame to frame, and `imageBudget` of images.
    package init(passBudget: Int = 256 << 20, imageBudget: Int = 256 << 20) throws(GLUnavailable) {
        let state = try DrawingState(passBudget: passBudget, imageBudget: imageBudget)
        budgets = (passBudget, imageBudget)
        (renderer, version, platform) = (state.context.renderer, state.context.version, state.context.platform)
        (isSoftware, mostTexels) = (state.context.isSoftware, state.context.mostTexels)
        box = Box(state)
    }

    /// What drawing has cost so far, and takes now. It counts from 0 again when a context is lost.
    package struct Use: Sendable, Equatable {
        /// Calls that drew, and rectangles that they drew.
        package var drawCalls = 0, instances = 0
        /// How often an image was sent.
        package var uploads = 0
        /// The memory of all textures, in bytes.
        package var textureBytes = 0
    }

    /// What drawing has cost so far.
    package var use: Use {
        lock.withLock { _ in
            guard let state = box.state else { return Use() }
            return Use(
                drawCalls: state.drawCalls, instances: state.instanceCount, uploads: state.images.uploads,
                textureBytes: state.textureBytes)
        }
    }

    /// Has the next drawing find its context lost when it is done, as when a driver was reset: for tests.
    package func loseContext() { isToBeLost.store(true, ordering: .relaxed) }

    /// Draws with the context. When it is lost, another one takes its place, and the drawing is done again.
    func draw(_ body: (DrawingState) throws(GLRefusal) -> Void) throws(GLRefusal) {
        try lock.withLock { (_) throws(GLRefusal) in
            do throws(GLRefusal) {
                try attempt(body)
            } catch {
                if box.state != nil { throw error }
                try attempt(body)
            }
        }
    }

    /// Draws; the state is none afterwards when its context was lost.
    private func attempt(_ body: (DrawingState) throws(GLRefusal) -> Void) throws(GLRefusal) {
        if box.state == nil {
            do throws(GLUnavailable) {
                box.state = try DrawingState(passBudget: budgets.passes, imageBudget: budgets.images)
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
        try body(current)
        var isLost = isToBeLost.exchange(false, ordering: .relaxed)
        do throws(GLRefusal) { try current.context.check() } catch { isLost = true }
        if isLost {
            box.state = nil
            throw GLRefusal(reason: "the context was lost")
        }
    }
}
