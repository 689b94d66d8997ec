import CoreGraphics
import Foundation
import MicaHosting
import MicaResources
import MicaTrace
import MicaWire

/// A layer that shows drawables, which a renderer of the program's fills: a queue of two or three pictures.
///
///     let drawable = layer.nextDrawable()
///     drawable?.texture.withPixels { bytes in ... }
///     drawable?.present()
///
/// There is no Metal here, and so no `MTLDevice`: whatever draws writes bytes. A present is a change of the layer's contents with its time,
/// as any other: films and recordings have it, and it crosses to a render server as an image. One is shown at each refresh of the display
/// (`displaySyncEnabled`); a renderer that is faster waits in `nextDrawable()`.
///
/// `nextDrawable()`, all of a drawable, and the properties that this class adds may be used by any thread. What other threads than that of the
/// layer's tree present is shown by that thread, in the next turn of its run loop. On a thread that has a renderer's virtual time no
/// refresh comes while `nextDrawable()` waits: drawables that wait without a time of their own give way to the last of them.
/// A layer is opaque at first. *Source*: Apple, CAMetalLayer and its header.
open class CAMetalLayer: CALayer, ProgramDrawnLayer {
    final let queue: DrawableQueue

    /// Makes a layer without drawables; it is opaque.
    public override init() {
        queue = DrawableQueue()
        super.init()
        state.flags.insert(.opaque)
    }

    /// Makes a copy of a layer, with a queue of its own.
    public override init(layer: Any) {
        queue = DrawableQueue((layer as? CAMetalLayer)?.queue.settings ?? DrawableQueue.Settings())
        super.init(layer: layer)
    }

    /// Reads a layer from an archive, without drawables; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        queue = DrawableQueue()
        super.init(coder: coder)
        if !assigned.contains(.opaque) { state.flags.insert(.opaque) }
        let isOpaque = state.flags.contains(.opaque)
        queue.update { $0.isOpaque = isOpaque }
        noteSize()
    }

    /// The default of a property.
    open override class func defaultValue(forKey key: String) -> Any? {
        key == "opaque" ? NSNumber(value: true) : super.defaultValue(forKey: key)
    }

    // MARK: What drawables are

    /// How a pixel of the next drawables lies in memory; `bgra8Unorm` at first. With `invalid` there are none.
    open var pixelFormat: MTLPixelFormat {
        get { queue.settings.pixelFormat }
        set { queue.update { $0.pixelFormat = newValue } }
    }

    /// Whether textures are for a renderer's output alone; true at first. Here they can be read and copied into whatever it says.
    open var framebufferOnly: Bool {
        get { queue.settings.framebufferOnly }
        set { queue.update { $0.framebufferOnly = newValue } }
    }

    /// The size of the next drawables: the layer's bounds times `contentsScale`, until it is set.
    ///
    /// *Units*: pixels. *Range*: sides of 1 to 16,384, rounded; with others there are no drawables.
    open var drawableSize: CGSize {
        get {
            let settings = queue.settings
            return settings.drawableSize ?? settings.layerSize
        }
        set { queue.update { $0.drawableSize = newValue } }
    }

    /// What the numbers of drawables mean that are presented from now on; nil, at first, for those of the screen, which are sRGB's.
    open var colorspace: CGColorSpace? {
        get { queue.settings.colorspace }
        set { queue.update { $0.colorspace = newValue } }
    }

    /// Whether alpha counts for nothing; true at first. Of others colours are premultiplied, and lowered to their alpha where they are above it.
    open override var isOpaque: Bool {
        didSet {
            let isOpaque = self.isOpaque
            queue.update { $0.isOpaque = isOpaque }
        }
    }

    /// The layer's own coordinate space; a new size is that of the next drawables, unless `drawableSize` was set.
    open override var bounds: CGRect { didSet { noteSize() } }

    /// Pixels per point of the next drawables, unless `drawableSize` was set.
    open override var contentsScale: CGFloat { didSet { noteSize() } }

    private var sizeInPixels: CGSize {
        let (size, scale) = (state.bounds.size, contentsScale)
        return CGSize(width: size.width * scale, height: size.height * scale)
    }

    private func noteSize() {
        let size = sizeInPixels
        queue.update { $0.layerSize = size }
    }

    // MARK: When they are shown

    /// How many drawables there are, 2 or 3; 3 at first. Other numbers are passed over, which is said once.
    open var maximumDrawableCount: Int {
        get { queue.settings.maximumDrawableCount }
        set {
            guard newValue == 2 || newValue == 3 else {
                return Notices.say(
                    "the maximumDrawableCount of a CAMetalLayer is 2 or 3, not \(newValue): it stays")
            }
            queue.update { $0.maximumDrawableCount = newValue }
        }
    }

    /// Whether `nextDrawable()` gives up after a second; true at first. Else it waits for as long as it takes.
    open var allowsNextDrawableTimeout: Bool {
        get { queue.settings.allowsTimeout }
        set { queue.update { $0.allowsTimeout = newValue } }
    }

    /// Whether at most one drawable is shown at each refresh of the display; true at first. Else those are dropped that another one
    /// follows before they are seen. Of a tree with a virtual clock it counts for what that clock's thread presents.
    open var displaySyncEnabled: Bool {
        get { queue.settings.isSynced }
        set { queue.update { $0.isSynced = newValue } }
    }

    /// Whether a present is shown at once, with what else the transaction changes in which it is done; false at first.
    ///
    /// It counts on the thread of the layer's tree: presents of other threads are part of that one's next transaction.
    open var presentsWithTransaction: Bool {
        get { queue.settings.presentsWithTransaction }
        set { queue.update { $0.presentsWithTransaction = newValue } }
    }

    /// Gives the next drawable; waits for one where all of them are with the program, wait to be shown, or are shown.
    ///
    /// A drawable that is shown can be had again when another one is shown and nobody has its object any more. On the thread that shows
    /// them, what waits is shown meanwhile, each when its time has come.
    ///
    /// - Returns: nil after a second in which none could be had, unless `allowsNextDrawableTimeout` is false; and at once where the layer's
    ///   format or size is none, which is said once.
    open func nextDrawable() -> (any CAMetalDrawable)? {
        let settings = queue.settings
        guard let size = settings.pixelSize, settings.pixelFormat != .invalid else {
            let size = settings.drawableSize ?? settings.layerSize
            Notices.say(
                "a CAMetalLayer of \(size.width) x \(size.height) pixels, of the format \(settings.pixelFormat), has no drawables"
            )
            return nil
        }
        let deadline = MediaClock.machineTime + Self.timeout
        while true {
            if let slot = queue.take(waitingUntil: -.infinity) { return drawable(slot, size, settings) }
            var until = queue.settings.allowsTimeout ? deadline : .infinity
            if queue.isOwned {
                showDrawables(at: treeTime, .waiting)
                // Of a tree with the machine's time what waits is due at some time to come; virtual time stands still here.
                if context?.clock == nil, ThreadState.current.virtualTime == nil {
                    until = min(until, queue.nextTime(moment(at: treeTime, .waiting)) ?? .infinity)
                }
            }
            if let slot = queue.take(waitingUntil: until) { return drawable(slot, size, settings) }
            if queue.settings.allowsTimeout, MediaClock.machineTime >= deadline { return nil }
        }
    }

    /// How long `nextDrawable()` waits. *Units*: seconds.
    private static let timeout = 1.0

    private func drawable(
        _ slot: DrawableSlot, _ size: (width: Int, height: Int), _ settings: DrawableQueue.Settings
    ) -> LayerDrawable {
        let count = size.width * size.height * settings.pixelFormat.bytesPerPixel / 4
        return LayerDrawable(
            layer: self, slot: slot,
            pixels: DrawableTexture(
                width: size.width, height: size.height, format: settings.pixelFormat,
                isFramebufferOnly: settings.framebufferOnly, words: queue.memory(count)))
    }

    // MARK: Showing

    /// Takes in a drawable that is presented, on any thread.
    final func present(_ drawable: LayerDrawable, at time: Double?, minimum: Double?) {
        let (texture, settings) = (drawable.pixels, queue.settings)
        let pixels = DrawablePixels(
            width: texture.width, height: texture.height, format: texture.pixelFormat, space: settings.colorspace,
            isOpaque: settings.isOpaque)
        let image = pixels.image(of: texture.take(), queue)
        switch queue.append(DrawableQueue.Waiting(drawable: drawable, image: image, time: time, minimum: minimum)) {
        case .own: showDrawables(at: treeTime, .present)
        case .others(let wake): wake?()
        case .nowhere(let all, before: _): for one in all { one.drawable.tell(0) }
        }
    }

    /// What is known of the time now, on the thread that shows.
    private func moment(at now: Double, _ occasion: Occasion) -> DrawableQueue.Moment {
        let settings = queue.settings
        guard let context = self.context else { return DrawableQueue.Moment(now: now, isAny: true) }
        var isSynced = settings.isSynced && !settings.presentsWithTransaction
        if context.clock != nil {
            switch occasion {
            case .waiting: isSynced = false
            // Other threads do not know the virtual time: at one that stands still they could present without end.
            case .turn: isSynced = true
            case .present: break
            }
        }
        return DrawableQueue.Moment(
            now: now, grid: isSynced ? context.arrivals.pump?.grid : nil, clock: context.clock)
    }

    /// On what occasion the thread of the layer's tree looks for drawables that are due.
    enum Occasion {
        /// It presents one.
        case present
        /// It is driven to a time.
        case turn
        /// It waits for one to draw into.
        case waiting
    }

    /// Shows what is due, on the thread of the layer's tree.
    final func showDrawables(at now: Double, _ occasion: Occasion) {
        let context = self.context
        let pump = context?.arrivals.pump
        if let image = queue.own(isInTree: context != nil, wake: pump?.wake, layerSize: sizeInPixels) {
            show(CGImage(resource: image), isOwn: !presentsWithTransaction)
        }
        while let (shown, dropped) = queue.takeDue(moment(at: now, occasion)) {
            show(CGImage(resource: shown.image), isOwn: !presentsWithTransaction)
            for one in dropped { one.drawable.tell(0) }
            var time = 0.0
            if let context {
                // Live it is seen from the next refresh on; in a recording from the very time on.
                time = context.clock?.mediaTime(at: now) ?? now
                if context.isLive, let grid = pump?.grid { time = grid.time(grid.first(from: now)) }
            }
            shown.drawable.tell(time)
        }
    }

    /// When the next drawable that waits is to be shown; nil when none waits.
    final func nextDrawableTime(after time: Double) -> Double? {
        queue.nextTime(moment(at: time, .turn)).map { max(time, $0) }
    }

    /// Comes into a tree with what was presented before; outside of one everything is shown that waits, and nobody is told.
    package override func treeChanged() {
        context?.noteDrawables(of: self)
        if let image = queue.own(isInTree: context != nil, wake: context?.arrivals.pump?.wake, layerSize: sizeInPixels)
        {
            show(CGImage(resource: image), isOwn: false)
        }
        guard context == nil else { return }
        while let (shown, dropped) = queue.takeDue(DrawableQueue.Moment(now: 0, isAny: true)) {
            show(CGImage(resource: shown.image), isOwn: false)
            for one in dropped + [shown] {
                let drawable = one.drawable
                guard drawable.hasHandlers else { continue }
                // They may change trees, which are being changed here.
                TransactionStack.current.enqueue { drawable.tell(0) }
            }
        }
    }
}

/// A layer with drawables that its tree does not keep.
struct WeakMetalLayer {
    weak var layer: CAMetalLayer?
}

extension LayerContext {
    /// Shows drawables of a layer from now on, for as long as it is in the tree.
    func noteDrawables(of layer: CAMetalLayer) {
        arrivals.drawables.removeAll { $0.layer == nil || $0.layer === layer }
        arrivals.drawables.append(WeakMetalLayer(layer: layer))
    }

    /// Shows the drawables that have become due up to a time.
    func showDrawables(at time: Double) {
        guard !arrivals.drawables.isEmpty else { return }
        arrivals.drawables.removeAll { $0.layer.map { $0.context !== self } ?? true }
        for entry in arrivals.drawables { entry.layer?.showDrawables(at: time, .turn) }
    }

    /// When the next drawable is to be shown, at a time or after it; nil when none waits.
    func nextDrawable(after time: Double) -> Double? {
        guard !arrivals.drawables.isEmpty else { return nil }
        return arrivals.drawables.compactMap { entry in
            entry.layer.flatMap { $0.context === self ? $0.nextDrawableTime(after: time) : nil }
        }.min()
    }
}
