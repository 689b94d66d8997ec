/// The most resources that a client may use. A client that exceeds them is cut off, or drawn less often.
package struct ClientQuota: Sendable {
    /// Windows and other trees with a surface.
    package var windows = 64
    /// Layers in all of its trees.
    package var layers = 200_000
    /// Animations in all of its trees.
    package var animations = 100_000
    /// Images that were sent and not dropped.
    package var images = 65_536
    /// Bytes of the images' pixels, and of the memory that they arrive in.
    package var imageBytes = 1 << 30
    /// Memories with a descriptor.
    package var descriptors = 64
    /// Pixels of all surfaces.
    package var surfacePixels = 1 << 26
    /// Seconds for one frame of a window. After a slower frame the window waits three times as long as the frame took,
    /// so that others have three quarters of the time, and is drawn on the aside thread.
    package var frameTime = 0.008

    package init() {}
}

/// The options of a server.
package struct ServiceOptions: Sendable {
    /// The size of the screen. *Units*: pixels.
    package var width = 1280, height = 800
    /// Pixels per point.
    package var scale = 1.0
    /// Refreshes a second.
    package var rate = 60.0
    /// The limits of each client.
    package var quota = ClientQuota()
    /// The most clients.
    package var clients = 256
    /// The most connections of one process.
    package var processClients = 128
    /// The most bytes of all clients' images, surfaces, layers and animations together; nil for a share of what the
    /// machine and the process's limits allow.
    package var memory: Int?
    /// The most bytes of the connections of one process together; nil for half of `memory`.
    package var processMemory: Int?
    /// The number of threads that draw.
    package var threads = 1
    /// Whether windows with slow frames are drawn on the aside thread, so that other windows' frames do not wait. It
    /// has no effect when several threads draw one frame.
    package var drawsAside = true
    /// The folder for captures of the clients' windows, `1.micacapture` and so on; nil for none.
    package var captures: String?
    /// The most bytes that are read from a client before others have their turn.
    package var turn = 1 << 18
    /// The seconds for handling a client's frames before others have their turn, as small frames cost more than their
    /// bytes.
    package var turnTime = 0.001

    package init() {}
}
