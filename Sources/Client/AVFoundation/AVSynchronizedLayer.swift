import CoreGraphics
import Foundation
import QuartzCore

/// A layer with the time of an item: animations of its sublayers start, pause, continue and rewind with the item.
///
/// Animations that begin with the item have the begin time `AVCoreAnimationBeginTimeAtZero`. Changes of rate and
/// seeks set the layer's begin time, speed and offset; nothing is sent per frame. *Source*: Apple,
/// AVSynchronizedLayer.h.
open class AVSynchronizedLayer: CALayer {
    /// Makes a layer without an item; its time stays at 0.
    public override init() {
        super.init()
        follow(PlayerTimeline())
    }

    /// Makes a layer with the time of an item.
    public convenience init(playerItem: AVPlayerItem) {
        self.init()
        self.playerItem = playerItem
        playerItem.follow(by: self)
    }

    /// Makes a copy of a layer, for `presentation()`.
    public override init(layer: Any) { super.init(layer: layer) }

    /// Reads a layer from an archive, without an item.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The item whose time the layer follows.
    open var playerItem: AVPlayerItem? {
        didSet {
            guard playerItem !== oldValue else { return }
            oldValue?.unfollow(by: self)
            if let playerItem { playerItem.follow(by: self) } else { follow(PlayerTimeline()) }
        }
    }

    /// Adopts an item's timeline.
    func follow(_ timeline: PlayerTimeline) {
        CATransaction.withoutActions {
            let goes = timeline.hostTime != nil && timeline.rate != 0
            speed = goes ? Float(timeline.rate) : 0
            beginTime = goes ? timeline.hostTime ?? 0 : 0
            // At the item's time 0, animations that begin with the item have begun.
            timeOffset = timeline.base + AVCoreAnimationBeginTimeAtZero
        }
    }
}
