import CoreGraphics
import Foundation
import QuartzCore

/// A layer that shows what a player plays.
///
/// The frames are its contents, which a commit brings at each frame's time; round corners, borders, masks, transforms and filters are
/// as of any layer. *Source*: Apple, AVPlayerLayer.h.
open class AVPlayerLayer: CALayer {
    /// Makes a layer without a player.
    public override init() {
        super.init()
        contentsGravity = videoGravity.contentsGravity
    }

    /// Makes a layer that shows what a player plays.
    public convenience init(player: AVPlayer?) {
        self.init()
        show(player)
    }

    /// Sets the player; an initialiser's own assignment would not be observed.
    private func show(_ player: AVPlayer?) { self.player = player }

    /// Makes a copy of a layer as it is, for `presentation()`: it shows the same frame, and no later ones.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? AVPlayerLayer {
            videoGravity = other.videoGravity
            copied = other.player ?? other.copied
        }
    }

    /// Reads a layer from an archive, without a player.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The player of the layer that this is a copy of.
    private var copied: AVPlayer?

    /// What plays what it shows.
    open var player: AVPlayer? {
        didSet {
            guard player !== oldValue else { return }
            oldValue?.output.remove(self)
            player?.output.add(self)
            player?.timelineChanged()
        }
    }

    /// How the film lies in the bounds.
    open var videoGravity = AVLayerVideoGravity.resizeAspect {
        didSet {
            if videoGravity != oldValue {
                CATransaction.withoutActions { contentsGravity = videoGravity.contentsGravity }
            }
        }
    }

    /// Whether a frame of the player's item is there.
    open var isReadyForDisplay: Bool { (player ?? copied)?.output.isShown ?? false }

    /// Where the film lies in the bounds, also beyond them; the zero rectangle while there is none.
    open var videoRect: CGRect {
        let size = (player ?? copied)?.currentItem?.presentationSize ?? .zero
        guard size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else { return .zero }
        let (x, y) = (bounds.width / size.width, bounds.height / size.height)
        return switch videoGravity {
        case .resize: bounds
        case .resizeAspectFill: rect(of: size, scaled: max(x, y), within: bounds)
        default: rect(of: size, scaled: min(x, y), within: bounds)
        }
    }

    /// What pixels the program would like: has no effect.
    open var pixelBufferAttributes: [String: any Sendable]?
}
