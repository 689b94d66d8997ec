import CoreGraphics
import Foundation
import MicaBase
import MicaTrace
import MicaWire

/// A layer that shows drawables, which the program's own renderer fills: a queue of two or three pictures.
///
///     let drawable = layer.nextDrawable()
///     drawable?.texture.withPixels { bytes in ... }
///     drawable?.present()
///
/// There is no Metal here, and so no `MTLDevice`: the renderer writes bytes. A present is a change of the layer's
/// contents with a time, like any other change: films and recordings include it, and it crosses to a render server as
/// an image. Each refresh of the display shows one drawable (`displaySyncEnabled`); a faster renderer waits in
/// `nextDrawable()`.
///
/// Any thread may use `nextDrawable()`, drawables, and the properties that this class adds. The thread of the layer's
/// tree shows the drawables that other threads present, in the next turn of its run loop. On a thread with a renderer's
/// virtual time, no refresh comes while `nextDrawable()` waits: of the waiting drawables without a time, only the last
/// is shown. A layer is opaque by default. *Source*: Apple, CAMetalLayer and its header.
open class CAMetalLayer: CALayer, ProgramDrawnLayer {
    final let queue: DrawableQueue

    /// Makes a layer without drawables; it is opaque.
    public override init() {
        queue = DrawableQueue()
        super.init()
        followOpacity()
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
        followOpacity()
        noteSize()
    }

    private func followOpacity() {
        let isOpaque = state.flags.contains(.opaque)
        queue.update { $0.isOpaque = isOpaque }
    }

    /// The default of a property.
    open override class func defaultValue(forKey key: String) -> Any? {
        key == "opaque" ? NSNumber(value: true) : super.defaultValue(forKey: key)
    }

    // MARK: The form of drawables

    /// The pixel format of the next drawables; `bgra8Unorm` by default. With `invalid` there are no drawables.
    open var pixelFormat: MTLPixelFormat {
        get { queue.settings.pixelFormat }
        set { queue.update { $0.pixelFormat = newValue } }
    }

    /// Whether textures are only for a renderer's output; true by default. Here textures can be read and written either
    /// way.
    open var framebufferOnly: Bool {
        get { queue.settings.framebufferOnly }
        set { queue.update { $0.framebufferOnly = newValue } }
    }

    /// The size of the next drawables; until it is set, the layer's bounds times `contentsScale`.
    ///
    /// *Units*: pixels. *Range*: sides of 1 to 16,384, rounded; with others there are no drawables.
    open var drawableSize: CGSize {
        get {
            let settings = queue.settings
            return settings.drawableSize ?? settings.layerSize
        }
        set { queue.update { $0.drawableSize = newValue } }
    }

    /// The colour space of drawables that are presented from now on; nil, the default, stands for the screen's, sRGB.
    open var colorspace: CGColorSpace? {
        get { queue.settings.colorspace }
        set { queue.update { $0.colorspace = newValue } }
    }

    /// Whether alpha is ignored; true by default. If false, colours are premultiplied, and limited to their alpha.
    open override var isOpaque: Bool {
        didSet {
            let isOpaque = self.isOpaque
            queue.update { $0.isOpaque = isOpaque }
        }
    }

    /// The origin and size of the layer's own space. A new size applies to the next drawables, unless `drawableSize` is
    /// set.
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

    // MARK: The times of drawables

    /// The number of drawables, 2 or 3; 3 by default. Other numbers are ignored; a warning is printed once.
    open var maximumDrawableCount: Int {
        get { queue.settings.maximumDrawableCount }
        set {
            guard newValue == 2 || newValue == 3 else {
                return Notices.say(
                    "the maximumDrawableCount of a CAMetalLayer is 2 or 3, not \(newValue): it is unchanged")
            }
            queue.update { $0.maximumDrawableCount = newValue }
        }
    }

    /// Whether `nextDrawable()` gives up after a second; true by default. If false, it waits without a limit.
    open var allowsNextDrawableTimeout: Bool {
        get { queue.settings.allowsTimeout }
        set { queue.update { $0.allowsTimeout = newValue } }
    }

    /// Whether each refresh of the display shows at most one drawable; true by default. If false, drawables that are
    /// replaced before they are visible are dropped. In a tree with a virtual clock, this applies to presents of its
    /// thread.
    open var displaySyncEnabled: Bool {
        get { queue.settings.isSynced }
        set { queue.update { $0.isSynced = newValue } }
    }

    /// Whether a present takes effect at once, together with the other changes of its transaction; false by default.
    ///
    /// This applies to the thread of the layer's tree. Presents of other threads join that thread's next transaction.
    open var presentsWithTransaction: Bool {
        get { queue.settings.presentsWithTransaction }
        set { queue.update { $0.presentsWithTransaction = newValue } }
    }

    /// Returns the next drawable. It waits while all drawables are held by the program, wait to be shown, or are shown.
    ///
    /// A shown drawable can be reused when another is shown and nobody holds its object any more. On the thread that
    /// shows them, this function also shows waiting drawables when they are due.
    ///
    /// - Returns: nil if none was free within a second, unless `allowsNextDrawableTimeout` is false. nil at once if the
    ///   layer's format or size is invalid; a warning is printed once.
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
                // With the machine's time, waiting drawables become due later; virtual time stands still here.
                if context?.clock == nil, ThreadState.current.virtualTime == nil {
                    until = min(until, queue.nextTime(moment(at: treeTime, .waiting)) ?? .infinity)
                }
            }
            if let slot = queue.take(waitingUntil: until) { return drawable(slot, size, settings) }
            if queue.settings.allowsTimeout, MediaClock.machineTime >= deadline { return nil }
        }
    }

    /// The longest wait of `nextDrawable()`. *Units*: seconds.
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

    /// Takes a presented drawable, on any thread.
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

    /// The current time and the refreshes, for the thread that shows.
    private func moment(at now: Double, _ occasion: Occasion) -> DrawableQueue.Moment {
        let settings = queue.settings
        guard let context = self.context else { return DrawableQueue.Moment(now: now, isAny: true) }
        var isSynced = settings.isSynced && !settings.presentsWithTransaction
        if context.clock != nil {
            switch occasion {
            case .waiting: isSynced = false
            // Other threads do not know the virtual time. While it stands still they could present without end.
            case .turn: isSynced = true
            case .present: break
            }
        }
        return DrawableQueue.Moment(
            now: now, grid: isSynced ? context.arrivals.pump?.grid : nil)
    }

    /// The occasions on which the thread of the layer's tree looks for drawables that are due.
    enum Occasion {
        /// The thread presents a drawable.
        case present
        /// The thread's driver has reached a time.
        case turn
        /// The thread waits for a drawable to draw into.
        case waiting
    }

    /// Shows the drawables that are due, on the thread of the layer's tree.
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
                // Live, it is visible from the next refresh on; in a recording, from the exact time on.
                time = now
                if context.isLive, let grid = pump?.grid { time = grid.time(grid.first(from: now)) }
            }
            shown.drawable.tell(time)
        }
    }

    /// The time at which the next waiting drawable is due; nil when none waits.
    final func nextDrawableTime(after time: Double) -> Double? {
        queue.nextTime(moment(at: time, .turn)).map { max(time, $0) }
    }

    /// In a new tree, shows the last drawable presented before. Outside a tree, shows all waiting drawables at once,
    /// with 0 as their time.
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
                // Handlers may change trees, and one is being changed here.
                TransactionStack.current.enqueue { drawable.tell(0) }
            }
        }
    }
}

/// A weak reference to a layer with drawables, for its tree.
struct WeakMetalLayer {
    weak var layer: CAMetalLayer?
}

extension LayerContext {
    /// Shows drawables of a layer from now on, for as long as it is in the tree.
    func noteDrawables(of layer: CAMetalLayer) {
        arrivals.drawables.removeAll { $0.layer == nil || $0.layer === layer }
        arrivals.drawables.append(WeakMetalLayer(layer: layer))
    }

    /// Shows the drawables that became due up to a time.
    package func showDrawables(at time: Double) {
        guard !arrivals.drawables.isEmpty else { return }
        arrivals.drawables.removeAll { $0.layer.map { $0.context !== self } ?? true }
        for entry in arrivals.drawables { entry.layer?.showDrawables(at: time, .turn) }
    }

    /// The time of the next drawable, `time` or later; nil when none waits.
    package func nextDrawable(after time: Double) -> Double? {
        guard !arrivals.drawables.isEmpty else { return nil }
        return arrivals.drawables.compactMap { entry in
            entry.layer.flatMap { $0.context === self ? $0.nextDrawableTime(after: time) : nil }
        }.min()
    }
}
