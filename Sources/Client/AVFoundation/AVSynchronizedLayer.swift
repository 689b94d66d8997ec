import CoreGraphics
import Foundation
import QuartzCore

/// A layer whose time is that of an item: animations of its sublayers begin, pause, go on and go back with it.
///
/// Animations that begin with the item have `AVCoreAnimationBeginTimeAtZero`. A change of rate and a seek set the layer's begin time,
/// speed and offset; nothing is sent for frames. *Source*: Apple, AVSynchronizedLayer.h.
open class AVSynchronizedLayer: CALayer {
    /// Makes a layer without an item, whose time stands still at 0.
    public override init() {
        super.init()
        follow(PlayerTimeline())
    }

    /// Makes a layer of an item's time.
    public convenience init(playerItem: AVPlayerItem) {
        self.init()
        self.playerItem = playerItem
        playerItem.follow(by: self)
    }

    /// Makes a copy of a layer as it is, for `presentation()`.
    public override init(layer: Any) { super.init(layer: layer) }

    /// Reads a layer from an archive, without an item.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The item whose time it has.
    open var playerItem: AVPlayerItem? {
        didSet {
            guard playerItem !== oldValue else { return }
            oldValue?.unfollow(by: self)
            if let playerItem { playerItem.follow(by: self) } else { follow(PlayerTimeline()) }
        }
    }

    /// Takes over how an item's time goes.
    func follow(_ timeline: PlayerTimeline) {
        CATransaction.withoutActions {
            let goes = timeline.hostTime != nil && timeline.rate != 0
            speed = goes ? Float(timeline.rate) : 0
            beginTime = goes ? timeline.hostTime ?? 0 : 0
            // At the item's time 0 animations that begin with it have begun.
            timeOffset = timeline.base + AVCoreAnimationBeginTimeAtZero
        }
    }
}
