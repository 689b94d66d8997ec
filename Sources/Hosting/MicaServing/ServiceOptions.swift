/// How much a client may take of a server; who wants more is cut off, or drawn less often.
package struct ClientQuota: Sendable {
    /// Windows and other trees with a surface.
    package var windows = 64
    /// Layers in all of its trees.
    package var layers = 200_000
    /// Animations in all of its trees.
    package var animations = 100_000
    /// Images that it has sent and not dropped.
    package var images = 65_536
    /// Bytes of their pixels, and of the memory that they come in.
    package var imageBytes = 1 << 30
    /// Memories with a descriptor.
    package var descriptors = 64
    /// Pixels of its surfaces.
    package var surfacePixels = 1 << 26
    /// Seconds that one frame of a window may take. After one that takes longer the window waits three times as long as it took, so that
    /// others have three quarters of the time, and is drawn on the thread beside.
    package var frameTime = 0.008

    package init() {}
}

/// How a server runs.
package struct ServiceOptions: Sendable {
    /// The screen. *Units*: pixels.
    package var width = 1280, height = 800
    /// Pixels per point.
    package var scale = 1.0
    /// Refreshes a second.
    package var rate = 60.0
    /// What each client may take.
    package var quota = ClientQuota()
    /// How many clients there may be.
    package var clients = 256
    /// How many threads draw.
    package var threads = 1
    /// Whether windows whose frames take long are drawn on a thread beside, so that the others' frames do not wait; not where several threads
    /// draw one frame.
    package var drawsAside = true
    /// The folder that captures of the clients' windows are written into, `1.micacapture` and so on; nil for none.
    package var captures: String?
    /// How many bytes of a client are read before others have their turn.
    package var turn = 1 << 18
    /// Seconds for which frames of a client are handled before others have their turn: small ones cost more than their bytes say.
    package var turnTime = 0.001

    package init() {}
}
